import { type Call, reject, type Values } from '@wachta/resource'
import { sql } from 'kysely'

/** The group that something new goes to, unless one is named: the default group of its owner. */
export async function groupOfNew(data: Values, { caller, db, holds }: Call): Promise<Values> {
  if (data['group_id'] !== undefined) return {}
  const owner = data['owner_id'] ?? caller.actsFor
  const [found] = await db.query(
    sql<{ id: number }>`select id from service_group where owner_id = ${owner} and is_default`,
  )
  // An account that does not exist and one whose group the caller may not see look alike.
  return found && (await holds('group', found.id, 'read'))
    ? { group_id: found.id }
    : reject('unknown_reference', 'data.owner_id')
}

/** What belongs to a group belongs to whom the group belongs to. */
export async function ownerOfGroup({ group_id, owner_id }: Values, { db }: Call): Promise<number> {
  const [found] = await db.query(
    sql<{ owner: number }>`select owner_id as owner from service_group where id = ${group_id} for key share`,
  )
  if (owner_id !== undefined && owner_id !== found?.owner) reject('group_of_another_account', 'data.group_id')
  return found?.owner ?? reject('unknown_reference', 'data.group_id')
}

/** What hangs on a contact belongs to whom the contact belongs to. */
export async function ownerOfContact({ contact_id }: Values, { db }: Call): Promise<number> {
  const [found] = await db.query(sql<{ owner: number }>`select owner_id as owner from contact where id = ${contact_id}`)
  return found?.owner ?? reject('unknown_reference', 'data.contact_id')
}

/** What belongs to a group moves within its account only, to a group that the caller may add such things to. */
export async function demandMove({ group_id, owner_id }: Values, flag: string, call: Call): Promise<void> {
  if (group_id === undefined) return
  if (!(await call.holds('group', Number(group_id), flag))) reject('forbidden_field', 'data.group_id')
  await ownerOfGroup({ group_id: Number(group_id), owner_id }, call)
}
