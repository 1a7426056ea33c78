import { isDeepStrictEqual } from 'node:util'
import type { Database, Queryable } from '@wachta/database'
import { listLastDays, minuteMs, secondMs, stampIntervalMs } from '@wachta/domain'
import { createLogLimiter, type Log } from '@wachta/runtime'
import type { PagesStamp, PublishedPage, ServedHost } from '@wachta/status-page'
import { sql } from 'kysely'
import type { ProcessMetrics } from '../process-metrics.ts'
import { buildPage, getPageZone } from './build-page.ts'
import { FigureCache } from './figure-cache.ts'
import { createRecordWatch, findBrandedPages } from './find-changes.ts'
import { loadPageHosts } from './load-hosts.ts'
import { type ListedPage, listPages, loadPage, pageDays, type StoredPage } from './load-page.ts'
import type { PageStore } from './page-store.ts'
import type { PublisherLock } from './publisher-lock.ts'
import { type ComponentService, findPagesWithServices, loadComponentServices } from './shown-services.ts'

export interface PublisherOptions {
  readonly database: Database
  readonly store: PageStore
  readonly lock: PublisherLock
  /** The URL at which visitors reach the pages, without a trailing slash. */
  readonly url: string
  /** The URL at which visitors subscribe and users sign in, without a trailing slash. */
  readonly apiUrl: string
  /** The key with which browsers subscribe to push messages; null if none are sent. */
  readonly pushKey: string | null
  readonly log: Pick<Log, 'info' | 'error'>
  readonly processMetrics: Pick<ProcessMetrics, 'pagePublished' | 'pageFailed' | 'pagesStamped'>
  readonly now: () => number
}

/** The state of a page that must be published. */
interface KnownPage {
  readonly id: number
  slug: string
  /** The version of its row when it was last read; undefined until then. */
  rowVersion?: string
  /** The version of the content that was last written; undefined until then. */
  contentVersion?: string
  /** When the page was last known to be up to date. */
  at?: number
  /** The last published statuses of its services. */
  statuses?: string
  services: ReadonlySet<number>
  /** When the page is read again even without changes, for the figures of today and for a new day. */
  refreshAt: number
  /** The time of the next attempt after a failure; otherwise 0. */
  retryAt: number
}

/** The maximum age of the figures of today. */
const refreshIntervalMs = 5 * minuteMs
/**
 * The time limit for reading pages in a round, before the next search for changes; further pages wait for the next
 * round.
 */
const maxRoundMs = 1 * secondMs
const retryDelayMs = 10 * secondMs

/** Keeps the published pages up to date with the database, round by round. */
export class Publisher {
  readonly #options: PublisherOptions
  readonly #figures = new FigureCache()
  readonly #logLimiter = createLogLimiter()
  readonly #pages = new Map<number, KnownPage>()
  #watch: ReturnType<typeof createRecordWatch> | undefined
  #stampedAt = Number.NEGATIVE_INFINITY
  #readAt = Number.NEGATIVE_INFINITY
  #hasBegun = false
  #hosts: Readonly<Record<string, ServedHost>> = {}
  /** The last stamp; initially that of the former publisher, whose pages are served until they are read again. */
  #lastStamp: PagesStamp | undefined
  /** When all pages are written once more, because the former publisher may still have written after we took over. */
  #rewriteAt = Number.POSITIVE_INFINITY

  constructor(options: PublisherOptions) {
    this.#options = options
  }

