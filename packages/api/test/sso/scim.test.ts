import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, test } from 'node:test'
import { addPackage, openSession } from '@wachta/testing/api/accounts'
import { startApi, type TestApi } from '@wachta/testing/api/start-api'
import { sql } from 'kysely'
import { addTenant, SignIn, type Tenant } from './browser.ts'
import { Directory, groupSchema, patchSchema, userSchema } from './directory.ts'
import { LyingIssuer } from './lying-issuer.ts'

let api: TestApi
let issuer: LyingIssuer
let tenant: Tenant
let other: Tenant
let directory: Directory
let others: Directory

before(async () => {
  api = await startApi({ egressAllow: ['127.0.0.0/8'] })
  await addPackage(api.owner)
  issuer = await LyingIssuer.start()
  tenant = await addTenant(api, `${issuer.origin}/scim`)
  other = await addTenant(api, `${issuer.origin}/other`)
  directory = await Directory.open(api, tenant)
  others = await Directory.open(api, other)
})
after(async () => {
  await issuer[Symbol.asyncDispose]()
  await api[Symbol.asyncDispose]()
})

test('the service describes itself', async () => {
  const config = await directory.send('GET', '/ServiceProviderConfig')
  assert.equal(config.status, 200)
  assert.match(config.type, /^application\/scim\+json/)
  assert.equal(config.body.patch.supported, true)
  assert.equal(config.body.bulk.supported, false)
  const { body: types } = await directory.send('GET', '/ResourceTypes')
  assert.deepEqual(
    types.Resources.map(({ endpoint }: { endpoint: string }) => endpoint),
    ['/Users', '/Groups'],
  )
  assert.equal((await directory.send('GET', `/Schemas/${userSchema}`)).body.name, 'User')
  assert.equal((await directory.send('GET', '/Schemas/unknown')).status, 404)
})

test('a user is created, found, replaced, changed and deleted', async () => {
  const id = await directory.addUser('anna')
  const found = await directory.find(`userName eq "ANNA@${tenant.domain}"`)
  assert.equal(found.totalResults, 1)
  assert.equal(found.Resources[0].id, id)
  assert.equal((await directory.find('externalId eq "ext-anna"')).Resources[0].userName, `anna@${tenant.domain}`)
  assert.equal((await directory.find('userName eq "nobody"')).totalResults, 0)
  const twice = await directory.send('POST', '/Users', { body: directory.user('anna') })
  assert.deepEqual([twice.status, twice.body.scimType], [409, 'uniqueness'])
  const renamed = await directory.send('PUT', `/Users/${id}`, {
    body: directory.user('anna', { displayName: 'Anna Nowak' }),
  })
  assert.equal(renamed.body.displayName, 'Anna Nowak')
  await api.owner.query(sql`update account set pending_email_address = 'mistyped@example.com' where id = ${id}`)
  await api.owner.query(sql`insert into mailed_token (token_hash, account_id, purpose, expires_at)
values (sha256('mailed'), ${id}, 'password', now() + interval '1 day')`)
  const patched = await directory.patch(`/Users/${id}`, {
    op: 'Add',
    path: 'emails[type eq "work"].value',
    value: `a.nowak@${tenant.domain}`,
  })
  assert.equal(patched.body.emails[0].value, `a.nowak@${tenant.domain}`)
  const [row] = await api.owner.query(
    sql<object>`select parent_account_id, name, email_address from account where id = ${id}`,
  )
  const email_address = `a.nowak@${tenant.domain}`
  assert.deepEqual({ ...row }, { parent_account_id: tenant.holder.id, name: 'Anna Nowak', email_address })
  const links = sql`select from mailed_token where account_id = ${id}
union all select from account where id = ${id} and pending_email_address is not null`
  assert.deepEqual(await api.owner.query(links), [], 'links to the former address are no longer valid')
  assert.equal((await directory.send('DELETE', `/Users/${id}`)).status, 204)
  assert.equal((await directory.send('GET', `/Users/${id}`)).status, 404)
  assert.deepEqual(await api.owner.query(sql`select from account where id = ${id}`), [])
})

