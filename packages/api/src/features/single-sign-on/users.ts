import { randomBytes } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { type MappedRole, resolveMappedRole } from '@wachta/domain'
import { type Call, reject, type StatementRunner } from '@wachta/resource'
import { sql } from 'kysely'
import { isUsername } from '../../platform/authentication/identity.ts'
import { endSessions } from '../../platform/authentication/sessions.ts'
import { rejectTooManyUsers } from '../accounts/create.ts'
import type { IssuerClaims } from './claims.ts'
import type { Connection } from './find-connection.ts'

/**
 * Finds the user that an issuer names, or creates it, and gives it the role of its groups. Returns the id of its
 * account; null if it has no role: then an existing user loses access, and no user is created.
 */
export async function provisionUser(connection: Connection, claims: IssuerClaims, call: Call): Promise<number | null> {
  const existingId = await findUser(call.db, connection, claims)
  const role = await findRole(call.db, connection, { accountId: existingId, claimed: claims.groups })
  if (existingId === undefined && role === null) return null
  const accountId =
    existingId ?? (await createUser(connection, { claims, role: role ?? reject('sso_role_missing') }, call))
  if (existingId !== undefined) await giveRole(existingId, role, call)
  await call.db.query(sql`update sso_identity set issuer = ${claims.issuer}, subject = ${claims.subject},
  claim_groups = ${claims.groups}, last_sign_in_at = coalesce(${role && call.now}, last_sign_in_at)
where account_id = ${accountId}`)
  return role && accountId
}

/**
 * A user is identified by issuer and subject, or, if SCIM created it, by the external id that SCIM and the issuer agree
 * on. Never by the e-mail address, which an issuer can claim at will.
 */
async function findUser(db: StatementRunner, { id }: Connection, claims: IssuerClaims): Promise<number | undefined> {
  const [found] = await db.query(sql<{ id: number }>`select account_id as id from sso_identity
where connection_id = ${id} and (issuer = ${claims.issuer} and subject = ${claims.subject}
  or subject is null and external_id = any(${[claims.subject, ...claims.aliases]}::text[]))
order by subject is null limit 1 for update`)
  return found?.id
}

/** Returns the role of a user by the groups that the issuer claims and those that SCIM maintains, taken together. */
export async function findRole(
  db: StatementRunner,
  { roleMappings, defaultRole }: Pick<Connection, 'roleMappings' | 'defaultRole'>,
  { accountId = null, claimed }: { readonly accountId: number | null | undefined; readonly claimed: readonly string[] },
): Promise<MappedRole | null> {
  const maintained = await db.query(sql<{ name: string }>`select g.display_name as name from scim_group g
  join scim_group_member m on m.group_id = g.id where m.account_id = ${accountId}::bigint`)
  return resolveMappedRole([...claimed, ...maintained.map(({ name }) => name)], roleMappings, defaultRole)
}

async function createUser(
  connection: Connection,
  { claims, role }: { readonly claims: IssuerClaims; readonly role: MappedRole },
  call: Call,
): Promise<number> {
  const { email, isEmailVerified } = claims
  if (email === null || isEmailVerified === false) return reject('sso_email_rejected')
  await requireDomain(connection.id, email, call)
  const accountId = await addUser({ ownerId: connection.ownerId, email, name: claims.name, role }, call)
  await call.db.query(sql`insert into sso_identity (account_id, connection_id, issuer, subject, created_at)
values (${accountId}, ${connection.id}, ${claims.issuer}, ${claims.subject}, ${call.now})`)
  return accountId
}

/** An issuer is trusted only for the e-mail domains of its connection: it cannot sign in users of other customers. */
export async function requireDomain(connectionId: number, email: string, call: Pick<Call, 'db'>): Promise<void> {
  if (!(await isOfDomain(connectionId, email, call))) reject('sso_email_rejected')
}

