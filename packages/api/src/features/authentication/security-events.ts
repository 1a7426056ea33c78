import { type Call, nameSchema, type Operation, parseKey, requirePermission } from '@wachta/resource'
import { type RawBuilder, sql } from 'kysely'
import { Type } from 'typebox'
import { securityEventTypes } from '../../platform/authentication/security-log.ts'
import { pageParameters, parsePaging } from '../../platform/range.ts'
import { account } from '../accounts/account.ts'
import { toPage } from '../services/service-operation.ts'

const securityEvent = nameSchema(
  'security_event',
  Type.Object({
    account_id: Type.Unsafe<number | null>({
      type: ['integer', 'null'],
      description: 'Null if the account is unknown.',
    }),
    type: Type.Unsafe<string>({ type: 'string', enum: [...securityEventTypes] }),
    client_ip_address: Type.String({ description: 'An IPv4 address, or the first half of an IPv6 address.' }),
    time: Type.String({ format: 'dateTime', description: 'The time of the last attempt in the hour.' }),
    count: Type.Integer({ description: 'The number of attempts in the hour.' }),
  }),
)

/** The operations that list security events: of one account for readers of its logs, and of all for administrators. */
export const securityEventOperations: readonly Operation[] = [
  {
    id: 'list_account_security_events',
    method: 'GET',
    path: '/accounts/{_account_id}/logs/security_events',
    tag: 'logs',
    summary:
      'Failed sign-ins, wrong codes, rejected requests and step-ups of an account, newest first, by hour and address.',
    access: 'customer',
    on: { resource: 'account', flag: 'read_logs' },
    query: pageParameters,
    status: 200,
    result: [securityEvent],
    async handle(call) {
      const id = Number(parseKey(account, call))
      await requirePermission({ resource: account, key: id }, 'read_logs', call)
      return listEvents(sql`account_id = ${id}`, call)
    },
  },
  {
    id: 'list_admin_security_events',
    method: 'GET',
    path: '/admin/security_events',
    tag: 'admin',
    summary: 'Security events of the whole installation, including those that concern no account.',
    access: 'administrator',
    query: pageParameters,
    status: 200,
    result: [securityEvent],
    handle: (call) => listEvents(sql`true`, call),
  },
]

async function listEvents(condition: RawBuilder<unknown>, call: Call) {
  const { limit, offset } = parsePaging(call)
  const [counted] = await call.db.query(
    sql<{ total: number }>`select count(*)::int as total from security_event where ${condition}`,
  )
  const rows = await call.db.query(sql`select account_id, type, client_ip_address, wire_time(time) as time, count
from security_event where ${condition} order by security_event.time desc, id desc limit ${limit} offset ${offset}`)
  return toPage(rows, counted?.total ?? 0)
}
