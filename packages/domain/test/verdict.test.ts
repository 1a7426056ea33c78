import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  amendAnswers,
  type CheckResult,
  findDecidedOutcome,
  judgeSlot,
  type SlotAnswers,
  toSlotOutcome,
  type Verdict,
} from '../src/index.ts'

const checkResults: readonly CheckResult[] = ['ok', 'error', 'unknown']
// Limits of small fleets, where a percentage is no whole number.
const tolerances = [0, 1, 33, 34, 50, 51, 66, 67, 99, 100]
/** A few sensors: most are expected and most of these report, but some are silent and some are strays. */
const answers: fc.Arbitrary<SlotAnswers> = fc
  .record({
    sensors: fc.array(
      fc.record({
        isExpected: mostly(fc.constant(true), fc.constant(false)),
        result: mostly(fc.constantFrom('ok', 'error'), fc.constantFrom('unknown', undefined)),
      }),
      { maxLength: 9 },
    ),
    error_tolerance: fc.oneof(fc.constantFrom(...tolerances), fc.nat(100), fc.constant('edge')),
  })
  .map(({ sensors, error_tolerance }) => {
    const heard = sensors.flatMap(({ isExpected, result }) => (isExpected && result ? [result] : []))
    const count = (wanted: CheckResult) => heard.filter((result) => result === wanted).length
    // A tolerance that is just reached, or just missed unless the share is rounded.
    const edge = Math.ceil((100 * count('error')) / Math.max(1, count('error') + count('ok')))
    return {
      expected: sensors.flatMap(({ isExpected }, index) => (isExpected ? [index + 1] : [])),
      results: new Map(sensors.flatMap(({ result }, index) => (result ? [[index + 1, result] as const] : []))),
      error_tolerance: error_tolerance === 'edge' ? edge : error_tolerance,
    }
  })

test('the verdict equals the formula', () => {
  assert.ok(agrees(judgeSlot))
})

test('the same formula detects verdicts with small errors', () => {
  const unknownIsError: typeof judgeSlot = (given) =>
    judgeSlot({ ...given, results: mapped(given, (result) => (result === 'unknown' ? 'error' : result)) })
  const silenceIsError: typeof judgeSlot = (given) =>
    judgeSlot({
      ...given,
      results: new Map([...given.expected.map((sensor) => [sensor, 'error'] as const), ...given.results]),
    })
  const unknownIsOk: typeof judgeSlot = (given) =>
    judgeSlot({ ...given, results: mapped(given, (result) => (result === 'unknown' ? 'ok' : result)) })
  const failing =
    (rule: (verdict: Verdict, given: SlotAnswers) => boolean): typeof judgeSlot =>
    (given) => {
      const verdict = judgeSlot(given)
      return { ...verdict, failure: verdict.hasQuorum && rule(verdict, given) }
    }
  const share = ({ error_checks_count, known }: Verdict) => (100 * error_checks_count) / Math.max(1, known)
  const rounded = failing((verdict, { error_tolerance }) => {
    return verdict.error_checks_count > 0 && Math.round(share(verdict)) >= error_tolerance
  })
  const truncated = failing((verdict, { error_tolerance }) => Math.floor(share(verdict)) > error_tolerance)
  const withoutError = failing((verdict, { error_tolerance }) => share(verdict) >= error_tolerance)
  const ofAll = failing((verdict, { expected, error_tolerance }) => {
    return verdict.error_checks_count > 0 && 100 * verdict.error_checks_count >= error_tolerance * expected.length
  })
  const withoutQuorum: typeof judgeSlot = (given) => {
    const verdict = judgeSlot(given)
    const { known, error_checks_count: errors } = verdict
    return { ...verdict, failure: errors > 0 && 100 * errors >= given.error_tolerance * known }
  }
  const countsStrays: typeof judgeSlot = (given) =>
    judgeSlot({ ...given, expected: [...given.expected, ...given.results.keys()] })
  const wrong = { unknownIsError, silenceIsError, unknownIsOk, rounded, truncated, withoutError, ofAll, withoutQuorum }
  for (const [name, verdict] of Object.entries({ ...wrong, countsStrays })) assert.equal(agrees(verdict), false, name)
})

