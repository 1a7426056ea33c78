import assert from 'node:assert/strict'
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { after, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { type Database, openDatabase } from '@wachta/database'
import { testDatabase } from '@wachta/testing/database'
import { sql } from 'kysely'
import { type QueueOptions, startQueue, type Task } from '../src/queue.ts'

const server = await testDatabase()
const db = openDatabase(server.url)
after(async () => {
  await db[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
})

const quiet = () => undefined
const log = { debug: quiet, info: quiet, warn: quiet, error: quiet }

const add = async (task: string, payload: object = {}): Promise<string> => {
  const [job] = await db.query(
    sql<{
      id: number
    }>`select id from graphile_worker.add_job(${task}, payload => ${JSON.stringify(payload)}::json)`,
  )
  return String(job?.id)
}

const locked = () =>
  db.query(
    sql<{
      id: number
      locked_by: string
    }>`select id, locked_by from graphile_worker.jobs where locked_by is not null order by id`,
  )

function work(tasks: Readonly<Record<string, Task>>, more: Partial<QueueOptions> & { database?: Database } = {}) {
  return startQueue({ database: db, heartbeats: db, tasks, concurrency: 4, log, ...more })
}

function startStuck(): ChildProcess {
  return fork(new URL('./fixtures/stuck-worker.ts', import.meta.url), [server.url], { execArgv: [], silent: true })
}

async function until(holds: () => boolean | Promise<boolean>, within_ms = 20_000): Promise<number> {
  const begun = performance.now()
  while (performance.now() - begun < within_ms) {
    if (await holds()) return performance.now() - begun
    await wait(20)
  }
  return assert.fail('it did not happen in time')
}

test('what a worker had taken that was killed is done by another within 12 seconds', { timeout: 90_000 }, async () => {
  const id = await add('deliver')
  const child = startStuck()
  const gone = once(child, 'exit')
  try {
    const [taken] = await once(child, 'message')
    assert.equal(taken, id)
    const done: string[] = []
    await using _queue = work({ deliver: async (_payload, job) => void done.push(job.id) })
    // As long as it lives, its job is its own, for however long.
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

test('jobs of other tasks are left alone, whoever holds them', { timeout: 60_000 }, async () => {
  const mail = await add('mail')
  await db.query(
    sql`update graphile_worker._private_jobs set locked_by = 'a mailer', locked_at = now() - interval '1 minute' where id = ${mail}`,
  )
  await using _queue = work({ deliver: async () => undefined })
  await wait(3_000)
  assert.deepEqual(
    (await locked()).map(({ locked_by }) => locked_by),
    ['a mailer'],
  )
  await db.query(sql`delete from graphile_worker._private_jobs where id = ${mail}`)
})

test('what nobody ever said to be alive is freed as well', { timeout: 60_000 }, async () => {
  const done: string[] = []
  const id = await add('deliver')
  await db.query(
    sql`update graphile_worker._private_jobs set locked_by = 'nobody', locked_at = now() - interval '9 seconds' where id = ${id}`,
  )
  await using _queue = work({ deliver: async (_payload, job) => void done.push(job.id) })
  await until(() => done.length === 1)
  assert.deepEqual(done, [id])
})

test('a job that was removed while a worker held it, who is gone, is not left behind as given up', {
  timeout: 60_000,
}, async () => {
  const done: string[] = []
  await db.query(sql`select graphile_worker.add_job('deliver', job_key => 'removed')`)
  await db.query(
    sql`update graphile_worker._private_jobs set locked_by = 'nobody', locked_at = now() - interval '9 seconds' where key = 'removed'`,
  )
  await db.query(sql`select graphile_worker.remove_job('removed')`)
  const left = async () => (await db.query(sql`select from graphile_worker.jobs`)).length
  assert.equal(await left(), 1)
  await using _queue = work({ deliver: async (_payload, job) => void done.push(job.id) })
  await until(async () => (await left()) === 0)
  assert.deepEqual(done, [])
})

test('an orderly stop finishes what is under way and takes nothing new', { timeout: 60_000 }, async () => {
  const [begun, done]: [string[], string[]] = [[], []]
  const queue = work(
    {
      deliver: async (_payload, { id }) => {
        begun.push(id)
        await wait(1_000)
        done.push(id)
      },
    },
    { concurrency: 1 },
  )
  const ids = [await add('deliver'), await add('deliver')]
  await until(() => begun.length === 1)
  queue.assertWorking()
  await queue[Symbol.asyncDispose]()
  assert.deepEqual(done, ids.slice(0, 1))
  assert.deepEqual(await locked(), [])
  assert.deepEqual(await db.query(sql`select worker_id from queue_worker where expires_at > now()`), [])
  assert.throws(() => queue.assertWorking(), /not worked on/)
  await db.query(sql`delete from graphile_worker._private_jobs`)
})

test('what does not come to an end is left to others when the process has to go', { timeout: 60_000 }, async () => {
  const id = await add('deliver')
  let taken = 0
  const hang = Promise.withResolvers<void>()
  const queue = work(
    {
      deliver: async () => {
        taken += 1
        await hang.promise
      },
    },
    { stopWithin_ms: 500 },
  )
  await until(() => taken === 1)
  assert.equal((await locked()).length, 1)
  const begun = performance.now()
  await queue[Symbol.asyncDispose]()
  assert.ok(performance.now() - begun < 5_000)
  assert.deepEqual(await locked(), [])
  const done: string[] = []
  await using _next = work({ deliver: async (_payload, job) => void done.push(job.id) })
  await until(() => done.length === 1)
  assert.deepEqual(done, [id])
  hang.resolve()
})

test('a job that fails is tried again later, and the queue goes on', { timeout: 60_000 }, async () => {
  const seen: unknown[] = []
  await using _queue = work({
    tell: async (payload) => {
      seen.push(payload)
      if (seen.length === 1) throw new Error('the first one fails')
    },
  })
  await add('tell', { occurrences: [1] })
  await add('tell', { occurrences: [2] })
  await until(() => seen.length === 3)
  // Either may be taken first; whichever it is comes again after the other.
  assert.deepEqual(seen[2], seen[0])
  assert.notDeepEqual(seen[1], seen[0])
})

test('after an outage others have the time to say that they live before their jobs are taken', {
  timeout: 60_000,
}, async () => {
  let isAway = false
  const heartbeats: QueueOptions['heartbeats'] = {
    query: (statement) => (isAway ? Promise.reject(new Error('away')) : db.query(statement)),
  }
  const done: string[] = []
  await using _queue = work({ deliver: async (_payload, job) => void done.push(job.id) }, { heartbeats })
  await wait(7_000)
  isAway = true
  const id = await add('deliver', { hold: true })
  await until(() => done.length === 1)
  // Another one holds a job, and could not say that it lives either.
  const held = await add('mine')
  await db.query(sql`update graphile_worker._private_jobs set locked_by = 'another', locked_at = now() - interval '20 seconds',
  task_id = (select id from graphile_worker._private_tasks where identifier = 'deliver') where id = ${held}`)
  await wait(5_000)
  isAway = false
  await wait(4_000)
  assert.deepEqual(done, [id])
  // It never says so: then it is gone.
  await until(() => done.length === 2)
  assert.deepEqual(done, [id, held])
})
