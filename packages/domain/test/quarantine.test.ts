import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  assessSensor,
  getReleaseDelayMs,
  judgeQuarantine,
  neverQuarantined,
  type PeerComparison,
  type QuarantineState,
} from '../src/quarantine.ts'

const minute = 60_000
const hour = 60 * minute

const account = (owner_id: number, given: Partial<PeerComparison> = {}): PeerComparison => ({
  tree_id: owner_id,
  owner_id,
  targets: 5,
  excess: 0,
  checks: 25,
  ...given,
})

const strays = (comparisons: readonly PeerComparison[]): boolean =>
  judgeQuarantine(neverQuarantined, assessSensor(comparisons), 0).quarantined

test('a sensor that strays from its peers for several customers is put into quarantine', () => {
  assert.ok(strays([1, 2, 3].map((id) => account(id, { excess: 0.5 }))))
  assert.ok(strays([1, 2, 3, 4].map((id) => account(id, { excess: id === 4 ? 0 : 0.5 }))))
})

test('in an installation with one account, that account alone is enough for quarantine', () => {
  assert.ok(strays([account(1, { excess: 0.5, targets: 12, checks: 60 })]))
  assert.ok(!strays([account(1, { excess: 1, targets: 9, checks: 900 })]), 'but more than a few targets')
  assert.ok(!strays([account(1, { excess: 1, targets: 12, checks: 20 })]), 'and more than a few checks')
})

test('one customer of several cannot put a sensor into quarantine', () => {
  const hostile = fc.record({
    targets: fc.integer({ min: 0, max: 10_000 }),
    excess: fc.double({ min: -1, max: 1, noNaN: true }),
    checks: fc.integer({ min: 0, max: 1_000_000 }),
    subAccounts: fc.integer({ min: 0, max: 20 }),
  })
  // For honest customers, the sensor is no worse than its peers, or has no peers at all.
  const honest = fc.array(
    fc.record({ targets: fc.integer({ min: 0, max: 50 }), checks: fc.integer({ min: 0, max: 500 }) }),
    {
      minLength: 1,
      maxLength: 10,
    },
  )
  fc.assert(
    fc.property(hostile, honest, ({ subAccounts, ...own }, others) => {
      const tree = Array.from({ length: subAccounts + 1 }, (_, index) =>
        account(1_000 + index, { ...own, tree_id: 1_000 }),
      )
      return !strays([...tree, ...others.map((other, index) => account(index + 1, other))])
    }),
    { numRuns: 2_000 },
  )
})

test('the distribution of services among shards and the order of comparisons make no difference', () => {
  const parts = fc.array(
    fc.record({
      tree_id: fc.integer({ min: 1, max: 3 }),
      owner_id: fc.integer({ min: 1, max: 6 }),
      targets: fc.integer({ min: 0, max: 8 }),
      excess: fc.constantFrom(0, 0.25, 0.5, 1),
      checks: fc.integer({ min: 1, max: 40 }),
    }),
    { maxLength: 24 },
  )
  fc.assert(
    fc.property(parts, fc.integer(), (given, seed) => {
      const comparisons = given.map((part) => ({ ...part, tree_id: (part.owner_id % 3) + 1 }))
      const shuffled = comparisons.toSorted((one, other) => hash(one, seed) - hash(other, seed))
      const [first, second] = [assessSensor(comparisons), assessSensor(shuffled)]
      assert.equal(first?.isBroad, second?.isBroad)
      assert.ok(Math.abs((first?.excess ?? 0) - (second?.excess ?? 0)) < 1e-9)
    }),
  )
})

const hash = ({ owner_id, targets, checks }: PeerComparison, seed: number): number =>
  (owner_id * 31 + targets * 17 + checks * 7 + seed) % 11

test('a quarantine ends only after the sensor agreed for the whole delay without a break', () => {
  const looks = fc.array(fc.option(fc.double({ min: -0.2, max: 1, noNaN: true }), { nil: undefined }), {
    maxLength: 500,
  })
  fc.assert(
    fc.property(looks, fc.integer({ min: 1, max: 6 }), (excesses, strikes) => {
      let state: QuarantineState = { ...neverQuarantined, quarantined: true, since: 0, strikes }
      let agreed = 0
      for (const [index, excess] of excesses.entries()) {
        agreed = excess !== undefined && excess < 0.1 ? agreed + 1 : 0
        const before = state
        state = judgeQuarantine(state, excess === undefined ? undefined : { excess, isBroad: true }, index * 10_000)
        if (before.quarantined && !state.quarantined) {
          assert.ok((agreed - 1) * 10_000 >= getReleaseDelayMs(strikes))
          return
        }
      }
    }),
  )
})

test('repeated quarantines last longer each time, and a day without one resets that', () => {
  assert.deepEqual(
    [1, 2, 3, 4].map(getReleaseDelayMs),
    [10, 20, 40, 80].map((minutes) => minutes * minute),
  )
  assert.equal(getReleaseDelayMs(1_000), 24 * hour)
  const sick = { excess: 0.5, isBroad: true }
  const released = { ...neverQuarantined, since: 0, released_at: hour, strikes: 2 }
  assert.equal(judgeQuarantine(released, sick, 2 * hour).strikes, 3)
  assert.equal(judgeQuarantine(released, sick, 26 * hour).strikes, 1)
})

/** Simulates an hour of a sensor with false errors: ten services per account, each checked once a minute. */
function simulate(services: number, falseErrors: (minutes: number) => number) {
  let seed = 1
  const random = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed / 2_147_483_648
  }
  const seen: boolean[][] = []
  let state: QuarantineState = neverQuarantined
  const figures = { falseErrors: 0, believed: 0, quarantines: 0, released: 0 }
  for (let minutes = 0; minutes < 60; minutes += 1) {
    seen.push(Array.from({ length: services }, () => random() < falseErrors(minutes)))
    const errors = seen.at(-1)?.filter(Boolean).length ?? 0
    figures.falseErrors += errors
    if (!state.quarantined) figures.believed += errors
    const window = seen.slice(-5)
    const comparisons = Array.from({ length: services / 10 }, (_, owner) => {
      const own = window.flatMap((all) => all.slice(owner * 10, owner * 10 + 10))
      return account(owner + 1, { targets: 10, checks: own.length, excess: own.filter(Boolean).length / own.length })
    })
    const after = judgeQuarantine(state, assessSensor(comparisons), (minutes + 1) * minute)
    if (after.quarantined && !state.quarantined) figures.quarantines += 1
    if (!after.quarantined && state.quarantined) figures.released += 1
    state = after
  }
  return figures
}

test('a sensor with every second result a false error stays in quarantine, and hardly any of them count', () => {
  const { falseErrors, ...figures } = simulate(300, () => 0.5)
  assert.ok(falseErrors > 8_500)
  // Only the errors of the first minute, before there is any evidence.
  assert.ok(figures.believed < 200, `${figures.believed}`)
  assert.deepEqual([figures.quarantines, figures.released], [1, 0])
})

test('a sensor that fails for five minutes in twenty comes back later each time', () => {
  const figures = simulate(300, (minutes) => (minutes % 20 < 5 ? 0.8 : 0))
  assert.ok(figures.quarantines <= 2, JSON.stringify(figures))
  assert.ok(figures.believed < 0.25 * figures.falseErrors, JSON.stringify(figures))
})
