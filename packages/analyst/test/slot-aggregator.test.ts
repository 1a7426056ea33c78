import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type CheckReport, readResults, writePackedResults, writeResults } from '@wachta/bus'
import {
  type CheckResult,
  endRevisionsAt,
  findClosableSlots,
  findDecidedOutcome,
  findRevisionInForce,
  getDeadline,
  judgeSlot,
  listSlots,
  packChecks,
  type Revision,
  toSlotOutcome,
  unpackChecks,
} from '@wachta/domain'
import {
  createBatch,
  createCheckReport,
  createServiceRevision,
  results,
  start,
} from '@wachta/testing/analyst/simulated'
import { toReported } from '@wachta/testing/check-reports'
import fc from 'fast-check'
import { type AggregatedService, type CloseResult, createSlotAggregator, type SlotAggregator } from '../src/index.ts'
import type { AnalysisToStore } from '../src/slots/open-slot.ts'
import { computeOutcome, findFinalOutcome } from '../src/slots/tally.ts'

const second = 1000
const minute = 60 * second
const analysesOf = ({ steps }: CloseResult): AnalysisToStore[] => steps.filter((step) => step.kind !== 'pause_change')

/** An aggregator that has nothing to catch up on. */
function openAggregator(
  revisions: readonly Revision[],
  options: Partial<Parameters<typeof createSlotAggregator>[0]> = {},
) {
  const aggregator = createSlotAggregator({
    streams: ['live', 'backlog'],
    now: start,
    services: [{ service_id: 7, revisions }],
    ...options,
  })
  aggregator.markCaughtUp('live')
  aggregator.markCaughtUp('backlog')
  return aggregator
}

/** Something that happens to a service: a sensor reports, a revision is announced, or time passes. */
type StoryEvent =
  | { readonly kind: 'report'; readonly report: CheckReport }
  | { readonly kind: 'revise'; readonly revisions: readonly Revision[] }
  | { readonly kind: 'close' }

interface Story {
  readonly revisions: readonly Revision[]
  readonly happenings: readonly (StoryEvent & { readonly at: number })[]
}

const sensors = fc.uniqueArray(fc.integer({ min: 1, max: 5 }), { maxLength: 4 })
const content = fc.record({
  interval_ms: fc.constantFrom(10 * second, 30 * second, minute),
  phase_ms: fc.constantFrom(0, 3 * second, 7_001),
  sensor_ids: sensors,
  timeout_ms: fc.constantFrom(second, 10 * second, 40 * second),
  spread_ms: fc.constantFrom(0, 2_500, 10 * second),
  error_tolerance: fc.constantFrom(0, 1, 50, 51, 100),
  is_active: fc.constantFrom(true, true, true, false),
})

const stories: fc.Arbitrary<Story> = fc
  .record({
    first: content,
    changes: fc.array(fc.record({ at: fc.integer({ min: 1, max: 280 * second }), content }), { maxLength: 2 }),
    delays: fc.infiniteStream(fc.constantFrom(100, 900, 5 * second, 20 * second, 90 * second, null)),
    said: fc.infiniteStream(fc.constantFrom(...results)),
    twice: fc.infiniteStream(fc.constantFrom(false, false, true)),
    closings: fc.array(fc.integer({ min: 0, max: 400 * second }), { maxLength: 60 }),
  })
  .map(({ first, changes, delays, said, twice, closings }) => {
    let revisions: Revision[] = [createServiceRevision({ ...first })]
    const happenings: (StoryEvent & { at: number })[] = closings.map((at) => ({ kind: 'close', at: start + at }))
    const next = <T>(stream: fc.Stream<T>): T => stream.next().value as T
    for (const change of changes.toSorted((one, other) => one.at - other.at)) {
      const announced = start + change.at
      // A pause takes effect immediately, any other change after the fence.
      const from = new Date(announced + (change.content.is_active ? 30 * second : 0))
      const added = createServiceRevision({ ...change.content, revision: revisions.length + 1, effective_from: from })
      revisions = [...endRevisionsAt(revisions, from), added]
      happenings.push({ kind: 'revise', revisions, at: announced })
    }
    for (const one of revisions)
      for (const slot of listSlots(one, start, start + 360 * second))
        for (const sensor_id of one.sensor_ids)
          for (const _ of next(twice) ? [1, 2] : [1]) {
            const delay = next(delays)
            if (delay === null) continue
            const said_ = createCheckReport({
              service_id: 7,
              slot,
              sensor_id,
              revision: one.revision,
              result: next(said),
            })
            happenings.push({ kind: 'report', report: said_, at: slot + delay })
          }
    return {
      revisions: [createServiceRevision({ ...first })],
      happenings: happenings.toSorted((one, other) => one.at - other.at),
    }
  })

