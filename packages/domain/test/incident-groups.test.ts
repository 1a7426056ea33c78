import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type CausedIncident, groupByCause, minuteMs, type PossibleCause } from '../src/index.ts'

const address = (key: string): PossibleCause => ({ kind: 'address', key })
const caused = (id: number, minute: number, ...causes: PossibleCause[]): CausedIncident => ({
  id,
  start: minute * minuteMs,
  causes,
})

test('incidents of one cause that start within minutes are one group', () => {
  const incidents = [caused(1, 0, address('a')), caused(2, 9, address('a')), caused(3, 18, address('a'))]
  assert.deepEqual(groupByCause(incidents), [{ cause: address('a'), incidentIds: [1, 2, 3] }])
})

test('incidents that start long after one another are no group', () => {
  assert.deepEqual(groupByCause([caused(1, 0, address('a')), caused(2, 11, address('a'))]), [])
})

test('an incident with several possible causes joins the largest group', () => {
  const incidents = [
    caused(1, 0, address('a'), { kind: 'sensors', key: '7' }),
    caused(2, 0, address('a')),
    caused(3, 0, { kind: 'sensors', key: '7' }),
    caused(4, 0, { kind: 'sensors', key: '7' }),
  ]
  assert.deepEqual(groupByCause(incidents), [{ cause: { kind: 'sensors', key: '7' }, incidentIds: [1, 3, 4] }])
})

test('between equally large groups, the dependency explains more than the address', () => {
  const both = [address('a'), { kind: 'dependency', key: '5' } as const]
  assert.deepEqual(groupByCause([caused(1, 0, ...both), caused(2, 0, ...both)])[0]?.cause.kind, 'dependency')
})

test('no incident is in two groups, every group shares its cause, and their order does not matter', () => {
  const cause = fc
    .tuple(fc.constantFrom('dependency', 'address', 'sensors'), fc.constantFrom('1', '2'))
    .map(([kind, key]): PossibleCause => ({ kind, key }))
  const incidents = fc
    .uniqueArray(
      fc.record({
        id: fc.integer({ min: 1, max: 50 }),
        start: fc.integer({ min: 0, max: 60 * minuteMs }),
        causes: fc.uniqueArray(cause, { selector: ({ kind, key }) => kind + key }),
      }),
      { selector: ({ id }) => id },
    )
    .map((all): CausedIncident[] => all)
  fc.assert(
    fc.property(incidents, (all) => {
      const groups = groupByCause(all)
      const ids = groups.flatMap(({ incidentIds }) => incidentIds)
      assert.equal(new Set(ids).size, ids.length)
      for (const {
        cause: { kind, key },
        incidentIds,
      } of groups) {
        assert.ok(incidentIds.length > 1)
        for (const id of incidentIds) {
          const incident = all.find((each) => each.id === id)
          assert.ok(incident?.causes.some((each) => each.kind === kind && each.key === key))
        }
      }
      assert.deepEqual(groupByCause(all.toReversed()), groups)
    }),
  )
})
