import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { entryMs, parseVisitorClaims, passwordVisitMs, renewVisitMs, userVisitMs } from '@wachta/domain'
import { createTokenReader } from '@wachta/runtime/page-token'
import { addAccount, addPackage } from '@wachta/testing/api/accounts'
import { listErrors } from '@wachta/testing/api/configuration'
import { type CallOptions, startApi, type TestApi } from '@wachta/testing/api/start-api'
import { addGroup, addHolder, type Holder } from '@wachta/testing/api/watched'
import { sql } from 'kysely'

let api: TestApi
let owner: Holder
let stranger: Holder
let count = 0

before(async () => {
  api = await startApi()
  await addPackage(api.owner)
  owner = await addHolder(api.owner)
  stranger = await addHolder(api.owner)
})
after(() => api[Symbol.asyncDispose]())

const call = (method: string, path: string, { as = owner.as, ...more }: CallOptions = {}) =>
  api.call(method, path, { as, ...more })
const put = (path: string, body: object, as = owner.as) => call('PUT', path, { as, body })

interface Page {
  readonly path: string
  readonly slug: string
}

async function addPage(more: object = {}): Promise<Page> {
  count += 1
  const slug = `page-${count}`
  const created = await call('POST', '/status_pages', { body: { title: 'Acme', slug, is_published: true, ...more } })
  assert.equal(created.status, 201, created.text)
  return { path: `/status_pages/${created.body.id}`, slug }
}

const password = 'violet-anchor-sled-17'

async function addPasswordPage(): Promise<Page> {
  const page = await addPage()
  assert.equal((await put(`${page.path}/password`, { password })).status, 204)
  assert.equal((await put(page.path, { visibility: 'password' })).status, 204)
  return page
}

const admit = (slug: string, by: string, secret: string, from?: string) =>
  api.call('POST', '/status_page_visitors', { body: { slug, by, secret }, ...(from !== undefined && { from }) })

const denied = [['visitor_not_admitted', 'data.secret']]

/** The published values that the pages process sees: the public key and the generation. */
async function publishedOf({ slug }: Page) {
  const [row] = await api.owner.query(sql<{ key: string; generation: number }>`select visitor_public_key as key,
  visitor_generation as generation from status_page where slug = ${slug}`)
  return row ?? assert.fail()
}

async function read(page: Page, token: string) {
  const text = createTokenReader((await publishedOf(page)).key)(token)
  return text === undefined ? undefined : parseVisitorClaims(text)
}

const isNear = (time: number | null | undefined, expected: number) =>
  assert.ok(Math.abs((time ?? 0) - expected) < 60_000, String(time))

test('the password of a page is tried, stored as a hash, and never shown', async () => {
  const page = await addPage()
  assert.deepEqual(listErrors(await put(page.path, { visibility: 'password' })), [
    ['page_without_password', 'data.visibility'],
  ])
  assert.deepEqual(listErrors(await put(`${page.path}/password`, { password: 'monitoring12' })), [
    ['weak_password', 'data.password'],
  ])
  assert.equal((await put(`${page.path}/password`, { password: 'short' })).status, 400)
  assert.equal((await put(`${page.path}/password`, { password })).status, 204)
  assert.equal((await put(page.path, { visibility: 'password' })).status, 204)
  assert.equal((await call('GET', page.path)).body.has_password, true)
  assert.deepEqual(listErrors(await put(`${page.path}/password`, { password: null })), [
    ['page_without_password', 'data.password'],
  ])
  const [stored] = await api.owner.query(sql<{
    hash: string
    sealed: string
  }>`select password_hash as hash, sealed_key as sealed
from status_page_secret s join status_page p on p.id = s.status_page_id where p.slug = ${page.slug}`)
  assert.match(stored?.hash ?? '', /^\$argon2id\$/)
  assert.match(stored?.sealed ?? '', /^v1\./, 'the private key is sealed')
  const shown = [
    (await call('GET', page.path)).text,
    (await call('GET', `/accounts/${owner.id}/logs/audit?limit=1000`)).text,
    (await call('GET', `/accounts/${owner.id}/export`)).text,
  ].join()
  assert.ok(shown.includes('has_password'))
  for (const secret of [password, stored?.hash, stored?.sealed]) assert.ok(!shown.includes(secret ?? ''))
  assert.equal((await put(page.path, { visibility: 'public' })).status, 204)
  assert.equal((await put(`${page.path}/password`, { password: null })).status, 204)
  assert.equal((await call('GET', page.path)).body.has_password, false)
})

