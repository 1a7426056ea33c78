import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { Writable } from 'node:stream'
import { after, before, test } from 'node:test'
import { createIdSigner } from '@wachta/runtime/signer'
import { addAccount, addPackage, openSession } from '@wachta/testing/api/accounts'
import { createTestService } from '@wachta/testing/api/configuration'
import { addAlert, addNotification, readJobPayloads } from '@wachta/testing/api/notifications'
import { startApi, type TestApi } from '@wachta/testing/api/start-api'
import type { InjectOptions } from 'fastify'
import { sql } from 'kysely'
import { pino } from 'pino'

let api: TestApi
let owner: number
let anna: string
let event: number
let contact: number
let logged = ''

before(async () => {
  const stream = new Writable({
    write(chunk, _encoding, done) {
      logged += chunk
      done()
    },
  })
  api = await startApi({ log: pino({ level: 'trace' }, stream) })
  await addPackage(api.owner, { services: 100 })
  owner = await addAccount(api.owner, { name: 'Anna' })
  anna = await openSession(api.owner, owner)
  event = (await api.call('POST', '/events', { as: anna, body: { name: 'Down' } })).body.id
  contact = (await api.call('POST', '/contacts', { as: anna, body: { name: 'Night <duty>' } })).body.id
})
after(() => api[Symbol.asyncDispose]())

async function open(method: 'GET' | 'POST' | 'HEAD', word: string, headers: Record<string, string> = {}) {
  const form = method === 'POST' ? { 'content-type': 'application/x-www-form-urlencoded' } : {}
  const options: InjectOptions = { method, url: `/acknowledge/${word}`, headers: { ...form, ...headers } }
  const { statusCode: status, body, headers: sent } = await api.app.inject(options)
  return { status, body, headers: sent }
}

/** A failure of a service, and the signed id in the notification that a contact got about it. */
async function told(more: object = {}, happening: object = {}) {
  const service = await createTestService(api, anna, { name: 'Shop & "Co" <b>' })
  const occurrence = await addAlert(api.owner, { service, event, errorType: 1, ...happening })
  const about = { occurrence_id: occurrence, service_id: service, event_id: event, contact_id: contact, address_id: 1 }
  const id = await addNotification(api.owner, owner, { ...about, ...more })
  return { service, occurrence, word: api.signer.sign(id), id }
}

const state = async (occurrence: number) => {
  const [row] = await api.owner.query(sql<{ by: string | null; at: Date | null; status: string; jobs: number }>`
select o.acknowledged_by as by, o.acknowledged_at as at, s.status from occurrence o join event_status s on s.occurrence_id = o.id
where o.id = ${occurrence}`)
  return row
}

test('looking changes nothing, however often and by whatever program', async () => {
  const { word, occurrence } = await told()
  const jobs = (await readJobPayloads(api.owner, 'tell')).length
  for (const method of ['GET', 'HEAD', 'GET'] as const) assert.equal((await open(method, word)).status, 200)
  assert.deepEqual(await state(occurrence), { by: null, at: null, status: 'active' })
  assert.equal((await readJobPayloads(api.owner, 'tell')).length, jobs)
  const { body } = await open('GET', word)
  assert.match(body, /Acknowledge this incident\?/)
  assert.match(body, /<form method="post"><button>Acknowledge<\/button><\/form>/)
  assert.ok(body.includes('Shop &amp; &quot;Co&quot; &lt;b&gt;') && !body.includes('<b>'), 'a name is text')
  assert.ok(body.includes('Down'))
})

