import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { runCheck } from '@wachta/checks'
import { TestAuthority } from '@wachta/testing/certificates'
import { startTarget } from '@wachta/testing/probe-target'
import { assignment, minute } from '@wachta/testing/sensor'
import fc from 'fast-check'
import { createAssignments } from '../src/assignments.ts'
import { createSchedule, gatherMs, runSize } from '../src/schedule.ts'
import { TimeHeap } from '../src/time-heap.ts'

/** The sizes of the runs of a minute, and the longest that a check waited for one. */
function runsOf(phases: readonly number[]) {
  const assignments = createAssignments()
  const schedule = createSchedule(1, assignments)
  phases.forEach((phase_ms, place) => {
    assignments.hold(assignment(place + 1, { phase_ms, interval_ms: 60_000 }))
    schedule.plan(place + 1, minute)
  })
  const [sizes, waits]: [number[], number[]] = [[], []]
  for (let now = Math.ceil(schedule.runAt); now < minute + 60_000; now = Math.max(now + 1, Math.ceil(schedule.runAt))) {
    const starts = schedule.due(now)
    sizes.push(starts.length)
    waits.push(...starts.map(({ at }) => now - at))
  }
  return { sizes, longestWait: Math.max(...waits) }
}

const evenly = (perSecond: number) =>
  Array.from({ length: perSecond * 60 }, (_, place) => Math.floor((place * 1000) / perSecond))

test('checks start in runs: few are small, many are complete', () => {
  for (const [perSecond, average] of [
    [33, 4],
    [100, runSize],
    [400, runSize],
  ] as const) {
    const { sizes, longestWait } = runsOf(evenly(perSecond))
    const total = sizes.reduce((sum, size) => sum + size, 0)
    assert.ok(total > perSecond * 59, `${total} checks`)
    assert.ok(total / sizes.length >= average - 0.2, `${total / sizes.length} in a run at ${perSecond}/s`)
    assert.ok(longestWait <= gatherMs + 1, `${longestWait} ms at ${perSecond}/s`)
  }
})

test('whenever checks are due, none waits longer than the time to gather, and no run is larger than it must be', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 0, max: 59_000 }), { minLength: 1, maxLength: 300 }), (phases) => {
      const { sizes, longestWait } = runsOf(phases)
      assert.ok(longestWait <= gatherMs)
      assert.ok(Math.max(...sizes) <= runSize)
    }),
    { numRuns: 200 },
  )
})

test('the time of an item is found by its place in the order', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(50), { maxLength: 40 }), fc.nat(45), (times, others) => {
      const heap = new TimeHeap<{ at: number }>()
      for (const at of times) heap.push({ at })
      assert.equal(heap.timeAfter(others), times.toSorted((a, b) => a - b)[others] ?? Number.POSITIVE_INFINITY)
    }),
  )
})

/** By how much a response time may be too long because other checks of the run were served first. */
const mostErrorMs = 25

test('a run distorts the response times of its checks by milliseconds only', { timeout: 300_000 }, async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'wachta-runs-'))
  after(() => rm(folder, { recursive: true }))
  // The keys that most of the web has, and the most expensive ones.
  const { localhost, authorities } = new TestAuthority(['rsa:2048'])
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  await Promise.all([writeFile(key, localhost.key), writeFile(cert, localhost.cert)])
  const target = await startTarget({ key, cert })
  after(() => target.stop())
  const order = { type_id: 'https', address: target.urls.https, settings: {}, timeout_ms: 60_000 }
  const surroundings = { guard: () => true, authorities }
  const run = async (checks: number) => {
    const used = process.cpuUsage()
    const outcomes = await Promise.all(Array.from({ length: checks }, () => runCheck(order, surroundings)))
    const { user, system } = process.cpuUsage(used)
    for (const { result, error_message } of outcomes) assert.equal(result, 'ok', error_message ?? '')
    await delay(5)
    const times = outcomes.map(({ response_time }) => response_time ?? Number.NaN)
    return { slowest: Math.max(...times), processorMs: (user + system) / 1000 }
  }
  const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN
  const attempts = (checks: number, count: number) => Array.fromAsync({ length: count }, () => run(checks))
  await attempts(runSize, 10)
  const alone = median((await attempts(1, 20)).map(({ slowest }) => slowest))
  // Checks wait for the sensor only while it works: the rest of a delay comes from other processes of the machine.
  const error = async (checks: number) =>
    median((await attempts(checks, 5)).map(({ slowest, processorMs }) => Math.min(slowest - alone, processorMs)))
  const [inRun, inCrowd] = [await error(runSize), await error(runSize * 10)]
  assert.ok(inRun <= mostErrorMs, `an error of ${inRun} ms`)
  assert.ok(inCrowd > mostErrorMs, `the error of a crowd is not seen: ${inCrowd} ms`)
  t.diagnostic(`${alone} ms alone, ${inRun} ms more in a run, ${inCrowd} ms more in a crowd`)
})
