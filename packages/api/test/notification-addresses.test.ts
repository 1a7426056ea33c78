import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { channels } from '@wachta/channels'
import { addAccount, addPackage, openSession } from '@wachta/testing/api/accounts'
import { type Reply, startApi, type TestApi } from '@wachta/testing/api/start-api'
import { sql } from 'kysely'

const password = 'correct horse battery staple'
let api: TestApi
let everything: number
let anna: number
let as: string
let bert: number
let stranger: string
let looker: string
let administrator: string
let home: number

before(async () => {
  api = await startApi()
  everything = await addPackage(api.owner, { name: 'Everything', numbers: 3 })
  await api.owner.query(sql`update package set available_notification_channel_ids = ${channels.map(({ id }) => id)}`)
  anna = await addAccount(api.owner, { name: 'Anna', packageId: everything })
  as = await openSession(api.owner, anna)
  bert = await addAccount(api.owner, { name: 'Bert' })
  stranger = await openSession(api.owner, bert)
  looker = await openSession(api.owner, await addAccount(api.owner, { parent: anna, readOnly: true }))
  administrator = await openSession(api.owner, await addAccount(api.owner, { administrator: true }), 'administrator')
  home = (await get('/accounts/my_account/default_group')).body.id
})
after(async () => {
  await api[Symbol.asyncDispose]()
})

const post = (path: string, body: unknown, session = as) => api.call('POST', path, { as: session, body })
const put = (path: string, body: unknown, session = as) => api.call('PUT', path, { as: session, body })
const get = (path: string, session = as) => api.call('GET', path, { as: session })
const remove = (path: string, session = as) => api.call('DELETE', path, { as: session })
const told = ({ status, body }: Reply) => [status, body?.[0]?.error, body?.[0]?.field]
const created = async (path: string, body: unknown, session = as): Promise<number> => {
  const reply = await post(path, body, session)
  assert.equal(reply.status, 201, reply.text)
  return reply.body.id
}
const email = { notification_channel_id: 'email', address: 'duty@example.com' }

test('a notification address goes to the default group, is moved, changed as a whole and deleted', async () => {
  const id = await created('/notification_addresses', { ...email, description: 'Duty' })
  const path = `/notification_addresses/${id}`
  const whole = (await get(path)).body
  assert.deepEqual(whole, { id, ...email, group_id: home, description: 'Duty', owner_id: anna, is_verified: false })
  const group_id = await created('/groups', { name: 'Shops' })
  assert.equal((await put(path, { ...whole, group_id, description: '' })).status, 204)
  assert.equal((await get(`${path}/group`)).body.name, 'Shops')
  assert.equal((await get(`${path}/owner`)).body.id, anna)
  assert.equal((await get(`${path}/notification_channel`)).body.id, 'email')
  assert.deepEqual((await get(`${path}/permissions`)).body, { delete: true, own: true, read: true, update: true })
  assert.deepEqual((await get(`/groups/${group_id}/notification_addresses?fields=id`)).body, [{ id }])
  assert.deepEqual((await get(`/groups/${home}/notification_addresses`)).body, [])
  assert.deepEqual((await get('/accounts/my_account/notification_addresses?fields=id')).body, [{ id }])
  const found = await post('/notification_addresses/search', {
    filters: { 'group.name': ['Shops'], 'owner.name': ['Anna'], notification_channel_id: ['email'] },
    query: 'DUTY@',
    embed: ['group.name', 'notification_channel.id', 'permissions.own'],
    fields: ['id'],
  })
  assert.deepEqual(found.body, [
    { id, group: { name: 'Shops' }, notification_channel: { id: 'email' }, permissions: { own: true } },
  ])
  assert.deepEqual(told(await put(path, { owner_id: bert })), [400, 'read_only_field', 'data.owner_id'])
  assert.equal((await remove(path)).status, 204)
  assert.equal((await get(path)).status, 404)
})

