import { createHash } from 'node:crypto'
import { hashPassword } from '@wachta/api/src/platform/authentication/passwords.ts'
import { hashToken } from '@wachta/api/src/platform/authentication/tokens.ts'
import { standardChannels } from '@wachta/channels'
import { checkTypes } from '@wachta/checks'
import type { Database, Transaction } from '@wachta/database'
import type { AnyResource, Registry } from '@wachta/resource'
import type { Vault } from '@wachta/runtime/vault'
import { sql } from 'kysely'
import { createEvidenceLinks, restoreEvidence } from './evidence.ts'
import { createNotificationLinks, restoreNotifications } from './notifications.ts'
import { canary, type Holders, plantedAnalysis, restoreConfiguration } from './rows.ts'
import { type CallerName, callers, type Key, type World } from './world.ts'

/** Far above the values of the sequences, so that rows with these ids can be restored after any request. */
const base = 1_000_000
const ownPackage = base + 1
const packages = [ownPackage, base + 2, base + 3, base + 4]
const password = 'Quiet-Harbour-71-lantern'
const token = digest('mailed token')

interface Person {
  readonly id: number
  readonly username: string
  readonly parent?: number
  readonly reseller?: number
  readonly readOnly?: true
  readonly administrator?: true
}

const owner = base + 1
const signedInPeople: Readonly<Record<Exclude<CallerName, 'anonymous'>, Person>> = {
  owner: { id: owner, username: 'fuzz.owner' },
  administrator: { id: base + 2, username: 'fuzz.administrator', administrator: true },
  reader: { id: base + 3, username: 'fuzz.reader', parent: owner, readOnly: true },
}

/** Accounts that requests may change in any way. */
const disposableAccounts: readonly Person[] = [
  ...[4, 5, 6, 7].map((number) => ({ id: base + number, username: `fuzz.user${number}`, parent: owner })),
  ...[8, 9].map((number) => ({ id: base + number, username: `fuzz.sub${number}`, reseller: owner })),
  ...[10, 11, 12].map((number) => ({ id: base + number, username: `fuzz.stranger${number}` })),
]
const people = [...Object.values(signedInPeople), ...disposableAccounts]

const sessions = [
  ...Object.entries(signedInPeople).map(([name, { id }]) => ({ id, account: id, token: digest(name) })),
  ...disposableAccounts.map(({ id }) => ({ id, account: id, token: digest(`session ${id}`) })),
  ...[21, 22, 23].map((number) => ({ id: base + number, account: owner, token: digest(`session ${number}`) })),
]

const holders: Holders = { owner, stranger: base + 10, guests: [base + 8, base + 11] }
const offers = checkTypes.map(({ id }) => ({ service_type_id: id, maximum_services: null, minimum_interval: null }))
const offeredChannels = standardChannels.map(({ id }) => id)

function digest(text: string): string {
  return createHash('sha256').update(`fuzz ${text}`).digest('hex').slice(0, 32)
}

export type Fixture = Omit<World, 'operations' | 'registry'> & { restoreAll(): Promise<void> }

