import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { computeErrorBudget } from '../src/index.ts'

const accounted = (ok_seconds: number, not_ok_seconds: number) => ({ ok_seconds, not_ok_seconds, left_out_seconds: 0 })

test('a target of three nines allows 43 minutes and 12 seconds in a month of 30 days', () => {
  assert.deepEqual(computeErrorBudget(99.9, accounted(30 * 86_400 - 1_296, 1_296)), {
    target: 99.9,
    budget_seconds: 2_592,
    spent_seconds: 1_296,
    left_seconds: 1_296,
    burn_rate: 0.5,
    is_met: true,
  })
})

test('the target is met exactly as long as the service level is not below it', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 31 * 86_400 }),
      fc.integer({ min: 0, max: 86_400 }),
      fc.integer({ min: 0, max: 100_000 }),
      (ok, notOk, thousandths) => {
        const budget = computeErrorBudget(thousandths / 1000, accounted(ok, notOk))
        // In whole numbers, so that the comparison is exact.
        const isMet = ok + notOk === 0 ? null : BigInt(ok) * 100_000n >= BigInt(thousandths) * BigInt(ok + notOk)
        assert.equal(budget.is_met, isMet)
        assert.equal(budget.left_seconds, budget.budget_seconds - notOk)
      },
    ),
    { numRuns: 5_000 },
  )
})

test('a target of 100 % allows nothing, and has no burn rate', () => {
  assert.deepEqual(computeErrorBudget(100, accounted(10, 1)), {
    target: 100,
    budget_seconds: 0,
    spent_seconds: 1,
    left_seconds: -1,
    burn_rate: null,
    is_met: false,
  })
  assert.equal(computeErrorBudget(99, accounted(0, 0)).is_met, null)
})
