import type { Bus } from './bus.ts'
import type { ResultRoute } from './subjects.ts'

export interface OutgoingResults extends ResultRoute {
  /** What the broker knows a repeated message by: an optimisation, the analyst does not need it. */
  readonly id: string
  readonly bytes: Uint8Array
}

/**
 * Resolves once the broker has the message, and rejects where it does not: the stream is missing, or nobody answered in
 * time. An acknowledgement is no reason to forget the results: only `committed` is.
 */
export async function publishResults(bus: Bus, results: OutgoingResults): Promise<void> {
  const subject = bus.subjects.result(results, bus.scope)
  await bus.jetstream.publish(subject, results.bytes, { msgID: results.id })
}
