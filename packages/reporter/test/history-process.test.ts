import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { openDatabase } from '@wachta/database'
import { dayMs } from '@wachta/domain'
import { openHistory, readFillProgress } from '@wachta/history'
import { createTestDatabase } from '@wachta/testing/database'
import { startHistoryEngine } from '@wachta/testing/history-engine'
import { startProcess } from '@wachta/testing/processes/start-process'
import { addServices, store } from './histories.ts'

test('the reporter fills the history at HISTORY_URL, and reports how far it is', async () => {
  await using engine = await startHistoryEngine()
  await using server = await createTestDatabase()
  await using db = openDatabase(server.url, { role: null, connections: 1 })
  await using history = await openHistory(engine.url)
  const [service_id = 0] = await addServices(db, 1)
  const today = Math.floor(Date.now() / dayMs) * dayMs
  await store(db, [{ service_id, time: today - 3 * dayMs, kind: 's', checks: [] }])
  await using reporter = startProcess('reporter', {
    DATABASE_URL: server.url,
    HISTORY_URL: engine.url,
    RETENTION_HISTORY_DAYS: '430',
  })
  // Three days are rolled up and sealed first.
  const isFilled = async () => (await readFillProgress(db))?.day === today - 2 * dayMs
  for (let tries = 0; tries < 600 && !(await isFilled()); tries += 1) await wait(200)
  assert.ok(await isFilled(), reporter.log())
  const copied = await history.readAnalyses({ services: [service_id], start: today - 9 * dayMs, end: today })
  assert.deepEqual(
    copied.map(({ time }) => time),
    [today - 3 * dayMs],
  )
  const metrics = await (await fetch(`http://127.0.0.1:${reporter.metricsPort()}/metrics`)).text()
  const lag = Number(/^wachta_reporter_history_lag_seconds (\d+)/m.exec(metrics)?.[1])
  assert.ok(lag >= (2 * dayMs) / 1000 && lag <= (3 * dayMs) / 1000 + 60, `${lag} seconds`)
  assert.match(metrics, /^wachta_reporter_step_failures_total\{step="history"\} 0$/m)
})
