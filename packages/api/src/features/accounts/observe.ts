import { closed, lockRow, nameSchema, type Operation, parseKey } from '@wachta/resource'
import { Type } from 'typebox'
import { startObservation } from '../../platform/authentication/observation.ts'
import { account } from './account.ts'
import { token } from './credential-fields.ts'

/** The operation by which a reseller or administrator observes an account; the holder sees it in the audit log. */
export const observeAccount: Operation = {
  id: 'observe_account',
  method: 'POST',
  path: '/accounts/{_id}/observe',
  tag: 'accounts',
  summary: "Open a read-only session with the owner's view of the account: every write is rejected.",
  access: 'customer',
  on: { resource: 'account', flag: 'observe' },
  status: 201,
  result: nameSchema('observe_account_result', Type.Object({ id: account.fields.id.schema, token }, closed)),
  secret: true,
  async handle(call) {
    const accountId = Number(parseKey(account, call))
    await lockRow({ resource: account, key: accountId }, 'observe', call)
    await call.requireStepUp()
    const observerId = Number(call.caller.accountId)
    const started = await startObservation(call.db, {
      ...{ accountId, observerId, cellNumber: call.cellNumber },
      now: call.now,
    })
    await call.record({
      resource: 'session',
      id: started.id,
      accountId,
      before: null,
      after: { observer_id: observerId },
    })
    return { value: started }
  },
}
