import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Channel, DeliveryError } from '@wachta/channels'
import { startWorker } from '@wachta/queue'
import { makeJobsDue } from '@wachta/testing/jobs'
import { startSmtp } from '@wachta/testing/smtp'
import { sql } from 'kysely'
import type { CountedOutcome, DeliverOptions } from '../../src/deliver/index.ts'
import { toMessageId } from '../../src/deliver/rendered-message.ts'
import {
  addNotification,
  addOccurrence,
  createdAt,
  endTime,
  type Installation,
  install,
  jobs,
  readNotification,
  vault,
} from './installation.ts'
import { answers, carriersOver, keeper, plainChannels, startProvider, takes } from './providers.ts'
import { senderOf, taskOf } from './sender.ts'

let installation: Installation
before(async () => {
  installation = await install()
})
after(() => installation[Symbol.asyncDispose]())

const lines: object[] = []
const log = {
  info: (data: object, message: string) => void lines.push({ data, message }),
  warn: (data: object, message: string) => void lines.push({ data, message }),
  error: (data: object, message: string) => void lines.push({ data, message }),
}

const sendWith = (more: Partial<DeliverOptions> = {}) => senderOf(installation, { log, ...more })

const after_ = (ms: number) => new Date(createdAt.getTime() + ms)

async function pendingTo(address: string, channel_id = 'json_post'): Promise<number> {
  const occurrence_id = await addOccurrence(installation.database)
  return addNotification(installation.database, { occurrence_id, channel_id, address })
}

test('a temporary error is retried after the time that the provider asked for, with the same id', async () => {
  const { database } = installation
  await using provider = await startProvider()
  const id = await pendingTo(`${provider.url}/hook/secret-path`)
  const run = (now: Date) => sendWith({ now: () => now })(id)
  provider.behave(answers(503))
  await run(createdAt)
  assert.deepEqual(await jobs(database), [
    { key: `deliver:${id}`, run_at: after_(5_000), payload: { notifications: [id] } },
  ])
  provider.behave(answers(429, { 'retry-after': '120' }))
  await run(after_(5_000))
  const waiting = await readNotification(database, id)
  assert.deepEqual([waiting.status, waiting.next_attempt_at], ['pending', after_(125_000)])
  assert.deepEqual(
    (await jobs(database)).map(({ run_at }) => run_at),
    [after_(125_000)],
  )
  provider.behave(takes)
  await run(after_(125_000))
  const sent = await readNotification(database, id)
  assert.deepEqual([sent.status, sent.sent_at, sent.next_attempt_at], ['sent', after_(125_000), null])
  assert.deepEqual(
    sent.attempts.map(({ outcome }) => outcome),
    ['temporary', 'temporary', 'sent'],
  )
  assert.deepEqual(await jobs(database), [])
  assert.deepEqual(
    new Set(provider.bodies.map((body) => (JSON.parse(body) as { id: string }).id)),
    new Set([toMessageId({ id, created_at: createdAt }, 'main')]),
  )
})

test('an end waits for the pending start to the same address and is sent after it', async () => {
  const { database } = installation
  await using provider = await startProvider()
  const address = `${provider.url}/incidents`
  const occurrence_id = await addOccurrence(database, { end_time: endTime })
  const add = (kind: 'start' | 'end', to = address) =>
    addNotification(database, { occurrence_id, kind, channel_id: 'json_post', address: to })
  const [start, end] = [await add('start'), await add('end')]
  const elsewhere = await add('end', `${provider.url}/others`)
  provider.behave(answers(503))
  await sendWith()(start)
  provider.behave(takes)
  await sendWith()(end, elsewhere)
  const waiting = await readNotification(database, end)
  assert.deepEqual([waiting.status, waiting.attempts, waiting.next_attempt_at], ['pending', [], after_(6_000)])
  assert.equal((await readNotification(database, elsewhere)).status, 'sent')
  await sendWith()(start)
  await sendWith()(end)
  assert.deepEqual(
    provider.bodies.map((body) => (JSON.parse(body) as { id: string }).id),
    [start, elsewhere, start, end].map((id) => toMessageId({ id, created_at: createdAt }, 'main')),
  )
  assert.equal((await readNotification(database, end)).status, 'sent')
})

