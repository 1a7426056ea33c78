/** A failure that no retry can fix. The worker keeps the job as failed and does not retry it. */
export class PermanentJobError extends Error {
  override readonly name = 'PermanentJobError'
}