test('an address belongs to whom its group belongs to', async () => {
  const theirs = (await get('/accounts/my_account/default_group', stranger)).body.id
  assert.deepEqual(told(await post('/notification_addresses', { ...email, group_id: theirs })), [
    422,
    'unknown_reference',
    'data.group_id',
  ])
  const other = { ...email, group_id: home, owner_id: bert }
  const foreign = [422, 'group_of_another_account', 'data.group_id']
  assert.deepEqual(told(await post('/notification_addresses', other)), foreign)
  const id = await created('/notification_addresses', { ...email, owner_id: anna, group_id: home })
  assert.deepEqual(told(await put(`/notification_addresses/${id}`, { group_id: theirs })), [
    422,
    'unknown_reference',
    'data.group_id',
  ])
  assert.deepEqual(told(await put(`/notification_addresses/${id}`, { group_id: theirs }, administrator)), foreign)
  const report = { address: 'r@example.com', report_frequency: 'daily' }
  assert.deepEqual(
    told(await post('/periodic_report_addresses', { ...report, group_id: home, owner_id: bert })),
    foreign,
  )
  const forBert = await created('/notification_addresses', { ...email, owner_id: bert }, administrator)
  assert.equal((await get(`/notification_addresses/${forBert}`, stranger)).body.group_id, theirs)
  assert.equal((await remove(`/notification_addresses/${id}`)).status, 204)
})

test('each of the channels takes addresses of its own form and no others', async () => {
  for (const { id, isDiscontinued, address, isPhoneNumber } of channels) {
    const attempt = (text: string) => post('/notification_addresses', { notification_channel_id: id, address: text })
    const [good = ''] = address.examples.good
    if (isDiscontinued) {
      assert.deepEqual(told(await attempt(good)), [422, 'channel_discontinued', 'data.notification_channel_id'], id)
      continue
    }
    const reply = await attempt(good)
    assert.equal(reply.status, 201, `${id} takes ${good}: ${reply.text}`)
    const bad = address.examples.bad.find((text) => text.length > 0 && text.length <= 512) ?? ''
    const wrong = [422, 'wrong_channel_address', 'data.address']
    assert.deepEqual(told(await attempt(bad)), wrong, `${id} took ${bad}`)
    assert.deepEqual(told(await put(`/notification_addresses/${reply.body.id}`, { address: bad })), wrong, id)
    if (isPhoneNumber) await remove(`/notification_addresses/${reply.body.id}`)
  }
  assert.deepEqual(told(await post('/notification_addresses', { ...email, notification_channel_id: 'pigeon' })), [
    422,
    'unknown_reference',
    'data.notification_channel_id',
  ])
})

test('the package decides on channels and on the number of telephone numbers', async () => {
  const small = await addPackage(api.owner, { name: 'Small', numbers: 1 })
  await api.owner.query(sql`update package set available_notification_channel_ids = '{email,sms}' where id = ${small}`)
  const session = await openSession(api.owner, await addAccount(api.owner, { packageId: small }))
  const attempt = (notification_channel_id: string, address: string) =>
    post('/notification_addresses', { notification_channel_id, address }, session)
  assert.deepEqual(told(await attempt('telephone', '600100200')), [
    422,
    'channel_not_in_package',
    'data.notification_channel_id',
  ])
  const first = await attempt('sms', '600 100 200')
  assert.equal(first.status, 201)
  assert.equal((await attempt('sms', '600100200')).status, 201, 'the same number, written otherwise')
  const beyond = [422, 'too_many_sms_numbers', 'data.address']
  assert.deepEqual(told(await attempt('sms', '600100201')), beyond)
  const path = `/notification_addresses/${first.body.id}`
  assert.deepEqual(told(await put(path, { address: '600100201' }, session)), beyond)
  assert.equal((await put(path, { description: 'Still there', address: '600100200' }, session)).status, 204)
  assert.equal((await get('/notification_addresses', session)).body.length, 2)
})