test('half of the sensors are a quorum, and two of three reach 51 percent, as one of two does not', () => {
  const outcome = (error_tolerance: number, ...said: CheckResult[]) => {
    const { hasQuorum, failure } = judgeSlot(saying(said, error_tolerance))
    return [hasQuorum, failure]
  }
  assert.deepEqual(outcome(51, 'error', 'error', 'ok'), [true, true])
  assert.deepEqual(outcome(51, 'error', 'ok'), [true, false])
  assert.deepEqual(outcome(50, 'error', 'ok'), [true, true])
  assert.deepEqual(outcome(67, 'error', 'error', 'ok'), [true, false])
  assert.deepEqual(outcome(51, 'error', 'error', 'unknown', 'unknown'), [true, true])
  assert.deepEqual(outcome(51, 'error', 'error', 'unknown', 'unknown', 'unknown'), [false, false])
  assert.deepEqual(outcome(0, 'error', 'ok', 'ok', 'ok', 'ok'), [true, true])
  assert.deepEqual(outcome(0, 'ok', 'ok'), [true, false])
  assert.deepEqual(outcome(0), [false, false])
})

test('an unexpected sensor is listed as a stray and not counted', () => {
  const verdict = judgeSlot({
    expected: [1, 2],
    results: new Map([
      [12, 'error'],
      [9, 'error'],
      [1, 'ok'],
    ]),
    error_tolerance: 0,
  })
  assert.deepEqual(verdict, {
    ok_checks_count: 1,
    error_checks_count: 0,
    unknown_checks_count: 1,
    known: 1,
    hasQuorum: true,
    failure: false,
    strays: [9, 12],
  })
})

test('an ok that becomes an error never ends a failure', () => {
  assert.ok(isMonotone(judgeSlot))
  const exactly: typeof judgeSlot = (given) => {
    const verdict = judgeSlot(given)
    return { ...verdict, failure: verdict.failure && verdict.ok_checks_count > 0 }
  }
  assert.equal(isMonotone(exactly), false)
})

test('the order of sensors and of results does not matter', () => {
  assert.ok(isOrderless(judgeSlot))
  const firstWord: typeof judgeSlot = (given) => {
    const [first] = given.results.values()
    return { ...judgeSlot(given), failure: first === 'error' }
  }
  const unsorted: typeof judgeSlot = (given) => ({
    ...judgeSlot(given),
    strays: [...given.results.keys()].filter((sensor) => !given.expected.includes(sensor)),
  })
  for (const wrong of [firstWord, unsorted]) assert.equal(isOrderless(wrong), false)
})

test('a decision holds for every result that may still come, and is made as early as possible', () => {
  assert.ok(decidesRightly(findDecidedOutcome))
})

test('the same reference detects decisions that come too early or too late', () => {
  const missing = ({ expected, results }: SlotAnswers) => expected.filter((sensor) => !results.has(sensor))
  const oneTooEarly: typeof findDecidedOutcome = (partial) => {
    const [ignored] = missing(partial)
    if (ignored === undefined) return findDecidedOutcome(partial)
    return findDecidedOutcome({ ...partial, results: new Map([...partial.results, [ignored, 'unknown']]) })
  }
  const soFar: typeof findDecidedOutcome = (partial) => toSlotOutcome(judgeSlot(partial))
  const forgetsSilence: typeof findDecidedOutcome = (partial) => {
    const [all, none] = (['error', 'ok'] as const).map((result) =>
      toSlotOutcome(
        judgeSlot({
          ...partial,
          results: new Map([...missing(partial).map((sensor) => [sensor, result] as const), ...partial.results]),
        }),
      ),
    )
    return all === none ? all : undefined
  }
  const onlyAtTheEnd: typeof findDecidedOutcome = (partial) =>
    missing(partial).length > 0 ? undefined : findDecidedOutcome(partial)
  for (const wrong of [oneTooEarly, soFar, forgetsSilence, onlyAtTheEnd]) assert.equal(decidesRightly(wrong), false)
})

