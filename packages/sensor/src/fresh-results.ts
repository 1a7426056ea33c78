import { isWaiting } from '@wachta/runtime'
import { splitIntoRuns } from './outgoing.ts'
import { freshMs } from './sending.ts'
import type { SpooledResult } from './spool/records.ts'

interface WaitingResults {
  readonly results: SpooledResult[]
  dueAt: number
}

const maxGatherMs = 1_000
/** Failures are collected for a shorter time, because they may raise an alarm. */
const maxFailureGatherMs = 50
const batchSize = 100
const maxFresh = 50_000

/** Results that wait in memory to be sent, by shard. */
export class FreshResults {
  readonly #waiting = new Map<number, WaitingResults>()
  #count = 0

  get isEmpty(): boolean {
    return this.#waiting.size === 0
  }

  add(result: SpooledResult, now: number): void {
    const isFailure = result.report.result === 'error'
    const dueAt = now + (isFailure ? maxFailureGatherMs : maxGatherMs)
    const waiting = this.#waiting.get(result.group)
    if (waiting === undefined) this.#waiting.set(result.group, { results: [result], dueAt })
    else {
      waiting.results.push(result)
      waiting.dueAt = Math.min(waiting.dueAt, dueAt)
    }
    this.#count += 1
  }

  /** Removes and returns results that became old before they were sent, or exceed the limit, as runs without gaps. */
  takeOld(now: number): SpooledResult[][] {
    return [...this.#waiting].flatMap(([group, { results }]) => {
      let oldCount = results.findIndex(({ report }) => report.slot >= now - freshMs)
      if (oldCount === -1) oldCount = results.length
      if (this.#count > maxFresh) oldCount = Math.max(oldCount, Math.ceil(results.length / 2))
      return splitIntoRuns(this.#take(group, results, oldCount))
    })
  }

  /** Returns the shards whose results are to be sent now; if it is urgent, all shards with results. */
  listDue(now: number, isUrgent: boolean): number[] {
    return [...this.#waiting]
      .filter(
        ([, { results, dueAt }]) => isUrgent || !isWaiting(now, dueAt, maxGatherMs) || results.length >= batchSize,
      )
      .map(([group]) => group)
  }

  /** Removes and returns the next results of a shard, in order of sequence; empty if none are left. */
  takeBatch(group: number): SpooledResult[] {
    const { results } = this.#waiting.get(group) ?? { results: [] }
    return this.#take(group, results, batchSize).sort((one, other) => one.sequence - other.sequence)
  }

  #take(group: number, results: SpooledResult[], count: number): SpooledResult[] {
    const taken = results.splice(0, count)
    this.#count -= taken.length
    if (results.length === 0) this.#waiting.delete(group)
    return taken
  }
}
