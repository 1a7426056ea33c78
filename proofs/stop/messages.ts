import { syncDictionaries } from '@wachta/api'
import type { Database } from '@wachta/database'
import { notificationJobNames, selectJobs } from '@wachta/queue'
import type { AcceptedMessage } from '@wachta/testing/notifier/sinks'
import { sql } from 'kysely'

/** Alerts, their recorded notifications, and the mails that the server accepted. */
export interface DeliveryRecord {
  /** Recorded failures without an alert. */
  readonly failuresWithoutAlert: readonly string[]
  readonly occurrences: readonly { readonly id: number; readonly isOver: boolean }[]
  readonly messages: readonly Message[]
  /** The arrived messages, by the number in their id; duplicates occur twice. */
  readonly arrived: readonly number[]
}

export interface Message {
  readonly id: number
  readonly occurrence_id: number
  readonly kind: 'start' | 'end'
  readonly status: 'pending' | 'sent' | 'failed' | 'suppressed'
  readonly reason: string | null
}

/** The accepted reasons for a suppressed message, e.g. many services that fail at once, or the pause at the end. */
const acceptedReasons = ['mass_change', 'service_paused', 'not_told_of_start']

/** Returns expected notifications that are missing, and mails without a recorded notification. */
export function findLostMessages({
  failuresWithoutAlert: unnoticed,
  occurrences,
  messages,
  arrived,
}: DeliveryRecord): string[] {
  const messagesByOccurrence = Map.groupBy(messages, ({ occurrence_id }) => occurrence_id)
  const arrivedIds = new Set(arrived)
  const recordedIds = new Set(messages.map(({ id }) => id))
  const isOnRecord = (id: number, kind: Message['kind']) =>
    messagesByOccurrence.get(id)?.some((message) => message.kind === kind)
  return [
    ...unnoticed.map((line) => `failure without an alert: ${line}`),
    ...occurrences.flatMap(({ id, isOver }) => [
      ...(isOnRecord(id, 'start') ? [] : [`no notification is recorded for the start of alert ${id}`]),
      ...(!isOver || isOnRecord(id, 'end') ? [] : [`no notification is recorded for the end of alert ${id}`]),
    ]),
    ...messages.filter((message) => !isSettled(message, arrivedIds)).map(formatMessage),
    ...[...arrivedIds].filter((id) => !recordedIds.has(id)).map((id) => `message ${id} arrived but is not recorded`),
  ]
}

const isSettled = ({ id, status, reason }: Message, arrivedIds: ReadonlySet<number>): boolean =>
  (status === 'sent' && arrivedIds.has(id)) || (status === 'suppressed' && acceptedReasons.includes(reason ?? ''))

const formatMessage = ({ id, occurrence_id, kind, status, reason }: Message): string =>
  `message ${id} about the ${kind} of alert ${occurrence_id} is recorded as ${status}${reason ? ` (${reason})` : ''} but never arrived`

/** Adds a contact who is notified of every failure by e-mail; call it before monitoring starts. */
export async function addDutyContact(owner: Database): Promise<void> {
  await owner.transaction(syncDictionaries)
  await owner.query(sql`update package set available_notification_channel_ids = '{email_dedicated}' where id = 1`)
  await owner.query(sql`update account set language_id = 'en', disable_legacy_notifications = true where id = 1`)
  await owner.query(sql`insert into contact (id, owner_id, name, language_id) values (1, 1, 'Duty', 'en')`)
  await owner.query(sql`insert into contact_address (contact_id, channel_id, address)
values (1, 'email_dedicated', 'duty@example.com')`)
  await owner.query(sql`insert into verified_address (account_id, channel_id, address, verified_at)
select distinct owner_id, 'email', address, now() from contact_address where channel_id like 'email%' on conflict do nothing`)
  await owner.query(sql`insert into event (id, owner_id, name) values (1, 1, 'Failure')`)
  await owner.query(sql`insert into escalation (event_id, name, contact_ids) values (1, 'Duty', '{1}')`)
}

/** Whether no notification is pending. */
export async function areAllDelivered(owner: Database): Promise<boolean> {
  const [row] = await owner.query(sql<{ settled: boolean }>`select
  not exists (select from notification where status = 'pending')
  and not exists (select from (${selectJobs(notificationJobNames)}) j where j.run_at <= now()) as settled`)
  return row?.settled === true
}

export async function readDeliveryRecord(owner: Database, taken: readonly AcceptedMessage[]): Promise<DeliveryRecord> {
  const unnoticed = await owner.query(sql<{ line: string }>`select c.service_id || ' from ' || c.start_time as line
from status_change c where c.status = 'failure' and not exists (select from occurrence o where o.service_id = c.service_id
  and o.event_id = 1 and o.start_time <= c.start_time and coalesce(o.end_time >= c.start_time, true))`)
  return {
    failuresWithoutAlert: unnoticed.map(({ line }) => line),
    occurrences: await owner.query(sql<{ id: number; isOver: boolean }>`select id, end_time is not null as "isOver"
from occurrence where event_id = 1 order by id`),
    messages: await owner.query(sql<Message>`select id, occurrence_id, kind, status, reason from notification
where event_id = 1 order by id`),
    arrived: taken.map(({ id }) => Number(/-n(\d+)$/.exec(id)?.[1])),
  }
}
