import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { addPackage, openSession } from '@wachta/testing/api/accounts'
import { startApi, type TestApi } from '@wachta/testing/api/start-api'
import { waitForValue } from '@wachta/testing/eventually'
import { sql } from 'kysely'
import { hashPassword } from '../../src/platform/authentication/passwords.ts'
import { addTenant } from './browser.ts'
import { Directory, groupSchema, userSchema } from './directory.ts'

let api: TestApi
let directory: Directory
/** The directory of a connection without a default role. */
let strict: Directory

before(async () => {
  api = await startApi()
  await addPackage(api.owner)
  directory = await Directory.open(api, await addTenant(api, 'https://issuer.example'))
  strict = await Directory.open(api, await addTenant(api, 'https://strict.example', { default_role: null }))
})
after(() => api[Symbol.asyncDispose]())

async function roleOf(id: string): Promise<string | undefined> {
  const [found] = await api.owner.query(sql<{ role: string }>`select role from account where id = ${id}::bigint`)
  return found?.role
}

const isAdmitted = async (as: string): Promise<boolean> => (await api.call('GET', '/services', { as })).status === 200

test('writes of a directory count as writes of its account: three run at once', async () => {
  const release = await holdOwner()
  const pending = Array.from({ length: 6 }, (_, index) => directory.addUser(`many-${index}`))
  const waiting = async () => {
    const [found] = await api.owner.query(sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
where datname = current_database() and wait_event_type = 'Lock'`)
    return found?.count ?? 0
  }
  try {
    await waitForValue(async () => (await waiting()) >= 3 || undefined)
    await new Promise((resolve) => setTimeout(resolve, 200))
    assert.equal(await waiting(), 3)
  } finally {
    await release()
  }
  assert.equal(new Set(await Promise.all(pending)).size, 6)
})

/** Locks the account, so that everything that adds users to it has to wait. */
async function holdOwner(): Promise<() => Promise<void>> {
  const ownerId = directory.tenant.holder.id
  const held = Promise.withResolvers<void>()
  const locked = Promise.withResolvers<void>()
  const work = api.owner.transaction(async (db) => {
    await db.query(sql`select from account where id = ${ownerId} for update`)
    locked.resolve()
    await held.promise
  })
  await locked.promise
  return async () => {
    held.resolve()
    await work
  }
}

test('a PATCH is applied as one change, and has at most 100 operations', async () => {
  const id = await strict.addUser('anna')
  const group = await strict.addGroup('ops', id)
  const as = await openSession(api.owner, Number(id))
  const changed = await strict.patch(
    `/Groups/${group}`,
    { op: 'remove', path: `members[value eq "${id}"]` },
    { op: 'replace', path: 'displayName', value: 'sales' },
    { op: 'add', path: 'members', value: [{ value: id }] },
    { op: 'replace', value: { displayName: 'ops', externalId: 'g-1' } },
  )
  assert.deepEqual([changed.status, changed.body.displayName, changed.body.externalId], [200, 'ops', 'g-1'])
  assert.ok(await isAdmitted(as), 'it never was without a role')
  const entries = await api.owner.query(sql`select from audit where operation = 'scim_patch'
and (resource = 'account' and account_id = ${id}::bigint or resource = 'scim_group' and object_id = ${group})`)
  assert.equal(entries.length, 0, 'no account was changed')
  const operation = { op: 'remove', path: `members[value eq "${id}"]` }
  const many = await strict.patch(`/Groups/${group}`, ...Array.from({ length: 101 }, () => operation))
  assert.deepEqual([many.status, many.body.scimType], [400, 'invalidSyntax'])
})

for (const [name, leave] of [
  ['PATCH', (group: string, id: string) => directory.patch(group, { op: 'remove', path: `members[value eq "${id}"]` })],
  ['PUT', (group: string) => directory.send('PUT', group, { body: { schemas: [groupSchema], displayName: 'ops' } })],
  ['rename', (group: string) => directory.patch(group, { op: 'replace', path: 'displayName', value: 'former ops' })],
  ['DELETE', (group: string) => directory.send('DELETE', group)],
] as const)
  test(`who leaves a group of the directory loses its role, also if the last ID token named it (${name})`, async () => {
    const id = await directory.addUser(`claims-${name}`)
    await api.owner.query(sql`update sso_identity set claim_groups = '{ops,other}' where account_id = ${id}::bigint`)
    const group = `/Groups/${await directory.addGroup('ops', id)}`
    assert.equal(await roleOf(id), 'editor')
    const left = await leave(group, id)
    assert.ok(left.status < 300, JSON.stringify(left.body))
    assert.equal(await roleOf(id), 'viewer')
    const [identity] = await api.owner.query(
      sql<{ claims: string[] }>`select claim_groups as claims from sso_identity where account_id = ${id}::bigint`,
    )
    assert.deepEqual(identity?.claims, ['other'])
    await directory.send('DELETE', group)
  })

test('a user without a role cannot sign in, not even with a password, until a group gives it one', async () => {
  const password = 'correct horse battery'
  const id = await strict.addUser('berta')
  await api.owner.query(
    sql`update credential set password_hash = ${await hashPassword(password)} where account_id = ${id}::bigint`,
  )
  const signIn = () => api.call('POST', '/sessions', { body: { username: `berta@${strict.tenant.domain}`, password } })
  assert.equal((await signIn()).body[0].error, 'sso_role_missing', 'no group yet')
  const body = { schemas: [groupSchema], displayName: 'ops', members: [{ value: id }] }
  const found = await strict.find('displayName eq "ops"', '/Groups')
  const group = `/Groups/${found.Resources[0].id}`
  assert.equal((await strict.send('PUT', group, { body })).status, 200)
  assert.equal((await signIn()).status, 201)
  await strict.patch(group, { op: 'remove', path: 'members' })
  assert.equal((await signIn()).body[0].error, 'sso_role_missing')
  const as = await openSession(api.owner, Number(id))
  assert.equal((await api.call('GET', '/services', { as })).body[0].error, 'sso_role_missing')
})

test('active: false blocks a user also after the holder unblocked it', async () => {
  const id = await directory.addUser('carla')
  const leave = { op: 'replace', path: 'active', value: false }
  assert.equal((await directory.patch(`/Users/${id}`, leave)).body.active, false)
  const { as } = directory.tenant.holder
  assert.equal((await api.call('POST', `/accounts/${id}/unblock`, { as })).status, 204)
  assert.equal((await directory.patch(`/Users/${id}`, leave)).body.active, false)
})

test('attributes can be written with the schema that they belong to', async () => {
  const id = await directory.addUser('dora')
  const path = `/Users/${id}`
  const off = await directory.patch(path, { op: 'replace', path: `${userSchema}:active`, value: false })
  assert.equal(off.body.active, false)
  const on = await directory.patch(path, { op: 'replace', value: { [`${userSchema.toUpperCase()}:active`]: true } })
  assert.equal(on.body.active, true)
  const named = await directory.patch(path, { op: 'add', path: `${userSchema}:name.formatted`, value: 'Dora Lis' })
  assert.equal(named.body.displayName, 'Dora Lis')
  const replaced = await directory.send('PUT', path, {
    body: directory.user('dora', { [`${userSchema}:active`]: false, active: undefined }),
  })
  assert.equal(replaced.body.active, false)
  assert.equal((await directory.find(`${userSchema}:userName eq "dora@${directory.tenant.domain}"`)).totalResults, 1)
  const group = `/Groups/${await directory.addGroup('drivers')}`
  const renamed = await directory.patch(
    group,
    { op: 'replace', path: `${groupSchema}:displayName`, value: 'pilots' },
    { op: 'add', path: `${groupSchema.toLowerCase()}:members`, value: [{ value: id }] },
  )
  assert.deepEqual([renamed.body.displayName, renamed.body.members.length], ['pilots', 1])
})

test('a userName outside the domains of the connection does not tell whether another account has it', async () => {
  const names: string[] = []
  for (const [name, userName] of [
    ['taken', `victim@${strict.tenant.domain}`],
    ['free', `nobody@${strict.tenant.domain}`],
    ['plain', 'somebody'],
  ] as const) {
    const id = await directory.addUser(name, { userName })
    const { body } = await api.call('GET', `/accounts/${id}`, { as: directory.tenant.holder.as })
    names.push(body.username)
  }
  assert.deepEqual(
    names,
    ['taken', 'free', 'plain'].map((name) => `${name}@${directory.tenant.domain}`),
  )
})

test('the deletion of a user is in the audit log of its account', async () => {
  const id = await directory.addUser('ella')
  assert.equal((await directory.send('DELETE', `/Users/${id}`)).status, 204)
  const [entry] = await api.owner.query(sql<{ tree: number }>`select tree_id as tree from audit
where operation = 'scim_delete' and object_id = ${id}`)
  assert.equal(entry?.tree, directory.tenant.holder.id)
})

test('values of wrong types and control characters are rejected, and never fail', async () => {
  const id = await directory.addUser('fiona')
  const user = `/Users/${id}`
  const group = `/Groups/${await directory.addGroup('typed')}`
  const wrong = { toString: 1 }
  const answers = [
    await directory.send('GET', `/Users?filter=${encodeURIComponent('userName eq "a\nb"')}`),
    await directory.patch(user, { op: 'replace', path: 'active', value: 'constructor' }),
    await directory.patch(user, { op: 'replace', path: 'active', value: wrong }),
    await directory.patch(user, { op: wrong, path: 'active', value: true }),
    await directory.patch(user, { op: 'add', path: 'emails', value: [{ value: wrong, primary: wrong }] }),
    await directory.patch(group, { op: 'add', path: 'members', value: [{ value: wrong }] }),
    await directory.patch(group, { op: 'add', path: 'members', value: [{ value: [id] }] }),
    await directory.patch(group, { op: 'replace', path: 'displayName', value: wrong }),
  ]
  assert.deepEqual(
    answers.map(({ status }) => status),
    answers.map(() => 400),
  )
})