/** The slots that the pure rules close, recomputed from the whole story at each step. */
function oracle({ revisions, happenings }: Story): string[] {
  let known = revisions
  let closed = start - 1
  const told: string[] = []
  const answers = new Map<number, Map<number, CheckResult>>()
  for (const happening of happenings) {
    if (happening.kind === 'revise') known = happening.revisions
    if (happening.kind === 'report') {
      const { slot, sensor_id, result } = happening.report
      const inForce = findRevisionInForce(known, new Date(slot))
      if (slot <= closed || inForce?.revision !== happening.report.revision) continue
      const said = answers.get(slot) ?? new Map<number, CheckResult>()
      if (!said.has(sensor_id)) said.set(sensor_id, result)
      answers.set(slot, said)
    }
    if (happening.kind !== 'close') continue
    const open = known.flatMap((one) =>
      listSlots(one, closed + 1, happening.at + minute).map((slot) => ({
        service_id: 7,
        slot,
        expected: one.sensor_ids,
        results: answers.get(slot) ?? new Map<number, CheckResult>(),
        deadline: getDeadline(one, slot),
        one,
      })),
    )
    for (const { slot, one, expected, results: said } of findClosableSlots(open, happening.at, {
      reached: 0,
      tail: 0,
    })) {
      const verdict = judgeSlot({ expected, results: said, error_tolerance: one.error_tolerance })
      closed = slot
      told.push(
        line(happening.at, slot, [
          verdict.ok_checks_count,
          verdict.error_checks_count,
          verdict.unknown_checks_count,
          verdict.failure,
          verdict.hasQuorum,
        ]),
      )
    }
  }
  return told
}

const line = (at: number, slot: number, verdict: readonly unknown[]) =>
  `${at - start} ${slot - start} ${verdict.join(' ')}`

/** The slots that the aggregator closes. */
function byAggregator(
  { revisions, happenings }: Story,
  spoil: (report: CheckReport) => CheckReport = (one) => one,
): string[] {
  const aggregator = openAggregator(revisions)
  let sequence = 0
  return happenings.flatMap((happening) => {
    if (happening.kind === 'revise') aggregator.watch({ service_id: 7, revisions: happening.revisions })
    if (happening.kind === 'report') {
      sequence += 1
      aggregator.take(createBatch(sequence, [spoil(happening.report)]), { stream: 'live', sequence, now: happening.at })
    }
    if (happening.kind !== 'close') return []
    return analysesOf(aggregator.close(happening.at)).map(({ slot, ok, error, unknown, failure, hasQuorum }) =>
      line(happening.at, slot, [ok, error, unknown, failure, hasQuorum]),
    )
  })
}

test('the aggregator closes the same slots at the same times with the same verdicts as the reference model', () => {
  fc.assert(
    fc.property(stories, (story) => assert.deepEqual(byAggregator(story), oracle(story))),
    { numRuns: 1000 },
  )
})

test('an aggregator with altered results differs from the reference model', () => {
  const deaf = (one: CheckReport): CheckReport => ({ ...one, sensor_id: 99 })
  const blind = (one: CheckReport): CheckReport => ({ ...one, result: 'ok' })
  const old = (one: CheckReport): CheckReport => ({ ...one, revision: 1 })
  for (const spoil of [deaf, blind, old])
    assert.throws(() =>
      fc.assert(
        fc.property(stories, (story) => assert.deepEqual(byAggregator(story, spoil), oracle(story))),
        { numRuns: 1000, endOnFailure: true },
      ),
    )
})

test('counts give the same verdict and early decision as the full rules', () => {
  const said = fc.array(fc.constantFrom(...results, undefined), { maxLength: 7 })
  fc.assert(
    fc.property(said, fc.integer({ min: 0, max: 100 }), (answers, error_tolerance) => {
      const expected = answers.map((_, index) => index + 1)
      const known = answers.flatMap((result, index) => (result === undefined ? [] : [[index + 1, result] as const]))
      const partial = { expected, results: new Map(known), error_tolerance }
      const count = (wanted: CheckResult) => answers.filter((one) => one === wanted).length
      const tally = { ok: count('ok'), error: count('error'), expected: expected.length, error_tolerance }
      assert.equal(computeOutcome(tally), toSlotOutcome(judgeSlot(partial)))
      assert.equal(findFinalOutcome(tally, answers.length - known.length), findDecidedOutcome(partial))
    }),
    { numRuns: 5000 },
  )
})

test('slots without results are closed one by one as unknown', () => {
  const aggregator = openAggregator([createServiceRevision()])
  const closed = analysesOf(aggregator.close(start + 10 * minute))
  assert.equal(closed.length, 10, 'the last one still waits')
  assert.ok(closed.every(({ unknown, failure, hasNoResults }) => unknown === 3 && !failure && hasNoResults))
  const checks = unpackChecks(closed[0]?.checks ?? new Uint8Array())
  assert.deepEqual(
    checks.map(({ sensor_id, reason }) => [sensor_id, reason]),
    [1, 2, 3].map((sensor) => [sensor, 'no_answer']),
  )
  assert.deepEqual(
    openAggregator([createServiceRevision()])
      .close(start + 10 * minute, { limit: 4 })
      .steps.map((step) => step.kind === 's' && step.slot),
    [0, 1, 2, 3].map((count) => start + count * minute),
    'no more at once than wanted',
  )
})

