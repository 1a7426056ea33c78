import { reviseAccountServices } from '@wachta/database'
import { dayMs } from '@wachta/domain'
import { closed, nameSchema, type Operation, parseKey, reject, requirePermission } from '@wachta/resource'
import { sql } from 'kysely'
import { Type } from 'typebox'
import { endSessionsOfTree } from '../../platform/authentication/sessions.ts'
import { type Proof, requireProofOrStepUp } from '../../platform/authentication/step-up.ts'
import type { ApiContext } from '../../platform/context.ts'
import { enqueueMail } from '../../platform/mail/outbox.ts'
import { account } from './account.ts'

/** The time in which a closed account can be reopened, before all its data is erased. */
const daysUntilErasure = 30

export const closeAccount = (context: ApiContext): Operation => ({
  id: 'close_account',
  method: 'POST',
  path: '/accounts/{_id}/close',
  tag: 'accounts',
  summary: 'Close an account: sign-in is blocked, and after 30 days all its data is erased.',
  description: 'Needs a step-up, or the current password in the request of an account without 2FA.',
  access: 'customer',
  on: { resource: 'account', flag: 'close' },
  body: nameSchema('close_account_data', Type.Object({ password: Type.Optional(Type.String()) }, closed)),
  bodyOptional: true,
  status: 204,
  slow: true,
  async handle(call) {
    const id = Number(parseKey(account, call))
    await requirePermission({ resource: account, key: id }, 'close', call)
    await requireProofOrStepUp(context, (call.body ?? {}) as Proof, call)
    return call.transaction(async ({ db, now, record }) => {
      // Locked, so that no dependent account can be created at the same time.
      await db.query(sql`select from account where id = ${id} for update`)
      const [dependent] = await db.query(sql`select from account where reseller_account_id = ${id} limit 1`)
      if (dependent) reject('still_in_use')
      const eraseAfter = new Date(now.getTime() + daysUntilErasure * dayMs)
      const [row] =
        await db.query(sql`update account set is_blocked = true, closed_at = ${now}, erase_after = ${eraseAfter}
where id = ${id} and closed_at is null returning id`)
      if (!row) return undefined
      await endSessionsOfTree(db, id)
      await reviseAccountServices(id, { db, now })
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
