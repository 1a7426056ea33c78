import { availableParallelism } from 'node:os'
import { maxStartDelayMs } from './schedule.ts'
import type { LoadTarget } from './target.ts'

/** The maximum number of simultaneous checks: in total, of a target host, and of all hosts of a registered domain. */
export interface AdmissionLimits {
  readonly total: number
  readonly host: number
  readonly domain: number
  /**
   * Returns the limit of checks in a browser, which depends on the free memory and on the number of running browsers.
   */
  readonly browsers: (running: number) => number
}

/** A check that waits for admission. */
export interface WaitingCheck {
  /** The time at which it should start. */
  readonly at: number
  readonly target: LoadTarget
  readonly needsBrowser: boolean
}

export interface Admission<T extends WaitingCheck> {
  readonly running: number
  readonly waiting: number
  /** Admits a check immediately, or as soon as the limits allow it. */
  request(candidate: T): void
  /** Ends an admitted check, and admits checks that waited for it. */
  leave(candidate: T, now: number): void
  /** Rejects checks that have waited too long, and admits checks that wait for a browser if a browser is free. */
  expire(now: number): void
}

/** The number of running browsers, shared by all sensors of a process. */
export interface BrowserCount {
  running: number
}

interface AdmissionCallbacks<T> {
  admit(candidate: T): void
  reject(candidate: T): void
}

/**
 * High enough for an outage of all services at once, when every check lasts until its timeout. A check that does not
 * run is reported as unknown, and all sensors have the same limits, so lower limits would hide the outage. Overload of
 * the process is measured separately, see load.ts.
 */
export const defaultLimits: AdmissionLimits = { total: 5_000, host: 200, domain: 1_000, browsers: computeBrowserLimit }

/**
 * Each browser needs memory for an average page, and a processor of its own: without that, its times would include
 * delays of the sensor.
 */
function computeBrowserLimit(running: number): number {
  return Math.min(availableParallelism(), running + Math.floor(process.availableMemory() / bytesPerBrowser))
}

const bytesPerBrowser = 629_145_600
/**
 * A check in a browser may wait longer than other checks: its times are measured from the start of the page, and its
 * deadline allows for the wait.
 */
const maxBrowserWaitMs = 8_000

/** Creates the admission of checks. Each limit (host, domain, browsers, total) has a queue of waiting checks. */
export function createAdmission<T extends WaitingCheck>(
  limits: AdmissionLimits,
  { admit, reject }: AdmissionCallbacks<T>,
  browsers: BrowserCount = { running: 0 },
): Admission<T> {
  const counts = new Map<string, number>()
  const queues = new Map<string, T[]>()
  let [running, waiting] = [0, 0]

  /** Returns the key of the first limit that is reached; undefined if the check can run. */
  const findReachedLimit = ({ target, needsBrowser }: T): string | undefined => {
    if ((counts.get(toHostKey(target)) ?? 0) >= limits.host) return toHostKey(target)
    if ((counts.get(toDomainKey(target)) ?? 0) >= limits.domain) return toDomainKey(target)
    if (needsBrowser && browsers.running >= limits.browsers(browsers.running)) return browserKey
    return running >= limits.total ? totalKey : undefined
  }
  const updateCounts = (candidate: T, change: 1 | -1): void => {
    running += change
    if (candidate.needsBrowser) browsers.running += change
    for (const key of toLimitedKeys(candidate)) {
      const updated = (counts.get(key) ?? 0) + change
      if (updated === 0) counts.delete(key)
      else counts.set(key, updated)
    }
  }
  const request = (candidate: T): void => {
    const key = findReachedLimit(candidate)
    if (key === undefined) {
      updateCounts(candidate, 1)
      admit(candidate)
      return
    }
    const queue = queues.get(key)
    if (queue === undefined) queues.set(key, [candidate])
    else queue.push(candidate)
    waiting += 1
  }
  const takeFirst = (key: string): T | undefined => {
    const queue = queues.get(key)
    const candidate = queue?.shift()
    if (queue?.length === 0) queues.delete(key)
    if (candidate !== undefined) waiting -= 1
    return candidate
  }
  const isLate = (candidate: T, now: number) =>
    now - candidate.at > (candidate.needsBrowser ? maxBrowserWaitMs : maxStartDelayMs)
  /** Admits or rejects checks of a queue. A check that leaves it may have to wait in another queue. */
  const serveQueue = (key: string, now: number): void => {
    for (let first = queues.get(key)?.[0]; first !== undefined; first = queues.get(key)?.[0]) {
      if (isLate(first, now)) reject(takeFirst(key) ?? first)
      else if (findReachedLimit(first) === key) return
      else request(takeFirst(key) ?? first)
    }
  }
  return {
    get running() {
      return running
    },
    get waiting() {
      return waiting
    },
    request,
    leave(candidate, now) {
      updateCounts(candidate, -1)
      if (waiting === 0) return
      for (const key of [...toLimitedKeys(candidate), ...(candidate.needsBrowser ? [browserKey] : []), totalKey])
        serveQueue(key, now)
    },
    expire(now) {
      if (waiting === 0) return
      for (const key of [...queues.keys()]) {
        for (let first = queues.get(key)?.[0]; first !== undefined && isLate(first, now); first = queues.get(key)?.[0])
          reject(takeFirst(key) ?? first)
      }
      // A browser of another sensor may have ended, or memory may be free again.
      serveQueue(browserKey, now)
    },
  }
}

const totalKey = ''
const browserKey = 'b'
const toHostKey = ({ host }: LoadTarget) => `h ${host}`
const toDomainKey = ({ domain }: LoadTarget) => `d ${domain}`

/** Returns the keys of the limits whose checks `counts` counts; browsers and the total have counters of their own. */
const toLimitedKeys = ({ target }: WaitingCheck): string[] => [toHostKey(target), toDomainKey(target)]