/** Creates callers, rows for them to act on, and a function that restores all of them. */
export async function createFixture(db: Database, registry: Registry, vault: Pick<Vault, 'seal'>): Promise<Fixture> {
  const hash = await hashPassword(password)
  const parts = [
    restoreConfiguration(base, holders, vault.seal),
    restoreEvidence(base, owner),
    restoreNotifications(base, owner),
  ]
  const secret = vault.seal('JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP', [
    'account',
    String(signedInPeople.administrator.id),
    'totp',
  ])
  const restoreAll = () => restore(db, { hash, secret }, parts)
  await restoreAll()
  const authorization = Object.fromEntries(
    callers.map((name) => [name, name === 'anonymous' ? undefined : `Bearer ${digest(name)}`]),
  ) as World['authorization']
  return {
    restoreAll,
    authorization,
    links: { ...createEvidenceLinks(base, vault), ...createNotificationLinks(base, owner) },
    basic: `Basic ${Buffer.from(`${signedInPeople.owner.username}:${password}`).toString('base64')}`,
    keys: await mapResources(registry, (resource) => loadKeys(db, resource)),
    own: await mapResources(registry, (resource) => loadOwnKeys(db, resource)),
    tuples: await mapResources(
      registry,
      async (resource) => (resource.keys.length > 1 ? loadCompositeKeys(db, resource) : undefined) ?? [],
    ),
    sensors: [base + 1, base + 2, base + 3],
    secrets: [canary, password, hash, token],
    known: {
      username: [signedInPeople.owner.username, disposableAccounts[0]?.username, 'nobody'],
      password: [password, 'wrong but long enough'],
      new_password: ['123456', 'Another-Harbour-72-lantern'],
      token: [token],
      account_id: [disposableAccounts[0]?.id],
      occurrence_id: [base + 1, base + 2, base + 9],
      code: ['000000', '123456', 'aaaaa-bbbbb-ccccc-ddddd'],
      ip_whitelist: ['127.0.0.1', '10.0.0.0/8', '::1', '2001:db8::/32', '0.0.0.0/0'],
      user_ip_address: ['10.0.0.1', '::1'],
      redirect_uri: ['https://app.example.com/done', 'https://evil.example/'],
      custom_activation_uri: ['https://app.example.com/activate?a=b#c'],
      set_password_url: ['https://wachta.test/password'],
      owner_id: [owner, owner, owner, owner + 9, null],
      channel_id: ['email', 'sms', 'slack', 'webhook', 'hipchat'],
      channel_ids: ['email', 'sms', 'slack'],
      _channel_id: ['email', 'sms', 'slack', 'webhook'],
      type_id: checkTypes.map(({ id }) => id),
      category_ids: checkTypes.map(({ category }) => category),
      section_ids: ['summary', 'service_level'],
      attachment_type_ids: ['pdf', 'csv'],
      ip_addresses: ['192.0.2.7', '2001:db8::7'],
      external_id: ['web', 'mail', 'web/1'],
      year: [2025, 2025, 2026, 2026, 1970, 9999, 10_000],
      _analysis_id: [...Array<string>(6).fill(plantedAnalysis), '260230000000000', '260301123000008', '1'],
      _artifact_id: ['content', 'content', 'har', 'nothing'],
      _sensor_id: [base + 1, base + 1, base + 1, base + 2],
      _change_id: [1, 2, 3, 4, 5, 10].map((number) => base + number),
      month: [1, 2, 3, 11, 12, '03', 0, 13],
    },
  }
}

async function mapResources<T>(
  registry: Registry,
  find: (resource: AnyResource) => Promise<T>,
): Promise<Map<string, T>> {
  return new Map(
    await Promise.all(registry.all.map(async (resource) => [resource.name, await find(resource)] as const)),
  )
}

/**
 * Returns the keys of rows of the owner, or of public rows. Default groups are excluded, because they cannot be
 * deleted.
 */
async function loadOwnKeys(db: Database, resource: AnyResource): Promise<Key[]> {
  const { table, key, owner: column } = resource
  if (column === null) return loadKeys(db, resource)
  const isPlanted = sql`${sql.id(key)} >= ${base} and ${sql.id(column)} = ${owner}`
  const found = await db.query(
    sql<{
      key: Key
    }>`select ${sql.id(key)} as key from ${sql.table(table)} where ${isPlanted} order by 1 limit 40`,
  )
  return found.map((row) => row.key)
}

async function loadCompositeKeys(db: Database, { table, keys }: AnyResource): Promise<Key[][]> {
  const columns = sql.join(keys.map((key) => sql.id(key)))
  const found = await db.query(
    sql<Record<string, Key>>`select ${columns} from ${sql.table(table)} order by ${columns} limit 40`,
  )
  return found.map((row) => keys.map((key) => row[key] ?? ''))
}

async function loadKeys(db: Database, resource: AnyResource): Promise<Key[]> {
  const row = Object.assign((column: string) => sql`${sql.id('t', column)}`, { related: () => sql<boolean>`false` })
  const where = resource.rows ? sql`where ${resource.rows(row)}` : sql``
  const column = sql.id('t', resource.key)
  const found = await db.query(
    sql<{
      key: string | number
    }>`select ${column} as key from ${sql.table(resource.table)} as t ${where} order by 1 limit 40`,
  )
  const keys = found.map(({ key }) => key)
  // Requests also target the callers and their package, but less often, because most changes of these end the caller's
  // access.
  return [...keys, ...[1, 2].flatMap(() => keys.filter((key) => !callerIds.has(key)))]
}

const callerIds = new Set<unknown>(Object.values(signedInPeople).map(({ id }) => id))

