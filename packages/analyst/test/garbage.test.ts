import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { readResults, writeResults } from '@wachta/bus'
import type { Database } from '@wachta/database'
import { packChecks } from '@wachta/domain'
import {
  addMonitoredServices,
  emptyTables,
  type Installation,
  install,
  listShardIds,
  takeLease,
} from '@wachta/testing/analyst/installation'
import { createCheckReport, createServiceRevision, start } from '@wachta/testing/analyst/simulated'
import { addRule, listOccurrences, minute } from '@wachta/testing/analyst/watching'
import { sql } from 'kysely'
import { judgeExpiry } from '../src/events/expiry.ts'
import { judgeResponseTimes } from '../src/events/response-times.ts'
import { loadRules } from '../src/events/rules.ts'
import type { FencedLease } from '../src/index.ts'
import { loadShard } from '../src/store/load.ts'
import { updateQuarantine } from '../src/store/quarantined.ts'
import { writeCheckDetails } from '../src/store/write-analyses.ts'

let installation: Installation
let database: Database
let lease: FencedLease
before(async () => {
  installation = await install()
  database = installation.database
  await database.query(sql`select partition_days(${[0, 1].map((day) => new Date(start - day * 86_400_000))}::date[])`)
})
after(() => installation[Symbol.asyncDispose]())
beforeEach(async () => {
  await emptyTables(database)
  lease = await takeLease(database, 0)
})

const at = (minutes: number) => ({ database, ...lease, now: start + minutes * minute })

const addAnalysis = (service_id: number, minutes: number, checks: Uint8Array) =>
  database.query(sql`insert into analysis (service_id, time, revision, error_tolerance, ok_checks_count, error_checks_count,
  unknown_checks_count, failure, kind, checks)
values (${service_id}, ${new Date(start + minutes * minute)}, 1, 51, 1, 0, 0, false, 's', ${Buffer.from(checks)})`)

const slowCheck = (service_id: number, minutes: number) =>
  packChecks([
    createCheckReport({ service_id, slot: start + minutes * minute, sensor_id: 1, response_time: 900, result: 'ok' }),
  ])

const damaged = [[], [1, 3, 3, 3], [2], [1, 4, 1, 0, ...Array.from({ length: 6 }, () => 0xff), 1]]

test('an analysis with damaged checks affects only its own service', async () => {
  const ids = listShardIds(0, damaged.length + 1)
  const [good = 0, ...bad] = ids
  await addMonitoredServices(database, ids, [createServiceRevision({ sensor_ids: [1] })])
  for (const [index, bytes] of damaged.entries()) await addAnalysis(bad[index] ?? 0, 1, Uint8Array.from(bytes))
  await addAnalysis(good, 1, slowCheck(good, 1))
  const { currentStates } = await loadShard(database, 0)
  assert.equal(currentStates.get(good)?.response_time, 900)
  assert.deepEqual(
    bad.map((id) => [currentStates.get(id)?.state.last_slot, currentStates.get(id)?.response_time]),
    bad.map(() => [start + minute, null]),
  )
  const rule = await addRule(database, { kind: 'performance', settings: { response_time: 300, minutes: 5 } })
  await judgeResponseTimes(at(2), { isLong: false })
  assert.deepEqual(await listOccurrences(database, rule), [`${good} 2..`])
})

const garbage = ['"garbage"', 'null', '-1e300', '{}', '[5]', '{"all_services":"no","group_ids":7,"service_ids":{}}']

