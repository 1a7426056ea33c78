import { setTimeout as wait } from 'node:timers/promises'
import { staleAfterMs } from '@wachta/domain'
import { type ObjectStore, readObjectText } from '@wachta/objects'
import { createLogLimiter, createNetworkList, type Log } from '@wachta/runtime'
import {
  getPageKey,
  type PagesStamp,
  type PageView,
  type PublishedPage,
  publishedVersion,
  type ServedHost,
  type StampedPage,
  stampKey,
} from '@wachta/status-page'
import { BoundedMap } from './bounded-map.ts'
import { createGate, type Gate } from './gate.ts'

/** A page as it is served now. */
export interface ServedPage {
  readonly contentVersion: string
  readonly view: PageView
  /** Null while the content is up to date; otherwise the time when it was last known to be up to date. */
  readonly staleSince: number | null
  /** Whether a visitor with this IP address may see it; undefined if every IP address may. */
  readonly isAllowed?: (address: string) => boolean
  /** Who may see it; undefined if visitors need no token. */
  readonly gate?: Gate
}

export interface PageSource {
  /** Returns a page; undefined if it does not exist. Rejects if it cannot be loaded now. */
  find(slug: string): ServedPage | undefined | Promise<ServedPage | undefined>
  /** Whether a page is published. */
  has(slug: string): boolean
  /** Returns the settings of a custom domain or of the installation's own host; undefined for any other name. */
  findHost(host: string): ServedHost | undefined
  /** Whether the object store has been read at least once. */
  isLoaded(): boolean
  /** When the centre was last known to work, in epoch milliseconds; undefined if never. */
  getStampedAt(): number | undefined
  failures(): number
  /** Resolves when the source has stopped. */
  readonly ended: Promise<void>
}

interface SourceOptions {
  readonly objects: ObjectStore
  readonly log: Pick<Log, 'warn'>
  readonly stopping: AbortSignal
  readonly now: () => number
  /** A monotonic clock in milliseconds. */
  readonly elapsed: () => number
}

interface LoadedPage extends Omit<ServedPage, 'staleSince'> {
  readonly bytes: number
  /** When a stamp last confirmed that this version is current; undefined if none has yet. */
  confirmedAt?: number
  /** The page in the form in which it was last served. */
  served?: ServedPage
}

/** The interval at which the stamp is read. */
const readIntervalMs = 500
/** The maximum size of the views in memory, in bytes of their JSON: enough for some thousand pages. */
const maxBytes = 128 * 1024 ** 2

/**
 * Follows the published pages. A page is loaded on its first request, and again when the stamp has a new version.
 * Loaded pages are kept while the object store cannot be read.
 */
