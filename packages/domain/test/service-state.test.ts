import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import {
  advanceState,
  type CheckResult,
  type ClosedSlot,
  createInitialState,
  findClosableSlots,
  getPublishedStatus,
  judgeSlot,
  type OpenSlot,
  parseAnalysisId,
  resumeState,
  type ServiceState,
  type StateChange,
} from '../src/index.ts'

const midnight = Date.UTC(2026, 2, 29)
const minute = 60_000
const at = (count: number) => midnight + count * minute
const all = { reached: 0, tail: 0 }

const ok = { hasQuorum: true, failure: false }
const failure = { hasQuorum: true, failure: true }
const noQuorum = { hasQuorum: false, failure: false }

test('a service is unknown, then ok, then failing, each from the slot that showed it', () => {
  const slots = [noQuorum, ok, ok, failure, noQuorum, failure, ok].map((kind, index) => ({ slot: at(index), ...kind }))
  const { state, changes } = run(advanceState, slots)
  assert.deepEqual(changes, [
    { from: 'unknown', to: 'ok', at: at(1), analysis_id: '260329000100000' },
    { from: 'ok', to: 'failure', at: at(3), analysis_id: '260329000300000' },
    { from: 'failure', to: 'ok', at: at(6), analysis_id: '260329000600000' },
  ])
  assert.deepEqual(state, { status: 'ok', since: at(6), last_slot: at(6), last_ok: at(6), last_error: at(5) })
})

test('a service without sensors never becomes ok', () => {
  const verdict = judgeSlot({ expected: [], results: new Map(), error_tolerance: 51 })
  assert.equal(advanceState(createInitialState(midnight), { slot: midnight, ...verdict }).state.status, 'unknown')
})

/** Closed slots, in order. */
const closed: fc.Arbitrary<ClosedSlot[]> = fc
  .array(fc.constantFrom(ok, failure, noQuorum), { maxLength: 12 })
  .map((kinds) => kinds.map((kind, index) => ({ slot: at(index), ...kind })))

test('the status is that of the last slot with a quorum, from the first such slot in a row', () => {
  assert.ok(followsTheLast(advanceState))
  const withoutQuorum: typeof advanceState = (state, slot) => advanceState(state, { ...slot, hasQuorum: true })
  const forgetful: typeof advanceState = (state, slot) => advanceState({ ...state, status: 'unknown' }, slot)
  const blind: typeof advanceState = (state, slot) => advanceState(state, { ...slot, failure: false })
  for (const wrong of [withoutQuorum, forgetful, blind]) assert.equal(followsTheLast(wrong), false)
})

test('status changes form one chain, forward in time', () => {
  assert.ok(chains(advanceState))
  const repeats: typeof advanceState = (state, slot) => {
    const { state: next, change } = advanceState(state, slot)
    const { status } = next
    return {
      state: next,
      change: change ?? { from: status, to: status, at: slot.slot, analysis_id: '260329000000000' },
    }
  }
  const atStart: typeof advanceState = (state, slot) => {
    const { state: next, change } = advanceState(state, slot)
    return { state: next, change: change && { ...change, at: midnight } }
  }
  for (const wrong of [repeats, atStart]) assert.equal(chains(wrong), false)
})

test('analyses that were applied change nothing when they come again, partly, unordered or amended', () => {
  assert.ok(isReplaySafe(advanceState))
  const trusting: typeof advanceState = (state, slot) =>
    advanceState({ ...state, since: slot.slot, last_slot: null }, slot)
  const onlyTheSame: typeof advanceState = (state, slot) =>
    state.last_slot === slot.slot ? { state, change: undefined } : trusting(state, slot)
  const sinceTheChange: typeof advanceState = (state, slot) => advanceState({ ...state, last_slot: null }, slot)
  const rewinds: typeof advanceState = (state, slot) => {
    const { state: next, change } = advanceState(state, slot)
    return { state: { ...next, last_slot: slot.slot }, change }
  }
  for (const wrong of [trusting, onlyTheSame, sinceTheChange, rewinds]) {
    assert.equal(isReplaySafe(wrong), false)
  }
})

