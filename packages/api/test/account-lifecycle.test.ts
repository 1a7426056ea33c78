import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { addAccount, addPackage, openSession } from '@wachta/testing/api/accounts'
import { createTestService } from '@wachta/testing/api/configuration'
import { findToken, sendQueuedMails } from '@wachta/testing/api/mailbox'
import { addAlert, addNotification, verifyAddress } from '@wachta/testing/api/notifications'
import { startApi, type TestApi } from '@wachta/testing/api/start-api'
import { sql } from 'kysely'
import { registry } from '../src/features/registry.ts'
import { cleanUp } from '../src/platform/cleanup.ts'

const password = 'correct horse battery staple'
let api: TestApi
let offered: number
let hidden: number

before(async () => {
  api = await startApi()
  offered = await addPackage(api.owner, { name: 'Offered' })
  hidden = await addPackage(api.owner, { name: 'Hidden', offered: false, services: 100 })
})
after(async () => {
  await api[Symbol.asyncDispose]()
})

const newcomer = (username: string, more: object = {}) => ({
  name: 'Łukasz & Synowie',
  username,
  password,
  user_data: { email_address: `${username}@example.com`, phone_number: '+48 600 000 000' },
  ...more,
})
const error = (reply: { body: { error: string; field?: string }[] }) => [reply.body[0]?.error, reply.body[0]?.field]

test('password resets that a stranger requests do not use up those of the holder', async () => {
  const reset = async (from: string) =>
    (await api.call('POST', '/system/reset_password/initialize', { from, body: { username: 'wanted' } })).status
  const statuses = []
  for (let asked = 0; asked < 6; asked += 1) statuses.push(await reset('203.0.113.66'))
  assert.deepEqual(statuses, [204, 204, 204, 204, 204, 429])
  assert.equal(await reset('198.51.100.66'), 204)
  await sendQueuedMails(api.database)
})

test('an account can be registered, activated by the mailed link, and then sign in', async () => {
  const created = await api.call('POST', '/accounts/register', { body: newcomer('fresh', { language_id: 'pl' }) })
  assert.equal(created.status, 201)
  assert.deepEqual(Object.keys(created.body), ['id'])
  const { id } = created.body
  assert.equal(
    (await api.call('POST', '/sessions', { body: { username: 'fresh', password } })).body[0].error,
    'account_not_activated',
  )

  const [mail] = await sendQueuedMails(api.database)
  assert.equal(mail?.to, 'fresh@example.com')
  const token = mail ? findToken(mail) : ''
  const activate = (account: unknown, secret: string) =>
    api.call('GET', `/accounts/${account}/activate?token=${secret}&account_id=${account}`)
  const wrongToken = await activate(id, '0'.repeat(32))
  const wrongId = await activate(id + 1000, token)
  assert.equal(wrongToken.status, 422)
  assert.equal(wrongToken.text, wrongId.text, 'a wrong account and a wrong token look alike')
  assert.equal((await activate(id, token)).status, 200)
  assert.match((await activate(id, token)).body.message, /active/, 'a second click says the same')

  const session = await api.call('POST', '/sessions', { body: { username: 'fresh', password } })
  const as = `Bearer ${session.body.token}`
  const { body } = await api.call('GET', '/accounts/my_account', { as })
  assert.deepEqual(
    [body.package_id, body.is_activated, body.language_id, body.time_zone_id],
    [offered, true, 'pl', 'europe_warsaw'],
  )
  const data = (await api.call('GET', '/user_data/my_user_data', { as })).body
  assert.deepEqual([data.id, data.phone_number, data.ip_whitelist, data.settings], [id, '+48 600 000 000', [], []])
})

test('the link of an account that is active already changes nothing, and the audit log does not say that it did', async () => {
  const { id } = (await api.call('POST', '/accounts/register', { body: newcomer('quick') })).body
  const [mail] = await sendQueuedMails(api.database)
  await api.owner.query(sql`update account set is_activated = true where id = ${id}`)
  assert.equal((await api.call('GET', `/accounts/${id}/activate?token=${mail ? findToken(mail) : ''}`)).status, 200)
  assert.deepEqual(
    await api.owner.query(sql`select from audit where account_id = ${id} and operation = 'activate_account'`),
    [],
  )
})