test('an unreadable rule is left out, and the others are evaluated', async () => {
  const [id = 0] = listShardIds(0, 1)
  await addMonitoredServices(database, [id])
  const good = await addRule(database, { kind: 'performance', settings: { response_time: 300, minutes: 5 } })
  for (const json of garbage) {
    await database.query(
      sql`insert into event (owner_id, name, kind, scope) values (1, 'x', 'failure', ${json}::jsonb)`,
    )
    if (json !== '{}')
      await database.query(
        sql`insert into event (owner_id, name, kind, settings) values (1, 'x', 'performance', ${json}::jsonb)`,
      )
  }
  await database.query(sql`insert into event (owner_id, name, kind) values (1, 'x', 'no such kind')`)
  const rules = await loadRules(database, {})
  assert.deepEqual(
    rules.map((rule) => rule.id),
    [good],
  )
  await addAnalysis(id, 1, slowCheck(id, 1))
  await judgeResponseTimes(at(2), { isLong: false })
  assert.deepEqual(await listOccurrences(database, good), [`${id} 2..`])
})

test('a rule kind without settings is evaluated whatever settings are stored', async () => {
  for (const json of garbage)
    await database.query(
      sql`insert into event (owner_id, name, kind, settings) values (1, 'x', 'failure', ${json}::jsonb)`,
    )
  assert.equal((await loadRules(database, {})).length, garbage.length)
})

test('a metric that is not a number is ignored, and other services are evaluated', async () => {
  const [good = 0, bad = 0] = listShardIds(0, 2)
  await addMonitoredServices(database, [good, bad])
  const rule = await addRule(database, { kind: 'certificate_expiry', settings: { days: 10 } })
  for (const [id, metrics] of [
    [good, '{"certificate_days_left": 3}'] as const,
    [bad, '{"certificate_days_left": "x"}'] as const,
  ])
    await database.query(sql`insert into check_detail (service_id, time, sensor_id, metrics)
values (${id}, ${new Date(start + minute)}, 1, ${metrics}::jsonb)`)
  await judgeExpiry(at(2))
  assert.deepEqual(await listOccurrences(database, rule), [`${good} 2..`])
})

test('unreadable peer evidence is ignored, and other sensors are evaluated', async () => {
  const add = (sensor_id: number, evidence: string) =>
    database.query(sql`insert into sensor_comparison (vp_group, sensor_id, observed_at, evidence)
values (5, ${sensor_id}, now(), ${evidence}::jsonb) on conflict (vp_group, sensor_id) do update set evidence = excluded.evidence`)
  const seen = Array.from({ length: 6 }, (_, index) => ({
    ...{ tree_id: index + 1, owner_id: index + 1, targets: 5, excess: 0.9, checks: 50 },
  }))
  await add(2, JSON.stringify(seen))
  for (const json of [...garbage, '[{"tree_id":1,"owner_id":null,"targets":-1,"excess":1e308,"checks":{}}]']) {
    await add(1, json)
    await database.query(sql`delete from sensor_state`)
    assert.deepEqual(await updateQuarantine(database, lease), { quarantined: [2], released: [] }, json)
  }
})

test('texts that the database would reject do not make a commit fail', async () => {
  const [id = 0] = listShardIds(0, 1)
  await addMonitoredServices(database, [id])
  const slot = start + minute
  const step = { step: 1, response_time: 40, data_size: null }
  const report = createCheckReport({ service_id: id, slot, sensor_id: 1, result: 'error' })
  // The limit of a text cuts the last character in half.
  const words = { error_message: `${'x'.repeat(4_095)}😀`, step_data: [{ ...step, more: '\0', deep: 'nested' }] }
  const message = Buffer.from(writeResults({ host: 'a', first: 1, reports: [{ ...report, words }] })).toString()
  const nested = `${'['.repeat(50_000)}${']'.repeat(50_000)}`
  const [received] = readResults(1, Buffer.from(message.replace('"nested"', nested))).reports
  assert.ok(received?.words)
  const detail = { service_id: id, slot, sensor_id: 1, detail: received.words }
  await database.transaction((tx) => writeCheckDetails(tx, [detail]))
  const stored = await database.query(sql`select error_message, step_data from check_detail where service_id = ${id}`)
  assert.deepEqual(stored, [{ error_message: `${'x'.repeat(4_095)}\ufffd`, step_data: [step] }])
})
