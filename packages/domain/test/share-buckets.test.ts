import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { bucketCount, findBucket, shareBuckets } from '../src/index.ts'

const names = ['a', 'b', 'c', 'd', 'e']
const hosts = fc
  .uniqueArray(fc.tuple(fc.constantFrom(...names), fc.integer({ min: 1, max: 10_000 })), {
    minLength: 1,
    selector: ([name]) => name,
  })
  .map((entries) => new Map(entries))
const holders = fc.array(fc.option(fc.constantFrom(...names), { nil: undefined }), {
  minLength: bucketCount,
  maxLength: bucketCount,
})
const count = (shares: readonly (string | undefined)[], host: string) => shares.filter((each) => each === host).length

test('each host has its proportion of the buckets, and only what must move moves', () => {
  fc.assert(
    fc.property(holders, hosts, (before, capacities) => {
      const after = shareBuckets(before, capacities)
      const total = [...capacities.values()].reduce((sum, each) => sum + each, 0)
      let surplus = 0
      for (const [host, capacity] of capacities) {
        const exact = (bucketCount * capacity) / total
        assert.ok(Math.abs(count(after, host) - exact) < 1, `${host}: ${count(after, host)} of ${exact}`)
        surplus += Math.max(0, count(before, host) - count(after, host))
      }
      assert.ok(after.every((host) => host !== undefined && capacities.has(host)))
      const ownerless = before.filter((host) => host === undefined || !capacities.has(host)).length
      assert.equal(after.filter((host, bucket) => host !== before[bucket]).length, ownerless + surplus)
      assert.deepEqual(shareBuckets(after, capacities), after, 'a division stays')
    }),
  )
})

test('among hosts of the same capacity, who holds more keeps the bucket that is left over', () => {
  const capacities = new Map([
    ['a', 1],
    ['b', 1],
    ['c', 1],
  ] as const)
  const two = shareBuckets(
    new Array(bucketCount).fill('b'),
    new Map([
      ['a', 1],
      ['b', 1],
    ] as const),
  )
  assert.deepEqual([count(two, 'a'), count(two, 'b')], [32, 32])
  const three = shareBuckets(two, capacities)
  assert.equal(count(three, 'c'), 21, 'the new one gets no more than it must')
})

test('without a host no bucket has one', () => {
  assert.deepEqual(shareBuckets(new Array(bucketCount).fill('a'), new Map()), new Array(bucketCount).fill(undefined))
})

test('neighbouring services are in different buckets, and a service is always in the same one', () => {
  assert.deepEqual([1, 2, 1_000_000, 'a1'].map(findBucket), [15, 31, 20, 20])
  for (const step of [1, 8, 64, 1024]) {
    const counts = new Array<number>(bucketCount).fill(0)
    for (let id = 1; id <= 64_000; id += 1) counts[findBucket(id * step)] = (counts[findBucket(id * step)] ?? 0) + 1
    assert.ok(
      counts.every((each) => each > 850 && each < 1150),
      `${step}: ${counts}`,
    )
  }
})