test('the third error of five decides at 51 percent; the second does not', () => {
  const of = (...said: CheckResult[]) => findDecidedOutcome({ ...saying(said, 51), expected: [1, 2, 3, 4, 5] })
  assert.equal(of('error', 'error'), undefined)
  assert.equal(of('error', 'error', 'error'), 'failure')
  assert.equal(of('ok', 'error', 'ok'), undefined)
  assert.equal(of('ok', 'ok', 'ok'), 'ok')
  assert.equal(of('unknown', 'unknown', 'unknown'), 'unknown')
})

test('late results give the same verdict as results in time, in any portions, and count once', () => {
  assert.ok(amendsRightly(amendAnswers))
  const lastWord: typeof amendAnswers = (before, late) =>
    amendAnswers({ ...before, results: new Map([...before.results].filter(([sensor]) => !late.has(sensor))) }, late)
  const always: typeof amendAnswers = (before, late) => ({ ...amendAnswers(before, late), changed: true })
  const never: typeof amendAnswers = (before, late) => ({ ...amendAnswers(before, late), changed: false })
  const deaf: typeof amendAnswers = (before) => amendAnswers(before, new Map())
  for (const wrong of [lastWord, always, never, deaf]) assert.equal(amendsRightly(wrong), false)
})

test('late results may cause a failure or remove one', () => {
  const before = { ...saying(['error'], 51), expected: [1, 2, 3] }
  assert.equal(judgeSlot(before).hasQuorum, false)
  const worse = amendAnswers(before, new Map([[2, 'error']]))
  assert.deepEqual([worse.verdict.failure, worse.verdict.unknown_checks_count, worse.changed], [true, 1, true])
  const better = amendAnswers(worse.answers, new Map([[3, 'ok']]))
  assert.deepEqual([better.verdict.failure, better.changed], [true, true])
  const alone = amendAnswers(saying(['error', 'error'], 100), new Map())
  assert.deepEqual([alone.verdict.failure, alone.changed], [true, false])
  const cleared = amendAnswers({ ...saying(['error', 'error'], 100), expected: [1, 2, 3] }, new Map([[3, 'ok']]))
  assert.deepEqual([cleared.verdict.failure, cleared.changed], [false, true])
  const stray = amendAnswers(before, new Map([[7, 'error']]))
  assert.deepEqual([stray.verdict.strays, stray.changed], [[7], false])
})

function mostly<A, B>(usual: fc.Arbitrary<A>, rare: fc.Arbitrary<B>): fc.Arbitrary<A | B> {
  return fc.oneof({ weight: 4, arbitrary: usual }, { weight: 1, arbitrary: rare })
}

function saying(said: readonly CheckResult[], error_tolerance: number): SlotAnswers {
  return {
    expected: said.map((_, index) => index + 1),
    results: new Map(said.map((result, index) => [index + 1, result])),
    error_tolerance,
  }
}

function mapped({ results }: SlotAnswers, change: (result: CheckResult) => CheckResult): Map<number, CheckResult> {
  return new Map([...results].map(([sensor, result]) => [sensor, change(result)]))
}

/** Counts one by one, and compares fractions with big integers. */
function naive({ expected, results, error_tolerance }: SlotAnswers): Verdict {
  let [oks, errors, unknowns] = [0, 0, 0]
  for (const sensor of expected) {
    const result = results.get(sensor) ?? 'unknown'
    if (result === 'ok') oks += 1
    else if (result === 'error') errors += 1
    else unknowns += 1
  }
  const known = oks + errors
  const hasQuorum = known > 0 && 2 * known >= expected.length
  return {
    ok_checks_count: oks,
    error_checks_count: errors,
    unknown_checks_count: unknowns,
    known,
    hasQuorum,
    failure: hasQuorum && errors > 0 && BigInt(errors) * 100n >= BigInt(error_tolerance) * BigInt(oks + errors),
    strays: [1, 2, 3, 4, 5, 6, 7, 8, 9].filter((sensor) => results.has(sensor) && !expected.includes(sensor)),
  }
}

