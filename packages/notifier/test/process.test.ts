import assert from 'node:assert/strict'
import { type ChildProcess, fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { after, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { addJobs, makeNotifyJobs } from '@wachta/queue'
import { getBasicEnvironment } from '@wachta/testing/processes/basic-environment'
import { sql } from 'kysely'
import { openWorld } from './support/world.ts'

const world = await openWorld()
after(() => world[Symbol.asyncDispose]())

function start(): ChildProcess {
  return fork(new URL('../src/main.ts', import.meta.url), {
    env: {
      ...getBasicEnvironment(),
      DATABASE_URL: world.url,
      SECRET_KEYS: `test:${randomBytes(32).toString('base64')}`,
      METRICS_PORT: '0',
    },
    execArgv: [],
    silent: true,
  })
}

test('the process handles queued alerts, serves metrics and readiness, and stops when asked', {
  timeout: 60_000,
}, async () => {
  const child = start()
  const ended = once(child, 'exit')
  let log = ''
  child.stdout?.on('data', (chunk) => {
    log += chunk
  })
  try {
    const service = await world.service()
    const event = await world.event()
    await world.escalation(event, [await world.contact('a@example.com')], { repeat_interval: 60 })
    const id = await world.occurrence(service, event, new Date().toISOString())
    await world.db.transaction((tx) => addJobs(tx, makeNotifyJobs([id])))
    await until(async () => (await world.messages(id)).length === 1)
    assert.equal((await world.deliveries()).length, 1)
    const port = /"port":(\d+)/.exec(log)?.[1]
    const ready = await fetch(`http://127.0.0.1:${port}/ready`)
    assert.deepEqual([ready.status, await ready.json()], [200, { ready: true, failing: [] }])
    const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
    assert.match(metrics, /wachta_notifier_jobs_total\{task="tell",outcome="done"\} 1/)
    assert.match(metrics, /wachta_notifier_messages_total\{channel="email",status="pending",reason=""\} 1/)
    assert.match(metrics, /wachta_notifier_oldest_pending_seconds [0-9.]+/)
    assert.match(metrics, /wachta_notifier_job_wait_seconds_count\{task="tell"\} 1/)
    assert.match(metrics, /wachta_notifier_job_duration_seconds_count\{task="tell"\} 1/)
    assert.match(metrics, /wachta_notifier_queue_jobs\{task="tell"\} \d/)
    assert.match(metrics, /wachta_notifier_queue_age_seconds\{task="deliver"\} [0-9.]+/)
    child.kill('SIGTERM')
    assert.deepEqual(await ended, [0, null])
    assert.deepEqual(await world.db.query(sql`select worker_id from queue_worker`), [])
  } finally {
    child.kill('SIGKILL')
  }
})

async function until(holds: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    if (await holds()) return
    await wait(50)
  }
  assert.fail('it did not happen in time')
}