test('the slots of an arriving service wait, with their messages, until its stored state has come', () => {
  const handover = start + 5 * minute
  const revisions = [createServiceRevision({ revision: 2, effective_from: new Date(handover) })]
  const aggregator = openAggregator([], { services: [{ service_id: 7, revisions, isArriving: true }] })
  const reports = [1, 2, 3].map((sensor_id) =>
    createCheckReport({ service_id: 7, slot: handover, sensor_id, revision: 2, result: 'error' }),
  )
  for (const [index, one] of reports.entries())
    aggregator.take(createBatch(1, [one]), { stream: 'live', sequence: index + 1, now: handover + second })
  const waiting = aggregator.close(handover + 10 * minute)
  assert.deepEqual([waiting.steps, waiting.decisions, waiting.positions], [[], [], {}])
  assert.equal(aggregator.countOverdue(handover + 10 * minute), 0)

  const before = createServiceRevision({ effective_to: new Date(handover) })
  const frontier = handover - minute
  aggregator.watch({ service_id: 7, revisions: [before, ...revisions], frontier, isArriving: false })
  const closed = aggregator.close(handover + second)
  assert.deepEqual(
    analysesOf(closed).map(({ slot, error, failure }) => [slot, error, failure]),
    [[handover, 3, true]],
    'neither slots of the other cell nor later ones',
  )
  assert.deepEqual(closed.positions, { live: 3 })
})

test('after a takeover nothing is closed before both streams are read to their end', () => {
  const aggregator = createSlotAggregator({
    streams: ['live', 'backlog'],
    now: start,
    services: [{ service_id: 7, revisions: [createServiceRevision()] }],
  })
  const late = start + 5 * minute
  assert.deepEqual(aggregator.close(late).steps, [])
  const said = createCheckReport({ service_id: 7, slot: start, sensor_id: 1 })
  aggregator.take(createBatch(1, [said]), { stream: 'live', sequence: 4, now: late })
  aggregator.markCaughtUp('live')
  assert.deepEqual(aggregator.close(late).steps, [])
  assert.equal(
    analysesOf(aggregator.close(late, { until: start + 30 * second })).length,
    1,
    'up to a time of the stream',
  )
  aggregator.markCaughtUp('backlog')
  assert.equal(analysesOf(aggregator.close(late)).length, 4)
})

test('positions and watermarks pass a message only once all its results are stored', () => {
  const now = start + second
  const aggregator = openAggregator([createServiceRevision({ sensor_ids: [1, 2] })])
  const at = (slot: number, sensor_id = 1) =>
    createCheckReport({ service_id: 7, slot: start + slot * minute, sensor_id })
  aggregator.take(createBatch(1, [at(0), at(1)]), { stream: 'live', sequence: 10, now })
  aggregator.take(createBatch(3, [at(2)]), { stream: 'live', sequence: 11, now: start + minute })
  aggregator.take(createBatch(1, [at(0, 2)]), { stream: 'live', sequence: 12, now })
  assert.deepEqual(told(aggregator.close(start + second)), { slots: [0], positions: {}, watermarks: [[2, 1]] })
  // The same results again, from the spool: they are stored no sooner than the results that they repeat.
  aggregator.take(createBatch(1, [at(0), at(1)]), { stream: 'backlog', sequence: 5, now })
  assert.deepEqual(told(aggregator.close(start + 2 * second)), { slots: [], positions: {}, watermarks: [] })
  const closing = aggregator.close(start + minute + 30 * second)
  assert.deepEqual(told(closing), { slots: [1], positions: { live: 10, backlog: 5 }, watermarks: [[1, 2]] })
  assert.deepEqual(told(aggregator.close(start + 2 * minute + 30 * second)), {
    slots: [2],
    positions: { live: 12 },
    watermarks: [[1, 3]],
  })
})

test('a gap in a spool holds its watermark until it is filled, or the sensor reports that the results are gone', () => {
  const now = start + second
  const aggregator = openAggregator([createServiceRevision({ sensor_ids: [1] })])
  const at = (slot: number) => createCheckReport({ service_id: 7, slot: start + slot * minute, sensor_id: 1 })
  const marks = (closing: CloseResult) => closing.watermarks.map(({ sequence }) => sequence)
  aggregator.take(createBatch(3, [at(1)]), { stream: 'live', sequence: 1, now })
  aggregator.take(createBatch(2, [at(0)]), { stream: 'live', sequence: 2, now })
  assert.deepEqual(marks(aggregator.close(start + 2 * minute)), [0], 'a spool that nothing is known of hears so')
  aggregator.take({ ...createBatch(5, [at(2)]), oldest: 2 }, { stream: 'live', sequence: 3, now })
  assert.deepEqual(marks(aggregator.close(start + 3 * minute)), [3])
  aggregator.take(createBatch(4, [at(3)]), { stream: 'live', sequence: 4, now })
  assert.deepEqual(marks(aggregator.close(start + 4 * minute)), [5])
})

