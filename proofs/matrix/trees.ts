import { hashPassword } from '@wachta/api/src/platform/authentication/passwords.ts'
import { createToken, hashToken } from '@wachta/api/src/platform/authentication/tokens.ts'
import type { Database } from '@wachta/database'
import { addAccount, addPackage } from '@wachta/testing/api/accounts'
import { sql } from 'kysely'
import { createCanary } from './canaries.ts'
import type { Id } from './kind.ts'
import { seedThings, type Thing } from './things.ts'

/** An account of the trees, as the oracle knows it. */
export interface Holder {
  readonly name: string
  readonly id: number
  /** The number in its canaries. */
  readonly number: number
  readonly parent: Holder | null
  readonly reseller: Holder | null
  readonly package: Offer
  readonly readOnly: boolean
  /** For an additional user: its role, and the group that it is limited to. */
  readonly role: string | null
  group: Id | null
  readonly blocked: boolean
  readonly letsEdit: boolean
  readonly letsBlock: boolean
}

/** A package; `offered` means that new accounts may choose it. */
export interface Offer {
  readonly name: string
  readonly id: number
  readonly number: number
  readonly offered: boolean
}

export interface OpenSession {
  readonly id: number
  readonly number: number
  readonly holder: Holder
  readonly authorization: string
}

/** All seeded rows of the proof. */
export interface AccountTrees {
  readonly seededAt: Date
  readonly holders: readonly Holder[]
  readonly packages: readonly Offer[]
  readonly sessions: readonly OpenSession[]
  readonly things: readonly Thing[]
  /** The ids in each dictionary, and of the error types. */
  readonly words: ReadonlyMap<string, readonly (string | number)[]>
  /** The download token of the evidence of one service. */
  readonly artifactToken: string
  /** The tokens of the links to the files of one report. */
  readonly reportTokens: { readonly pdf: string; readonly csv: string; readonly proof: string }
  holder(name: string): Holder
  offer(name: string): Offer
  thing(resource: string, id: Id): Thing | undefined
  /** Returns the row of the resource with the label, which begins with the name of its account. */
  findByLabel(label: string): Thing
  /** Opens another session of an account. */
  openSession(holder: Holder, scope: 'customer' | 'administrator'): Promise<OpenSession>
}

/** The password of all accounts; it is hashed once. */
export const password = 'correct horse battery staple 7'
/** The recovery code of accounts with two-factor authentication. */
export const recoveryCode = 'the-last-resort'
/** The enrolment token of the private sensor of the first account. */
export const enrolmentToken = 'e'.repeat(32)

/** A request for access of an application of the installation, by its id and by the code of a device. */
export const accessRequest = { uid: 'request-for-access', userCode: 'BCDFGHJK' } as const

/** The tokens in the links that were mailed to the main account of tree A. */
export const mailedToken = { activation: 'a'.repeat(32), password: 'b'.repeat(32) } as const

interface PlannedAccount extends Partial<Pick<Holder, 'readOnly' | 'role' | 'blocked' | 'letsEdit' | 'letsBlock'>> {
  readonly name: string
  readonly parent?: string
  readonly reseller?: string
  readonly package?: string
  readonly administrator?: boolean
  /** Has not set a password yet. */
  readonly invited?: boolean
}

/** Generous limits, because this proof does not test them. */
const generousLimits = { services: 1000, sensors: 100, numbers: 1000, interval: 1, customAnalyses: true }

const plannedPackages = ['offered', 'A', 'B', 'C', 'unlisted', 'spare']

/** A reseller with every kind of account around it. */
const plannedTree = (tree: string): PlannedAccount[] => [
  { name: `${tree}.main`, package: tree },
  { name: `${tree}.user`, parent: `${tree}.main`, package: tree },
  { name: `${tree}.viewer`, parent: `${tree}.main`, package: tree, readOnly: true },
  { name: `${tree}.blocked`, parent: `${tree}.main`, package: tree, blocked: true },
  // The package is neither offered nor the reseller's, so the reseller may not read it.
  { name: `${tree}.sub`, reseller: `${tree}.main`, package: 'unlisted', letsEdit: true, letsBlock: true },
  { name: `${tree}.bare`, reseller: `${tree}.main` },
  { name: `${tree}.subuser`, parent: `${tree}.sub`, package: 'unlisted' },
]