test('the right password gets a token that this page signed, for this generation and 30 days', async () => {
  const page = await addPasswordPage()
  const other = await addPasswordPage()
  const admitted = await admit(page.slug, 'password', password)
  assert.equal(admitted.status, 200, admitted.text)
  const claims = await read(page, admitted.body.token)
  const { generation } = await publishedOf(page)
  assert.deepEqual([claims?.purpose, claims?.generation, claims?.visit], ['password', generation, null])
  isNear(claims?.expiresAt, Date.now() + passwordVisitMs)
  assert.equal(await read(other, admitted.body.token), undefined, 'another page has other keys')
  assert.deepEqual(listErrors(await admit(page.slug, 'password', 'another-password-1')), denied)
  assert.deepEqual(listErrors(await admit('no-such-page', 'password', password)), denied)
  assert.deepEqual(listErrors(await admit(page.slug, 'token', admitted.body.token)), denied, 'only users renew')
  assert.equal((await admit(page.slug, 'magic', password)).status, 400)
  assert.equal((await put(page.path, { is_published: false })).status, 204)
  assert.deepEqual(listErrors(await admit(page.slug, 'password', password)), denied, 'not published')
  assert.equal((await put(page.path, { is_published: true, visibility: 'unlisted' })).status, 204)
  assert.deepEqual(listErrors(await admit(page.slug, 'password', password)), denied, 'not by password')
})

test('attempts are limited per page and address, and the right password resets them', async () => {
  const [page, other] = [await addPasswordPage(), await addPasswordPage()]
  const attempt = (secret: string, from: string, slug = page.slug) => admit(slug, 'password', secret, from)
  for (let turn = 0; turn < 9; turn += 1) assert.equal((await attempt('wrong', '192.0.2.9')).status, 403)
  assert.equal((await attempt(password, '192.0.2.9')).status, 200)
  for (let turn = 0; turn < 10; turn += 1) assert.equal((await attempt('wrong', '192.0.2.9')).status, 403)
  assert.deepEqual(listErrors(await attempt(password, '192.0.2.9')), [['too_many_attempts']])
  assert.equal((await attempt(password, '198.51.100.9')).status, 200, 'another address')
  assert.equal((await attempt(password, '192.0.2.9', other.slug)).status, 200, 'another page')
  const madeUp = (turn: number) => attempt('wrong', '203.0.113.9', `made-up-${turn}`)
  for (let turn = 0; turn < 100; turn += 1) assert.equal((await madeUp(turn)).status, 403)
  assert.deepEqual(listErrors(await madeUp(100)), [['too_many_attempts']], 'slugs that do not exist count too')
})

test('every change of who may open a page ends what was signed before, and no other change does', async () => {
  const page = await addPasswordPage()
  const subaccount = await addAccount(api.owner, { reseller: owner.id })
  const isRenewed = async (method: string, path: string, body?: object) => {
    const { key, generation } = await publishedOf(page)
    const done = await call(method, `${page.path}${path}`, { ...(body && { body }) })
    assert.ok(done.status < 300, done.text)
    const after = await publishedOf(page)
    assert.equal(after.key, key, 'the keys stay')
    return after.generation > generation
  }
  assert.equal(await isRenewed('PUT', '/password', { password: 'another-anchor-sled-18' }), true)
  assert.equal(await isRenewed('PUT', '', { title: 'Other', footer: 'Hi', is_published: true }), false)
  assert.equal(await isRenewed('PUT', '', { visibility: 'link' }), true)
  assert.equal(await isRenewed('POST', '/link'), true)
  assert.equal(await isRenewed('GET', '/link'), false)
  assert.equal(await isRenewed('POST', '/link'), true)
  assert.equal(await isRenewed('DELETE', '/link'), true)
  assert.equal(await isRenewed('PUT', '', { visibility: 'users' }), true)
  assert.equal(await isRenewed('PUT', '', { visitor_account_ids: [subaccount] }), true)
  assert.equal(await isRenewed('PUT', '', { visitor_account_ids: [subaccount] }), false)
  assert.equal(await isRenewed('PUT', '', { visitor_account_ids: [] }), true)
})

