import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  buildRevision,
  countOpenSlots,
  endRevisionsAt,
  findFreeSlot,
  findNextSlot,
  findRevisionInForce,
  getDeadline,
  getStartOffset,
  isPlannedSlot,
  listSlots,
  parseAnalysisId,
  type SlotPlan,
  toAnalysisId,
} from '../src/index.ts'

// The night in which Warsaw's clocks change, which must make no difference.
const midnight = Date.UTC(2026, 2, 29)
const end = midnight + 300

interface Edit {
  readonly start: number
  readonly is_active: boolean
  readonly interval_ms: number
  readonly phase_ms: number
}

// Intervals of a few milliseconds, so that every instant can be tested. Starts are in any order: a later edit
// overtakes an earlier one that has not taken effect.
const edits: fc.Arbitrary<Edit[]> = fc.array(
  fc
    .record({
      start: fc.nat(250),
      is_active: fc.boolean(),
      interval_ms: fc.integer({ min: 2, max: 40 }),
      hash: fc.nat(),
    })
    .map(({ start, is_active, interval_ms, hash }) => ({
      start: midnight + start,
      is_active,
      interval_ms,
      phase_ms: hash % interval_ms,
    })),
  { minLength: 1, maxLength: 6 },
)
const instants = fc.nat(300).map((shift) => midnight + shift)

test('the slots of a history equal those of a reference that looks at every millisecond, none twice', () => {
  assert.ok(findsSlots(listSlots))
})

test('the same reference detects grids with small errors', () => {
  const endless: typeof listSlots = (plan, from, to) => listSlots({ ...plan, effective_to: null }, from, to)
  const eager: typeof listSlots = (plan, from, to) => listSlots({ ...plan, effective_from: new Date(0) }, from, to)
  const restless: typeof listSlots = (plan, from, to) => listSlots({ ...plan, is_active: true }, from, to)
  const fromItsStart: typeof listSlots = (plan, from, to) =>
    listSlots({ ...plan, phase_ms: plan.effective_from.getTime() % plan.interval_ms }, from, to)
  const inclusive: typeof listSlots = (plan, from, to) => listSlots(plan, from, to + 1)
  const inclusiveEnd: typeof listSlots = (plan, from, to) =>
    listSlots({ ...plan, effective_to: plan.effective_to && new Date(plan.effective_to.getTime() + 1) }, from, to)
  for (const wrong of [endless, eager, restless, fromItsStart, inclusive, inclusiveEnd]) {
    assert.equal(findsSlots(wrong), false)
  }
})

test('walking from slot to slot finds the same ones', () => {
  const walk =
    (step: typeof findNextSlot): typeof listSlots =>
    (plan, from, to) => {
      const slots: number[] = []
      for (let slot = step(plan, from - 1); slot !== undefined && slot < to; slot = step(plan, slot)) slots.push(slot)
      return slots
    }
  assert.ok(findsSlots(walk(findNextSlot)))
  assert.equal(findsSlots(walk((plan, after) => findNextSlot(plan, after + plan.interval_ms))), false)
  assert.equal(findsSlots(walk((plan, after) => findNextSlot({ ...plan, effective_to: null }, after))), false)
  const plan = { ...always, is_active: true, interval_ms: 10, phase_ms: 3, effective_to: new Date(24) }
  assert.deepEqual(
    [2, 2.5, 3, 12.9, 13, 23].map((after) => findNextSlot(plan, after)),
    [3, 3, 13, 13, 23, undefined],
  )
})

test('an id is on the grid if and only if it is a slot of the revision in force then', () => {
  assert.ok(knowsStrays(isPlannedSlot))
  const anyRevision: typeof isPlannedSlot = (plans, id) =>
    plans.some((plan) => isPlannedSlot([{ ...plan, ...always }], id))
  const evenPaused: typeof isPlannedSlot = (plans, id) =>
    isPlannedSlot(
      plans.map((plan) => ({ ...plan, is_active: true })),
      id,
    )
  for (const wrong of [anyRevision, evenPaused, () => true]) assert.equal(knowsStrays(wrong), false)
  assert.equal(isPlannedSlot([{ is_active: true, interval_ms: 1, phase_ms: 0, ...always }], '260230000000000'), false)
})

