import { type RawBuilder, sql } from 'kysely'
import { allJewels, type Change, type CrownJewel } from './table.ts'

type Entries = Readonly<Record<string, unknown>>
/**
 * The jewels (whatever gives control) of every account, each with its entries. Account 0 stands for the installation.
 */
export type JewelsByAccount = ReadonlyMap<number, Readonly<Record<CrownJewel, Entries>>>

export interface Difference {
  readonly account: number
  readonly change: Change
  readonly entry: string
}

const aggregate = (rows: RawBuilder<unknown>) =>
  sql`coalesce((select jsonb_object_agg(x.key, x.value) from (${rows}) x), '{}')`

/** The contents of an account, in plain SQL: the proof does not read them from the product. */
export const jewelsQuery = sql<{ account: number; jewels: Readonly<Record<CrownJewel, Entries>> }>`
select a.id as account, jsonb_build_object(
  'username', jsonb_build_object('name', a.username),
  'password', jsonb_build_object('hash', c.password_hash),
  'email', jsonb_build_object('address', a.email_address, 'pending', a.pending_email_address),
  'two-factor', jsonb_build_object('secret', c.totp_secret, 'pending', c.totp_pending_secret, 'codes',
    (select jsonb_agg(encode(r.code_hash, 'hex') order by r.code_hash) from recovery_code r where r.account_id = a.id),
    'passkeys', (select jsonb_agg(encode(y.credential_id, 'hex') order by y.id) from passkey y where y.account_id = a.id)),
  'allow-list', jsonb_build_object('networks', a.ip_whitelist, 'on', a.ip_whitelist_enabled),
  'users', ${aggregate(sql`select u.id::text as key, 1 as value from account u where u.parent_account_id = a.id`)},
  'customers', ${aggregate(sql`select u.id::text as key, 1 as value from account u where u.reseller_account_id = a.id`)},
  'rank', jsonb_build_object('parent', a.parent_account_id, 'reseller', a.reseller_account_id, 'administrator', a.is_administrator,
    'read-only', a.is_read_only, 'edit', a.subaccount_edit, 'block', a.subaccount_block, 'needs 2fa', a.is_2fa_setup_required,
    'needs passkeys', a.passkey_required_roles),
  'blocked', jsonb_build_object('is', a.is_blocked, 'active', a.is_activated),
  'existence', jsonb_build_object('closed', a.closed_at, 'erased', a.erase_after),
  'sessions', ${aggregate(sql`select s.id::text as key, jsonb_build_array(s.scope, s.is_verified, s.stepped_up_at, encode(s.token_hash, 'hex'), s.expires_at) as value
    from session s where s.account_id = a.id and s.observer_id is null`)},
  'observers', ${aggregate(sql`select s.id::text as key, jsonb_build_array(s.observer_id, encode(s.token_hash, 'hex')) as value
    from session s where s.account_id = a.id and s.observer_id is not null`)},
  'api keys', ${aggregate(sql`select k.id::text as key, jsonb_build_array(encode(k.key_hash, 'hex'), k.scopes, k.group_ids, k.expires_at) as value
    from api_key k where k.account_id = a.id and k.revoked_at is null`)},
  'shares', ${aggregate(sql`select g.group_id || ' ' || g.account_id as key, to_jsonb(g) as value from group_share g where g.owner_id = a.id`)},
  'signing keys', ${aggregate(sql`select k.id::text as key, to_jsonb(k.sealed_key) as value from signing_key k where k.account_id = a.id`)},
  'sensor keys', ${selectSensorKeys(sql`s.owner_id = a.id`)},
  'service secrets', ${aggregate(sql`select v.id::text as key, jsonb_build_array(v.secrets, (select encode(h.token_hash, 'hex') from heartbeat h where h.service_id = v.id)) as value
    from service v where v.owner_id = a.id and (v.secrets <> '{}' or exists (select from heartbeat h where h.service_id = v.id))`)},
  'installation', '{}'::jsonb
) as jewels
from account a left join credential c on c.account_id = a.id
union all select 0, jsonb_build_object('installation', ${selectSensorKeys(sql`s.owner_id is null`)})`

function selectSensorKeys(ownerCondition: RawBuilder<unknown>) {
  return aggregate(sql`select 'enrolment ' || s.id as key, to_jsonb(encode(e.token_hash, 'hex')) as value
    from sensor_enrolment e join sensor s on s.id = e.sensor_id where ${ownerCondition}
    union all select 'key ' || k.public_key, to_jsonb(k.encryption_key)
    from sensor_credential k join sensor s on s.id = k.sensor_id where k.revoked_at is null and ${ownerCondition}`)
}

export const toJewelsByAccount = (
  rows: readonly { account: number; jewels: Readonly<Record<CrownJewel, Entries>> }[],
): JewelsByAccount => new Map(rows.map(({ account, jewels }) => [Number(account), jewels]))

/**
 * Returns the jewels that have changed. New accounts have nothing to lose; they appear in `users` and `customers` of
 * their owners.
 */
export function compare(before: JewelsByAccount, after: JewelsByAccount): Difference[] {
  return [...before].flatMap(([account, former]) => {
    const present = after.get(account)
    // The other jewels are deleted with the account.
    if (!present) return [{ account, change: 'existence' as const, entry: 'deleted' }]
    const previous = { ...former, shares: omitDeleted(former.shares ?? {}, after) }
    return allJewels.flatMap((jewel) => findChanges(account, jewel, previous[jewel] ?? {}, present[jewel] ?? {}))
  })
}

/** Omits shares with deleted accounts, because they are deleted with the account. */
const omitDeleted = (shares: Entries, after: JewelsByAccount): Entries =>
  Object.fromEntries(Object.entries(shares).filter(([key]) => after.has(Number(key.split(' ')[1]))))

function findChanges(account: number, jewel: CrownJewel, former: Entries, present: Entries): Difference[] {
  const isSame = (key: string) => JSON.stringify(former[key]) === JSON.stringify(present[key])
  const changed = Object.keys(present).find((key) => !isSame(key))
  const removed = Object.keys(former).find((key) => !(key in present))
  return [
    ...(changed === undefined ? [] : [{ account, change: jewel, entry: changed }]),
    ...(removed === undefined ? [] : [{ account, change: `${jewel} removed` as const, entry: removed }]),
  ]
}
