import type { Queryable } from '@wachta/database'
import { type RawBuilder, sql } from 'kysely'
import { getPartitionDayAfter } from './partitions.ts'

/** The maximum number of rows per statement, so that the notifier does not wait for locks. */
const rowsPerStatement = 5000
/** Usage is limited per day only, but operators who investigate a limit need the last few days. */
const usageRetentionDays = 7
/** How long an address stays verified after the last record that contains it was deleted. */
const unusedVerificationDays = 30

/**
 * Deletes notifications and alerts after their retention, and obsolete verifications and usage counts of addresses.
 * Returns the number of deleted rows.
 */
export async function deleteOldNotifications(db: Queryable, days: number, now: Date): Promise<number> {
  const before = new Date(`${getPartitionDayAfter(now, -days)}T00:00:00Z`)
  return (
    (await deleteInBatches(db, (limit) => buildNotificationDeletion(before, limit))) +
    (await deleteInBatches(db, (limit) => buildOccurrenceDeletion(before, limit))) +
    (await deleteAndCount(db, sql`delete from mass_change where begun_at < ${before} returning 1`)) +
    (await deleteAndCount(db, buildUnverifiedDeletion(now))) +
    (await deleteAndCount(db, buildUnusedDeletion(new Date(now.getTime() - unusedVerificationDays * 86_400_000)))) +
    (await deleteAndCount(
      db,
      sql`delete from phone_usage where day < ${getPartitionDayAfter(now, -usageRetentionDays)}::date returning 1`,
    )) +
    (await deleteAndCount(
      db,
      sql`delete from mail_usage where day < ${getPartitionDayAfter(now, -usageRetentionDays)}::date returning 1`,
    ))
  )
}

/**
 * Deletes old notifications in the order of their ids, which finds the oldest without a scan. Notifications of an open
 * alert are kept: without them, its start would be notified again, and its end not at all.
 */
const buildNotificationDeletion = (before: Date, limit: number) => sql`delete from notification where id in (
  select n.id from notification n where n.created_at < ${before}
    and not exists (select from occurrence o where o.id = n.occurrence_id and o.end_time is null)
  order by n.id limit ${limit}) returning 1`

/** Deletes ended alerts and resets the progress of their escalations. Open alerts are kept regardless of their age. */
const buildOccurrenceDeletion = (before: Date, limit: number) => sql`with gone as (
  delete from occurrence where id in (select id from occurrence where end_time < ${before} order by id limit ${limit}) returning id, service_id
), left_over as (
  update event_status s set occurrence_id = null from gone where s.service_id = gone.service_id and s.occurrence_id = gone.id
) select 1 from gone`

const buildUnverifiedDeletion = (now: Date) =>
  sql`delete from verified_address where verified_at is null and (code_expires_at is null or code_expires_at < ${now}) returning 1`

const buildUnusedDeletion = (before: Date) => sql`delete from verified_address p where p.verified_at < ${before}
  and not exists (select from contact_address a
    where a.owner_id = p.account_id and ${selectVerificationChannel(sql`a.channel_id`)} = p.channel_id and a.address = p.address)
  and not exists (select from notification_address n
    where n.owner_id = p.account_id and ${selectVerificationChannel(sql`n.notification_channel_id`)} = p.channel_id and n.address = p.address)
  and not exists (select from periodic_report_address r where p.channel_id = 'email' and r.owner_id = p.account_id and r.address = p.address)
  and not exists (select from report_template t where p.channel_id = 'email' and t.owner_id = p.account_id and t.recipients @> array[p.address])
returning 1`

/** Selects the channel for which an address is verified: all e-mail channels share one verification. */
const selectVerificationChannel = (channel: RawBuilder<unknown>) =>
  sql`case when ${channel} like 'email%' then 'email' else ${channel} end`

async function deleteInBatches(db: Queryable, statement: (limit: number) => RawBuilder<unknown>): Promise<number> {
  let count = 0
  for (;;) {
    const deleted = await deleteAndCount(db, statement(rowsPerStatement))
    count += deleted
    if (deleted < rowsPerStatement) return count
  }
}

const deleteAndCount = async (db: Queryable, statement: RawBuilder<unknown>): Promise<number> =>
  (await db.query(statement)).length
