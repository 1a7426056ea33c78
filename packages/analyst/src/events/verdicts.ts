import type { Database } from '@wachta/database'
import { type RawBuilder, sql } from 'kysely'
import { type FencedLease, fence } from '../store/fenced.ts'
import { lockServices } from '../store/write-service-statuses.ts'
import { afterSignals } from './alert-update.ts'
import { lockRules } from './rules.ts'
import { lockAlertStates, readAlertStates, type StoredAlertState } from './stored-alert-state.ts'
import type { Subject } from './subject.ts'
import { type AlertListener, writeAlertUpdates } from './write-alert-updates.ts'

/** Whether the condition of a rule holds now on a subject; undefined if that is not known. */
export interface RuleVerdict {
  readonly subject: Subject
  readonly holds: boolean | undefined
}

export interface VerdictOptions extends FencedLease, AlertListener {
  readonly database: Database
  readonly now: number
}

const verdictsPerTransaction = 1_000

/** Stores the verdicts that differ from the stored state, and starts and ends alerts. */
export async function applyVerdicts(options: VerdictOptions, verdicts: readonly RuleVerdict[]): Promise<void> {
  const known = verdicts.filter(({ holds }) => holds !== undefined)
  if (known.length === 0) return
  const stored = bySubject(await readAlertStates(options.database, isAbout(known)))
  const differing = known.filter(({ subject, holds }) =>
    differsFromStored(stored.get(toKey(subject)), subject, holds === true),
  )
  for (let from = 0; from < differing.length; from += verdictsPerTransaction)
    await store(options, differing.slice(from, from + verdictsPerTransaction))
}

/** No row is stored for a sensor that was never lost: there are many, and they are hardly ever lost. */
const differsFromStored = (before: StoredAlertState | undefined, { sensor_id }: Subject, holds: boolean): boolean =>
  before === undefined ? holds || sensor_id === null : before.state.signal !== holds

async function store(options: VerdictOptions, verdicts: readonly RuleVerdict[]): Promise<void> {
  const { database, now } = options
  const written = await database.transaction(async (tx) => {
    await fence(tx, options)
    const services = await lockServices(tx, [...new Set(verdicts.map(({ subject }) => subject.service_id))])
    const rules = new Set((await lockRules(tx, { ids: eventIds(verdicts) })).map(({ id }) => id))
    const present = verdicts.filter(
      ({ subject }) => services.has(subject.service_id) && rules.has(subject.event_id ?? 0),
    )
    const stored = bySubject(await lockAlertStates(tx, isAbout(present)))
    const updates = present.map(({ subject, holds }) => {
      const signal = holds ? 'holds' : 'over'
      return afterSignals(subject, stored.get(toKey(subject)), [{ at: now, signal }])
    })
    return writeAlertUpdates(tx, updates, { now, held_until: null })
  })
  options.onAlerts?.(written)
}

function isAbout(verdicts: readonly RuleVerdict[]): RawBuilder<boolean> {
  const services = [...new Set(verdicts.map(({ subject }) => subject.service_id))]
  return sql<boolean>`s.service_id = any(${services}) and s.event_id = any(${eventIds(verdicts)})`
}

const bySubject = (rows: readonly StoredAlertState[]): ReadonlyMap<string, StoredAlertState> =>
  new Map(rows.map((row) => [toKey(row), row]))

const eventIds = (verdicts: readonly RuleVerdict[]): number[] => [
  ...new Set(verdicts.flatMap(({ subject }) => subject.event_id ?? [])),
]

const toKey = ({ service_id, event_id, sensor_id }: Subject): string => `${service_id} ${event_id} ${sensor_id ?? ''}`
