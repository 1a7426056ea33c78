import type { ShareGrant } from './bucket-leases.ts'
import { allBuckets, type BucketSpan, lateStartMs } from './service-bucket.ts'

/** What a host keeps of its share for a restart. */
export interface KeptShare {
  readonly isAlone: boolean
  readonly buckets: readonly BucketSpan[]
}

/** Since when a host without a lease waits for the planner, and how long. */
interface Wait {
  readonly since: number
  readonly ms: number
}

/** Longer than a process that works ever needs between two calls: it was stopped meanwhile, and others may have its share. */
const maxGapMs = 2_000
/**
 * How long a host without a lease waits for an answer before it takes the centre for away: longer than a process takes to
 * start, connect and hear from the planner, also on a machine with too much to do.
 */
const graceMs = 10_000
const usualLeaseMs = 15_000

/**
 * The share that a host has of the checks of its sensor. Without an answer of the planner it ends with its lease. The host
 * goes on with it if it was alone, or if the centre does not answer for some time longer. All times but those of starts
 * are of the monotonic clock.
 */
export class BucketShare {
  #spans: ReadonlyMap<number, BucketSpan>
  #isAlone: boolean
  #leaseMs = usualLeaseMs
  #endsAt = Number.NEGATIVE_INFINITY
  /** How much of its lease a restarted host has left. */
  readonly #leftMs: number
  #seenAt: number | undefined
  #wait: Wait | undefined
  #kept: KeptShare
  #isLeaving = false

  /**
   * Without a kept share, everything: until a planner answers that divides, every host runs all checks. `leftMs` is how
   * much is left of the lease of what was kept: the host goes on with it at once.
   */
  constructor(kept: KeptShare = { isAlone: true, buckets: allBuckets() }, leftMs = 0) {
    this.#kept = kept
    this.#spans = toMap(kept.buckets)
    this.#isAlone = kept.isAlone
    this.#leftMs = leftMs
  }

  /** Notes the time; call it before anything is run. `stepMs` is by how much the wall clock was set meanwhile. */
  observe(now: number, stepMs = 0): void {
    if (this.#seenAt === undefined) {
      this.#endsAt = now + this.#leftMs
      // Others may have got its share since its lease ended.
      if (this.#leftMs <= 0) this.#wait = { since: now, ms: graceMs }
    }
    const stoodMs = now - (this.#seenAt ?? now)
    const gapMs = Math.max(stoodMs, stepMs)
    this.#seenAt = now
    // A machine that slept shows a step of the wall clock.
    if (stepMs > maxGapMs) this.#endsAt -= stepMs
    if (now < this.#endsAt) return
    const isWorking = gapMs <= maxGapMs
    this.#wait ??= { since: now, ms: this.#isAlone && isWorking ? 0 : graceMs }
    if (!isWorking) this.#wait = this.#waitOn(this.#wait, { now, stoodMs, gapMs })
  }

  /**
   * A process that stood still hears no answer, so that time does not count. It begins to wait again only if it stood
   * still for a lease: in less time nobody can have got what nobody had before. Otherwise a host of a machine that stands
   * still again and again would check nothing while the centre is away.
   */
  #waitOn(wait: Wait, { now, stoodMs, gapMs }: { now: number; stoodMs: number; gapMs: number }): Wait {
    if (gapMs >= this.#leaseMs) return { since: now, ms: graceMs }
    const isOver = now - stoodMs - wait.since >= wait.ms
    return isOver ? wait : { ...wait, since: Math.min(now, wait.since + stoodMs) }
  }

  /** Whether it may run anything now. */
  get isValid(): boolean {
    const now = this.#seenAt
    if (this.#isLeaving || now === undefined) return false
    return now < this.#endsAt || (this.#wait !== undefined && now - this.#wait.since >= this.#wait.ms)
  }

  /** Whether this host has to run what starts at this time by the plan. */
  holds(bucket: number, at: number): boolean {
    const span = this.#spans.get(bucket)
    return this.isValid && span !== undefined && at >= span.from && (span.until === null || at < span.until)
  }

  /** The buckets that it says it holds, by the wall clock. */
  claims(wall: number): BucketSpan[] {
    if (this.#isLeaving) return [...this.#spans.values()]
    if (!this.isValid) return []
    return [...this.#spans.values()].filter(({ until }) => until === null || until > wall - lateStartMs)
  }

  /** What it keeps for a restart: also after it has left, in case that no other host runs then and no planner answers. */
  get kept(): KeptShare {
    return this.#kept
  }

  /** How much of its lease is left at this time. */
  leftMs(now: number): number {
    return this.#isLeaving ? 0 : Math.max(0, this.#endsAt - now)
  }

  /** How often it has to be renewed. */
  get renewMs(): number {
    return this.#leaseMs / 3
  }

  /** Takes the answer to a heartbeat that was sent at `sentAt`; a planner of an older version gives no share. */
  apply(grant: ShareGrant | undefined, sentAt: number, now: number): void {
    this.observe(now)
    const leaseMs = grant?.leaseMs ?? this.#leaseMs
    // It was stopped before it read the answer.
    if (now >= sentAt + leaseMs || this.#isLeaving) return
    const buckets = grant?.buckets ?? allBuckets()
    this.#wait = undefined
    this.#spans = toMap(buckets)
    this.#isAlone = grant?.isAlone ?? true
    this.#kept = { isAlone: this.#isAlone, buckets }
    this.#leaseMs = leaseMs
    this.#endsAt = sentAt + leaseMs
  }

  /**
   * Extends a lease that has not ended after a heartbeat that the broker received at `sentAt` or later, and that was not
   * answered: the planner has it, or there is none.
   */
  extend(sentAt: number, now: number): void {
    this.observe(now)
    if (now < this.#endsAt) this.#endsAt = Math.max(this.#endsAt, sentAt + this.#leaseMs)
  }

  /** Gives everything back that starts at this time of the wall clock, or later. */
  leave(until: number): void {
    const held = this.isValid ? [...this.#spans.values()] : []
    this.#spans = toMap(held.map((span) => ({ ...span, until: Math.min(until, span.until ?? until) })))
    this.#isLeaving = true
  }

  get isLeaving(): boolean {
    return this.#isLeaving
  }
}

const toMap = (buckets: readonly BucketSpan[]): ReadonlyMap<number, BucketSpan> =>
  new Map(buckets.map((span) => [span.bucket, span]))
