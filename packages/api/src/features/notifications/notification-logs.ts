import {
  type AnyResource,
  buildEnum,
  buildResourceSchemas,
  type Operation,
  parseKey,
  type QueryParameter,
  type RowCondition,
  requirePermission,
} from '@wachta/resource'
import { sql } from 'kysely'
import { Type } from 'typebox'
import type { ApiContext } from '../../platform/context.ts'
import { findRowText, parseId, searchPage, selectKeyAt, toRangeKeys } from '../../platform/found-rows.ts'
import { pageParameters, parseRange, rangeParameters, sortParameter } from '../../platform/range.ts'
import { account } from '../accounts/account.ts'
import { contactNotification } from './contact-notification.ts'
import { notification } from './notification.ts'
import { selectNotificationTime } from './notification-fields.ts'

/**
 * A notification that was sent in a range was created at most this long before the range: retries end after one day,
 * and the second day is a margin.
 */
const maxDeliveryTime = '2 days'

/** Selects the notifications of the account in the path, or of its parent for an additional user. */
const isOfAccount = (row: Parameters<RowCondition['condition']>[0]) =>
  sql`${row('account_id')} = (select coalesce(a.parent_account_id, a.id) from account a where a.id = ${selectKeyAt(0)}::bigint)`

const rangeCondition: RowCondition = {
  cacheKey: 'of an account in a range',
  condition: (row) => sql<boolean>`${isOfAccount(row)} and ${row('created_at')} < ${selectKeyAt(2)}::timestamptz
  and ${row('created_at')} >= ${selectKeyAt(1)}::timestamptz - ${sql.lit(maxDeliveryTime)}::interval
  and ${selectNotificationTime(row)} >= ${selectKeyAt(1)}::timestamptz and ${selectNotificationTime(row)} < ${selectKeyAt(2)}::timestamptz
  and (${selectKeyAt(3)}::text = 'all' or ${row('status')} = ${selectKeyAt(3)}::text)
  and (${selectKeyAt(4)}::text = '' or ${row('channel_id')} = ${selectKeyAt(4)}::text)
  and (${selectKeyAt(5)}::text = '' or ${row('contact_id')} = nullif(${selectKeyAt(5)}::text, '')::bigint)`,
}
const singleCondition: RowCondition = {
  cacheKey: 'one of an account',
  condition: (row) => sql<boolean>`${isOfAccount(row)} and ${row('id')} = ${selectKeyAt(1)}::bigint`,
}

const statusParameter: QueryParameter = {
  name: 'status',
  schema: buildEnum(['all', 'pending', 'sent', 'failed', 'suppressed'], { default: 'sent' }),
  description:
    'Only notifications with this status; `all` for any. Suppressed ones were not sent and contain the reason.',
}
const channelParameter: QueryParameter = {
  name: 'channel_id',
  schema: Type.String({ minLength: 1, maxLength: 64 }),
  description: 'Only notifications on this channel.',
}
const contactParameter: QueryParameter = {
  name: 'contact_id',
  schema: Type.String({ pattern: '^[1-9]\\d{0,14}$' }),
  description: 'Only notifications to this contact.',
}

interface Log {
  readonly resource: AnyResource
  readonly name: string
  readonly one: string
  readonly many: string
  /** Filters besides the time range. */
  readonly filters: readonly QueryParameter[]
}

const logs: readonly Log[] = [
  {
    resource: contactNotification,
    name: 'contact_notifications',
    one: 'One notification to a contact of the account.',
    many: 'Notifications sent to the contacts of the account in a time range; `status` also selects those that were not sent, with the reason.',
    filters: [statusParameter, channelParameter, contactParameter],
  },
  {
    resource: notification,
    name: 'notifications',
    one: 'One legacy notification.',
    many: 'Legacy notifications sent in a time range; `status` also selects those that were not sent, with the reason.',
    filters: [statusParameter, channelParameter],
  },
]

/** The logs of the notifications of an account. */
export const notificationLogOperations = (context: ApiContext): Operation[] =>
  logs.flatMap((log) => buildOperations(log, context))

function buildOperations({ resource, name, filters, ...summaries }: Log, context: ApiContext): Operation[] {
  const { registry } = context.searcher
  const { record } = buildResourceSchemas(resource, registry)
  const common = {
    method: 'GET',
    tag: 'logs',
    access: 'customer',
    on: { resource: 'account', flag: 'read_logs' },
    status: 200,
  } as const
  const path = `/accounts/{_account_id}/logs/${name}`
  return [
    {
      ...common,
      id: `list_account_${name}`,
      path,
      summary: summaries.many,
      query: [...rangeParameters, ...filters, ...pageParameters, sortParameter('time')],
      result: [record],
      async handle(call) {
        const id = parseKey(account, call)
        await requirePermission({ resource: account, key: id }, 'read_logs', call)
        const { status = 'sent', channel_id = '', contact_id = '' } = call.query
        const filterKeys = [status, channel_id, contact_id].map(String)
        const keys = [id, ...toRangeKeys(parseRange(call)), ...filterKeys]
        return searchPage(context, { resource, within: rangeCondition, keys, sortBy: 'time' }, call)
      },
    },
    {
      ...common,
      id: `read_${resource.name}`,
      path: `${path}/{_id}`,
      summary: summaries.one,
      query: [],
      result: record,
      async handle(call) {
        const id = parseKey(account, call)
        await requirePermission({ resource: account, key: id }, 'read_logs', call)
        const keys = [id, parseId(call.params['_id'])]
        return { text: await findRowText(context, { resource, within: singleCondition, keys }, call) }
      },
    },
  ]
}
