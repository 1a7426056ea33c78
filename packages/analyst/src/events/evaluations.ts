import type { Database } from '@wachta/database'
import { type RawBuilder, sql } from 'kysely'
import { type FencedLease, fence } from '../store/fenced.ts'
import { lockServices } from '../store/write-service-statuses.ts'
import { applySignals } from './alert-update.ts'
import { isMonitored, lockRules, readServices } from './rules.ts'
import { lockAlertStates, readAlertStates, type StoredAlertState } from './stored-alert-state.ts'
import type { Subject } from './subject.ts'
import { type AlertListener, writeAlertUpdates } from './write-alert-updates.ts'

/** Whether an alert rule fires now on a subject; undefined if that is not known. */
export interface RuleEvaluation {
  readonly subject: Subject
  readonly isFiring: boolean | undefined
}

export interface EvaluationOptions extends FencedLease, AlertListener {
  readonly database: Database
  readonly now: number
}

const evaluationsPerTransaction = 1_000

/** Stores the evaluations that differ from the stored state, and starts and ends alerts. */
export async function applyEvaluations(
  options: EvaluationOptions,
  evaluations: readonly RuleEvaluation[],
): Promise<void> {
  const known = evaluations.filter(({ isFiring }) => isFiring !== undefined)
  if (known.length === 0) return
  const stored = indexBySubject(await readAlertStates(options.database, isAbout(known)))
  const differing = known.filter(({ subject, isFiring }) =>
    differsFromStored(stored.get(toKey(subject)), subject, isFiring === true),
  )
  for (let from = 0; from < differing.length; from += evaluationsPerTransaction)
    await storeEvaluations(options, differing.slice(from, from + evaluationsPerTransaction))
}

/** No row is stored for a sensor that was never lost: there are many sensors, and they are hardly ever lost. */
const differsFromStored = (before: StoredAlertState | undefined, { sensor_id }: Subject, isFiring: boolean): boolean =>
  before === undefined ? isFiring || sensor_id === null : before.state.signal !== isFiring

async function storeEvaluations(options: EvaluationOptions, evaluations: readonly RuleEvaluation[]): Promise<void> {
  const { database, now } = options
  const counts = await database.transaction(async (tx) => {
    await fence(tx, options)
    const services = await lockServices(tx, [...new Set(evaluations.map(({ subject }) => subject.service_id))])
    // A service may have been paused meanwhile. It is not evaluated again before the pause ends, so nothing would end
    // an alert that starts now.
    const monitored = new Set(
      (await readServices(tx, sql<boolean>`id = any(${[...services]}) and ${isMonitored}`)).map(({ id }) => id),
    )
    const rules = new Set((await lockRules(tx, { ids: listEventIds(evaluations) })).map(({ id }) => id))
    const present = evaluations.filter(
      ({ subject: { service_id, sensor_id, event_id } }) =>
        (sensor_id === null ? monitored : services).has(service_id) && rules.has(event_id ?? 0),
    )
    const stored = indexBySubject(await lockAlertStates(tx, isAbout(present)))
    const updates = present.map(({ subject, isFiring }) => {
      const signal = isFiring ? 'holds' : 'over'
      return applySignals(subject, stored.get(toKey(subject)), [{ at: now, signal }])
    })
    return writeAlertUpdates(tx, updates, { now, held_until: null })
  })
  options.onAlerts?.(counts)
}

function isAbout(evaluations: readonly RuleEvaluation[]): RawBuilder<boolean> {
  const services = [...new Set(evaluations.map(({ subject }) => subject.service_id))]
  return sql<boolean>`s.service_id = any(${services}) and s.event_id = any(${listEventIds(evaluations)})`
}

const indexBySubject = (rows: readonly StoredAlertState[]): ReadonlyMap<string, StoredAlertState> =>
  new Map(rows.map((row) => [toKey(row), row]))

const listEventIds = (evaluations: readonly RuleEvaluation[]): number[] => [
  ...new Set(evaluations.flatMap(({ subject }) => subject.event_id ?? [])),
]

const toKey = ({ service_id, event_id, sensor_id }: Subject): string => `${service_id} ${event_id} ${sensor_id ?? ''}`
