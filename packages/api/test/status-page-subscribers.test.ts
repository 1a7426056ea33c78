import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { subscriptionLimits } from '@wachta/domain'
import { jobNames, type MessageSubscribersPayload } from '@wachta/queue'
import { addPackage } from '@wachta/testing/api/accounts'
import { listErrors } from '@wachta/testing/api/configuration'
import { startApi, type TestApi } from '@wachta/testing/api/start-api'
import { addHolder, type Holder } from '@wachta/testing/api/watched'
import { takeJobs } from '@wachta/testing/jobs'
import { sql } from 'kysely'
import { cleanUp } from '../src/platform/cleanup.ts'

let api: TestApi
let owner: Holder
let page: number
let shop: number
let elsewhere: number

before(async () => {
  api = await startApi()
  await addPackage(api.owner)
  await api.owner.query(sql`update package set available_notification_channel_ids = '{webhook,ms_teams}'`)
  owner = await addHolder(api.owner)
  page = await make('/status_pages', { title: 'Acme', slug: 'acme', is_published: true })
  const other = await make('/status_pages', { title: 'Other', slug: 'other', is_published: true })
  shop = await make('/status_page_components', { status_page_id: page, name: 'Shop', manual_status: 'operational' })
  elsewhere = await make('/status_page_components', {
    status_page_id: other,
    name: 'Till',
    manual_status: 'operational',
  })
})
after(() => api[Symbol.asyncDispose]())

const send = (method: string, path: string, body?: object) =>
  api.call(method, path, { as: owner.as, ...(body && { body }) })
async function make(path: string, body: object): Promise<number> {
  const created = await send('POST', path, body)
  assert.equal(created.status, 201, created.text)
  return created.body.id
}
const hook = (more: object = {}) => ({
  status_page_id: page,
  channel_id: 'webhook',
  address: 'https://hooks.example.com/status?key=secret',
  ...more,
})
const refused = async (body: object) =>
  listErrors(await send('POST', '/status_page_subscribers', hook(body))).map((fault) => fault.filter(Boolean).join(' '))
