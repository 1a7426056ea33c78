import type { Analysis, Correction, Incident, IncidentTimeline } from '@wachta/client'

type TimelineNotification = IncidentTimeline['notifications'][number]
type TimelineAlert = IncidentTimeline['alerts'][number]
type IncidentEntry = IncidentTimeline['entries'][number]
export type TimelineCause = IncidentTimeline['causes'][number]

/** The notifications of one step at one time: an e-mail and a text message to three people are one entry. */
export interface TimelineRound {
  readonly kind: 'start' | 'end'
  readonly repeat: number
  /** Null for legacy notifications. */
  readonly step: number | null
  readonly notifications: readonly TimelineNotification[]
}

/** What a person did about the incident, apart from diagnostics. */
export interface PersonAction {
  readonly kind: 'acknowledged' | 'unacknowledged' | 'note'
  readonly author: string
  readonly text: string
}

/** A diagnostic of one person at one time, which several sensors may have run. */
export interface DiagnosticsRun {
  readonly author: string
  readonly kind: 'dns' | 'traceroute'
  /** Null when the results have been deleted. */
  readonly address: string | null
  readonly results: readonly { readonly id: string; readonly sensor: number }[]
}

/** Something that happened, or that will happen if nothing changes. */
export type TimelineEntry =
  | { readonly type: 'analysis'; readonly at: string; readonly analysis: Analysis }
  | { readonly type: 'started'; readonly at: string }
  | { readonly type: 'alert_started'; readonly at: string; readonly alert: TimelineAlert }
  | { readonly type: 'cause_started'; readonly at: string; readonly cause: TimelineCause }
  | { readonly type: 'cause_ended'; readonly at: string; readonly cause: TimelineCause }
  /** Notifications are delayed, because many services changed at once. */
  | { readonly type: 'held'; readonly at: string; readonly until: string }
  | { readonly type: 'notified'; readonly at: string; readonly round: TimelineRound }
  | { readonly type: 'entry'; readonly at: string; readonly entry: PersonAction }
  | { readonly type: 'diagnostics'; readonly at: string; readonly run: DiagnosticsRun }
  | { readonly type: 'alert_ended'; readonly at: string; readonly alert: TimelineAlert }
  | { readonly type: 'ended'; readonly at: string; readonly reason: string | null }
  | { readonly type: 'corrected'; readonly at: string; readonly correction: Correction }
  | { readonly type: 'next'; readonly at: string; readonly step: number; readonly isFirst: boolean }
  | { readonly type: 'closes'; readonly at: string }

interface TimelineInput {
  readonly incident: Pick<Incident, 'start_time' | 'end_time' | 'end_reason' | 'closes_at'>
  readonly timeline: IncidentTimeline
  readonly decidingAnalyses: { readonly start: readonly Analysis[]; readonly end: readonly Analysis[] }
  readonly corrections: readonly Correction[]
}

/** Returns everything that is known about an incident in chronological order. */
export function buildTimeline({
  incident,
  timeline,
  decidingAnalyses,
  corrections,
}: TimelineInput): readonly TimelineEntry[] {
  const { start_time, end_time, end_reason, closes_at } = incident
  const { alerts, causes, notifications, entries } = timeline
  const unsorted: TimelineEntry[] = [
    ...[...decidingAnalyses.start, ...decidingAnalyses.end].map(
      (analysis) => ({ type: 'analysis', at: analysis.time, analysis }) as const,
    ),
    { type: 'started', at: start_time },
    ...alerts.flatMap((alert) => buildAlertEntries(alert, incident)),
    ...causes.flatMap(buildCauseEntries),
    ...buildRounds(notifications),
    ...buildPersonEntries(entries),
    ...buildDiagnosticsRuns(entries),
    ...(end_time === null ? [] : [{ type: 'ended', at: end_time, reason: end_reason } as const]),
    ...corrections.map((correction) => ({ type: 'corrected', at: correction.created_at, correction }) as const),
    ...(end_time === null ? buildNextSteps(timeline) : []),
    ...(end_time === null && closes_at !== null ? [{ type: 'closes', at: closes_at } as const] : []),
  ]
  return unsorted.toSorted((one, other) => getTime(one) - getTime(other) || typeRanks[one.type] - typeRanks[other.type])
}

/**
 * The start and the end of an alert are separate entries, unless they are those of the incident. An alert without a
 * rule, for legacy notifications, has none: it is the outage itself.
 */