test('a user that SCIM created signs in by its external id, and by nothing else', async () => {
  const id = await directory.addUser('berta', { externalId: 'subject-berta' })
  await directory.addUser('carla')
  const signIn = async (sub: string, name: string) => {
    issuer.lie = { claims: (honest) => ({ ...honest, sub, email: `${name}@${tenant.domain}`, groups: [] }) }
    const attempt = new SignIn(api)
    const told = await attempt.comeBack(issuer.authorize(await attempt.begin({ slug: tenant.connection.slug })))
    const { body } = await attempt.finish(told['code'])
    return (await api.call('GET', '/accounts/my_account', { as: `Bearer ${body.token}` })).body
  }
  assert.equal((await signIn('subject-berta', 'berta')).id, Number(id))
  const stranger = await signIn('somebody', 'carla')
  assert.match(stranger.username, /^sso-/, 'the e-mail address alone does not identify carla')
})

for (const [name, operation] of [
  ['a boolean', { op: 'replace', path: 'active', value: false }],
  ['a text', { op: 'Replace', path: 'active', value: 'False' }],
  ['an object', { op: 'replace', value: { active: false } }],
] as const)
  test(`a leaver is out within a second (active as ${name})`, async () => {
    const id = await directory.addUser(`leaver-${name.replaceAll(' ', '-')}`)
    const as = await openSession(api.owner, Number(id))
    const key = await api.call('POST', '/api_keys', { as, body: { name: 'Key', scopes: ['services:read'] } })
    const withKey = `Bearer ${key.body.key}`
    assert.equal((await api.call('GET', '/services', { as: withKey })).status, 200)
    await api.owner.query(sql`insert into application_grant (account_id, application_id, scopes, expires_at)
select ${id}::bigint, min(id), '{services:read}', now() + interval '1 day' from application`)
    const started = performance.now()
    assert.equal((await directory.patch(`/Users/${id}`, operation)).body.active, false)
    assert.equal((await api.call('GET', '/services', { as })).status, 401)
    assert.equal((await api.call('GET', '/services', { as: withKey })).status, 401)
    assert.ok(performance.now() - started < 1_000)
    const left = await api.owner.query(sql`select from application_grant where account_id = ${id}::bigint`)
    assert.equal(left.length, 0, 'applications lose their access too')
    const back = await directory.patch(`/Users/${id}`, { op: 'replace', path: 'active', value: true })
    assert.equal(back.body.active, true)
    const revoked = await api.call('GET', '/services', { as: withKey })
    assert.equal(revoked.body[0].error, 'api_key_revoked', 'a key stays revoked')
  })

test('a user whom the holder blocked stays blocked when the directory repeats itself', async () => {
  const id = await directory.addUser('dora')
  assert.equal((await api.call('POST', `/accounts/${id}/block`, { as: tenant.holder.as })).status, 204)
  assert.equal((await directory.send('PUT', `/Users/${id}`, { body: directory.user('dora') })).body.active, false)
})

test('groups give roles at once, and take them away', async () => {
  const id = await directory.addUser('ella')
  const isReadOnly = async () => {
    const [row] = await api.owner.query(
      sql<{ read: boolean }>`select is_read_only as read from account where id = ${id}`,
    )
    return row?.read
  }
  assert.equal(await isReadOnly(), true)
  const members = [{ value: id }]
  const made = await directory.send('POST', '/Groups', {
    body: { schemas: [groupSchema], displayName: 'ops', members },
  })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  assert.equal(await isReadOnly(), false)
  const path = `/Groups/${made.body.id}`
  assert.deepEqual((await directory.send('GET', `/Users/${id}`)).body.groups, [{ value: made.body.id, display: 'ops' }])
  await directory.patch(path, { op: 'Remove', path: `members[value eq "${id}"]` })
  assert.equal(await isReadOnly(), true)
  await directory.patch(path, { op: 'Add', path: 'members', value: members })
  assert.equal(await isReadOnly(), false)
  await directory.patch(path, { op: 'Replace', path: 'displayName', value: 'sales' })
  assert.equal(await isReadOnly(), true)
  assert.equal((await directory.find('displayName eq "sales"', '/Groups')).totalResults, 1)
  const short = await directory.send('GET', `${path}?excludedAttributes=members`)
  assert.equal('members' in short.body, false)
  assert.equal((await directory.send('DELETE', path)).status, 204)
})