const plannedHolders: readonly PlannedAccount[] = [
  ...['A', 'B', 'C'].flatMap(plannedTree),
  { name: 'D.main' },
  { name: 'D.user', parent: 'D.main' },
  { name: 'E.main', blocked: true },
  { name: 'E.user', parent: 'E.main' },
  { name: 'A.manager', parent: 'A.main', package: 'A', role: 'manager' },
  { name: 'A.operator', parent: 'A.main', package: 'A', role: 'operator' },
  { name: 'A.billing', parent: 'A.main', package: 'A', role: 'billing' },
  { name: 'A.editor', parent: 'A.main', package: 'A', role: 'editor' },
  { name: 'A.watcher', parent: 'A.main', package: 'A', role: 'viewer', readOnly: true },
  { name: 'A.invited', parent: 'A.main', package: 'A', role: 'operator', invited: true },
  { name: 'staff', administrator: true },
  { name: 'clerk', administrator: true, readOnly: true },
]

/**
 * Seeds three complete trees, one account without dependants, one that is blocked, and the staff. The numbers of their
 * canaries begin with the given one.
 */
export async function seedTrees(
  db: Database,
  firstNumber = 0,
): Promise<Omit<AccountTrees, 'artifactToken' | 'reportTokens'>> {
  const seededAt = new Date()
  const packages: Offer[] = []
  for (const [index, name] of plannedPackages.entries()) {
    const number = firstNumber + index
    const offered = name === 'offered'
    packages.push({
      name,
      number,
      offered,
      id: await addPackage(db, { name: createCanary('package', number), offered, ...generousLimits }),
    })
  }
  const findOffer = (name: string) => findByName(packages, name)
  const hash = await hashPassword(password)
  const holders: Holder[] = []
  for (const [index, planned] of plannedHolders.entries()) holders.push(await addHolder(planned, firstNumber + index))
  const findHolder = (name: string) => findByName(holders, name)
  const sessions: OpenSession[] = []
  const openSession: AccountTrees['openSession'] = async (of, scope) => {
    const session = await addSession(db, of, firstNumber + sessions.length, scope)
    sessions.push(session)
    return session
  }
  for (const one of holders) await openSession(one, 'customer')
  await addMailedTokens(db, findHolder('A.main'))
  await addAccessRequest(db)
  const things = await seedThings(db, { holders, now: seededAt, firstNumber })
  for (const name of ['A.editor', 'A.watcher']) await limitToGroup(db, findHolder(name), things)
  await addEnrolment(db, findHolder('A.main'))
  const byId = new Map(things.map((one) => [`${one.resource} ${one.id}`, one]))
  const byLabel = new Map(things.map((one) => [one.label, one]))
  return {
    seededAt,
    holders,
    packages,
    sessions,
    things,
    words: await loadWords(db),
    holder: findHolder,
    offer: findOffer,
    thing: (resource, id) => byId.get(`${resource} ${id}`),
    findByLabel: (label) => byLabel.get(label) ?? throwMissing(label),
    openSession,
  }

  async function addHolder(planned: PlannedAccount, number: number): Promise<Holder> {
    const { name, parent, reseller, administrator = false } = planned
    const properties = {
      name,
      number,
      parent: parent === undefined ? null : findByName(holders, parent),
      reseller: reseller === undefined ? null : findByName(holders, reseller),
      package: findOffer(planned.package ?? 'offered'),
      readOnly: planned.readOnly ?? false,
      role: planned.role ?? (planned.parent ? (planned.readOnly ? 'viewer' : 'editor') : null),
      group: null as Id | null,
      blocked: planned.blocked ?? false,
      letsEdit: planned.letsEdit ?? false,
      letsBlock: planned.letsBlock ?? false,
    }
    const id = await addAccount(db, {
      name: createCanary('account', number),
      username: createCanary('account', number),
      packageId: properties.package.id,
      ...(properties.parent && { parent: properties.parent.id }),
      ...(properties.reseller && { reseller: properties.reseller.id }),
      readOnly: properties.readOnly,
      ...(properties.role && { role: properties.role }),
      blocked: properties.blocked,
      edit: properties.letsEdit,
      block: properties.letsBlock,
      administrator,
      ...(planned.invited ? { activated: false } : { passwordHash: hash }),
    })
    if (administrator)
      await db.query(sql`insert into recovery_code (account_id, code_hash) values (${id}, ${hashToken(recoveryCode)})`)
    const holder = { ...properties, id }
    await addBelongings(db, holder)
    return holder
  }
}

