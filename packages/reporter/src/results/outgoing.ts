import type { Queryable, Transaction } from '@wachta/database'
import { sql } from 'kysely'
import type { OutgoingAnalysis } from './payload.ts'

/** The service id of the row that stores the time from which analyses are sent. */
const startRowId = 0

/** Takes the lock that lets only one reporter send at a time, until the transaction ends. */
export async function tryLockSending(tx: Transaction): Promise<boolean> {
  const [row] = await tx.query(
    sql<{ locked: boolean }>`select pg_try_advisory_xact_lock(hashtext('wachta result export')) as locked`,
  )
  return row?.locked === true
}

/** Stores the start time once: analyses from before sending was configured are not sent. */
export async function beginSending(db: Queryable, now: Date): Promise<void> {
  await db.query(
    sql`insert into result_export (service_id, exported_to) values (${startRowId}, ${now}) on conflict do nothing`,
  )
}

/**
 * Loads analyses that are not sent yet, starting with the services that wait longest. Analyses of a service are stored
 * in order of time, so one time per service records the progress. Analyses with custom settings (kind `c`) are left
 * out, because they say nothing about the service.
 */
export async function loadOutgoing(
  db: Queryable,
  limit: { services: number; perService: number },
): Promise<OutgoingAnalysis[]> {
  return db.query(sql<OutgoingAnalysis>`with news as materialized (
  select v.id, v.owner_id, v.type_id, greatest(p.exported_to, b.exported_to) as since
  from service_state s join service v on v.id = s.service_id cross join result_export b left join result_export p on p.service_id = v.id
  where b.service_id = ${startRowId} and s.last_time > greatest(p.exported_to, b.exported_to)
  order by since limit ${limit.services})
select n.id as service_id, n.owner_id as account_id, n.type_id, (extract(epoch from a.time) * 1000)::int8 as time, a.failure,
  a.ok_checks_count as ok, a.error_checks_count as error, a.unknown_checks_count as unknown, a.checks
from news n cross join lateral (select * from analysis a where a.service_id = n.id and a.time > n.since and a.kind <> 'c'
  order by a.time limit ${limit.perService}) a order by n.id, a.time`)
}

/** Records these analyses as sent. */
export async function saveSent(db: Queryable, sent: readonly OutgoingAnalysis[]): Promise<void> {
  const times = new Map(sent.map(({ service_id, time }) => [service_id, new Date(time)]))
  await db.query(sql`insert into result_export (service_id, exported_to)
select * from unnest(${[...times.keys()]}::bigint[], ${[...times.values()]}::timestamptz[])
on conflict (service_id) do update set exported_to = greatest(result_export.exported_to, excluded.exported_to)`)
}

/** Deletes the progress of deleted services. */
export async function deleteSendingProgress(db: Queryable): Promise<void> {
  await db.query(
    sql`delete from result_export p where p.service_id <> ${startRowId} and not exists (select from service v where v.id = p.service_id)`,
  )
}

/** Returns the age of the oldest unsent analysis in seconds; 0 if all are sent. */
export async function readSendingAge(db: Queryable): Promise<number> {
  const [oldest] = await db.query(sql<{ age: number }>`select
  coalesce(greatest(extract(epoch from now() - min(greatest(p.exported_to, b.exported_to))), 0), 0)::float8 as age
from service_state s cross join result_export b left join result_export p on p.service_id = s.service_id
where b.service_id = ${startRowId} and s.last_time > greatest(p.exported_to, b.exported_to)`)
  return oldest?.age ?? 0
}
