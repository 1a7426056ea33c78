import type { Measure } from './measure.ts'

/** What kinds look at, and what they are told of it. What is null is not known. */
export interface Facts {
  /** How the service stands, as it is published. */
  readonly status: { readonly status: 'ok' | 'failure' | 'unknown' | 'paused' }
  /** The figure that the kind asked for, of the response times of successful checks, in milliseconds. */
  readonly response_times: { readonly response_time: number | null }
  /** Days that are left, by the latest checks that know it. */
  readonly expiry: { readonly days_left: number | null }
  /** How long the sensor has not been heard of, in milliseconds, and whether it is disbelieved. */
  readonly sensor: { readonly silentMs: number | null; readonly quarantined: boolean }
}

/** Which figure of which response times. */
export interface ResponseTimesFigure {
  readonly measure: Measure
  readonly minutes: number
}