test('an invalid registration is rejected with the field', async () => {
  const attempt = (more: object) => api.call('POST', '/accounts/register', { body: newcomer('unlucky', more) })
  assert.deepEqual(error(await attempt({ username: 'FRESH' })), ['already_taken', 'data.username'])
  assert.deepEqual(error(await attempt({ password: 'password1' })), ['weak_password', 'data.password'])
  assert.deepEqual(error(await attempt({ username: 'longenoughname', password: 'longenoughname' })), [
    'weak_password',
    'data.password',
  ])
  assert.deepEqual(error(await attempt({ package_id: hidden })), ['package_not_offered', 'data.package_id'])
  assert.deepEqual(error(await attempt({ parent_account_id: 1 })), ['unknown_reference', 'data.parent_account_id'])
  assert.deepEqual(error(await attempt({ language_id: 'xx' })), ['unknown_reference', 'data.language_id'])
  assert.deepEqual(error(await attempt({ custom_activation_uri: 'https://evil.example.org/x' })), [
    'host_not_allowed',
    'data.custom_activation_uri',
  ])
  assert.deepEqual(error(await attempt({ custom_activation_uri: 'https:///x' })), [
    'wrong_format',
    'data.custom_activation_uri',
  ])
  const networks = { email_address: 'a@example.com', ip_whitelist: ['10.0.0.0/8', 'nowhere'] }
  assert.deepEqual(error(await attempt({ user_data: networks })), ['not_a_network', 'data.user_data.ip_whitelist.1'])
  assert.deepEqual(await sendQueuedMails(api.database), [], 'no e-mail about a change that failed')
})

test('a custom activation page gets the token, and a redirect follows the activation', async () => {
  const page = 'https://app.example.com/activate?from=mail'
  await api.call('POST', '/accounts/register', { body: newcomer('custom', { custom_activation_uri: page }) })
  const redirected = await api.call('POST', '/accounts/register', {
    body: newcomer('redirected', { redirect_uri: 'https://app.example.com/welcome' }),
  })
  const [custom, redirect] = await sendQueuedMails(api.database)
  assert.match(custom?.text ?? '', /https:\/\/app\.example\.com\/activate\?from=mail&token=[0-9a-f]{32}&account_id=\d+/)
  const reply = await api.call(
    'GET',
    `/accounts/${redirected.body.id}/activate?token=${redirect ? findToken(redirect) : ''}`,
  )
  assert.deepEqual([reply.status, reply.headers['location']], [302, 'https://app.example.com/welcome'])
})

test('a forgotten password can be reset once with the mailed token; unknown names get the same answer', async () => {
  const id = await addAccount(api.owner, { username: 'forgetful' })
  const open = await openSession(api.owner, id)
  const known = await api.call('POST', '/system/reset_password/initialize', { body: { username: 'forgetful' } })
  const unknown = await api.call('POST', '/system/reset_password/initialize', { body: { username: 'not-there' } })
  assert.deepEqual([known.status, known.text], [unknown.status, unknown.text])
  const mails = await sendQueuedMails(api.database)
  assert.equal(mails.length, 1)
  const token = mails[0] ? findToken(mails[0]) : ''
  const confirm = (body: object) =>
    api.call('POST', '/system/reset_password/confirm', {
      body: { account_id: id, token, new_password: 'a new long secret 9', ...body },
    })
  assert.deepEqual(error(await confirm({ token: 'f'.repeat(32) })), ['invalid_token', undefined])
  assert.deepEqual(error(await confirm({ account_id: id + 500 })), ['invalid_token', undefined])
  assert.deepEqual(error(await confirm({ new_password: '123456' })), ['weak_password', 'data.new_password'])
  assert.equal((await confirm({})).status, 204)
  assert.deepEqual(error(await confirm({})), ['invalid_token', undefined])
  assert.equal((await api.call('GET', '/accounts', { as: open })).status, 401)
  assert.equal(
    (await api.call('POST', '/sessions', { body: { username: 'forgetful', password: 'a new long secret 9' } })).status,
    201,
  )
  assert.match((await sendQueuedMails(api.database))[0]?.subject ?? '', /password/i, 'the holder is told of the change')
})

