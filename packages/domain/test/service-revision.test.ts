import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  buildRevision,
  computeEffectiveFrom,
  endRevisionsAt,
  findRevisionInForce,
  isSameRevision,
  type Revision,
  type RevisionContent,
  type WatchedService,
} from '../src/index.ts'

const service: WatchedService = {
  id: 1,
  type_id: 'https',
  category_id: 'default',
  address: 'example.com',
  interval: 60,
  is_active: true,
  is_archived: false,
  owner_is_open: true,
  extended_settings: {},
  sensor_ids: null,
  group_sensor_ids: [3, 1, 2],
}

test('a revision holds what sensors need, with the defaults filled in', () => {
  assert.deepEqual(buildRevision(service), {
    is_active: true,
    type_id: 'https',
    address: 'example.com',
    extended_settings: {},
    interval_ms: 60_000,
    phase_ms: 56_116,
    sensor_ids: [1, 2, 3],
    timeout_ms: 10_000,
    spread_ms: 10_000,
    error_tolerance: 51,
  })
})

test('the phase of a service never changes: it comes from the first six bytes of the SHA-256 of its id', () => {
  const golden = [
    [1, 60, 56_116],
    [2, 60, 16_766],
    [3, 60, 990],
    [42, 60, 15_254],
    [1, 10, 6_116],
    [42, 86_400, 66_375_254],
    [9_007_199_254_740_991, 300, 157_753],
  ] as const
  for (const [id, interval, phase_ms] of golden) {
    assert.equal(buildRevision({ ...service, id, interval }).phase_ms, phase_ms, `${id} every ${interval} s`)
  }
})

test('phases spread over the interval; the same count sees a phase that does not', () => {
  const busiestSecond = (phaseOf: (id: number) => number) => {
    const seconds = new Map<number, number>()
    for (let id = 1; id <= 5000; id += 1) {
      const phase = phaseOf(id)
      assert.ok(phase >= 0 && phase < 60_000)
      const second = Math.floor(phase / 1000)
      seconds.set(second, (seconds.get(second) ?? 0) + 1)
    }
    return Math.max(...seconds.values())
  }
  // The average is 83.3 per second.
  assert.ok(busiestSecond((id) => buildRevision({ ...service, id }).phase_ms) < 120)
  assert.ok(busiestSecond((id) => id % 60_000) > 120)
})

test('the own choice of sensors goes before the group, sorted and unique; an empty choice is none', () => {
  const sensors = (part: Partial<WatchedService>) => buildRevision({ ...service, ...part }).sensor_ids
  assert.deepEqual(sensors({ sensor_ids: [10, 9, 10, 2] }), [2, 9, 10])
  assert.deepEqual(sensors({ sensor_ids: null, group_sensor_ids: [5, 5, 4] }), [4, 5])
  assert.deepEqual(sensors({ sensor_ids: [] }), [1, 2, 3])
  assert.deepEqual(sensors({ sensor_ids: null, group_sensor_ids: [] }), [])
})

test('sensors spread over a quarter of the interval, ten seconds at most, and one alone not at all', () => {
  const spread = (interval: number, group_sensor_ids: number[]) =>
    buildRevision({ ...service, interval, group_sensor_ids }).spread_ms
  assert.equal(spread(10, [1, 2]), 2_500)
  assert.equal(spread(40, [1, 2]), 10_000)
  assert.equal(spread(3_600, [1, 2]), 10_000)
  assert.equal(spread(60, [1]), 0)
  assert.equal(spread(60, [1, 1]), 0)
  assert.equal(spread(60, []), 0)
})

test('settings decide the timeout and the tolerance, where they are numbers', () => {
  const of = (extended_settings: WatchedService['extended_settings']) => {
    const { timeout_ms, error_tolerance } = buildRevision({ ...service, extended_settings })
    return [timeout_ms, error_tolerance]
  }
  assert.deepEqual(of({ timeout: 7_000, error_tolerance: 0 }), [7_000, 0])
  assert.deepEqual(of({ reply_timeout: 3_000, error_tolerance: 100 }), [3_000, 100])
  assert.deepEqual(of({ timeout: null, reply_timeout: 3_000, error_tolerance: null }), [3_000, 51])
  assert.deepEqual(of({ timeout: 'soon', error_tolerance: true }), [10_000, 51])
})