test('an end is not sent if the start was rejected', async () => {
  const { database } = installation
  await using provider = await startProvider()
  const occurrence_id = await addOccurrence(database, { end_time: endTime })
  const add = (kind: 'start' | 'end') =>
    addNotification(database, { occurrence_id, kind, channel_id: 'json_post', address: `${provider.url}/gone` })
  const [start, end] = [await add('start'), await add('end')]
  provider.behave(answers(410))
  await sendWith()(start)
  provider.behave(takes)
  await sendWith()(end)
  const { status, reason } = await readNotification(database, end)
  assert.deepEqual([status, reason, provider.bodies.length], ['suppressed', 'not_told_of_start', 1])
})

test('an end is sent to a recipient who chose only ends', async () => {
  const { database } = installation
  await using provider = await startProvider()
  const occurrence_id = await addOccurrence(database, { event_id: null, end_time: endTime })
  const address = `${provider.url}/only-ends`
  const add = (kind: 'start' | 'end') =>
    addNotification(database, { occurrence_id, kind, style: 'o', contact_id: null, channel_id: 'json_post', address })
  const start = await add('start')
  await database.query(
    sql`update notification set status = 'suppressed', reason = 'condition_not_chosen' where id = ${start}`,
  )
  const end = await add('end')
  await sendWith()(end)
  const { status, reason } = await readNotification(database, end)
  assert.deepEqual([status, reason, provider.bodies.length], ['sent', null, 1])
})

test('retries stop once the alert is acknowledged or the account is blocked', async () => {
  const { database } = installation
  await using provider = await startProvider()
  const address = `${provider.url}/hook`
  const occurrence_id = await addOccurrence(database, { end_time: endTime })
  const add = (kind: 'start' | 'end', occurrence = occurrence_id, account_id = 1) =>
    addNotification(database, { occurrence_id: occurrence, kind, channel_id: 'json_post', address, account_id })
  const verdict = async (id: number) => {
    const { status, reason, content } = await readNotification(database, id)
    return [status, reason, content]
  }
  const [start, end] = [await add('start'), await add('end')]
  provider.behave(answers(503))
  await sendWith()(start)
  await database.query(sql`update occurrence set acknowledged_at = ${createdAt} where id = ${occurrence_id}`)
  provider.behave(takes)
  await sendWith()(start)
  assert.deepEqual(await verdict(start), ['suppressed', 'acknowledged', ''])
  await sendWith()(end)
  assert.deepEqual(await verdict(end), ['suppressed', 'not_told_of_start', ''])
  const other = await add('start', await addOccurrence(database), 2)
  await blocked(database, 2, true)
  await sendWith()(other)
  await blocked(database, 2, false)
  assert.deepEqual(await verdict(other), ['suppressed', 'account_blocked', ''])
  assert.equal(provider.bodies.length, 1)
  assert.deepEqual(await jobs(database), [])
})

const blocked = (database: Installation['database'], id: number, is_blocked: boolean) =>
  database.query(sql`update account set is_blocked = ${is_blocked} where id = ${id}`)

test('the queue runs delayed jobs', async () => {
  const { database } = installation
  await using provider = await startProvider()
  const id = await pendingTo(`${provider.url}/hook`)
  provider.behave(answers(503))
  await sendWith()(id)
  await makeJobsDue(database)
  provider.behave(takes)
  const task = taskOf(installation)
  const done = Promise.withResolvers<void>()
  const deliver = (payload: Parameters<typeof task>[0]) => task(payload).then(done.resolve, done.reject)
  {
    const options = { database, heartbeats: database, concurrency: 1, log: { ...log, debug: () => undefined } }
    await using _worker = startWorker({ ...options, tasks: { deliver } })
    await done.promise
  }
  await task[Symbol.asyncDispose]()
  assert.equal((await readNotification(database, id)).status, 'sent')
  assert.deepEqual(await jobs(database), [])
})

