import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import {
  advanceEvent,
  applyDueChanges,
  beginEvent,
  type EventChange,
  type EventRule,
  type EventSignal,
  type EventState,
  endEvent,
  findEventDueTime,
  type TimedSignal,
} from '../src/index.ts'

const second = 1000
const minute = 60 * second
const start = Date.UTC(2026, 2, 29)
const at = (seconds: number) => start + seconds * second
const atOnce: EventRule = { startDelayMs: 0, endDelayMs: 0 }
const patient: EventRule = { startDelayMs: 60 * second, endDelayMs: 30 * second }

const seen = (story: readonly (readonly [seconds: number, signal: EventSignal])[]): TimedSignal[] =>
  story.map(([seconds, signal]) => ({ at: at(seconds), signal }))

/** Plays all signals up to the end; `advance` may also settle due changes between two signals. */
function told(signals: readonly TimedSignal[], rule: EventRule, until: number, advance = advanceEvent) {
  const [first, ...others] = signals
  if (first === undefined) return { state: undefined, changes: [] }
  const started = beginEvent(first.at, first.signal, rule)
  let state = started.state
  const changes: EventChange[] = started.change ? [started.change] : []
  for (const signal of others) {
    const step = advance(state, signal, rule)
    state = step.state
    changes.push(...step.changes)
  }
  const last = applyDueChanges(state, until, rule)
  return { state: last.state, changes: last.change ? [...changes, last.change] : changes }
}

const short = (changes: readonly EventChange[]) =>
  changes.map((change) => `${change.kind} ${(change.at - start) / second}`)

test('without delays an alert starts and ends with its condition', () => {
  const { changes, state } = told(
    seen([
      [0, 'over'],
      [10, 'holds'],
      [20, 'holds'],
      [30, 'over'],
    ]),
    atOnce,
    at(60),
  )
  assert.deepEqual(short(changes), ['start 10', 'end 30'])
  assert.deepEqual(state?.starts, [at(10)])
})

test('with delays an alert starts and ends when the condition has held or been gone without a break', () => {
  const story = seen([
    [0, 'holds'],
    [30, 'over'],
    [40, 'holds'],
    [120, 'over'],
    [140, 'holds'],
    [200, 'over'],
  ])
  assert.deepEqual(short(told(story, patient, at(500)).changes), ['start 100', 'end 230'])
  const pending = told(story, patient, at(229)).state
  assert.equal(pending && findEventDueTime(pending, patient), at(230))
})

test('a signal that ends as the delay runs out has not lasted', () => {
  assert.deepEqual(
    told(
      seen([
        [0, 'holds'],
        [60, 'over'],
      ]),
      patient,
      at(500),
    ).changes,
    [],
  )
  assert.deepEqual(
    short(
      told(
        seen([
          [0, 'holds'],
          [61, 'over'],
        ]),
        patient,
        at(500),
      ).changes,
    ),
    ['start 60', 'end 91'],
  )
})

test('a pause ends an alert at once, and drops a start that was pending', () => {
  const active = told(
    seen([
      [0, 'holds'],
      [90, 'unwatched'],
    ]),
    patient,
    at(500),
  )
  assert.deepEqual(
    active.changes.map((change) => (change.kind === 'end' ? [change.at, change.reason] : change.at)),
    [at(60), [at(90), 'paused']],
  )
  const pending = told(
    seen([
      [0, 'holds'],
      [30, 'unwatched'],
    ]),
    patient,
    at(500),
  )
  assert.deepEqual(pending.changes, [])
  assert.equal(pending.state && findEventDueTime(pending.state, patient), undefined)
})

test('an acknowledged alert ends like any other', () => {
  const { state } = told(seen([[0, 'holds']]), patient, at(100))
  const disabled: EventState = { ...(state ?? assert.fail()), status: 'disabled', since: at(110) }
  assert.deepEqual(advanceEvent(disabled, { at: at(120), signal: 'holds' }, patient).changes, [])
  const over = advanceEvent(disabled, { at: at(130), signal: 'over' }, patient)
  assert.equal(over.state.status, 'disabled')
  const ended = applyDueChanges(over.state, at(160), patient)
  assert.deepEqual([ended.state.status, ended.change?.kind, ended.change?.at], ['inactive', 'end', at(160)])
})

