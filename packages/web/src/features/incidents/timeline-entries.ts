import type { Analysis, Correction, OccurrenceDetails } from '@wachta/client'

type SentNotification = OccurrenceDetails['notifications'][number]

/** The notifications of one step at one time: an e-mail and a text message to three people are one entry. */
export interface TimelineRound {
  readonly kind: 'start' | 'end'
  readonly repeat: number
  /** Null for legacy notifications. */
  readonly step: number | null
  readonly messages: readonly SentNotification[]
}

/** Something that happened, or that will happen if nothing changes. */
export type TimelineEntry =
  | { readonly type: 'analysis'; readonly at: string; readonly analysis: Analysis }
  | { readonly type: 'started'; readonly at: string }
  | { readonly type: 'held'; readonly at: string; readonly until: string }
  | { readonly type: 'notified'; readonly at: string; readonly round: TimelineRound }
  | { readonly type: 'acknowledged'; readonly at: string; readonly by: string; readonly note: string }
  | { readonly type: 'ended'; readonly at: string; readonly reason: string | null }
  | { readonly type: 'corrected'; readonly at: string; readonly correction: Correction }
  | { readonly type: 'next'; readonly at: string; readonly step: number; readonly isFirst: boolean }

interface Known {
  readonly alert: OccurrenceDetails
  readonly judgedBy: { readonly start: readonly Analysis[]; readonly end: readonly Analysis[] }
  readonly corrections: readonly Correction[]
}

/** Returns everything that is known about an alert in chronological order. */
export function buildTimeline({ alert, judgedBy, corrections }: Known): readonly TimelineEntry[] {
  const { start_time, end_time, end_reason, held_until, acknowledged_at, acknowledged_by, note } = alert
  const entries: TimelineEntry[] = [
    ...[...judgedBy.start, ...judgedBy.end].map(
      (analysis) => ({ type: 'analysis', at: analysis.time, analysis }) as const,
    ),
    { type: 'started', at: start_time },
    ...(held_until === null ? [] : [{ type: 'held', at: alert.decided_at, until: held_until } as const]),
    ...roundsOf(alert.notifications),
    ...(acknowledged_at === null
      ? []
      : [{ type: 'acknowledged', at: acknowledged_at, by: acknowledged_by ?? '', note } as const]),
    ...(end_time === null ? [] : [{ type: 'ended', at: end_time, reason: end_reason } as const]),
    ...corrections.map((correction) => ({ type: 'corrected', at: correction.created_at, correction }) as const),
    ...comingOf(alert),
  ]
  return entries.toSorted((one, other) => momentOf(one) - momentOf(other) || rank[one.type] - rank[other.type])
}

/** The order of entries with the same time: causes come before effects. */
const rank: Readonly<Record<TimelineEntry['type'], number>> = {
  analysis: 0,
  started: 1,
  held: 2,
  ended: 3,
  acknowledged: 4,
  notified: 5,
  corrected: 6,
  next: 7,
}

const momentOf = ({ at }: TimelineEntry): number => Date.parse(at)

function roundsOf(messages: readonly SentNotification[]): TimelineEntry[] {
  const rounds = new Map<string, SentNotification[]>()
  for (const message of messages) {
    const key = [message.kind, message.escalation_id, message.repeat_number].join()
    rounds.set(key, [...(rounds.get(key) ?? []), message])
  }
  return [...rounds.values()].map((round) => {
    const [first] = round
    return {
      type: 'notified',
      // A round has the time of its first message, even if another one was retried for an hour.
      at: round.map(({ time = '' }) => time).toSorted((one, other) => Date.parse(one) - Date.parse(other))[0] ?? '',
      round: {
        kind: first?.kind ?? 'start',
        repeat: first?.repeat_number ?? 0,
        step: first?.escalation_id ?? null,
        messages: round,
      },
    }
  })
}

/** Returns the next notifications of an open alert, by step. */
function comingOf({ end_time, escalations }: OccurrenceDetails): TimelineEntry[] {
  if (end_time !== null) return []
  return escalations.flatMap(({ escalation_id = 0, status, next_time, sent = 0 }) =>
    next_time && status !== 'finished'
      ? [{ type: 'next' as const, at: next_time, step: escalation_id, isFirst: sent === 0 }]
      : [],
  )
}

interface NextStep {
  readonly id: number
  readonly name: string
  readonly at: string
  /** Whether the step has already sent notifications. */
  readonly isReminder: boolean
}

/** Returns the escalation step that notifies next, if one is left. */
export function findNextStep({ escalations }: Pick<OccurrenceDetails, 'escalations'>): NextStep | undefined {
  return escalations
    .flatMap(({ escalation_id = 0, name = '', status, next_time, sent = 0 }) =>
      next_time && status !== 'finished' ? [{ id: escalation_id, name, at: next_time, isReminder: sent > 0 }] : [],
    )
    .toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))[0]
}

/** The state that the alert page shows at the top. */
export type AlertState = 'current' | 'acknowledged' | 'ended'

export const getAlertState = ({
  end_time,
  acknowledged_at,
}: Pick<OccurrenceDetails, 'end_time' | 'acknowledged_at'>): AlertState =>
  end_time !== null ? 'ended' : acknowledged_at !== null ? 'acknowledged' : 'current'

/** Returns the duration of the alert so far, in seconds; rounded to minutes from five minutes on. */
export function alertLength(
  { start_time, end_time }: Pick<OccurrenceDetails, 'start_time' | 'end_time'>,
  now: Date,
): number {
  const end = end_time === null ? now.getTime() : Date.parse(end_time)
  const seconds = Math.max((end - Date.parse(start_time)) / 1000, 0)
  return seconds < 300 ? Math.round(seconds) : Math.floor(seconds / 60) * 60
}