test('a check in a browser has 15 seconds beside its own time, and no other check has', () => {
  fc.assert(
    fc.property(
      fc.option(fc.integer({ min: 1, max: 300_000 })),
      fc.constantFrom('default', 'mail', 'sensorless', 'browser'),
      (timeout, category_id) => {
        const { timeout_ms } = buildRevision({ ...service, category_id, extended_settings: { timeout } })
        assert.equal(timeout_ms, (timeout ?? 10_000) + (category_id === 'browser' ? 15_000 : 0))
      },
    ),
  )
})

test('a sensor that cannot run the checks of a service takes no part, even if it was chosen', () => {
  const sensors = (part: Partial<WatchedService>) => buildRevision({ ...service, ...part }).sensor_ids
  assert.deepEqual(sensors({ unable_sensor_ids: [2] }), [1, 3])
  assert.deepEqual(sensors({ sensor_ids: [5, 6], unable_sensor_ids: [6, 7] }), [5])
  assert.deepEqual(sensors({ sensor_ids: [5], unable_sensor_ids: [5] }), [], 'the sensors of the group do not step in')
  const absences = [{ sensor_id: 5, stand_in_id: 8 }]
  assert.deepEqual(sensors({ sensor_ids: [5, 6], absences, unable_sensor_ids: [8] }), [5, 6])
})

test('a revision is active only if the service is active and not archived and its owner is not blocked', () => {
  const active = (part: Partial<WatchedService>) => buildRevision({ ...service, ...part }).is_active
  assert.equal(active({}), true)
  assert.equal(active({ is_active: false }), false)
  assert.equal(active({ is_archived: true }), false)
  assert.equal(active({ owner_is_open: false }), false)
})

test('revisions are the same while no part of their content differs, whatever the order of the settings', () => {
  const one = buildRevision({ ...service, extended_settings: { port: 443, timeout: 7_000 } })
  const other = buildRevision({ ...service, extended_settings: { timeout: 7_000, port: 443 } })
  assert.ok(isSameRevision(one, other))
  const stored: Revision = { ...one, revision: 4, effective_from: new Date(0), effective_to: null }
  assert.ok(isSameRevision(stored, other))
  const changes: Record<keyof RevisionContent, Partial<RevisionContent>> = {
    is_active: { is_active: false },
    type_id: { type_id: 'ping' },
    address: { address: 'example.org' },
    extended_settings: { extended_settings: { port: 444, timeout: 7_000 } },
    interval_ms: { interval_ms: 61_000 },
    phase_ms: { phase_ms: 0 },
    sensor_ids: { sensor_ids: [1, 2] },
    timeout_ms: { timeout_ms: 1 },
    spread_ms: { spread_ms: 1 },
    error_tolerance: { error_tolerance: 50 },
  }
  for (const change of Object.values(changes)) assert.equal(isSameRevision(one, { ...one, ...change }), false)
})

test('a pending revision that is overtaken by a pause never comes into force', () => {
  const at = (second: number) => new Date(second * 1000)
  const pending = [
    { revision: 1, effective_from: at(0), effective_to: at(40) },
    { revision: 2, effective_from: at(40), effective_to: null },
  ]
  assert.deepEqual(endRevisionsAt(pending, at(15)), [
    { revision: 1, effective_from: at(0), effective_to: at(15) },
    { revision: 2, effective_from: at(40), effective_to: at(40) },
  ])
  assert.deepEqual(endRevisionsAt(pending, at(45)), [
    { revision: 1, effective_from: at(0), effective_to: at(40) },
    { revision: 2, effective_from: at(40), effective_to: at(45) },
  ])
})

interface Rules {
  readonly effectiveFrom: typeof computeEffectiveFrom
  readonly closeRevision: typeof endRevisionsAt
}
const rules: Rules = { effectiveFrom: computeEffectiveFrom, closeRevision: endRevisionsAt }

test('at every instant at most one revision is in force', () => {
  assert.ok(atMostOne(rules))
  const openOnly: typeof endRevisionsAt = (existing, start) =>
    existing.map((period) => (period.effective_to === null ? { ...period, effective_to: start } : period))
  assert.equal(atMostOne({ ...rules, closeRevision: openOnly }), false)
})

