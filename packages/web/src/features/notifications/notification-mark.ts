import type { Status } from '../../ui/status-mark.tsx'
import type { MessageStatus } from './queries.ts'

/** The shape beside the word for what became of a message. */
export const notificationMark: Readonly<Record<MessageStatus, Status>> = {
  sent: 'ok',
  pending: 'slow',
  failed: 'failure',
  suppressed: 'paused',
}

const outcomes = ['sent', 'temporary', 'permanent'] as const
type Outcome = (typeof outcomes)[number]

/** What an attempt came to; a word that is new here is taken for the one that promises least. */
export const toAttemptOutcome = (word: string): Outcome => outcomes.find((each) => each === word) ?? 'temporary'

export const outcomeMark: Readonly<Record<Outcome, Status>> = { sent: 'ok', temporary: 'slow', permanent: 'failure' }
