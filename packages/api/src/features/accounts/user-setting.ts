import { type Call, lockRow, nameSchema, type Operation, parseKey, reject, requirePermission } from '@wachta/resource'
import { sql } from 'kysely'
import { Type } from 'typebox'
import { userData } from './user-data.ts'

const maxSettings = 1000
const maxLength = 65_536

const userSetting = nameSchema('user_setting', Type.Unsafe<unknown>({ description: 'Any JSON value.' }))

/** Settings that a client keeps for a user: a key and any JSON value. */
export function userSettingOperations(): Operation[] {
  const common = { path: '/user_data/{_id}/settings/{_key}', tag: 'user_data', access: 'customer' } as const
  return [
    {
      ...common,
      id: 'read_user_setting',
      method: 'GET',
      summary: 'Value of one user setting.',
      on: { resource: 'user_data', flag: 'read' },
      status: 200,
      result: userSetting,
      async handle(call) {
        const id = parseKey(userData, call)
        await requirePermission({ resource: userData, key: id }, 'read', call)
        const [found] = await call.db.query(
          sql<{
            value: string
          }>`select value::text from user_setting where account_id = ${id} and key = ${parseSettingKey(call)}`,
        )
        return found ? { text: found.value } : reject('not_found')
      },
    },
    {
      ...common,
      id: 'update_user_setting',
      method: 'PUT',
      summary: 'Create or update one user setting.',
      on: { resource: 'user_data', flag: 'update' },
      body: userSetting,
      status: 204,
      async handle(call) {
        const id = Number(parseKey(userData, call))
        await lockRow({ resource: userData, key: id }, 'update', call)
        const key = parseSettingKey(call)
        const value = JSON.stringify(call.body)
        if (value.length > maxLength) reject('too_long', 'data', { limit: maxLength })
        const [counted] = await call.db.query(
          sql<{
            others: number
          }>`select count(*)::int as others from user_setting where account_id = ${id} and key <> ${key}`,
        )
        if ((counted?.others ?? 0) >= maxSettings) reject('too_many_items', 'data', { limit: maxSettings })
        const [before] = await call.db.query(
          sql<{ value: unknown }>`select value from user_setting where account_id = ${id} and key = ${key}`,
        )
        await call.db.query(sql`insert into user_setting (account_id, key, value) values (${id}, ${key}, ${value}::jsonb)
on conflict (account_id, key) do update set value = excluded.value`)
        await call.record({
          resource: 'user_setting',
          id: key,
          accountId: id,
          before: before ?? null,
          after: { value: call.body },
        })
        return undefined
      },
    },
    {
      ...common,
      id: 'delete_user_setting',
      method: 'DELETE',
      summary: 'Delete one user setting.',
      on: { resource: 'user_data', flag: 'update' },
      status: 204,
      async handle(call) {
        const id = Number(parseKey(userData, call))
        await lockRow({ resource: userData, key: id }, 'update', call)
        const key = parseSettingKey(call)
        const [before] = await call.db.query(
          sql<{ value: unknown }>`delete from user_setting where account_id = ${id} and key = ${key} returning value`,
        )
        if (!before) return reject('not_found')
        await call.record({ resource: 'user_setting', id: key, accountId: id, before, after: null })
        return undefined
      },
    },
  ]
}

function parseSettingKey({ params }: Call): string {
  const key = params['_key'] ?? ''
  return /^[A-Za-z0-9_.-]{1,256}$/.test(key) ? key : reject('not_found')
}
