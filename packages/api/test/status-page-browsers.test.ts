import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { browserLimits, subscriptionLimits } from '@wachta/domain'
import { createVault } from '@wachta/runtime/vault'
import { addPackage } from '@wachta/testing/api/accounts'
import { listErrors } from '@wachta/testing/api/configuration'
import { startApi, type TestApi } from '@wachta/testing/api/start-api'
import { addHolder, type Holder } from '@wachta/testing/api/watched'
import { createSubscriber } from '@wachta/testing/web-push/decryption'
import { createVapidKeys } from '@wachta/testing/web-push/vapid'
import { sql } from 'kysely'
import { cleanUp } from '../src/platform/cleanup.ts'
import { sealedPlaces } from '../src/platform/secrets/sealed-places.ts'

const keys = `one:${Buffer.alloc(32, 1).toString('base64')}`
let api: TestApi
let owner: Holder
let page: number

before(async () => {
  api = await startApi({ keys, pushKey: createVapidKeys().publicKey })
  await addPackage(api.owner)
  owner = await addHolder(api.owner)
  page = await make('/status_pages', { title: 'Acme', slug: 'acme', languages: ['en', 'pl'], is_published: true })
  await make('/status_pages', { title: 'Other', slug: 'other', is_published: true })
})
after(() => api[Symbol.asyncDispose]())

const send = (method: string, path: string, body?: object) =>
  api.call(method, path, { as: owner.as, ...(body && { body }) })
async function make(path: string, body: object): Promise<number> {
  const created = await send('POST', path, body)
  assert.equal(created.status, 201, created.text)
  return created.body.id
}
let made = 0
function newDevice(endpoint = `https://push.example.com/secret-${++made}`) {
  const { ecdh, auth } = createSubscriber()
  return { endpoint, p256dh: ecdh.getPublicKey('base64url'), auth: auth.toString('base64url') }
}
const post = (fields: Readonly<Record<string, string>>, from: string, slug = 'acme') =>
  api.app.inject({
    method: 'POST',
    url: `/subscribe/${slug}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': from },
    payload: new URLSearchParams(fields).toString(),
  })
const policyOf = async (answer: ReturnType<typeof post>) => {
  const { statusCode, headers } = await answer
  return [statusCode, headers['cross-origin-resource-policy'], headers['access-control-allow-origin']]
}
const countRows = async () =>
  Number(
    (
      await api.database.query(sql<{ count: number }>`select count(*) as count from status_page_subscriber
where channel_id = 'web_push'`)
    )[0]?.count,
  )
const forgetAll = () => api.database.query(sql`delete from status_page_subscriber`)

test('a page learns whether it was accepted, without reading anything of the api', async () => {
  assert.deepEqual(await policyOf(post(newDevice(), '192.0.2.1')), [200, 'cross-origin', undefined])
  assert.deepEqual(await policyOf(post(newDevice('http://push.example.com/1'), '192.0.2.1')), [
    422,
    'same-origin',
    undefined,
  ])
  assert.deepEqual(await policyOf(post(newDevice(), '192.0.2.1', 'nowhere')), [404, 'same-origin', undefined])
  const form = await api.app.inject({ method: 'GET', url: '/subscribe/acme' })
  assert.equal(form.headers['cross-origin-resource-policy'], 'cross-origin', 'the script asks whether it is there')
  await forgetAll()
})

test('without keys for push messages, browsers cannot subscribe', async () => {
  await using other = await startApi()
  await addPackage(other.owner)
  const holder = await addHolder(other.owner)
  await other.call('POST', '/status_pages', { as: holder.as, body: { title: 'A', slug: 'acme', is_published: true } })
  const answer = await other.app.inject({
    ...{ method: 'POST', url: '/subscribe/acme', payload: new URLSearchParams(newDevice()).toString() },
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  assert.equal(answer.statusCode, 404)
})

test('a page has at most as many browsers as documented; those that are subscribed can still change and end it', async () => {
  const mine = newDevice()
  await make('/status_pages', { title: 'Third', slug: 'third', is_published: true })
  assert.equal((await post(mine, '192.0.2.61')).statusCode, 200)
  await api.database.query(sql`insert into status_page_subscriber (status_page_id, owner_id, channel_id, address, state, sealed_device)
select ${page}, ${owner.id}, 'web_push', 'https://full.example/' || n, 'confirmed', 'x' from generate_series(2, ${browserLimits.perPage}::int) n`)
  assert.equal((await post(newDevice(), '192.0.2.62')).statusCode, 429)
  assert.equal(await countRows(), browserLimits.perPage)
  assert.equal((await post({ ...mine, language: 'pl' }, '192.0.2.63')).statusCode, 200)
  assert.equal((await post(newDevice(), '192.0.2.64', 'third')).statusCode, 200, 'other pages are not affected')
  assert.equal((await post({ endpoint: mine.endpoint, ended: '1' }, '192.0.2.65')).statusCode, 200)
  assert.equal((await post(newDevice(), '192.0.2.66')).statusCode, 200)
  await forgetAll()
})

test('hostile endpoints and keys are rejected, and nothing is stored', async () => {
  const hostile = [
    ...[
      'http://push.example.com/1',
      'https://127.0.0.1/1',
      'https://localhost/1',
      'https://10.1.2.3/1',
      'https://[::1]/1',
    ],
    ...['https://169.254.169.254/latest/meta-data', 'https://user:word@push.example.com/1', ''],
    ...[
      `https://push.example.com/${'a'.repeat(3_000)}`,
      'https://push.example.com/1\r\nX-Injected: 1',
      'javascript:alert(1)',
    ],
  ]
  for (const [index, endpoint] of hostile.entries())
    assert.equal((await post(newDevice(endpoint), `192.0.2.${index + 10}`)).statusCode, 422, endpoint)
  for (const change of [{ p256dh: 'AAAA' }, { auth: '' }, { auth: "'; drop table account; --" }])
    assert.equal((await post({ ...newDevice(), ...change }, '192.0.2.60')).statusCode, 422)
  assert.equal(await countRows(), 0)
})