test('a permanent error fails immediately, and a missing carrier is recorded as the reason', async () => {
  const { database } = installation
  await using provider = await startProvider()
  provider.behave(answers(410))
  const counted: CountedOutcome[] = []
  const [refused, unconfigured] = [await pendingTo(`${provider.url}/gone`), await pendingTo('jan@example.com', 'email')]
  const { mail: _, ...carriers } = carriersOver()
  await sendWith({ carriers, channel: plainChannels(), onOutcome: (one) => void counted.push(one) })(
    refused,
    unconfigured,
  )
  const found = await Promise.all([refused, unconfigured].map((id) => readNotification(database, id)))
  assert.deepEqual(
    found.map(({ status, reason, attempts }) => [status, reason, attempts.map(({ outcome }) => outcome)]),
    [
      ['failed', 'refused', ['permanent']],
      ['failed', 'not_configured', ['permanent']],
    ],
  )
  assert.ok(found.every(({ content }) => content !== ''))
  assert.deepEqual(await jobs(database), [])
  assert.deepEqual(counted.map(({ channel_id, outcome, reason }) => [channel_id, outcome, reason]).sort(), [
    ['email', 'permanent', 'not_configured'],
    ['json_post', 'permanent', 'refused'],
  ])
})

test('a message is given up after a day, a test after ten minutes', async () => {
  const { database } = installation
  await using provider = await startProvider()
  provider.behave(answers(500))
  const day = 86_400_000
  const id = await pendingTo(`${provider.url}/down`)
  await sendWith({ now: () => after_(day - 1_000) })(id)
  const last = await readNotification(database, id)
  assert.deepEqual([last.status, last.reason, last.attempts.length], ['failed', 'gave_up', 1])
  const late = await pendingTo(`${provider.url}/down`)
  await sendWith({ now: () => after_(day + 1) })(late)
  assert.deepEqual([(await readNotification(database, late)).reason, provider.bodies.length], ['gave_up', 1])
  const trial = await addNotification(database, {
    style: 't',
    kind: 'test',
    channel_id: 'json_post',
    address: `${provider.url}/t`,
  })
  await sendWith({ now: () => after_(600_001) })(trial)
  assert.equal((await readNotification(database, trial)).reason, 'gave_up')
})

test('no attempt and no log line contains an address, a key or the text, even if a channel reveals them', async () => {
  const { database } = installation
  const key = 'signing-key-0123456789'
  await database.query(
    sql`insert into signing_key (account_id, sealed_key) values (1, ${vault.seal(key, ['signing_key', '1'])})`,
  )
  const address = 'https://hooks.example.com/services/T00000000/abcdefgh-secret?token=s3cr3t-token'
  const careless =
    (fault: (text: string) => Error): NonNullable<Channel['deliver']> =>
    async (message) => {
      const said = [
        message.address,
        message.address.toUpperCase(),
        encodeURIComponent(message.address),
        ...message.signingKeys,
      ]
      throw fault(
        [
          ...said,
          ...(message.address === address ? ['abcdefgh-secret', 's3cr3t-token'] : []),
          message.subject,
          message.text,
          'and\r\na\u0000line',
        ].join(' '),
      )
    }
  const faults = [
    (answer: string) => new DeliveryError({ answer, isPermanent: true }),
    (text: string) => new TypeError(text),
  ]
  lines.length = 0
  const recorded: string[] = []
  for (const fault of faults) {
    for (const [channel_id, to] of [
      ['json_post', address],
      ['email', 'Jan.Kowalski@example.com'],
      ['signal', '+48 600 100 200'],
    ] as const) {
      const id = await pendingTo(to, channel_id)
      await sendWith({ channel: plainChannels({ [channel_id]: careless(fault) }) })(id)
      recorded.push(...(await readNotification(database, id)).attempts.map(({ answer }) => answer))
    }
  }
  const everything = `${recorded.join('\n')}\n${JSON.stringify(lines)}`.toLowerCase()
  const secrets = [
    address,
    key,
    'abcdefgh-secret',
    's3cr3t-token',
    'jan.kowalski@example.com',
    '+48 600 100 200',
    '48600100200',
    'connection timed out',
    'przekroczony czas',
  ]
  const leaked = (text: string) => secrets.filter((secret) => text.includes(secret))
  assert.equal(recorded.length, 6)
  assert.ok(lines.length >= 3)
  assert.deepEqual(leaked(everything), [])
  for (const answer of recorded) assert.doesNotMatch(answer, /[\r\n\0]/)
  // Control: the same search finds values that are not masked.
  assert.deepEqual(leaked(`${address} ${key}`).length, 4)
  await database.query(sql`delete from signing_key`)
})

