import { openSession } from '@wachta/testing/api/accounts'
import type { TestApi } from '@wachta/testing/api/start-api'
import { sql } from 'kysely'
import { type Person, people, shareeId } from './cast.ts'
import { addKey, basicOf, oldSession, sharees } from './plant.ts'
import type { Reply } from './stage.ts'
import { mayBeKept, scopes, shareRights } from './table.ts'

/** An attacker who calls the API with stolen credentials. The name is a row of the table. */
export interface ApiThief {
  readonly name: string
  /** The account whose rights it has, if any. */
  readonly account: number | null
  /** Values of Authorization, used in turn; undefined for none. */
  readonly credentials: readonly (string | undefined)[]
  readonly headers?: Readonly<Record<string, string>>
  /** The accounts that it attacks. */
  readonly aims: readonly Person[]
  /** Whether it can read a response at all. */
  readonly sees?: (reply: Reply, operation: string) => boolean
}

const { victim, user, reader, administrator, reseller, stranger, editable, blockable, bare, left } = people
const everybody = [victim, user, administrator, stranger, reseller]

export async function castThieves(api: TestApi): Promise<ApiThief[]> {
  const fresh = (id: number, scope?: 'administrator') => openSession(api.owner, id, scope)
  const old = (id: number, scope?: 'administrator') => oldSession(api.owner, id, scope)
  const byVictim = { account: victim.id, aims: [victim, user, stranger] }
  return [
    { ...byVictim, name: 'the holder, just signed in', credentials: [await fresh(victim.id)] },
    {
      ...{ name: 'an administrator, just signed in', account: administrator.id, aims: everybody },
      credentials: [await fresh(administrator.id, 'administrator')],
    },
    { ...byVictim, name: 'a stolen session', credentials: [await old(victim.id)], aims: everybody },
    {
      ...{ name: 'a stolen session of an additional user', account: user.id, aims: [victim, user, reader] },
      credentials: [await old(user.id)],
    },
    {
      ...{ name: 'a stolen session of a read-only user', account: reader.id, aims: [victim, reader, user] },
      credentials: [await old(reader.id)],
    },
    {
      ...{ name: 'a stolen session of an administrator', account: administrator.id, aims: everybody },
      credentials: [await old(administrator.id, 'administrator')],
    },
    ...(await keyThieves(api)),
    ...(await browserThieves(api)),
    ...(await resellers(api)),
    ...(await shareeThieves(api)),
    ...(await colleagues(api)),
    { name: 'nobody', account: null, credentials: [undefined], aims: everybody },
  ]
}

async function keyThieves({ owner }: TestApi): Promise<ApiThief[]> {
  const byKey = { account: victim.id, aims: [victim, user] }
  const single = scopes.map(async (scope) => ({
    ...byKey,
    name: `a stolen key, ${scope}`,
    credentials: [await addKey(owner, victim.id, [scope])],
  }))
  const ofGroup = scopes.filter((scope) => /^(services|groups|maintenance|corrections)|^sensors:read/.test(scope))
  return [
    ...(await Promise.all(single)),
    { ...byKey, name: 'a stolen key, all scopes', credentials: [await addKey(owner, victim.id)] },
    {
      ...{ ...byKey, name: 'a stolen key, one group' },
      credentials: [await addKey(owner, victim.id, ofGroup, undefined, 1_000_001)],
    },
    {
      ...{ name: 'a stolen key of an administrator', account: administrator.id, aims: everybody },
      credentials: [await addKey(owner, administrator.id)],
    },
  ]
}