test('a thousand sign-ups from one address store no more rows than documented', async () => {
  const device = newDevice()
  const statuses = new Map<number, number>()
  for (let batch = 0; batch < 10; batch += 1) {
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        post({ ...device, endpoint: `https://push.example.com/${batch}-${index}` }, '198.51.100.7'),
      ),
    )
    for (const { statusCode } of answers) statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1)
  }
  assert.equal(await countRows(), subscriptionLimits.perSourceAndHour)
  assert.deepEqual(Object.fromEntries(statuses), { 200: 10, 429: 990 })
  await forgetAll()
})

test('many sources together store no more rows of a page than documented, and one browser no more than it may', async () => {
  const { perPageAndHour, perRecipientAndDay } = subscriptionLimits
  const device = newDevice()
  let last: number | undefined
  for (let source = 0; source < perPageAndHour + 20; source += 1) {
    const endpoint = `https://push.example.com/swarm-${source}`
    last = (await post({ ...device, endpoint }, `10.9.${source >> 8}.${source & 255}`, 'other')).statusCode
  }
  assert.equal(last, 429)
  assert.equal(await countRows(), perPageAndHour)
  await forgetAll()
  const again = []
  for (let time = 0; time <= perRecipientAndDay; time += 1)
    again.push((await post(device, `10.8.0.${time}`)).statusCode)
  assert.deepEqual(again, [...Array(perRecipientAndDay).fill(200), 429])
  assert.equal(await countRows(), 1)
  await forgetAll()
})

