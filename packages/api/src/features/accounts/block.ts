import { reviseAccountServices } from '@wachta/database'
import { type AnyResource, lockRow, type Operation, parseKey } from '@wachta/resource'
import { sql } from 'kysely'
import { endSessionsOfTree } from '../../platform/authentication/sessions.ts'
import { account } from './account.ts'
import { adminAccount } from './admin-account.ts'

/** The operations that block and unblock an account. */
export const accountBlockOperations = (): Operation[] =>
  [account, adminAccount].flatMap((resource) => [
    createBlockOperation(resource, true),
    createBlockOperation(resource, false),
  ])

function createBlockOperation(resource: AnyResource, isBlocked: boolean): Operation {
  const action = isBlocked ? 'block' : 'unblock'
  return {
    id: `${action}_${resource.name}`,
    method: 'POST',
    path: `${resource.serve?.path}/{_id}/${action}`,
    tag: resource.serve?.tag ?? '',
    summary: isBlocked
      ? 'Block an account: its sessions end and sign-in is blocked.'
      : 'Unblock an account; a closed account that is not erased yet is reopened.',
    access: resource.serve?.scope ?? 'customer',
    on: { resource: resource.name, flag: action },
    status: 204,
    async handle(call) {
      const id = Number(parseKey(resource, call))
      const before = await lockRow({ resource, key: id }, action, call)
      const reopenColumns = isBlocked ? sql`` : sql`, closed_at = null, erase_after = null`
      await call.db.query(sql`update account set is_blocked = ${isBlocked}${reopenColumns} where id = ${id}`)
      if (isBlocked) await endSessionsOfTree(call.db, id)
      // Services of a blocked account are not checked.
      await reviseAccountServices(id, call)
      await call.record({
        resource: 'account',
        id,
        accountId: id,
        before: { is_blocked: before['is_blocked'] },
        after: { is_blocked: isBlocked },
      })
      return undefined
    },
  }
}
