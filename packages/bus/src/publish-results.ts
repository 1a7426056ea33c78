import type { Bus } from './bus.ts'
import type { ResultRoute } from './subjects.ts'

export interface OutgoingResults extends ResultRoute {
  /** Lets the broker detect a repeated message. This is an optimisation: the analyst detects repetitions itself. */
  readonly id: string
  readonly bytes: Uint8Array
}

/**
 * Resolves when the broker has stored the message; rejects if the stream is missing or there is no answer in time. The
 * acknowledgement does not allow the sensor to delete the results: only the command `committed` does.
 */
export async function publishResults(bus: Bus, results: OutgoingResults): Promise<void> {
  const subject = bus.subjects.result(results, bus.scope)
  await bus.jetstream.publish(subject, results.bytes, { msgID: results.id })
}
