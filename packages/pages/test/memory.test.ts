import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { BoundedMap } from '../src/bounded-map.ts'

test('a bounded map never holds more than its limit, and keeps what was used last', () => {
  const steps = fc.array(fc.record({ key: fc.constantFrom('a', 'b', 'c', 'd'), size: fc.integer({ min: 1, max: 60 }) }))
  fc.assert(
    fc.property(steps, (wanted) => {
      const map = new BoundedMap<number>(100, (size) => size)
      const expected = new Map<string, number>()
      for (const { key, size } of wanted) {
        map.set(key, size)
        expected.delete(key)
        expected.set(key, size)
        const sum = () => [...expected.values()].reduce((total, one) => total + one, 0)
        for (const oldest of [...expected.keys()]) if (sum() > 100 && oldest !== key) expected.delete(oldest)
        assert.deepEqual(map.keys(), [...expected.keys()])
        assert.equal(map.size, sum())
      }
    }),
  )
})

test('reading counts as use, peeking does not', () => {
  const map = new BoundedMap<number>(2, () => 1)
  // Half full: from here on the order matters.
  map.set('a', 1)
  map.set('b', 2)
  map.get('a')
  map.set('c', 3)
  assert.deepEqual(map.keys(), ['a', 'c'])
  map.peek('a')
  map.set('d', 4)
  assert.deepEqual(map.keys(), ['c', 'd'])
})
