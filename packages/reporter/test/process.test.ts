import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { openDatabase } from '@wachta/database'
import { createTestDatabase } from '@wachta/testing/database'
import { getBasicEnvironment } from '@wachta/testing/processes/basic-environment'
import { sql } from 'kysely'
import { addServices, store } from './histories.ts'

test('the process creates partitions, seals the record, and stops when asked', {
  timeout: 30_000,
}, async () => {
  await using server = await createTestDatabase()
  await using db = openDatabase(server.url, { role: null, connections: 1 })
  const [service_id = 0] = await addServices(db, 1)
  await store(db, [{ service_id, time: Date.now() - 40 * 60_000, kind: 's', checks: [] }])
  await db.query(
    sql`insert into mass_change (begun_at, failing, watched) values (now() - interval '50 days', 20, 100), (now(), 30, 100)`,
  )
  const child = fork(new URL('../src/main.ts', import.meta.url), {
    env: {
      ...getBasicEnvironment(),
      ...{ DATABASE_URL: server.url, METRICS_PORT: '0' },
      RETENTION_NOTIFICATIONS_DAYS: '40',
    },
    execArgv: [],
    silent: true,
  })
  const ended = once(child, 'exit')
  let log = ''
  child.stdout?.on('data', (chunk) => {
    log += chunk
  })
  try {
    const room = async () =>
      (await db.query(sql`select from pg_inherits where inhparent = 'analysis'::regclass`)).length
    for (let tries = 0; (await room()) < 9 && tries < 400; tries += 1) await wait(50)
    assert.equal(await room(), 9)
    const seals = () =>
      db.query(sql<{ content: Buffer }>`select content from seal where kind = 'analyses' order by number`)
    for (let tries = 0; (await seals()).length === 0 && tries < 200; tries += 1) await wait(50)
    assert.ok(((await seals())[0]?.content.length ?? 0) > 16, 'the first window holds the analysis')
    const changes = () => db.query(sql`select failing from mass_change`)
    for (let tries = 0; (await changes()).length > 1 && tries < 200; tries += 1) await wait(50)
    assert.deepEqual(await changes(), [{ failing: 30 }], 'what is older than 40 days is gone')
    const port = /"port":(\d+)/.exec(log)?.[1]
    const metrics = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
    const text = await metrics()
    assert.match(text, /^wachta_reporter_partitions_ahead_days 7$/m)
    assert.match(text, /^wachta_reporter_oldest_partition_days 1$/m)
    assert.match(text, /^wachta_reporter_step_done_timestamp_seconds\{step="partitions"\} 1\d{9}/m)
    assert.match(text, /^wachta_reporter_dropped_total\{what="notifications"\} 1$/m)
    assert.match(text, /^wachta_reporter_step_failures_total\{step="partitions"\} 0$/m)
    assert.doesNotMatch(text, /^wachta_reporter_export_age_seconds/m, 'no export is configured')
    await db.query(sql`alter table rollup_progress rename to gone`)
    const without = await metrics()
    assert.doesNotMatch(without, /^wachta_reporter_rollup_lag_seconds\{/m)
    assert.match(without, /^wachta_reporter_partitions_ahead_days 7$/m, 'the others are told all the same')
    child.kill('SIGTERM')
    assert.deepEqual(await ended, [0, null])
  } finally {
    child.kill('SIGKILL')
  }
})
