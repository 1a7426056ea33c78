import type { OutgoingBatch } from './outgoing.ts'
import type { ResultForms } from './result-forms.ts'
import type { ResultSource } from './spool/result-source.ts'

/** The dependencies for sending results. */
export interface SendingContext {
  readonly spool: ResultSource
  readonly forms: ResultForms
  readonly now: () => number
  /** Rejects if the broker did not accept the message. */
  readonly publish: (outgoing: OutgoingBatch) => Promise<void>
  /** Called when there is something to send. */
  readonly onWaiting?: () => void
  /** From 0 to 1. */
  readonly random: () => number
}

/** Results older than this are sent as backlog, because their slots are closed by then. */
export const freshMs = 60_000