test('tokens expire after 48 hours', async () => {
  const id = await addAccount(api.owner, { username: 'late' })
  await api.call('POST', '/system/reset_password/initialize', { body: { username: 'late' } })
  const [mail] = await sendQueuedMails(api.database)
  api.clock = new Date(Date.now() + 49 * 3_600_000)
  const body = { account_id: id, token: mail ? findToken(mail) : '', new_password: 'a new long secret 9' }
  assert.equal((await api.call('POST', '/system/reset_password/confirm', { body })).body[0].error, 'invalid_token')
  api.clock = null
})

test('an additional user acts for its account and never takes it over', async () => {
  const parent = await addAccount(api.owner, { packageId: hidden })
  const as = await openSession(api.owner, parent)
  const created = await api.call('POST', '/accounts', { as, body: newcomer('helper') })
  assert.equal(created.status, 201)
  const { id } = created.body
  await api.owner.query(sql`update account set is_activated = true where id = ${id}`)
  const user = await openSession(api.owner, id)
  const seen = (await api.call('GET', `/accounts/${parent}?embed=permissions`, { as: user })).body
  assert.equal(seen.permissions.create_contacts, true)
  for (const flag of ['update', 'close', 'change_password', 'read_logs', 'create_users', 'delete'])
    assert.equal(seen.permissions[flag], false, flag)
  const own = (await api.call('GET', '/accounts/my_account', { as: user })).body
  assert.deepEqual([own.parent_account_id, own.package_id], [parent, hidden])
  assert.equal((await api.call('GET', `/user_data/${parent}`, { as: user })).status, 404)
  assert.equal((await api.call('POST', '/accounts', { as: user, body: newcomer('nested') })).status, 403)
  assert.deepEqual(
    error(await api.call('POST', '/accounts', { as, body: newcomer('dear', { package_id: offered }) })),
    ['package_not_offered', 'data.package_id'],
  )
  assert.equal((await api.call('DELETE', `/accounts/${id}`, { as })).status, 204)
  assert.equal((await api.call('GET', `/accounts/${id}`, { as })).status, 404)
  assert.equal((await api.call('GET', '/accounts', { as: user })).status, 401)
})

