/** Why a recording cannot be imported. */
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

interface ErrorPlace {
  readonly number: number
  readonly type: string
}

/** A recording that cannot be imported. */
export class RecordingError extends Error {
  override readonly name = 'RecordingError'
  readonly reason: RecordingErrorReason
  /** The number of the recorded step, counted from 1; null if the error concerns the whole recording. */
  readonly step: number | null
  /** The type of that step in the recording. */
  readonly type: string | null

  constructor(reason: RecordingErrorReason, place?: ErrorPlace) {
    super(place === undefined ? reason : `${reason}: step ${place.number} (${place.type})`)
    this.reason = reason
    this.step = place?.number ?? null
    this.type = place?.type ?? null
  }
}
