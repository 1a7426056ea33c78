import { randomBytes } from 'node:crypto'
import { closed, lockRow, nameSchema, type Operation, parseKey, reject } from '@wachta/resource'
import { sql } from 'kysely'
import { Type } from 'typebox'
import { parseId } from '../../platform/found-rows.ts'
import { account } from '../accounts/account.ts'
import { signingKey } from './signing-key.ts'

/** Two keys allow a rotation: one in use, and one that will replace it. */
const maxKeys = 2

/** The operations on signing keys, with which recipients of webhooks verify that requests come from us. */
export function signingKeyOperations(): Operation[] {
  const common = {
    tag: 'accounts',
    access: 'customer',
    on: { resource: 'account', flag: 'manage_signing_keys' },
  } as const
  const path = '/accounts/{_id}/signing_keys'
  return [
    {
      ...common,
      id: 'create_signing_key',
      method: 'POST',
      path,
      summary: `Create a key that signs requests to addresses of the account; it is shown only once. There are at most ${maxKeys}, and all of them sign.`,
      status: 201,
      result: nameSchema(
        'signing_key_create_result',
        Type.Object({ id: signingKey.fields.id.schema, key: Type.String() }, closed),
      ),
      secret: true,
      async handle(call) {
        const accountId = Number(parseKey(account, call))
        await lockRow({ resource: account, key: accountId }, 'manage_signing_keys', call)
        const [counted] = await call.db.query(
          sql<{ count: number }>`select count(*) from signing_key where account_id = ${accountId}`,
        )
        if (Number(counted?.count) >= maxKeys) reject('too_many_objects', undefined, { limit: maxKeys })
        const key = randomBytes(32).toString('base64url')
        const sealed = call.seal(key, ['signing_key', String(accountId)])
        const [inserted] = await call.db.query(sql<{
          id: number
        }>`insert into signing_key (account_id, sealed_key, created_at)
values (${accountId}, ${sealed}, ${call.now}) returning id`)
        const id = inserted?.id ?? 0
        await call.record({ resource: 'signing_key', id, accountId, before: null, after: { id } })
        return { value: { id, key } }
      },
    },
    {
      ...common,
      id: 'delete_signing_key',
      method: 'DELETE',
      path: `${path}/{_key_id}`,
      summary: 'Delete a signing key; it is no longer used for signing.',
      status: 204,
      async handle(call) {
        const accountId = Number(parseKey(account, call))
        await lockRow({ resource: account, key: accountId }, 'manage_signing_keys', call)
        const id = parseId(call.params['_key_id'])
        const [deleted] = await call.db.query(
          sql`delete from signing_key where id = ${id} and account_id = ${accountId} returning id`,
        )
        if (!deleted) reject('not_found')
        await call.record({ resource: 'signing_key', id, accountId, before: { id }, after: null })
        return undefined
      },
    },
  ]
}
