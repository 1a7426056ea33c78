import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { addRawJob, deleteAllJobs, loadJobs, lockJob, setAttempts } from '@wachta/testing/jobs'
import {
  addJobs,
  loadBacklog,
  loadQueueState,
  makeDeliverJobs,
  makeDeliverTimer,
  makeNotifyJobs,
  makeNotifyRetry,
  makeNotifyTimer,
  makeSubscriberJobs,
  type NewJob,
  removeJobs,
  toDeliverKey,
  toNotifyKey,
} from '../src/index.ts'
import { openQueue, until } from './support/open-queue.ts'

const queue = await openQueue()
const { db } = queue
after(() => queue[Symbol.asyncDispose]())
beforeEach(() => deleteAllJobs(db))

const add = (...jobs: readonly NewJob[]) => db.transaction((tx) => addJobs(tx, jobs))
const loadPayloads = async () => (await loadJobs(db)).map(({ payload }) => payload)

test('names, keys and payloads are stored as other versions know them', async () => {
  const time = Date.parse('2030-01-01T00:00:00Z')
  await add(...makeNotifyJobs([3]), makeNotifyTimer(4, time))
  await add(
    ...makeDeliverJobs([{ id: 5, channel_id: 'sms', address: '+48600100200' }]),
    makeDeliverTimer(6, new Date(time)),
  )
  await add({ name: 'mail', payload: { kind: 'password', accountId: 7, page: null } })
  const stored = await loadJobs(db)
  assert.deepEqual(
    stored
      .map(({ name, key, payload, max_attempts, run_at }) => [
        ...[name, key, payload, max_attempts],
        run_at.getTime() === time,
      ])
      .sort(([one], [other]) => String(one).localeCompare(String(other))),
    [
      ['deliver', 'deliver:6', { notifications: [6] }, 25, true],
      ['deliver', null, { notifications: [5] }, 25, false],
      ['mail', null, { kind: 'password', accountId: 7, page: null }, 12, false],
      ['tell', 'tell:4', { occurrences: [4], not_before: time }, 25, true],
      ['tell', null, { occurrences: [3] }, 25, false],
    ],
  )
})

test('a job of a transaction that is rolled back never runs', { timeout: 60_000 }, async () => {
  const done: unknown[] = []
  await using _worker = queue.start({ tell: async (payload) => void done.push(payload.occurrences) })
  const rolledBack = db.transaction(async (tx) => {
    await addJobs(tx, makeNotifyJobs([1]))
    throw new Error('rolled back')
  })
  await assert.rejects(rolledBack, /rolled back/)
  await add(...makeNotifyJobs([2]))
  await until(() => done.length > 0)
  await until(async () => (await loadJobs(db)).length === 0)
  assert.deepEqual(done, [[2]])
})

test('a removal that is rolled back leaves the job', async () => {
  await add(makeDeliverTimer(1, new Date('2030-01-01')))
  const rolledBack = db.transaction(async (tx) => {
    await removeJobs(tx, [toDeliverKey(1)])
    throw new Error('rolled back')
  })
  await assert.rejects(rolledBack, /rolled back/)
  assert.deepEqual(await loadPayloads(), [{ notifications: [1] }])
})

test('a job replaces the waiting one with the same key, with its time', async () => {
  await add(makeNotifyTimer(1, Date.parse('2030-01-01')), makeNotifyTimer(2, Date.parse('2030-01-01')))
  await add(makeNotifyTimer(1, Date.parse('2031-01-01')))
  const stored = await loadJobs(db)
  assert.deepEqual(stored.map(({ key, run_at }) => `${key} ${run_at.getUTCFullYear()}`).sort(), [
    'tell:1 2031',
    'tell:2 2030',
  ])
})

test('a job whose predecessor is running is stored beside it', async () => {
  await add(makeDeliverTimer(1, new Date('2030-01-01')))
  const [running] = await loadJobs(db)
  await lockJob(db, running?.id ?? 0, 'worker', 0)
  await add(makeDeliverTimer(1, new Date('2031-01-01')))
  const stored = await loadJobs(db)
  assert.deepEqual(
    stored.map(({ key, locked_by }) => [key, locked_by]),
    [
      [null, 'worker'],
      ['deliver:1', null],
    ],
  )
})