function agrees(judged: typeof judgeSlot): boolean {
  return holds(fc.property(answers, (given) => same(judged(given), naive(given))))
}

function isMonotone(judged: typeof judgeSlot): boolean {
  return holds(
    fc.property(answers, (given) => {
      if (!judged(given).failure) return true
      return given.expected
        .filter((sensor) => given.results.get(sensor) === 'ok')
        .every((sensor) => judged({ ...given, results: new Map([...given.results, [sensor, 'error']]) }).failure)
    }),
  )
}

function isOrderless(judged: typeof judgeSlot): boolean {
  const shuffled = answers.chain((given) =>
    fc.record({
      given: fc.constant(given),
      expected: fc.shuffledSubarray([...given.expected], { minLength: given.expected.length }),
      results: fc.shuffledSubarray([...given.results], { minLength: given.results.size }),
    }),
  )
  return holds(
    fc.property(shuffled, ({ given, expected, results }) =>
      same(judged(given), judged({ ...given, expected, results: new Map(results) })),
    ),
  )
}

/** Tests all combinations of answers of up to five sensors, each with every possible ending. */
function decidesRightly(decided: typeof findDecidedOutcome): boolean {
  return [0, 1, 2, 3, 4, 5].every((n) =>
    tolerances.every((error_tolerance) =>
      sequences(n, [...checkResults, undefined]).every((said) => {
        const expected = said.map((_, index) => index + 1)
        const results = new Map(
          said.flatMap((result, index) => (result === undefined ? [] : [[index + 1, result] as const])),
        )
        const missing = expected.filter((sensor) => !results.has(sensor))
        const endings = new Set(
          sequences(missing.length, checkResults).map((rest) => {
            const whole = new Map([...results, ...zip(missing, rest)])
            return toSlotOutcome(naive({ expected, results: whole, error_tolerance }))
          }),
        )
        const [only] = endings
        return decided({ expected, results, error_tolerance }) === (endings.size === 1 ? only : undefined)
      }),
    ),
  )
}

function sequences<T>(length: number, of: readonly T[]): readonly (readonly T[])[] {
  if (length === 0) return [[]]
  return sequences(length - 1, of).flatMap((start) => of.map((next) => [...start, next]))
}

function zip<A, B>(ones: readonly A[], others: readonly B[]): [A, B][] {
  return others.flatMap((other, index) => {
    const one = ones[index]
    return one === undefined ? [] : [[one, other] satisfies [A, B]]
  })
}

function amendsRightly(amend: typeof amendAnswers): boolean {
  return holds(
    fc.property(answers, answers, answers, (before, { results: late }, { results: later }) => {
      const once = amend(before, late)
      const twice = amend(once.answers, later)
      const inTime = naive({ ...before, results: new Map([...later, ...late, ...before.results]) })
      const again = amend(twice.answers, new Map([...late, ...later]))
      const was = naive(before)
      const differs =
        was.ok_checks_count !== once.verdict.ok_checks_count ||
        was.error_checks_count !== once.verdict.error_checks_count ||
        was.unknown_checks_count !== once.verdict.unknown_checks_count ||
        was.failure !== once.verdict.failure
      return same(twice.verdict, inTime) && same(again.verdict, inTime) && !again.changed && once.changed === differs
    }),
  )
}

function same(one: Verdict, other: Verdict): boolean {
  const fields = Object.keys(other).sort()
  return JSON.stringify(one, fields) === JSON.stringify(other, fields) && one.strays.join() === other.strays.join()
}

function holds<T extends unknown[]>(property: fc.IProperty<T>): boolean {
  return !fc.check(property, { numRuns: 2000 }).failed
}