test('a forced analysis takes the first millisecond that is no slot', () => {
  assert.ok(staysFree(findFreeSlot))
  assert.equal(
    staysFree((_plans, now) => now),
    false,
  )
  assert.equal(
    staysFree((plans, now) => findFreeSlot(plans, now + 1)),
    false,
  )
})

// Written by hand.
const golden: readonly (readonly [string, number])[] = [
  ['000101000000000', 946_684_800_000],
  ['010909014640000', 1_000_000_000_000],
  ['240229120000000', 1_709_208_000_000],
  ['260329013000000', 1_774_747_800_000],
  ['260329013000001', 1_774_747_800_001],
  ['991231235959999', 4_102_444_799_999],
]

test('the id of a slot is its time in UTC', () => {
  assert.ok(isGolden(toAnalysisId))
  for (const [id, slot] of golden) assert.equal(parseAnalysisId(id), slot)
  const local: typeof toAnalysisId = (slot) => toAnalysisId(Math.min(slot + 3_600_000, 4_102_444_799_999))
  const seconds: typeof toAnalysisId = (slot) => toAnalysisId(slot - (slot % 1000))
  const unpadded: typeof toAnalysisId = (slot) => `${toAnalysisId(slot).slice(0, 12)}${slot % 1000}`
  for (const wrong of [local, seconds, unpadded]) assert.equal(isGolden(wrong), false)
})

test('an invalid id has no time, and a time outside the century has no id', () => {
  const nonsense = [
    '260230000000000',
    '250229000000000',
    '261301000000000',
    '260001000000000',
    '260100000000000',
    '260132000000000',
    '991232000000000',
    '260101240000000',
    '260101006000000',
    '260101000060000',
    '26010100000000',
    '2601010000000000',
    '26010100000000x',
    ' 60101000000000',
    '-60101000000000',
    '260101000000000\n',
    '٢٦0101000000000',
    '',
  ]
  for (const id of nonsense) assert.equal(parseAnalysisId(id), undefined, JSON.stringify(id))
  for (const slot of [946_684_799_999, 4_102_444_800_000, 1_709_208_000_000.5, Number.NaN]) {
    assert.throws(() => toAnalysisId(slot), RangeError)
  }
})

test('ids and times stand for each other, and sort alike', () => {
  assert.ok(isFaithful(toAnalysisId))
  const dayFirst: typeof toAnalysisId = (slot) =>
    toAnalysisId(slot).replace(
      /^(\d\d)(\d\d)(\d\d)/,
      (_all, year: string, month: string, day: string) => day + month + year,
    )
  assert.equal(isFaithful(dayFirst), false)
  const anyId = fc.stringMatching(/^\d{15}$/)
  fc.assert(
    fc.property(anyId, (id) => {
      const time = parseAnalysisId(id)
      return time === undefined || toAnalysisId(time) === id
    }),
  )
})

test('every sensor starts at its own time within the spread, and each is first once in as many slots', () => {
  assert.ok(isFair(getStartOffset))
  const fixed: typeof getStartOffset = (plan, sensor_id) => getStartOffset(plan, sensor_id, plan.phase_ms)
  const together: typeof getStartOffset = () => 0
  const beyond: typeof getStartOffset = (plan, sensor_id, slot) =>
    getStartOffset({ ...plan, spread_ms: plan.spread_ms * 2 }, sensor_id, slot)
  const bySecond: typeof getStartOffset = (plan, sensor_id, slot) =>
    getStartOffset({ ...plan, interval_ms: 1000, phase_ms: 0 }, sensor_id, slot)
  for (const wrong of [fixed, together, beyond, bySecond]) assert.equal(isFair(wrong), false)
})