/** Whether an e-mail address lies in a verified domain of a connection. */
export async function isOfDomain(connectionId: number, email: string, { db }: Pick<Call, 'db'>): Promise<boolean> {
  const [, domain = ''] = /^[^\s@]+@([^\s@]+\.[^\s@]+)$/.exec(email) ?? []
  const [found] = await db.query(sql`select from sso_domain
where connection_id = ${connectionId} and domain = ${domain.toLowerCase()} and verified_at is not null`)
  return found !== undefined
}

/** The context of a write to a user: the transaction, its time, and the audit log. */
export type UserWrite = Pick<Call, 'db' | 'now' | 'record'>

export interface NewUser {
  readonly ownerId: number
  readonly email: string
  readonly name: string | null
  readonly role: MappedRole
  /** The wanted user name; the e-mail address unless given. */
  readonly username?: string
}

/** Adds an additional user without a password, with the package, language and time zone of the account. */
export async function addUser({ ownerId, email, name, role, username }: NewUser, call: UserWrite): Promise<number> {
  await call.db.query(sql`select from account where id = ${ownerId} for no key update`)
  await rejectTooManyUsers(ownerId, call)
  const columns = {
    name: name ?? email,
    username: await chooseFreeUsername(username ?? email, call),
    email_address: email,
    role: role.role,
    role_group_ids: role.groupIds,
  }
  const [created] = await call.db.query(sql<{ id: number }>`insert into account
  (name, username, package_id, parent_account_id, role, role_group_ids, language_id, time_zone_id, email_address, created_at)
select ${columns.name}, ${columns.username}, package_id, id, ${columns.role}, ${columns.role_group_ids}, language_id,
  time_zone_id, ${email}, ${call.now} from account where id = ${ownerId} and parent_account_id is null and closed_at is null
returning id`)
  if (!created) return reject('sso_not_available')
  await call.db.query(sql`insert into credential (account_id, password_changed_at) values (${created.id}, ${call.now})`)
  const after = { ...columns, parent_account_id: ownerId }
  await call.record({ resource: 'account', id: created.id, accountId: created.id, before: null, after })
  return created.id
}

/** Returns the wanted user name, or a random one if the wanted one is invalid or another account has it. */
async function chooseFreeUsername(wanted: string, { db }: UserWrite): Promise<string> {
  const [taken] = await db.query(sql`select from account where lower(username) = lower(${wanted})`)
  return !taken && isUsername(wanted) ? wanted : `sso-${randomBytes(8).toString('hex')}`
}

/**
 * Gives a user the role of its groups, and records the change. A user without a role has no access until it gets one.
 */
export async function giveRole(accountId: number, role: MappedRole | null, call: UserWrite): Promise<void> {
  const has_role = role !== null
  const changed = await call.db.query(
    sql`update sso_identity set has_role = ${has_role} where account_id = ${accountId} and has_role <> ${has_role} returning 1`,
  )
  if (role === null) await withdrawAccess(accountId, call)
  else await setRole(accountId, role, call)
  if (changed.length === 0) return
  await call.record({
    resource: 'account',
    id: accountId,
    accountId,
    before: { has_role: !has_role },
    after: { has_role },
  })
}

async function setRole(
  accountId: number,
  { role, groupIds }: MappedRole,
  { db, record }: Pick<UserWrite, 'db' | 'record'>,
): Promise<void> {
  const [before] = await db.query(sql<{ role: string; role_group_ids: number[] | null }>`
select role, role_group_ids from account where id = ${accountId} and parent_account_id is not null for update`)
  const after = { role, role_group_ids: groupIds }
  if (!before || isDeepStrictEqual({ ...before }, after)) return
  await db.query(sql`update account set role = ${role}, role_group_ids = ${groupIds} where id = ${accountId}`)
  await record({ resource: 'account', id: accountId, accountId, before, after })
}

/**
 * Revokes the access of a user at once: sessions end, API keys and the access of applications are revoked permanently.
 */
export async function withdrawAccess(accountId: number, { db, now }: Pick<UserWrite, 'db' | 'now'>): Promise<void> {
  await endSessions(db, accountId)
  await db.query(sql`update api_key set revoked_at = ${now} where account_id = ${accountId} and revoked_at is null`)
  await db.query(sql`delete from application_grant where account_id = ${accountId}`)
}