export function watchPages({ objects, log, stopping, now, elapsed }: SourceOptions): PageSource {
  const loaded = new BoundedMap<LoadedPage>(maxBytes, ({ bytes }) => bytes)
  const loading = new Map<string, Promise<LoadedPage | undefined>>()
  const logLimiter = createLogLimiter()
  let stamp: PagesStamp | undefined
  let hosts: ReadonlyMap<string, ServedHost> = new Map()
  let stampText = ''
  /** When the stamp last changed, according to `elapsed`. */
  let changedAt = elapsed()
  let isRead = false
  let failureCount = 0

  const load = (slug: string): Promise<LoadedPage | undefined> => {
    const running = loading.get(slug) ?? loadPage(objects, slug).finally(() => loading.delete(slug))
    loading.set(slug, running)
    return running.then((page) => {
      // A page in an unknown format is ignored: the previous version is still shown, and becomes stale.
      if (page) loaded.set(slug, page)
      return loaded.get(slug)
    })
  }

  async function readStamp(): Promise<void> {
    const found = await readObjectText(objects, stampKey)
    isRead = true
    if (found !== undefined && found !== stampText) {
      const next = JSON.parse(found) as PagesStamp
      if (next.version !== publishedVersion) throw new Error(`the stamp has version ${next.version}`)
      if (stamp) confirmPages(loaded, stamp)
      ;[stamp, stampText, changedAt] = [next, found, elapsed()]
      hosts = new Map(Object.entries(next.hosts ?? {}))
    }
    for (const slug of loaded.keys()) if (!isStamped(stamp, slug)) loaded.delete(slug)
    // A page that cannot be loaded must not prevent the loading of others.
    for (const slug of listOutdated(loaded, stamp)) await load(slug).catch(logFailure)
  }

  function logFailure(err: unknown): void {
    failureCount += 1
    const due = logLimiter('read')
    if (due) log.warn({ err, suppressed: due.suppressed }, 'cannot read status pages, see OBJECTS_URL')
  }

  async function keepReading(): Promise<void> {
    while (!stopping.aborted) {
      await readStamp().catch(logFailure)
      await wait(readIntervalMs, undefined, { signal: stopping }).catch(() => undefined)
    }
  }

  const serve = (page: LoadedPage | undefined, { contentVersion }: StampedPage, at: number) => {
    if (!page) return undefined
    // Until the new version of a page is loaded, the time counts at which the shown version was last current.
    const lastCurrentAt =
      page.contentVersion === contentVersion ? at : Math.min(at, page.confirmedAt ?? page.view.readAt)
    // Our clock may be behind that of the centre, or set back. So a stamp that does not change makes pages stale in any
    // case.
    const isSilent = elapsed() - changedAt > staleAfterMs
    const staleSince = isSilent || now() - lastCurrentAt > staleAfterMs ? lastCurrentAt : null
    if (page.served?.staleSince !== staleSince) page.served = { ...page, staleSince }
    return page.served
  }

  return {
    find(slug) {
      if (!isRead) return Promise.reject(new Error('the object store was not read yet'))
      const known = isStamped(stamp, slug) ? stamp?.pages[slug] : undefined
      if (!known || !stamp) return undefined
      const at = known.at ?? stamp.at
      const page = loaded.get(slug)
      return page ? serve(page, known, at) : load(slug).then((one) => serve(one, known, at))
    },
    has: (slug) => isStamped(stamp, slug),
    findHost: (host) => hosts.get(host),
    isLoaded: () => isRead,
    getStampedAt: () => stamp?.at,
    failures: () => failureCount,
    ended: keepReading(),
  }
}

/** `hasOwn` keeps slugs such as `constructor` from matching. */
const isStamped = (stamp: PagesStamp | undefined, slug: string): boolean =>
  stamp !== undefined && Object.hasOwn(stamp.pages, slug)

const listOutdated = (loaded: BoundedMap<LoadedPage>, stamp: PagesStamp | undefined): string[] =>
  Object.entries(stamp?.pages ?? {}).flatMap(([slug, { contentVersion }]) => {
    const page = loaded.peek(slug)
    return page !== undefined && page.contentVersion !== contentVersion ? [slug] : []
  })

/**
 * Stores the time of the previous stamp in the pages that it lists in the loaded version. Call it before a new stamp
 * replaces it.
 */
function confirmPages(loaded: BoundedMap<LoadedPage>, previousStamp: PagesStamp): void {
  for (const slug of loaded.keys()) {
    const page = loaded.peek(slug)
    const known = isStamped(previousStamp, slug) ? previousStamp.pages[slug] : undefined
    if (page && known?.contentVersion === page.contentVersion) page.confirmedAt = known.at ?? previousStamp.at
  }
}

async function loadPage(objects: ObjectStore, slug: string): Promise<LoadedPage | undefined> {
  const text = await readObjectText(objects, getPageKey(slug))
  if (text === undefined) return undefined
  const { version, contentVersion, view, allowedAddresses, access = null } = JSON.parse(text) as PublishedPage
  if (version !== publishedVersion || view.version !== 1) return undefined
  const page = { contentVersion, view, bytes: text.length }
  if (access) return { ...page, gate: createGate(access) }
  return allowedAddresses === null ? page : { ...page, isAllowed: createNetworkList(allowedAddresses) }
}