test('a user without a group and without a default role loses its access', async () => {
  const strict = await Directory.open(api, await addTenant(api, `${issuer.origin}/strict`, { default_role: null }))
  const id = await strict.addUser('fiona')
  const group = await strict.addGroup('ops', id)
  const as = await openSession(api.owner, Number(id))
  assert.equal((await api.call('GET', '/services', { as })).status, 200)
  assert.equal((await strict.send('DELETE', `/Groups/${group}`)).status, 204)
  assert.equal((await api.call('GET', '/services', { as })).status, 401)
})

test('the token of another account sees and changes nothing', async () => {
  const id = await directory.addUser('gerda')
  const group = await directory.send('POST', '/Groups', { body: { schemas: [groupSchema], displayName: 'theirs' } })
  for (const path of [`/Users/${id}`, `/Groups/${group.body.id}`]) {
    assert.equal((await directory.send('GET', path, { token: others.token })).status, 404)
    assert.equal(
      (await directory.send('PUT', path, { token: others.token, body: { ...directory.user('x'), displayName: 'x' } }))
        .status,
      404,
    )
    assert.equal((await directory.send('DELETE', path, { token: others.token })).status, 404)
    const body = { schemas: [patchSchema], Operations: [{ op: 'replace', path: 'displayName', value: 'x' }] }
    assert.equal((await directory.send('PATCH', path, { token: others.token, body })).status, 404)
  }
  assert.equal((await others.find(`userName eq "gerda@${tenant.domain}"`)).totalResults, 0)
  const stolen = { schemas: [groupSchema], displayName: 'ops', members: [{ value: id }] }
  assert.equal((await directory.send('POST', '/Groups', { token: others.token, body: stolen })).status, 400)
  for (const accountId of [tenant.holder.id, tenant.victim, other.holder.id])
    assert.equal(
      (await directory.send('DELETE', `/Users/${accountId}`)).status,
      404,
      'nor any user that is not of the directory',
    )
})

test('wrong tokens and requests are rejected in the format of SCIM', async () => {
  for (const bearer of ['', 'was_unknown', directory.token.slice(0, -1), String(tenant.holder.as).slice(7)]) {
    const { status, body } = await directory.send('GET', '/Users', { token: bearer })
    assert.deepEqual([status, body.status], [401, '401'])
  }
  assert.equal(
    (await directory.send('GET', `/Users?filter=${encodeURIComponent('userName co "a"')}`)).body.scimType,
    'invalidFilter',
  )
  assert.equal((await directory.send('POST', '/Users', { body: [] })).body.scimType, 'invalidSyntax')
  assert.equal(
    (await directory.send('POST', '/Users', { body: { ...directory.user('x'), externalId: undefined } })).status,
    400,
  )
  const foreign = directory.user('x', { emails: [{ value: 'x@elsewhere.example' }] })
  assert.equal(
    (await directory.send('POST', '/Users', { body: foreign })).status,
    403,
    'e-mail of a domain that is not ours',
  )
  assert.equal((await directory.patch('/Users/999999', { op: 'replace', path: 'active', value: false })).status, 404)
  assert.equal((await directory.patch('/Users/%00', { op: 'replace', path: 'active', value: false })).status, 400)
})

test('the token of an account that is moving to another cell is not rejected as revoked', async () => {
  const token = 'was_moved'
  const name = createHash('sha256').update(token).digest('hex')
  await api.owner.query(sql`insert into departed_key (kind, name, tree_id) values ('secret', ${name}, 1)`)
  const { status, body } = await directory.send('GET', '/Users', { token })
  assert.deepEqual([status, body.status], [503, '503'])
})

test('a deleted token is rejected at once', async () => {
  const { connection, holder } = other
  assert.equal(
    (await api.call('DELETE', `/sso_connections/${connection.id}/scim_token`, { as: holder.as })).status,
    204,
  )
  assert.equal((await directory.send('GET', '/Users', { token: others.token })).status, 401)
})

test('what the directory does is in the audit log', async () => {
  const id = await directory.addUser('helga')
  await directory.patch(`/Users/${id}`, { op: 'replace', path: 'active', value: false })
  const entries = await api.owner.query(
    sql<{
      operation: string
    }>`select operation from audit where resource = 'account' and account_id = ${id} order by id`,
  )
  assert.deepEqual(
    entries.map(({ operation }) => operation),
    ['scim_post', 'scim_patch'],
  )
})