test('after a pause nothing is known until a slot that is not from before it', () => {
  const { state } = run(advanceState, [{ slot: at(0), ...failure }])
  const back = resumeState(state, at(5))
  assert.deepEqual(back, { status: 'unknown', since: at(5), last_slot: at(0), last_ok: null, last_error: at(0) })
  assert.equal(advanceState(back, { slot: at(4), ...failure }).state, back)
  const { state: next, change } = advanceState(back, { slot: at(5), ...ok })
  assert.deepEqual([next.status, change?.from, change?.to, change?.at], ['ok', 'unknown', 'ok', at(5)])
})

test('a service that is paused or suspended is published as paused, any other as it is', () => {
  for (const status of ['ok', 'failure', 'unknown'] as const) {
    assert.equal(getPublishedStatus({ status }, { paused: false, suspended: false }), status)
    assert.equal(getPublishedStatus({ status }, { paused: true, suspended: false }), 'paused')
    assert.equal(getPublishedStatus({ status }, { paused: false, suspended: true }), 'paused')
    assert.equal(getPublishedStatus({ status }, { paused: true, suspended: true }), 'paused')
  }
})

test('a slot is closed when all sensors have reported or its deadline has passed, and not before earlier slots', () => {
  const open = [
    { ...slotOf(1, 0), results: new Map<number, CheckResult>([[1, 'ok']]) },
    { ...slotOf(1, 1), results: answered(1, 2) },
    { ...slotOf(2, 1), results: answered(1, 2) },
  ]
  const closing = (now: number, watermark = all) =>
    findClosableSlots(open, now, watermark).map(({ service_id, slot }) => [service_id, slot])
  assert.deepEqual(closing(at(1) - 1), [[2, at(1)]])
  assert.deepEqual(closing(at(1)), [
    [1, at(0)],
    [1, at(1)],
    [2, at(1)],
  ])
  assert.deepEqual(closing(at(99), { reached: 9, tail: 10 }), [])
  assert.equal(closing(at(99), { reached: 10, tail: 10 }).length, 3)
  // An unknown result counts as an answer; a result of a sensor that is not assigned does not.
  const unknown = new Map<number, CheckResult>([
    [1, 'unknown'],
    [2, 'unknown'],
  ])
  assert.equal(findClosableSlots([{ ...slotOf(1, 0), results: unknown }], at(0), all).length, 1)
  assert.equal(findClosableSlots([{ ...slotOf(1, 0), results: answered(1, 3) }], at(0), all).length, 0)
  const nobody = { ...slotOf(1, 0), expected: [] }
  assert.deepEqual(
    [findClosableSlots([nobody], at(1) - 1, all).length, findClosableSlots([nobody], at(1), all).length],
    [0, 1],
  )
})

test('the slots that may be closed equal those of a reference that looks at each slot', () => {
  assert.ok(closesRightly(findClosableSlots))
  const hasty: typeof findClosableSlots = (open, now, watermark) =>
    open.flatMap((slot) => findClosableSlots([slot], now, watermark))
  const unordered: typeof findClosableSlots = (open, now, watermark) => {
    const closing = findClosableSlots(open, now, watermark)
    return open.filter((slot) => closing.includes(slot))
  }
  const impatient: typeof findClosableSlots = (open, now, watermark) => findClosableSlots(open, now + 1, watermark)
  const heedless: typeof findClosableSlots = (open, now) => findClosableSlots(open, now, all)
  const byDeadline: typeof findClosableSlots = (open, now, watermark) =>
    findClosableSlots(open, now, watermark).filter(({ deadline }) => deadline <= now)
  for (const wrong of [hasty, unordered, impatient, heedless, byDeadline]) assert.equal(closesRightly(wrong), false)
})

test('the order in which results arrive does not change the status and its changes', () => {
  assert.ok(arrivesAnyhow(findClosableSlots))
  const hasty: typeof findClosableSlots = (open, now, watermark) =>
    open.flatMap((slot) => findClosableSlots([slot], now, watermark))
  assert.equal(arrivesAnyhow(hasty), false)
})