test('five sensors of a service that is checked each minute start two seconds apart', () => {
  const plan = { interval_ms: 60_000, phase_ms: 0, sensor_ids: [3, 5, 7, 11, 13], spread_ms: 10_000 }
  const starts = (slot: number) => plan.sensor_ids.map((sensor_id) => getStartOffset(plan, sensor_id, slot))
  assert.deepEqual(starts(0), [0, 2_000, 4_000, 6_000, 8_000])
  assert.deepEqual(starts(60_000), [2_000, 4_000, 6_000, 8_000, 0])
  // An extra analysis has the order of the slot before it.
  assert.deepEqual(starts(60_001), starts(60_000))
  assert.equal(getStartOffset(plan, 4, 0), undefined)
  assert.equal(getStartOffset({ ...plan, sensor_ids: [3], spread_ms: 0 }, 3, 60_000), 0)
})

test('a slot waits for the last sensor, its timeout, the clock tolerance and the transport', () => {
  const plan = { spread_ms: 10_000, timeout_ms: 10_000, interval_ms: 60_000 }
  assert.equal(getDeadline(plan, 1_000), 24_000)
  assert.equal(countOpenSlots(plan), 1)
  assert.equal(countOpenSlots({ ...plan, interval_ms: 23_000 }), 1)
  assert.equal(countOpenSlots({ ...plan, interval_ms: 22_999 }), 2)
  assert.equal(countOpenSlots({ spread_ms: 2_500, timeout_ms: 10_000, interval_ms: 10_000 }), 2)
})

test('deadlines are in the order of the slots, none before a sensor can have reported', () => {
  assert.ok(isInTime(getDeadline))
  assert.equal(
    isInTime((plan, slot) => slot + plan.timeout_ms),
    false,
  )
  assert.equal(
    isInTime((plan, slot) => getDeadline(plan, slot - (slot % 1_000_000))),
    false,
  )
})

test('at most the computed number of slots is open at once, and it can be reached', () => {
  assert.ok(countsOpen(countOpenSlots))
  assert.equal(
    countsOpen((plan) => countOpenSlots(plan) + 1),
    false,
  )
  assert.equal(
    countsOpen((plan) => Math.floor(getDeadline(plan, 0) / plan.interval_ms)),
    false,
  )
})

const always = { revision: 1, effective_from: new Date(0), effective_to: null }

/** The revisions as the centre stores them, edit by edit. */
function stored(list: readonly Edit[]): SlotPlan[] {
  return list.reduce<SlotPlan[]>((plans, { start, ...content }, index) => {
    const effective_from = new Date(start)
    return [
      ...endRevisionsAt(plans, effective_from),
      { ...content, revision: index + 1, effective_from, effective_to: null },
    ]
  }, [])
}

/** Evaluates a single instant directly from the edits: the last one that has begun counts. */
function isSlotOf(list: readonly Edit[], instant: number): boolean {
  const edit = list.findLast(({ start }) => start <= instant)
  return edit?.is_active === true && instant % edit.interval_ms === edit.phase_ms
}

function between(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, shift) => from + shift)
}

function findsSlots(found: typeof listSlots): boolean {
  return holds(
    fc.property(edits, instants, instants, (list, from, to) => {
      const slots = stored(list)
        .flatMap((plan) => found(plan, from, to))
        .sort((one, other) => one - other)
      const expected = between(from, to).filter((instant) => isSlotOf(list, instant))
      return JSON.stringify(slots) === JSON.stringify(expected)
    }),
  )
}

function knowsStrays(known: typeof isPlannedSlot): boolean {
  return holds(
    fc.property(edits, (list) => {
      const plans = stored(list)
      return between(midnight - 50, end).every((time) => known(plans, toAnalysisId(time)) === isSlotOf(list, time))
    }),
    100,
  )
}

function staysFree(free: typeof findFreeSlot): boolean {
  return holds(
    fc.property(edits, instants, (list, now) => {
      const time = free(stored(list), now)
      return !isSlotOf(list, time) && time >= now && between(now, time).every((earlier) => isSlotOf(list, earlier))
    }),
  )
}