const told = (closing: CloseResult) => ({
  slots: analysesOf(closing).map(({ slot }) => (slot - start) / minute),
  positions: closing.positions,
  watermarks: closing.watermarks.map(({ sensor_id, sequence }) => [sensor_id, sequence]),
})

test('unexpected results are counted by reason', () => {
  const aggregator = openAggregator([createServiceRevision()])
  const strays: [Partial<CheckReport>, string][] = [
    [{ service_id: 8 }, 'unknown_service'],
    [{ revision: 2 }, 'wrong_revision'],
    [{ sensor_id: 4 }, 'wrong_sensor'],
    [{ slot: start + 10 * minute }, 'ahead'],
    [{ slot: start - 2 * 86_400_000 }, 'too_old'],
  ]
  for (const [index, [more, reason]] of strays.entries()) {
    const said = createCheckReport({ service_id: 7, slot: start, sensor_id: 1, ...more })
    aggregator.take(createBatch(index + 1, [said]), { stream: 'live', sequence: index + 1, now: start })
    const closing = aggregator.close(start + 1)
    assert.deepEqual(closing.strays, [{ sensor_id: said.sensor_id, reason, count: 1 }])
    assert.deepEqual(closing.positions, { live: index + 1 }, 'the stream goes on')
  }
  const first = createCheckReport({ service_id: 7, slot: start, sensor_id: 1 })
  aggregator.take(createBatch(6, [first]), { stream: 'live', sequence: 6, now: start })
  aggregator.take(createBatch(6, [first]), { stream: 'live', sequence: 7, now: start })
  assert.deepEqual(aggregator.close(start + 2).strays, [], 'a repetition is no stray')
  aggregator.take(createBatch(7, [{ ...first, result: 'unknown' }]), { stream: 'live', sequence: 8, now: start })
  assert.deepEqual(aggregator.close(start + 3).strays, [], 'it is told when its message is not read again')
  const closing = aggregator.close(start + minute)
  assert.deepEqual(closing.strays, [{ sensor_id: 1, reason: 'differs', count: 1 }])
  const [closed] = analysesOf(closing)
  assert.deepEqual([closed?.ok, closed?.unknown], [1, 2], 'the first word stands')
})

test('a result from the future is not confirmed, so that the sensor sends it again and it counts later', () => {
  const aggregator = openAggregator([createServiceRevision({ sensor_ids: [1] })])
  const early = createCheckReport({ service_id: 7, slot: start + 10 * minute, sensor_id: 1 })
  aggregator.take(createBatch(1, [early]), { stream: 'live', sequence: 1, now: start })
  aggregator.take(createBatch(2, [createCheckReport({ service_id: 7, slot: start, sensor_id: 1 })]), {
    stream: 'live',
    sequence: 2,
    now: start,
  })
  const before = aggregator.close(start + 1)
  assert.deepEqual([before.positions, before.watermarks], [{ live: 2 }, []], 'the stream goes on, the spool does not')
  aggregator.take(createBatch(1, [early]), { stream: 'live', sequence: 3, now: early.slot })
  const after = aggregator.close(early.slot + 1)
  assert.deepEqual(
    after.watermarks.map(({ sequence }) => sequence),
    [2],
  )
  assert.equal(analysesOf(after).at(-1)?.ok, 1)
})

test('the bytes of a check are stored as the sensor packed them', () => {
  const aggregator = openAggregator([createServiceRevision()])
  const reports = [1, 2, 3].map((sensor_id) => {
    const timings = { lookup: sensor_id, first_byte: 300 * sensor_id }
    return createCheckReport({ service_id: 7, slot: start, sensor_id, data_size: 70_000, path_step: 2, timings })
  })
  for (const [index, one] of reports.entries()) {
    const packed = writePackedResults({ host: 'host', first: 1, reports: [{ ...one, packed: packChecks([one]) }] })
    const bytes = index === 1 ? writeResults({ host: 'host', first: 1, reports: [one] }) : packed
    aggregator.take(readResults(one.sensor_id, bytes), { stream: 'live', sequence: index + 1, now: start })
  }
  const [closed] = aggregator.close(start + second).steps
  assert.deepEqual(closed?.kind === 's' && closed.checks, packChecks(reports))
})

test('late results are passed on, and those older than a day are strays', () => {
  const aggregator = openAggregator([createServiceRevision()])
  aggregator.close(start + 3 * minute)
  const late = createCheckReport({ service_id: 7, slot: start, sensor_id: 2 })
  aggregator.take(createBatch(1, [late]), { stream: 'backlog', sequence: 1, now: start })
  const closing = aggregator.close(start + 3 * minute)
  assert.deepEqual([closing.late.map(toReported), closing.positions], [[late], { backlog: 1 }])
  aggregator.close(start + 90_000_000, { limit: 1_000_000 })
  aggregator.take(createBatch(2, [late]), { stream: 'backlog', sequence: 2, now: start })
  assert.deepEqual(aggregator.close(start + 90_000_000).strays, [{ sensor_id: 2, reason: 'too_old', count: 1 }])
})

