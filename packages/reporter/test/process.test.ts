import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { openDatabase } from '@wachta/database'
import { testDatabase } from '@wachta/database/testing'
import { sql } from 'kysely'

test('the process makes room for what comes, and stops when it is asked to', { timeout: 30_000 }, async () => {
  await using server = await testDatabase()
  await using db = openDatabase(server.url, { role: null, connections: 1 })
  const child = fork(new URL('../src/main.ts', import.meta.url), {
    env: { PATH: process.env['PATH'], DATABASE_URL: server.url, METRICS_PORT: '0' },
    execArgv: [],
    silent: true,
  })
  const ended = once(child, 'exit')
  try {
    const room = async () =>
      (await db.query(sql`select from pg_inherits where inhparent = 'analysis'::regclass`)).length
    for (let tries = 0; (await room()) < 9 && tries < 400; tries += 1) await wait(50)
    assert.equal(await room(), 9)
    child.kill('SIGTERM')
    assert.deepEqual(await ended, [0, null])
  } finally {
    child.kill('SIGKILL')
  }
})
