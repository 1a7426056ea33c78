import { TimeHeap } from './time-heap.ts'

interface ForcedJob {
  readonly service_id: number
  readonly slot: number
  readonly at: number
}

export interface ForcedJobs<T extends ForcedJob> {
  readonly nextAt: number
  /** Adds a check. Returns false if it has expired, was already added, or too many are waiting. */
  add(job: T, expires_at: number, now: number): boolean
  /** Removes and returns the checks that are due. */
  takeDue(now: number): T[]
}

/** More waiting checks can only come from an error or an attack. */
const maxWaiting = 10_000
/** How long a command is remembered to detect a repetition. Commands expire much sooner. */
const rememberedMs = 300_000

/** Creates the queue of forced checks. Each runs once, even if the command is repeated. */
export function createForcedJobs<T extends ForcedJob>(): ForcedJobs<T> {
  const waiting = new TimeHeap<T>()
  const seen = new Map<string, number>()

  const forgetOld = (now: number) => {
    for (const [key, since] of seen) {
      if (now - since < rememberedMs) return
      seen.delete(key)
    }
  }
  return {
    get nextAt() {
      return waiting.peek()?.at ?? Number.POSITIVE_INFINITY
    },
    add(job, expires_at, now) {
      forgetOld(now)
      const key = `${job.service_id} ${job.slot}`
      if (expires_at < now || seen.has(key) || waiting.size >= maxWaiting) return false
      seen.set(key, now)
      waiting.push(job)
      return true
    },
    takeDue(now) {
      const jobs: T[] = []
      for (let next = waiting.peek(); next !== undefined && next.at <= now; next = waiting.peek()) {
        waiting.pop()
        jobs.push(next)
      }
      return jobs
    },
  }
}