test('one click acknowledges as the contact that was told, and the second says who and when', async () => {
  const { word, occurrence, service } = await told()
  const done = await open('POST', word)
  assert.equal(done.status, 200)
  assert.match(done.body, /Thank you/)
  assert.match(done.body, /Acknowledged by Night &lt;duty&gt;, /)
  assert.ok(!done.body.includes('<form'))
  const first = await state(occurrence)
  assert.deepEqual([first?.by, first?.status], ['Night <duty>', 'disabled'])
  assert.deepEqual((await readJobPayloads(api.owner, 'tell')).at(-1), { occurrences: [occurrence] })
  const [entry] = await api.owner.query(sql<
    Record<string, unknown>
  >`select operation, actor_scope, actor_id, resource, object_id, account_id from audit
order by id desc limit 1`)
  assert.deepEqual(entry, {
    operation: 'acknowledge',
    actor_scope: 'link',
    actor_id: null,
    resource: 'incident',
    object_id: String(occurrence),
    account_id: owner,
  })
  const jobs = (await readJobPayloads(api.owner, 'tell')).length
  for (const method of ['GET', 'POST'] as const) {
    const again = await open(method, word)
    assert.equal(again.status, 200)
    assert.match(again.body, /Acknowledged by Night &lt;duty&gt;, /)
    assert.ok(!again.body.includes('Thank you') && !again.body.includes('<form'))
  }
  assert.deepEqual(await state(occurrence), first, 'single use')
  assert.equal((await readJobPayloads(api.owner, 'tell')).length, jobs)
  const disable = `/services/${service}/event_statuses/${event}/disable`
  assert.equal((await api.call('POST', disable, { as: anna })).status, 409)
})

test('many clicks at once acknowledge once', async () => {
  const { word, occurrence } = await told()
  const replies = await Promise.all(Array.from({ length: 6 }, () => open('POST', word)))
  assert.ok(replies.every(({ status }) => status === 200))
  assert.equal(replies.filter(({ body }) => body.includes('Thank you')).length, 1)
  const told6 = (await readJobPayloads(api.owner, 'tell')).filter(({ occurrences }) =>
    occurrences?.includes(occurrence),
  )
  assert.equal(told6.length, 1)
})

test('what has ended says so and takes no acknowledgement', async () => {
  const { word, occurrence } = await told({}, { end: new Date(Date.now() - 1000), start: new Date(Date.now() - 9000) })
  for (const method of ['GET', 'POST'] as const) {
    const { status, body } = await open(method, word)
    assert.equal(status, 200)
    assert.match(body, /Incident resolved/)
    assert.match(body, /The incident ended on/)
    assert.ok(!body.includes('<form'))
  }
  assert.equal((await state(occurrence))?.by, null)
})

test('in the older style it is the address as it is described, and never the address itself', async () => {
  const service = await createTestService(api, anna, { name: 'Mail' })
  const occurrence = await addAlert(api.owner, { service })
  const address = { address: '+48600100200', notification_channel_id: 'sms', description: 'Duty telephone' }
  const described = (await api.call('POST', '/notification_addresses', { as: anna, body: address })).body.id
  const bare = (await api.call('POST', '/notification_addresses', { as: anna, body: { ...address, description: '' } }))
    .body.id
  const about = {
    style: 'o',
    occurrence_id: occurrence,
    service_id: service,
    channel_id: 'sms',
    address: '+48600100200',
  }
  const one = api.signer.sign(await addNotification(api.owner, owner, { ...about, address_id: described }))
  assert.match((await open('GET', one)).body, /Service down/)
  assert.match((await open('POST', one)).body, /Acknowledged by Duty telephone, /)
  await api.owner.query(sql`update occurrence set end_time = now(), end_reason = 'recovered' where id = ${occurrence}`)
  const second = await addAlert(api.owner, { service, start: new Date(Date.now() + 1000) })
  const other = { ...about, occurrence_id: second, address_id: bare }
  const { body } = await open('POST', api.signer.sign(await addNotification(api.owner, owner, other)))
  assert.match(body, /Acknowledged by SMS, /)
  assert.ok(!body.includes('600100200'))
})

