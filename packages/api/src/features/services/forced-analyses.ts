import { type CheckType, checkType } from '@wachta/checks'
import { analysisId, freeSlot, type SlotPlan } from '@wachta/domain'
import { type Call, reject, type Values, type Written } from '@wachta/resource'
import { sql } from 'kysely'

/** Analyses out of turn that the services of one account may have in an hour. */
const perHour = 1000
const hour = 3_600_000

/** How a service is to be looked at out of turn. */
export interface Forced {
  /** f: as it is watched; c: with settings of its own, which says nothing about the service. */
  readonly kind: 'f' | 'c'
  readonly start: Date
  readonly sensor_ids?: readonly number[]
  /** Address, settings and sealed secrets of its own. */
  readonly configuration?: Values
  readonly error_tolerance?: number
  readonly timeout_ms?: number
}

interface Watched {
  readonly revision: number
  readonly sensor_ids: readonly number[]
  readonly error_tolerance: number
  readonly timeout_ms: number
}

/**
 * Orders an analysis out of turn and says its id. The row comes first: its time is the id, it is no slot of the service,
 * and no other analysis has it. Sensors are told by whoever reads the row.
 */
export async function forceAnalysis(service: Values, forced: Forced, call: Call): Promise<string> {
  const id = Number(service['id'])
  if (service['is_archived']) reject('service_is_archived')
  const type: CheckType | undefined = checkType(String(service['type_id']))
  const watched = await newestRevision(id, call)
  const sensors = forced.sensor_ids ?? watched?.sensor_ids ?? []
  if (type?.run === undefined || watched === undefined || sensors.length === 0) return reject('nothing_to_check_with')
  const plans = await plansOf(id, call)
  for (let from = forced.start.getTime(); ; from += 1) {
    const time = new Date(freeSlot(plans, from))
    const [made] =
      await call.db.query(sql`insert into forced_analysis (service_id, time, kind, sensor_ids, revision, error_tolerance, timeout_ms,
  configuration, start_time, requested_by, requested_at)
values (${id}, ${time}, ${forced.kind}, ${sensors}, ${watched.revision}, ${forced.error_tolerance ?? watched.error_tolerance},
  ${forced.timeout_ms ?? watched.timeout_ms}, ${forced.configuration ? JSON.stringify(forced.configuration) : null}::jsonb, ${forced.start},
  ${call.caller.accountId}, ${call.now})
on conflict do nothing returning time`)
    if (!made) continue
    const analysis_id = analysisId(time.getTime())
    await call.record(toWritten(service, analysis_id, forced))
    return analysis_id
  }
}

/** Settings of its own stay out of the log: they may name what only some may see. */
const toWritten = (service: Values, analysis_id: string, { kind }: Forced): Written => ({
  resource: 'forced_analysis',
  id: analysis_id,
  accountId: Number(service['owner_id']),
  before: null,
  after: { service_id: service['id'], is_custom: kind === 'c' },
})

/** Rejects to do more for an account within an hour than is sensible. Callers of one account come here one after another. */
export async function rejectForcedBeyond(owner: number, count: number, { db, now }: Call): Promise<void> {
  const [used] = await db.query(sql<{
    count: number
  }>`select count(*) from forced_analysis f join service v on v.id = f.service_id
where v.owner_id = ${owner} and f.requested_at > ${new Date(now.getTime() - hour)}`)
  if (Number(used?.count) + count > perHour) reject('too_many_for_now', undefined, { limit: perHour })
}

async function newestRevision(id: number, { db }: Call): Promise<Watched | undefined> {
  const [newest] =
    await db.query(sql<Watched>`select revision, sensor_ids, error_tolerance, timeout_ms from service_revision
where service_id = ${id} order by revision desc limit 1`)
  return newest
}

/** The slots that are already taken: those of the schedule. */
async function plansOf(id: number, { db, now }: Call): Promise<SlotPlan[]> {
  return db.query(sql<SlotPlan>`select revision, effective_from, effective_to, is_active, interval_ms, phase_ms from service_revision
where service_id = ${id} and (effective_to is null or effective_to > ${now})`)
}
