import { type RawBuilder, sql } from 'kysely'
import { deleteClaims, updateRolesFromGroups } from './follow-groups.ts'
import { type GroupState, patchGroup, readGroupState } from './group-changes.ts'
import { parseFilter, parsePatch, parseScimPage } from './requests.ts'
import type { ScimCall, ScimHandlers } from './scim-call.ts'
import { ScimError } from './scim-error.ts'

const schema = 'urn:ietf:params:scim:schemas:core:2.0:Group'
const attributes = ['displayName', 'externalId', 'id']
const maxGroups = 500

interface GroupRow {
  readonly id: number
  readonly displayName: string
  readonly externalId: string | null
  readonly members: readonly { readonly value: string; readonly display: string }[]
  readonly created: string
}

/** The groups of a connection; their names map to roles. */
export const groupHandlers: ScimHandlers = {
  async list(call) {
    const filter = parseFilter(call.query['filter'], attributes)
    const { start, count } = parseScimPage(call.query)
    const where = filter ? conditions[filter.attribute]?.(filter.value) : sql`true`
    const rows = await selectGroups(call, sql`${where} order by g.id limit ${count} offset ${start - 1}`)
    const [{ total } = { total: 0 }] = await call.db.query(
      sql<{ total: number }>`select count(*)::int as total from scim_group g where ${ofConnection(call)} and ${where}`,
    )
    return { total, start, resources: rows.map((row) => toGroup(row, call)) }
  },
  read: async (id, call) => toGroup(await readGroup(id, call), call),
  async create(body, call) {
    const state = readGroupState(body)
    await rejectTakenName(state.displayName, 0, call)
    await rejectTooManyGroups(call)
    const [created] = await call.db.query(sql<{ id: number }>`insert into scim_group
  (owner_id, connection_id, display_name, external_id, created_at, updated_at)
values (${call.connection.ownerId}, ${call.connection.id}, ${state.displayName}, ${state.externalId}, ${call.now}, ${call.now})
returning id`)
    const id = String(created?.id)
    await record(Number(id), { before: null, after: { display_name: state.displayName } }, call)
    await updateGroup(await readGroup(id, call), state, call)
    return toGroup(await readGroup(id, call), call)
  },
  async replace(id, body, call) {
    const group = await readGroup(id, call)
    const state = readGroupState(body)
    await updateGroup(group, { ...state, externalId: state.externalId ?? group.externalId }, call)
    return toGroup(await readGroup(id, call), call)
  },
  async patch(id, body, call) {
    const group = await readGroup(id, call)
    await updateGroup(
      group,
      patchGroup({ ...group, members: getMemberIds(group), removed: new Set() }, parsePatch(body)),
      call,
    )
    return toGroup(await readGroup(id, call), call)
  },
  async remove(id, call) {
    const group = await readGroup(id, call)
    await call.db.query(sql`delete from scim_group where id = ${group.id}`)
    await record(group.id, { before: { display_name: group.displayName }, after: null }, call)
    const members = [...getMemberIds(group)]
    await deleteClaims(members, [group.displayName, group.externalId], call)
    await updateRolesFromGroups(members, call)
  },
}

/** Changes a group to the given state. Roles are updated once, however many operations the request had. */
async function updateGroup(group: GroupRow, state: GroupState, call: ScimCall): Promise<void> {
  const former = getMemberIds(group)
  const added = [...state.members.difference(former)]
  const removed = [...former.difference(state.members)]
  const isRenamed = state.displayName !== group.displayName
  if (isRenamed || state.externalId !== group.externalId) await changeNames(group, state, call)
  if (removed.length > 0) await removeMembers(group.id, removed, call)
  if (added.length > 0) await addMembers(group.id, added, call)
  const excluded = [...removed, ...state.removed.difference(state.members)]
  await deleteClaims(excluded, [group.displayName, group.externalId], call)
  if (isRenamed) await deleteClaims([...former], [group.displayName], call)
  await updateRolesFromGroups([...excluded, ...added, ...(isRenamed ? former : [])], call)
}

const getMemberIds = ({ members }: GroupRow): Set<number> => new Set(members.map(({ value }) => Number(value)))