test('a link opens its page until it is replaced or deleted, or the visibility changes', async () => {
  const page = await addPage()
  assert.deepEqual(listErrors(await call('POST', `${page.path}/link`)), [['link_without_visibility']])
  assert.equal((await put(page.path, { visibility: 'link' })).status, 204)
  assert.equal((await call('GET', page.path)).body.has_link, false)
  assert.deepEqual((await call('GET', `${page.path}/link`)).body, { url: null })
  assert.equal((await call('DELETE', `${page.path}/link`)).status, 404)
  const { url } = (await call('POST', `${page.path}/link`)).body
  assert.equal((await call('GET', page.path)).body.has_link, true)
  assert.equal((await call('GET', `${page.path}/link`)).body.url, url, 'it can be read again')
  const [address, token = ''] = url.split('?key=')
  assert.equal(address, `https://status.wachta.test/${page.slug}/`)
  const { generation } = await publishedOf(page)
  assert.deepEqual(await read(page, token), {
    ...{ purpose: 'link', generation, expiresAt: null, renewAt: null, visit: null },
  })
  const replaced = (await call('POST', `${page.path}/link`)).body.url
  assert.notEqual(replaced, url)
  assert.equal((await call('DELETE', `${page.path}/link`)).status, 204)
  assert.deepEqual((await call('GET', `${page.path}/link`)).body, { url: null })
  await call('POST', `${page.path}/link`)
  assert.equal((await put(page.path, { visibility: 'unlisted' })).status, 204)
  assert.equal((await call('GET', page.path)).body.has_link, false, 'a link does not come back with the visibility')
  const log = (await call('GET', `/accounts/${owner.id}/logs/audit?limit=1000`)).text
  for (const secret of [token, replaced.split('?key=')[1]]) assert.ok(!log.includes(secret))
  assert.ok(log.includes('"link":"replaced"') || log.includes('replaced'))
})

test('only who may change a page sets its password and handles its link', async () => {
  const page = await addPage({ visibility: 'link' })
  const [editor, viewer] = [
    await addHolder(api.owner, { parent: owner.id, role: 'editor' }),
    await addHolder(api.owner, { parent: owner.id, role: 'viewer' }),
  ]
  assert.equal((await call('POST', `${page.path}/link`, { as: editor.as })).status, 200)
  for (const [method, path, body] of [
    ['PUT', '/password', { password }],
    ['POST', '/link', undefined],
    ['GET', '/link', undefined],
    ['DELETE', '/link', undefined],
  ] as const) {
    const as = (who: Holder) => call(method, `${page.path}${path}`, { as: who.as, ...(body && { body }) })
    assert.deepEqual([method, path, (await as(viewer)).status], [method, path, 403])
    assert.deepEqual([method, path, (await as(stranger)).status], [method, path, 404])
  }
})

const enter = (slug: string, as: string, from?: string) =>
  api.call('POST', '/status_page_entries', { as, body: { slug }, ...(from !== undefined && { from }) })

/** Admits a user like the app and the pages process do, and returns the visitor's token. */
async function visit(page: Page, as: string): Promise<string> {
  const entered = await enter(page.slug, as)
  assert.equal(entered.status, 200, entered.text)
  const admitted = await admit(page.slug, 'entry', entered.body.url.split('?entry=')[1])
  assert.equal(admitted.status, 200, admitted.text)
  return admitted.body.token
}

test('users of the account and of chosen sub-accounts enter, others do not', async () => {
  const ownSub = await addHolder(api.owner, { reseller: owner.id })
  const otherSub = await addHolder(api.owner, { reseller: owner.id })
  const strangerSub = await addHolder(api.owner, { reseller: stranger.id })
  const page = await addPage({ visibility: 'users', visitor_account_ids: [ownSub.id] })
  const user = (role: string, more: object = {}) => addHolder(api.owner, { parent: owner.id, role, ...more })
  const group = await addGroup(api.owner, owner)
  for (const may of [owner, ownSub, await user('viewer'), await user('operator')]) assert.ok(await visit(page, may.as))
  const subUser = await addHolder(api.owner, { parent: ownSub.id, role: 'viewer' })
  assert.ok(await visit(page, subUser.as))
  const closed = [['visitor_not_admitted']]
  const limited = await user('editor', { roleGroups: [group] })
  for (const mayNot of [stranger, otherSub, strangerSub, await user('billing'), limited])
    assert.deepEqual(listErrors(await enter(page.slug, mayNot.as)), closed)
  assert.deepEqual(listErrors(await enter('no-such-page', owner.as)), closed)
  assert.deepEqual(listErrors(await enter((await addPage()).slug, owner.as)), closed, 'a page that is not for users')
  assert.equal((await api.call('POST', '/status_page_entries', { body: { slug: page.slug } })).status, 401)

  const refusedIds = async (ids: number[]) => listErrors(await put(page.path, { visitor_account_ids: ids }))
  assert.deepEqual(await refusedIds([strangerSub.id]), [['unknown_reference', 'data.visitor_account_ids']])
  assert.deepEqual(await refusedIds([owner.id]), [['belongs_to_another_account', 'data.visitor_account_ids']])
  assert.deepEqual(listErrors(await put(page.path, { visibility: 'public' })), [
    ['not_for_visibility', 'data.visitor_account_ids'],
  ])
})

