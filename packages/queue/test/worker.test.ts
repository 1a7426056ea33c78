import assert from 'node:assert/strict'
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { after, beforeEach, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { openDatabase } from '@wachta/database'
import {
  addRawJob,
  allowCompletion,
  deleteAllJobs,
  deleteJob,
  loadJobs,
  lockJob,
  unlockJob,
} from '@wachta/testing/jobs'
import { sql } from 'kysely'
import { addJobs, makeDeliverTimer, makeSubscriberTimer, removeJobs, type WorkerOptions } from '../src/index.ts'
import { openQueue, until } from './support/open-queue.ts'

const queue = await openQueue()
const { db, lines, start } = queue
after(() => queue[Symbol.asyncDispose]())
beforeEach(() => {
  lines.length = 0
})

const addDeliver = async (key?: string): Promise<string> =>
  String(await addRawJob(db, 'deliver', { payload: { notifications: [1] }, ...(key !== undefined && { key }) }))

const loadLocked = async () => (await loadJobs(db)).filter(({ locked_by }) => locked_by !== null)

/** Runs every job at once, and notes its id. */
function collect(done: string[]): WorkerOptions['tasks'] {
  return { deliver: async (_payload, job) => void done.push(job.id) }
}

const startStuck = (): ChildProcess =>
  fork(new URL('./fixtures/stuck-worker.ts', import.meta.url), [queue.url], { execArgv: [], silent: true })

test('the jobs of a killed worker are run by another within 12 seconds', { timeout: 90_000 }, async () => {
  const id = await addDeliver()
  const child = startStuck()
  const gone = once(child, 'exit')
  try {
    const [taken] = await once(child, 'message')
    assert.equal(taken, id)
    const done: string[] = []
    await using _worker = start(collect(done))
    // A live worker keeps its job, however long it takes.
    await wait(12_500)
    assert.deepEqual(done, [])
    child.kill('SIGKILL')
    await gone
    const took = await until(() => done.length > 0)
    assert.deepEqual(done, [id])
    assert.ok(took < 12_000, `${took} ms`)
  } finally {
    child.kill('SIGKILL')
  }
})

test('jobs with other names stay with their worker', { timeout: 60_000 }, async () => {
  const mail = await addRawJob(db, 'mail')
  await lockJob(db, mail, 'a mailer', 60_000)
  await using _worker = start({ deliver: async () => undefined })
  // Long enough for a recovery: one does not start in the first 6 seconds.
  await wait(8_500)
  assert.deepEqual(
    (await loadLocked()).map(({ locked_by }) => locked_by),
    ['a mailer'],
  )
  await deleteJob(db, mail)
})

test('a worker that never sent a heartbeat keeps its jobs for as long as its kind may, then loses them', {
  timeout: 60_000,
}, async () => {
  const done: string[] = []
  const [lost, kept] = [await addDeliver(), await addDeliver()]
  await lockJob(db, Number(lost), 'unknown-dead', 61_000)
  await lockJob(db, Number(kept), 'unknown-alive', 30_000)
  await using _worker = start(collect(done), { graceMs: 60_000 })
  await until(() => done.length === 1)
  assert.deepEqual(done, [lost])
  // The job itself is deleted just after it was run.
  await until(async () => (await loadLocked()).length === 1)
  assert.deepEqual(
    (await loadLocked()).map(({ locked_by }) => locked_by),
    ['unknown-alive'],
  )
  await deleteAllJobs(db)
})

test('without a longer grace, such a worker loses its jobs after 10 seconds', { timeout: 60_000 }, async () => {
  const done: string[] = []
  const id = await addDeliver()
  await lockJob(db, Number(id), 'unknown', 9_000)
  await using _worker = start(collect(done))
  await until(() => done.length === 1)
  assert.deepEqual(done, [id])
})

test('a job that was removed while a dead worker held it is not left behind as failed', {
  timeout: 60_000,
}, async () => {
  const done: string[] = []
  const id = await addDeliver('deliver:7')
  await lockJob(db, Number(id), 'dead', 9_000)
  await removeJobs(db, ['deliver:7'])
  const countLeft = async () => (await loadJobs(db)).length
  assert.equal(await countLeft(), 1)
  await using _worker = start(collect(done))
  await until(async () => (await countLeft()) === 0)
  assert.deepEqual(done, [])
})

test('a worker that stops finishes running jobs and starts no others', { timeout: 60_000 }, async () => {
  const [started, done]: [string[], string[]] = [[], []]
  const worker = start(
    {
      deliver: async (_payload, { id }) => {
        started.push(id)
        await wait(1_000)
        done.push(id)
      },
    },
    { concurrency: 1 },
  )
  const ids = [await addDeliver(), await addDeliver()]
  await until(() => started.length === 1)
  worker.assertRunning()
  await worker[Symbol.asyncDispose]()
  assert.deepEqual(done, ids.slice(0, 1))
  assert.deepEqual(await loadLocked(), [])
  assert.deepEqual(await db.query(sql`select worker_id from queue_worker where expires_at > now()`), [])
  assert.throws(() => worker.assertRunning(), /not running/)
  await deleteAllJobs(db)
})

test('jobs that do not end in time are left to other workers', { timeout: 60_000 }, async () => {
  const id = await addDeliver()
  let taken = 0
  const hang = Promise.withResolvers<void>()
  const worker = start(
    {
      deliver: async () => {
        taken += 1
        await hang.promise
      },
    },
    { stopTimeoutMs: 500 },
  )
  await until(() => taken === 1)
  assert.equal((await loadLocked()).length, 1)
  const started = performance.now()
  await worker[Symbol.asyncDispose]()
  assert.ok(performance.now() - started < 5_000)
  assert.deepEqual(await loadLocked(), [])
  const done: string[] = []
  await using _next = start(collect(done))
  await until(() => done.length === 1)
  assert.deepEqual(done, [id])
  hang.resolve()
})

test('a job that fails is retried later, and the others go on', { timeout: 60_000 }, async () => {
  const seen: unknown[] = []
  await using _worker = start({
    tell: async (payload) => {
      seen.push(payload)
      if (seen.length === 1) throw new Error('the first one fails')
    },
  })
  await addRawJob(db, 'tell', { payload: { occurrences: [1] } })
  await addRawJob(db, 'tell', { payload: { occurrences: [2] } })
  await until(() => seen.length === 3)
  // Either job may be the first; it runs again after the other.
  assert.deepEqual(seen[2], seen[0])
  assert.notDeepEqual(seen[1], seen[0])
})

test('a worker goes on after its connections to the database were cut', { timeout: 60_000 }, async () => {
  await using owner = queue.openOwner()
  await using database = openDatabase(queue.url)
  const done: string[] = []
  await using worker = start(collect(done), { database, heartbeats: database, restartAfterMs: 50 })
  const first = await addDeliver()
  await until(() => done.length === 1)
  await owner.query(
    sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  )
  await wait(100)
  // The test's own pool may still hold a connection that is gone.
  const second = String(await addRawJob(owner, 'deliver', { payload: { notifications: [1] } }))
  await until(() => done.length === 2)
  assert.deepEqual(done, [first, second])
  worker.assertRunning()
})

test('a worker starts again after it could not store the outcome of a job', { timeout: 60_000 }, async () => {
  await using owner = queue.openOwner()
  const done: string[] = []
  await using worker = start(collect(done), { restartAfterMs: 50 })
  await allowCompletion(owner, false)
  try {
    await addDeliver()
    await until(() => lines.some(({ message }) => message.includes('restarting the worker')))
  } finally {
    await allowCompletion(owner, true)
  }
  const next = await addDeliver()
  await until(() => done.includes(next))
  worker.assertRunning()
  await until(async () => (await loadJobs(db)).every(({ id }) => String(id) !== next))
  await deleteAllJobs(db)
})

test('a task whose work must not be repeated quickly is run again only when the heartbeats have expired', {
  timeout: 60_000,
}, async () => {
  await using owner = queue.openOwner()
  const done: string[] = []
  await using _worker = start(collect(done), { restartAfterMs: 50, keepsLocksOnFailure: true })
  await allowCompletion(owner, false)
  try {
    await addDeliver()
    await until(() => lines.some(({ message }) => message.includes('restarting the worker')))
  } finally {
    await allowCompletion(owner, true)
  }
  await wait(3_000)
  assert.equal(done.length, 1)
  await until(() => done.length === 2)
  await until(async () => (await loadJobs(db)).length === 0)
})

test('a worker that was considered dead does not delete the job that it planned for later', {
  timeout: 60_000,
}, async () => {
  const later = new Date('2030-01-01')
  const ran: string[] = []
  const deliver: WorkerOptions['tasks']['deliver'] = async (_payload, { id }) => {
    ran.push(id)
    // As if this worker was frozen, another one recovered its job, and then this one continues and completes it.
    await unlockJob(db, Number(id))
    await db.transaction((tx) => addJobs(tx, [makeDeliverTimer(7, later)]))
  }
  await using _worker = start({ deliver }, { concurrency: 1 })
  const id = await addDeliver('deliver:7')
  await until(async () => (await loadJobs(db)).every((job) => String(job.id) !== id))
  const stored = await loadJobs(db)
  assert.deepEqual(
    stored.map(({ key, run_at, attempts }) => [key, run_at, attempts]),
    [['deliver:7', later, 0]],
  )
  assert.deepEqual(ran, [id])
  await deleteAllJobs(db)
})

test('after an outage, other workers have time to send heartbeats before their jobs are taken', {
  timeout: 60_000,
}, async () => {
  let isAway = false
  const heartbeats: WorkerOptions['heartbeats'] = {
    query: (statement) => (isAway ? Promise.reject(new Error('away')) : db.query(statement)),
  }
  const done: string[] = []
  await using worker = start(collect(done), { heartbeats })
  await wait(7_000)
  isAway = true
  const id = await addDeliver()
  await until(() => done.length === 1)
  // Another worker holds a job, and could not send heartbeats either.
  const held = await addRawJob(db, 'deliver', { payload: { notifications: [2] }, delayMs: 3_600_000 })
  await lockJob(db, held, 'another', 20_000)
  await db.query(sql`update graphile_worker._private_jobs set run_at = now() where id = ${held}`)
  await wait(6_500)
  assert.throws(() => worker.assertRunning(), /heartbeats/)
  isAway = false
  await wait(4_000)
  assert.deepEqual(done, [id])
  // It never sends one, so it is dead.
  await until(() => done.length === 2)
  assert.deepEqual(done, [id, String(held)])
})

test('a job whose outcome the database has lost is run again by the worker that holds it', {
  timeout: 60_000,
}, async () => {
  const done: string[] = []
  await using _worker = start(collect(done))
  const first = await addDeliver()
  await until(() => done.includes(first))
  const [{ worker_id } = { worker_id: '' }] = await db.query(sql<{
    worker_id: string
  }>`select worker_id from queue_worker
order by expires_at desc limit 1`)
  // As after the promotion of a standby that has the job, but not its outcome.
  const lost = await addRawJob(db, 'deliver', { payload: { notifications: [1] }, delayMs: 3_600_000 })
  await lockJob(db, lost, worker_id, 20_000)
  await db.query(sql`update graphile_worker._private_jobs set run_at = now() where id = ${lost}`)
  await until(() => done.includes(String(lost)))
  assert.ok(lines.some(({ message }) => message.includes('has lost the outcome of jobs')))
})

test('the queue of a job whose outcome the database has lost goes on', { timeout: 60_000 }, async () => {
  const done: string[] = []
  await using _worker = start({ message_subscribers: async (_payload, { id }) => void done.push(id) })
  const first = String(await addRawJob(db, 'message_subscribers', { payload: { deliveries: [1] } }))
  await until(() => done.includes(first))
  const [{ worker_id } = { worker_id: '' }] = await db.query(sql<{
    worker_id: string
  }>`select worker_id from queue_worker
order by expires_at desc limit 1`)
  const message = { id: 2, channel_id: 'email', page_id: 7, is_bulletin: true }
  await db.transaction((tx) => addJobs(tx, [makeSubscriberTimer(message, new Date('2030-01-01'))]))
  const lost = (await loadJobs(db, 'message_subscribers')).at(-1)?.id ?? 0
  // As after the promotion of a standby: the job and its queue are locked, and their worker has forgotten them.
  await lockJob(db, lost, worker_id, 20_000)
  await db.query(sql`update graphile_worker._private_job_queues set locked_by = ${worker_id}, locked_at = now() - interval '20 seconds'
where queue_name = 'mail subscribers 7'`)
  await db.query(sql`update graphile_worker._private_jobs set run_at = now() where id = ${lost}`)
  await until(() => done.includes(String(lost)))
})

test('a worker that stopped in time does not report running jobs later', async () => {
  const done: string[] = []
  const worker = start(collect(done), { stopTimeoutMs: 300 })
  await addDeliver()
  await until(() => done.length === 1)
  await worker[Symbol.asyncDispose]()
  await wait(600)
  assert.deepEqual(
    lines.filter(({ message }) => message.startsWith('jobs are still running')),
    [],
  )
})
