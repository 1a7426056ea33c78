import { type RawBuilder, sql } from 'kysely'
import { notifyAddressChanged } from '../../accounts/email-address.ts'
import { addUser, findRole, isOfDomain, requireDomain, withdrawAccess } from '../users.ts'
import { parseFilter, parsePatch, parseScimPage } from './requests.ts'
import type { ScimCall, ScimHandlers } from './scim-call.ts'
import { ScimError } from './scim-error.ts'
import { patchUser, readUser, type UserAttributes } from './user-attributes.ts'

const schema = 'urn:ietf:params:scim:schemas:core:2.0:User'
/** The stored role of a user to whom no group gives one; such a user cannot sign in. */
const noRole = { role: 'viewer', groupIds: null } as const
const attributes = ['userName', 'externalId', 'id']

interface UserRow {
  readonly id: number
  readonly externalId: string | null
  readonly userName: string
  readonly name: string
  readonly email: string
  readonly active: boolean
  readonly created: string
  readonly groups: readonly { readonly value: string; readonly display: string }[]
}

/** The users of a connection: those that SCIM or a sign-in created, and those that linked themselves. */
export const userHandlers: ScimHandlers = {
  async list(call) {
    const filter = parseFilter(call.query['filter'], attributes)
    const { start, count } = parseScimPage(call.query)
    const where = filter ? conditions[filter.attribute]?.(filter.value) : sql`true`
    const rows = await selectUsers(call, sql`${where} order by a.id limit ${count} offset ${start - 1}`)
    const [{ total } = { total: 0 }] = await call.db.query(
      sql<{ total: number }>`select count(*)::int as total from ${tables} where ${ofConnection(call)} and ${where}`,
    )
    return { total, start, resources: rows.map((row) => toUser(row, call)) }
  },
  read: async (id, call) => toUser(await readUserRow(id, call), call),
  async create(body, call) {
    const { userName, externalId, name, active = true, email = userName } = readUser(body)
    if (userName === undefined) throw new ScimError(400, 'userName is required.', 'invalidValue')
    if (externalId === undefined)
      throw new ScimError(400, 'externalId is required: the subject of the user at the issuer.', 'invalidValue')
    await requireDomain(call.connection.id, String(email), call)
    await rejectTaken({ userName, externalId }, 0, call)
    const role = await findRole(call.db, call.connection, { accountId: null, claimed: [] })
    const user = {
      ownerId: call.connection.ownerId,
      email: String(email),
      name: name ?? userName,
      role: role ?? noRole,
      // Only a user name in a verified domain is used: with other names, a directory could find out the user names of
      // other customers.
      username: (await isOfDomain(call.connection.id, userName, call)) ? userName : String(email),
    }
    const id = await addUser(user, call)
    await call.db.query(sql`insert into sso_identity (account_id, connection_id, external_id, user_name, has_role, created_at)
values (${id}, ${call.connection.id}, ${externalId}, ${userName}, ${role !== null}, ${call.now})`)
    await changeUser(id, { active }, call)
    return toUser(await readUserRow(String(id), call), call)
  },
  async replace(id, body, call) {
    const row = await readUserRow(id, call)
    await changeUser(row.id, readUser(body), call)
    return toUser(await readUserRow(id, call), call)
  },
  async patch(id, body, call) {
    const row = await readUserRow(id, call)
    await changeUser(row.id, patchUser(parsePatch(body)), call)
    return toUser(await readUserRow(id, call), call)
  },
  async remove(id, call) {
    const { id: accountId } = await readUserRow(id, call)
    const before = { parent_account_id: call.connection.ownerId }
    // Recorded before the deletion, because the entry is assigned to the account only while the user exists.
    await call.record({ resource: 'account', id: accountId, accountId, before, after: null })
    await call.db.query(
      sql`delete from account where id = ${accountId} and parent_account_id = ${call.connection.ownerId}`,
    )
  },
}

const tables = sql`sso_identity i join account a on a.id = i.account_id`
const userNameColumn = sql`coalesce(i.user_name, a.username)`
const ofConnection = ({ connection }: ScimCall) =>
  sql`i.connection_id = ${connection.id} and a.parent_account_id = ${connection.ownerId}`

