import { maxSlipMs } from './schedule.ts'
import type { LoadTarget } from './target.ts'

/** How many checks run at once: in all, against one host, and against all hosts of one registered domain. */
export interface AdmissionLimits {
  readonly total: number
  readonly host: number
  readonly domain: number
}

export interface Waiting {
  readonly at: number
  readonly target: LoadTarget
}

export interface Admission<T extends Waiting> {
  readonly running: number
  readonly waiting: number
  /** Lets it run at once, or when there is room. */
  ask(candidate: T): void
  /** It ran: whoever waited for its place gets it. */
  leave(candidate: T, now: number): void
  /** Turns away who has waited too long. */
  expire(now: number): void
}

interface Doors<T> {
  admit(candidate: T): void
  refuse(candidate: T): void
}

/**
 * High enough for an outage of everything at once, when every check waits for its whole time limit: a check that is not run says
 * nothing, and a limit that all sensors share would hide the outage. What the process can bear is measured, see load.ts.
 */
export const defaultLimits: AdmissionLimits = { total: 5_000, host: 200, domain: 1_000 }

/** Everybody waits where he is held up: at the host, at the domain, or for a place at all. */
export function createAdmission<T extends Waiting>(limits: AdmissionLimits, { admit, refuse }: Doors<T>): Admission<T> {
  const counts = new Map<string, number>()
  const queues = new Map<string, T[]>()
  let [running, waiting] = [0, 0]

  const obstacle = ({ target }: T): string | undefined => {
    if ((counts.get(hostKey(target)) ?? 0) >= limits.host) return hostKey(target)
    if ((counts.get(domainKey(target)) ?? 0) >= limits.domain) return domainKey(target)
    return running >= limits.total ? anyPlace : undefined
  }
  const count = (candidate: T, change: 1 | -1): void => {
    running += change
    for (const key of [hostKey(candidate.target), domainKey(candidate.target)]) {
      const left = (counts.get(key) ?? 0) + change
      if (left === 0) counts.delete(key)
      else counts.set(key, left)
    }
  }
  const ask = (candidate: T): void => {
    const key = obstacle(candidate)
    if (key === undefined) {
      count(candidate, 1)
      admit(candidate)
      return
    }
    const queue = queues.get(key)
    if (queue === undefined) queues.set(key, [candidate])
    else queue.push(candidate)
    waiting += 1
  }
  const take = (key: string): T | undefined => {
    const queue = queues.get(key)
    const candidate = queue?.shift()
    if (queue?.length === 0) queues.delete(key)
    if (candidate !== undefined) waiting -= 1
    return candidate
  }
  const isLate = (candidate: T, now: number) => now - candidate.at > maxSlipMs
  /** Who leaves this queue may have to wait in another one. */
  const serve = (key: string, now: number): void => {
    for (let first = queues.get(key)?.[0]; first !== undefined; first = queues.get(key)?.[0]) {
      if (isLate(first, now)) refuse(take(key) ?? first)
      else if (obstacle(first) === key) return
      else ask(take(key) ?? first)
    }
  }
  return {
    get running() {
      return running
    },
    get waiting() {
      return waiting
    },
    ask,
    leave(candidate, now) {
      count(candidate, -1)
      if (waiting === 0) return
      serve(hostKey(candidate.target), now)
      serve(domainKey(candidate.target), now)
      serve(anyPlace, now)
    },
    expire(now) {
      if (waiting === 0) return
      for (const key of [...queues.keys()]) {
        for (let first = queues.get(key)?.[0]; first !== undefined && isLate(first, now); first = queues.get(key)?.[0])
          refuse(take(key) ?? first)
      }
    },
  }
}

const anyPlace = ''
const hostKey = ({ host }: LoadTarget) => `h ${host}`
const domainKey = ({ domain }: LoadTarget) => `d ${domain}`
