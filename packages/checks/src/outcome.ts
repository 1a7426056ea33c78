import type { CheckResult, Timings, UnknownReason } from '@wachta/domain'
import type { KeptArtifact, StepOutcome } from './probe.ts'

/** The outcome of a check. */
export interface CheckOutcome {
  readonly result: CheckResult
  readonly error_type_id: number | null
  readonly reason: UnknownReason | null
  readonly error_message: string | null
  readonly path_step: number | null
  readonly response_time: number | null
  readonly data_size: number | null
  readonly timings: Timings
  readonly metrics: Readonly<Record<string, number>>
  readonly steps: readonly StepOutcome[] | null
  readonly texts: OutcomeTexts
  readonly artifacts: readonly KeptArtifact[]
}

export interface OutcomeTexts {
  readonly base_url?: string
  readonly content_type?: string
  readonly file_name?: string
  readonly response_headers?: string
}

const maxMessageLength = 1000

/** The outcome of a check that says nothing about the service. */
export const createUnknownOutcome = (reason: UnknownReason, message: string): CheckOutcome => ({
  result: 'unknown',
  error_type_id: null,
  reason,
  error_message: boundMessage(message),
  path_step: null,
  response_time: null,
  data_size: null,
  timings: {},
  metrics: {},
  steps: null,
  texts: {},
  artifacts: [],
})

/** Normalises a text that may contain foreign data: one line, limited length, no control characters. */
export const boundMessage = (text: string): string =>
  text
    .slice(0, maxMessageLength)
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