test('shares decide who else sees and changes the addresses of a group', async () => {
  const dependent = await addAccount(api.owner, { reseller: anna })
  const guest = await openSession(api.owner, dependent)
  const [shared, closed] = [await created('/groups', { name: 'Shared' }), await created('/groups', { name: 'Closed' })]
  const seen = await created('/notification_addresses', { ...email, group_id: shared })
  const hidden = await created('/notification_addresses', { ...email, group_id: closed })
  const report = { address: 'r@example.com', report_frequency: 'weekly' }
  const path = `/notification_addresses/${seen}`
  const kinds = [
    ['/notification_addresses', email],
    ['/periodic_report_addresses', report],
  ] as const
  assert.equal((await get(path, guest)).status, 404)

  const share = `/groups/${shared}/shares/${dependent}`
  assert.equal((await put(share, {})).status, 204)
  assert.deepEqual((await get(`${path}/permissions`, guest)).body, {
    delete: false,
    own: false,
    read: true,
    update: false,
  })
  assert.deepEqual((await get(`/groups/${shared}/notification_addresses?fields=id`, guest)).body, [{ id: seen }])
  const forbidden = [403, 'forbidden', undefined]
  assert.deepEqual(told(await put(path, { description: 'x' }, guest)), forbidden)
  assert.deepEqual(told(await remove(path, guest)), forbidden)
  for (const [kind, body] of kinds)
    assert.deepEqual(told(await post(kind, { ...body, group_id: shared }, guest)), forbidden)

  assert.equal((await put(share, { can_modify_services: true })).status, 204)
  assert.deepEqual(told(await put(path, { description: 'x' }, guest)), forbidden, 'another flag does not help')

  assert.equal((await put(share, { can_modify_group: true })).status, 204)
  assert.equal((await put(path, { description: 'Changed by the guest' }, guest)).status, 204)
  for (const [kind, body] of kinds) {
    const id = await created(kind, { ...body, group_id: shared }, guest)
    await remove(`${kind}/${await created(kind, { ...body, group_id: shared, owner_id: anna }, guest)}`)
    assert.equal((await get(`${kind}/${id}`)).body.owner_id, anna, 'it belongs to the owner of the group')
    assert.equal((await remove(`${kind}/${id}`, guest)).status, 204)
  }
  assert.equal((await get(`/notification_addresses/${hidden}`, guest)).status, 404)
  assert.deepEqual(told(await put(path, { group_id: closed }, guest)), [422, 'unknown_reference', 'data.group_id'])
  assert.equal((await put(`/groups/${closed}/shares/${dependent}`, {})).status, 204)
  assert.deepEqual(
    told(await put(path, { group_id: closed }, guest)),
    [403, 'forbidden_field', 'data.group_id'],
    'into a group that it may only look at',
  )
  assert.equal((await put(`/groups/${closed}/shares/${dependent}`, { can_modify_group: true })).status, 204)
  assert.equal((await put(path, { group_id: closed }, guest)).status, 204)
})

test('strangers see nothing, readers change nothing', async () => {
  const bodies = [
    ['/notification_addresses', email],
    ['/periodic_report_addresses', { address: 'r@example.com', report_frequency: 'monthly' }],
  ] as const
  for (const [kind, body] of bodies) {
    const path = `${kind}/${await created(kind, body)}`
    for (const reply of [
      await get(path, stranger),
      await put(path, { address: 'x@example.com' }, stranger),
      await remove(path, stranger),
      await get(`${path}/group`, stranger),
      await get(`${path}/permissions`, stranger),
      await get(`/groups/${home}${kind}`, stranger),
      await get(`/accounts/${anna}${kind}`, stranger),
    ])
      assert.deepEqual(told(reply), [404, 'not_found', undefined], kind)
    assert.equal((await get(path, looker)).status, 200)
    for (const reply of [
      await put(path, { address: 'x@example.com' }, looker),
      await remove(path, looker),
      await post(kind, body, looker),
    ])
      assert.deepEqual(told(reply), [403, 'forbidden', undefined], kind)
    assert.equal((await put(path, { address: 'admin@example.com' }, administrator)).status, 204)
    assert.equal((await get(path)).body.address, 'admin@example.com')
  }
})

test('the holder of a periodic report address is asked for consent when it is added or changed', async () => {
  const asked = async () =>
    (
      await api.owner.query(
        sql<{ to: string }>`select payload ->> 'to' as to from graphile_worker._private_jobs
where payload ->> 'kind' = 'recipient' and payload ->> 'to' like 'reader%' order by id`,
      )
    ).map(({ to }) => to)
  const id = await created('/periodic_report_addresses', { address: 'reader@example.com', report_frequency: 'daily' })
  assert.deepEqual(await asked(), ['reader@example.com'])
  const path = `/periodic_report_addresses/${id}`
  assert.equal((await put(path, { report_frequency: 'monthly' })).status, 204)
  assert.deepEqual(await asked(), ['reader@example.com'])
  assert.equal((await put(path, { address: 'reader-2@example.com' })).status, 204)
  assert.deepEqual(await asked(), ['reader@example.com', 'reader-2@example.com'])
  assert.equal((await remove(path)).status, 204)
})

