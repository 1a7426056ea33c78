import { isInRuleScope } from '@wachta/database'
import {
  type AnyResource,
  type Call,
  closed,
  nameSchema,
  type Operation,
  parseKey,
  reject,
  requirePermission,
} from '@wachta/resource'
import { id as idField, nullable, text, time } from '@wachta/resource/field'
import { type RawBuilder, sql } from 'kysely'
import { Type } from 'typebox'
import { buildRecordSchema } from '../../platform/record.ts'
import { group } from '../groups/group.ts'
import { service } from '../services/service.ts'
import { notification } from './notification.ts'

const countSchema = nameSchema(
  'mobile_devices_count',
  Type.Object({ count: Type.Integer({ minimum: 0, description: 'Registered devices.' }) }, closed),
)

const pushNotification = nameSchema(
  'mobile_notification',
  buildRecordSchema({
    id: idField().schema,
    kind: notification.fields.kind.schema,
    repeat_number: notification.fields.repeat_number.schema,
    subject: text().schema,
    content: text().schema,
    time: time().schema,
    service_id: nullable(idField()).schema,
    event_id: nullable(idField()).schema,
    occurrence_id: nullable(idField({ description: 'The same for all messages about one occurrence.' })).schema,
  }),
)

/** The operations that read a push notification, and count the devices that a group or a service notifies. */
export function mobileNotificationOperations(): Operation[] {
  const common = { method: 'GET', tag: 'mobile', access: 'customer', query: [], status: 200 } as const
  const createCountOperation = (resource: AnyResource, column: RawBuilder<unknown>, label: string): Operation => ({
    ...common,
    id: `read_${resource.name}_mobile_devices_count`,
    path: `${resource.serve?.path}/{_id}/mobile_devices_count`,
    summary: `Number of mobile devices notified about ${label}.`,
    on: { resource: resource.name, flag: 'read' },
    result: countSchema,
    async handle(call) {
      const id = Number(parseKey(resource, call))
      await requirePermission({ resource, key: id }, 'read', call)
      return { value: { count: await countDevices(sql`${column} = ${id}`, call) } }
    },
  })
  return [
    {
      ...common,
      id: 'read_mobile_notification',
      path: '/mobile/notifications/{_id}',
      summary: 'Full text of a push notification, for the account that it was sent for.',
      result: pushNotification,
      async handle({ db, params, caller }) {
        const [found] = await db.query(sql<object>`select id, kind, repeat_number, subject, content,
  wire_time(coalesce(sent_at, created_at)) as time, service_id, event_id, occurrence_id
from notification where id = ${parseNotificationId(params['_id'])} and account_id = ${caller.actsFor} and channel_id = 'push'
  and style <> 'v'`)
        return { value: found ?? reject('not_found') }
      },
    },
    createCountOperation(group, sql`v.group_id`, "the group's services"),
    createCountOperation(service, sql`v.id`, 'the service'),
  ]
}

/** Reads the id of a notification; in a push message, it follows the name of the cell. */
function parseNotificationId(given = ''): number {
  const [, digits] = /^(?:[a-z0-9-]{1,64}-n)?([1-9]\d{0,14})$/.exec(given) ?? []
  return digits === undefined ? reject('not_found') : Number(digits)
}

/**
 * Counts the devices of the addresses of the group and of contacts in escalations. Devices of contacts are counted only
 * for administrators and callers who act for the account, because others cannot see its rules.
 */
async function countDevices(services: RawBuilder<unknown>, { db, caller }: Call): Promise<number> {
  const seesRules = caller.scope === 'administrator' ? sql`true` : sql`d.account_id = ${caller.actsFor}`
  const [found] = await db.query(sql<{ count: number }>`select count(*) from mobile_device d
where d.account_id in (select v.owner_id from service v where ${services}) and (exists (
  select from notification_address n join service v on v.group_id = n.group_id
  where ${services} and not v.is_archived and 'push' = any(v.notification_channel_ids)
    and n.notification_channel_id = 'push' and n.address = d.id and n.owner_id = d.account_id)
or ${seesRules} and exists (
  select from contact_address a
    join escalation x on x.owner_id = a.owner_id and x.is_active and (x.channel_ids is null or 'push' = any(x.channel_ids))
      and (a.contact_id = any(x.contact_ids) or exists (select from contact_group g
        where g.id = any(x.contact_group_ids) and a.contact_id = any(g.contact_ids)))
    join event e on e.id = x.event_id and e.is_active
    join service v on v.owner_id = e.owner_id and ${isInRuleScope('e', 'v')}
  where ${services} and not v.is_archived and a.channel_id = 'push' and a.address = d.id and a.owner_id = d.account_id))`)
  return Number(found?.count ?? 0)
}
