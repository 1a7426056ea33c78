import type { BucketSpan } from './service-bucket.ts'
import { bucketCount, lateStartMs } from './service-bucket.ts'
import { shareBuckets } from './share-buckets.ts'

/** The report of a host about its share of the checks of a sensor, in a heartbeat. */
export interface ShareClaim {
  readonly host: string
  /** The host's own time when it sent the heartbeat: it has run no check that starts later. */
  readonly sent: number
  /** How far its clock is ahead of the centre's, as far as it knows. */
  readonly clockOffsetMs: number
  /** Undefined for a host of an older version, which runs all checks. */
  readonly share: HostShare | undefined
}

export interface HostShare {
  readonly capacity: number
  /** Whether the host is shutting down in order, and gives back all its buckets. */
  readonly isLeaving: boolean
  readonly buckets: readonly BucketSpan[]
}

/** The share of a host, for `leaseMs` from the heartbeat that it answers. */
export interface ShareGrant {
  readonly leaseMs: number
  /** Whether the sensor has no other host. */
  readonly isAlone: boolean
  readonly buckets: readonly BucketSpan[]
}

/** Which host of a sensor may hold which buckets, as a planner stores it for its successor. */
export interface Division {
  readonly hosts: readonly DivisionHost[]
  readonly freed: readonly FreedBucket[]
}

export interface DivisionHost {
  readonly host: string
  /** Null for a host of an older version. */
  readonly capacity: number | null
  /** By how much its clock may be ahead of the centre's. */
  readonly aheadMs: number
  readonly buckets: readonly BucketSpan[]
}

/** A bucket without a host. Its former host may run it again from `own` on, other hosts from `from` on. */
export interface FreedBucket {
  readonly bucket: number
  readonly host: string
  readonly own: number
  readonly from: number
}

type Span = Pick<BucketSpan, 'from' | 'until'>
type SpansByBucket = ReadonlyMap<number, Span>

interface HostLease {
  /** Undefined for a host of an older version. */
  readonly capacity: number | undefined
  /** The buckets that its last heartbeat claimed, and those that the last answer granted, which it may not have got. */
  readonly claimed: SpansByBucket
  granted: SpansByBucket
  /** When its lease has certainly ended, by the centre's clock. */
  readonly endsAt: number
  /** How far its clock is ahead: it starts checks earlier by that much. */
  readonly aheadMs: number
}

type Release = Omit<FreedBucket, 'bucket'>

interface Candidate {
  readonly host: string
  /** Whether the host has the bucket. */
  readonly isHolder: boolean
  /** Whether the host should have the bucket. */
  readonly isTarget: boolean
  /** The host's own time. It may still run checks late that were due earlier, and has run none that are due later. */
  readonly sent: number
  /** The later one of the centre's time and the host's own. */
  readonly latest: number
}

/** A sensor whose clock is off by more than this reports nothing. */
const maxClockOffsetMs = 10_000

/** A working host begins its due checks within this time. */
const maxStartDelayMs = 500

const forever = Number.POSITIVE_INFINITY

/**
 * Divides the buckets of one sensor among its hosts. No check is ever due on two hosts, whichever messages are lost: a
 * bucket moves to another host only from a time that the former host has confirmed as its end, or at which its lease
 * has ended. Times are planned start times of checks, which are the same for all hosts even if their clocks differ.
 * Leases end only in `expire`, so its caller must have received all heartbeats until then. The division that
 * `takeUnsaved` returns must be stored before the answer is sent: then a successor that starts with the stored division
 * knows every host that may hold a bucket.
 */
export class BucketLeases {
  readonly #leaseMs: number
  readonly #hosts = new Map<string, HostLease>()
  readonly #freed = new Map<number, Release>()
  /** Buckets that a host has claimed. */
  readonly #known = new Set<number>()
  /** The hosts that were stored for a successor. */
  #saved = new Map<string, DivisionHost>()
  /** Whether there may be unknown hosts with shares. Then a bucket that no host claims is not free. */
  #mayHaveUnknownHosts: boolean
  #unknownHostsUntil = forever
  /** The latest start that an unknown host can have run. */
  #unknownUntil = 0

  /** `isKnown` is false if a planner of an older version, which keeps no division, may have given shares. */
  constructor(leaseMs: number, isKnown: boolean) {
    this.#leaseMs = leaseMs
    this.#mayHaveUnknownHosts = !isKnown
  }

