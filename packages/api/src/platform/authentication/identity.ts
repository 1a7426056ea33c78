import { type AccountRole, type Language, languages } from '@wachta/domain'
import { type Caller, reject, type StatementRunner } from '@wachta/resource'
import { type RawBuilder, sql } from 'kysely'
import { isListed } from './allow-list.ts'
import { limitPerson } from './limits.ts'

/** The data of an account that decides whether, and as which caller, it may sign in. */
export interface Identity {
  readonly accountId: number
  readonly parentAccountId: number | null
  readonly packageId: number
  readonly username: string
  readonly emailAddress: string
  readonly language: Language
  readonly isReadOnly: boolean
  readonly role: AccountRole
  /** The service groups that an additional user is limited to; null for all. */
  readonly roleGroupIds: readonly number[] | null
  readonly isAdministrator: boolean
  readonly isActivated: boolean
  readonly isBlocked: boolean
  readonly passwordHash: string | null
  readonly hasTwoFactor: boolean
  readonly needsTwoFactor: boolean
  readonly hasPasskey: boolean
  /** Whether the account that it acts for requires passkeys of it. */
  readonly needsPasskey: boolean
  /** Whether only single sign-on admits the user: the account enforces it, or single sign-on created the user. */
  readonly requiresSso: boolean
  /** Whether single sign-on knows the user, and gives it no role. */
  readonly lacksRole: boolean
  /** Whether the tree of the account is moving to another cell; it must not be changed before it has arrived. */
  readonly isMoving: boolean
  readonly allowList: readonly string[] | null
  readonly requestsPerMinute: number
}

export const hasPasskey = sql<boolean>`exists (select from passkey y where y.account_id = a.id)`

/** Whether the password of an account `a` with the credential `c` is not enough: a code or a passkey is needed too. */
export const hasTwoFactor = sql<boolean>`(c.totp_secret is not null or ${hasPasskey})`

/** Whether the account that `a` acts for, its parent `p` or itself, requires a passkey of the role that `a` has. */
export const needsPasskey = sql<boolean>`a.role = any(coalesce(p.passkey_required_roles, a.passkey_required_roles))`

/**
 * Whether the account enforces single sign-on. Its holder, who can still use a password, then needs a second factor.
 */
const enforcesSso = sql`exists (select from sso_connection o where o.owner_id = coalesce(a.parent_account_id, a.id)
  and o.is_enforced and o.is_enabled)`

/** The columns of an identity. An additional user `a` has the package of its parent `p`, and is blocked with it. */
export const identityColumns = sql`a.id as "accountId", a.parent_account_id as "parentAccountId", k.id as "packageId",
  a.username, a.email_address as "emailAddress", a.language_id as "language", (a.is_read_only or coalesce(p.is_read_only, false)) as "isReadOnly",
  a.role, a.role_group_ids as "roleGroupIds",
  a.is_administrator as "isAdministrator", a.is_activated as "isActivated",
  (a.is_blocked or a.closed_at is not null or coalesce(p.is_blocked or p.closed_at is not null, false)) as "isBlocked",
  c.password_hash as "passwordHash", ${hasTwoFactor} as "hasTwoFactor",
  (a.is_2fa_setup_required or a.parent_account_id is null and ${enforcesSso}) as "needsTwoFactor",
  ${hasPasskey} as "hasPasskey", ${needsPasskey} as "needsPasskey",
  (a.parent_account_id is not null and (${enforcesSso}
    or c.password_hash is null and exists (select from sso_identity i where i.account_id = a.id))) as "requiresSso",
  exists (select from sso_identity i where i.account_id = a.id and not i.has_role) as "lacksRole",
  exists (select from tree_move m where m.tree_id = a.tree_id and m.step <> 'arrived') as "isMoving",
  case when a.ip_whitelist_enabled then a.ip_whitelist end as "allowList",
  k.maximum_requests_per_minute as "requestsPerMinute"`

export const identityTables = sql`account a left join account p on p.id = a.parent_account_id
  join package k on k.id = coalesce(p.package_id, a.package_id) join credential c on c.account_id = a.id`

export async function findIdentity(db: StatementRunner, where: RawBuilder<unknown>): Promise<Identity | undefined> {
  const [found] = await db.query(sql<Identity>`select ${identityColumns} from ${identityTables} where ${where}`)
  return found
}

/** Whether a text can be a user name; the schema of accounts says the same. */
export const isUsername = (text: string): boolean => /^[A-Za-z0-9@_.-]{1,128}$/.test(text)

export const matchUsername = (username: string): RawBuilder<unknown> => sql`lower(a.username) = lower(${username})`

/** Rejects an account that is blocked, not activated, without a role, or not allowed from this IP address. */
export function requireAdmission(identity: Identity, address: string): void {
  if (identity.isBlocked) reject('account_blocked')
  if (!identity.isActivated) reject('account_not_activated')
  if (identity.lacksRole) reject('sso_role_missing')
  if (identity.allowList && !isListed(identity.allowList, address)) reject('address_not_allowed')
}

/**
 * Returns whether two-factor authentication must be set up first: it is required of administrators, and of accounts
 * with that setting or with enforced single sign-on. Observers are exempt, because they authenticated with their own
 * account.
 */
export const lacksTwoFactor = (
  { needsTwoFactor, hasTwoFactor }: Pick<Identity, 'needsTwoFactor' | 'hasTwoFactor'>,
  { scope, isObserver }: { readonly scope: Caller['scope']; readonly isObserver: boolean },
): boolean => (needsTwoFactor || scope === 'administrator') && !hasTwoFactor && !isObserver

/** Returns whether a passkey must be added first, because the account requires one of the user's role. */
export const lacksPasskey = (
  { needsPasskey: needs, hasPasskey: has }: Pick<Identity, 'needsPasskey' | 'hasPasskey'>,
  { isObserver }: { readonly isObserver: boolean },
): boolean => needs && !has && !isObserver

export function toCaller(
  identity: Identity,
  scope: 'customer' | 'administrator',
  sessionId: number | null = null,
): Caller {
  const limits = limitPerson(identity)
  return {
    accountId: identity.accountId,
    actsFor: identity.parentAccountId ?? identity.accountId,
    packageId: identity.packageId,
    sessionId,
    scope,
    readOnly: identity.isReadOnly,
    role: identity.role,
    language: toKnownLanguage(identity.language),
    ...(limits && { limits }),
  }
}

export const createAnonymousCaller = (language: Language = 'en'): Caller => ({
  accountId: null,
  actsFor: null,
  packageId: null,
  sessionId: null,
  scope: 'anonymous',
  readOnly: true,
  role: 'none',
  language,
})

const toKnownLanguage = (language: string): Language => languages.find((one) => one === language) ?? 'en'
