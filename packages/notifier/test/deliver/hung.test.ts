import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { startSmtp } from '@wachta/testing/smtp'
import { sql } from 'kysely'
import type { DeliverOptions } from '../../src/deliver/index.ts'
import {
  addNotification,
  addOccurrence,
  createdAt,
  type Installation,
  install,
  jobs,
  readNotification,
  vault,
} from './installation.ts'
import { type Behaviour, carriersOver, hangs, plainChannels, startProvider, takes } from './providers.ts'
import { taskOf } from './sender.ts'

let installation: Installation
before(async () => {
  installation = await install()
})
after(() => installation[Symbol.asyncDispose]())

/** The number of concurrent jobs in a process. */
const workers = 24

const taskWith = (more: Partial<DeliverOptions> = {}) => taskOf(installation, more)

/** A provider that answers only after `open` is called. */
function held() {
  const { promise, resolve: open } = Promise.withResolvers<void>()
  const behaviour: Behaviour = (request, response) => void promise.then(() => takes(request, response))
  return { behaviour, open }
}

/** Measures the delivery of a mail after 200 messages to a provider, in jobs of this size. */
async function mailBehind(behaviour: Behaviour, size: number) {
  const { database } = installation
  await using smtp = await startSmtp()
  await using provider = await startProvider()
  provider.behave(behaviour)
  const occurrence_id = await addOccurrence(database)
  const address = `${provider.url}/hook`
  const hooks: number[] = []
  for (let each = 0; each < 200; each += 1)
    hooks.push(await addNotification(database, { occurrence_id, channel_id: 'json_post', address }))
  const mail = await addNotification(database, { occurrence_id, channel_id: 'email', address: 'jan@example.com' })
  const queue = Array.from({ length: 200 / size }, (_, index) => hooks.slice(index * size, (index + 1) * size))
  queue.push([mail])

  const task = taskWith({ carriers: carriersOver(smtp.url) })
  const started = performance.now()
  const serve = async () => {
    for (let job = queue.shift(); job !== undefined; job = queue.shift()) await task({ notifications: job })
  }
  const serving = Promise.all(Array.from({ length: workers }, serve))
  await smtp.message(0)
  const taken = performance.now() - started
  await serving
  // After this time, no message waits for a connection any more.
  await wait(1_500)
  const requests = provider.bodies.length
  await provider[Symbol.asyncDispose]()
  await task[Symbol.asyncDispose]()
  return { taken, requests, hooks, mail: await readNotification(database, mail) }
}

for (const size of [20, 1]) {
  test(`a provider that hangs with 200 messages does not delay a mail, in jobs of ${size}`, async (context) => {
    const { database } = installation
    // A busy machine delays both runs; waiting for the hanging messages would take half a minute.
    const usual = await mailBehind(takes, size)
    const { taken, requests, hooks, mail } = await mailBehind(hangs, size)
    context.diagnostic(`the mail went after ${Math.round(taken)} ms, else after ${Math.round(usual.taken)} ms`)
    assert.ok(taken < 2 * usual.taken + 1_000, `${Math.round(taken)} ms, else ${Math.round(usual.taken)} ms`)
    assert.equal(mail.status, 'sent')
    assert.equal(requests, 8)
    // The hanging messages are retried, as the connection broke; the others were postponed, which is not an attempt.
    const waiting = await Promise.all(hooks.map((id) => readNotification(database, id)))
    assert.ok(waiting.every(({ status }) => status === 'pending'))
    assert.equal(waiting.filter(({ attempts }) => attempts.length === 1).length, 8)
    assert.equal(waiting.filter(({ attempts }) => attempts.length === 0).length, 192)
    const keys = new Set((await jobs(database)).map(({ key }) => key))
    assert.ok(hooks.every((id) => keys.has(`deliver:${id}`)))
  })
}

test('an attempt that ends after its job is recorded then and not checked again', async () => {
  const { database } = installation
  await using provider = await startProvider()
  const { behaviour, open } = held()
  provider.behave(behaviour)
  const occurrence_id = await addOccurrence(database)
  const id = await addNotification(database, {
    occurrence_id,
    channel_id: 'json_post',
    address: `${provider.url}/slow`,
  })
  const task = taskWith()
  await task({ notifications: [id] })
  const ofThis = async () => (await jobs(database)).filter(({ key }) => key === `deliver:${id}`)
  assert.equal((await readNotification(database, id)).status, 'pending')
  // If the process ended now, this job would send the message again.
  assert.deepEqual(
    (await ofThis()).map(({ run_at }) => run_at),
    [new Date(createdAt.getTime() + 45_000)],
  )
  open()
  await task[Symbol.asyncDispose]()
  assert.equal((await readNotification(database, id)).status, 'sent')
  assert.deepEqual(await ofThis(), [])
  assert.equal(provider.bodies.length, 1)
})

