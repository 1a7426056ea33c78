import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BucketLeases, type BucketSpan, bucketCount, createFullShare } from '../src/index.ts'

const leaseMs = 15_000
const claim = (host: string, buckets: readonly BucketSpan[] = [], sent = 0) => ({
  ...{ host, sent, clockOffsetMs: 0 },
  share: { capacity: 5_000, isLeaving: false, buckets },
})

test('beside a host of an older version, which runs everything, others run nothing', () => {
  const leases = new BucketLeases(leaseMs, true)
  assert.equal(leases.answer({ ...claim('old'), share: undefined }, 0), undefined)
  assert.equal(leases.takeUnsaved()?.hosts[0]?.capacity, null)
  assert.deepEqual(leases.answer(claim('new'), 1_000)?.buckets, [])
  assert.equal(leases.isUnsettled, false)
  leases.expire(17_000)
  const later = leases.answer(claim('new'), 17_000)
  assert.equal(later?.buckets.length, bucketCount)
  assert.equal(later?.isAlone, true)
})

test('a lease ends when all heartbeats until its end have been heard, and not by the time of an answer', () => {
  const leases = new BucketLeases(leaseMs, true)
  const all = leases.answer(claim('a'), 0)?.buckets
  assert.deepEqual(all, createFullShare())
  leases.expire(15_999)
  assert.deepEqual(leases.answer(claim('b'), 60_000)?.buckets, [])
  leases.assumeMissedHeartbeats(60_000)
  leases.expire(75_999)
  assert.deepEqual(leases.hosts, ['a', 'b'])
  leases.answer(claim('b'), 76_000)
  leases.expire(76_000)
  assert.equal(leases.answer(claim('b'), 76_001)?.buckets.length, bucketCount)
})

test('only what a successor does not know is kept again, and it goes on with it', () => {
  const leases = new BucketLeases(leaseMs, true)
  leases.answer(claim('a'), 0)
  assert.equal(leases.takeUnsaved()?.hosts.length, 1)
  const shortened = leases.answer(claim('b'), 1) && leases.answer(claim('a', createFullShare()), 2)
  assert.equal(shortened?.buckets.filter(({ until }) => until === 12_002).length, bucketCount / 2)
  assert.equal(leases.takeUnsaved(), undefined, 'an end is nothing that a successor must know')
  leases.answer(claim('a', shortened?.buckets), 500)
  const moved = leases.answer(claim('b'), 501)
  assert.ok(moved?.buckets.every(({ from, until }) => from === 12_500 && until === null))
  const division = leases.takeUnsaved()
  assert.equal(leases.takeUnsaved(), undefined)
  leases.markUnsaved()
  assert.deepEqual(leases.takeUnsaved(), division)
  assert.ok(division)
  const successor = BucketLeases.restore(leaseMs, division, 5_000)
  assert.equal(successor.takeUnsaved(), undefined)
  assert.deepEqual(successor.answer(claim('b', moved?.buckets), 5_001), moved)
  assert.deepEqual(successor.answer(claim('c'), 5_002)?.buckets, [], 'the others may hold everything')
})

test('a successor goes on with a move that was planned, without waiting for leases', () => {
  const leases = new BucketLeases(leaseMs, true)
  leases.answer(claim('a'), 0)
  const division = leases.takeUnsaved()
  leases.answer(claim('b'), 1)
  const shortened = leases.answer(claim('a', createFullShare()), 2)
  assert.ok(division)
  const successor = BucketLeases.restore(leaseMs, division, 5_000)
  successor.answer(claim('b'), 5_001)
  successor.answer(claim('a', shortened?.buckets), 5_002)
  const moved = successor.answer(claim('b'), 5_003)
  assert.deepEqual(new Set(moved?.buckets.map(({ from }) => from)), new Set([17_002]))
  assert.equal(moved?.buckets.length, bucketCount / 2)
})

