import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { browserLimits } from '@wachta/domain'
import { type BulletinPayload, jobNames } from '@wachta/queue'
import { takeJobs } from '@wachta/testing/jobs'
import { type PushDevice, startTestPushService, type TestPushService } from '@wachta/testing/web-push/push-service'
import { sql } from 'kysely'
import { loadMessageJobs, openStage, type Stage, takeMessageJobs } from './stage.ts'

let service: TestPushService
let stage: Stage
let visitor = 0

before(async () => {
  service = await startTestPushService()
  stage = await openStage({ push: service })
})
after(async () => {
  await stage[Symbol.asyncDispose]()
  await service[Symbol.asyncDispose]()
})

/** Sends the same request as the script of a page. */
async function post(fields: Readonly<Record<string, string>>): Promise<{ status: number; headers: object }> {
  visitor += 1
  const form = new URLSearchParams(fields).toString()
  return stage.visit('POST', '/subscribe/acme', { form, from: `203.0.113.${visitor}` })
}
async function subscribe(more: Readonly<Record<string, string>> = {}): Promise<PushDevice> {
  const device = service.subscribe()
  const answer = await post({ ...device, language: 'en', ...more })
  assert.equal(answer.status, 200)
  return device
}
const makePost = (more: object = {}) =>
  stage.make('/status_page_posts', {
    ...{ status_page_id: stage.page, kind: 'incident', title: 'Payments are slow', text: 'We *look* into it.' },
    is_draft: false,
    ...more,
  })
const shownTo = ({ endpoint }: PushDevice) => service.shown.filter(({ path }) => endpoint.endsWith(path))
interface Row {
  readonly address: string
  readonly state: string
  readonly sealed_device: string | null
  readonly reason: string | null
}
const load = () =>
  stage.api.database.query(
    sql<Row>`select address, state, sealed_device, reason from status_page_subscriber where channel_id = 'web_push' order by id`,
  )
/** Runs all due jobs once; retries wait for their time. */
async function workOnce(): Promise<void> {
  const { database } = stage.api
  const posts = await takeJobs<BulletinPayload>(database, jobNames.addBulletin)
  for (const { payload } of posts) await stage.announce(payload.post)
  const jobs = await takeMessageJobs(database)
  for (const { payload } of jobs) await stage.deliver(...payload.deliveries)
}
const forgetAll = () => stage.api.database.query(sql`delete from status_page_subscriber`)

test('a browser gets each post and update once, encrypted for it alone', async () => {
  const device = await subscribe()
  const polish = await subscribe({ language: 'pl' })
  const post_id = await makePost()
  await stage.work()
  const [first, more] = shownTo(device)
  assert.equal(more, undefined)
  const { public_id } = (await stage.send('GET', `/status_page_posts/${post_id}`)).body
  assert.deepEqual(first?.message, {
    title: 'Acme status: Payments are slow',
    body: 'Investigating: We look into it.',
    path: `posts/${public_id}`,
    tag: public_id,
    language: 'en',
    unsubscribe: 'Unsubscribe',
  })
  const { ttl, urgency, topic } = first?.headers ?? {}
  assert.deepEqual([ttl, urgency], ['86400', 'normal'])
  assert.match(String(topic), /^[\w-]{32}$/)
  assert.match(shownTo(polish)[0]?.message.body, /^Ustalamy przyczynę: /)
  await stage.make('/status_page_updates', { post_id, state: 'resolved', text: 'They are fast again.' })
  await stage.work()
  const [, second] = shownTo(device)
  assert.deepEqual([second?.message.body, second?.message.tag], ['Resolved: They are fast again.', public_id])
  assert.equal(second?.headers['topic'], topic, 'it replaces the former one at the push service')
  assert.equal(stage.outcomes.filter((one) => one === 'web_push sent').length, 4)
  const sent = await stage.api.owner.query(
    sql<{ status: string; answer: string }>`select status, answer from status_page_delivery`,
  )
  assert.deepEqual([...new Set(sent.map(({ status, answer }) => `${status} ${answer}`))], ['sent 201 Created'])
  assert.deepEqual(service.rejections, [])
  await forgetAll()
})

test('only what concerns the chosen components is sent', async () => {
  const { public_id } = (await stage.send('GET', `/status_page_components/${stage.till}`)).body
  const device = await subscribe({ component: public_id })
  await makePost({ component_ids: [stage.shop] })
  await stage.work()
  assert.equal(shownTo(device).length, 0)
  await makePost({ component_ids: [stage.till] })
  await makePost()
  await stage.work()
  assert.equal(shownTo(device).length, 2)
  // A subscribed browser can change its choice by posting again.
  assert.equal((await post({ ...device, language: 'en' })).status, 200)
  await makePost({ component_ids: [stage.shop] })
  await stage.work()
  assert.equal(shownTo(device).length, 3)
  assert.equal((await load()).length, 1)
  await forgetAll()
})

test('however long the words are, a message is within the limits of push services', async () => {
  const device = await subscribe()
  const wide = '\u{1f6a8}ż€\u0001'
  await makePost({ title: wide.repeat(40), text: wide.repeat(2_000) })
  await stage.work()
  const [shown] = shownTo(device)
  assert.ok(shown && shown.bytes <= 4_096)
  assert.ok(shown.message.title.length <= 120 && shown.message.body.length <= 240)
  assert.match(shown.message.body, /…$/)
  await forgetAll()
})