/** Uses few statements, whatever the number of rows, because it runs often. */
async function restore(
  db: Database,
  { hash, secret }: { readonly hash: string; readonly secret: string },
  parts: readonly ((tx: Transaction) => Promise<void>)[],
): Promise<void> {
  const ids = people.map(({ id }) => id)
  await db.transaction(async (tx) => {
    await tx.query(sql`delete from login_limit`)
    await tx.query(freeNames)
    await tx.query(restorePackages)
    await tx.query(restoreAccounts)
    await tx.query(sql`insert into credential (account_id, password_hash, totp_secret)
select id, ${hash}, case id when ${signedInPeople.administrator.id} then ${secret} end from unnest(${ids}::bigint[]) as id
on conflict (account_id) do update set password_hash = excluded.password_hash, totp_secret = excluded.totp_secret, totp_pending_secret = null`)
    await tx.query(restoreSessions)
    await tx.query(restoreToken)
    for (const part of parts) await part(tx)
    await tx.query(restoreEnrolment)
  })
}

/** Renames accounts that have taken the user name of a caller meanwhile, even if they are callers themselves. */
const freeNames = sql`update account a set username = 'gone.' || a.id
from json_to_recordset(${JSON.stringify(people)}::json) as p (id bigint, username text)
where lower(a.username) = p.username and a.id <> p.id`

/** Limits high enough for every request of the owner. */
const restorePackages = sql`insert into package (id, name, is_available_for_new_accounts, maximum_requests_per_minute,
  maximum_services, minimum_interval, maximum_sensors, maximum_sms_numbers, available_service_types, available_notification_channel_ids,
  can_force_custom_analyses)
select id, 'Package ' || id, true, most, most, 1, 1000, most, ${JSON.stringify(offers)}::jsonb, ${offeredChannels}::text[], true
from unnest(${packages}::bigint[]) as id, (values (2147483647)) as limits (most)
on conflict (id) do update set is_available_for_new_accounts = true, maximum_requests_per_minute = excluded.maximum_requests_per_minute,
  maximum_services = excluded.maximum_services, minimum_interval = 1, maximum_sensors = 1000,
  maximum_sms_numbers = excluded.maximum_sms_numbers, available_service_types = excluded.available_service_types,
  available_notification_channel_ids = excluded.available_notification_channel_ids, can_force_custom_analyses = true`

const restoreAccounts = sql`insert into account (id, name, username, package_id, parent_account_id, reseller_account_id,
  is_read_only, is_administrator, email_address, language_id, subaccount_edit, subaccount_block)
select id, 'Account ' || username, username, ${ownPackage}, parent, reseller, coalesce("readOnly", false),
  coalesce(administrator, false), username || '@example.com', 'en', true, true
from json_to_recordset(${JSON.stringify(people)}::json) as p
  (id bigint, username text, parent bigint, reseller bigint, "readOnly" boolean, administrator boolean) order by id
on conflict (id) do update set username = excluded.username, package_id = excluded.package_id,
  is_read_only = excluded.is_read_only, is_activated = true, is_blocked = false, closed_at = null, erase_after = null,
  ip_whitelist = '{}', ip_whitelist_enabled = false, is_2fa_setup_required = false, passkey_required_roles = '{}'`

const restoreSessions = sql`insert into session (id, account_id, token_hash, kind, scope, timeout, expires_at, is_verified, stepped_up_at)
select id, account, sha256(convert_to(token, 'UTF8')), 'session',
  case account when ${signedInPeople.administrator.id} then 'administrator' else 'customer' end, 3600, now() + interval '1 day', true, 'infinity'::timestamptz
from json_to_recordset(${JSON.stringify(sessions)}::json) as s (id bigint, account bigint, token text)
on conflict (id) do update set last_used_at = now(), is_verified = true`

/** Alternately a token that activates an account and one that resets a password. */
const restoreToken = sql`insert into mailed_token (token_hash, account_id, purpose, expires_at)
values (${hashToken(token)}, ${disposableAccounts[0]?.id}, 'activation', now() + interval '1 day')
on conflict (token_hash) do update set used_at = null,
  purpose = case mailed_token.purpose when 'activation' then 'password' else 'activation' end`

/** The same token enrols a sensor. */
const restoreEnrolment = sql`insert into sensor_enrolment (sensor_id, token_hash, expires_at)
select id, ${hashToken(token)}, now() + interval '1 day' from sensor where id = ${base + 1}
on conflict do nothing`
