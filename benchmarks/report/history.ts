import type { Database } from '@wachta/database'
import { getLastReportPeriod } from '@wachta/domain'
import { computeServiceRollups } from '@wachta/reporter'
import { addPackage } from '@wachta/testing/api/accounts'
import { addMonitoringRevision, addSensors, buildCheck, storeAnalyses } from '@wachta/testing/api/history'
import { addGroup, addHolder, addServices } from '@wachta/testing/api/watched'
import { type RawBuilder, sql } from 'kysely'

const halfHourMs = 1_800_000
const dayMs = 86_400_000
const servicesPerGroup = 20
const zone = 'Europe/Warsaw'

export interface ReportedMonth {
  readonly owner: number
  readonly groups: readonly number[]
  readonly period: { readonly start: number; readonly end: number }
}

/**
 * Creates an account with services in groups of 20, and the last whole month of each: a check every half hour by 3
 * sensors. The product's own code creates and rolls up the histories of the first group; the other groups have copies.
 */
export async function fillMonth(db: Database, services: number): Promise<ReportedMonth> {
  const period = getLastReportPeriod('monthly', zone, Date.now())
  await addPackage(db, { services })
  await db.query(sql`update package set monthly_reports_limit = 1000000`)
  const holder = await addHolder(db)
  await db.query(
    sql`update account set email_address = 'reports@example.com', is_activated = true where id = ${holder.id}`,
  )
  await db.query(sql`insert into service_type (id, position, is_runnable, name, description, category_id, address_format, default_interval, supports_steps, artifact_type_ids)
values ('http', 1, true, '{}', '{}', 'default', '{}', 60, false, '{}') on conflict do nothing`)
  const sensors = await addSensors(db, 3)
  const groups: number[] = []
  const ids: number[] = []
  for (let count = 0; count < services; count += servicesPerGroup) {
    const group = await addGroup(db, holder)
    groups.push(group)
    ids.push(...(await addServices(db, group, servicesPerGroup)))
  }
  await db.query(sql`update service set created_at = ${new Date(period.start - 90 * dayMs)}`)
  for (const id of ids) await addMonitoringRevision(db, id, sensors, new Date(period.start - 90 * dayMs))
  const firstGroupIds = ids.slice(0, servicesPerGroup)
  const [from, to] = [Math.floor(period.start / dayMs) * dayMs, Math.ceil(period.end / dayMs) * dayMs]
  for (const [index, id] of firstGroupIds.entries())
    await storeAnalyses(db, id, sensors, buildAnalyses(index, sensors, { from, to }))
  for (const size of ['hour', 'day'] as const) await computeServiceRollups(db, firstGroupIds, { size, from, to })
  await copyHistories(db, { firstGroupIds, others: ids.slice(servicesPerGroup), edges: [from, to - dayMs] })
  await addStatuses(db, period)
  await db.query(sql`insert into rollup_progress (size, done_to) select s, ${new Date(to)} from unnest('{m,h,d}'::"char"[]) s
on conflict (size) do update set done_to = excluded.done_to`)
  await db.query(sql`vacuum analyze`)
  return { owner: holder.id, groups, period }
}

function buildAnalyses(index: number, sensors: readonly number[], { from, to }: { from: number; to: number }) {
  return Array.from({ length: (to - from) / halfHourMs }, (_, slotIndex) => ({
    time: from + slotIndex * halfHourMs,
    checks: sensors.map((sensor, rank) =>
      buildCheck(sensor, { response_time: 40 + ((slotIndex * 7919 + rank * 104_729 + index * 613) % 977) }),
    ),
  }))
}

interface Copies {
  readonly firstGroupIds: readonly number[]
  readonly others: readonly number[]
  /** The days at both ends that no rollup covers in the time zone of the reports; only there reports read analyses. */
  readonly edges: readonly number[]
}

/** Copies the histories of the first group to each other group. */
async function copyHistories(db: Database, { firstGroupIds, others, edges }: Copies): Promise<void> {
  const days = edges.map((day) => new Date(day).toISOString().slice(0, 10))
  for (let offset = 0; offset < others.length; offset += firstGroupIds.length) {
    const copies = sql`unnest(${firstGroupIds}::bigint[], ${others.slice(offset, offset + firstGroupIds.length)}::bigint[]) as c("of", id)`
    await copyRows(db, { table: 'rollup', copies, where: sql`true` })
    await copyRows(db, {
      table: 'analysis',
      copies,
      where: sql`(t.time at time zone 'UTC')::date = any(${days}::date[])`,
    })
  }
}

interface TableCopy {
  readonly table: string
  readonly copies: RawBuilder<unknown>
  readonly where: RawBuilder<unknown>
}

async function copyRows(db: Database, { table, copies, where }: TableCopy): Promise<void> {
  const columns = await db.query(sql<{ name: string }>`select attname as name from pg_attribute
where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attname <> 'service_id' and attgenerated = '' order by attnum`)
  const names = sql.join(columns.map(({ name }) => sql.ref(name)))
  const values = sql.join(columns.map(({ name }) => sql.ref(`t.${name}`)))
  await db.query(sql`insert into ${sql.table(table)} (service_id, ${names}) select c.id, ${values}
from ${copies} join ${sql.table(table)} t on t.service_id = c.of where ${where}`)
}

/** Adds three failures in the month, at different times for each service. */
async function addStatuses(db: Database, { start, end }: { start: number; end: number }): Promise<void> {
  await db.query(sql`insert into status_change (service_id, owner_id, status, start_time, end_time)
select v.id, v.owner_id, s.status, s.start_time, s.end_time from service v, lateral (
  select ${new Date(start)}::timestamptz + make_interval(hours => 24 + (v.id * 7 % 100)::int) as a) f, lateral (values
  ('ok', ${new Date(start - 90 * dayMs)}::timestamptz, a), ('failure', a, a + interval '11 minutes'),
  ('ok', a + interval '11 minutes', a + interval '200 hours'), ('failure', a + interval '200 hours', a + interval '203 hours'),
  ('ok', a + interval '203 hours', a + interval '400 hours'), ('failure', a + interval '400 hours', a + interval '401 hours'),
  ('ok', a + interval '401 hours', ${new Date(end + dayMs)}::timestamptz), ('ok', ${new Date(end + dayMs)}::timestamptz, null)) s(status, start_time, end_time)`)
}
