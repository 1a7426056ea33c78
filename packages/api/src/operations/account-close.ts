import { closed, demand, keyOf, named, type Operation, refuse } from '@wachta/resource'
import { sql } from 'kysely'
import { Type } from 'typebox'
import { findIdentity } from '../authentication/identity.ts'
import { isPassword } from '../authentication/passwords.ts'
import { endSessionsOfTree } from '../authentication/sessions.ts'
import { reviseServicesOf } from '../configuration/revisions.ts'
import { enqueueMail } from '../mail/outbox.ts'
import { account } from '../resources/account.ts'
import type { Services } from '../services.ts'

/** Until then a closed account can be opened again; afterwards everything it holds is erased. */
const daysUntilErasure = 30

export const closeAccount = ({ searcher, database, throttle }: Services): Operation => ({
  id: 'close_account',
  method: 'POST',
  path: '/accounts/{_id}/close',
  tag: 'accounts',
  summary: 'Close an account: nobody comes in any more, and after 30 days everything it holds is erased.',
  access: 'customer',
  on: { resource: 'account', flag: 'close' },
  body: named('close_account_data', Type.Object({ password: Type.Optional(Type.String()) }, closed)),
  bodyOptional: true,
  status: 204,
  slow: true,
  async handle(call) {
    const id = Number(keyOf(account, call))
    await demand(searcher.registry, account, id, 'close', call)
    const password = (call.body as { password?: string } | undefined)?.password
    if (password !== undefined) {
      await throttle.confirmation(Number(call.caller.accountId))
      const caller = await findIdentity(database, sql`a.id = ${call.caller.accountId}`)
      if (!(await isPassword(caller?.passwordHash, password))) refuse('wrong_password', 'data.password')
    }
    return call.transaction(async ({ db, now, record }) => {
      // Locked, so that nobody becomes dependent on it at the same moment.
      await db.query(sql`select from account where id = ${id} for update`)
      const [dependent] = await db.query(sql`select from account where reseller_account_id = ${id} limit 1`)
      if (dependent) refuse('still_in_use')
      const eraseAfter = new Date(now.getTime() + daysUntilErasure * 86_400_000)
      const [row] =
        await db.query(sql`update account set is_blocked = true, closed_at = ${now}, erase_after = ${eraseAfter}
where id = ${id} and closed_at is null returning id`)
      if (!row) return undefined
      await endSessionsOfTree(db, id)
      await reviseServicesOf(id, { db, now })
      await enqueueMail(db, { kind: 'account_closed', accountId: id, eraseAfter: eraseAfter.toISOString() })
      await record({
        resource: 'account',
        id,
        accountId: id,
        before: { is_closed: false },
        after: { is_closed: true, erase_after: eraseAfter },
      })
      return undefined
    })
  },
})
