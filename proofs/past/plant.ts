import type { Database, Transaction } from '@wachta/database'
import { sql } from 'kysely'
import type { PlantedHistory, ZonePeriod } from './history.ts'

/** Writes the record of a service as if it had been made over the last days. */
export async function plantHistory(
  db: Database,
  history: PlantedHistory,
  zones: readonly ZonePeriod[],
  madeAt: number,
): Promise<void> {
  await db.transaction(async (tx) => {
    await plantZones(tx, history.service, zones)
    await plantRaw(tx, history)
    await plantSuspensions(tx, history)
    for (const [index, { id, start, end, status }] of history.corrections.entries())
      await tx.query(sql`insert into correction (id, service_id, start_time, end_time, status, created_at)
values (${id}, ${history.service}, ${toDate(start)}, ${toDate(end)}, ${status}, ${toDate(madeAt + index)})`)
  })
}

const toDate = (time: number) => new Date(time)
const toDateOr = (time: number | null, otherwise: string) => (time === null ? otherwise : toDate(time))

async function plantZones(tx: Transaction, service: number, zones: readonly ZonePeriod[]): Promise<void> {
  const [owner] = await tx.query(sql<{ id: number; count: number }>`select owner_id as id,
  (select count(*) from account_time_zone_version z where z.account_id = v.owner_id and z.valid_to = ${toDate(zones[0]?.valid_to ?? 0)})
from service v where id = ${service}`)
  if (!owner || owner.count > 0) return
  const current = zones.at(-1)
  await tx.query(sql`update account set time_zone_id = ${current?.time_zone_id} where id = ${owner.id}`)
  await tx.query(sql`delete from account_time_zone_version where account_id = ${owner.id}`)
  for (const { time_zone_id, valid_from, valid_to } of zones)
    await tx.query(sql`insert into account_time_zone_version (account_id, time_zone_id, valid_from, valid_to)
values (${owner.id}, ${time_zone_id}, ${toDateOr(valid_from, '-infinity')}, ${toDateOr(valid_to, 'infinity')})`)
}

/** The first revision begins before the horizon, so that the service existed all the time. */
async function plantRaw(tx: Transaction, { service, statuses, inactive }: PlantedHistory): Promise<void> {
  await tx.query(sql`delete from service_revision where service_id = ${service}`)
  const [first] = statuses
  const [inactivePeriod] = inactive
  const begin = (first?.start ?? 0) - 3_600_000
  const periods = inactivePeriod
    ? [
        { from: begin, to: inactivePeriod.start, active: true },
        { from: inactivePeriod.start, to: inactivePeriod.end, active: false },
        { from: inactivePeriod.end, to: null, active: true },
      ]
    : [{ from: begin, to: null, active: true }]
  for (const [index, { from, to, active }] of periods.entries())
    await tx.query(sql`insert into service_revision (service_id, revision, owner_id, group_id, type_id, effective_from, effective_to, is_active,
  interval_ms, phase_ms, timeout_ms, spread_ms, error_tolerance, sensor_ids, step_count, configuration)
select id, ${index + 1}, owner_id, group_id, type_id, ${toDate(from)}, ${to === null ? null : toDate(to)}, ${active}, 60000, 0, 1000, 0, 51, '{1}', 1,
  jsonb_build_object('address', address, 'extended_settings', extended_settings, 'secrets', secrets) from service where id = ${service}`)
  for (const [place, { start, end, status }] of statuses.entries())
    await tx.query(sql`insert into status_change (service_id, status, start_time, end_time)
values (${service}, ${status}, ${toDate(start)}, ${place === statuses.length - 1 ? null : toDate(end)})`)
}

/** The row has the values of its newest version; if that has ended, the suspension was deleted. */
async function plantSuspensions(tx: Transaction, { service, oneOff, weekly }: PlantedHistory): Promise<void> {
  for (const { id, versions } of oneOff) {
    const newest = versions.at(-1)
    if (newest && newest.valid_to === null)
      await tx.query(sql`insert into suspension (id, service_id, start_time, end_time, only_notifications)
values (${id}, ${service}, ${toDate(newest.start)}, ${toDate(newest.end)}, ${newest.only_notifications})`)
    await tx.query(sql`delete from suspension_version where suspension_id = ${id}`)
    for (const one of versions)
      await tx.query(sql`insert into suspension_version (suspension_id, service_id, valid_from, valid_to, start_time, end_time, only_notifications)
values (${id}, ${service}, ${toDate(one.valid_from)}, ${toDateOr(one.valid_to, 'infinity')}, ${toDate(one.start)}, ${toDate(one.end)}, ${one.only_notifications})`)
  }
  for (const { id, versions } of weekly) {
    const newest = versions.at(-1)
    if (newest && newest.valid_to === null)
      await tx.query(sql`insert into weekly_suspension (id, service_id, start_minute, end_minute, only_notifications)
values (${id}, ${service}, ${newest.start_minute}, ${newest.end_minute}, ${newest.only_notifications})`)
    await tx.query(sql`delete from weekly_suspension_version where weekly_suspension_id = ${id}`)
    for (const one of versions)
      await tx.query(sql`insert into weekly_suspension_version (weekly_suspension_id, service_id, valid_from, valid_to, start_minute, end_minute, only_notifications)
values (${id}, ${service}, ${toDate(one.valid_from)}, ${toDateOr(one.valid_to, 'infinity')}, ${one.start_minute}, ${one.end_minute}, ${one.only_notifications})`)
  }
}
