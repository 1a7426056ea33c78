/** The reasons why a recording cannot be imported. */
export type RecordingErrorReason =
  | 'not_json'
  | 'not_a_recording'
  | 'too_large'
  | 'invalid_step'
  | 'unsupported_step'
  | 'unsupported_address'
  | 'unsupported_button'
  | 'other_target'
  | 'file_upload'
  | 'no_selector'
  | 'no_navigation'
  | 'value_too_long'
  | 'too_many_steps'

interface FailedStep {
  readonly number: number
  readonly type: string
}

/** Thrown if a recording cannot be imported. */
export class RecordingError extends Error {
  override readonly name = 'RecordingError'
  readonly reason: RecordingErrorReason
  /** The number of the recorded step, counted from 1; null if the error concerns the whole recording. */
  readonly step: number | null
  /** The type of that step in the recording. */
  readonly type: string | null

  constructor(reason: RecordingErrorReason, failedStep?: FailedStep) {
    super(failedStep === undefined ? reason : `${reason}: step ${failedStep.number} (${failedStep.type})`)
    this.reason = reason
    this.step = failedStep?.number ?? null
    this.type = failedStep?.type ?? null
  }
}