/** Adds what an account has besides its record, each with its own canary. */
async function addBelongings(db: Database, { id, number }: Holder): Promise<void> {
  const person = createCanary('person', number)
  await db.query(sql`update account set email_address = ${`${person}@example.com`}, address = ${person},
  contact_person = ${person}, phone_number = ${person}, tax_identification_number = ${person},
  ip_whitelist = ${[`10.0.${number % 256}.0/24`]}, comment = ${createCanary('comment', number)} where id = ${id}`)
  await db.query(
    sql`insert into user_setting (account_id, key, value) values (${id}, 'theme', to_jsonb(${createCanary('setting', number)}::text))`,
  )
  await db.query(sql`insert into authentication (account_id, type, client_id, client_ip_address)
values (${id}, 'session', ${createCanary('authentication', number)}, '192.0.2.1')`)
  const entry = {
    tree_id: id,
    account_id: id,
    time: new Date().toISOString(),
    actor_scope: 'system',
    request_id: createCanary('audit', number),
    operation: 'seeded',
    resource: 'account',
    object_id: String(id),
  }
  await db.query(sql`select write_audit(${JSON.stringify(entry)}::jsonb, null, null)`)
}

async function addSession(
  db: Database,
  holder: Holder,
  number: number,
  scope: 'customer' | 'administrator',
): Promise<OpenSession> {
  const token = createToken(0)
  const [row] = await db.query(sql<{ id: number }>`insert into session
  (account_id, token_hash, kind, client_id, scope, timeout, expires_at, is_verified, stepped_up_at)
values (${holder.id}, ${hashToken(token)}, 'session', ${createCanary('session', number)}, ${scope}, 3600,
  now() + interval '1 day', true, 'infinity') returning id`)
  return { id: row?.id ?? 0, number, holder, authorization: `Bearer ${token}` }
}

async function addMailedTokens(db: Database, { id }: Holder): Promise<void> {
  for (const [purpose, token] of Object.entries(mailedToken))
    await db.query(sql`insert into mailed_token (token_hash, account_id, purpose, expires_at)
values (${hashToken(token)}, ${id}, ${purpose}, now() + interval '2 days')`)
}

async function addAccessRequest(db: Database): Promise<void> {
  const payload = JSON.stringify({ iat: 0, params: { client_id: 'wachta-command', scope: 'services:read' } })
  await db.query(sql`insert into oauth_record (model, id_hash, application_id, payload, user_code_hash, expires_at)
select model, ${hashToken(accessRequest.uid)}, y.id, ${payload}, code, now() + interval '2 days' from application y,
  (values ('Interaction', null), ('DeviceCode', ${hashToken(accessRequest.userCode)}::bytea)) as r (model, code) where y.client_id = 'wachta-command'`)
}

async function addEnrolment(db: Database, { id }: Holder): Promise<void> {
  await db.query(sql`insert into sensor_enrolment (sensor_id, token_hash, expires_at)
select min(id), ${hashToken(enrolmentToken)}, now() + interval '2 days' from sensor where owner_id = ${id}`)
}

async function loadWords(db: Database): Promise<AccountTrees['words']> {
  const dictionaries = await db.query(
    sql<{
      name: string
      ids: string[]
    }>`select dictionary as name, array_agg(id order by id) as ids from dictionary_entry group by 1`,
  )
  const errorTypes = await db.query(sql<{ name: string; ids: number[] }>`
select 'error_types' as name, array_agg(id::int order by id) as ids from error_type
union all select 'error_types of ' || category, array_agg(id::int order by id)
  from error_type, unnest(category_ids) as category group by category`)
  const available = await db.query(sql<{ name: string; ids: string[] }>`
select 'available service_types' as name, array(select id from service_type where is_runnable order by id) as ids
union all select 'channels of packages', (select available_notification_channel_ids from package limit 1)`)
  const types = await db.query(
    sql<{
      name: string
      ids: string[]
    }>`select 'service_types' as name, array_agg(id order by id) as ids from service_type`,
  )
  const templates = await db.query(
    sql<{
      name: string
      ids: string[]
    }>`select 'default templates' as name, array_agg(channel_id || '/' || language_id) as ids from default_template`,
  )
  return new Map(
    [...dictionaries, ...errorTypes, ...types, ...available, ...templates].map(({ name, ids }) => [name, ids]),
  )
}

function findByName<T extends { name: string }>(all: readonly T[], name: string): T {
  const one = all.find((each) => each.name === name)
  return one ?? throwMissing(name)
}

function throwMissing(name: string): never {
  throw new Error(`the trees have no ${name}`)
}

/** Limits an additional user to the second group of its account. */
async function limitToGroup(db: Database, holder: Holder, things: readonly Thing[]): Promise<void> {
  const group =
    things.find(({ label }) => label === `group ${holder.parent?.name}/second`) ?? throwMissing('a second group')
  holder.group = group.id
  await db.query(sql`update account set role_group_ids = array[${group.id}::bigint] where id = ${holder.id}`)
}
