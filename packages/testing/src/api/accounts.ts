import { createToken, hashToken } from '@wachta/api/src/platform/authentication/tokens.ts'
import { checkTypes } from '@wachta/checks'
import type { Database } from '@wachta/database'
import { sql } from 'kysely'

export interface AccountOptions {
  readonly username?: string
  readonly name?: string
  readonly packageId?: number
  readonly parent?: number
  readonly reseller?: number
  readonly readOnly?: boolean
  /** For an additional user: its role, and the groups that it is limited to. */
  readonly role?: string
  readonly roleGroups?: readonly number[]
  readonly blocked?: boolean
  readonly administrator?: boolean
  readonly activated?: boolean
  readonly passwordHash?: string
  /** For an administrator; without two-factor authentication, the scope `administrator` gives no rights. */
  readonly withoutTwoFactor?: boolean
  readonly edit?: boolean
  readonly block?: boolean
  readonly language?: string
}

export interface PackageOptions {
  readonly name?: string
  readonly offered?: boolean
  readonly services?: number
  readonly interval?: number
  readonly sensors?: number
  readonly numbers?: number
  readonly customAnalyses?: boolean
  /** The service types that the package offers; by default, all of them. */
  readonly types?: readonly string[]
}

let counter = 0

export async function addPackage(db: Database, columns: PackageOptions = {}): Promise<number> {
  const {
    name = 'Basic',
    offered = true,
    services = 10,
    interval = 60,
    sensors = 5,
    numbers = 5,
    customAnalyses = false,
    types = checkTypes.map(({ id }) => id),
  } = columns
  const offers = types.map((service_type_id) => ({ service_type_id, maximum_services: null, minimum_interval: null }))
  const [row] = await db.query(sql<{
    id: number
  }>`insert into package (name, is_available_for_new_accounts, maximum_services, minimum_interval, maximum_sensors,
  maximum_sms_numbers, can_force_custom_analyses, available_service_types, maximum_requests_per_minute)
values (${name}, ${offered}, ${services}, ${interval}, ${sensors}, ${numbers}, ${customAnalyses}, ${JSON.stringify(offers)}, 1000000)
returning id`)
  return row?.id ?? 0
}

/** A secret for which no code is valid, so that administrators need `openSession` to sign in. */
const placeholderSecret = 'v1.test.placeholder'

/** Adds an account with a credential, as if it was created long ago. */
export async function addAccount(db: Database, options: AccountOptions = {}): Promise<number> {
  counter += 1
  const username = options.username ?? `user${counter}`
  const [row] = await db.query(sql<{
    id: number
  }>`insert into account (name, username, package_id, parent_account_id, reseller_account_id, is_read_only,
  role, role_group_ids, is_blocked, is_administrator, is_activated, subaccount_edit, subaccount_block, email_address, language_id)
values (${options.name ?? `Account ${username}`}, ${username}, ${options.packageId ?? sql`(select min(id) from package)`}, ${options.parent ?? null},
  ${options.reseller ?? null}, ${options.readOnly ?? false},
  ${options.role ?? null}, ${options.roleGroups ?? null}, ${options.blocked ?? false}, ${options.administrator ?? false},
  ${options.activated ?? true}, ${options.edit ?? false}, ${options.block ?? false}, ${`${username}@example.com`}, ${options.language ?? 'en'}) returning id`)
  const id = row?.id ?? 0
  await db.query(
    sql`insert into credential (account_id, password_hash, totp_secret)
values (${id}, ${options.passwordHash ?? null}, ${options.administrator && !options.withoutTwoFactor ? placeholderSecret : null})`,
  )
  return id
}

/**
 * Opens a session whose holder has just confirmed their identity, without hashing a password; returns the value of
 * Authorization.
 */
export async function openSession(
  db: Database,
  accountId: number,
  scope: 'customer' | 'administrator' = 'customer',
  { steppedUp = true }: { readonly steppedUp?: boolean } = {},
): Promise<string> {
  const token = createToken(0)
  await db.query(sql`insert into session (account_id, token_hash, kind, scope, timeout, expires_at, is_verified, stepped_up_at)
values (${accountId}, ${hashToken(token)}, 'session', ${scope}, 3600, now() + interval '1 day', true, ${steppedUp ? 'infinity' : null}::timestamptz)`)
  return `Bearer ${token}`
}