  /** Continues with the division that another planner stored. Its hosts may just have renewed their leases. */
  static restore(leaseMs: number, division: Division, now: number): BucketLeases {
    const leases = new BucketLeases(leaseMs, true)
    for (const { bucket, ...freed } of division.freed) leases.#freed.set(bucket, freed)
    for (const stored of division.hosts) {
      const [claimed, endsAt] = [toSpans(stored.buckets), now + leases.#maxLeaseMs]
      const { host, capacity, aheadMs } = stored
      leases.#hosts.set(host, { capacity: capacity ?? undefined, claimed, granted: claimed, endsAt, aheadMs })
      leases.#saved.set(host, stored)
    }
    return leases
  }

  /** The hosts whose leases have not ended. */
  get hosts(): string[] {
    return [...this.#hosts.keys()]
  }

  /** Returns the share of a host that sent a heartbeat; undefined for a host that does not know shares. */
  answer(heartbeat: ShareClaim, now: number): ShareGrant | undefined {
    const claim = this.#removeStrays(heartbeat)
    const { host, share } = claim
    // From now on there is a planner, so no host extends its lease by itself.
    if (this.#unknownHostsUntil === forever) this.#unknownHostsUntil = now + this.#maxLeaseMs
    this.#takeBack(claim, now)
    const isOverHostLimit = !this.#hosts.has(host) && this.#hosts.size >= bucketCount
    if (isOverHostLimit || share?.isLeaving) {
      this.#hosts.delete(host)
      return { leaseMs: this.#leaseMs, isAlone: false, buckets: [] }
    }
    const lease = this.#renew(claim, now)
    if (share === undefined) return undefined
    const holders = this.#findHolders()
    const targets = this.#findTargets(holders)
    const latest = Math.max(now, Math.min(claim.sent, now + maxClockOffsetMs))
    const buckets = Array.from({ length: bucketCount }, (_, bucket) => {
      const [isHolder, isTarget] = [holders[bucket] === host, targets[bucket] === host]
      return this.#grant(bucket, { host, isHolder, isTarget, sent: claim.sent, latest })
    }).filter((span) => span !== undefined)
    lease.granted = toSpans(buckets)
    return { leaseMs: this.#leaseMs, isAlone: this.#hosts.size === 1 && !this.#mayHaveUnknownHosts, buckets }
  }

  /**
   * Frees the buckets of hosts whose leases have ended by `heardUntil`. All heartbeats until then must have been
   * received.
   */
  expire(heardUntil: number): void {
    if (this.#mayHaveUnknownHosts && heardUntil >= this.#unknownHostsUntil)
      [this.#mayHaveUnknownHosts, this.#unknownUntil] = [false, this.#unknownHostsUntil]
    for (const [host, lease] of this.#hosts) {
      if (heardUntil < lease.endsAt) continue
      this.#hosts.delete(host)
      for (const [bucket, { from }] of [...lease.claimed, ...lease.granted])
        this.#free(bucket, { host, own: from, from: Math.min(findEnd(lease, bucket), lease.endsAt + lease.aheadMs) })
    }
  }

  /** Records that heartbeats may have been missed until now, with which hosts may have renewed their leases. */
  assumeMissedHeartbeats(now: number): void {
    const endsAt = now + this.#maxLeaseMs
    for (const [host, lease] of this.#hosts) this.#hosts.set(host, { ...lease, endsAt })
    if (this.#mayHaveUnknownHosts) this.#unknownHostsUntil = endsAt
  }

  /**
   * Returns the division to store for a successor before the last answer is sent; undefined if the stored one is
   * sufficient.
   */
  takeUnsaved(): Division | undefined {
    if ([...this.#hosts].every(([host, lease]) => isCovered(lease, this.#saved.get(host)))) return undefined
    const hosts = [...this.#hosts].map(([host, lease]) => toDivisionHost(host, lease))
    this.#saved = new Map(hosts.map((each) => [each.host, each]))
    return { hosts, freed: [...this.#freed].map(([bucket, freed]) => ({ bucket, ...freed })) }
  }

  /** Records that the division could not be stored. */
  markUnsaved(): void {
    this.#saved.clear()
  }

  /** Whether another heartbeat of its hosts would move a bucket. */
  get isUnsettled(): boolean {
    const hosts = [...this.#hosts.values()]
    if (hosts.some(({ capacity }) => capacity === undefined)) return false
    if (hosts.length < 2) return hosts.some(({ granted }) => granted.size < bucketCount)
    return this.#findTargets().some((host, bucket) => {
      const lease = host === undefined ? undefined : this.#hosts.get(host)
      return lease !== undefined && findEnd(lease, bucket) !== forever
    })
  }

  /** How long a lease can last by the clock of the centre, which may be corrected meanwhile. */
  get #maxLeaseMs(): number {
    return this.#leaseMs + this.#leaseMs / 15
  }

  /**
   * Removes buckets from a claim that the host is not known to have, and that other hosts have by now: the host was cut
   * off, and went on with its last share because it considered the centre unavailable.
   */
  #removeStrays(claim: ShareClaim): ShareClaim {
    const { host, share } = claim
    if (share === undefined) return claim
    const ownLease = this.#hosts.get(host)
    const others = [...this.#hosts.values()].filter((lease) => lease !== ownLease)
    const isStray = (span: BucketSpan) =>
      !ownLease?.claimed.has(span.bucket) &&
      !ownLease?.granted.has(span.bucket) &&
      others.some((lease) => overlaps(lease, span))
    return { ...claim, share: { ...share, buckets: share.buckets.filter((span) => !isStray(span)) } }
  }

  /**
   * Frees the buckets that a host no longer claims: its heartbeat shows which answers it has received. It has run at
   * most the checks that were due before it sent the heartbeat. A leaving host gives the end of each bucket itself.
   * Its time counts only up to `maxClockOffsetMs` ahead of the centre's: if its clock were days ahead, no other host
   * would run the bucket until then.
   */
  #takeBack({ host, sent, share }: ShareClaim, now: number): void {
    const lease = this.#hosts.get(host)
    if (lease === undefined || share === undefined) return
    const claimed = toSpans(share.buckets)
    for (const [bucket, { from }] of [...lease.granted, ...lease.claimed]) {
      if (claimed.has(bucket) && !share.isLeaving) continue
      const end = Math.min(claimed.get(bucket)?.until ?? sent + 1, now + maxClockOffsetMs + 1)
      this.#free(bucket, { host, own: from, from: Math.min(findEnd(lease, bucket), end) })
    }
  }

  #free(bucket: number, freed: Release): void {
    const last = this.#freed.get(bucket)
    if (last === undefined || last.host === freed.host) {
      if (last === undefined || last.from <= freed.from) this.#freed.set(bucket, freed)
      return
    }
    // Neither host may repeat checks that the other one has run.
    const [earlier, later] = last.from <= freed.from ? [last, freed] : [freed, last]
    this.#freed.set(bucket, { ...later, own: Math.max(later.own, earlier.from) })
  }

  #renew({ host, clockOffsetMs, share }: ShareClaim, now: number): HostLease {
    const endsAt = now + this.#maxLeaseMs
    const claimed: SpansByBucket = share ? toSpans(share.buckets) : new Map()
    const aheadMs = Math.max(0, Math.min(maxClockOffsetMs, clockOffsetMs))
    const lease: HostLease = { capacity: share?.capacity, claimed, granted: new Map(), endsAt, aheadMs }
    for (const bucket of claimed.keys()) this.#known.add(bucket)
    this.#hosts.set(host, lease)
    return lease
  }

  /** The host of each bucket. If several claim it without an end, it is the one that is known longest. */
  #findHolders(): (string | undefined)[] {
    const hosts = [...this.#hosts].filter(([, { capacity }]) => capacity !== undefined)
    return Array.from({ length: bucketCount }, (_, bucket) => {
      const ends = hosts.map(([host, lease]) => ({ host, end: findEnd(lease, bucket) }))
      const last = ends.reduce((one, other) => (other.end > one.end ? other : one), { host: '', end: 0 })
      return last.end > 0 ? last.host : undefined
    })
  }

  /** The host that should have each bucket. */
  #findTargets(holders = this.#findHolders()): (string | undefined)[] {
    const capacities = [...this.#hosts].flatMap(([host, { capacity }]) =>
      capacity === undefined ? [] : [[host, capacity] as const],
    )
    return shareBuckets(holders, new Map(capacities))
  }

  /** Returns the span of a bucket that a host may run; undefined if there is none. */
  #grant(bucket: number, { host, isHolder, isTarget, sent, latest }: Candidate): BucketSpan | undefined {
    const ownLease = this.#hosts.get(host)
    const claimedSpan = ownLease?.claimed.get(bucket)
    const others = [...this.#hosts.values()].filter((lease) => lease !== ownLease)
    // A host of an older version runs everything.
    if (others.some(({ capacity }) => capacity === undefined)) return undefined
    const end = Math.max(0, ...others.map((lease) => findEnd(lease, bucket)))
    if (claimedSpan === undefined)
      return isTarget && end !== forever ? this.#giveFree(bucket, { host, end }) : undefined
    // The host was cut off, and claims a bucket that another one has by now.
    if (end === forever && claimedSpan.until === null && !isHolder) return undefined
    const freed = this.#freed.get(bucket)
    const isOnlyOwn = freed === undefined || freed.host === host || freed.from <= (claimedSpan.until ?? 0)
    const from =
      freed === undefined || freed.host === host
        ? claimedSpan.from
        : findBegin(bucket, claimedSpan.from, { freed, others })
    // Other hosts have the bucket before this host's span, if at all.
    const isLast = end <= claimedSpan.from && isOnlyOwn
    // The host has run its span. If the next host has an end too, the bucket is free again after that.
    const isOver = claimedSpan.until !== null && claimedSpan.until + maxStartDelayMs <= sent
    if (isTarget && isOver && !isLast && end !== forever) return this.#giveFree(bucket, { host, end })
    if (isTarget) return { bucket, from, until: isLast ? null : claimedSpan.until }
    // Another host gets the bucket once this one has confirmed an end. Until then the end is postponed, so that no
    // check is skipped.
    const postponedEnd = Math.ceil(latest + this.#leaseMs * 0.8)
    const until = Math.max(claimedSpan.until ?? postponedEnd, isLast ? postponedEnd : 0)
    return until <= sent - lateStartMs ? undefined : { bucket, from, until }
  }

  /** Gives a host a bucket that no other host has, or that another one has up to `end`. */
  #giveFree(bucket: number, { host, end }: { readonly host: string; readonly end: number }): BucketSpan | undefined {
    if (this.#mayHaveUnknownHosts && !this.#known.has(bucket)) return undefined
    const freed = this.#freed.get(bucket)
    const unknownUntil = this.#mayHaveUnknownHosts ? this.#unknownHostsUntil : this.#unknownUntil
    const from = freed === undefined ? unknownUntil : freed.host === host ? freed.own : freed.from
    return { bucket, from: Math.ceil(Math.max(end, from)), until: null }
  }
}

/**
 * Returns until when a host may run a bucket, by those of its spans that begin before a time; 0 if there are none. Both
 * its claim and the last answer count, because it may or may not have received the answer.
 */
function findEnd({ capacity, claimed, granted }: HostLease, bucket: number, before = forever): number {
  if (capacity === undefined) return forever
  return Math.max(
    0,
    ...listSpans({ claimed, granted }, bucket).map(({ from, until }) => (from < before ? (until ?? forever) : 0)),
  )
}

/**
 * Returns the time from which a host may run a bucket that it was to get at `planned`. It is earlier if the former host
 * has given the bucket back meanwhile, and no other one has it until then.
 */
function findBegin(
  bucket: number,
  planned: number,
  { freed, others }: { readonly freed: Release; readonly others: readonly HostLease[] },
): number {
  const end = Math.max(freed.from, ...others.map((lease) => findEnd(lease, bucket, planned)))
  return Math.min(planned, Math.ceil(end))
}

const overlaps = (lease: HostLease, { bucket, from, until }: BucketSpan): boolean =>
  listSpans(lease, bucket).some((span) => span.from < (until ?? forever) && from < (span.until ?? forever))

/** The spans of a bucket that a host has, by its own heartbeat and by the answer to it. */
const listSpans = ({ claimed, granted }: Pick<HostLease, 'claimed' | 'granted'>, bucket: number) =>
  [claimed.get(bucket), granted.get(bucket)].filter((span) => span !== undefined)

const toSpans = (buckets: readonly BucketSpan[]): SpansByBucket =>
  new Map(buckets.map(({ bucket, from, until }) => [bucket, { from, until }]))

function toDivisionHost(host: string, { capacity, claimed, granted, aheadMs }: HostLease): DivisionHost {
  const buckets = [...new Set([...claimed.keys(), ...granted.keys()])].map((bucket) => {
    const spans = [claimed.get(bucket), granted.get(bucket)].filter((span) => span !== undefined)
    const end = Math.max(...spans.map(({ until }) => until ?? forever))
    return { bucket, from: Math.min(...spans.map(({ from }) => from)), until: end === forever ? null : end }
  })
  return { host, capacity: capacity ?? null, aheadMs, buckets }
}

/** Whether the stored lease covers every bucket that the host may hold. */
function isCovered(lease: HostLease, stored: DivisionHost | undefined): boolean {
  if (lease.capacity === undefined) return stored?.capacity === null
  const storedSpans = toSpans(stored?.buckets ?? [])
  return [...lease.claimed, ...lease.granted].every(([bucket, { until }]) => {
    const span = storedSpans.get(bucket)
    return span !== undefined && (span.until ?? forever) >= (until ?? forever)
  })
}
