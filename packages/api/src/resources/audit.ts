import { defineResource, one } from '@wachta/resource'
import { flag, id, nullable, number, text, time, value } from '@wachta/resource/field'
import { nobody, self, via } from '@wachta/resource/permission'
import { Type } from 'typebox'

const state = (description: string) => value(Type.Unsafe<object | null>({ type: ['object', 'null'], description }))

/** A write to anything of an account: who, what, before, after, when, from where. */
export const audit = defineResource('audit', {
  table: 'audit_record',
  fields: {
    id: id(),
    sequence: number({ min: 1, description: 'Place in the chain of the account tree.' }),
    account_id: id(),
    time: time(),
    actor_id: nullable(id({ description: 'The account that wrote; null for the service itself.' })),
    actor_scope: text({ enum: ['anonymous', 'customer', 'administrator', 'system'] }),
    session_id: nullable(id()),
    request_id: text({ description: 'The X-Request-Id of the request.' }),
    operation: text(),
    resource: text(),
    object_id: text(),
    before: state('The changed fields as they were; null for something new.'),
    after: state('The changed fields as they are; null for something deleted.'),
    client_ip_address: nullable(text()),
    hash: text({ description: 'SHA-256 over the entry and the hash of the entry before it.' }),
    is_erased: flag({ description: 'Whether personal data was taken out of the entry since.' }),
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
  permissions: { delete: nobody, own: self('account_id'), read: via('account', 'read_logs'), update: nobody },
})