test('a planner that knows nothing of a sensor gives nothing away until unknown leases have ended', () => {
  const leases = new BucketLeases(leaseMs, false)
  assert.deepEqual(leases.answer(claim('a'), 0), { leaseMs, isAlone: false, buckets: [] })
  leases.assumeMissedHeartbeats(1_000)
  leases.expire(16_999)
  assert.deepEqual(leases.answer(claim('a'), 17_000)?.buckets, [])
  leases.expire(17_000)
  const granted = leases.answer(claim('a'), 17_001)
  assert.equal(granted?.isAlone, true)
  assert.deepEqual(new Set(granted?.buckets.map(({ from }) => from)), new Set([17_000]))
})

test('a bucket moves sooner than planned if its former host leaves', () => {
  const leases = new BucketLeases(leaseMs, true)
  leases.answer(claim('a'), 0)
  leases.answer(claim('b'), 1)
  const shortened = leases.answer(claim('a', createFullShare()), 2)?.buckets ?? []
  leases.answer(claim('a', shortened), 500)
  const moved = leases.answer(claim('b'), 501)?.buckets ?? []
  assert.deepEqual(new Set(moved.map(({ from }) => from)), new Set([12_500]))
  const left = shortened.map((span) => ({ ...span, until: 3_001 }))
  leases.answer({ ...claim('a', left, 3_000), share: { capacity: 5_000, isLeaving: true, buckets: left } }, 3_000)
  const sooner = leases.answer(claim('b', moved, 3_001), 3_001)?.buckets ?? []
  assert.equal(sooner.length, bucketCount)
  assert.deepEqual(new Set(sooner.map(({ from, until }) => `${from} ${until}`)), new Set(['3001 null']))
})

test('a host that went on with its last share does not get back what others have by now', () => {
  const leases = new BucketLeases(leaseMs, true)
  leases.answer(claim('a'), 0)
  leases.answer(claim('b'), 1)
  const kept = leases.answer(claim('a', [], 2), 2)?.buckets ?? []
  const moved = leases.answer(claim('b', [], 3), 3)?.buckets ?? []
  assert.deepEqual([kept.length, moved.length], [bucketCount / 2, bucketCount / 2])
  const granted = leases.answer(claim('a', createFullShare(), 4), 4)?.buckets ?? []
  assert.deepEqual(
    granted.map(({ bucket }) => bucket),
    kept.map(({ bucket }) => bucket),
  )
})

test('a host that gave a bucket to one that leaves at once gets it back as soon as it has run what it had', () => {
  const leases = new BucketLeases(leaseMs, true)
  leases.answer(claim('a'), 0)
  leases.answer(claim('b'), 1)
  const shortened = leases.answer(claim('a', createFullShare()), 2)?.buckets ?? []
  const confirmed = leases.answer(claim('a', shortened), 500)?.buckets ?? []
  const moved = leases.answer(claim('b'), 501)?.buckets ?? []
  const until = 12_510
  const left = moved.map((span) => ({ ...span, until }))
  leases.answer({ ...claim('b', left, until), share: { capacity: 5_000, isLeaving: true, buckets: left } }, until)
  const buckets = new Set(moved.map(({ bucket }) => bucket))
  const grantedTo = (sent: number) =>
    new Set(
      leases
        .answer(claim('a', confirmed, sent), sent)
        ?.buckets.flatMap((span) => (buckets.has(span.bucket) ? [`${span.from} ${span.until}`] : [])),
    )
  assert.deepEqual(grantedTo(12_600), new Set(['0 12500']))
  assert.deepEqual(grantedTo(13_000), new Set(['12510 null']))
})

test('a host whose clock is far ahead does not keep others from the buckets that it gives up', () => {
  const year = 365 * 86_400_000
  const left = createFullShare().map((span) => ({ ...span, until: year }))
  const gone = { ...claim('a', left, year), share: { capacity: 5_000, isLeaving: true, buckets: left } }
  for (const last of [claim('a', [], year), gone]) {
    const leases = new BucketLeases(leaseMs, true)
    leases.answer(claim('a'), 0)
    leases.answer(claim('a', createFullShare(), 1), 1)
    leases.answer(claim('b', [], 1), 1)
    leases.answer(last, 2)
    const granted = leases.answer(claim('b', [], 3), 3)?.buckets ?? []
    assert.ok(granted.length >= bucketCount / 2)
    // Its clock may be up to ten seconds ahead while it reports.
    assert.deepEqual(new Set(granted.map(({ from }) => from)), new Set([10_003]))
  }
})