test('a final outcome is published before its slot is closed', () => {
  const aggregator = openAggregator([createServiceRevision({ sensor_ids: [1, 2, 3, 4, 5] })])
  for (const sensor_id of [1, 2, 3]) {
    assert.deepEqual(aggregator.close(start + sensor_id).decisions, [])
    const said = createCheckReport({ service_id: 7, slot: start, sensor_id, result: 'error' })
    aggregator.take(createBatch(1, [said]), { stream: 'live', sequence: sensor_id, now: start })
  }
  assert.deepEqual(disclosed(aggregator, start + 4), [[start, 'failure']])
  assert.deepEqual(disclosed(aggregator, start + 5), [], 'once')
})

const disclosed = (aggregator: SlotAggregator, at: number) =>
  aggregator.close(at).decisions.map(({ slot, outcome }) => [slot, outcome])

test('outcomes are published in the order of their slots, whichever is known first', () => {
  const aggregator = openAggregator([createServiceRevision({ sensor_ids: [1, 2, 3, 4, 5], interval_ms: 10_000 })])
  const say = (slot: number, sensor_ids: readonly number[], result: CheckResult = 'error') => {
    for (const sensor_id of sensor_ids)
      aggregator.take(createBatch(1, [createCheckReport({ service_id: 7, slot, sensor_id, result })]), {
        ...{ stream: 'live', sequence: slot + sensor_id, now: slot },
      })
  }
  const next = start + 10_000
  say(start, [1])
  say(next, [1, 2, 3])
  assert.deepEqual(disclosed(aggregator, start + 15_000), [], 'the slot before it is open')
  say(start, [2, 3, 4, 5], 'ok')
  assert.deepEqual(disclosed(aggregator, start + 16_000), [[next, 'failure']], 'and is closed now')
  const after = next + 10_000
  say(after, [1, 2, 3], 'ok')
  assert.deepEqual(disclosed(aggregator, start + 26_000), [])
  assert.deepEqual(disclosed(aggregator, next + 23_000), [[after, 'ok']], 'at the deadline of the one before')
})

test('a slot with a published outcome is closed even if a pause that began before it becomes known', () => {
  const paused = createServiceRevision({ revision: 2, is_active: false, effective_from: new Date(start - 1) })
  const aggregator = openAggregator([
    createServiceRevision({ sensor_ids: [1, 2, 3, 4, 5], effective_from: new Date(start - minute) }),
  ])
  aggregator.close(start - minute + 23_000)
  for (const sensor_id of [1, 2, 3])
    aggregator.take(createBatch(1, [createCheckReport({ service_id: 7, slot: start, sensor_id, result: 'error' })]), {
      ...{ stream: 'live', sequence: sensor_id, now: start },
    })
  assert.deepEqual(disclosed(aggregator, start + 5_000), [[start, 'failure']])
  const ended = createServiceRevision({
    sensor_ids: [1, 2, 3, 4, 5],
    effective_from: new Date(start - minute),
    effective_to: new Date(start - 1),
  })
  aggregator.watch({ service_id: 7, revisions: [ended, paused] })
  const steps = aggregator
    .close(start + 30_000)
    .steps.map((step) => (step.kind === 'pause_change' ? step.at - start : step.slot - start))
  assert.deepEqual(steps, [0, 1])
})

test('early decisions save seconds compared to the closing of slots', (context) => {
  // Five sensors start two seconds apart; each answers after the given time, or never.
  const saved = (answersAfter: readonly (number | undefined)[]) => {
    const aggregator = openAggregator([createServiceRevision({ sensor_ids: [1, 2, 3, 4, 5] })])
    const answers = answersAfter.flatMap((ms, rank) =>
      ms === undefined ? [] : [{ sensor_id: rank + 1, at: rank * 2_000 + ms }],
    )
    let [decided, closed] = [0, 0]
    for (let at = 0; at <= 23_000; at += 100) {
      for (const { sensor_id } of answers.filter((answer) => answer.at === at))
        aggregator.take(
          createBatch(1, [createCheckReport({ service_id: 7, slot: start, sensor_id, result: 'error' })]),
          {
            ...{ stream: 'live', sequence: at, now: start + at },
          },
        )
      const { decisions, steps } = aggregator.close(start + at)
      if (decisions.length > 0) decided = at
      if (steps.length > 0 && closed === 0) closed = at
    }
    return [decided / 1_000, closed / 1_000]
  }
  const rows = {
    refused: saved([200, 200, 200, 200, 200]),
    'refused, one sensor silent': saved([200, 200, 200, 200, undefined]),
    'refused, two sensors silent': saved([200, undefined, 200, undefined, 200]),
    'timed out': saved([10_000, 10_000, 10_000, 10_000, 10_000]),
    'timed out, one sensor silent': saved([10_000, undefined, 10_000, 10_000, 10_000]),
  }
  for (const [name, [decided, closed]] of Object.entries(rows))
    context.diagnostic(`${name}: ${decided} s instead of ${closed} s`)
  assert.deepEqual(Object.values(rows), [
    [4.2, 8.2],
    [4.2, 23],
    [8.2, 23],
    [14, 18],
    [16, 23],
  ])
})

