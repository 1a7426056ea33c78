import type { Queryable } from '@wachta/database'
import { minuteMs } from '@wachta/domain'
import { stampHead } from '@wachta/evidence'
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
  #failedAt = 0

  constructor(stamping: StampingOptions) {
    this.#stamping = stamping
  }

  get isPausing(): boolean {
    return this.#stamping.now().getTime() - this.#failedAt < retryDelayMs
  }

  async run(): Promise<void> {
    const { database, authority, processMetrics, now } = this.#stamping
    if (authority === undefined) return
    try {
      const outcome = await stampHead(database, now(), authority)
      if (outcome === 'stamped') processMetrics.countStamp('chain', outcome)
    } catch (error) {
      this.#failedAt = now().getTime()
      processMetrics.countStamp('chain', 'failed')
      throw error
    }
  }
}
