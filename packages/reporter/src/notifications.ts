import type { Queryable } from '@wachta/database'
import { type RawBuilder, sql } from 'kysely'
import { partitionDayAfter } from './partitions.ts'

/** So many rows go in one statement: whoever sends messages meanwhile is not kept waiting. */
const atOnce = 5000
/** What was spent on a day matters on that day; whoever looks into a cap wants the last few. */
const usageDays = 7
/** How long a number stays proved that no record of its account has any more. */
const unusedProofDays = 30

/**
 * Takes out messages, and what they were about, when both have been kept for long enough, and what is left over from
 * verifying numbers and counting messages to them. Tells how many rows went.
 */
export async function forgetNotifications(db: Queryable, days: number, now: Date): Promise<number> {
  const before = new Date(`${partitionDayAfter(now, -days)}T00:00:00Z`)
  return (
    (await inPieces(db, (limit) => oldNotifications(before, limit))) +
    (await inPieces(db, (limit) => oldOccurrences(before, limit))) +
    (await counted(db, sql`delete from mass_change where begun_at < ${before} returning 1`)) +
    (await counted(db, unprovedAddresses(now))) +
    (await counted(db, unusedProofs(new Date(now.getTime() - unusedProofDays * 86_400_000)))) +
    (await counted(
      db,
      sql`delete from phone_usage where day < ${partitionDayAfter(now, -usageDays)}::date returning 1`,
    )) +
    (await counted(db, sql`delete from mail_usage where day < ${partitionDayAfter(now, -usageDays)}::date returning 1`))
  )
}

/**
 * The oldest have the lowest numbers, so they are found without looking at all the others. What was told of an occurrence
 * that lasts stays with it: without it everybody would be told of its start once more, and nobody of its end.
 */
const oldNotifications = (before: Date, limit: number) => sql`delete from notification where id in (
  select n.id from notification n where n.created_at < ${before}
    and not exists (select from occurrence o where o.id = n.occurrence_id and o.end_time is null)
  order by n.id limit ${limit}) returning 1`

/** What lasts stays, however long; how far escalations had come goes with what they told of. */
const oldOccurrences = (before: Date, limit: number) => sql`with gone as (
  delete from occurrence where id in (select id from occurrence where end_time < ${before} order by id limit ${limit}) returning id, service_id
), left_over as (
  update event_status s set occurrence_id = null from gone where s.service_id = gone.service_id and s.occurrence_id = gone.id
) select 1 from gone`

const unprovedAddresses = (now: Date) =>
  sql`delete from verified_address where verified_at is null and (code_expires_at is null or code_expires_at < ${now}) returning 1`

const unusedProofs = (before: Date) => sql`delete from verified_address p where p.verified_at < ${before}
  and not exists (select from contact_address a
    where a.owner_id = p.account_id and ${proofOf(sql`a.channel_id`)} = p.channel_id and a.address = p.address)
  and not exists (select from notification_address n
    where n.owner_id = p.account_id and ${proofOf(sql`n.notification_channel_id`)} = p.channel_id and n.address = p.address) returning 1`

/** The channel that an address is proved for: all e-mail channels share one proof. */
const proofOf = (channel: RawBuilder<unknown>) =>
  sql`case when ${channel} like 'email%' then 'email' else ${channel} end`

async function inPieces(db: Queryable, statement: (limit: number) => RawBuilder<unknown>): Promise<number> {
  let count = 0
  for (;;) {
    const gone = await counted(db, statement(atOnce))
    count += gone
    if (gone < atOnce) return count
  }
}

const counted = async (db: Queryable, statement: RawBuilder<unknown>): Promise<number> =>
  (await db.query(statement)).length
