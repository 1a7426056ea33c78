import { openSession } from '@wachta/testing/api/accounts'
import type { TestApi } from '@wachta/testing/api/start-api'
import { sql } from 'kysely'
import { getShareeId, type Person, people } from './cast.ts'
import { addKey, createBasicCredentials, createSharees, openOldSession } from './plant.ts'
import type { Reply } from './stage.ts'
import { cacheableOperations, scopes, shareRights } from './table.ts'

/** An attacker who calls the API with stolen credentials. The name is a row of the table. */
export interface ApiThief {
  readonly name: string
  /** The account whose rights it has, if any. */
  readonly account: number | null
  /** Values of Authorization, used in turn; undefined for none. */
  readonly credentials: readonly (string | undefined)[]
  readonly headers?: Readonly<Record<string, string>>
  /** The accounts that it attacks. */
  readonly targets: readonly Person[]
  /** Whether it can read a response; always, if undefined. */
  readonly canRead?: (reply: Reply, operation: string) => boolean
}

const { victim, user, reader, administrator, reseller, stranger, editable, blockable, bare, left } = people
const everybody = [victim, user, administrator, stranger, reseller]

export async function createThieves(api: TestApi): Promise<ApiThief[]> {
  const openFresh = (id: number, scope?: 'administrator') => openSession(api.owner, id, scope)
  const openOld = (id: number, scope?: 'administrator') => openOldSession(api.owner, id, scope)
  const byVictim = { account: victim.id, targets: [victim, user, stranger] }
  return [
    { ...byVictim, name: 'the holder, just signed in', credentials: [await openFresh(victim.id)] },
    {
      ...{ name: 'an administrator, just signed in', account: administrator.id, targets: everybody },
      credentials: [await openFresh(administrator.id, 'administrator')],
    },
    { ...byVictim, name: 'a stolen session', credentials: [await openOld(victim.id)], targets: everybody },
    {
      ...{ name: 'a stolen session of an additional user', account: user.id, targets: [victim, user, reader] },
      credentials: [await openOld(user.id)],
    },
    {
      ...{ name: 'a stolen session of a read-only user', account: reader.id, targets: [victim, reader, user] },
      credentials: [await openOld(reader.id)],
    },
    {
      ...{ name: 'a stolen session of an administrator', account: administrator.id, targets: everybody },
      credentials: [await openOld(administrator.id, 'administrator')],
    },
    ...(await createKeyThieves(api)),
    ...(await createBrowserThieves(api)),
    ...(await createResellers(api)),
    ...(await createShareeThieves(api)),
    ...(await createColleagues(api)),
    { name: 'nobody', account: null, credentials: [undefined], targets: everybody },
  ]
}

async function createKeyThieves({ owner }: TestApi): Promise<ApiThief[]> {
  const byKey = { account: victim.id, targets: [victim, user] }
  const single = scopes.map(async (scope) => ({
    ...byKey,
    name: `a stolen key, ${scope}`,
    credentials: [await addKey(owner, victim.id, [scope])],
  }))
  const groupScopes = scopes.filter((scope) => /^(services|groups|maintenance|corrections)|^sensors:read/.test(scope))
  return [
    ...(await Promise.all(single)),
    { ...byKey, name: 'a stolen key, all scopes', credentials: [await addKey(owner, victim.id)] },
    {
      ...{ ...byKey, name: 'a stolen key, one group' },
      credentials: [await addKey(owner, victim.id, groupScopes, undefined, 1_000_001)],
    },
    {
      ...{ name: 'a stolen key of an administrator', account: administrator.id, targets: everybody },
      credentials: [await addKey(owner, administrator.id)],
    },
  ]
}

/** Attackers in the browser of the victim. The app uses no cookie, so no cookie may authenticate a request. */
async function createBrowserThieves(api: TestApi): Promise<ApiThief[]> {
  const fresh = await openSession(api.owner, victim.id)
  const token = fresh.slice('Bearer '.length)
  const names = ['session', 'token', 'auth_token', 'access_token', 'wachta', 'wachta_session', 'Authorization']
  const ended = await openSession(api.owner, victim.id)
  const { status } = await api.call('DELETE', '/auth_token', { as: ended })
  if (status !== 204) throw new Error(`the session did not end: ${status}`)
  const aims = [victim, user]
  return [
    {
      ...{ name: 'a stolen cookie', account: null, credentials: [undefined], targets: aims },
      headers: { cookie: names.map((name) => `${name}=${token}`).join('; ') },
    },
    {
      ...{ name: 'another site', account: null, credentials: [fresh], targets: aims },
      headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors', origin: 'https://evil.example' },
      // A browser shows a response to a page of another site only if its headers allow that.
      canRead: ({ headers }) => headers['access-control-allow-origin'] !== undefined,
    },
    {
      ...{ name: 'the cache of a browser', account: victim.id, credentials: [fresh], targets: aims },
      canRead: ({ headers }, operation) =>
        !String(headers['cache-control']).includes('no-store') && !cacheableOperations.has(operation),
    },
    { name: 'a session after sign-out', account: null, credentials: [ended], targets: aims },
  ]
}

async function createResellers(api: TestApi): Promise<ApiThief[]> {
  const session = await openSession(api.owner, reseller.id)
  const observe = async ({ id }: Person) => {
    const { status, body } = await api.call('POST', `/accounts/${id}/observe`, { as: session })
    if (status !== 201) throw new Error(`the reseller cannot observe: ${JSON.stringify(body)}`)
    return `Bearer ${body.token}`
  }
  const [observer, former] = [await observe(victim), await observe(left)]
  // The customer leaves its reseller and keeps its account.
  await api.owner.query(sql`update account set reseller_account_id = null where id = ${left.id}`)
  return [
    {
      ...{ name: 'a reseller', account: reseller.id, credentials: [session] },
      targets: [victim, user, editable, blockable, bare, stranger],
    },
    {
      ...{ name: 'a stolen session of a reseller', account: reseller.id },
      credentials: [await openOldSession(api.owner, reseller.id)],
      targets: [reseller, victim, editable, blockable, bare],
    },
    { name: 'a former observer', account: null, credentials: [former], targets: [left, victim] },
    { name: 'an observer', account: victim.id, credentials: [observer], targets: [victim, user] },
  ]
}

async function createShareeThieves({ owner }: TestApi): Promise<ApiThief[]> {
  const names = [...shareRights.map((right) => `a sharee, ${right}`), 'a sharee, no right', 'a former sharee']
  if (names.length !== createSharees().length) throw new Error('a sharee has no row')
  return Promise.all(
    names.map(async (name, index) => ({
      ...{ name, account: getShareeId(index), targets: [victim] },
      credentials: [await openSession(owner, getShareeId(index))],
    })),
  )
}

/** Two colleagues with every credential that a user can have; the victim has removed one and blocked the other. */
async function createColleagues(api: TestApi): Promise<ApiThief[]> {
  const as = await openSession(api.owner, victim.id)
  const createCredentials = async (person: Person) => [
    await openSession(api.owner, person.id),
    await addKey(api.owner, person.id),
    createBasicCredentials(person),
  ]
  const [removed, blocked] = [
    await createCredentials(people.formerColleague),
    await createCredentials(people.blockedColleague),
  ]
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
    { name: 'a former colleague', account: null, credentials: removed, targets: aims },
    { name: 'a blocked colleague', account: null, credentials: blocked, targets: aims },
  ]
}
