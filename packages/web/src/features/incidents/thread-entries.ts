import type { Analysis, Correction, OccurrenceDetails } from '@wachta/client'

type Told = OccurrenceDetails['notifications'][number]

/** Messages of one step, told at one time: an e-mail and a text message to three people are one entry. */
export interface Round {
  readonly kind: 'start' | 'end'
  readonly repeat: number
  /** Null in the older style. */
  readonly step: number | null
  readonly messages: readonly Told[]
}

/** One thing that happened, or that is going to happen unless something changes. */
export type Entry =
  | { readonly type: 'analysis'; readonly at: string; readonly analysis: Analysis }
  | { readonly type: 'started'; readonly at: string }
  | { readonly type: 'held'; readonly at: string; readonly until: string }
  | { readonly type: 'told'; readonly at: string; readonly round: Round }
  | { readonly type: 'taken'; readonly at: string; readonly by: string; readonly note: string }
  | { readonly type: 'ended'; readonly at: string; readonly reason: string | null }
  | { readonly type: 'corrected'; readonly at: string; readonly correction: Correction }
  | { readonly type: 'next'; readonly at: string; readonly step: number; readonly isFirst: boolean }

interface Known {
  readonly occurrence: OccurrenceDetails
  readonly judgedBy: { readonly start: readonly Analysis[]; readonly end: readonly Analysis[] }
  readonly corrections: readonly Correction[]
}

/** Everything known of an occurrence as one thread, in the order in which it happened. */
export function threadOf({ occurrence, judgedBy, corrections }: Known): readonly Entry[] {
  const { start_time, end_time, end_reason, held_until, acknowledged_at, acknowledged_by, note } = occurrence
  const entries: Entry[] = [
    ...[...judgedBy.start, ...judgedBy.end].map(
      (analysis) => ({ type: 'analysis', at: analysis.time, analysis }) as const,
    ),
    { type: 'started', at: start_time },
    ...(held_until === null ? [] : [{ type: 'held', at: occurrence.decided_at, until: held_until } as const]),
    ...roundsOf(occurrence.notifications),
    ...(acknowledged_at === null
      ? []
      : [{ type: 'taken', at: acknowledged_at, by: acknowledged_by ?? '', note } as const]),
    ...(end_time === null ? [] : [{ type: 'ended', at: end_time, reason: end_reason } as const]),
    ...corrections.map((correction) => ({ type: 'corrected', at: correction.created_at, correction }) as const),
    ...comingOf(occurrence),
  ]
  return entries.toSorted((one, other) => momentOf(one) - momentOf(other) || rank[one.type] - rank[other.type])
}

/** The cause before what it brings about, where both have the same time. */
const rank: Readonly<Record<Entry['type'], number>> = {
  analysis: 0,
  started: 1,
  held: 2,
  ended: 3,
  taken: 4,
  told: 5,
  corrected: 6,
  next: 7,
}

const momentOf = ({ at }: Entry): number => Date.parse(at)

function roundsOf(messages: readonly Told[]): Entry[] {
  const rounds = new Map<string, Told[]>()
  for (const message of messages) {
    const key = [message.kind, message.escalation_id, message.repeat_number].join()
    rounds.set(key, [...(rounds.get(key) ?? []), message])
  }
  return [...rounds.values()].map((round) => {
    const [first] = round
    return {
      type: 'told',
      // A message that was tried for an hour belongs to the round that it began with.
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

/** Steps that somebody is told by next, while it lasts. */
function comingOf({ end_time, escalations }: OccurrenceDetails): Entry[] {
  if (end_time !== null) return []
  return escalations.flatMap(({ escalation_id = 0, status, next_time, sent = 0 }) =>
    next_time && status !== 'finished'
      ? [{ type: 'next' as const, at: next_time, step: escalation_id, isFirst: sent === 0 }]
      : [],
  )
}

/** What stands at the top: lasting, somebody is on it, or over. */
export type OccurrenceState = 'current' | 'taken' | 'ended'

export const stateOfOccurrence = ({
  end_time,
  acknowledged_at,
}: Pick<OccurrenceDetails, 'end_time' | 'acknowledged_at'>): OccurrenceState =>
  end_time !== null ? 'ended' : acknowledged_at !== null ? 'taken' : 'current'

/** How long it lasted or has lasted, in seconds; above a few minutes nobody counts them one by one. */
export function lengthOf(
  { start_time, end_time }: Pick<OccurrenceDetails, 'start_time' | 'end_time'>,
  now: Date,
): number {
  const end = end_time === null ? now.getTime() : Date.parse(end_time)
  const seconds = Math.max((end - Date.parse(start_time)) / 1000, 0)
  return seconds < 300 ? Math.round(seconds) : Math.floor(seconds / 60) * 60
}
