import { type Call, reject, type Values } from '@wachta/resource'
import { sql } from 'kysely'

/** Returns the default group of the owner as the `group_id` of a new row, if the request names no group. */
export async function findGroupOfNewRow(data: Values, { caller, db, holds }: Call): Promise<Values> {
  if (data['group_id'] !== undefined) return {}
  const owner = data['owner_id'] ?? caller.actsFor
  const [found] = await db.query(
    sql<{ id: number }>`select id from service_group where owner_id = ${owner} and is_default`,
  )
  // The error does not reveal whether the account exists or the caller may only not read its group.
  return found && (await holds('group', found.id, 'read'))
    ? { group_id: found.id }
    : reject('unknown_reference', 'data.owner_id')
}

/** Returns the owner of a group, who also owns everything in it. */
export async function loadOwnerOfGroup({ group_id, owner_id }: Values, { db }: Call): Promise<number> {
  const [found] = await db.query(
    sql<{ owner: number }>`select owner_id as owner from service_group where id = ${group_id} for key share`,
  )
  if (owner_id !== undefined && owner_id !== found?.owner) reject('group_of_another_account', 'data.group_id')
  return found?.owner ?? reject('unknown_reference', 'data.group_id')
}

/** Returns the owner of a contact, who also owns its addresses and suspensions. */
export async function loadOwnerOfContact({ contact_id }: Values, { db }: Call): Promise<number> {
  const [found] = await db.query(sql<{ owner: number }>`select owner_id as owner from contact where id = ${contact_id}`)
  return found?.owner ?? reject('unknown_reference', 'data.contact_id')
}

/** Rejects a move to a group of another account, or to a group on which the caller lacks the permission `flag`. */
export async function requireMovePermission({ group_id, owner_id }: Values, flag: string, call: Call): Promise<void> {
  if (group_id === undefined) return
  if (!(await call.holds('group', Number(group_id), flag))) reject('forbidden_field', 'data.group_id')
  await loadOwnerOfGroup({ group_id: Number(group_id), owner_id }, call)
}