test('jobs are removed by their keys, and others stay', async () => {
  const later = Date.parse('2030-01-01')
  await add(
    makeNotifyTimer(1, later),
    makeNotifyTimer(2, later),
    makeDeliverTimer(1, new Date(later)),
    ...makeNotifyJobs([1]),
  )
  await db.transaction((tx) => removeJobs(tx, [toNotifyKey(1), toNotifyKey(3), toDeliverKey(2)]))
  assert.deepEqual((await loadJobs(db)).map(({ key }) => key).sort(), ['deliver:1', 'tell:2', null].sort())
  await db.transaction((tx) => removeJobs(tx, []))
  assert.equal((await loadJobs(db)).length, 3)
})

test('many alerts and notifications are divided into jobs, notifications by channel', async () => {
  const ids = Array.from({ length: 250 }, (_, index) => index + 1)
  const sizes = makeNotifyJobs(ids).map((job) => ('occurrences' in job.payload ? job.payload.occurrences.length : 0))
  assert.deepEqual(sizes, [100, 100, 50])
  const notifications = ids.slice(0, 100).map((id) => ({
    ...{ id, channel_id: id % 5 === 0 ? 'sms' : 'email', address: `${id % 2}` },
  }))
  await add(...makeDeliverJobs(notifications))
  const stored = await loadJobs<{ notifications: number[] }>(db)
  assert.deepEqual(
    stored.map(({ payload }) => payload.notifications.length),
    [40, 40, 20],
  )
  assert.ok(
    stored[0]?.payload.notifications.every((id) => id % 2 === 1),
    'those to one address are together',
  )
  assert.ok(stored.every(({ payload }) => new Set(payload.notifications.map((id) => id % 5 === 0)).size === 1))
  assert.deepEqual([makeNotifyJobs([]), makeDeliverJobs([])], [[], []])
})

test('long lists of subscribers hold up no shorter one that comes later', { timeout: 60_000 }, async () => {
  const makeList = (page: number, length: number) =>
    Array.from({ length }, (_, index) => ({
      ...{ id: page * 10_000 + index, page_id: page, channel_id: 'email', is_bulletin: true },
    }))
  for (const [page, length] of [
    [1, 400],
    [2, 400],
    [3, 60],
  ] as const)
    await add(...makeSubscriberJobs(makeList(page, length)))
  const pages: number[] = []
  const message = async ({ deliveries: [first = 0] }: { readonly deliveries: readonly number[] }) =>
    void pages.push(Math.floor(first / 10_000))
  await using _worker = queue.start({ message_subscribers: message }, { concurrency: 2 })
  await until(() => pages.length === 43)
  // Three jobs of its own list, and as many of each other list; a worker may have taken a few more in the meantime.
  assert.ok(pages.lastIndexOf(3) < 12, pages.join(' '))
  assert.deepEqual([pages.filter((page) => page === 1).length, pages.filter((page) => page === 3).length], [20, 3])
})

test('an alert that is retried alone keeps the time that its job was planned for', () => {
  const payload = { occurrences: [1, 2, 3], not_before: 5 }
  assert.deepEqual(makeNotifyRetry(2, payload), { name: 'tell', payload: { occurrences: [2], not_before: 5 } })
})

test('the backlog counts what is due, and tells running jobs apart', async () => {
  await addRawJob(db, 'tell', { delayMs: -90_000 })
  await addRawJob(db, 'tell', { delayMs: 3_600_000 })
  await lockJob(db, await addRawJob(db, 'tell', { delayMs: -300_000 }), 'worker', 0)
  const [backlog, none] = await loadBacklog(db, ['tell', 'mail']).then((all) =>
    all.toSorted((one, other) => other.name.localeCompare(one.name)),
  )
  assert.deepEqual([backlog?.name, backlog?.waiting], ['tell', 1])
  assert.ok(Math.abs((backlog?.waitingSeconds ?? 0) - 90) < 20)
  assert.ok(Math.abs((backlog?.dueSeconds ?? 0) - 300) < 20)
  assert.deepEqual(none, { name: 'mail', waiting: 0, waitingSeconds: 0, dueSeconds: 0 })
  const { dueCount, firstDueAt, exhaustedCount } = await loadQueueState(db)
  assert.deepEqual([dueCount, exhaustedCount], [1, 0])
  assert.ok(Math.abs(Date.now() - 90_000 - (firstDueAt?.getTime() ?? 0)) < 20_000)
  await setAttempts(db, 'all')
  assert.equal((await loadQueueState(db)).exhaustedCount, 2, 'the third one is running')
})
