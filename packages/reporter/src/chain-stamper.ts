import type { Queryable } from '@wachta/database'
import { minuteMs } from '@wachta/domain'
import { stampHead } from '@wachta/evidence'
import { isWaiting } from '@wachta/runtime'
import type { ProcessMetrics } from './process-metrics.ts'
import type { StampAuthority } from './time-stamps.ts'

interface StampingOptions {
  readonly database: Queryable
  /** Undefined if no time-stamp authority is configured. */
  readonly authority: StampAuthority | undefined
  readonly processMetrics: Pick<ProcessMetrics, 'countStamp'>
  readonly now: () => Date
}

/** An unavailable authority is retried after this time, not in every round. */
const retryDelayMs = 10 * minuteMs

/** Requests a time stamp for the end of the chain, once a day. */
export class ChainStamper {
  readonly #stamping: StampingOptions
  /** When the authority may be asked again after a failure. */
  #retryAt = Number.NEGATIVE_INFINITY

  constructor(stamping: StampingOptions) {
    this.#stamping = stamping
  }

  get isPausing(): boolean {
    return isWaiting(this.#stamping.now().getTime(), this.#retryAt, retryDelayMs)
  }

  async run(): Promise<void> {
    const { database, authority, processMetrics, now } = this.#stamping
    if (authority === undefined) return
    try {
      const outcome = await stampHead(database, now(), authority)
      if (outcome === 'stamped') processMetrics.countStamp('chain', outcome)
    } catch (error) {
      this.#retryAt = now().getTime() + retryDelayMs
      processMetrics.countStamp('chain', 'failed')
      throw error
    }
  }
}