test('a periodic report address takes an e-mail address and one of three frequencies', async () => {
  const id = await created('/periodic_report_addresses', { address: 'boss@example.com', report_frequency: 'weekly' })
  const path = `/periodic_report_addresses/${id}`
  const whole = (await get(path)).body
  assert.deepEqual(whole, {
    id,
    address: 'boss@example.com',
    report_frequency: 'weekly',
    group_id: home,
    owner_id: anna,
  })
  assert.deepEqual(told(await put(path, { address: 'boss' })), [422, 'wrong_channel_address', 'data.address'])
  assert.deepEqual(told(await post('/periodic_report_addresses', { ...email, report_frequency: 'weekly' })), [
    400,
    'unknown_field',
    'data.notification_channel_id',
  ])
  assert.deepEqual(
    told(await post('/periodic_report_addresses', { address: '600100200', report_frequency: 'weekly' })),
    [422, 'wrong_channel_address', 'data.address'],
  )
  assert.deepEqual(told(await put(path, { report_frequency: 'hourly' })), [
    400,
    'not_an_allowed_value',
    'data.report_frequency',
  ])
  const group_id = await created('/groups', { name: 'Reported' })
  assert.equal((await put(path, { ...whole, group_id, report_frequency: 'monthly' })).status, 204)
  assert.equal((await get(`${path}/group`)).body.name, 'Reported')
  assert.equal((await get(`${path}/owner`)).body.id, anna)
  assert.equal((await get(`/groups/${group_id}/periodic_report_addresses`)).body.length, 1)
  assert.ok((await get('/accounts/my_account/periodic_report_addresses')).body.length > 0)
  assert.equal((await remove(path)).status, 204)
})

test('a service uses those addresses of its group that its channels and the reports of the group reach', async () => {
  const group_id = await created('/groups', { name: 'Used' })
  const other = await created('/groups', { name: 'Unused' })
  const service = await created('/services', {
    type_id: 'https',
    name: 'Shop',
    address: 'example.com',
    group_id,
    notification_channel_ids: ['email', 'slack'],
  })
  const used = await created('/notification_addresses', { ...email, group_id })
  await created('/notification_addresses', { ...email, group_id: other })
  await created('/notification_addresses', { notification_channel_id: 'jabber', address: 'duty@example.com', group_id })
  const enabled = async () =>
    (await get(`/services/${service}/notification_addresses`)).body.map(({ id }: { id: number }) => id)
  assert.deepEqual(await enabled(), [used])
  assert.equal((await put(`/services/${service}`, { notification_channel_ids: ['slack'] })).status, 204)
  assert.deepEqual(await enabled(), [])

  for (const report_frequency of ['daily', 'weekly', 'monthly'])
    await created('/periodic_report_addresses', { address: 'boss@example.com', report_frequency, group_id })
  await created('/periodic_report_addresses', {
    address: 'boss@example.com',
    report_frequency: 'daily',
    group_id: other,
  })
  const reported = async () =>
    (await get(`/services/${service}/periodic_report_addresses?sort=id`)).body.map(
      (each: { report_frequency: string }) => each.report_frequency,
    )
  assert.deepEqual(await reported(), ['daily', 'weekly', 'monthly'])
  await put(`/groups/${group_id}`, { periodic_weekly_reports: false })
  assert.deepEqual(await reported(), ['daily', 'monthly'])
  assert.equal((await api.call('POST', `/services/${service}/archive`, { as })).status, 204)
  assert.deepEqual(await reported(), ['daily', 'monthly'])
  await put(`/groups/${group_id}`, { archived_services_in_periodic_reports: false })
  assert.deepEqual(await reported(), [])
  for (const kind of ['notification_addresses', 'periodic_report_addresses'])
    assert.equal((await get(`/services/${service}/${kind}`, stranger)).status, 404)
})

