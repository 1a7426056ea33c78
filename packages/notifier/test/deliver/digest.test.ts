import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { type Carriers, channel } from '@wachta/channels'
import { openCarriers } from '@wachta/channels/carriers'
import { startSmtp, type Verdict } from '@wachta/testing/smtp'
import { sql } from 'kysely'
import { createClaims } from '../../src/deliver/claims.ts'
import type { DeliverOptions } from '../../src/deliver/index.ts'
import {
  addNotification,
  addOccurrence,
  createdAt,
  endTime,
  install,
  jobs,
  type NotificationData,
  publicUrl,
  readNotification,
  signer,
} from './installation.ts'
import { senderOf, taskOf } from './sender.ts'

const installation = await install()
const { database } = installation
after(() => installation[Symbol.asyncDispose]())

let last = 0
function newAddress(): string {
  last += 1
  return `duty${last}@example.com`
}

/** Adds a due message about a new alert. */
async function addDue(address: string, data: Partial<NotificationData> = {}): Promise<number> {
  const occurrence_id = await addOccurrence(database, data.kind === 'end' ? { end_time: endTime } : {})
  const shared = { contact_id: 21, language_id: 'en', channel_id: 'email', address, occurrence_id }
  const id = await addNotification(database, { ...shared, ...data })
  await database.query(sql`update notification set next_attempt_at = ${createdAt} where id = ${id}`)
  return id
}

const addMany = async (count: number, address: string): Promise<number[]> => {
  const ids: number[] = []
  while (ids.length < count) ids.push(await addDue(address))
  return ids
}

const digestOf = async (id: number) =>
  (await database.query(sql<{ digest_id: number | null }>`select digest_id from notification where id = ${id}`))[0]
    ?.digest_id

const openPost = (url: string) => openCarriers({ mail: { url, from: 'wachta@example.com' } })
const sender = (carriers: Carriers, more: Partial<DeliverOptions> = {}) =>
  senderOf(installation, { carriers, channel, ...more })

const acknowledgeLink = (id: number) => `${publicUrl}/acknowledge/${signer.sign(id)}`
const isDigest: (text: string) => boolean = (text) => /^\d+ incidents:/.test(text)

test('what waits for one address goes out as one mail, and each notification keeps its own record and link', async () => {
  await using smtp = await startSmtp()
  await using post = await openPost(smtp.url)
  const address = newAddress()
  const starts = await addMany(5, address)
  const ends = [await addDue(address, { kind: 'end' }), await addDue(address, { kind: 'end' })]
  await sender(post)(starts[2] ?? 0)

  const { email } = await smtp.message(0)
  assert.equal(smtp.received.length, 1)
  assert.equal(email.subject, '7 incidents: 5 down, 2 recovered')
  for (const id of [...starts, ...ends]) {
    const { status, sent_at, subject, content, attempts, next_attempt_at } = await readNotification(database, id)
    assert.deepEqual([status, sent_at, next_attempt_at, subject], ['sent', createdAt, null, email.subject])
    assert.equal(attempts.length, 1)
    assert.equal(await digestOf(id), starts[0])
    const isStart = starts.includes(id)
    assert.equal(content.includes(acknowledgeLink(id)), isStart)
    assert.equal(email.html?.includes(acknowledgeLink(id)), isStart)
    assert.match(content, isStart ? /Down: Sklep/ : /Up: Sklep/)
    assert.match(content, new RegExp(`${publicUrl}/services/7/analyses/`))
    assert.match(email.html ?? '', new RegExp(`id="main-[0-9a-z]+-n${id}"`))
  }
  await sender(post)(...starts, ...ends)
  assert.equal(smtp.received.length, 1, 'their own jobs find nothing left to send')
})

test('only what is due, free and to be read by the same people joins a digest', async () => {
  await using smtp = await startSmtp()
  await using post = await openPost(smtp.url)
  const address = newAddress()
  const together = await addMany(2, address)
  const [template] = await database.query(sql<{
    id: number
  }>`insert into template (owner_id, name, channel_id, start_template)
values (1, 'Own', 'email', 'own text') returning id`)
  await database.query(sql`insert into contact (id, owner_id, name, language_id) values (22, 1, 'Jo', 'en')`)
  await database.query(
    sql`insert into custom_template (contact_id, channel_id, owner_id, template_id) values (22, 'email', 1, ${template?.id})`,
  )
  const alone = [await addDue(address, { contact_id: 22 }), await addDue(address, { language_id: 'pl' })]
  const others = [
    await addDue(newAddress()),
    await addDue(address, { channel_id: 'email_dedicated' }),
    await addDue(address, { kind: 'test', style: 't', occurrence_id: null }),
  ]
  const [later, claimed] = [await addDue(address), await addDue(address)]
  await database.query(
    sql`update notification set next_attempt_at = ${new Date(createdAt.getTime() + 1)} where id = ${later}`,
  )
  await createClaims({ database }).take([claimed])
  await sender(post)(...together.slice(0, 1))

  assert.deepEqual(smtp.received.map(({ email }) => isDigest(email.subject ?? '')).toSorted(), [false, false, true])
  for (const id of together) assert.equal(await digestOf(id), together[0])
  for (const id of alone) {
    assert.equal((await readNotification(database, id)).status, 'sent')
    assert.equal(await digestOf(id), null)
  }
  for (const id of [...others, later, claimed]) assert.equal((await readNotification(database, id)).status, 'pending')
})

