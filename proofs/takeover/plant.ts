import { randomBytes } from 'node:crypto'
import { hashPassword } from '@wachta/api/src/platform/authentication/passwords.ts'
import { hashToken } from '@wachta/api/src/platform/authentication/tokens.ts'
import type { Database } from '@wachta/database'
import { createApiKey, getShownPrefix } from '@wachta/domain'
import type { Vault } from '@wachta/runtime/vault'
import { openSession } from '@wachta/testing/api/accounts'
import type { TestApi } from '@wachta/testing/api/start-api'
import { sql } from 'kysely'
import { getShareeId, type Person, people } from './cast.ts'
import type { TakeoverRequest } from './stage.ts'
import { scopes, shareRights } from './table.ts'

/** Secrets of every seeded account, which no response may contain. */
const password = 'Seven-Gondolas-58-at-anchor'
const recoveryCode = 'facade00-12345678-9abcdef0-0ddba11f'
const totpSecret = 'KRUGKZLTMVRXEZLUKRUGKZLTMVRXEZLU'
const signingKey = 'canary-signing-key-5e11'
const enrolmentToken = 'cafe0123cafe0123cafe0123cafe0123'
/** The accounts with a second factor; the others allow Basic authentication. */
const withTwoFactor = [people.victim.id, people.reseller.id, people.stranger.id]

export interface PlantedSecrets {
  /** Strings that no response may contain. */
  readonly secrets: readonly string[]
  /** The tokens that a former colleague has kept from mails. */
  readonly links: Readonly<Record<'password' | 'activation' | 'email_address', string>>
}

/** Gives every account everything that an attacker could want. */
export async function plant(db: Database, vault: Pick<Vault, 'seal'>): Promise<PlantedSecrets> {
  await addPeople(db)
  const ids = [...Object.values(people).map(({ id }) => id), ...createSharees().map(({ id }) => id)]
  const hash = await hashPassword(password)
  const sealedKeys = ids.map((id) => vault.seal(signingKey, ['signing_key', String(id)]))
  const sealedSecrets = withTwoFactor.map((id) => vault.seal(totpSecret, ['account', String(id), 'totp']))
  const tokens = ids.map(() => randomBytes(16).toString('hex'))
  const keys = ids.map(() => createApiKey(randomBytes, 0))
  await db.query(
    sql`update account set contact_person = 'zqperson' || id || 'qz', email_address = 'zqmail' || id || 'qz@example.com'`,
  )
  await db.query(sql`insert into credential (account_id, password_hash) select unnest(${ids}::bigint[]), ${hash}
on conflict (account_id) do update set password_hash = excluded.password_hash`)
  await db.query(sql`update credential c set totp_secret = s.secret
from unnest(${withTwoFactor}::bigint[], ${sealedSecrets}::text[]) as s (id, secret) where s.id = c.account_id`)
  await db.query(
    sql`insert into recovery_code (account_id, code_hash) select unnest(${withTwoFactor}::bigint[]), ${hashToken(recoveryCode)}`,
  )
  await db.query(sql`insert into signing_key (account_id, sealed_key)
select id, sealed from unnest(${ids}::bigint[], ${sealedKeys}::text[]) as k (id, sealed) join account using (id) where parent_account_id is null
  and not exists (select from signing_key g where g.account_id = k.id)`)
  await db.query(sql`insert into session (account_id, token_hash, kind, scope, timeout, expires_at, is_verified)
select id, sha256(convert_to(token, 'UTF8')), 'session', 'customer', 3600, now() + interval '1 day', true
from unnest(${ids}::bigint[], ${tokens}::text[]) as t (id, token)`)
  for (const [index, key] of keys.entries()) await addKey(db, ids[index] ?? 0, ['services:read'], key)
  await db.query(sql`insert into sensor_enrolment (sensor_id, token_hash, expires_at)
select id, sha256(convert_to(${enrolmentToken} || id, 'UTF8')), now() + interval '1 day' from sensor on conflict do nothing`)
  await db.query(
    sql`insert into sensor_credential (public_key, sensor_id, encryption_key) select 'U' || id, id, 'X' || id from sensor`,
  )
  return {
    secrets: [
      password,
      recoveryCode,
      totpSecret,
      signingKey,
      enrolmentToken,
      hash,
      ...sealedKeys,
      ...sealedSecrets,
      ...tokens,
      ...keys,
    ],
    links: await mailLinks(db),
  }
}