test('where a browser is reached is sealed, in no answer, and not in the audit log', async () => {
  const device = newDevice()
  await post({ ...device, language: 'pl' }, '192.0.2.99')
  const { body, text } = await send('GET', '/status_page_subscribers')
  const [{ address, channel_id, state, language }] = body
  assert.deepEqual([channel_id, state, language], ['web_push', 'confirmed', 'pl'])
  assert.match(address, /^https:\/\/push\.example\.com\/[\w-]{22}$/)
  const key = await send('POST', '/api_keys', { name: 'reader', scopes: ['status_pages:read'] })
  const masked = await api.call('GET', '/status_page_subscribers?fields=address', { as: `Bearer ${key.body.key}` })
  assert.deepEqual(masked.body, [{ address: 'https://push.example.com/…' }])
  const stored = await api.owner.query(
    sql<{ row: string }>`select to_jsonb(s)::text as row from status_page_subscriber s`,
  )
  await post({ endpoint: device.endpoint, ended: '1' }, '192.0.2.99')
  const audit = await api.owner.query(sql<{ entry: string; operation: string }>`select a.operation, to_jsonb(a)::text ||
  (select coalesce(string_agg(p.part || ' ' || p.data::text, ' '), '') from audit_personal p where p.audit_id = a.id) as entry
from audit a where a.resource = 'status_page_subscriber' order by a.id desc limit 2`)
  assert.deepEqual(
    audit.map(({ operation }) => operation),
    ['unsubscribe', 'subscribe'],
  )
  for (const said of [text, stored[0]?.row, ...audit.map(({ entry }) => entry)])
    for (const secret of ['secret-', device.p256dh, device.auth, '192.0.2.99'])
      assert.ok(!said?.includes(secret), secret)
  await forgetAll()
})

test('the sealed address opens with new keys after it was sealed again', async () => {
  const device = newDevice()
  await post(device, '192.0.2.100')
  const place = sealedPlaces.find(({ name }) => name === 'status_page_subscriber.sealed_device')
  const [text] = (await place?.read(api.database)) ?? []
  assert.ok(place && text)
  const two = createVault(`two:${Buffer.alloc(32, 2).toString('base64')}`)
  const sealed = two.seal(createVault(keys).open(text.sealed, text.context), text.context)
  await api.database.transaction((tx) => place.replace(tx, text, sealed))
  const [after] = await place.read(api.database)
  assert.deepEqual(JSON.parse(two.open(after?.sealed ?? '', text.context)), device)
  await forgetAll()
})

test('owners cannot add a browser, and their limit does not count those of visitors', async () => {
  const body = { status_page_id: page, channel_id: 'web_push', address: 'https://push.example.com/1' }
  assert.deepEqual(
    listErrors(await send('POST', '/status_page_subscribers', body)).map((fault) => fault.filter(Boolean).join(' ')),
    ['browsers_subscribe_themselves data.channel_id'],
  )
  await api.database.query(sql`insert into status_page_subscriber (status_page_id, owner_id, channel_id, address, state, sealed_device)
select ${page}, ${owner.id}, 'web_push', 'https://many.example/' || n, 'confirmed', 'x' from generate_series(1, 150) n`)
  await api.owner.query(sql`update package set available_notification_channel_ids = '{webhook}'`)
  await make('/status_page_subscribers', { ...body, channel_id: 'webhook' })
  await forgetAll()
})

test('browsers are erased with the page, and after their subscription ended', async () => {
  const [ended, kept] = [newDevice(), newDevice()]
  await post(ended, '192.0.2.101')
  await post(kept, '192.0.2.101')
  await post({ endpoint: ended.endpoint, ended: '1' }, '192.0.2.101')
  const [{ sealed } = {}] = await api.database.query(
    sql<{
      sealed: string | null
    }>`select sealed_device as sealed from status_page_subscriber where state = 'unsubscribed'`,
  )
  assert.equal(sealed, null)
  const { database, objects } = api
  await database.query(sql`update status_page_subscriber set changed_at = now() - interval '31 days'`)
  await cleanUp({ database, objects, registry: api.interface.context.searcher.registry }, new Date())
  assert.equal(await countRows(), 1)
  assert.equal((await send('DELETE', `/status_pages/${page}`)).status, 204)
  assert.equal(await countRows(), 0)
})