test('a message in progress is not sent by another job, and its outcome is checked later', async () => {
  const { database } = installation
  await using provider = await startProvider()
  const { behaviour, open } = held()
  provider.behave(behaviour)
  const occurrence_id = await addOccurrence(database)
  const id = await addNotification(database, {
    occurrence_id,
    channel_id: 'json_post',
    address: `${provider.url}/twice`,
  })
  const task = taskWith()
  const job = () => task({ notifications: [id] })
  // Concurrently, and once more after the job has ended while its message is still being sent.
  await Promise.all([job(), job()])
  await job()
  const [again] = (await jobs(database)).filter(({ key }) => key === `deliver:${id}`)
  assert.deepEqual(again?.run_at, new Date(createdAt.getTime() + 5_000))
  open()
  await task[Symbol.asyncDispose]()
  assert.equal((await readNotification(database, id)).status, 'sent')
  assert.equal(provider.bodies.length, 1)
  // Another process does not send it either, because it is claimed.
  const other = await addNotification(database, {
    occurrence_id,
    channel_id: 'json_post',
    address: `${provider.url}/two`,
  })
  const second = held()
  provider.behave(second.behaviour)
  const tasks = [taskWith(), taskWith()]
  await Promise.all(tasks.map((each) => each({ notifications: [other] })))
  second.open()
  for (const each of tasks) await each[Symbol.asyncDispose]()
  assert.equal(provider.bodies.length, 2)
  assert.equal((await readNotification(database, other)).status, 'sent')
})

test('a destination with three timeouts in a row is not used for a while, without affecting others', async () => {
  const { database } = installation
  await using silent = await startProvider()
  await using other = await startProvider()
  silent.behave(hangs)
  const occurrence_id = await addOccurrence(database)
  const add = (url: string) =>
    addNotification(database, { occurrence_id, channel_id: 'json_post', address: `${url}/x` })
  const task = taskWith({ timeoutMs: 100 })
  const send = async (id: number) => {
    await task({ notifications: [id] })
    await task[Symbol.asyncDispose]()
    return readNotification(database, id)
  }
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const { attempts } = await send(await add(silent.url))
    assert.deepEqual(
      attempts.map(({ outcome, answer }) => [outcome, answer]),
      [['temporary', 'no answer in 0.1 s']],
    )
  }
  const fourth = await send(await add(silent.url))
  assert.deepEqual([fourth.status, fourth.attempts.length, silent.bodies.length], ['pending', 0, 3])
  const delay = (fourth.next_attempt_at?.getTime() ?? 0) - createdAt.getTime()
  assert.ok(delay > 5_000 && delay <= 10_000, `${delay} ms`)
  assert.equal((await send(await add(other.url))).status, 'sent')
})

test("a push service that hangs keeps no other account's devices waiting", async () => {
  const { database } = installation
  await using hanging = await startProvider()
  await using other = await startProvider()
  hanging.behave(hangs)
  const addDevice = async (account_id: number, device: string, endpoint: string) => {
    const seal = (field: string, value: string) => vault.seal(value, ['mobile_device', device, field])
    await database.query(sql`insert into mobile_device (id, account_id, endpoint, p256dh, auth)
values (${device}, ${account_id}, ${seal('endpoint', endpoint)}, ${seal('p256dh', 'key')}, ${seal('auth', 'secret')})`)
  }
  await addDevice(1, 'trap', `${hanging.url}/push`)
  await addDevice(2, 'phone', `${other.url}/push`)
  const occurrence_id = await addOccurrence(database)
  const task = taskWith({
    timeoutMs: 1_000,
    channel: plainChannels({
      push: async ({ device }, { web }) => {
        await web.send({ url: device?.endpoint ?? '', body: '' })
        return { answer: 'taken' }
      },
    }),
  })
  const send = async (account_id: number, address: string) => {
    const id = await addNotification(database, { account_id, occurrence_id, channel_id: 'push', address })
    await task({ notifications: [id] })
    await task[Symbol.asyncDispose]()
    return readNotification(database, id)
  }
  for (let attempt = 0; attempt < 3; attempt += 1) await send(1, 'trap')
  const fourth = await send(1, 'trap')
  assert.deepEqual([fourth.status, fourth.attempts], ['pending', []])
  assert.equal((await send(2, 'phone')).status, 'sent')
})

test('all e-mail channels share the places of the mail server', async () => {
  const { database } = installation
  const occurrence_id = await addOccurrence(database)
  let [underWay, most] = [0, 0]
  const slowly = async () => {
    underWay += 1
    most = Math.max(most, underWay)
    await wait(100)
    underWay -= 1
    return { answer: 'taken' }
  }
  const kinds = ['email', 'email_short', 'email_extended']
  const task = taskWith({ channel: plainChannels(Object.fromEntries(kinds.map((kind) => [kind, slowly]))) })
  const mails: number[] = []
  for (const [index, channel_id] of [...kinds, ...kinds, ...kinds, ...kinds].entries())
    mails.push(await addNotification(database, { occurrence_id, channel_id, address: `jan${index}@example.com` }))
  await task({ notifications: mails })
  await task[Symbol.asyncDispose]()
  const sent = await Promise.all(mails.map((id) => readNotification(database, id)))
  assert.ok(sent.every(({ status }) => status === 'sent'))
  assert.equal(most, 8)
})
