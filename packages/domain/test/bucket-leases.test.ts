import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { BucketLeases, BucketShare, bucketCount, type ShareGrant } from '../src/index.ts'

const leaseMs = 15_000
const tickMs = 250
/** Checks of each bucket start this often; the start of a bucket is somewhere in it. */
const everyMs = 1_000
const startOf = (bucket: number, slot: number) => slot * everyMs + ((bucket * 379) % everyMs)

/** Of a host that has run nothing yet, or was not alone before its restart; what it has run is on its disk. */
const createEmptyShare = () => new BucketShare({ isAlone: false, buckets: [] })

/** One host, as its process sees it. */
class Host {
  readonly name: string
  /** How far its clock is ahead, which it may not know. */
  readonly skewMs: number
  share = new BucketShare()
  state: 'runs' | 'stopped' | 'dead' = 'runs'
  nextBeat = 0
  last = 0
  /** When its lease ends, by what it received. */
  leaseEnd = 0
  /** A while after it has gone on with its last share. */
  doubtEnd = 0
  constructor(name: string, skewMs: number) {
    this.name = name
    this.skewMs = skewMs
  }
}

/** Messages and processes of one sensor, in steps of a quarter of a second. */
class World {
  now = 0
  planner: BucketLeases | undefined = new BucketLeases(leaseMs, true)
  readonly hosts: Host[] = []
  readonly runs = new Map<string, string[]>()
  isStrict = false
  /** How many of the next answers are lost. */
  lost = 0

  add(skewMs = 0): Host {
    const host = new Host(`h${this.hosts.length}`, skewMs)
    if (this.hosts.length > 0) host.share = createEmptyShare()
    host.last = this.now + skewMs
    host.nextBeat = this.now
    this.hosts.push(host)
    return host
  }

  advance(ms: number): void {
    for (const end = this.now + ms; this.now < end; this.now += tickMs) {
      for (const host of this.hosts) if (host.state === 'runs') this.#turn(host)
      this.planner?.expire(this.now)
      if (this.now % 1_000 === 0 && this.planner?.isUnsettled)
        for (const host of this.hosts) if (host.state === 'runs') this.beat(host)
    }
  }

  beat(host: Host): void {
    const wall = this.now + host.skewMs
    host.nextBeat = this.now + leaseMs / 3
    const isLeaving = host.share.isLeaving
    const claim = {
      ...{ host: host.name, sent: wall, clockOffsetMs: host.skewMs },
      share: { capacity: 5_000, isLeaving, buckets: host.share.claims(wall) },
    }
    if (this.planner === undefined) {
      host.share.extend(this.now, this.now)
      if (this.now < host.leaseEnd) host.leaseEnd = this.now + leaseMs
      host.nextBeat = this.now + 1_000
      return
    }
    const grant: ShareGrant | undefined = this.planner.answer(claim, this.now)
    if (this.lost > 0) {
      this.lost -= 1
      return
    }
    if (this.now >= host.leaseEnd && host.share.isValid) host.doubtEnd = this.now + 6_000
    host.share.apply(grant, this.now, this.now)
    host.leaseEnd = this.now + leaseMs
  }

  #turn(host: Host): void {
    const wall = this.now + host.skewMs
    host.share.observe(this.now)
    for (let bucket = 0; bucket < bucketCount; bucket += 1) {
      for (
        let slot = Math.floor(Math.max(host.last, wall - 2_000) / everyMs) - 1;
        startOf(bucket, slot) <= wall;
        slot += 1
      ) {
        const at = startOf(bucket, slot)
        if (at <= host.last || !host.share.holds(bucket, at)) continue
        // Without an answer for long it goes on with its last share, and may double what others run: that is not counted.
        const isOverdue = this.now >= host.leaseEnd || this.now < host.doubtEnd
        const key = `${bucket} ${slot}${isOverdue && this.isStrict ? ' overdue' : ''}`
        this.runs.set(key, [...(this.runs.get(key) ?? []), host.name])
      }
    }
    host.last = wall
    if (this.now >= host.nextBeat) this.beat(host)
  }

  /** The slots of all buckets in a time that ran other than once. */
  find(from: number, to: number, is: (runs: number) => boolean): string[] {
    const found: string[] = []
    for (let slot = Math.ceil(from / everyMs); (slot + 1) * everyMs < to; slot += 1)
      for (let bucket = 0; bucket < bucketCount; bucket += 1) {
        const runs = this.runs.get(`${bucket} ${slot}`) ?? []
        if (is(runs.length)) found.push(`${bucket} ${slot}: ${runs}`)
      }
    return found
  }

  counts(): number[] {
    return this.hosts
      .filter(({ state }) => state === 'runs')
      .map(({ share }) => share.claims(this.now).filter(({ until }) => until === null).length)
  }
}

const missed = (runs: number) => runs === 0
const doubled = (runs: number) => runs > 1

test('hosts that join and leave in order cost no check, whatever their clocks say', () => {
  const world = new World()
  for (const skewMs of [0, -900, 900]) {
    world.add(skewMs)
    world.advance(30_000)
  }
  assert.deepEqual(world.counts().toSorted(), [21, 21, 22])
  const [first] = world.hosts
  assert.ok(first)
  first.share.leave(world.now + 1)
  world.beat(first)
  first.state = 'dead'
  world.advance(30_000)
  assert.deepEqual(world.counts(), [32, 32])
  assert.deepEqual(world.find(0, world.now, doubled), [])
  // With a clock that is behind, a start may pass before the others know that it is theirs.
  assert.deepEqual(world.find(2_000, 88_000, missed), [])
})