test('pauses and resumptions come between the slots before and after them', () => {
  const pause = new Date(start + 2 * minute + 1)
  const again = new Date(start + 5 * minute)
  const revisions = [
    createServiceRevision({ effective_to: pause }),
    createServiceRevision({ revision: 2, is_active: false, effective_from: pause, effective_to: again }),
    createServiceRevision({ revision: 3, effective_from: again }),
  ]
  const aggregator = openAggregator(revisions)
  const order = aggregator
    .close(start + 6 * minute + 30 * second)
    .steps.map((step) =>
      step.kind === 'pause_change'
        ? `${step.isPaused ? 'paused' : 'resumed'} ${step.at - start}`
        : (step.slot - start) / minute,
    )
  assert.deepEqual(order, [0, 1, 2, `paused ${2 * minute + 1}`, `resumed ${5 * minute}`, 5, 6])
  const later = openAggregator(revisions, {
    services: [
      { service_id: 7, revisions, frontier: start + 2 * minute, isPaused: true, pauseChangedAt: pause.getTime() },
    ],
  })
  assert.deepEqual(later.close(start + 5 * minute).steps, [
    { kind: 'pause_change', service_id: 7, at: again.getTime(), isPaused: false },
  ])
})

test('the check of a job gets the end of the last pause, also after a takeover', () => {
  const job = { type_id: 'heartbeat', sensor_ids: [] }
  const [pause, again] = [start + 2 * minute + 1, start + 5 * minute]
  const revisions = [
    createServiceRevision({ ...job, effective_to: new Date(pause) }),
    createServiceRevision({
      ...{ ...job, revision: 2, is_active: false },
      ...{ effective_from: new Date(pause), effective_to: new Date(again) },
    }),
    createServiceRevision({ ...job, revision: 3, effective_from: new Date(again) }),
  ]
  const closeAll = (progress: Partial<AggregatedService> = {}) => {
    const given: [slot: number, resumedAt: number][] = []
    openAggregator(revisions, {
      services: [{ service_id: 7, revisions, ...progress }],
      heartbeatCheck: (_, slot, { resumedAt }) => {
        given.push([slot - start, resumedAt - start])
        return undefined
      },
    }).close(start + 6.5 * minute)
    return given
  }
  const never = Number.NEGATIVE_INFINITY
  const afterPause = [5, 6].map((slot) => [slot * minute, again - start])
  assert.deepEqual(closeAll(), [...[0, 1, 2].map((slot) => [slot * minute, never]), ...afterPause])
  const stored = { frontier: start + 2 * minute, isPaused: false, pauseChangedAt: again }
  assert.deepEqual(closeAll(stored), afterPause)
})

test('a pause before the start of the first revision keeps its own time', () => {
  const [begins, pause] = [new Date(start + 30 * second), new Date(start + 10 * second)]
  const first = createServiceRevision({ effective_from: begins })
  const paused = createServiceRevision({ revision: 2, is_active: false, effective_from: pause })
  const revisions = [...endRevisionsAt([first], pause), paused]
  const aggregator = openAggregator([first])
  aggregator.watch({ service_id: 7, revisions })
  const turn = { kind: 'pause_change', service_id: 7, at: pause.getTime(), isPaused: true }
  assert.deepEqual(aggregator.close(start + minute).steps, [turn])
  assert.deepEqual(openAggregator(revisions).close(start + minute).steps, [turn], 'as after a takeover')
})

test('forced analyses are closed in order among the slots, custom ones are independent', () => {
  const aggregator = openAggregator([createServiceRevision({ sensor_ids: [1, 2] })])
  const slot = start + 10_001
  const asked = { service_id: 7, revision: 1, sensor_ids: [1, 2, 2], error_tolerance: 51, deadline: slot + 13 * second }
  const say = (at: number, sensor_id: number, sequence: number) =>
    aggregator.take(createBatch(sequence, [createCheckReport({ service_id: 7, slot: at, sensor_id })]), {
      stream: 'live',
      sequence,
      now: start + 10 * second,
    })
  say(start, 1, 1)
  say(start, 2, 2)
  say(slot, 1, 3)
  assert.deepEqual(
    told(aggregator.close(start + 11 * second)).positions,
    { live: 2 },
    'an answer waits for its question',
  )
  aggregator.force({ ...asked, kind: 'f', slot })
  aggregator.force({ ...asked, kind: 'f', slot })
  aggregator.force({ ...asked, kind: 'c', slot: slot + 1 })
  say(slot + 1, 1, 4)
  say(slot + 1, 2, 5)
  say(start + minute, 1, 6)
  say(start + minute, 2, 7)
  const kinds = (at: number) => aggregator.close(at).steps.map(({ kind }) => kind)
  assert.deepEqual(kinds(start + 12 * second), ['c'], 'the next slot waits for the forced one')
  say(slot, 2, 8)
  assert.deepEqual(kinds(start + 13 * second), ['f', 's'])
  say(slot + 500, 1, 9)
  assert.deepEqual(aggregator.close(start + 14 * second).late, [])
  assert.equal(
    aggregator.close(start + 30 * second).late.length,
    1,
    'an unexpected result is compared with the stored analysis',
  )
})