test('an alert that starts for the fourth time within an hour is flapping until it is calm for a quarter of an hour', () => {
  const ups = [0, 10, 20, 30].flatMap((count) => [[count * 60, 'holds'] as const, [count * 60 + 60, 'over'] as const])
  const { changes, state } = told(seen(ups), atOnce, at(31 * 60 + 14 * 60))
  assert.deepEqual(short(changes).at(-1), 'start 1800')
  assert.deepEqual(
    changes.flatMap((change) => (change.kind === 'start' ? change.isFlapping : [])),
    [false, false, false, true],
  )
  assert.equal(state?.status, 'active')
  const again = advanceEvent(state ?? assert.fail(), { at: at(45 * 60), signal: 'holds' }, atOnce)
  assert.deepEqual(again.changes, [], 'it never counted as over')
  const over = advanceEvent(again.state, { at: at(46 * 60), signal: 'over' }, atOnce)
  const calm = applyDueChanges(over.state, at(61 * 60), atOnce)
  assert.deepEqual([calm.change?.at, calm.state.isFlapping], [at(61 * 60), false])
  const later = told(
    seen(
      ups
        .with(0, [-2 * 60, 'holds'])
        .with(1, [-60, 'over'])
        .with(6, [3480, 'holds']),
    ),
    atOnce,
    at(3500),
  )
  assert.equal(later.state?.isFlapping, true, 'from the first to the fourth it is one hour')
  const hourly = told(
    seen(
      ups
        .with(0, [-2 * 60, 'holds'])
        .with(1, [-60, 'over'])
        .with(6, [3481, 'holds']),
    ),
    atOnce,
    at(3500),
  )
  assert.equal(hourly.state?.isFlapping, false)
})

test('a start or end of an alert is never undone', () => {
  const { state } = told(seen([[100, 'holds']]), atOnce, at(100))
  const before = advanceEvent(state ?? assert.fail(), { at: at(50), signal: 'over' }, atOnce)
  assert.deepEqual(
    before.changes.map((change) => change.at),
    [at(100) + 1],
  )
  const same = advanceEvent(state ?? assert.fail(), { at: at(50), signal: 'holds' }, atOnce)
  assert.equal(same.state, state)
})

test('a removed rule ends its alert with that reason', () => {
  const { state } = told(seen([[0, 'holds']]), atOnce, at(0))
  const { state: after, change } = endEvent(state ?? assert.fail(), at(10), 'removed')
  assert.deepEqual(change, { kind: 'end', at: at(10), signal_since: at(10), reason: 'removed' })
  assert.equal(endEvent(after, at(20), 'removed').state, after)
})

/** A story in whole seconds, and a rule. Most signals are close together, because flapping needs dozens of starts. */
const stories = fc.record({
  steps: fc.array(
    fc.record({
      gap: fc.oneof(fc.integer({ min: 1, max: 90 }), fc.integer({ min: 200, max: 1_500 })),
      signal: fc.constantFrom<EventSignal[]>('holds', 'over', 'holds', 'over', 'holds', 'over', 'unwatched'),
    }),
    { minLength: 1, maxLength: 24 },
  ),
  rule: fc.record({
    startDelayMs: fc.constantFrom(0, 0, 1, 30, 60, 300).map((seconds) => seconds * second),
    endDelayMs: fc.constantFrom(0, 0, 1, 30, 60, 1_200).map((seconds) => seconds * second),
  }),
  cuts: fc.array(fc.nat(20_000), { maxLength: 12 }),
})

function signalsOf(steps: readonly { gap: number; signal: EventSignal }[]): TimedSignal[] {
  let seconds = 0
  return steps.map(({ gap, signal }) => {
    seconds += gap
    return { at: at(seconds), signal }
  })
}