test('a sub-account has at most the package of its reseller, who has only the granted permissions', async () => {
  const reseller = await addAccount(api.owner, { packageId: offered })
  const as = await openSession(api.owner, reseller)
  const { password: _, ...withoutPassword } = newcomer('dependent', { subaccount_edit: true })
  const larger = await addPackage(api.owner, { name: 'Larger', services: 500 })
  const withPackage = (package_id: number) =>
    api.call('POST', '/accounts/subaccount', { as, body: { ...withoutPassword, package_id } })
  assert.deepEqual(error(await withPackage(larger)), ['package_exceeds_reseller', 'data.package_id'])
  assert.deepEqual(
    error(await withPackage(hidden)),
    ['unknown_reference', 'data.package_id'],
    'a hidden package is not even there',
  )
  const page = 'https://app.example.com/first-password'
  const elsewhere = { ...withoutPassword, set_password_url: 'https://evil.example.org/x' }
  assert.deepEqual(error(await api.call('POST', '/accounts/subaccount', { as, body: elsewhere })), [
    'host_not_allowed',
    'data.set_password_url',
  ])
  const created = await api.call('POST', '/accounts/subaccount', {
    as,
    body: { ...withoutPassword, set_password_url: page },
  })
  assert.equal(created.status, 201)
  const { id } = created.body
  const [mail] = (await sendQueuedMails(api.database)).filter(({ to }) => to === 'dependent@example.com')
  assert.ok(mail?.text.includes(page), 'the mail leads to the page that was asked for')
  const confirmed = await api.call('POST', '/system/reset_password/confirm', {
    body: { account_id: id, token: mail ? findToken(mail) : '', new_password: password },
  })
  assert.equal(confirmed.status, 204, 'the holder sets the first password, and is active with it')
  const sub = `Bearer ${(await api.call('POST', '/sessions', { body: { username: 'dependent', password } })).body.token}`
  const seen = (await api.call('GET', `/accounts/${id}?embed=permissions`, { as })).body
  assert.deepEqual(
    [seen.reseller_account_id, seen.parent_account_id, seen.permissions.update, seen.permissions.block],
    [reseller, null, true, false],
  )
  assert.equal((await api.call('PUT', `/accounts/${id}`, { as, body: { name: 'Renamed' } })).status, 204)
  assert.equal((await api.call('POST', `/accounts/${id}/block`, { as })).status, 403)
  assert.equal((await api.call('GET', `/accounts/${reseller}`, { as: sub })).status, 404)
  assert.equal((await api.call('POST', '/accounts/subaccount', { as: sub, body: withoutPassword })).status, 403)
  assert.deepEqual(
    error(await api.call('PUT', `/accounts/${id}`, { as: sub, body: { package_id: larger } })).slice(0, 1),
    ['forbidden_field'],
  )
  assert.deepEqual(error(await api.call('PUT', `/accounts/${id}`, { as, body: { package_id: hidden } })).slice(0, 1), [
    'unknown_reference',
  ])
  assert.deepEqual(error(await api.call('POST', `/accounts/${reseller}/close`, { as })).slice(0, 1), ['still_in_use'])
})

test('accounts cannot change their own limits, and a record can be sent back unchanged', async () => {
  const id = await addAccount(api.owner, { packageId: offered })
  const as = await openSession(api.owner, id)
  const { body } = await api.call('GET', `/accounts/${id}`, { as })
  assert.equal((await api.call('PUT', `/accounts/${id}`, { as, body: { ...body, name: 'Sent back' } })).status, 204)
  assert.equal((await api.call('GET', `/accounts/${id}`, { as })).body.name, 'Sent back')
  const refused = await api.call('PUT', `/accounts/${id}`, { as, body: { ...body, id: id + 1, is_blocked: true } })
  assert.deepEqual(
    refused.body.map((fault: { error: string; field: string }) => [fault.error, fault.field]),
    [
      ['read_only_field', 'data.id'],
      ['read_only_field', 'data.is_blocked'],
    ],
  )
  assert.deepEqual(error(await api.call('PUT', `/accounts/${id}`, { as, body: { is_read_only: true } })), [
    'forbidden_field',
    'data.is_read_only',
  ])
})

test('administrators create, change, block and delete accounts, and packages', async () => {
  const as = await openSession(api.owner, await addAccount(api.owner, { administrator: true }), 'administrator')
  const made = await api.call('POST', '/admin/packages', { as, body: { name: 'Made', maximum_services: 7 } })
  assert.equal(made.status, 201)
  assert.equal(
    (await api.call('GET', `/admin/packages/${made.body.id}`, { as })).body.available_notification_channel_ids.length,
    19,
  )
  const body = {
    name: 'By hand',
    username: 'byhand',
    password,
    package_id: made.body.id,
    email_address: 'by@example.com',
    comment: 'VIP',
  }
  const created = await api.call('POST', '/admin/accounts', { as, body })
  assert.equal(created.status, 201)
  const { id } = created.body
  assert.equal((await api.call('POST', '/sessions', { body: { username: 'byhand', password } })).status, 201)
  assert.equal(
    (await api.call('PUT', `/admin/accounts/${id}`, { as, body: { tax_identification_number: '1234567890' } })).status,
    204,
  )
  assert.deepEqual(error(await api.call('DELETE', `/admin/packages/${made.body.id}`, { as })).slice(0, 1), [
    'still_in_use',
  ])
  assert.equal((await api.call('DELETE', `/admin/accounts/${id}`, { as })).status, 204)
  assert.equal((await api.call('DELETE', `/admin/packages/${made.body.id}`, { as })).status, 204)
})