test('the result of a sensor in quarantine is stored as unknown', () => {
  const aggregator = openAggregator([createServiceRevision()], { quarantined: new Set([1, 2]) })
  for (const sensor_id of [1, 2, 3]) {
    const said = createCheckReport({ service_id: 7, slot: start, sensor_id, result: 'error' })
    aggregator.take(createBatch(1, [said]), { stream: 'live', sequence: sensor_id, now: start })
  }
  const [closed] = analysesOf(aggregator.close(start + second))
  assert.deepEqual([closed?.error, closed?.unknown, closed?.failure], [1, 2, false])
  const reasons = unpackChecks(closed?.checks ?? new Uint8Array()).map(({ reason }) => reason)
  assert.deepEqual(reasons, ['quarantined', 'quarantined', null])
})

test('a deleted service leaves no open slots', () => {
  const aggregator = openAggregator([createServiceRevision()])
  aggregator.take(createBatch(1, [createCheckReport({ service_id: 7, slot: start, sensor_id: 1 })]), {
    stream: 'live',
    sequence: 1,
    now: start,
  })
  assert.equal(aggregator.pending, 1)
  aggregator.forget(7)
  assert.equal(aggregator.pending, 0)
  const closing = aggregator.close(start + minute)
  assert.deepEqual([closing.steps, closing.positions], [[], { live: 1 }])
})

test('a slot is due from its last result, or else from its deadline', () => {
  const plan = createServiceRevision({ sensor_ids: [1, 2], interval_ms: minute, timeout_ms: 10 * second, spread_ms: 0 })
  const answered = openAggregator([plan])
  const slot = start
  const at = slot + 2 * second
  for (const [index, sensor_id] of [1, 2].entries()) {
    const said = createBatch(1, [createCheckReport({ service_id: 7, sensor_id, slot })])
    answered.take(said, { stream: 'live', sequence: index + 1, now: at + index * second })
  }
  const closing = answered.close(at + 5 * second)
  assert.equal(analysesOf(closing).length, 1)
  assert.deepEqual(closing.due, [at + second])
  assert.deepEqual(answered.takeIntakeCounts(), { messages: 2, results: 2, repeated: 0 })

  const silent = openAggregator([plan])
  assert.equal(silent.countOverdue(slot), 0)
  assert.equal(silent.countOverdue(slot + minute), 1, 'before it is closed it is overdue')
  const late = silent.close(slot + minute)
  assert.equal(late.due.length, analysesOf(late).length)
  assert.ok((late.due[0] ?? 0) > slot && (late.due[0] ?? 0) <= slot + minute)
  assert.equal(silent.countOverdue(slot + minute), 0)
})