/** Second by second, with counters of how long the condition has held and how long it has been over. */
function watchedBySeconds(
  signals: readonly TimedSignal[],
  { startDelayMs, endDelayMs }: EventRule,
  until: number,
): string[] {
  const changes: string[] = []
  const first = signals[0]?.at ?? start
  const starts: number[] = []
  let [holds, isActive, isFlapping, lasted] = [false, false, false, 0]
  for (let now = first; now <= until; now += second) {
    const given = signals.find((signal) => signal.at === now)
    if (given !== undefined && (given.signal === 'holds') !== holds) [holds, lasted] = [given.signal === 'holds', 0]
    const calm = isFlapping ? Math.max(endDelayMs, 15 * minute) : endDelayMs
    if (given?.signal === 'unwatched' && isActive) {
      ;[isActive, isFlapping] = [false, false]
      changes.push(`end ${(now - start) / second} paused`)
    } else if (holds && !isActive && lasted >= startDelayMs) {
      starts.push(now)
      isActive = true
      isFlapping = starts.filter((one) => one >= now - 60 * minute).length >= 4
      changes.push(`start ${(now - start) / second} ${isFlapping}`)
    } else if (!holds && isActive && lasted >= calm) {
      ;[isActive, isFlapping] = [false, false]
      changes.push(`end ${(now - start) / second} recovered`)
    }
    lasted += second
  }
  return changes
}

const asWatched = (changes: readonly EventChange[]) =>
  changes.map((change) => {
    const what = change.kind === 'start' ? change.isFlapping : change.reason
    return `${change.kind} ${(change.at - start) / second} ${what}`
  })

function agrees(advance: typeof advanceEvent): boolean {
  return holds(
    fc.property(stories, ({ steps, rule }) => {
      const signals = signalsOf(steps)
      const until = (signals.at(-1)?.at ?? start) + 1_800 * second
      const { changes } = told(signals, rule, until, advance)
      return isDeepStrictEqual(asWatched(changes), watchedBySeconds(signals, rule, until))
    }),
  )
}

test('the result does not depend on when it is evaluated, and equals a reference that looks at every second', () => {
  assert.ok(agrees(advanceEvent))
})

test('the same reference detects rules with small errors', () => {
  const forgetsDue: typeof advanceEvent = (state, signal, rule) =>
    advanceEvent({ ...state, signal_since: signal.at - 1 }, signal, rule)
  const neverFlaps: typeof advanceEvent = (state, signal, rule) => advanceEvent({ ...state, starts: [] }, signal, rule)
  const restarts: typeof advanceEvent = (state, signal, rule) =>
    advanceEvent(signal.signal === 'holds' ? { ...state, signal: false } : state, signal, rule)
  const staysPaused: typeof advanceEvent = (state, signal, rule) =>
    advanceEvent(state, signal.signal === 'unwatched' ? { ...signal, signal: 'over' } : signal, rule)
  for (const wrong of [forgetsDue, neverFlaps, restarts, staysPaused]) assert.equal(agrees(wrong), false)
})

/** Whether the result is the same if due changes are also settled in between, at all times that `mayBe` allows. */
function isSameInPieces(mayBe: (cut: number, next: number) => boolean): boolean {
  return holds(
    fc.property(stories, ({ steps, rule, cuts }) => {
      const signals = signalsOf(steps)
      const until = (signals.at(-1)?.at ?? start) + 1_800 * second
      const settling: typeof advanceEvent = (state, signal, judged) => {
        const changes: EventChange[] = []
        let now = state
        const times = cuts.map(at).filter((cut) => mayBe(cut, signal.at))
        for (const cut of times.toSorted((one, other) => one - other)) {
          const step = applyDueChanges(now, cut, judged)
          now = step.state
          if (step.change !== undefined) changes.push(step.change)
        }
        const step = advanceEvent(now, signal, judged)
        return { state: step.state, changes: [...changes, ...step.changes] }
      }
      return isDeepStrictEqual(told(signals, rule, until, settling), told(signals, rule, until))
    }),
  )
}

test('evaluation in several steps gives the same result as in one', () => {
  assert.ok(isSameInPieces((cut, next) => cut < next))
  assert.equal(
    isSameInPieces(() => true),
    false,
    'but not beyond what is known',
  )
})

function holds<T extends unknown[]>(property: fc.IProperty<T>): boolean {
  return !fc.check(property, { numRuns: 500 }).failed
}
