import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { Registry } from '@prometheus-io/client'
import { watchUnreadable } from '@wachta/runtime'
import { addRawJob, deleteAllJobs, loadJobs } from '@wachta/testing/jobs'
import { addJobs, type NewJob, PermanentJobError } from '../src/index.ts'
import { openQueue, until } from './support/open-queue.ts'

const queue = await openQueue()
const { db, lines } = queue
after(() => queue[Symbol.asyncDispose]())
beforeEach(async () => {
  lines.length = 0
  await deleteAllJobs(db)
})

const hasNoJobs = async () => (await loadJobs(db)).length === 0

test('a payload of the wrong shape does not compile', () => {
  const jobs: NewJob[] = [
    // @ts-expect-error A notify job names alerts.
    { name: 'tell', payload: { notifications: [1] } },
    // @ts-expect-error Ids are numbers.
    { name: 'deliver', payload: { notifications: ['1'] } },
    // @ts-expect-error An e-mail has one of the known kinds.
    { name: 'mail', payload: { kind: 'greeting', accountId: 1 } },
    // @ts-expect-error There is no such job.
    { name: 'call', payload: {} },
    // @ts-expect-error Keys begin with the name of a job.
    { name: 'deliver', payload: { notifications: [1] }, key: 'other:1' },
  ]
  assert.equal(jobs.length, 5)
})

const unreadable: readonly (readonly [name: 'tell' | 'deliver', payloads: readonly unknown[]])[] = [
  ['tell', [null, 'x', [], {}, { occurrence: 1 }, { occurrences: {} }, { occurrences: ['1'] }, { occurrences: [1.5] }]],
  ['deliver', [null, 'x', [], {}, { notifications: 'x' }, { notifications: { 0: 1 } }]],
]
for (const [name, payloads] of unreadable)
  test(`a ${name} job that cannot be read is logged and counted, and not retried`, { timeout: 60_000 }, async () => {
    const metrics = new Registry()
    const logged: object[] = []
    using _watch = watchUnreadable(metrics, { warn: (details: object) => void logged.push(details) })
    for (const payload of payloads) await addRawJob(db, name, { payload })
    const done: unknown[] = []
    await using _worker = queue.start({ [name]: async (payload: unknown) => void done.push(payload) })
    await until(hasNoJobs)
    assert.deepEqual(done, [])
    assert.match(await metrics.metrics(), new RegExp(`place="job\\.${name}"\\} ${payloads.length}\\n`))
    assert.match(JSON.stringify(logged), new RegExp(`"place":"job\\.${name}","id":"\\d+"`))
  })

test('of a list with bad ids, the notifications that can be sent are sent', { timeout: 60_000 }, async () => {
  const done: unknown[] = []
  await using _worker = queue.start({ deliver: async ({ notifications }) => void done.push(notifications) })
  await addRawJob(db, 'deliver', { payload: { notifications: [1.5, 'a', null, 7, 2 ** 60] } })
  await until(hasNoJobs)
  assert.deepEqual(done, [[7]])
})

test('an invalid time is ignored, and a numeric one is passed on', { timeout: 60_000 }, async () => {
  const done: unknown[] = []
  await using _worker = queue.start({ tell: async (payload) => void done.push(payload) }, { concurrency: 1 })
  await addRawJob(db, 'tell', { payload: { occurrences: [1], not_before: 'soon', unknown: true } })
  await until(() => done.length === 1)
  await addRawJob(db, 'tell', { payload: { occurrences: [2], not_before: 5 } })
  await until(() => done.length === 2)
  assert.deepEqual(done, [{ occurrences: [1] }, { occurrences: [2], not_before: 5 }])
})

test('an e-mail that cannot be read is logged, and kept as failed at once', { timeout: 60_000 }, async () => {
  const done: unknown[] = []
  await using _worker = queue.start({ mail: async (request) => void done.push(request) })
  await addRawJob(db, 'mail', { payload: { kind: 'password', accountId: 1, to: 'jan@mail.example' }, maxAttempts: 12 })
  await until(async () => (await loadJobs(db)).every(({ last_error }) => last_error !== null))
  const [job] = await loadJobs(db)
  assert.deepEqual([job?.attempts, job?.max_attempts, job?.is_available], [1, 1, false])
  assert.match(job?.last_error ?? '', /password: .*additional/)
  const line = lines.find(({ message }) => message.includes('can never succeed'))
  assert.equal(line?.level, 'error')
  assert.match(JSON.stringify(line?.details), /password: .*additional/)
  assert.ok(!JSON.stringify([lines, job?.last_error]).includes('jan@mail.example'))
  assert.deepEqual(done, [])
})

test('a task can mark a job as permanently failed', { timeout: 60_000 }, async () => {
  let attempts = 0
  await using _worker = queue.start({
    mail: async () => {
      attempts += 1
      throw new PermanentJobError('no such page')
    },
  })
  await db.transaction((tx) => addJobs(tx, [{ name: 'mail', payload: { kind: 'password_changed', accountId: 1 } }]))
  await until(async () => (await loadJobs(db)).every(({ last_error }) => last_error === 'no such page'))
  const [job] = await loadJobs(db)
  assert.deepEqual([attempts, job?.is_available], [1, false])
})
