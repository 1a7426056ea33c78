import type { Caller } from '@wachta/resource'
import { id, key, nullable, number, text, time } from '@wachta/resource/field'
import { type RawBuilder, sql } from 'kysely'
import { Type } from 'typebox'

/** The schemas of a notification about an alert. */
export const sentNotification = {
  id: id().schema,
  occurrence_id: id().schema,
  style: Type.Unsafe<string>({ type: 'string', enum: ['contact', 'older'] }),
  kind: Type.Unsafe<string>({ type: 'string', enum: ['start', 'end'] }),
  repeat_number: number().schema,
  escalation_id: nullable(id()).schema,
  contact_id: nullable(id()).schema,
  contact_name: nullable(
    text({
      description: 'Null for legacy notifications, deleted contacts, and callers who may not read notifications.',
    }),
  ).schema,
  address_id: nullable(id()).schema,
  channel_id: key().schema,
  address: nullable(text({ description: 'Null for callers who may not read notifications.' })).schema,
  status: Type.Unsafe<string>({ type: 'string', enum: ['pending', 'sent', 'failed', 'suppressed'] }),
  reason: nullable(key({ description: 'One of the dictionary of notification reasons.' })).schema,
  explanation: nullable(text({ description: 'An explanation of the reason.' })).schema,
  digest_id: nullable(
    id({
      description:
        'The first notification of the digest in which it was sent; all notifications of a digest have the same value.',
    }),
  ).schema,
  time: time({ description: 'When it was sent, or when it was decided not to send it.' }).schema,
}

/** The details of an alert or incident have at most this many notifications, the newest; the logs have all of them. */
export const maxNotifications = 1000

/** Returns whether the caller may see who was notified: those who may read notifications see it in the log anyway. */
export const canSeeRecipients = ({ limits }: Caller): boolean => limits?.allows('notification', 'read') ?? true

/** Selects the newest notifications about alerts, oldest first: to contacts (style `c`) and legacy ones (`o`). */
export function selectNotifications(alertIds: RawBuilder<unknown>, caller: Caller): RawBuilder<unknown> {
  const recipient = canSeeRecipients(caller)
    ? sql`n.contact_id, c.name as contact_name, n.address_id, n.channel_id, n.address`
    : sql`null as contact_id, null as contact_name, null as address_id, n.channel_id, null as address`
  return sql`select * from (select n.id, n.occurrence_id, case n.style when 'c' then 'contact' else 'older' end as style, n.kind,
    n.repeat_number, n.escalation_id, ${recipient}, n.status, n.reason, n.digest_id, r.description ->> ${caller.language} as explanation,
    wire_time(coalesce(n.sent_at, n.created_at)) as time
  from notification n left join contact c on c.id = n.contact_id
    left join dictionary_entry r on r.dictionary = 'notification_reasons' and r.id = n.reason
  where n.occurrence_id in ${alertIds} and n.style in ('c', 'o') order by n.id desc limit ${maxNotifications}) newest order by id`
}

/** Selects rows as one JSON array. */
export const selectJsonList = (query: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select coalesce(json_agg(x), '[]') from (${query}) x)`
