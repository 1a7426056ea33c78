import type { Measure } from './measure.ts'

/** The facts that each kind of alert rule evaluates. Null means unknown. */
export interface Facts {
  /** The published status of the service. */
  readonly status: { readonly status: 'ok' | 'failure' | 'unknown' | 'paused' }
  /** The requested statistic of the response times of successful checks, in milliseconds. */
  readonly response_times: { readonly response_time: number | null }
  /** The days left, by the latest checks that measured them. */
  readonly expiry: { readonly days_left: number | null }
  /** How long the sensor has been silent, in milliseconds, and whether it is in quarantine. */
  readonly sensor: { readonly silentMs: number | null; readonly quarantined: boolean }
}

/** A statistic of the response times, over a number of minutes. */
export interface ResponseTimesStatistic {
  readonly measure: Measure
  readonly minutes: number
}