test('if recording fails, the job fails, and the repeated message has the same id', async () => {
  const { database } = installation
  await using smtp = await startSmtp()
  const id = await pendingTo('jan@example.com', 'email')
  let isGone = true
  const flaky: DeliverOptions['database'] = {
    ...database,
    transaction: (work) => (isGone ? Promise.reject(new Error('the database is gone')) : database.transaction(work)),
  }
  const send = sendWith({ carriers: carriersOver(smtp.url), database: flaky })
  await assert.rejects(send(id), /gone/)
  assert.equal((await readNotification(database, id)).status, 'pending')
  isGone = false
  await send(id)
  await send(id)
  assert.equal((await readNotification(database, id)).status, 'sent')
  assert.equal(smtp.received.length, 2)
  assert.deepEqual(
    new Set(smtp.received.map(({ email }) => email.messageId)),
    new Set([`<${toMessageId({ id, created_at: createdAt }, 'main')}@example.com>`]),
  )
})

test('a message sent while the database was down is recorded later and not sent again', async () => {
  const { database } = installation
  await using smtp = await startSmtp()
  const id = await pendingTo('jan@example.com', 'email')
  const back = performance.now() + 1_500
  const away: DeliverOptions['database'] = {
    ...database,
    transaction: (work) =>
      performance.now() < back ? Promise.reject(new Error('the database is away')) : database.transaction(work),
  }
  await sendWith({ carriers: carriersOver(smtp.url), database: away })(id)
  assert.equal((await readNotification(database, id)).status, 'sent')
  assert.equal(smtp.received.length, 1)
})

test('at most the fifty newest attempts are kept', async () => {
  const { database } = installation
  await using provider = await startProvider()
  provider.behave(answers(500))
  const id = await pendingTo(`${provider.url}/down`)
  await database.query(sql`update notification set attempts = (select jsonb_agg(jsonb_build_object('time', n, 'outcome', 'temporary', 'answer', n::text))
from generate_series(1, 50) n) where id = ${id}`)
  await sendWith()(id)
  const { attempts, next_attempt_at } = await readNotification(database, id)
  assert.equal(attempts.length, 50)
  assert.equal(attempts[0]?.answer, '2')
  assert.deepEqual(next_attempt_at, after_(600_000))
})

test('a message whose secrets cannot be decrypted waits without blocking others', async () => {
  const { database } = installation
  const { messages, keep } = keeper()
  const send = sendWith({ channel: plainChannels({ email: keep, sms: keep }) })
  const code = await addNotification(database, {
    style: 'v',
    kind: 'code',
    channel_id: 'sms',
    address: '+48600100999',
    content: 'rubbish',
  })
  const mail = await pendingTo('jan@example.com', 'email')
  await send(code, mail)
  assert.equal(messages.length, 1)
  const waiting = await readNotification(database, code)
  assert.deepEqual([waiting.status, waiting.attempts[0]?.outcome, waiting.content], ['pending', 'temporary', 'rubbish'])
  assert.equal(waiting.attempts[0]?.answer, 'a secret in the message cannot be decrypted')
  assert.equal((await readNotification(database, mail)).status, 'sent')
})

test('a message that cannot be rendered because of a defect is not said to have a wrong secret', async () => {
  const { database } = installation
  const plain = plainChannels()
  const defective = (id: string): Channel | undefined => {
    const known = plain(id)
    return known && { ...known, escape: 'unknown' as Channel['escape'] }
  }
  const id = await pendingTo('https://example.com/hook')
  await sendWith({ channel: defective })(id)
  const waiting = await readNotification(database, id)
  assert.deepEqual(
    [waiting.status, waiting.attempts[0]?.outcome, waiting.attempts[0]?.answer],
    ['pending', 'temporary', 'internal error'],
  )
})

test('a signing key that cannot be decrypted holds up only the channels that sign', async () => {
  const { database } = installation
  await database.query(sql`insert into signing_key (account_id, sealed_key) values (1, 'rubbish')`)
  const { messages, keep } = keeper()
  const send = sendWith({ channel: plainChannels({ slack: keep, webhook: keep, json_post: keep }) })
  const ids = await Promise.all(
    ['slack', 'webhook', 'json_post'].map((channel_id) => pendingTo('https://example.com/hook', channel_id)),
  )
  await send(...ids)
  const statuses = await Promise.all(ids.map(async (id) => (await readNotification(database, id)).status))
  assert.deepEqual(statuses, ['sent', 'pending', 'pending'])
  assert.deepEqual(messages[0]?.signingKeys, [])
  await database.query(sql`delete from signing_key where sealed_key = 'rubbish'`)
})