const conditions: Readonly<Record<string, (value: string) => RawBuilder<unknown>>> = {
  userName: (value) => sql`lower(${userNameColumn}) = lower(${value})`,
  externalId: (value) => sql`coalesce(i.external_id, i.subject) = ${value}`,
  id: (value) => sql`a.id::text = ${value}`,
}

const selectUsers = (call: ScimCall, rest: RawBuilder<unknown>) =>
  call.db.query(sql<UserRow>`select a.id, coalesce(i.external_id, i.subject) as "externalId", ${userNameColumn} as "userName",
  a.name, a.email_address as email, not a.is_blocked as active, wire_time(i.created_at) as created,
  coalesce((select json_agg(json_build_object('value', g.id::text, 'display', g.display_name) order by g.id)
    from scim_group g join scim_group_member m on m.group_id = g.id where m.account_id = a.id), '[]') as groups
from ${tables} where ${ofConnection(call)} and ${rest}`)

async function readUserRow(id: string, call: ScimCall): Promise<UserRow> {
  const [found] = await selectUsers(call, sql`a.id::text = ${id}`)
  if (!found) throw new ScimError(404, 'There is no such user.')
  return found
}

async function rejectTaken(wanted: UserAttributes, exceptId: number, call: ScimCall): Promise<void> {
  const [name, externalId] = [wanted.userName ?? null, wanted.externalId ?? null]
  const [taken] =
    await call.db.query(sql`select from ${tables} where i.connection_id = ${call.connection.id} and a.id <> ${exceptId}
  and (lower(${userNameColumn}) = lower(${name}::text) or coalesce(i.external_id, i.subject) = ${externalId}::text)`)
  if (taken) throw new ScimError(409, 'Another user has this userName or externalId.', 'uniqueness')
}

async function changeUser(id: number, changes: UserAttributes, call: ScimCall): Promise<void> {
  const { name, email, active } = changes
  await rejectTaken(changes, id, call)
  if (changes.userName !== undefined || changes.externalId !== undefined)
    await call.db.query(sql`update sso_identity set user_name = coalesce(${changes.userName ?? null}, user_name),
  external_id = coalesce(${changes.externalId ?? null}, external_id) where account_id = ${id}`)
  const before = await readUserRow(String(id), call)
  if (email !== undefined && email !== before.email) await requireDomain(call.connection.id, email, call)
  const after = { name: name ?? before.name, email_address: email ?? before.email }
  if (after.name !== before.name || after.email_address !== before.email) {
    await call.db.query(
      sql`update account set name = ${after.name}, email_address = ${after.email_address} where id = ${id}`,
    )
    const former = { name: before.name, email_address: before.email }
    await call.record({ resource: 'account', id, accountId: id, before: former, after })
    if (email !== undefined && email !== before.email)
      await notifyAddressChanged({ id, changes: { email_address: email }, before: former }, call)
  }
  if (active !== undefined) await setActive(id, active, call)
}

/**
 * Blocks or unblocks a user as the directory says. An inactive user also loses sessions, API keys and the access of
 * applications at once. An active user is unblocked only if the directory blocked it.
 */
async function setActive(id: number, isActive: boolean, call: ScimCall): Promise<void> {
  const changed = await call.db.query(
    sql`update sso_identity set is_active = ${isActive} where account_id = ${id} and is_active <> ${isActive} returning account_id`,
  )
  if (changed.length === 0 && isActive) return
  const blocked = await call.db.query(
    sql`update account set is_blocked = ${!isActive} where id = ${id} and is_blocked = ${isActive} returning id`,
  )
  if (!isActive) await withdrawAccess(id, call)
  if (blocked.length === 0) return
  const [before, after] = [{ is_blocked: isActive }, { is_blocked: !isActive }]
  await call.record({ resource: 'account', id, accountId: id, before, after })
}

const toUser = (row: UserRow, { baseUrl }: ScimCall) => ({
  schemas: [schema],
  id: String(row.id),
  ...(row.externalId !== null && { externalId: row.externalId }),
  userName: row.userName,
  name: { formatted: row.name },
  displayName: row.name,
  active: row.active,
  emails: [{ value: row.email, type: 'work', primary: true }],
  groups: row.groups,
  meta: { resourceType: 'User', created: row.created, location: `${baseUrl}/Users/${row.id}` },
})