test('a closed account is blocked at once, can be reopened for 30 days, and is then erased', async () => {
  const chief = await addAccount(api.owner, { administrator: true })
  const id = await addAccount(api.owner, { username: 'leaving', name: 'Jan Kowalski' })
  const child = await addAccount(api.owner, { username: 'leavings-user', parent: id })
  const as = await openSession(api.owner, id)
  await api.call('PUT', '/user_data/my_user_data', { as, body: { phone_number: '600 700 800' } })
  assert.equal(
    (await api.call('POST', '/accounts/my_account/close', { as, body: { password: 'not the one' } })).body[0].error,
    'wrong_password',
  )
  assert.equal((await api.call('POST', '/accounts/my_account/close', { as })).status, 204)
  assert.equal((await api.call('GET', '/accounts', { as })).status, 401)
  assert.match((await sendQueuedMails(api.database)).at(-1)?.text ?? '', /leaving/)

  const day = 86_400_000
  assert.equal((await cleanUp({ ...api, registry }, new Date(Date.now() + 29 * day))).accounts, 0)
  const administrator = await openSession(api.owner, chief, 'administrator')
  assert.equal((await api.call('POST', `/admin/accounts/${id}/unblock`, { as: administrator })).status, 204)
  assert.equal(
    (await cleanUp({ ...api, registry }, new Date(Date.now() + 31 * day))).accounts,
    0,
    'it was opened again',
  )

  const again = await openSession(api.owner, id)
  assert.equal((await api.call('POST', `/accounts/${id}/close`, { as: again })).status, 204)
  const done = await cleanUp({ ...api, registry }, new Date(Date.now() + 31 * day))
  assert.equal(done.accounts, 1)
  await cleanUp({ ...api, registry }, new Date(Date.now() + 62 * day))
  const [left] = await api.owner.query(sql<{
    accounts: number
    personal: number
    audits: number
    faults: number
    dump: string
  }>`select
    (select count(*) from account where id in (${id}, ${child}))::int as accounts,
    (select count(*) from audit_personal where about in (${id}, ${child}))::int as personal,
    (select count(*) from audit where account_id = ${id})::int as audits,
    (select count(*) from audit_faults(${id}))::int as faults,
    (select string_agg(a::text, ' ') from audit a where account_id = ${id}) as dump`)
  assert.deepEqual([left?.accounts, left?.personal, left?.faults], [0, 0, 0])
  assert.ok((left?.audits ?? 0) >= 4, 'the audit is kept')
  assert.ok(!/Kowalski|600 700 800|leaving@example/.test(left?.dump ?? ''), 'without the person')
})

test('the export contains all data of the account, and nothing of others', async () => {
  const id = await addAccount(api.owner, { username: 'exported', name: 'Mine' })
  await addAccount(api.owner, { username: 'other', name: 'Not mine' })
  const as = await openSession(api.owner, id)
  await api.call('PUT', '/user_data/my_user_data/settings/theme', { as, body: '"dark"' })
  const reply = await api.app.inject({ url: `/v3/accounts/${id}/export`, headers: { authorization: as } })
  assert.equal(reply.statusCode, 200)
  assert.equal(reply.headers['content-type'], 'application/zip')
  const files = await unzipped(reply.rawPayload)
  for (const name of ['account', 'audit', 'authentication', 'session', 'user_data', 'user_setting'])
    assert.ok(files.has(`${name}.json`), name)
  for (const name of ['admin_account', 'package', 'language']) assert.ok(!files.has(`${name}.json`), name)
  assert.deepEqual(
    files.get('account.json')?.map(({ name }) => name),
    ['Mine'],
  )
  assert.deepEqual(
    files.get('user_setting.json')?.map(({ value }) => value),
    ['dark'],
  )
  assert.equal(files.get('audit.json')?.length, 1)
})