test('more than a message carries are several messages', async () => {
  await using smtp = await startSmtp()
  await using post = await openPost(smtp.url)
  const ids = await addMany(60, newAddress())
  await sender(post)(...ids.slice(0, 1))
  const subjects = smtp.received.map(({ email }) => email.subject).toSorted()
  assert.deepEqual(subjects, ['10 incidents: 10 down', '50 incidents: 50 down'])
})

test('after a digest is rejected each notification is sent alone, and fails only for itself', async () => {
  let bad = 0
  const verdict: Verdict = ({ email }) =>
    isDigest(email.subject ?? '') || email.html?.includes(acknowledgeLink(bad)) ? { code: 552, text: 'too big' } : null
  await using smtp = await startSmtp({ verdict })
  await using post = await openPost(smtp.url)
  const ids = await addMany(3, newAddress())
  bad = ids[1] ?? 0
  await sender(post)(...ids)
  for (const id of ids) {
    const { status, attempts, next_attempt_at } = await readNotification(database, id)
    assert.deepEqual([status, next_attempt_at, attempts[0]?.outcome], ['pending', createdAt, 'permanent'])
    assert.ok((await jobs(database)).some(({ key }) => key === `deliver:${id}`))
  }
  await sender(post)(...ids.slice(0, 1))
  assert.equal(smtp.received.length, 4)
  assert.deepEqual(await Promise.all(ids.map(async (id) => (await readNotification(database, id)).status)), [
    'sent',
    'failed',
    'sent',
  ])
  assert.ok(!(await jobs(database)).some(({ key }) => ids.some((id) => key === `deliver:${id}`)))
})

test('notifications of a digest that failed for now are due together, in smaller digests', async () => {
  let isBusy = true
  await using smtp = await startSmtp({ verdict: () => (isBusy ? { code: 451, text: 'later' } : null) })
  await using post = await openPost(smtp.url)
  const ids = await addMany(30, newAddress())
  await sender(post, { random: Math.random })(...ids)
  const due = await Promise.all(
    ids.map(async (id) => (await readNotification(database, id)).next_attempt_at?.getTime() ?? 0),
  )
  assert.equal(new Set(due).size, 1)
  isBusy = false
  await sender(post, { now: () => new Date(due[0] ?? 0) })(...ids.slice(0, 1))
  const subjects = smtp.received.map(({ email }) => email.subject)
  assert.deepEqual(subjects, ['30 incidents: 30 down', ...['25 incidents: 25 down', '5 incidents: 5 down']])
})

test('a digest counts as one mail of the daily limits', async () => {
  await using smtp = await startSmtp()
  await using post = await openPost(smtp.url)
  const address = newAddress()
  const first = await addMany(4, address)
  const limited = sender(post, { mailLimits: { recipient: 1, account: 1_000_000 } })
  await limited(...first)
  assert.equal(smtp.received.length, 1)
  const second = await addMany(2, address)
  await limited(...second)
  assert.equal(smtp.received.length, 1)
  for (const id of second) assert.equal((await readNotification(database, id)).reason, 'mail_limit_recipient')
})

test('whichever jobs of two processes run at once, each notification is in one mail', async () => {
  await using smtp = await startSmtp()
  await using post = await openPost(smtp.url)
  const addresses = [newAddress(), newAddress()]
  const ids: number[] = []
  for (let number = 0; number < 80; number += 1) ids.push(await addDue(addresses[number % 2] ?? ''))
  const tasks = [taskOf(installation, { carriers: post, channel }), taskOf(installation, { carriers: post, channel })]
  const payloads = Array.from({ length: 20 }, (_, index) => ids.filter((_id, place) => place % 20 === index))
  await Promise.all(payloads.map((notifications, index) => tasks[index % 2]?.({ notifications })))
  for (const task of tasks) await task[Symbol.asyncDispose]()
  // On a busy machine, a message may have been postponed.
  await sender(post)(...ids)

  const mails = smtp.received.map(({ email }) => email.html ?? '')
  for (const id of ids) {
    assert.equal(mails.filter((html) => html.includes(acknowledgeLink(id))).length, 1, `${id}`)
    assert.equal((await readNotification(database, id)).status, 'sent')
  }
  assert.ok(mails.length < ids.length)
})

test('if a job fails, what it took from other jobs is sent by those', async () => {
  await using smtp = await startSmtp()
  await using post = await openPost(smtp.url)
  const [own, taken] = await addMany(2, newAddress())
  let isDown = true
  const failing: DeliverOptions['database'] = {
    query: (query) => database.query(query),
    transaction: (work) => database.transaction(work),
    compile: (query) => database.compile(query),
    async run(statement) {
      await new Promise((resolve) => setTimeout(resolve, 100))
      if (isDown) throw new Error('the database is gone')
      return await database.run(statement)
    },
  }
  const task = taskOf(installation, { carriers: post, channel, database: failing })
  const first = task({ notifications: [own ?? 0] })
  await new Promise((resolve) => setTimeout(resolve, 50))
  const second = task({ notifications: [taken ?? 0] })
  await assert.rejects(first)
  isDown = false
  await second
  await task[Symbol.asyncDispose]()
  assert.equal((await readNotification(database, taken ?? 0)).status, 'sent')
})
