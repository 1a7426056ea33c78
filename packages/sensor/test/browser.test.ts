import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CheckOrder, CheckOutcome, KeptArtifact } from '@wachta/checks'
import { createAssignment, createOutcome, failedOutcome, minuteStart } from '@wachta/testing/sensor'
import type { CheckDelivery } from '../src/checker.ts'
import { createSensor, type SensorOptions } from '../src/sensor.ts'

const artifact = (artifact_id: string): KeptArtifact => ({
  artifact_id,
  content_type: 'image/jpeg',
  file_name: `${artifact_id}.jpg`,
  content: Buffer.from(artifact_id),
  isTruncated: false,
})

function open(given: Partial<SensorOptions>) {
  const clock = { now: minuteStart }
  const delivered: CheckDelivery[] = []
  const sensor = createSensor({
    sensor_id: 1,
    now: () => clock.now,
    runCheck: () => createOutcome(),
    deliver: (delivery) => delivered.push(delivery),
    valid_until: Number.POSITIVE_INFINITY,
    ...given,
  })
  return { sensor, clock, delivered }
}

test('browsers wait for each other, longer than other checks, and are unknown if none becomes free', async () => {
  const ends: ((outcome: CheckOutcome) => void)[] = []
  const limits: number[] = []
  const { sensor, clock, delivered } = open({
    limits: { browsers: () => 1 },
    runCheck: ({ type_id, timeout_ms }) => {
      if (type_id === 'http') return createOutcome()
      limits.push(timeout_ms)
      return new Promise<CheckOutcome>((resolve) => ends.push(resolve))
    },
  })
  for (const id of [1, 2, 3])
    sensor.assignments.set(createAssignment(id, { type_id: 'fullpage', effective_from: minuteStart }))
  sensor.assignments.set(createAssignment(4, { effective_from: minuteStart }))
  sensor.advance()
  assert.equal(ends.length, 1)
  assert.deepEqual(
    delivered.map(({ report }) => report.service_id),
    [4],
    'other checks do not wait for browsers',
  )
  clock.now += 5_000
  sensor.advance()
  ends[0]?.(createOutcome())
  await new Promise(setImmediate)
  assert.equal(ends.length, 2, 'the next one starts after five seconds')
  assert.equal((limits[0] ?? 0) - (limits[1] ?? 0), 5_000, 'which are part of its time')
  clock.now += 5_000
  sensor.advance()
  const late = delivered.find(({ report }) => report.reason === 'overloaded')
  assert.equal(late?.report.service_id, 3)
})

test('a good check keeps its evidence now and then, so that there is something to compare a failure with', () => {
  const wanted: boolean[] = []
  const { sensor, clock, delivered } = open({
    runCheck: ({ keepsEvidence }: CheckOrder) => {
      wanted.push(keepsEvidence === true)
      return createOutcome({ artifacts: [artifact('screenshot')] })
    },
  })
  const every = { type_id: 'fullpage', effective_from: minuteStart, interval_ms: 600_000 }
  sensor.assignments.set(createAssignment(1, every))
  for (clock.now = minuteStart; clock.now < minuteStart + 86_400_000; clock.now = sensor.nextAt) sensor.advance()
  assert.equal(wanted[0], true, 'the first one of a revision')
  const kept = wanted.filter(Boolean).length
  assert.ok(kept >= 12 && kept <= 14, `${kept} of ${wanted.length} in a day`)
  assert.deepEqual(
    delivered.map(({ artifacts }) => artifacts.length > 0),
    wanted,
  )
})

test('checks without a browser keep the evidence of failures only', () => {
  const artifacts = [artifact('content')]
  const { sensor, delivered } = open({
    runCheck: ({ address }) => ({ ...(address === 'bad' ? failedOutcome : createOutcome()), artifacts }),
  })
  sensor.assignments.set(createAssignment(1, { effective_from: minuteStart }))
  sensor.assignments.set(createAssignment(2, { effective_from: minuteStart, address: 'bad' }))
  sensor.advance()
  assert.deepEqual(
    delivered.map(({ report, artifacts: sent }) => [report.service_id, sent.length]),
    [
      [1, 0],
      [2, 1],
    ],
  )
})

test('a forced check shows its pictures as it goes, and sends each once', () => {
  const shown: string[] = []
  const { sensor, delivered } = open({
    sendArtifact: ({ service_id, slot }, { artifact_id }) =>
      shown.push(`${service_id} ${slot === minuteStart} ${artifact_id}`),
    runCheck: ({ onArtifact }: CheckOrder) => {
      onArtifact?.(artifact('screenshot_step_1'))
      return createOutcome({ artifacts: [artifact('screenshot_step_1'), artifact('har')] })
    },
  })
  const command = {
    kind: 'force',
    service_id: 7,
    group: 0,
    slot: minuteStart,
    expires_at: minuteStart + 60_000,
  } as const
  const what = { revision: 1, timeout_ms: 45_000, address: 'https://example.org', extended_settings: {}, secrets: null }
  assert.ok(sensor.force({ ...command, ...what, type_id: 'browser_scenario' }))
  sensor.advance()
  assert.deepEqual(shown, ['7 true screenshot_step_1'])
  assert.deepEqual(
    delivered[0]?.artifacts.map(({ artifact_id }) => artifact_id),
    ['har'],
  )
})

test('sensors of one process count their browsers together', async () => {
  const browserCount = { running: 0 }
  const ends: ((outcome: CheckOutcome) => void)[] = []
  const openOne = () =>
    open({
      browserCount,
      limits: { browsers: () => 1 },
      runCheck: () => new Promise<CheckOutcome>((resolve) => ends.push(resolve)),
    })
  const [one, other] = [openOne(), openOne()]
  for (const { sensor } of [one, other]) {
    sensor.assignments.set(createAssignment(1, { type_id: 'fullpage', effective_from: minuteStart }))
    sensor.advance()
  }
  assert.equal(ends.length, 1, 'the second waits for the browser of the first')
  ends[0]?.(createOutcome())
  await new Promise(setImmediate)
  assert.equal(browserCount.running, 0)
  other.clock.now += 1_000
  other.sensor.advance()
  assert.equal(ends.length, 2)
  assert.deepEqual(other.delivered, [])
})