test('after a takeover no unread result is taken for a missing one', () => {
  assert.ok(takesOver(findClosableSlots))
  const heedless: typeof findClosableSlots = (open, now) => findClosableSlots(open, now, all)
  const nearly: typeof findClosableSlots = (open, now, { reached, tail }) =>
    findClosableSlots(open, now, { reached: reached + 1, tail })
  for (const wrong of [heedless, nearly]) assert.equal(takesOver(wrong), false)
})

function run(
  step: typeof advanceState,
  slots: readonly ClosedSlot[],
  start: ServiceState = createInitialState(midnight),
) {
  let state = start
  const changes: StateChange[] = []
  for (const slot of slots) {
    const advanced = step(state, slot)
    state = advanced.state
    if (advanced.change !== undefined) changes.push(advanced.change)
  }
  return { state, changes }
}

function followsTheLast(step: typeof advanceState): boolean {
  return holds(
    fc.property(closed, (slots) => {
      const { state } = run(step, slots)
      const known = slots.filter(({ hasQuorum }) => hasQuorum)
      const last = known.at(-1)
      const start = known[known.findLastIndex((slot) => slot.failure !== last?.failure) + 1]
      return isDeepStrictEqual(state, {
        status: last === undefined ? 'unknown' : last.failure ? 'failure' : 'ok',
        since: start?.slot ?? midnight,
        last_slot: slots.at(-1)?.slot ?? null,
        last_ok: known.findLast((slot) => !slot.failure)?.slot ?? null,
        last_error: known.findLast((slot) => slot.failure)?.slot ?? null,
      })
    }),
  )
}

function chains(step: typeof advanceState): boolean {
  return holds(
    fc.property(closed, (slots) => {
      const { state, changes } = run(step, slots)
      return (
        state.status === (changes.at(-1)?.to ?? 'unknown') &&
        changes.every(({ from, to, at: time, analysis_id }, index) => {
          const before = changes[index - 1]
          const isLater = before === undefined || before.at < time
          return from === (before?.to ?? 'unknown') && from !== to && isLater && parseAnalysisId(analysis_id) === time
        })
      )
    }),
  )
}

function isReplaySafe(step: typeof advanceState): boolean {
  const replays = closed.chain((slots) => {
    // An amended analysis has another result the second time.
    const differing = slots.map(({ slot }) => ({ slot, ...ok })).concat(slots.map(({ slot }) => ({ slot, ...failure })))
    return fc.tuple(fc.constant(slots), fc.shuffledSubarray([...slots, ...differing]), fc.nat(slots.length))
  })
  return holds(
    fc.property(replays, ([slots, repeated, length]) => {
      const once = run(step, slots)
      const afterwards = run(step, [...slots.slice(0, length), ...repeated], once.state)
      // Like a consumer that restarts from an earlier position.
      const between = run(step, [...slots.slice(0, length), ...slots])
      return (
        isDeepStrictEqual(afterwards.state, once.state) &&
        afterwards.changes.length === 0 &&
        isDeepStrictEqual(between, once)
      )
    }),
  )
}

function slotOf(service_id: number, count: number): OpenSlot {
  return { service_id, slot: at(count), deadline: at(count + 1), expected: [1, 2], results: new Map() }
}

function answered(...sensors: readonly number[]): Map<number, CheckResult> {
  return new Map(sensors.map((sensor) => [sensor, 'ok']))
}

// Deadlines may be in another order than the slots, because a revision may shorten the timeout.
const openSlots: fc.Arbitrary<OpenSlot[]> = fc.uniqueArray(
  fc
    .record({
      service_id: fc.integer({ min: 1, max: 3 }),
      slot: fc.nat(8),
      length: fc.integer({ min: 1, max: 8 }),
      expected: fc.uniqueArray(fc.integer({ min: 1, max: 3 })),
      sensors: fc.uniqueArray(fc.integer({ min: 1, max: 3 })),
    })
    .map(({ service_id, slot, length, expected, sensors }) => ({
      service_id,
      slot,
      deadline: slot + length,
      expected,
      results: answered(...sensors),
    })),
  { selector: ({ service_id, slot }) => `${service_id} ${slot}`, maxLength: 10 },
)

