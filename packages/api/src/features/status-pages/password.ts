import { closed, lockRow, nameSchema, type Operation, parseKey, reject, requirePermission } from '@wachta/resource'
import { sql } from 'kysely'
import { Type } from 'typebox'
import { hashPassword, isWeak } from '../../platform/authentication/passwords.ts'
import { statusPage } from './status-page.ts'

/** Changes the password that visitors enter; only its hash is stored. */
export const changePagePassword: Operation = {
  id: 'change_status_page_password',
  method: 'PUT',
  path: '/status_pages/{_id}/password',
  tag: 'status_pages',
  summary: 'Set the password that visitors of a status page enter; null removes it.',
  description:
    'Set it before you choose the visibility `password`. Visitors who entered the former password have to enter the new one.',
  access: 'customer',
  on: { resource: 'status_page', flag: 'update' },
  body: nameSchema(
    'status_page_password_data',
    Type.Object(
      {
        password: Type.Unsafe<string | null>({
          type: ['string', 'null'],
          minLength: 12,
          maxLength: 255,
          description: 'Cannot be read back.',
        }),
      },
      closed,
    ),
  ),
  status: 204,
  secret: true,
  slow: true,
  async handle(call) {
    const key = Number(parseKey(statusPage, call))
    const { password } = call.body as { password: string | null }
    await requirePermission({ resource: statusPage, key }, 'update', call)
    if (password !== null && isWeak(password)) reject('weak_password', 'data.password')
    const hash = password === null ? null : await hashPassword(password)
    return call.transaction(async (tx) => {
      const { owner_id, visibility, has_password } = await lockRow({ resource: statusPage, key }, 'update', tx)
      if (hash === null && visibility === 'password') reject('page_without_password', 'data.password')
      await tx.db.query(sql`insert into status_page_secret (status_page_id, password_hash) values (${key}, ${hash})
on conflict (status_page_id) do update set password_hash = excluded.password_hash`)
      await tx.db.query(sql`update status_page set password_changed_at = ${hash === null ? sql`null` : sql`clock_timestamp()`}
where id = ${key}`)
      await tx.record({
        resource: 'status_page',
        id: key,
        accountId: Number(owner_id),
        before: { has_password },
        after: { has_password: hash !== null, password: hash === null ? 'removed' : 'changed' },
      })
      return undefined
    })
  },
}