test('the export of many rows misses none if others are deleted while it is read', async () => {
  const id = await addAccount(api.owner, { username: 'large', name: 'Large' })
  await api.owner.query(sql`insert into contact (owner_id, name, language_id)
select ${id}, 'Contact ' || n, 'en' from generate_series(1, 2001) n order by n`)
  const { searcher } = api.interface.context
  const { search } = searcher
  let isDeleted = false
  searcher.search = async (query, call) => {
    const page = await search(query, call)
    if (query.resource.name === 'contact' && !isDeleted) {
      isDeleted = true
      await api.owner.query(sql`delete from contact where owner_id = ${id} and name = 'Contact 1'`)
    }
    return page
  }
  const as = await openSession(api.owner, id)
  const reply = await api.app.inject({ url: `/v3/accounts/${id}/export`, headers: { authorization: as } })
  searcher.search = search
  const names = (await unzipped(reply.rawPayload)).get('contact.json')?.map(({ name }) => name)
  assert.deepEqual(
    names,
    Array.from({ length: 2001 }, (_, index) => `Contact ${index + 1}`),
  )
})

test('notifications and devices are in the export and are deleted with the account', async () => {
  const id = await addAccount(api.owner, { username: 'telling', name: 'Telling' })
  const as = await openSession(api.owner, id)
  const other = await addAccount(api.owner)
  const service = await createTestService(api, as)
  const event = (await api.call('POST', '/events', { as, body: { name: 'Down' } })).body.id
  const occurrence = await addAlert(api.owner, { service, event })
  const about = {
    occurrence_id: occurrence,
    service_id: service,
    event_id: event,
    escalation_id: 1,
    contact_id: 1,
    address_id: 1,
  }
  await addNotification(api.owner, id, { ...about, content: 'Told as a contact.' })
  await addNotification(api.owner, id, { ...about, style: 'o', content: 'Told in the older style.' })
  await addNotification(api.owner, other, { ...about, content: 'Told to somebody else.' })
  await api.owner.query(sql`insert into mobile_device (id, account_id, name, endpoint, p256dh, auth)
values ('telling-1', ${id}, 'Telephone', 'sealed-endpoint', 'sealed-key', 'sealed-auth')`)
  await verifyAddress(api.owner, id, '+48600100200')
  assert.equal((await api.call('POST', '/accounts/my_account/signing_keys', { as })).status, 201)

  const reply = await api.app.inject({ url: `/v3/accounts/${id}/export`, headers: { authorization: as } })
  const files = await unzipped(reply.rawPayload)
  const told = (name: string) => files.get(`${name}.json`)?.map(({ content }) => content)
  assert.deepEqual(
    [told('contact_notification'), told('notification')],
    [['Told as a contact.'], ['Told in the older style.']],
  )
  assert.deepEqual(files.get('occurrence.json')?.[0]?.['id'], occurrence)
  assert.equal(files.get('event_status.json')?.length, 1)
  assert.equal(files.get('mobile_device.json')?.[0]?.['name'], 'Telephone')
  assert.deepEqual(Object.keys(files.get('signing_key.json')?.[0] ?? {}), ['id', 'account_id', 'created_at'])
  assert.ok(!JSON.stringify([...files]).includes('sealed-'), 'without keys')

  await api.owner.query(
    sql`update account set is_blocked = true, closed_at = now(), erase_after = now() where id = ${id}`,
  )
  await cleanUp({ ...api, registry }, new Date(Date.now() + 1000))
  const [left] = await api.owner.query(sql<Record<string, number>>`select
  (select count(*) from notification where account_id = ${id}) as notifications,
  (select count(*) from notification where account_id = ${other}) as others,
  (select count(*) from occurrence where owner_id = ${id}) as occurrences,
  (select count(*) from event_status where owner_id = ${id}) as statuses,
  (select count(*) from mobile_device where account_id = ${id}) as devices,
  (select count(*) from verified_address where account_id = ${id}) as verified,
  (select count(*) from signing_key where account_id = ${id}) as keys`)
  const nothing = { notifications: 0, occurrences: 0, statuses: 0, devices: 0, verified: 0, keys: 0 }
  assert.deepEqual(left, { ...nothing, others: 1 })
})