  /** Publishes changes for a limited time. Returns whether this reporter is the one that publishes. */
  async round(): Promise<boolean> {
    const { lock, now } = this.#options
    const state = await lock.hold()
    if (state === 'elsewhere') return false
    if (state === 'taken') this.#hasBegun = false
    if (!this.#hasBegun) await this.#begin()
    const readAt = now()
    if (readAt < this.#readAt - secondMs) this.#restartTimers()
    this.#readAt = readAt
    const due = await this.#findDue(readAt).catch((error: unknown) => this.#readAllAgain(error))
    let hasChanged = await this.#removeFormerPages()
    const hosts = await loadPageHosts(this.#options.database, new URL(this.#options.url).hostname)
    if (!isDeepStrictEqual(hosts, this.#lastStamp?.hosts ?? {})) hasChanged = true
    this.#hosts = hosts
    const deadline = readAt + maxRoundMs
    for (const page of due) {
      if (now() > deadline) break
      if (await this.#publish(page)) hasChanged = true
    }
    // An installation without pages writes nothing.
    const isEmpty = this.#pages.size === 0 && Object.keys(hosts).length === 0
    if (isEmpty && Object.keys(this.#lastStamp?.pages ?? {}).length === 0) return true
    if (hasChanged || readAt - this.#stampedAt >= stampIntervalMs) await this.#stamp(readAt)
    return true
  }

  /**
   * Marks all pages as unread after a failure: changes that were already found are not found again, so outdated pages
   * would look current.
   */
  #readAllAgain(error: unknown): never {
    for (const page of this.#pages.values()) delete page.rowVersion
    throw error
  }

  /** Resets timers after the clock was set back, so that nothing waits until the clock has caught up. */
  #restartTimers(): void {
    this.#stampedAt = Number.NEGATIVE_INFINITY
    for (const page of this.#pages.values()) Object.assign(page, { refreshAt: 0, retryAt: 0 })
  }

  async #begin(): Promise<void> {
    const { store, now, log } = this.#options
    log.info('this reporter publishes status pages')
    this.#pages.clear()
    this.#watch = undefined
    this.#stampedAt = Number.NEGATIVE_INFINITY
    this.#lastStamp = await store.readStamp()
    this.#rewriteAt = now() + minuteMs
    this.#hasBegun = true
  }

  /** Returns the pages to read now, changed pages first. Marks pages without changes as up to date. */
  async #findDue(readAt: number): Promise<KnownPage[]> {
    const { database } = this.#options
    // All searches come before pages are read, so that the next searches find changes made meanwhile.
    const listed = await listPages(database)
    if (listed.length === 0) this.#watch = undefined
    else this.#watch ??= createRecordWatch(database)
    const changes = (await this.#watch?.()) ?? { services: [], corrected: [], accounts: [] }
    this.#figures.forget(changes.corrected)
    this.#update(listed)
    const ids = new Set(await findBrandedPages(database, changes.accounts))
    for (const id of await this.#findChangedStatuses(changes.services)) ids.add(id)
    for (const id of await this.#findPagesOf(changes.corrected)) ids.add(id)
    for (const id of ids) {
      const page = this.#pages.get(id)
      if (page) delete page.rowVersion
    }
    if (readAt >= this.#rewriteAt) this.#rewrite()
    const versions = new Map(listed.map(({ id, version }) => [id, version]))
    const [changed, unchanged] = partition(
      [...this.#pages.values()],
      ({ id, rowVersion }) => versions.get(id) !== rowVersion,
    )
    const [outdated, current] = partition(unchanged, ({ refreshAt }) => refreshAt <= readAt)
    // While the figures of a page cannot be read, the page is as old as they are.
    for (const page of [...outdated.filter(({ retryAt }) => retryAt === 0), ...current]) page.at = readAt
    return [...changed, ...outdated].filter(({ retryAt }) => retryAt <= readAt)
  }

  #update(listed: readonly ListedPage[]): void {
    for (const { id, slug } of listed) {
      const known = this.#pages.get(id)
      if (known?.slug === slug) continue
      this.#pages.set(id, { id, slug, services: new Set(), refreshAt: 0, retryAt: 0 })
    }
    const listedIds = new Set(listed.map(({ id }) => id))
    for (const id of this.#pages.keys()) if (!listedIds.has(id)) this.#pages.delete(id)
  }

  #rewrite(): void {
    this.#rewriteAt = Number.POSITIVE_INFINITY
    for (const page of this.#pages.values()) {
      delete page.rowVersion
      delete page.contentVersion
    }
  }

  /**
   * Returns the pages with a changed status. The row of a service is written with every analysis, so most pages of the
   * written services need not be read again.
   */
  async #findChangedStatuses(services: readonly number[]): Promise<number[]> {
    const pages = await this.#findPagesOf(services)
    if (pages.length === 0) return []
    const statuses = Map.groupBy(await loadComponentServices(this.#options.database, pages), ({ page_id }) => page_id)
    return pages.filter((id) => this.#pages.get(id)?.statuses !== serializeStatuses(statuses.get(id) ?? []))
  }

  /** Returns the pages that show the services now, or showed them when the page was last read. */
  async #findPagesOf(services: readonly number[]): Promise<number[]> {
    if (services.length === 0) return []
    const currentIds = new Set(await findPagesWithServices(this.#options.database, services))
    const formerPages = [...this.#pages.values()].filter((page) => services.some((id) => page.services.has(id)))
    return [...new Set([...[...currentIds].filter((id) => this.#pages.has(id)), ...formerPages.map(({ id }) => id)])]
  }

  /** Removes pages that are in the last stamp, but were deleted, unpublished or renamed. */
  async #removeFormerPages(): Promise<boolean> {
    const { store } = this.#options
    const currentSlugs = new Set([...this.#pages.values()].map(({ slug }) => slug))
    const removedSlugs = Object.keys(this.#lastStamp?.pages ?? {}).filter((slug) => !currentSlugs.has(slug))
    for (const slug of removedSlugs) await store.removePage(slug)
    return removedSlugs.length > 0
  }

  /** Reads a page and writes it if its content has changed. If that fails, the other pages are still processed. */
  async #publish(page: KnownPage): Promise<boolean> {
    const { store, log, processMetrics, now } = this.#options
    const built = await this.#build(page.id).catch((err: unknown) => {
      processMetrics.pageFailed()
      page.retryAt = now() + retryDelayMs
      const due = this.#logLimiter(page.id)
      if (due)
        log.error(
          { err, page: page.id, suppressed: due.suppressed },
          'could not build a status page; visitors see its previous version',
        )
      return undefined
    })
    // The page was deleted or renamed, or could not be built: the next round handles that.
    if (!built || built.published.view.slug !== page.slug) return false
    const { published, stored, services } = built
    const hasChanged = published.contentVersion !== page.contentVersion
    if (hasChanged) {
      await store.writePage(published)
      processMetrics.pagePublished()
    }
    Object.assign(page, {
      rowVersion: stored.row_version,
      contentVersion: published.contentVersion,
      at: published.view.readAt,
      statuses: serializeStatuses(services),
      services: new Set(services.map(({ service_id }) => service_id)),
      refreshAt: computeNextRefresh(stored, now()),
      retryAt: 0,
    })
    return hasChanged
  }

  /** Builds a page from a single snapshot of the database. */
  async #build(id: number): Promise<BuiltPage | undefined> {
    const { database, url, apiUrl, pushKey, now } = this.#options
    return database.transaction(async (tx) => {
      await tx.query(sql`set transaction isolation level repeatable read read only`)
      const readAt = now()
      const stored = await loadPage(tx, id)
      if (!stored) return undefined
      const services = await loadComponentServices(tx, [id])
      const figures = await this.#loadFigures(tx, { stored, services, now: readAt })
      const published = buildPage({ page: stored, services, figures }, { url, apiUrl, pushKey, readAt })
      return { published, stored, services }
    })
  }

  #loadFigures(tx: Queryable, { stored, services, now }: FigureQuery) {
    const listShownServices = (ids: ReadonlySet<number>) =>
      services.filter(({ component_id }) => ids.has(component_id)).map(({ service_id }) => service_id)
    const measuredComponents = stored.components.filter(
      (one) => one.shows_history || one.shows_availability || one.shows_response_time,
    )
    return this.#figures.load(tx, [...new Set(listShownServices(new Set(measuredComponents.map(({ id }) => id))))], {
      zone: getPageZone(stored),
      corrected: stored.availability === 'corrected',
      withResponseTimes: measuredComponents.some(({ shows_response_time }) => shows_response_time),
      count: pageDays,
      now,
    })
  }

  async #stamp(readAt: number): Promise<void> {
    const { store, processMetrics } = this.#options
    const lastStamp = this.#lastStamp
    const pages = [...this.#pages.values()].flatMap(({ slug, contentVersion, at = 0 }) => {
      const previous = lastStamp?.pages[slug]
      if (contentVersion !== undefined) return [[slug, { contentVersion, ...(at < readAt && { at }) }] as const]
      return previous && lastStamp ? [[slug, { ...previous, at: previous.at ?? lastStamp.at }] as const] : []
    })
    const stamp = { version: 1, at: readAt, pages: Object.fromEntries(pages), hosts: this.#hosts } as const
    await store.writeStamp(stamp)
    this.#lastStamp = stamp
    this.#stampedAt = readAt
    this.#figures.prune(readAt)
    processMetrics.pagesStamped()
  }
}

interface BuiltPage {
  readonly published: PublishedPage
  readonly stored: StoredPage
  readonly services: readonly ComponentService[]
}

interface FigureQuery {
  readonly stored: StoredPage
  readonly services: readonly ComponentService[]
  readonly now: number
}

const serializeStatuses = (services: readonly ComponentService[]): string =>
  JSON.stringify(
    services.map(({ component_id, service_id, status, isInMaintenance, isFailing, isDegraded }) => [
      ...[component_id, service_id, status, isInMaintenance, isFailing, isDegraded],
    ]),
  )

const computeNextRefresh = (stored: StoredPage, now: number): number =>
  Math.min(now + refreshIntervalMs, listLastDays(1, getPageZone(stored), now)[0]?.end ?? now + refreshIntervalMs)

function partition<T>(all: readonly T[], isFirst: (one: T) => boolean): [first: T[], rest: T[]] {
  const { true: first = [], false: rest = [] } = Object.groupBy(all, (one) => String(isFirst(one)) as 'true' | 'false')
  return [first, rest]
}