test('a wrong, an expired and a foreign word get one and the same answer, and so does what cannot be acknowledged', async () => {
  const { id, word } = await told()
  const days = (count: number) => new Date(Date.now() - count * 86_400_000)
  const old = await told({ created_at: days(7.01) }, { start: days(7.1) })
  const young = await told({ created_at: days(6.9) }, { start: days(7.1) })
  const words: Record<string, string> = {
    nonsense: 'nonsense',
    'no signature': id.toString(36),
    'a forged signature': `${id.toString(36)}.${'A'.repeat(16)}`,
    'another purpose': createIdSigner(`x:${Buffer.alloc(32).toString('base64')}`, 'acknowledge').sign(id),
    'no such notification': api.signer.sign(987_654_321),
    expired: old.word,
    'held back': (await told({ status: 'suppressed', reason: 'condition' })).word,
    'told of the end': (await told({ kind: 'end' })).word,
    'a test': api.signer.sign(await addNotification(api.owner, owner, { style: 't', kind: 'test' })),
    encoded: encodeURIComponent('<script>alert(1)</script>'),
  }
  const expected = await open('GET', 'x')
  assert.equal(expected.status, 404)
  assert.match(expected.body, /Invalid link/)
  for (const [name, wrong] of Object.entries(words))
    for (const method of ['GET', 'POST'] as const) {
      const { status, body } = await open(method, wrong)
      assert.deepEqual([status, body], [404, expected.body], `${method} ${name}`)
    }
  assert.equal((await state(old.occurrence))?.by, null)
  assert.match((await open('GET', young.word)).body, /Acknowledge this incident/, 'a little younger, it works')
  assert.match((await open('GET', word)).body, /Acknowledge this incident/)
  await api.owner.query(sql`update account set is_blocked = true where id = ${owner}`)
  assert.equal((await open('GET', word)).body, expected.body, 'of a blocked account')
  await api.owner.query(sql`update account set is_blocked = false where id = ${owner}`)
})

test('the page speaks the language that is asked for, else that of the message', async () => {
  const { word } = await told({ language_id: 'pl' })
  assert.match((await open('GET', word)).body, /<html lang="pl">[\s\S]*Potwierdzić incydent\?/)
  assert.match((await open('GET', word, { 'accept-language': 'en-GB,pl;q=0.5' })).body, /Acknowledge this incident/)
  assert.match((await open('GET', 'x', { 'accept-language': 'pl' })).body, /Nieprawidłowy link/)
  assert.match((await open('POST', word, { 'accept-language': 'pl' })).body, /Dziękujemy/)
})

test('the page runs no script, is not cached, and is not indexed', async () => {
  const { word } = await told()
  for (const reply of [await open('GET', word), await open('POST', word), await open('GET', 'x')]) {
    const style = /<style>([\s\S]*?)<\/style>/.exec(reply.body)?.[1] ?? ''
    const hash = createHash('sha256').update(style).digest('base64')
    assert.equal(
      reply.headers['content-security-policy'],
      `default-src 'none'; style-src 'sha256-${hash}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
    )
    assert.equal(reply.headers['cache-control'], 'no-store')
    assert.equal(reply.headers['x-robots-tag'], 'noindex, nofollow')
    assert.equal(reply.headers['referrer-policy'], 'no-referrer')
    assert.equal(reply.headers['x-content-type-options'], 'nosniff')
    assert.match(String(reply.headers['content-type']), /^text\/html/)
    assert.ok(!/<script|javascript:|\son\w+=|style=/i.test(reply.body))
  }
  assert.ok(!logged.includes(word), 'nor is the word in the log')
})

test('guessing links is rate-limited', async () => {
  await using slow = await startApi({ requestsPerMinute: 5 })
  const replies = []
  for (let count = 0; count < 7; count += 1)
    replies.push(await slow.app.inject({ method: 'GET', url: '/acknowledge/x', headers: { 'accept-language': 'pl' } }))
  assert.deepEqual(
    replies.map(({ statusCode }) => statusCode),
    [404, 404, 404, 404, 404, 429, 429],
  )
  assert.match(replies.at(-1)?.body ?? '', /Za dużo żądań/)
  assert.ok(Number(replies.at(-1)?.headers['retry-after']) > 0)
})

test('when the database fails, nothing is recorded and that is what the page says', async () => {
  const { word, occurrence } = await told()
  await api.owner.query(sql`alter table notification rename to notification_away`)
  const reply = await open('POST', word)
  await api.owner.query(sql`alter table notification_away rename to notification`)
  assert.equal(reply.status, 503)
  assert.match(reply.body, /Nothing was saved/)
  assert.match(logged, /the page for acknowledging failed/)
  assert.ok(!logged.includes(word))
  assert.equal((await state(occurrence))?.by, null)
})
