import { splitIntoRuns } from './outgoing.ts'
import { freshMs } from './sending.ts'
import type { SpooledResult } from './spool/records.ts'

interface WaitingResults {
  readonly results: SpooledResult[]
  due: number
}

const gatherMs = 1_000
/** Failures are collected for a shorter time, because they may raise an alarm. */
const gatherFailuresMs = 50
const batch = 100
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
    const due = now + (isFailure ? gatherFailuresMs : gatherMs)
    const waiting = this.#waiting.get(result.group)
    if (waiting === undefined) this.#waiting.set(result.group, { results: [result], due })
    else {
      waiting.results.push(result)
      waiting.due = Math.min(waiting.due, due)
    }
    this.#count += 1
  }

  /** Takes the results that became old without being sent, or that are too many, as runs without gaps. */
  takeOld(now: number): SpooledResult[][] {
    return [...this.#waiting].flatMap(([group, { results }]) => {
      let old = results.findIndex(({ report }) => report.slot >= now - freshMs)
      if (old === -1) old = results.length
      if (this.#count > maxFresh) old = Math.max(old, Math.ceil(results.length / 2))
      return splitIntoRuns(this.#take(group, results, old))
    })
  }

  /** Returns the shards whose results are to be sent now; all of them if it is urgent. */
  listDue(now: number, isUrgent: boolean): number[] {
    return [...this.#waiting]
      .filter(([, { results, due }]) => isUrgent || due <= now || results.length >= batch)
      .map(([group]) => group)
  }

  /** Takes the next results of a shard in their order; none if none is left. */
  takeBatch(group: number): SpooledResult[] {
    const { results } = this.#waiting.get(group) ?? { results: [] }
    return this.#take(group, results, batch).sort((one, other) => one.sequence - other.sequence)
  }

  #take(group: number, results: SpooledResult[], count: number): SpooledResult[] {
    const taken = results.splice(0, count)
    this.#count -= taken.length
    if (results.length === 0) this.#waiting.delete(group)
    return taken
  }
}
