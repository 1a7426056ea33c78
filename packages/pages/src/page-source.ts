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
  /** Null while its content is up to date; else when it was last known to be. */
  readonly staleSince: number | null
  /** Whether an address may see it; undefined if every address may. */
  readonly isAllowed?: (address: string) => boolean
  /** Who may see it; undefined if visitors need no token. */
  readonly gate?: Gate
}

export interface PageSource {
  /** Returns a page; undefined if there is none. Rejects if it cannot be loaded now. */
  find(slug: string): ServedPage | undefined | Promise<ServedPage | undefined>
  /** Whether a page is published. */
  has(slug: string): boolean
  /** Returns what is served at a custom domain; undefined for any other name. */
  findHost(host: string): ServedHost | undefined
  /** Whether the object store has been read at all. */
  isLoaded(): boolean
  /** When the centre was last known to work, in epoch milliseconds; undefined if never. */
  getStampedAt(): number | undefined
  failures(): number
  /** Resolves when it has stopped. */
  readonly ended: Promise<void>
}

interface SourceOptions {
  readonly objects: ObjectStore
  readonly log: Pick<Log, 'warn'>
  readonly stopping: AbortSignal
  readonly now: () => number
  /** In milliseconds; never set back, as the clock can be. */
  readonly elapsed: () => number
}

interface LoadedPage extends Omit<ServedPage, 'staleSince'> {
  readonly bytes: number
  /** When a stamp last confirmed that this version is current; undefined if none has yet. */
  confirmedAt?: number
  /** As it was served last. */
  served?: ServedPage
}

/** How often the stamp is read. */
const everyMs = 500
/** Views in memory, in bytes of their JSON: some thousand pages. */
const maxBytes = 128 * 1024 ** 2

/**
 * Follows the published pages. A page is loaded on its first request, and again when the stamp has a new version. What
 * was loaded stays while the object store cannot be read.
 */
export function watchPages({ objects, log, stopping, now, elapsed }: SourceOptions): PageSource {
  const loaded = new BoundedMap<LoadedPage>(maxBytes, ({ bytes }) => bytes)
  const loading = new Map<string, Promise<LoadedPage | undefined>>()
  const logLimiter = createLogLimiter()
  let stamp: PagesStamp | undefined
  let hosts: ReadonlyMap<string, ServedHost> = new Map()
  let text = ''
  /** When the stamp last changed, by `elapsed`. */
  let changedAt = elapsed()
  let isRead = false
  let failed = 0

  const load = (slug: string): Promise<LoadedPage | undefined> => {
    const running = loading.get(slug) ?? loadPage(objects, slug).finally(() => loading.delete(slug))
    loading.set(slug, running)
    return running.then((page) => {
      // A page of a format that is not known is not taken: the one before it is shown, and becomes stale.
      if (page) loaded.set(slug, page)
      return loaded.get(slug)
    })
  }

  async function look(): Promise<void> {
    const found = await readObjectText(objects, stampKey)
    isRead = true
    if (found !== undefined && found !== text) {
      const next = JSON.parse(found) as PagesStamp
      if (next.version !== publishedVersion) throw new Error(`the stamp has version ${next.version}`)
      if (stamp) confirmPages(loaded, stamp)
      ;[stamp, text, changedAt] = [next, found, elapsed()]
      hosts = new Map(Object.entries(next.hosts ?? {}))
    }
    for (const slug of loaded.keys()) if (!isStamped(stamp, slug)) loaded.delete(slug)
    // One that cannot be loaded keeps no other one from being loaded.
    for (const slug of listOutdated(loaded, stamp)) await load(slug).catch(logFailure)
  }

  function logFailure(err: unknown): void {
    failed += 1
    const due = logLimiter('read')
    if (due) log.warn({ err, suppressed: due.suppressed }, 'cannot read status pages, see OBJECTS_URL')
  }

  async function keepLooking(): Promise<void> {
    while (!stopping.aborted) {
      await look().catch(logFailure)
      await wait(everyMs, undefined, { signal: stopping }).catch(() => undefined)
    }
  }

  const serve = (page: LoadedPage | undefined, { contentVersion }: StampedPage, at: number) => {
    if (!page) return undefined
    // Until a page is loaded in its new version, it is as old as what is shown of it.
    const since = page.contentVersion === contentVersion ? at : Math.min(at, page.confirmedAt ?? page.view.readAt)
    // Our clock may be behind that of the centre, or set back: a stamp that does not change grows old all the same.
    const isSilent = elapsed() - changedAt > staleAfterMs
    const staleSince = isSilent || now() - since > staleAfterMs ? since : null
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
    failures: () => failed,
    ended: keepLooking(),
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

/** Remembers until when the loaded pages were current, before a new stamp lists newer versions. */
function confirmPages(loaded: BoundedMap<LoadedPage>, stamp: PagesStamp): void {
  for (const slug of loaded.keys()) {
    const page = loaded.peek(slug)
    const known = isStamped(stamp, slug) ? stamp.pages[slug] : undefined
    if (page && known?.contentVersion === page.contentVersion) page.confirmedAt = known.at ?? stamp.at
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