test('the newest content is in force from its start on', () => {
  assert.ok(newestHolds(rules))
  const keepsPending: typeof endRevisionsAt = (existing, start) =>
    existing.map((period) => (period.effective_from >= start ? period : (endRevisionsAt([period], start)[0] ?? period)))
  assert.equal(newestHolds({ ...rules, closeRevision: keepsPending }), false)
})

test('a pause is never delayed, whatever was pending', () => {
  assert.ok(pausesAtOnce(rules))
  const alwaysFenced: typeof computeEffectiveFrom = (before, after, now) =>
    computeEffectiveFrom(before, { ...after, is_active: true }, now)
  assert.equal(pausesAtOnce({ ...rules, effectiveFrom: alwaysFenced }), false)
  // Wrong: compared with the revision in force, a pause that overtakes a pending resumption is not a pause.
  assert.equal(pausesAtOnce(rules, findRevisionInForce), false)
})

test('any change other than a pause takes effect thirty seconds later', () => {
  assert.ok(fenced(rules))
  assert.equal(fenced({ ...rules, effectiveFrom: (_before, _after, now) => now }), false)
})

interface Step {
  readonly now: Date
  readonly after: RevisionContent
  readonly start: Date
  readonly revisions: readonly Revision[]
  readonly earlier: readonly Revision[]
}

const edits = fc.array(
  fc.record({
    wait: fc.oneof(fc.nat(3), fc.nat(90)).map((seconds) => seconds * 1000),
    is_active: fc.boolean(),
    interval: fc.constantFrom(10, 60, 300),
  }),
  { minLength: 1, maxLength: 12 },
)
const latest = (revisions: readonly Revision[]) => revisions.at(-1)

const instants = (revisions: readonly Revision[]) =>
  revisions
    .flatMap(({ effective_from, effective_to }) => [effective_from, effective_to ?? effective_from])
    .flatMap((edge) => [-1, 0, 1].map((shift) => new Date(edge.getTime() + shift)))

const inForce = (revisions: readonly Revision[], instant: Date) =>
  revisions.filter(
    ({ effective_from, effective_to }) =>
      effective_from <= instant && (effective_to === null || instant < effective_to),
  )

function atMostOne(made: Rules): boolean {
  return everyStep(made, ({ revisions }) =>
    instants(revisions).every((instant) => inForce(revisions, instant).length <= 1),
  )
}

function newestHolds(made: Rules): boolean {
  return everyStep(made, ({ revisions, start }) =>
    [...instants(revisions), start]
      .filter((instant) => instant >= start)
      .every((instant) => findRevisionInForce(revisions, instant) === revisions.at(-1)),
  )
}

function pausesAtOnce(
  made: Rules,
  before = (revisions: readonly Revision[], _now: Date) => latest(revisions),
): boolean {
  return everyStep(
    made,
    ({ revisions, after, now }) =>
      after.is_active ||
      [...instants(revisions), now]
        .filter((instant) => instant >= now)
        .every((instant) => !inForce(revisions, instant).some(({ is_active }) => is_active)),
    before,
  )
}

function fenced(made: Rules): boolean {
  return everyStep(made, ({ revisions, earlier, now }) =>
    instants([...revisions, ...earlier])
      .filter((instant) => instant >= now && instant.getTime() < now.getTime() + 30_000)
      .every((instant) => {
        const [was, is] = [findRevisionInForce(earlier, instant), findRevisionInForce(revisions, instant)]
        return was?.revision === is?.revision || is?.is_active === false
      }),
  )
}

/** Makes each edit at its time, as the centre does, and checks the stored revisions after each. */
function everyStep(
  made: Rules,
  holds: (step: Step) => boolean,
  before: (revisions: readonly Revision[], now: Date) => Revision | undefined = latest,
): boolean {
  return !fc.check(
    fc.property(edits, (list) => {
      let now = new Date('2026-03-29T00:00:00Z')
      let revisions: readonly Revision[] = []
      return list.every(({ wait, is_active, interval }, index) => {
        now = new Date(now.getTime() + wait)
        const after = buildRevision({ ...service, is_active, interval })
        const earlier = revisions
        const start = made.effectiveFrom(before(earlier, now) ?? null, after, now)
        const added: Revision = { ...after, revision: index + 1, effective_from: start, effective_to: null }
        revisions = [...made.closeRevision(earlier, start), added]
        return holds({ now, after, start, revisions, earlier })
      })
    }),
    { numRuns: 500 },
  ).failed
}