test('an entry works once, on its page, for a minute', async () => {
  const [page, other] = [await addPage({ visibility: 'users' }), await addPage({ visibility: 'users' })]
  const { url } = (await enter(page.slug, owner.as)).body
  const [address, entry = ''] = url.split('?entry=')
  assert.equal(address, `https://status.wachta.test/${page.slug}/`)
  assert.deepEqual(listErrors(await admit(other.slug, 'entry', entry)), denied)
  assert.deepEqual(listErrors(await admit(page.slug, 'token', entry)), denied, 'it is no token')
  const { token } = (await admit(page.slug, 'entry', entry)).body
  assert.deepEqual(listErrors(await admit(page.slug, 'entry', entry)), denied, 'used')
  assert.deepEqual(listErrors(await admit(page.slug, 'entry', token)), denied, 'a token is no entry')
  const claims = await read(page, token)
  isNear(claims?.renewAt, Date.now() + renewVisitMs)
  isNear(claims?.expiresAt, Date.now() + userVisitMs)

  const late = (await enter(page.slug, owner.as)).body.url.split('?entry=')[1]
  api.clock = new Date(Date.now() + entryMs + 1)
  assert.deepEqual(listErrors(await admit(page.slug, 'entry', late)), denied)
  api.clock = null
})

test('a visit is renewed until the user loses access or has to sign in again', async () => {
  const page = await addPage({ visibility: 'users' })
  const begin = async () => {
    const user = await addHolder(api.owner, { parent: owner.id, role: 'viewer' })
    return { ...user, token: await visit(page, user.as) }
  }
  const renew = (token: string, from?: string) => admit(page.slug, 'token', token, from)
  const isOut = async (token: string) => assert.deepEqual(listErrors(await renew(token)), denied)

  const usual = await begin()
  const renewed = await renew(usual.token)
  assert.equal(renewed.status, 200, renewed.text)
  const [former, now] = [await read(page, usual.token), await read(page, renewed.body.token)]
  assert.deepEqual([now?.visit, now?.expiresAt], [former?.visit, former?.expiresAt], 'the end stays where it was')

  const blocked = await begin()
  await api.owner.query(sql`update account set is_blocked = true where id = ${blocked.id}`)
  await isOut(blocked.token)
  const deleted = await begin()
  await api.owner.query(sql`delete from account where id = ${deleted.id}`)
  await isOut(deleted.token)
  const limited = await begin()
  await api.owner.query(sql`update account set role = 'billing' where id = ${limited.id}`)
  await isOut(limited.token)
  const signedOut = await begin()
  // A password change does the same.
  await api.owner.query(sql`delete from session where account_id = ${signedOut.id}`)
  await isOut(signedOut.token)
  const elsewhere = await begin()
  await api.owner.query(
    sql`update account set ip_whitelist_enabled = true, ip_whitelist = '{192.0.2.7}' where id = ${elsewhere.id}`,
  )
  await isOut(elsewhere.token)
  assert.equal((await renew(elsewhere.token, '192.0.2.7')).status, 200)
  const idle = await begin()
  api.clock = new Date(Date.now() + userVisitMs + 1)
  await isOut(idle.token)
  api.clock = null
  assert.equal((await put(page.path, { visibility: 'public' })).status, 204)
  await isOut(usual.token)
})

test('setting the same value again signs no visitor out', async () => {
  const page = await addPasswordPage()
  const { generation } = await publishedOf(page)
  assert.equal((await put(page.path, { visibility: 'password', title: 'Same' })).status, 204)
  assert.equal((await publishedOf(page)).generation, generation)
})
