import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { buildPlan, type DeclaredObject, type ExistingObject, isAsDeclared, type PlanStep } from '../src/index.ts'

const names = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f')
const value = fc.oneof(
  fc.integer({ min: 0, max: 3 }),
  fc.constantFrom('x', 'y'),
  fc.array(fc.integer({ min: 0, max: 2 }), { maxLength: 2 }),
)
const fields = fc.record(
  { name: value, settings: fc.dictionary(fc.constantFrom('p', 'q', 'r'), value) },
  { requiredKeys: [] },
)
const declared: fc.Arbitrary<DeclaredObject> = fc
  .tuple(names, fields)
  .map(([external_id, rest]) => ({ external_id, ...rest }))
const wanted = fc.uniqueArray(declared, { selector: ({ external_id }) => external_id })
const existing: fc.Arbitrary<ExistingObject[]> = wanted.map((all) =>
  all.map((each, index) => ({ id: index + 1, declared: { name: 0, settings: {}, ...each } })),
)

type Planner = typeof buildPlan

/** Executes a plan in the simplest way. */
function carriedOut(
  steps: readonly PlanStep[],
  all: readonly DeclaredObject[],
  there: readonly ExistingObject[],
): ExistingObject[] {
  const kept = there.filter(({ id }) => !steps.some((step) => step.action === 'delete' && step.id === id))
  const changed = kept.map(({ id, declared: before }) => {
    const step = steps.find((each) => each.action === 'change' && each.id === id)
    const after = all.find(({ external_id }) => external_id === before.external_id)
    return step && after ? { id, declared: laidOver(before, after) } : { id, declared: before }
  })
  const created = steps
    .filter(({ action }) => action === 'create')
    .map(({ external_id }, index) => {
      const found = all.find((each) => each.external_id === external_id)
      assert.ok(found)
      return { id: 100 + index, declared: laidOver({ external_id, name: 0, settings: {} }, found) }
    })
  return [...changed, ...created]
}

const laidOver = (before: DeclaredObject, after: DeclaredObject): DeclaredObject => ({
  ...before,
  ...after,
  settings: { ...(before['settings'] as object), ...(after['settings'] as object | undefined) },
})

const isStill = (steps: readonly PlanStep[]) => steps.every(({ action }) => action === 'unchanged')

const converges = (plan: Planner) =>
  fc.property(wanted, existing, fc.boolean(), (all, there, prune) => {
    const after = carriedOut(plan(all, there, { prune }), all, there)
    const again = plan(all, after, { prune })
    assert.ok(isStill(again), JSON.stringify(again))
    for (const each of all)
      assert.ok(
        after.some(
          ({ declared: { external_id, ...rest } }) =>
            external_id === each.external_id && isAsDeclared(each, { external_id, ...rest }),
        ),
      )
    if (prune) assert.deepEqual(namesOf(after), all.map(({ external_id }) => external_id).toSorted())
    else assert.ok(there.every(({ id }) => after.some((each) => each.id === id)))
  })

const namesOf = (all: readonly ExistingObject[]) => all.map(({ declared: { external_id } }) => external_id).toSorted()

const ignoresOrder = (plan: Planner) =>
  fc.property(wanted, existing, fc.infiniteStream(fc.nat()), (all, there, numbers) => {
    const shuffled = <T>(items: readonly T[]) =>
      items
        .map((item) => ({ item, at: numbers.next().value ?? 0 }))
        .toSorted((one, other) => one.at - other.at)
        .map(({ item }) => item)
    assert.deepEqual(plan(shuffled(all), shuffled(there), { prune: true }), plan(all, there, { prune: true }))
  })

test('after a plan is applied, nothing is left to do and nothing undeclared is left', () => {
  fc.assert(converges(buildPlan), { numRuns: 500 })
})

test('the order in which things are declared makes no difference', () => {
  fc.assert(ignoresOrder(buildPlan), { numRuns: 500 })
})

test('the same test detects wrong planners', () => {
  const forgetsChanges: Planner = (all, there, options) =>
    buildPlan(all, there, options).map((step) =>
      step.action === 'change' ? { action: 'unchanged', external_id: step.external_id, id: step.id } : step,
    )
  const neverContent: Planner = (all, there, options) =>
    buildPlan(all, there, options).map((step) =>
      step.action === 'unchanged' ? { ...step, action: 'change', changes: {} } : step,
    )
  const keepsTheRest: Planner = (all, there) => buildPlan(all, there, { prune: false })
  const asItComes: Planner = (all, there, options) =>
    all.flatMap(({ external_id }) => buildPlan(all, there, options).filter((step) => step.external_id === external_id))
  assert.ok(fc.check(converges(forgetsChanges)).failed)
  assert.ok(fc.check(converges(neverContent)).failed)
  assert.ok(fc.check(converges(keepsTheRest)).failed)
  assert.ok(fc.check(ignoresOrder(asItComes)).failed)
})

test('a change has the value before and after', () => {
  const there = [{ id: 7, declared: { external_id: 'a', name: 'old', settings: { p: 1, q: 2 } } }]
  assert.deepEqual(buildPlan([{ external_id: 'a', name: 'new', settings: { p: 1 } }], there, { prune: true }), [
    { action: 'change', external_id: 'a', id: 7, changes: { name: { before: 'old', after: 'new' } } },
  ])
})