test('a subscription that the push service does not know any more ends, and is erased', async () => {
  const device = await subscribe()
  const [{ address = '', sealed_device } = {}] = await load()
  assert.doesNotMatch(`${address} ${sealed_device}`, new RegExp(new URL(device.endpoint).pathname))
  service.unsubscribe(device)
  await makePost()
  await stage.work()
  assert.deepEqual(await load(), [
    { address, state: 'bounced', sealed_device: null, reason: '410 Gone: the device is gone' },
  ])
  await makePost()
  await stage.work()
  assert.equal(shownTo(device).length, 0)
  assert.equal(stage.outcomes.filter((one) => one === 'web_push permanent').length, 1)
  await forgetAll()
})

test('a push service that is away is tried again; one that refuses our key ends nothing', async () => {
  const device = await subscribe()
  service.setStatus(503)
  await makePost()
  await workOnce()
  const [job] = await loadMessageJobs(stage.api.database)
  assert.ok(job, 'a retry is planned')
  service.setStatus(undefined)
  await stage.work()
  assert.equal(shownTo(device).length, 1)
  service.setStatus(403)
  await makePost()
  await stage.work()
  service.setStatus(undefined)
  assert.equal((await load())[0]?.state, 'confirmed')
  await forgetAll()
})

test('a browser that no message reaches for long is given up; one success, or refusals of our key, keep it', async () => {
  await subscribe()
  const { failedMessages, failedMs } = browserLimits
  const { database } = stage.api
  /** Adds messages that failed this long ago. */
  const addFailed = (count: number, agoMs: number, failures = 9) =>
    database.query(sql`insert into status_page_delivery (subscriber_id, status, failures, created_at)
select s.id, 'failed', ${failures}::int, ${new Date(Date.now() - agoMs)}::timestamptz from status_page_subscriber s, generate_series(1, ${count}::int)`)
  const forgetMessages = () => stage.api.owner.query(sql`delete from status_page_delivery`)
  /** Lets a message fail now, after a day of attempts. */
  const fail = async () => {
    service.setStatus(503)
    await makePost()
    await workOnce()
    await database.query(
      sql`update status_page_delivery set created_at = now() - interval '2 days' where status = 'pending'`,
    )
    for (const { payload } of await takeMessageJobs(database)) await stage.deliver(...payload.deliveries)
    service.setStatus(undefined)
    return (await load())[0]
  }
  await addFailed(failedMessages - 2, failedMs + 1_000)
  assert.equal((await fail())?.state, 'confirmed', 'one too few')
  await forgetMessages()
  await addFailed(failedMessages, failedMs - 60_000)
  assert.equal((await fail())?.state, 'confirmed', 'not long enough')
  await forgetMessages()
  await addFailed(failedMessages, failedMs + 1_000, 1)
  assert.equal((await fail())?.state, 'confirmed', 'refused at once')
  await forgetMessages()
  await addFailed(failedMessages, failedMs + 1_000)
  await makePost()
  await stage.work()
  assert.equal((await fail())?.state, 'confirmed', 'one was sent since')
  await forgetMessages()
  await addFailed(failedMessages - 1, failedMs + 1_000)
  const ended = await fail()
  assert.deepEqual([ended?.state, ended?.sealed_device, ended?.reason], ['bounced', null, '5 messages in a row failed'])
  await forgetAll()
})

test('a browser ends its subscription itself, and is forgotten at once', async () => {
  const device = await subscribe()
  const { endpoint } = device
  assert.equal(
    (await post({ endpoint: `${endpoint}0`, ended: '1' })).status,
    200,
    'the response does not reveal subscribers',
  )
  assert.equal((await load())[0]?.state, 'confirmed')
  assert.equal((await post({ endpoint, ended: '1' })).status, 200)
  assert.deepEqual(
    (await load()).map(({ state, sealed_device }) => [state, sealed_device]),
    [['unsubscribed', null]],
  )
  await makePost()
  await stage.work()
  assert.equal(shownTo(device).length, 0)
  assert.equal((await post({ ...device })).status, 200, 'and can come back')
  assert.equal((await load())[0]?.state, 'confirmed')
  await forgetAll()
})

test('nothing is sent of a page that is not open any more, and what was sealed for another row does not open', async () => {
  const device = await subscribe()
  const other = await subscribe()
  const swap = sql`update status_page_subscriber s set sealed_device = o.sealed_device
from status_page_subscriber o where s.status_page_id = o.status_page_id and s.id <> o.id`
  await stage.api.owner.query(swap)
  await makePost()
  await workOnce()
  assert.deepEqual([shownTo(device).length, shownTo(other).length], [0, 0])
  await stage.api.owner.query(swap)
  await takeMessageJobs(stage.api.database)
  await makePost()
  const hide = { visibility: 'addresses', allowed_addresses: ['192.0.2.0/24'] }
  await stage.send('PUT', `/status_pages/${stage.page}`, hide)
  await makePost()
  await stage.work()
  assert.deepEqual([shownTo(device).length, shownTo(other).length], [0, 0])
  assert.equal((await post({ ...service.subscribe() })).status, 404)
  assert.equal((await post({ endpoint: device.endpoint, ended: '1' })).status, 200)
  assert.deepEqual(
    (await load()).map(({ state }) => state),
    ['unsubscribed', 'confirmed'],
    'it ends all the same',
  )
})