describe('a sensor that sends unexpected results', () => {
  const offGrid = (count: number, sensor_id: number) =>
    Array.from({ length: count }, (_, index) =>
      createCheckReport({ service_id: 7, slot: start + 1 + index, sensor_id }),
    )
  const take = (aggregator: ReturnType<typeof openAggregator>, sequence: number, reports: readonly CheckReport[]) =>
    aggregator.take(createBatch(sequence, reports), { stream: 'live', sequence, now: start })
  const refused = ({ strays }: CloseResult) =>
    strays.filter(({ reason }) => reason === 'not_on_grid').reduce((sum, { count }) => sum + count, 0)

  test('has only a limited number of results waiting', () => {
    const aggregator = openAggregator([createServiceRevision({ sensor_ids: [1, 2] })])
    for (let sequence = 1; sequence <= 50; sequence += 1) take(aggregator, sequence, offGrid(1_000, 9))
    assert.ok(aggregator.pending <= 20, `${aggregator.pending}`)
    // A sensor that watches the service may have been asked for many checks at once.
    take(aggregator, 51, offGrid(1_000, 1))
    assert.ok(aggregator.pending > 400 && aggregator.pending <= 520, `${aggregator.pending}`)
    const closing = aggregator.close(start + 6 * second)
    assert.equal(aggregator.pending, 0)
    assert.ok(refused(closing) + closing.late.length >= 50_000, 'each is counted')
  })

  test('takes no room from other sensors', () => {
    const aggregator = openAggregator([createServiceRevision({ sensor_ids: [1, 2] })])
    take(aggregator, 1, offGrid(1_000, 9))
    const slot = start + 10_001
    take(aggregator, 2, [createCheckReport({ service_id: 7, slot, sensor_id: 8 })])
    const asked = { service_id: 7, revision: 1, sensor_ids: [8], error_tolerance: 51, deadline: slot + 13 * second }
    aggregator.force({ ...asked, kind: 'c', slot })
    assert.deepEqual(
      aggregator.close(start + second).steps.map(({ kind }) => kind),
      ['c'],
    )
  })

  test('is limited by the size of its texts', () => {
    const aggregator = openAggregator([createServiceRevision({ sensor_ids: [1, 2] })])
    const words = { response_headers: 'x'.repeat(60_000) }
    take(
      aggregator,
      1,
      offGrid(100, 1).map((one) => ({ ...one, words })),
    )
    assert.ok(aggregator.pending < 10, `${aggregator.pending}`)
  })

  test('cannot fill the memory with repeated results', () => {
    const aggregator = openAggregator([createServiceRevision({ sensor_ids: [1, 2] })])
    const said = createCheckReport({ service_id: 7, slot: start, sensor_id: 1 })
    for (let sequence = 1; sequence <= 100; sequence += 1)
      take(
        aggregator,
        sequence,
        Array.from({ length: 1_000 }, () => said),
      )
    assert.ok(aggregator.pending <= 10, `${aggregator.pending}`)
  })

  test('cannot make a message stay in memory for a few of its results', () => {
    const known = openAggregator([createServiceRevision({ sensor_ids: [1, 2] })])
    const own = createCheckReport({ service_id: 7, slot: start, sensor_id: 1 })
    const others = Array.from({ length: 999 }, () =>
      createCheckReport({ service_id: 1_000, slot: start, sensor_id: 1 }),
    )
    const bytes = writePackedResults({
      ...{ host: 'host', first: 1 },
      reports: [own, ...others].map((one) => ({ ...one, packed: packChecks([one]) })),
    })
    const read = readResults(1, bytes)
    const [first] = read.reports
    assert.ok(first && first.bytes.length > 5_000)
    known.take(read, { stream: 'live', sequence: 1, now: start })
    assert.deepEqual([known.pending, first.bytes.buffer.byteLength], [1, packChecks([own]).length - 1])
    const [closed] = known.close(start + minute).steps
    assert.equal(closed?.kind === 's' && closed.unknown, 1)
  })

  test('has a limited number of hosts and gaps', () => {
    const aggregator = openAggregator([createServiceRevision({ sensor_ids: [1, 2] })])
    const said = createCheckReport({ service_id: 1_000, slot: start, sensor_id: 1 })
    for (let sequence = 1; sequence <= 1_000; sequence += 1) {
      const hostile = { ...createBatch(1, [said]), host: `h${sequence}` }
      aggregator.take(hostile, { stream: 'live', sequence, now: start })
    }
    const closing = aggregator.close(start + second)
    assert.ok(closing.watermarks.length <= 64, `${closing.watermarks.length}`)
    assert.equal(closing.strays.find(({ reason }) => reason === 'too_many_hosts')?.count, 1_000 - 64)
    assert.equal(closing.positions.live, 1_000)
  })

  test('loses its least recently used host when it has too many', () => {
    const aggregator = openAggregator([createServiceRevision({ sensor_ids: [1, 2] })])
    const said = createCheckReport({ service_id: 1_000, slot: start, sensor_id: 1 })
    let sequence = 0
    const speak = (host: number, first = 1) => {
      sequence += 1
      aggregator.take({ ...createBatch(first, [said]), host: `h${host}` }, { stream: 'live', sequence, now: start })
    }
    for (let host = 1; host <= 64; host += 1) speak(host)
    assert.deepEqual(aggregator.close(start + second).forgotten, [])
    speak(1, 2)
    speak(65)
    const closing = aggregator.close(start + 2 * second)
    assert.deepEqual(closing.forgotten, [{ sensor_id: 1, host: 'h2' }])
    assert.deepEqual(
      closing.watermarks.map(({ host, sequence: stored }) => [host, stored]),
      [
        ['h1', 2],
        ['h65', 1],
      ],
    )
  })

  test('has ten dead letters stored in an hour, and the others counted', () => {
    const aggregator = openAggregator([createServiceRevision({ sensor_ids: [1, 2] })])
    const letter = { subject: 'res.live.one.0.9', reason: 'not JSON', content: new Uint8Array(1_000_000) }
    for (let sequence = 1; sequence <= 1_000; sequence += 1) aggregator.skip({ stream: 'live', sequence }, letter)
    aggregator.skip({ stream: 'live', sequence: 1_001 }, { ...letter, subject: 'res.live.one.0.8' })
    const { deadLetters, strays } = aggregator.close(start + second)
    assert.equal(deadLetters.length, 11)
    assert.ok(deadLetters.every(({ content }) => content.buffer.byteLength <= 65_536))
    assert.deepEqual(strays, [{ sensor_id: 9, reason: 'damaged', count: 990 }])
    aggregator.skip({ stream: 'live', sequence: 1_002 }, letter)
    assert.equal(aggregator.close(start + 3_600_000).deadLetters.length, 1)
  })
})
