import { type CheckType, findCheckType } from '@wachta/checks'
import { findFreeSlot, hourMs, type SlotPlan, toAnalysisId } from '@wachta/domain'
import { type AuditedWrite, type Call, reject, type Values } from '@wachta/resource'
import { sql } from 'kysely'

/** The number of manual checks per account and hour. */
const maxForcedPerHour = 1000

/** The settings of a manual check. */
export interface ForcedAnalysisInput {
  /** f: with the settings of the service; c: with custom settings, so that it does not affect the status. */
  readonly kind: 'f' | 'c'
  readonly start: Date
  readonly sensor_ids?: readonly number[]
  /** The custom address, settings and sealed secrets. */
  readonly configuration?: Values
  readonly error_tolerance?: number
  readonly timeout_ms?: number
}

interface NewestRevision {
  readonly revision: number
  readonly sensor_ids: readonly number[]
  readonly error_tolerance: number
  readonly timeout_ms: number
}

/**
 * Orders a manual check and returns the id of its analysis. The id is its time, which must not be a slot of the service
 * or the time of another analysis; inserting the row reserves it. The planner reads the row and instructs the sensors.
 */
export async function forceAnalysis(service: Values, forced: ForcedAnalysisInput, call: Call): Promise<string> {
  const id = Number(service['id'])
  if (service['is_archived']) reject('service_is_archived')
  const type: CheckType | undefined = findCheckType(String(service['type_id']))
  const newest = await loadNewestRevision(id, call)
  const sensors = forced.sensor_ids ?? newest?.sensor_ids ?? []
  if (type?.run === undefined || newest === undefined || sensors.length === 0) return reject('nothing_to_check_with')
  const plans = await loadPlans(id, call)
  for (let from = forced.start.getTime(); ; from += 1) {
    const time = new Date(findFreeSlot(plans, from))
    const [inserted] =
      await call.db.query(sql`insert into forced_analysis (service_id, time, kind, sensor_ids, revision, error_tolerance, timeout_ms,
  configuration, start_time, requested_by, requested_at)
values (${id}, ${time}, ${forced.kind}, ${sensors}, ${newest.revision}, ${forced.error_tolerance ?? newest.error_tolerance},
  ${forced.timeout_ms ?? newest.timeout_ms}, ${forced.configuration ? JSON.stringify(forced.configuration) : null}::jsonb, ${forced.start},
  ${call.caller.accountId}, ${call.now})
on conflict do nothing returning time`)
    if (!inserted) continue
    const analysis_id = toAnalysisId(time.getTime())
    await call.record(toAuditedWrite(service, analysis_id, forced))
    return analysis_id
  }
}

/** Builds the audit entry, without custom settings, because they can contain data that not all readers may see. */
const toAuditedWrite = (service: Values, analysis_id: string, { kind }: ForcedAnalysisInput): AuditedWrite => ({
  resource: 'forced_analysis',
  id: analysis_id,
  accountId: Number(service['owner_id']),
  before: null,
  after: { service_id: service['id'], is_custom: kind === 'c' },
})

/** Rejects manual checks beyond the hourly limit. The account must be locked, so that concurrent requests count too. */
export async function rejectTooManyForced(owner: number, count: number, { db, now }: Call): Promise<void> {
  const [used] = await db.query(sql<{
    count: number
  }>`select count(*) from forced_analysis f join service v on v.id = f.service_id
where v.owner_id = ${owner} and f.requested_at > ${new Date(now.getTime() - hourMs)}`)
  if (Number(used?.count) + count > maxForcedPerHour) reject('too_many_for_now', undefined, { limit: maxForcedPerHour })
}

async function loadNewestRevision(id: number, { db }: Call): Promise<NewestRevision | undefined> {
  const [newest] =
    await db.query(sql<NewestRevision>`select revision, sensor_ids, error_tolerance, timeout_ms from service_revision
where service_id = ${id} order by revision desc limit 1`)
  return newest
}

/** Loads the current and future revisions, whose slots are taken. */
async function loadPlans(id: number, { db, now }: Call): Promise<SlotPlan[]> {
  return db.query(sql<SlotPlan>`select revision, effective_from, effective_to, is_active, interval_ms, phase_ms from service_revision
where service_id = ${id} and (effective_to is null or effective_to > ${now})`)
}
