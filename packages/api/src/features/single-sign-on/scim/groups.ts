import { type RawBuilder, sql } from 'kysely'
import { type PatchOperation, parseFilter, parsePatch, parseScimPage, requireObject, toShortText } from './requests.ts'
import type { ScimCall, ScimHandlers } from './scim-call.ts'
import { ScimError } from './scim-error.ts'
import { followGroups } from './users.ts'

const schema = 'urn:ietf:params:scim:schemas:core:2.0:Group'
const attributes = ['displayName', 'externalId', 'id']
const maxGroups = 500
const maxMembers = 1_000

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
    const given = requireObject(body)
    const name = toShortText(given['displayName'], 'displayName')
    await rejectTaken(name, 0, call)
    await rejectTooMany(call)
    const [made] = await call.db.query(sql<{ id: number }>`insert into scim_group
  (owner_id, connection_id, display_name, external_id, created_at, updated_at)
values (${call.connection.ownerId}, ${call.connection.id}, ${name}, ${readExternalId(given)}, ${call.now}, ${call.now}) returning id`)
    const id = made?.id ?? 0
    await record(id, { before: null, after: { display_name: name } }, call)
    await setMembers(id, readMembers(given['members'] ?? []), call)
    return toGroup(await readGroup(String(id), call), call)
  },
  async replace(id, body, call) {
    const { id: group } = await readGroup(id, call)
    const given = requireObject(body)
    await rename(group, toShortText(given['displayName'], 'displayName'), call)
    await call.db.query(
      sql`update scim_group set external_id = coalesce(${readExternalId(given)}, external_id) where id = ${group}`,
    )
    await setMembers(group, readMembers(given['members'] ?? []), call)
    return toGroup(await readGroup(id, call), call)
  },
  async patch(id, body, call) {
    const { id: group } = await readGroup(id, call)
    for (const operation of parsePatch(body)) await applyOperation(group, operation, call)
    return toGroup(await readGroup(id, call), call)
  },
  async remove(id, call) {
    const { id: group, displayName, members } = await readGroup(id, call)
    await call.db.query(sql`delete from scim_group where id = ${group}`)
    await record(group, { before: { display_name: displayName }, after: null }, call)
    await followGroups(
      members.map(({ value }) => Number(value)),
      call,
    )
  },
}

async function applyOperation(group: number, { op, path, value }: PatchOperation, call: ScimCall): Promise<void> {
  const [, filtered] = /^members\[\s*value\s+eq\s+"(\d{1,18})"\s*\]$/i.exec(path) ?? []
  const attribute = path.toLowerCase()
  if (filtered !== undefined && op === 'remove') return removeMembers(group, [Number(filtered)], call)
  if (attribute === 'members' && op === 'remove')
    return value === undefined ? setMembers(group, [], call) : removeMembers(group, readMembers(value), call)
  if (attribute === 'members' && op === 'add') return addMembers(group, readMembers(value), call)
  if (attribute === 'members') return setMembers(group, readMembers(value), call)
  if (attribute === 'displayname' && op !== 'remove') return rename(group, toShortText(value, 'displayName'), call)
  if (attribute === 'externalid' && op !== 'remove')
    return void (await call.db.query(
      sql`update scim_group set external_id = ${toShortText(value, 'externalId')} where id = ${group}`,
    ))
  if (attribute !== '') throw new ScimError(400, `${path} cannot be changed.`, 'invalidPath')
  for (const [name, one] of Object.entries(requireObject(value)))
    if (['displayname', 'externalid', 'members'].includes(name.toLowerCase()))
      await applyOperation(group, { op, path: name, value: one }, call)
}

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

async function rejectTaken(name: string, except: number, call: ScimCall): Promise<void> {
  const [taken] = await call.db.query(
    sql`select from scim_group g where ${ofConnection(call)} and lower(g.display_name) = lower(${name}) and g.id <> ${except}`,
  )
  if (taken) throw new ScimError(409, 'Another group has this displayName.', 'uniqueness')
}

async function rejectTooMany(call: ScimCall): Promise<void> {
  const [{ count } = { count: 0 }] = await call.db.query(
    sql<{ count: number }>`select count(*)::int as count from scim_group g where ${ofConnection(call)}`,
  )
  if (count >= maxGroups) throw new ScimError(400, `There can be ${maxGroups} groups.`, 'tooMany')
}

async function rename(group: number, name: string, call: ScimCall): Promise<void> {
  const { displayName, members } = await readGroup(String(group), call)
  if (name === displayName) return
  await rejectTaken(name, group, call)
  await call.db.query(sql`update scim_group set display_name = ${name}, updated_at = ${call.now} where id = ${group}`)
  await record(group, { before: { display_name: displayName }, after: { display_name: name } }, call)
  await followGroups(
    members.map(({ value }) => Number(value)),
    call,
  )
}

function readMembers(value: unknown): number[] {
  const all = Array.isArray(value) ? value : [value]
  if (all.length > maxMembers) throw new ScimError(400, `Send at most ${maxMembers} members at once.`, 'tooMany')
  return all.map((each) => {
    const { value: id } = requireObject(each)
    if (!/^\d{1,15}$/.test(String(id))) throw new ScimError(400, 'A member is the id of a user.', 'invalidValue')
    return Number(id)
  })
}

const readExternalId = (given: Readonly<Record<string, unknown>>): string | null =>
  given['externalId'] == null ? null : toShortText(given['externalId'], 'externalId')

/** Only users of the same connection can be members. */
async function addMembers(group: number, accountIds: readonly number[], call: ScimCall): Promise<void> {
  const known = await call.db.query(sql<{ id: number }>`select account_id as id from sso_identity
where connection_id = ${call.connection.id} and account_id = any(${accountIds}::bigint[])`)
  if (known.length < new Set(accountIds).size) throw new ScimError(400, 'A member is not a user here.', 'invalidValue')
  await call.db.query(sql`insert into scim_group_member (group_id, account_id)
select ${group}, unnest(${accountIds}::bigint[]) on conflict do nothing`)
  await recordMembers(group, { added: accountIds }, call)
  await followGroups(accountIds, call)
}

async function removeMembers(group: number, accountIds: readonly number[], call: ScimCall): Promise<void> {
  await call.db.query(
    sql`delete from scim_group_member where group_id = ${group} and account_id = any(${accountIds}::bigint[])`,
  )
  await recordMembers(group, { removed: accountIds }, call)
  await followGroups(accountIds, call)
}

async function setMembers(group: number, accountIds: readonly number[], call: ScimCall): Promise<void> {
  const { members } = await readGroup(String(group), call)
  const former = members.map(({ value }) => Number(value))
  const gone = former.filter((id) => !accountIds.includes(id))
  const come = accountIds.filter((id) => !former.includes(id))
  if (gone.length > 0) await removeMembers(group, gone, call)
  if (come.length > 0) await addMembers(group, come, call)
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