test('what a dead host had is run by others after its lease, and nothing twice', () => {
  const world = new World()
  for (let each = 0; each < 3; each += 1) world.add()
  world.advance(40_000)
  const [first] = world.hosts
  assert.ok(first)
  first.state = 'dead'
  const diedAt = world.now
  world.advance(40_000)
  assert.deepEqual(world.find(2_000, world.now, doubled), [])
  assert.deepEqual(world.find(2_000, diedAt, missed), [])
  assert.deepEqual(world.find(diedAt + leaseMs + 2_000, world.now, missed), [])
})

test('a planner that is away costs nothing, and its successor first hears who holds what', () => {
  const world = new World()
  for (let each = 0; each < 3; each += 1) world.add()
  world.advance(40_000)
  world.planner = undefined
  world.advance(60_000)
  world.planner = new BucketLeases(leaseMs, false)
  world.advance(40_000)
  assert.deepEqual(
    world.find(2_000, world.now, (runs) => runs !== 1),
    [],
  )
})

test('a host alone never waits, except at its start', () => {
  const world = new World()
  world.add()
  world.advance(10_000)
  world.planner = undefined
  const [host] = world.hosts
  assert.ok(host)
  // Cut off: the broker does not take its heartbeats either.
  host.share.extend = () => undefined
  world.advance(100_000)
  assert.deepEqual(
    world.find(2_000, world.now, (runs) => runs !== 1),
    [],
  )
})

test('hosts that are cut off go on with their last share after a while', () => {
  const world = new World()
  for (let each = 0; each < 2; each += 1) world.add()
  world.advance(40_000)
  world.planner = undefined
  for (const { share } of world.hosts) share.extend = () => undefined
  world.advance(60_000)
  assert.deepEqual(
    world.find(40_000 + leaseMs + leaseMs, world.now, (runs) => runs !== 1),
    [],
  )
  assert.ok(world.find(40_000, world.now, missed).length > 0, 'they wait for a while')
})

test('beside a host of an older version, which runs everything, others run nothing', () => {
  const leases = new BucketLeases(leaseMs, true)
  const old = { host: 'old', sent: 0, clockOffsetMs: 0, share: undefined }
  const share = { capacity: 5_000, isLeaving: false, buckets: [] }
  assert.equal(leases.answer(old, 0), undefined)
  assert.deepEqual(leases.answer({ ...old, host: 'new', share }, 1_000)?.buckets, [])
  assert.equal(leases.isUnsettled, false)
  const later = leases.answer({ ...old, host: 'new', share }, 17_000)
  assert.equal(later?.buckets.length, bucketCount)
  assert.equal(later?.isAlone, true)
})

type Event = readonly [
  kind: 'kill' | 'restart' | 'stop' | 'go' | 'leave' | 'add' | 'planner' | 'lose',
  host: number,
  waitMs: number,
]

const events = fc.array(
  fc.tuple(
    fc.constantFrom<Event[0]>('kill', 'restart', 'stop', 'go', 'leave', 'add', 'planner', 'lose'),
    fc.nat(4),
    fc.integer({ min: 1, max: 100 }).map((ticks) => ticks * tickMs),
  ),
  { minLength: 1, maxLength: 20 },
)

/** Does what happens to a world of hosts. */
function play(world: World, [kind, index, waitMs]: Event): void {
  const host = world.hosts[index % world.hosts.length]
  if (host === undefined) return
  if (kind === 'kill') host.state = 'dead'
  if (kind === 'stop' && host.state === 'runs') host.state = 'stopped'
  if (kind === 'go' && host.state === 'stopped') {
    host.state = 'runs'
    // A command that waited in its connection may come before it sees how late it is.
    world.beat(host)
  }
  if (kind === 'lose') world.lost += 1
  if (kind === 'add' && world.hosts.length < 5) world.add((index - 2) * 400)
  if (kind === 'planner') world.planner = world.planner ? undefined : new BucketLeases(leaseMs, false)
  if (kind === 'leave' && host.state === 'runs') {
    host.share.leave(host.last + 1)
    world.beat(host)
    host.state = 'dead'
  }
  if (kind === 'restart' && host.state === 'dead') {
    host.state = 'runs'
    host.share = createEmptyShare()
    host.nextBeat = world.now
  }
  world.advance(waitMs)
}

test('whatever dies, stops and is lost, no start is run by two hosts, and in the end all are run', () => {
  fc.assert(
    fc.property(events, (happens) => {
      const world = new World()
      world.isStrict = true
      for (const skewMs of [0, 700, -700]) world.add(skewMs)
      world.advance(20_000)
      for (const event of happens) play(world, event)
      assert.deepEqual(world.find(0, world.now, doubled), [])
      for (const host of world.hosts) if (host.state === 'stopped') host.state = 'runs'
      world.lost = 0
      world.planner ??= new BucketLeases(leaseMs, false)
      world.advance(60_000)
      const settledAt = world.now
      world.advance(10_000)
      if (world.counts().length === 0) return
      assert.deepEqual(world.find(0, world.now - 2_000, doubled), [])
      assert.deepEqual(world.find(settledAt, world.now - 2_000, missed), [])
      const counts = world.counts()
      assert.ok(Math.max(...counts) - Math.min(...counts) <= 1, `${counts}`)
    }),
    { numRuns: 25 },
  )
})