const ofConnection = ({ connection }: ScimCall) => sql`g.connection_id = ${connection.id}`

const conditions: Readonly<Record<string, (value: string) => RawBuilder<unknown>>> = {
  displayName: (value) => sql`lower(g.display_name) = lower(${value})`,
  externalId: (value) => sql`g.external_id = ${value}`,
  id: (value) => sql`g.id::text = ${value}`,
}

const selectGroups = (call: ScimCall, rest: RawBuilder<unknown>) =>
  call.db.query(sql<GroupRow>`select g.id, g.display_name as "displayName", g.external_id as "externalId",
  wire_time(g.created_at) as created,
  coalesce((select json_agg(json_build_object('value', a.id::text, 'display', a.name) order by a.id)
    from scim_group_member m join account a on a.id = m.account_id where m.group_id = g.id), '[]') as members
from scim_group g where ${ofConnection(call)} and ${rest}`)

async function readGroup(id: string, call: ScimCall): Promise<GroupRow> {
  const [found] = await selectGroups(call, sql`g.id::text = ${id}`)
  if (!found) throw new ScimError(404, 'There is no such group.')
  return found
}

async function rejectTakenName(name: string, exceptId: number, call: ScimCall): Promise<void> {
  const [taken] = await call.db.query(
    sql`select from scim_group g where ${ofConnection(call)} and lower(g.display_name) = lower(${name}) and g.id <> ${exceptId}`,
  )
  if (taken) throw new ScimError(409, 'Another group has this displayName.', 'uniqueness')
}

async function rejectTooManyGroups(call: ScimCall): Promise<void> {
  const [{ count } = { count: 0 }] = await call.db.query(
    sql<{ count: number }>`select count(*)::int as count from scim_group g where ${ofConnection(call)}`,
  )
  if (count >= maxGroups) throw new ScimError(400, `There can be at most ${maxGroups} groups.`, 'tooMany')
}

async function changeNames(group: GroupRow, { displayName, externalId }: GroupState, call: ScimCall): Promise<void> {
  await rejectTakenName(displayName, group.id, call)
  await call.db.query(sql`update scim_group set display_name = ${displayName}, external_id = ${externalId},
  updated_at = ${call.now} where id = ${group.id}`)
  if (displayName === group.displayName) return
  await record(group.id, { before: { display_name: group.displayName }, after: { display_name: displayName } }, call)
}

/** Only users of the same connection can be members. */
async function addMembers(group: number, accountIds: readonly number[], call: ScimCall): Promise<void> {
  const users = await call.db.query(sql<{ id: number }>`select account_id as id from sso_identity
where connection_id = ${call.connection.id} and account_id = any(${accountIds}::bigint[])`)
  if (users.length < accountIds.length)
    throw new ScimError(400, 'A member is not a user of this connection.', 'invalidValue')
  await call.db.query(sql`insert into scim_group_member (group_id, account_id)
select ${group}, unnest(${accountIds}::bigint[]) on conflict do nothing`)
  await recordMembers(group, { added: accountIds }, call)
}

async function removeMembers(group: number, accountIds: readonly number[], call: ScimCall): Promise<void> {
  await call.db.query(
    sql`delete from scim_group_member where group_id = ${group} and account_id = any(${accountIds}::bigint[])`,
  )
  await recordMembers(group, { removed: accountIds }, call)
}

const recordMembers = (group: number, change: Readonly<Record<string, readonly number[]>>, call: ScimCall) =>
  record(group, { before: null, after: { members: change } }, call)

const record = (
  id: number,
  change: { readonly before: Record<string, unknown> | null; readonly after: Record<string, unknown> | null },
  call: ScimCall,
): Promise<void> => call.record({ resource: 'scim_group', id, accountId: call.connection.ownerId, ...change })

const toGroup = (row: GroupRow, { baseUrl, query }: ScimCall) => ({
  schemas: [schema],
  id: String(row.id),
  ...(row.externalId !== null && { externalId: row.externalId }),
  displayName: row.displayName,
  // Directories ask for large groups without their members.
  ...(query['excludedAttributes'] !== 'members' && { members: row.members }),
  meta: { resourceType: 'Group', created: row.created, location: `${baseUrl}/Groups/${row.id}` },
})