test('a group that is deleted takes its addresses along', async () => {
  const group_id = await created('/groups', { name: 'Gone' })
  const address = await created('/notification_addresses', { ...email, group_id })
  const report = await created('/periodic_report_addresses', {
    address: 'r@example.com',
    report_frequency: 'daily',
    group_id,
  })
  assert.equal((await remove(`/groups/${group_id}`)).status, 204)
  assert.equal((await get(`/notification_addresses/${address}`)).status, 404)
  assert.equal((await get(`/periodic_report_addresses/${report}`)).status, 404)
})

test('a new account gets the addresses of its holder, if its administrator wants it', async () => {
  const holder = (username: string, more: object = {}) => ({
    name: 'By hand',
    username,
    password,
    package_id: everything,
    email_address: `${username}@example.com`,
    create_notification_addresses: true,
    ...more,
  })
  const create = (body: object) => post('/admin/accounts', body, administrator)
  const addresses = async (id: number) => {
    const session = await openSession(api.owner, id)
    const { body } = await get('/notification_addresses?sort=id&embed=group.is_default', session)
    return body.map(({ id: _, group_id: __, ...rest }: { id: number; group_id: number }) => rest)
  }
  const both = await create(holder('both', { phone_number: '+48 600  100 200 ' }))
  assert.equal(both.status, 201, both.text)
  const expected = { description: '', owner_id: both.body.id, group: { is_default: true } }
  assert.deepEqual(await addresses(both.body.id), [
    { address: 'both@example.com', notification_channel_id: 'email', is_verified: true, ...expected },
    { address: '+48 600 100 200', notification_channel_id: 'sms', is_verified: false, ...expected },
  ])
  const entries = await api.owner.query(
    sql<{ resource: string }>`select resource from audit where account_id = ${both.body.id} order by id`,
  )
  assert.deepEqual(entries.map(({ resource }) => resource).sort(), [
    'admin_account',
    'notification_address',
    'notification_address',
  ])

  const one = await create(holder('one'))
  assert.equal((await addresses(one.body.id)).length, 1, 'without a number only the e-mail address')
  const none = await create(holder('none', { create_notification_addresses: false, phone_number: '600100200' }))
  assert.deepEqual(await addresses(none.body.id), [])

  assert.deepEqual(told(await create(holder('additional', { parent_account_id: anna }))), [
    422,
    'contradiction',
    'data.create_notification_addresses',
  ])
  assert.equal(
    (await create(holder('additional', { parent_account_id: anna, create_notification_addresses: false }))).status,
    201,
  )
  assert.deepEqual(told(await create(holder('brief', { phone_number: '123' }))), [
    422,
    'wrong_channel_address',
    'data.phone_number',
  ])
  const silent = await addPackage(api.owner, { name: 'Silent', numbers: 0 })
  assert.deepEqual(told(await create(holder('silent', { package_id: silent, phone_number: '600100200' }))), [
    422,
    'too_many_sms_numbers',
    'data.phone_number',
  ])
  await api.owner.query(sql`update package set available_notification_channel_ids = '{email}' where id = ${silent}`)
  assert.deepEqual(told(await create(holder('silent', { package_id: silent, phone_number: '600100200' }))), [
    422,
    'channel_not_in_package',
    'data.create_notification_addresses',
  ])
  const left = await api.owner.query(sql`select from account where username in ('brief', 'silent')`)
  assert.equal(left.length, 0, 'an account that cannot have its addresses is not created at all')
})

test('the audit log holds addresses only in its erasable half', async () => {
  await created('/notification_addresses', { ...email, address: 'canary-one@example.com', description: 'canary-two' })
  await created('/periodic_report_addresses', { address: 'canary-three@example.com', report_frequency: 'daily' })
  const [dump] = await api.owner.query(sql<{ kept: string; erasable: string }>`select
  (select string_agg(a::text, '') from audit a) as kept, (select string_agg(p::text, '') from audit_personal p) as erasable`)
  for (const word of ['canary-one', 'canary-two', 'canary-three', 'both@example.com']) {
    assert.ok(!dump?.kept.includes(word), word)
    assert.ok(dump?.erasable.includes(word), word)
  }
})
