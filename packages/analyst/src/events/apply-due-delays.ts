import type { Database, Queryable } from '@wachta/database'
import { sql } from 'kysely'
import { type FencedLease, fence } from '../store/fenced.ts'
import { isInShard } from '../store/load.ts'
import { lockServices } from '../store/write-service-statuses.ts'
import { type AlertUpdate, applyDelays } from './alert-update.ts'
import { readHoldEnd } from './mass-change.ts'
import { listKindsThatWatch, readServices, toLegacySubject } from './rules.ts'
import { lockAlertStates, type StoredAlertState, toEpochMs } from './stored-alert-state.ts'
import type { Subject } from './subject.ts'
import { type AlertListener, writeAlertUpdates } from './write-alert-updates.ts'

export interface DueOptions extends FencedLease, AlertListener {
  readonly database: Database
  readonly now: number
  /** Returns the time up to which all analyses of a service are stored; undefined for a service of another shard. */
  readonly knownUntil: (service_id: number) => number | undefined
}

/** A stored alert with a delay that is over. */
interface DueAlert {
  readonly service_id: number
  readonly due: number
  /** Whether its rule watches the status of the service. */
  readonly watchesStatus: boolean
}

const servicesPerTransaction = 1_000

/**
 * Starts and ends the alerts whose delay is over, of the services of a shard; those about lost sensors are left to
 * `judgeSensorRules`. Rules about the status wait until all analyses up to the due time are stored, because a slot that
 * is still open may change the status. Returns the number of services whose alerts were processed.
 */
export async function applyDueDelays(options: DueOptions): Promise<number> {
  const { database, shard, now } = options
  const due = await database.query(sql<DueAlert>`select s.service_id, ${toEpochMs(sql`s.due_at`)} as due,
  s.event_id is null or e.kind = any(${listKindsThatWatch('status')}) as "watchesStatus"
from event_status s left join event e on e.id = s.event_id
where s.due_at <= ${new Date(now)} and s.sensor_id is null and ${isInShard(sql`s.service_id`, shard)} order by s.due_at`)
  const ready = due.filter(
    ({ service_id, due: at, watchesStatus }) => at <= (watchesStatus ? getKnownUntil(options, service_id) : now),
  )
  const ids = [...new Set(ready.map(({ service_id }) => service_id))]
  for (let from = 0; from < ids.length; from += servicesPerTransaction)
    await applyDelaysToServices(options, ids.slice(from, from + servicesPerTransaction))
  return ids.length
}

const getKnownUntil = ({ now, knownUntil }: DueOptions, service_id: number): number =>
  Math.min(now, knownUntil(service_id) ?? Number.NEGATIVE_INFINITY)

async function applyDelaysToServices(options: DueOptions, ids: readonly number[]): Promise<void> {
  const { database, now } = options
  const counts = await database.transaction(async (tx) => {
    await fence(tx, options)
    const existingIds = [...(await lockServices(tx, ids))]
    const stored = await lockAlertStates(
      tx,
      sql<boolean>`s.service_id = any(${existingIds}) and s.sensor_id is null and s.due_at <= ${new Date(now)}`,
    )
    const subjects = await readLegacySubjects(tx, stored)
    const updates = stored.map((one) => {
      const until = one.watches === 'status' ? getKnownUntil(options, one.service_id) : now
      return applyDelays(subjects.get(one) ?? one, one, until)
    })
    return writeAlertUpdates(tx, updates, {
      now,
      held_until: updates.some(hasStart) ? await readHoldEnd(tx, now) : null,
    })
  })
  options.onAlerts?.(counts)
}

const hasStart = (update: AlertUpdate | undefined): boolean =>
  update?.changes.some(({ kind }) => kind === 'start') ?? false

/** Reads the subjects of legacy notifications: their delays come from the service and are not stored with the alert. */
async function readLegacySubjects(
  db: Queryable,
  stored: readonly StoredAlertState[],
): Promise<ReadonlyMap<StoredAlertState, Subject>> {
  const legacy = stored.filter(({ event_id }) => event_id === null)
  if (legacy.length === 0) return new Map()
  const services = await readServices(db, sql<boolean>`id = any(${legacy.map(({ service_id }) => service_id)})`)
  const byId = new Map(services.map((service) => [service.id, toLegacySubject(service)]))
  return new Map(legacy.map((one) => [one, byId.get(one.service_id) ?? one]))
}
