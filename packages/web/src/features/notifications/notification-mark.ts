import type { NotificationStatus } from '@wachta/client'
import type { Status } from '../../ui/status-mark.tsx'

/** The status mark for each status of a notification. */
export const notificationMarks: Readonly<Record<NotificationStatus, Status>> = {
  sent: 'ok',
  pending: 'slow',
  failed: 'failure',
  suppressed: 'paused',
}

const outcomes = ['sent', 'temporary', 'permanent'] as const
type Outcome = (typeof outcomes)[number]

/** Parses the outcome of an attempt; an unknown outcome counts as a temporary failure. */
export const toAttemptOutcome = (word: string): Outcome => outcomes.find((each) => each === word) ?? 'temporary'

export const outcomeMarks: Readonly<Record<Outcome, Status>> = { sent: 'ok', temporary: 'slow', permanent: 'failure' }
