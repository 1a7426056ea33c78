import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { channels, standardChannels } from '@wachta/channels'
import { addAccount, addPackage, openSession } from '@wachta/testing/api/accounts'
import { type Reply, startApi, type TestApi } from '@wachta/testing/api/start-api'
import { sql } from 'kysely'

let api: TestApi
let everything: number
let anna: number
let as: string
let stranger: string
let looker: string
let user: string
let administrator: string

before(async () => {
  api = await startApi()
  everything = await addPackage(api.owner, { name: 'Everything', numbers: 3 })
  await api.owner.query(sql`update package set available_notification_channel_ids = ${channels.map(({ id }) => id)}`)
  anna = await addAccount(api.owner, { name: 'Anna', language: 'pl', packageId: everything })
  as = await openSession(api.owner, anna)
  stranger = await openSession(api.owner, await addAccount(api.owner))
  looker = await openSession(api.owner, await addAccount(api.owner, { parent: anna, readOnly: true }))
  user = await openSession(api.owner, await addAccount(api.owner, { parent: anna }))
  administrator = await openSession(api.owner, await addAccount(api.owner, { administrator: true }), 'administrator')
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
  assert.deepEqual(Object.keys(reply.body), ['id'])
  return reply.body.id
}
const newContact = (name = 'Night shift') => created('/contacts', { name })

test('a contact is created, found, changed as a whole and deleted', async () => {
  const id = await newContact()
  const whole = (await get(`/contacts/${id}`)).body
  assert.deepEqual(whole, {
    id,
    owner_id: anna,
    name: 'Night shift',
    description: '',
    language_id: 'pl',
    external_id: null,
  })
  const found = await post('/contacts/search', {
    filters: { 'owner.name': ['Anna'], 'permissions.update': [true] },
    query: 'NIGHT',
    embed: ['owner.name', 'language.id', 'permissions.customize_templates'],
    fields: ['id'],
  })
  assert.deepEqual(found.body, [
    { id, owner: { name: 'Anna' }, language: { id: 'pl' }, permissions: { customize_templates: true } },
  ])
  assert.equal((await put(`/contacts/${id}`, { ...whole, name: 'Day shift', language_id: 'en' })).status, 204)
  assert.deepEqual(told(await put(`/contacts/${id}`, { ...whole, owner_id: anna + 1 })), [
    400,
    'read_only_field',
    'data.owner_id',
  ])
  assert.deepEqual(told(await put(`/contacts/${id}`, { language_id: 'xx' })), [
    422,
    'unknown_reference',
    'data.language_id',
  ])
  const listed = await get('/accounts/my_account/contacts?fields=name,language_id')
  assert.deepEqual(listed.body, [{ name: 'Day shift', language_id: 'en' }])
  assert.equal((await get(`/contacts/${id}/owner`)).body.id, anna)
  assert.equal((await remove(`/contacts/${id}`)).status, 204)
  assert.deepEqual(told(await get(`/contacts/${id}`)), [404, 'not_found', undefined])
})

test('a contact group contains only contacts of its account', async () => {
  const [first, second] = [await newContact('First'), await newContact('Second')]
  const theirs = await created('/contacts', { name: 'Theirs' }, stranger)
  const id = await created('/contact_groups', { name: 'Duty', contact_ids: [second, first] })
  const whole = (await get(`/contact_groups/${id}`)).body
  assert.deepEqual(whole, { id, owner_id: anna, name: 'Duty', description: '', contact_ids: [second, first] })
  assert.deepEqual(
    (await get(`/contact_groups/${id}/contacts?fields=name`)).body.map(({ name }: { name: string }) => name).sort(),
    ['First', 'Second'],
  )
  assert.equal((await put(`/contact_groups/${id}`, { ...whole, contact_ids: [first] })).status, 204)
  const foreign = { name: 'Odd', contact_ids: [first, theirs] }
  const absent = { name: 'Odd', contact_ids: [first, theirs + 1000] }
  const unknown = [422, 'unknown_reference', 'data.contact_ids']
  assert.deepEqual(told(await post('/contact_groups', foreign)), unknown)
  assert.deepEqual(told(await post('/contact_groups', absent)), unknown, 'a foreign contact is as good as absent')
  assert.deepEqual(told(await put(`/contact_groups/${id}`, { contact_ids: [theirs] })), unknown)
  assert.deepEqual(told(await put(`/contact_groups/${id}`, { contact_ids: [theirs] }, administrator)), [
    422,
    'belongs_to_another_account',
    'data.contact_ids',
  ])
  assert.deepEqual(told(await post('/contact_groups', { ...foreign, owner_id: anna }, administrator)), [
    422,
    'belongs_to_another_account',
    'data.contact_ids',
  ])
  assert.deepEqual(told(await post('/contact_groups', { name: 'Twice', contact_ids: [first, first] })), [
    400,
    'repeated_item',
    'data.contact_ids',
  ])
  assert.deepEqual((await get('/accounts/my_account/contact_groups?fields=id,contact_ids')).body, [
    { id, contact_ids: [first] },
  ])
  assert.equal((await remove(`/contact_groups/${id}`)).status, 204)
  assert.equal((await remove(`/contact_groups/${id}`)).status, 404)
})

test('an address is created under its contact, changed and deleted', async () => {
  const contact = await newContact('Reached')
  const id = await created('/contact_addresses', {
    contact_id: contact,
    channel_id: 'email',
    address: 'duty@example.com',
  })
  const path = `/contact_addresses/${id}`
  const whole = (await get(path)).body
  const stored = { id, contact_id: contact, channel_id: 'email', address: 'duty@example.com' }
  assert.deepEqual(whole, { ...stored, is_verified: false })
  assert.equal((await get(`${path}/contact`)).body.name, 'Reached')
  assert.equal((await get(`${path}/channel`)).body.id, 'email')
  assert.deepEqual((await get(`/contacts/${contact}/addresses?fields=id&embed=contact.name`)).body, [
    { id, contact: { name: 'Reached' } },
  ])
  assert.deepEqual((await get(`${path}/permissions`)).body, { delete: true, own: true, read: true, update: true })
  assert.equal((await put(path, { ...whole, address: 'night@example.com' })).status, 204)
  assert.deepEqual(told(await put(path, { channel_id: 'sms' })), [422, 'wrong_channel_address', 'data.address'])
  assert.equal((await put(path, { channel_id: 'sms', address: '+48 600 100 200' })).status, 204)
  assert.deepEqual(told(await put(path, { contact_id: contact + 1 })), [400, 'read_only_field', 'data.contact_id'])
  assert.deepEqual(told(await put(path, { channel_id: 'pigeon' })), [422, 'unknown_reference', 'data.channel_id'])
  const found = await post('/contact_addresses/search', {
    filters: { 'contact.name': ['Reached'] },
    sort: [{ field: 'contact.name' }],
    fields: ['channel_id', 'address'],
  })
  assert.deepEqual(found.body, [{ channel_id: 'sms', address: '+48 600 100 200' }])
  assert.equal((await remove(path)).status, 204)
  assert.equal((await get(path)).status, 404)
})

test('each channel accepts only addresses of its format', async () => {
  const contact = await newContact('Everywhere')
  assert.equal(standardChannels.length, 19)
  let discontinued = 0
  for (const { id, isDiscontinued, address, isPhoneNumber } of channels) {
    const attempt = (text: string) => post('/contact_addresses', { contact_id: contact, channel_id: id, address: text })
    const [good = ''] = address.examples.good
    if (isDiscontinued) {
      discontinued += 1
      assert.deepEqual(told(await attempt(good)), [422, 'channel_discontinued', 'data.channel_id'], id)
      continue
    }
    const reply = await attempt(good)
    assert.equal(reply.status, 201, `${id} takes ${good}: ${reply.text}`)
    if (isPhoneNumber) await remove(`/contact_addresses/${reply.body.id}`)
    const bad = address.examples.bad.filter((text) => text.length > 0 && text.length <= 512 && !text.includes('\0'))
    assert.ok(bad.length > 0, id)
    for (const text of bad)
      assert.deepEqual(told(await attempt(text)), [422, 'wrong_channel_address', 'data.address'], `${id} took ${text}`)
  }
  assert.ok(discontinued > 0)
})

test('the error describes the address format in the language of the caller', async () => {
  const contact_id = await newContact('Told')
  const attempt = (language: string) =>
    api.call('POST', '/contact_addresses', {
      as,
      body: { contact_id, channel_id: 'email', address: 'nowhere' },
      headers: { 'accept-language': language },
    })
  assert.match((await attempt('pl')).body[0].message, /: Adres e-mail, na przykład/)
  assert.match((await attempt('en')).body[0].message, /: An e-mail address, such as/)
})

test('only channels of the package are accepted, and all errors are reported at once', async () => {
  const small = await addPackage(api.owner, { name: 'Small' })
  await api.owner.query(sql`update package set available_notification_channel_ids = '{email}' where id = ${small}`)
  const session = await openSession(api.owner, await addAccount(api.owner, { packageId: small }))
  const contact_id = await created('/contacts', { name: 'Modest' }, session)
  const attempt = (channel_id: string, address: string) =>
    post('/contact_addresses', { contact_id, channel_id, address }, session)
  const email = await attempt('email', 'a@example.com')
  assert.equal(email.status, 201)
  assert.deepEqual(told(await attempt('sms', '600100200')), [422, 'channel_not_in_package', 'data.channel_id'])
  assert.deepEqual(
    (await attempt('sms', 'nobody')).body.map(({ error, field }: { error: string; field: string }) => [error, field]),
    [
      ['channel_not_in_package', 'data.channel_id'],
      ['wrong_channel_address', 'data.address'],
    ],
  )
  const change = { channel_id: 'sms', address: '600100200' }
  assert.deepEqual(told(await put(`/contact_addresses/${email.body.id}`, change, session)), [
    422,
    'channel_not_in_package',
    'data.channel_id',
  ])
})

test('phone numbers are counted over all kinds of addresses, once per number in any spelling', async () => {
  const two = await addPackage(api.owner, { name: 'Two numbers', numbers: 2 })
  const session = await openSession(api.owner, await addAccount(api.owner, { packageId: two }))
  const contact_id = await created('/contacts', { name: 'Phoned' }, session)
  const reach = (channel_id: string, address: string) =>
    post('/contact_addresses', { contact_id, channel_id, address }, session)
  const group = (notification_channel_id: string, address: string) =>
    post('/notification_addresses', { notification_channel_id, address }, session)
  const first = await reach('sms', '+48 600 100 200')
  assert.equal(first.status, 201)
  assert.equal((await group('sms', '+48600100200')).status, 201, 'the same number')
  assert.equal((await reach('telephone', '+48600 100200')).status, 201, 'the same number')
  assert.equal((await group('telephone', '600 300 300')).status, 201, 'a second one')
  const beyond = [422, 'too_many_sms_numbers', 'data.address']
  assert.deepEqual(told(await reach('sms', '600400400')), beyond)
  assert.deepEqual(told(await group('sms', '600400400')), beyond)
  assert.deepEqual(told(await put(`/contact_addresses/${first.body.id}`, { address: '600 400 400' }, session)), beyond)
  assert.equal((await put(`/contact_addresses/${first.body.id}`, { address: '600300300' }, session)).status, 204)
  const email = await reach('email', 'p@example.com')
  assert.equal(email.status, 201, 'e-mail addresses do not count')
  const change = { channel_id: 'sms', address: '600500500' }
  assert.deepEqual(told(await put(`/contact_addresses/${email.body.id}`, change, session)), beyond)
  const { body } = await get('/contact_addresses?filter.channel_id=sms', session)
  assert.equal(body.length, 1, 'what was refused is not there')
})

test('concurrent requests cannot exceed the limit of phone numbers', async () => {
  const one = await addPackage(api.owner, { name: 'One number', numbers: 1 })
  const session = await openSession(api.owner, await addAccount(api.owner, { packageId: one }))
  const contacts = await Promise.all([1, 2, 3].map((n) => created('/contacts', { name: `Racer ${n}` }, session)))
  const replies = await Promise.all(
    contacts.map((contact_id, index) =>
      post('/contact_addresses', { contact_id, channel_id: 'sms', address: `60010020${index}` }, session),
    ),
  )
  assert.deepEqual(replies.map(({ status }) => status).sort(), [201, 422, 422])
})

test('one-off quiet hours begin now by default, and cannot end before they begin', async () => {
  const contact_id = await newContact('Resting')
  api.clock = new Date('2026-05-01T10:00:00Z')
  try {
    const id = await created('/contact_suspensions', { contact_id, end_time: '2026-05-01T14:00:00+02:00' })
    const path = `/contact_suspensions/${id}`
    const whole = (await get(path)).body
    assert.deepEqual(whole, {
      id,
      contact_id,
      description: '',
      start_time: '2026-05-01T10:00:00Z',
      end_time: '2026-05-01T12:00:00Z',
    })
    const wrong = [422, 'wrong_window', 'data.end_time']
    assert.deepEqual(told(await post('/contact_suspensions', { contact_id, end_time: '2026-05-01T10:00:00Z' })), wrong)
    assert.deepEqual(told(await put(path, { end_time: '2026-05-01T09:00:00Z' })), wrong)
    assert.deepEqual(told(await put(path, { start_time: '2026-05-01T12:00:00Z' })), wrong)
    assert.equal((await put(path, { ...whole, description: 'Holiday', end_time: '2026-05-02T10:00:00Z' })).status, 204)
    assert.equal((await get(`${path}/contact`)).body.name, 'Resting')
    assert.deepEqual((await get(`/contacts/${contact_id}/suspensions?fields=description`)).body, [
      { description: 'Holiday' },
    ])
    assert.deepEqual((await get(`${path}/permissions`)).body, { delete: true, own: true, read: true, update: true })
    assert.equal((await remove(path)).status, 204)
  } finally {
    api.clock = null
  }
})

test('weekly quiet hours can be sorted by their minutes, but not filtered', async () => {
  const contact_id = await newContact('Sleeping')
  const at = (day_of_week: number, hour: number, minute = 0) => ({ day_of_week, hour, minute })
  const late = await created('/contact_weekly_suspensions', {
    contact_id,
    start_minute: at(7, 22),
    end_minute: at(1, 6),
    description: 'Over the end of the week',
  })
  const early = await created('/contact_weekly_suspensions', {
    contact_id,
    start_minute: at(1, 22, 30),
    end_minute: at(2, 6),
  })
  const whole = (await get(`/contact_weekly_suspensions/${early}`)).body
  assert.deepEqual(whole, {
    id: early,
    contact_id,
    description: '',
    start_minute: at(1, 22, 30),
    end_minute: at(2, 6),
  })
  const sorted = await post('/contact_weekly_suspensions/search', {
    filters: { contact_id: [contact_id], 'contact.name': ['Sleeping'] },
    sort: [{ field: 'start_minute' }],
    fields: ['id'],
  })
  assert.deepEqual(sorted.body, [{ id: early }, { id: late }])
  assert.deepEqual(told(await post('/contact_weekly_suspensions/search', { filters: { start_minute: [] } })), [
    400,
    'unknown_field',
    'data.filters.start_minute',
  ])
  assert.deepEqual(
    told(await post('/contact_weekly_suspensions', { contact_id, start_minute: at(8, 0), end_minute: at(1, 0) })),
    [400, 'too_large', 'data.start_minute.day_of_week'],
  )
  assert.equal((await put(`/contact_weekly_suspensions/${early}`, { ...whole, end_minute: at(2, 7) })).status, 204)
  assert.deepEqual((await get(`/contact_weekly_suspensions/${early}`)).body.end_minute, at(2, 7))
  assert.equal((await get(`/contact_weekly_suspensions/${early}/contact`)).body.id, contact_id)
  assert.equal((await get(`/contacts/${contact_id}/weekly_suspensions`)).body.length, 2)
  assert.equal((await get(`/contact_weekly_suspensions/${early}/permissions`)).body.update, true)
  assert.equal((await remove(`/contact_weekly_suspensions/${late}`)).status, 204)
})

test('deleting a contact deletes its addresses and quiet hours and removes it from groups', async () => {
  const [gone, stays] = [await newContact('Gone'), await newContact('Stays')]
  const address = { channel_id: 'email', address: 'gone@example.com' }
  const paths = [
    `/contact_addresses/${await created('/contact_addresses', { ...address, contact_id: gone })}`,
    `/contact_suspensions/${await created('/contact_suspensions', { contact_id: gone, end_time: '2100-01-01T00:00:00Z' })}`,
    `/contact_weekly_suspensions/${await created('/contact_weekly_suspensions', {
      contact_id: gone,
      start_minute: { day_of_week: 1, hour: 0, minute: 0 },
      end_minute: { day_of_week: 2, hour: 0, minute: 0 },
    })}`,
    `/contacts/${gone}/custom_templates/email`,
  ]
  const template_id = await created('/templates', { name: 'Assigned', channel_id: 'email' })
  assert.equal((await put(paths[3] ?? '', { template_id })).status, 204)
  const kept = await created('/contact_addresses', { ...address, contact_id: stays })
  const group = await created('/contact_groups', { name: 'Both', contact_ids: [gone, stays] })
  for (const path of paths) assert.equal((await get(path)).status, 200, path)
  assert.equal((await remove(`/contacts/${gone}`)).status, 204)
  for (const path of paths) assert.equal((await get(path)).status, 404, path)
  assert.deepEqual((await get(`/contact_groups/${group}`)).body.contact_ids, [stays])
  assert.equal((await get(`/contact_addresses/${kept}`)).status, 200)
  assert.equal((await remove(`/templates/${template_id}`)).status, 204, 'nothing uses it any more')
})

test('other accounts see nothing, read-only users change nothing, additional users act for the account', async () => {
  const contact_id = await newContact('Private')
  const email = { contact_id, channel_id: 'email', address: 'private@example.com' }
  const suspension = { contact_id, end_time: '2100-01-01T00:00:00Z' }
  const weekly = {
    contact_id,
    start_minute: { day_of_week: 1, hour: 0, minute: 0 },
    end_minute: { day_of_week: 1, hour: 6, minute: 0 },
  }
  const children: [path: string, body: object, change: object][] = [
    ['/contact_addresses', email, { address: 'other@example.com' }],
    ['/contact_suspensions', suspension, { description: 'Other' }],
    ['/contact_weekly_suspensions', weekly, { description: 'Other' }],
  ]
  for (const [path, body, change] of children) {
    const one = `${path}/${await created(path, body)}`
    assert.deepEqual(told(await post(path, body, stranger)), [422, 'unknown_reference', 'data.contact_id'], path)
    for (const reply of [
      await get(one, stranger),
      await put(one, change, stranger),
      await remove(one, stranger),
      await get(`${one}/contact`, stranger),
      await get(`${one}/permissions`, stranger),
    ])
      assert.deepEqual(told(reply), [404, 'not_found', undefined], path)
    assert.ok(!(await get(`${path}?limit=1000`, stranger)).text.includes(`"contact_id":${contact_id},`), path)
    assert.equal((await get(one, looker)).status, 200)
    for (const reply of [await put(one, change, looker), await remove(one, looker), await post(path, body, looker)])
      assert.deepEqual(told(reply), [403, 'forbidden', undefined], path)
    assert.equal((await put(one, change, user)).status, 204, path)
    assert.equal((await get(one, administrator)).status, 200, path)
    assert.equal((await remove(one, user)).status, 204, path)
  }
  for (const path of ['addresses', 'suspensions', 'weekly_suspensions', 'custom_templates'])
    assert.equal((await get(`/contacts/${contact_id}/${path}`, stranger)).status, 404, path)
  assert.deepEqual(told(await post('/contacts', { name: 'Planted', owner_id: anna }, stranger)), [
    422,
    'unknown_reference',
    'data.owner_id',
  ])
  assert.deepEqual(told(await post('/contacts', { name: 'Idle' }, looker)), [403, 'forbidden', undefined])
})

test('addresses of contacts are only in the erasable part of the audit log', async () => {
  const contact_id = await newContact('Zdzisława Canary')
  await created('/contact_addresses', { contact_id, channel_id: 'email', address: 'canary-address@example.com' })
  await created('/contact_suspensions', {
    contact_id,
    end_time: '2100-01-01T00:00:00Z',
    description: 'canary-description',
  })
  const [dump] = await api.owner.query(sql<{ kept: string; erasable: string }>`select
  (select string_agg(a::text, '') from audit a) as kept, (select string_agg(p::text, '') from audit_personal p) as erasable`)
  for (const word of ['Zdzisława Canary', 'canary-address', 'canary-description']) {
    assert.ok(!dump?.kept.includes(word), word)
    assert.ok(dump?.erasable.includes(word), word)
  }
})