function buildAlertEntries(alert: TimelineAlert, { start_time, end_time }: TimelineInput['incident']): TimelineEntry[] {
  const { event_id = null, start_time: start = '', end_time: end = null, held_until = null, decided_at = '' } = alert
  const hasRule = event_id !== null
  return [
    ...(hasRule && start !== start_time ? [{ type: 'alert_started', at: start, alert } as const] : []),
    ...(held_until === null ? [] : [{ type: 'held', at: decided_at, until: held_until } as const]),
    ...(hasRule && end !== null && end !== end_time ? [{ type: 'alert_ended', at: end, alert } as const] : []),
  ]
}

/** A cause may have started before the incident, and may last longer. */
function buildCauseEntries(cause: TimelineCause): TimelineEntry[] {
  const { start_time = '', end_time = null } = cause
  return [
    { type: 'cause_started', at: start_time, cause },
    ...(end_time === null ? [] : [{ type: 'cause_ended', at: end_time, cause } as const]),
  ]
}

/** The order of entries with the same time: causes come before effects. */
const typeRanks: Readonly<Record<TimelineEntry['type'], number>> = {
  cause_started: 0,
  analysis: 1,
  started: 2,
  alert_started: 3,
  held: 4,
  cause_ended: 5,
  alert_ended: 6,
  ended: 7,
  entry: 8,
  diagnostics: 9,
  notified: 10,
  corrected: 11,
  next: 12,
  closes: 13,
}

const getTime = ({ at }: TimelineEntry): number => Date.parse(at)

function buildRounds(notifications: readonly TimelineNotification[]): TimelineEntry[] {
  const rounds = new Map<string, TimelineNotification[]>()
  for (const notification of notifications) {
    const key = [notification.kind, notification.escalation_id, notification.repeat_number].join()
    rounds.set(key, [...(rounds.get(key) ?? []), notification])
  }
  return [...rounds.values()].map((round) => {
    const [first] = round
    return {
      type: 'notified',
      // A round has the time of its first notification, even if another one was retried for an hour.
      at: round.map(({ time = '' }) => time).toSorted((one, other) => Date.parse(one) - Date.parse(other))[0] ?? '',
      round: {
        kind: first?.kind ?? 'start',
        repeat: first?.repeat_number ?? 0,
        step: first?.escalation_id ?? null,
        notifications: round,
      },
    }
  })
}

const buildPersonEntries = (entries: readonly IncidentEntry[]): TimelineEntry[] =>
  entries.flatMap(({ kind = 'note', author = '', text = '', created_at: at = '' }) =>
    kind === 'diagnostic' ? [] : [{ type: 'entry' as const, at, entry: { kind, author, text } }],
  )

/** One run from several sensors is one entry. */
function buildDiagnosticsRuns(entries: readonly IncidentEntry[]): TimelineEntry[] {
  const runs = Map.groupBy(
    entries.filter(({ kind }) => kind === 'diagnostic'),
    ({ author, created_at, diagnostic_kind, diagnostic_address }) =>
      JSON.stringify([author, created_at, diagnostic_kind, diagnostic_address]),
  )
  return [...runs.values()].flatMap((run) => {
    const [first] = run
    if (!first?.diagnostic_kind) return []
    const results = run.flatMap(({ diagnostic_id: id, diagnostic_sensor_id: sensor }) =>
      id && sensor ? [{ id, sensor }] : [],
    )
    const { author = '', diagnostic_kind: kind, diagnostic_address: address = null, created_at: at = '' } = first
    return [{ type: 'diagnostics', at, run: { author, kind, address, results } }]
  })
}

/** Returns the next notifications of an open incident, by step. */
const buildNextSteps = ({ escalations }: IncidentTimeline): TimelineEntry[] =>
  escalations.flatMap(({ escalation_id = 0, status, next_time, sent = 0 }) =>
    next_time && status !== 'finished'
      ? [{ type: 'next' as const, at: next_time, step: escalation_id, isFirst: sent === 0 }]
      : [],
  )

/** Returns the timeline of an incident whose escalation has stopped: no step notifies next. */
export const omitNextSteps = (timeline: IncidentTimeline): IncidentTimeline => ({
  ...timeline,
  escalations: timeline.escalations.map((step) => ({ ...step, next_time: null })),
})

interface NextStep {
  readonly id: number
  readonly name: string
  readonly at: string
  /** Whether the step has already sent notifications. */
  readonly isReminder: boolean
}

/** Returns the escalation step that notifies next, if one is left. */
export function findNextStep({ escalations }: Pick<IncidentTimeline, 'escalations'>): NextStep | undefined {
  return escalations
    .flatMap(({ escalation_id = 0, name = '', status, next_time, sent = 0 }) =>
      next_time && status !== 'finished' ? [{ id: escalation_id, name, at: next_time, isReminder: sent > 0 }] : [],
    )
    .toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))[0]
}