test('user settings store any JSON value under a key', async () => {
  const as = await openSession(api.owner, await addAccount(api.owner))
  const path = '/user_data/my_user_data/settings/ui_state'
  assert.equal((await api.call('GET', path, { as })).status, 404)
  for (const value of ['"dark"', '0', 'false', 'null', '[1,{"a":null}]', '{"deep":{"er":[]}}']) {
    assert.equal((await api.call('PUT', path, { as, body: value })).status, 204, value)
    assert.deepEqual((await api.call('GET', path, { as })).body, JSON.parse(value))
  }
  assert.deepEqual((await api.call('GET', '/user_data/my_user_data', { as })).body.settings, ['ui_state'])
  assert.equal(
    (await api.call('PUT', path, { as, body: JSON.stringify('x'.repeat(70_000)) })).body[0].error,
    'too_long',
  )
  assert.equal((await api.call('DELETE', path, { as })).status, 204)
  assert.equal((await api.call('DELETE', path, { as })).status, 404)
})

test('the billing portal gets a token for the account that is valid for minutes', async () => {
  const as = await openSession(api.owner, await addAccount(api.owner))
  const refused = await api.call('POST', '/accounts/my_account/customer_portal_sessions', { as })
  assert.deepEqual([refused.status, refused.body[0].error], [422, 'billing_not_configured'])
  const { body } = await api.call('GET', '/accounts/my_account/permissions', { as })
  assert.equal(body.create_customer_portal_sessions, false, 'a missing feature is not offered')
})

async function unzipped(archive: Buffer): Promise<Map<string, Record<string, unknown>[]>> {
  const { fromBufferPromise } = await import('yauzl')
  const files = new Map<string, Record<string, unknown>[]>()
  const zip = await fromBufferPromise(archive, { lazyEntries: true })
  for await (const entry of zip.eachEntry()) {
    const stream = await zip.openReadStreamPromise(entry)
    files.set(entry.fileName, JSON.parse(Buffer.concat(await Array.fromAsync(stream)).toString()))
  }
  return files
}

test('an account can invite a limited number of people per hour, and detect only few user names', async () => {
  const account = await addAccount(api.owner, { username: 'inviter', packageId: offered })
  const as = await openSession(api.owner, account)
  const create = (username: string, session = as) =>
    api.call('POST', '/accounts', { as: session, body: newcomer(username) })
  const statuses: number[] = []
  for (let at = 0; at < 22; at += 1) statuses.push((await create(`invited.${at}`)).status)
  assert.deepEqual(
    statuses.map((status) => [201, 429].indexOf(status)),
    statuses.map((_, at) => (at < 20 ? 0 : 1)),
  )

  const curious = await openSession(api.owner, await addAccount(api.owner, { username: 'curious', packageId: offered }))
  const rename = () => api.call('PUT', '/accounts/my_account', { as: curious, body: { username: 'inviter' } })
  for (let at = 0; at < 20; at += 1) assert.deepEqual(error(await rename()), ['already_taken', 'data.username'])
  assert.deepEqual(error(await rename()), ['too_many_attempts', undefined])
})

test('an account has a limited number of additional users', async () => {
  const account = await addAccount(api.owner, { username: 'crowd', packageId: offered })
  const as = await openSession(api.owner, account)
  await api.owner.query(sql`insert into account (name, username, package_id, parent_account_id, email_address, language_id)
select 'User', 'crowd.' || n, ${offered}, ${account}, 'crowd@example.com', 'en' from generate_series(1, 200) as n`)
  const reply = await api.call('POST', '/accounts', { as, body: newcomer('one.too.many') })
  assert.deepEqual([reply.status, ...error(reply)], [422, 'too_many_users', 'data.parent_account_id'])
})
