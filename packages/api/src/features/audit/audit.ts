import { defineResource, one } from '@wachta/resource'
import { flag, id, nullable, number, text, time, unlisted, value } from '@wachta/resource/field'
import { type CallerRef, never, self, via } from '@wachta/resource/permission'
import { type RawBuilder, sql } from 'kysely'
import { Type } from 'typebox'
import { internalFields } from '../accounts/account-fields.ts'

const buildStateField = (description: string) =>
  value(Type.Unsafe<object | null>({ type: ['object', 'null'], description }))

/** Hides the notes of administrators about an account from everyone but administrators. */
const selectVisibleState = (state: RawBuilder<unknown>, scope: CallerRef['scope']) =>
  scope === 'administrator' ? state : sql`(${state} - ${sql.lit(`{${internalFields.join(',')}}`)}::text[])`

/**
 * Shows data about the actor to administrators, and to others only if the actor belongs to their own account, as an
 * administrator or reseller who made the change does not.
 */
const selectIfOwnActor = (
  value: RawBuilder<unknown>,
  actor: RawBuilder<unknown>,
  { scope, actsFor }: Pick<CallerRef, 'scope' | 'actsFor'>,
) =>
  scope === 'administrator'
    ? value
    : sql`case when ${actor} is null or ${actor} = any(array(select a.id from account a where ${actsFor} in (a.id, a.parent_account_id)))
      then ${value} end`

const selectClient = (id: RawBuilder<unknown>) =>
  sql`(select p.data ->> 'client' from audit_personal p where p.audit_id = ${id} and p.part = 'actor')`

/** An entry of the audit log: who changed which object, when and from where, with the values before and after. */
export const audit = defineResource('audit', {
  table: 'audit_record',
  fields: {
    id: id(),
    sequence: number({ min: 1, description: 'Place in the chain of the account tree.' }),
    account_id: id(),
    time: time(),
    actor_id: nullable(id({ description: 'The account that made the change; null for Wachta itself.' })),
    actor_scope: text({ enum: ['anonymous', 'customer', 'administrator', 'system', 'link'] }),
    session_id: nullable(id()),
    request_id: text({ description: 'The X-Request-Id of the request.' }),
    operation: text(),
    resource: text(),
    object_id: text(),
    before: buildStateField('The changed fields before; null if created.'),
    after: buildStateField('The changed fields afterwards; null if deleted.'),
    client_ip_address: nullable(
      text({ description: 'Shown to administrators, and for what the account and its users did themselves.' }),
    ),
    hash: text({ description: 'SHA-256 over the entry and the hash of the entry before it.' }),
    is_erased: flag({ description: 'Whether personal data has since been removed from the entry.' }),
    api_key_id: nullable(id({ description: 'The API key that the request came with; null for other requests.' })),
    application_id: nullable(id({ description: 'The application that sent the request; null for other requests.' })),
    client: unlisted(
      nullable(
        text({
          description:
            'The program that sent the request, from X-Client; shown under the same rules as the IP address.',
        }),
      ),
    ),
  },
  computed: {
    before: (row, { scope }) => selectVisibleState(row('before'), scope),
    after: (row, { scope }) => selectVisibleState(row('after'), scope),
    client_ip_address: (row, caller) => selectIfOwnActor(row('client_ip_address'), row('actor_id'), caller),
    client: (row, caller) => selectIfOwnActor(selectClient(row('id')), row('actor_id'), caller),
  },
  relations: {
    account: one('account', 'account_id', {
      collection: {
        path: 'logs/audit',
        parameter: '_account_id',
        flag: 'read_logs',
        tag: 'logs',
        summary: 'Every change to the objects of the account.',
      },
    }),
  },
  query: ['operation', 'resource'],
  owner: 'account_id',
  isPersonal: true,
  permissions: { delete: never, own: self('account_id'), read: via('account', 'read_logs'), update: never },
})
