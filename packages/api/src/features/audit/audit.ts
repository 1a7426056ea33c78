import { defineResource, one } from '@wachta/resource'
import { flag, id, nullable, number, text, time, value } from '@wachta/resource/field'
import { type CallerRef, nobody, self, via } from '@wachta/resource/permission'
import { type RawBuilder, sql } from 'kysely'
import { Type } from 'typebox'
import { internalFields } from '../accounts/account-fields.ts'

const state = (description: string) => value(Type.Unsafe<object | null>({ type: ['object', 'null'], description }))

/** Hides notes of administrators about an account from its holder, also in the audit entries of these notes. */
const shown = (state: RawBuilder<unknown>, scope: CallerRef['scope']) =>
  scope === 'administrator' ? state : sql`(${state} - ${sql.lit(`{${internalFields.join(',')}}`)}::text[])`

/** An entry of the audit log: who changed which object, when and from where, with the values before and after. */
export const audit = defineResource('audit', {
  table: 'audit_record',
  fields: {
    id: id(),
    sequence: number({ min: 1, description: 'Place in the chain of the account tree.' }),
    account_id: id(),
    time: time(),
    actor_id: nullable(id({ description: 'The account that wrote; null for the service itself.' })),
    actor_scope: text({ enum: ['anonymous', 'customer', 'administrator', 'system', 'link'] }),
    session_id: nullable(id()),
    request_id: text({ description: 'The X-Request-Id of the request.' }),
    operation: text(),
    resource: text(),
    object_id: text(),
    before: state('The changed fields as they were; null for something new.'),
    after: state('The changed fields as they are; null for something deleted.'),
    client_ip_address: nullable(
      text({ description: 'Shown to administrators, and for what the account and its users did themselves.' }),
    ),
    hash: text({ description: 'SHA-256 over the entry and the hash of the entry before it.' }),
    is_erased: flag({ description: 'Whether personal data was taken out of the entry since.' }),
    api_key_id: nullable(id({ description: 'The API key that the request came with; null for other requests.' })),
    application_id: nullable(id({ description: 'The application that sent the request; null for other requests.' })),
  },
  computed: {
    before: (row, { scope }) => shown(row('before'), scope),
    after: (row, { scope }) => shown(row('after'), scope),
    // The IP addresses of administrators and resellers are not shown to the account.
    client_ip_address: (row, { scope, actsFor }) =>
      scope === 'administrator'
        ? row('client_ip_address')
        : sql`case when ${row('actor_id')} is null or ${row('actor_id')} = any(array(select a.id from account a where ${actsFor} in (a.id, a.parent_account_id)))
      then ${row('client_ip_address')} end`,
  },
  relations: {
    account: one('account', 'account_id', {
      collection: {
        path: 'logs/audit',
        parameter: '_account_id',
        flag: 'read_logs',
        tag: 'logs',
        summary: 'Every write to what belongs to the account.',
      },
    }),
  },
  query: ['operation', 'resource'],
  owner: 'account_id',
  isPersonal: true,
  permissions: { delete: nobody, own: self('account_id'), read: via('account', 'read_logs'), update: nobody },
})