function closesRightly(found: typeof findClosableSlots): boolean {
  return holds(
    fc.property(openSlots, fc.nat(16), fc.nat(2), fc.nat(2), (open, now, reached, tail) => {
      const isDone = ({ expected, results, deadline }: OpenSlot) =>
        deadline <= now || (expected.length > 0 && expected.filter((sensor) => !results.has(sensor)).length === 0)
      const expected = open.filter(
        (slot) =>
          tail <= reached &&
          open.every((other) => other.service_id !== slot.service_id || other.slot > slot.slot || isDone(other)),
      )
      const closing = found(open, now, { reached, tail })
      return (
        closing.length === expected.length &&
        expected.every((slot) => closing.includes(slot)) &&
        closing.every(({ slot }, index) => slot >= (closing[index - 1]?.slot ?? 0))
      )
    }),
  )
}

interface Answer {
  readonly slot: number
  readonly sensor: number
  readonly result: CheckResult
}

/** Answers of three sensors in up to five slots, some missing: in order, and shuffled. */
const arrivals = fc
  .array(fc.array(fc.constantFrom('ok', 'error', 'unknown', undefined), { minLength: 3, maxLength: 3 }), {
    minLength: 1,
    maxLength: 5,
  })
  .chain((rows) => {
    const list = rows.flatMap((row, count) =>
      row.flatMap((result, index): Answer[] => (result ? [{ slot: at(count), sensor: index + 1, result }] : [])),
    )
    return fc.record({
      slots: fc.constant(rows.map((_, count) => at(count))),
      inOrder: fc.constant(list),
      shuffled: fc.shuffledSubarray(list, { minLength: list.length }),
    })
  })

/** Works like the analyst: reads an answer, closes the slots that it may, and in the end lets all deadlines pass. */
class Analyst {
  readonly changes: StateChange[] = []
  state = createInitialState(midnight)
  readonly #close: typeof findClosableSlots
  #open: (OpenSlot & { readonly results: Map<number, CheckResult> })[]

  constructor(close: typeof findClosableSlots, slots: readonly number[]) {
    this.#close = close
    this.#open = slots.map((slot) => ({
      service_id: 1,
      slot,
      deadline: slot + minute,
      expected: [1, 2, 3],
      results: new Map(),
    }))
  }

  read({ slot, sensor, result }: Answer): void {
    this.#open.find((one) => one.slot === slot)?.results.set(sensor, result)
  }

  close(now: number, watermark = all): void {
    for (const one of this.#close(this.#open, now, watermark)) {
      const { state, change } = advanceState(this.state, {
        slot: one.slot,
        ...judgeSlot({ ...one, error_tolerance: 51 }),
      })
      this.state = state
      if (change !== undefined) this.changes.push(change)
      this.#open = this.#open.filter(({ slot }) => slot !== one.slot)
    }
  }

  seen() {
    return { state: this.state, changes: this.changes }
  }
}

function watched(close: typeof findClosableSlots, slots: readonly number[], answers: readonly Answer[]) {
  const analyst = new Analyst(close, slots)
  for (const answer of answers) {
    analyst.read(answer)
    analyst.close(midnight)
  }
  analyst.close(at(99))
  return analyst.seen()
}

function arrivesAnyhow(close: typeof findClosableSlots): boolean {
  return holds(
    fc.property(arrivals, ({ slots, inOrder, shuffled }) =>
      isDeepStrictEqual(watched(close, slots, shuffled), watched(findClosableSlots, slots, inOrder)),
    ),
  )
}

/** A takeover after all deadlines, with all answers in the stream. */
function takesOver(close: typeof findClosableSlots): boolean {
  return holds(
    fc.property(arrivals, ({ slots, inOrder, shuffled }) => {
      const analyst = new Analyst(close, slots)
      const tail = shuffled.length
      analyst.close(at(99), { reached: 0, tail })
      shuffled.forEach((answer, index) => {
        analyst.read(answer)
        analyst.close(at(99), { reached: index + 1, tail })
      })
      return isDeepStrictEqual(analyst.seen(), watched(findClosableSlots, slots, inOrder))
    }),
  )
}

function holds<T extends unknown[]>(property: fc.IProperty<T>): boolean {
  return !fc.check(property, { numRuns: 500 }).failed
}