const signUp = (email: string, from: string, slug = 'acme') =>
  api.app.inject({
    method: 'POST',
    url: `/subscribe/${slug}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': from },
    payload: new URLSearchParams({ email }).toString(),
  })
/** Counts the e-mails that sign-ups have caused since the last call. */
const countMails = async () =>
  (await takeJobs<MessageSubscribersPayload>(api.database, jobNames.messageSubscribers)).flatMap(({ payload }) => [
    ...payload.deliveries,
  ]).length

test('an owner adds a webhook, which needs no confirmation, and deletes it', async () => {
  const id = await make('/status_page_subscribers', hook({ component_ids: [shop], language: 'pl' }))
  const { created_at, changed_at, ...subscriber } = (await send('GET', `/status_page_subscribers/${id}`)).body
  assert.ok(Math.abs(Date.parse(created_at) - Date.now()) < 60_000 && changed_at)
  assert.deepEqual(subscriber, {
    ...{ id, status_page_id: page, channel_id: 'webhook', address: 'https://hooks.example.com/status?key=secret' },
    ...{ component_ids: [shop], language: 'pl', state: 'confirmed', reason: null },
  })
  assert.deepEqual((await send('GET', `/status_pages/${page}/subscribers?fields=id`)).body, [{ id }])
  assert.deepEqual((await send('GET', `/status_page_subscribers/${id}/components?fields=id`)).body, [{ id: shop }])
  const found = await send('POST', '/status_page_subscribers/search', {
    filters: { state: [{ type: 'equals', argument: 'confirmed' }] },
    query: 'hooks.example',
  })
  assert.deepEqual(
    found.body.map((one: { id: number }) => one.id),
    [id],
    found.text,
  )
  assert.deepEqual(await refused({}), ['already_taken data.address'])
  assert.equal((await send('DELETE', `/status_page_subscribers/${id}`)).status, 204)
})

test('what cannot be sent to is rejected', async () => {
  assert.deepEqual(await refused({ channel_id: 'email', address: 'a@mail.example' }), [
    ...['subscribers_confirm_email data.channel_id', 'channel_not_in_package data.channel_id'],
  ])
  assert.deepEqual(await refused({ channel_id: 'slack', address: 'https://hooks.example.com/a' }), [
    'channel_not_in_package data.channel_id',
  ])
  assert.deepEqual(await refused({ channel_id: 'ms_teams', address: 'http://hooks.example.com/a' }), [
    'wrong_channel_address data.address',
  ])
  assert.deepEqual(await refused({ component_ids: [elsewhere] }), ['component_of_another_page data.component_ids'])
  assert.deepEqual(await refused({ channel_id: 'sms', address: '+48600100200' }), [
    'not_an_allowed_value data.channel_id',
  ])
})

test('a page has at most 100 subscribers that its owner added', async () => {
  await api.database.query(sql`insert into status_page_subscriber (status_page_id, owner_id, channel_id, address, state)
select ${page}, ${owner.id}, 'webhook', 'https://many.example/' || n, 'confirmed' from generate_series(1, 100) n`)
  assert.deepEqual(await refused({}), ['too_many_objects'])
  await api.database.query(sql`delete from status_page_subscriber`)
})

test('without access to contacts, a key sees what is left of an address, and cannot search for the rest', async () => {
  await make('/status_page_subscribers', hook())
  await signUp('jane.doe@mail.example', '192.0.2.1')
  const loud = await make('/status_page_subscribers', hook({ address: 'HTTPS://Loud.example/status' }))
  const read = async (scopes: readonly string[]) => {
    const key = await send('POST', '/api_keys', { name: scopes.join(), scopes })
    assert.equal(key.status, 201, key.text)
    const as = `Bearer ${key.body.key}`
    const all = (await api.call('GET', '/status_page_subscribers?fields=address&sort=id', { as })).body
    const body = { filters: { address: [{ type: 'contains', argument: 'doe' }] } }
    const found = (await api.call('POST', '/status_page_subscribers/search', { as, body })).body
    const queried = (await api.call('POST', '/status_page_subscribers/search', { as, body: { query: 'doe' } })).body
    return [all.map(({ address }: { address: string }) => address), found.length, queried.length]
  }
  assert.deepEqual(await read(['status_pages:read']), [
    ...[['https://hooks.example.com/…', 'j…@mail.example', 'HTTPS://Loud.example/…'], 0, 0],
  ])
  assert.deepEqual(await read(['status_pages:read', 'contacts:read']), [
    ...[['https://hooks.example.com/status?key=secret', 'jane.doe@mail.example', 'HTTPS://Loud.example/status'], 1, 1],
  ])
  await countMails()
  assert.equal((await send('DELETE', `/status_page_subscribers/${loud}`)).status, 204)
})

test('a form with a wrong address comes back with the components that were chosen', async () => {
  const { status_page_id, public_id } = (await send('GET', `/status_page_components/${elsewhere}`)).body
  const second = await make('/status_page_components', { status_page_id, name: 'Safe', manual_status: 'operational' })
  const reply = await api.app.inject({
    method: 'POST',
    url: '/subscribe/other',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': '192.0.2.77' },
    payload: new URLSearchParams({ email: 'jane.doe', component: public_id }).toString(),
  })
  assert.equal(reply.statusCode, 422)
  const boxes = reply.body.match(/<input type="checkbox"[^>]*> \w+/g)
  assert.deepEqual(
    boxes?.map((box) => [box.split(' ').at(-1), box.includes(' checked')]),
    [
      ['Till', true],
      ['Safe', false],
    ],
  )
  assert.equal((await send('DELETE', `/status_page_components/${second}`)).status, 204)
})

test('the response to a sign-up does not reveal who is subscribed already', async () => {
  const answer = async (email: string, from: string) => {
    const { statusCode, headers, body } = await signUp(email, from)
    const { date: _date, 'x-request-id': _id, ...others } = headers
    return { statusCode, headers: others, body }
  }
  const unknown = await answer('first@mail.example', '192.0.2.11')
  assert.equal(unknown.statusCode, 200)
  for (const state of ['pending', 'confirmed', 'unsubscribed', 'bounced']) {
    const email = `${state}@mail.example`
    await api.database.query(sql`insert into status_page_subscriber (status_page_id, owner_id, channel_id, address, state)
values (${page}, ${owner.id}, 'email', ${email}, ${state})`)
    assert.deepEqual(await answer(email.toUpperCase().replace('MAIL.EXAMPLE', 'mail.example'), '192.0.2.12'), unknown)
  }
  assert.equal(await countMails(), 5, 'each of them gets one e-mail')
  const states = await api.database.query(sql<{
    address: string
    state: string
  }>`select address, state from status_page_subscriber
where channel_id = 'email' and address like any(array['confirmed@%', 'unsubscribed@%', 'bounced@%']) order by state, address`)
  assert.deepEqual(
    states.map(({ address, state }) => `${address.split('@')[0]} ${state}`),
    ['confirmed confirmed', 'bounced pending', 'unsubscribed pending'],
    'one that is confirmed stays, and its address is stored once',
  )
  // The answer is the same for a recipient who has reached the limit of the day.
  for (let more = 0; more < 5; more += 1)
    assert.deepEqual(await answer('first@mail.example', `192.0.3.${more}`), unknown)
  assert.equal(await countMails(), subscriptionLimits.perRecipientAndDay - 1)
  for (let more = 0; more < 5; more += 1)
    assert.deepEqual(await answer(`second+${more}@mail.example`, `192.0.4.${more}`), unknown)
  assert.equal(await countMails(), subscriptionLimits.perRecipientAndDay, 'they reach one mailbox')
})

test('a sign-up of a known address takes the same statements as one of a new address', async () => {
  const load = () =>
    api.owner.query(sql<{ before: object | null; after: object }>`select before, after from audit
where resource = 'status_page_subscriber' and operation = 'subscribe' order by id desc limit 3`)
  await api.database.query(sql`insert into status_page_subscriber (status_page_id, owner_id, channel_id, address, state)
values (${page}, ${owner.id}, 'email', 'known@mail.example', 'confirmed'), (${page}, ${owner.id}, 'email', 'ended@mail.example', 'unsubscribed')`)
  for (const name of ['new', 'known', 'ended']) await signUp(`${name}@mail.example`, '192.0.2.31')
  const fields = { status_page_id: page, channel_id: 'email' }
  assert.deepEqual((await load()).map(({ before, after }) => [before, after]).reverse(), [
    [null, { ...fields, state: 'pending' }],
    [{}, {}],
    [{ state: 'unsubscribed' }, { state: 'pending' }],
  ])
  await countMails()
})

test('ten thousand sign-ups from one address cause no more e-mails than documented', async () => {
  const statuses = new Map<number, number>()
  for (let batch = 0; batch < 100; batch += 1) {
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) => signUp(`flood-${batch}-${index}@mail.example`, '198.51.100.7')),
    )
    for (const { statusCode } of answers) statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1)
  }
  assert.equal(await countMails(), subscriptionLimits.perSourceAndHour)
  assert.deepEqual(Object.fromEntries(statuses), { 200: 10, 429: 9_990 })
  // An IPv6 network counts as one source.
  for (let last = 0; last < 30; last += 1) await signUp(`six-${last}@mail.example`, `2001:db8:1:2::${last}`)
  assert.equal(await countMails(), subscriptionLimits.perSourceAndHour)
})

test('many sources together cause no more e-mails to a page than documented', async () => {
  let last: number | undefined
  for (let source = 0; source < subscriptionLimits.perPageAndHour + 20; source += 1)
    last = (await signUp(`swarm-${source}@mail.example`, `10.9.${source >> 8}.${source & 255}`, 'other')).statusCode
  assert.equal(last, 429)
  assert.equal(await countMails(), subscriptionLimits.perPageAndHour)
})

test('the audit log knows neither the address of a visitor nor where it comes from', async () => {
  await api.database.query(sql`delete from status_page_subscriber`)
  await signUp('kim@mail.example', '192.0.2.99')
  const entries = await api.owner.query(sql<{
    entry: string
    personal: string
    operation: string
  }>`select to_jsonb(a)::text as entry, a.operation,
  (select coalesce(string_agg(p.part || ' ' || p.data::text, ' '), '') from audit_personal p where p.audit_id = a.id) as personal
from audit a where a.resource = 'status_page_subscriber' order by a.id desc limit 1`)
  assert.equal(entries[0]?.operation, 'subscribe')
  assert.doesNotMatch(`${entries[0]?.entry} ${entries[0]?.personal}`, /kim@|192\.0\.2\.99/)
})

test('addresses are in the export, and are erased with the page; what ended is forgotten', async () => {
  const { database, objects, owner: rights } = api
  const registry = api.interface.context.searcher.registry
  const archive = await api.app.inject({
    method: 'GET',
    url: `/v3/accounts/${owner.id}/export`,
    headers: { authorization: owner.as },
  })
  assert.equal(archive.statusCode, 200)
  assert.ok(archive.rawPayload.includes('status_page_subscriber.json'))
  await database.query(sql`insert into status_page_subscriber (status_page_id, owner_id, channel_id, address, state, changed_at)
select ${page}, ${owner.id}, 'email', s.state || d.days || '@old.example', s.state, now() - d.days * interval '1 day'
from unnest('{pending,confirmed,unsubscribed,bounced}'::text[]) s (state), unnest('{1,3,31}'::int[]) d (days)`)
  await rights.query(sql`insert into status_page_delivery (subscriber_id, status, created_at)
select id, 'sent', now() - interval '91 days' from status_page_subscriber where address = 'confirmed1@old.example'`)
  await cleanUp({ database, objects, registry }, new Date())
  const kept = await database.query(
    sql<{
      address: string
    }>`select address from status_page_subscriber where address like '%@old.example' order by address collate "C"`,
  )
  assert.deepEqual(
    kept.map(({ address }) => address.split('@')[0]),
    ['bounced1', 'bounced3', 'confirmed1', 'confirmed31', 'confirmed3', 'pending1', 'unsubscribed1', 'unsubscribed3'],
  )
  assert.deepEqual(
    await database.query(sql`select from status_page_delivery where created_at < now() - interval '90 days'`),
    [],
  )
  assert.equal((await send('DELETE', `/status_pages/${page}`)).status, 204)
  const left = await database.query(sql`select from status_page_subscriber where status_page_id = ${page}`)
  assert.equal(left.length, 0)
})