export const createSharees = (): Person[] =>
  [...shareRights, 'no right', 'former'].map((right, place) => ({
    id: getShareeId(place),
    username: `takeover.sharee.${right.replaceAll(' ', '-')}`,
  }))

async function addPeople(db: Database): Promise<void> {
  const added: readonly Person[] = [...Object.values(people).filter(({ id }) => id > 2_000_000), ...createSharees()]
  await db.query(sql`insert into account (id, name, username, package_id, parent_account_id, reseller_account_id, email_address, language_id,
  subaccount_edit, subaccount_block)
select id, 'Account ' || username, username, 1000001, parent, reseller, '', 'en', coalesce(edit, false), coalesce(block, false)
from json_to_recordset(${JSON.stringify(added)}::json) as p (id bigint, username text, parent bigint, reseller bigint, edit boolean, block boolean)
order by id`)
  // The victim of the fixture has customers; here it is a customer itself, and can be closed.
  await db.query(sql`update account set reseller_account_id = null where reseller_account_id = ${people.victim.id}`)
  await db.query(
    sql`update account set reseller_account_id = ${people.reseller.id}, subaccount_edit = true, subaccount_block = true where id = ${people.victim.id}`,
  )
  for (const [index, right] of shareRights.entries())
    await db.query(
      sql`insert into group_share (group_id, account_id, ${sql.id(right)}) values (1000001, ${getShareeId(index)}, true)`,
    )
  await db.query(
    sql`insert into group_share (group_id, account_id) values (1000001, ${getShareeId(shareRights.length)})`,
  )
}

export async function addKey(
  db: Database,
  account: number,
  granted: readonly string[] = scopes,
  key = createApiKey(randomBytes, 0),
  group: number | null = null,
): Promise<string> {
  await db.query(sql`insert into api_key (account_id, name, prefix, key_hash, scopes, group_ids)
values (${account}, 'planted', ${getShownPrefix(key)}, ${hashToken(key)}, ${[...granted]}, ${group === null ? null : [group]})`)
  return `Bearer ${key}`
}

export const openOldSession = (db: Database, account: number, scope: 'customer' | 'administrator' = 'customer') =>
  openSession(db, account, scope, { steppedUp: false })

export const createBasicCredentials = ({ username }: Person): string =>
  `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`

/**
 * The victim creates credentials with idempotent requests. An attacker who repeats them with the same key gets the
 * stored response, which must not contain the credentials.
 */
export async function createCredentials(api: TestApi): Promise<{ replays: TakeoverRequest[]; answered: string[] }> {
  const as = await openSession(api.owner, people.victim.id)
  const requests = {
    create_api_key: ['/api_keys', { name: 'once', scopes: ['services:write'] }],
    create_sensor_enrolment: ['/sensors/1000005/enrolment', undefined],
  } as const
  const replays: TakeoverRequest[] = []
  const secrets: string[] = []
  for (const [operation, [path, body]] of Object.entries(requests)) {
    const headers = { 'idempotency-key': `takeover-${operation}` }
    const reply = await api.call('POST', path, { as, headers, body })
    const secret: unknown = reply.body?.key ?? reply.body?.token
    if (typeof secret !== 'string') throw new Error(`${operation} shows no secret: ${reply.text}`)
    secrets.push(secret)
    replays.push({ operation, method: 'POST', path, headers, ...(body && { body }) })
  }
  return { replays, answered: secrets }
}

/** The mails that a colleague got before leaving. */
async function mailLinks(db: Database): Promise<PlantedSecrets['links']> {
  const links = { password: '', activation: '', email_address: '' }
  const { id } = people.formerColleague
  await db.query(sql`update account set pending_email_address = 'former@example.com' where id = ${id}`)
  for (const purpose of ['password', 'activation', 'email_address'] as const) {
    links[purpose] = randomBytes(16).toString('hex')
    await db.query(sql`insert into mailed_token (token_hash, account_id, purpose, expires_at)
values (${hashToken(links[purpose])}, ${id}, ${purpose}, now() + interval '1 day')`)
  }
  return links
}