function isGolden(named: typeof toAnalysisId): boolean {
  return golden.every(([id, slot]) => named(slot) === id)
}

function isFaithful(named: typeof toAnalysisId): boolean {
  const times = fc.integer({ min: 946_684_800_000, max: 4_102_444_799_999 })
  const pairs = times.chain((time) =>
    fc.tuple(fc.constant(time), fc.oneof(times, fc.constant(Math.min(time + 1, 4_102_444_799_999)))),
  )
  return holds(
    fc.property(pairs, ([one, other]) => {
      const [first, second] = [named(one), named(other)]
      return parseAnalysisId(first) === one && first.length === 15 && first < second === one < other
    }),
  )
}

const watched = fc
  .record({
    id: fc.integer({ min: 1, max: 1_000_000 }),
    interval: fc.constantFrom(1, 10, 30, 60, 300, 3600),
    sensors: fc.uniqueArray(fc.integer({ min: 1, max: 500 }), { minLength: 2, maxLength: 9 }),
    timeout: fc.integer({ min: 1, max: 60_000 }),
  })
  .map(({ id, interval, sensors, timeout }) =>
    buildRevision({
      id,
      interval,
      type_id: 'https',
      category_id: 'default',
      address: 'example.com',
      is_active: true,
      is_archived: false,
      owner_is_open: true,
      extended_settings: { timeout },
      sensor_ids: sensors,
      group_sensor_ids: [],
    }),
  )

function slotsFrom(plan: Pick<SlotPlan, 'interval_ms' | 'phase_ms'>, from: number, count: number): number[] {
  return listSlots({ ...plan, ...always, is_active: true }, from, from + count * plan.interval_ms)
}

function isFair(offset: typeof getStartOffset): boolean {
  return holds(
    fc.property(watched, instants, (plan, from) => {
      const n = plan.sensor_ids.length
      const starts = slotsFrom(plan, from, n).map((slot) => plan.sensor_ids.map((id) => offset(plan, id, slot) ?? -1))
      const first = starts.map((row) => row.indexOf(Math.min(...row)))
      return (
        starts.length === n &&
        starts.every((row) => new Set(row).size === n) &&
        starts.flat().every((start) => Number.isInteger(start) && start >= 0 && start < plan.spread_ms) &&
        new Set(first).size === n
      )
    }),
  )
}

function isInTime(until: typeof getDeadline): boolean {
  return holds(
    fc.property(watched, instants, (plan, from) => {
      const slots = slotsFrom(plan, from, 5)
      return slots.every((slot, index) => {
        const latest = Math.max(...plan.sensor_ids.map((id) => getStartOffset(plan, id, slot) ?? 0)) + plan.timeout_ms
        const before = slots[index - 1]
        return (
          until(plan, slot) >= slot + latest + 3_000 &&
          (before === undefined || until(plan, before) < until(plan, slot))
        )
      })
    }),
  )
}

function countsOpen(counted: typeof countOpenSlots): boolean {
  return holds(
    fc.property(watched, (plan) => {
      const length = getDeadline(plan, 0)
      const slots = slotsFrom(plan, midnight, 2 * Math.ceil(length / plan.interval_ms) + 2)
      // The number of open slots rises only at a slot.
      const open = slots.map((now) => slots.filter((slot) => slot <= now && now < getDeadline(plan, slot)).length)
      return Math.max(...open) === counted(plan)
    }),
    100,
  )
}

function holds<T extends unknown[]>(property: fc.IProperty<T>, numRuns = 2000): boolean {
  return !fc.check(property, { numRuns }).failed
}

test('the histories hold what the proofs need: changes, pauses, and revisions that never came into force', () => {
  const seen = fc.sample(edits, 200).map(stored)
  assert.ok(
    seen.some((plans) => plans.some(({ effective_from, effective_to }) => +effective_from === effective_to?.getTime())),
  )
  assert.ok(
    seen.some(
      (plans) =>
        new Set(between(midnight, end).map((at) => findRevisionInForce(plans, new Date(at))?.revision)).size > 3,
    ),
  )
})