/** An attacker in the browser of the victim. The app has no cookie, so none may authenticate a request. */
async function browserThieves(api: TestApi): Promise<ApiThief[]> {
  const fresh = await openSession(api.owner, victim.id)
  const token = fresh.slice('Bearer '.length)
  const names = ['session', 'token', 'auth_token', 'access_token', 'wachta', 'wachta_session', 'Authorization']
  const ended = await openSession(api.owner, victim.id)
  const { status } = await api.call('DELETE', '/auth_token', { as: ended })
  if (status !== 204) throw new Error(`the session did not end: ${status}`)
  const aims = [victim, user]
  return [
    {
      ...{ name: 'a stolen cookie', account: null, credentials: [undefined], aims },
      headers: { cookie: names.map((name) => `${name}=${token}`).join('; ') },
    },
    {
      ...{ name: 'another site', account: null, credentials: [fresh], aims },
      headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors', origin: 'https://evil.example' },
      // A browser shows a response to a page of another site only if its headers allow that.
      sees: ({ headers }) => headers['access-control-allow-origin'] !== undefined,
    },
    {
      ...{ name: 'the cache of a browser', account: victim.id, credentials: [fresh], aims },
      sees: ({ headers }, operation) =>
        !String(headers['cache-control']).includes('no-store') && !mayBeKept.has(operation),
    },
    { name: 'a session after sign-out', account: null, credentials: [ended], aims },
  ]
}

async function resellers(api: TestApi): Promise<ApiThief[]> {
  const session = await openSession(api.owner, reseller.id)
  const observe = async ({ id }: Person) => {
    const { status, body } = await api.call('POST', `/accounts/${id}/observe`, { as: session })
    if (status !== 201) throw new Error(`the reseller cannot observe: ${JSON.stringify(body)}`)
    return `Bearer ${body.token}`
  }
  const [observer, former] = [await observe(victim), await observe(left)]
  // The customer keeps its account, and has no reseller from now on.
  await api.owner.query(sql`update account set reseller_account_id = null where id = ${left.id}`)
  return [
    {
      ...{ name: 'a reseller', account: reseller.id, credentials: [session] },
      aims: [victim, user, editable, blockable, bare, stranger],
    },
    {
      ...{ name: 'a stolen session of a reseller', account: reseller.id },
      credentials: [await oldSession(api.owner, reseller.id)],
      aims: [reseller, victim, editable, blockable, bare],
    },
    { name: 'a former observer', account: null, credentials: [former], aims: [left, victim] },
    { name: 'an observer', account: victim.id, credentials: [observer], aims: [victim, user] },
  ]
}

async function shareeThieves({ owner }: TestApi): Promise<ApiThief[]> {
  const names = [...shareRights.map((right) => `a sharee, ${right}`), 'a sharee, no right', 'a former sharee']
  if (names.length !== sharees().length) throw new Error('a sharee has no row')
  return Promise.all(
    names.map(async (name, place) => ({
      ...{ name, account: shareeId(place), aims: [victim] },
      credentials: [await openSession(owner, shareeId(place))],
    })),
  )
}

/** Both had everything that a user can have; then the victim removed one and blocked the other. */
async function colleagues(api: TestApi): Promise<ApiThief[]> {
  const as = await openSession(api.owner, victim.id)
  const keep = async (person: Person) => [
    await openSession(api.owner, person.id),
    await addKey(api.owner, person.id),
    basicOf(person),
  ]
  const [removed, blocked] = [await keep(people.formerColleague), await keep(people.blockedColleague)]
  for (const authorization of [...removed, ...blocked]) {
    const { status } = await api.call('GET', '/services', { as: authorization })
    if (status !== 200) throw new Error(`a colleague could not work before: ${status}`)
  }
  const replies = [
    await api.call('DELETE', `/accounts/${people.formerColleague.id}`, { as }),
    await api.call('POST', `/accounts/${people.blockedColleague.id}/block`, { as }),
  ]
  if (replies.some(({ status }) => status !== 204)) throw new Error('a colleague could not be removed')
  const aims = [victim, people.blockedColleague, user]
  return [
    { name: 'a former colleague', account: null, credentials: removed, aims },
    { name: 'a blocked colleague', account: null, credentials: blocked, aims },
  ]
}
