import type { Database } from '@wachta/database'
import { sql } from 'kysely'
import type { Configuration } from './configuration.ts'
import type { StoredIncident } from './incidents.ts'
import type { Period } from './period.ts'
import type { Arrival } from './sinks.ts'

/** A stored notification. */
export interface RecordedNotification {
  readonly id: number
  readonly incident_id: number
  readonly service_id: number
  readonly service: string | null
  readonly channel: string
  readonly kind: 'start' | 'end'
  readonly status: 'pending' | 'sent' | 'failed' | 'suppressed'
  readonly reason: string | null
  readonly created: number
}

export interface NotificationFacts {
  readonly incidents: readonly StoredIncident[]
  readonly configuration: Configuration
  readonly arrivals: readonly Arrival[]
  readonly records: readonly RecordedNotification[]
  readonly channels: readonly string[]
  /** When each notifier died. */
  readonly deaths: ReadonlyMap<string, readonly number[]>
  /** When PostgreSQL was unavailable. */
  readonly outages: readonly Period[]
  /** When the database was restored to an earlier state. */
  readonly rewinds: readonly Rewind[]
}

/** From the start of a backup to its restore. */
export interface Rewind extends Period {
  /** When the backup was complete: changes between its start and this time may or may not be in it. */
  readonly complete: number
}

export interface ComparedNotifications {
  readonly missing: readonly string[]
  readonly extra: readonly string[]
  readonly duplicate: readonly string[]
  /** The number of arrived messages, and of copies that the death of a notifier explains. */
  readonly arrived: number
  readonly copies: number
}

export const readRecords = (db: Database): Promise<RecordedNotification[]> =>
  db.query(sql<RecordedNotification>`select n.id, occurrence_id as incident_id, n.service_id, v.name as service, channel_id as channel, kind,
  n.status, n.reason, (extract(epoch from n.created_at) * 1000)::int8 as created
from notification n left join service v on v.id = n.service_id where n.event_id = 1 order by n.id`)

/** Compares the messages that should have arrived for every incident with those that did. */
export function compareNotifications(facts: NotificationFacts): ComparedNotifications {
  const arrived = Map.groupBy(facts.arrivals, ({ channel, id }) => `${channel} ${id}`)
  const recordsByKey = new Map(facts.records.map((record) => [`${record.channel} n${record.id}`, record]))
  const findings = { missing: findLost(facts, arrived), extra: [] as string[], duplicate: [] as string[], copies: 0 }
  for (const [key, copies] of arrived) {
    const [first] = copies
    if (first === undefined) continue
    const record = recordsByKey.get(key.replace(/ .*(n\d+)$/, ' $1'))
    if (record === undefined || (record.service !== null && record.service !== `svc-${first.service}`)) {
      if (!isRewound(first.at, facts.rewinds))
        findings.extra.push(`${key} about ${first.service} arrived at ${first.at} and is on no record`)
    }
    const unexplained = copies.slice(0, -1).filter((copy, index) => !isExplained(copy, copies[index + 1], facts))
    findings.copies += copies.length - 1 - unexplained.length
    for (const { sender, at } of unexplained)
      findings.duplicate.push(
        `${key} was sent by ${sender} at ${at} and again at ${copies.map((each) => each.at).join()}`,
      )
  }
  return { ...findings, arrived: arrived.size }
}

/**
 * Returns missing messages: every address is notified of the start of every incident, and of its end unless a pause
 * ended it.
 */
function findLost(facts: NotificationFacts, arrived: ReadonlyMap<string, readonly Arrival[]>): string[] {
  const complete = facts.rewinds.map(({ complete: from, to }) => ({ from, to }))
  // Messages sent before the database was restored are about rows that no longer exist, and their ids are used again.
  const notRewound = [...arrived].filter(([, copies]) => copies.some(({ at }) => !isRewound(at, complete)))
  const suffixes = new Set(notRewound.map(([key]) => key.replace(/ .*(n\d+)$/, ' $1')))
  const recordsByIncident = Map.groupBy(
    facts.records,
    ({ incident_id, channel, kind }) => `${incident_id} ${channel} ${kind}`,
  )
  const lines: string[] = []
  for (const incident of facts.incidents)
    for (const channel of facts.channels)
      for (const kind of listKinds(incident)) {
        const records = recordsByIncident.get(`${incident.id} ${channel} ${kind}`) ?? []
        if (records.some(({ id }) => suffixes.has(`${channel} n${id}`))) continue
        if (records.some((record) => isSuppressedRightly(record, facts))) continue
        const recorded = records.map(({ id, status, reason }) => `${id} ${status} ${reason ?? ''}`).join() || 'nothing'
        lines.push(`${kind} of incident ${incident.id} of ${incident.service_id} by ${channel}; on record: ${recorded}`)
      }
  return lines
}

const listKinds = ({ end, reason }: StoredIncident): ('start' | 'end')[] =>
  end === null || reason !== 'recovered' ? ['start'] : ['start', 'end']

/**
 * Whether a notification was rightly suppressed: paused services cause none, and only addresses that were notified of
 * the start are notified of the end.
 */
function isSuppressedRightly(
  { status, reason, service_id, created }: RecordedNotification,
  facts: NotificationFacts,
): boolean {
  if (status !== 'suppressed') return false
  if (reason === 'not_told_of_start') return true
  const revisions = facts.configuration.get(service_id) ?? []
  return (
    reason === 'service_paused' &&
    revisions.some(({ is_active, from, to }) => !is_active && from - 1_000 <= created && created <= to + 1_000)
  )
}

const isRewound = (at: number, rewinds: readonly Period[]): boolean =>
  rewinds.some(({ from, to }) => from <= at && at <= to)

/** The longest time until a notifier records an accepted message, and the largest difference between process clocks. */
const recordDelayMs = 3_000
const clockToleranceMs = 1_000

/**
 * Whether a copy is allowed: its sender died before it could record the first one as accepted, or PostgreSQL was killed
 * then.
 */
function isExplained(
  copy: Arrival,
  next: Arrival | undefined,
  { deaths, outages, rewinds }: NotificationFacts,
): boolean {
  const earliest = copy.at - clockToleranceMs
  const isAway = ({ from, to }: Period) => from <= copy.at + recordDelayMs && earliest <= to
  if (outages.some(isAway)) return true
  if (isRewound(copy.at, rewinds)) return true
  return (deaths.get(copy.sender) ?? []).some(
    (death) => earliest <= death && death <= Math.min(next?.at ?? 0, copy.at + recordDelayMs),
  )
}
