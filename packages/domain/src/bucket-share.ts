import type { ShareGrant } from './bucket-leases.ts'
import { type BucketSpan, createFullShare, lateStartMs } from './service-bucket.ts'

/** The part of a share that a host stores for a restart. */
export interface SavedShare {
  readonly isAlone: boolean
  readonly buckets: readonly BucketSpan[]
}

/** Since when a host without a lease waits for the planner, and how long. */
interface Wait {
  readonly since: number
  readonly durationMs: number
}

/**
 * A running process never needs longer between two calls of `observe`. A longer gap means that the process was stopped,
 * and other hosts may have its share.
 */
const maxGapMs = 2_000
/**
 * How long a host without a lease waits for an answer before it considers the centre unavailable: longer than a process
 * needs to start, connect and get an answer from the planner, even on an overloaded machine.
 */
const graceMs = 10_000
const defaultLeaseMs = 15_000

/**
 * A host's share of the checks of its sensor. Without an answer from the planner, the share ends with its lease. After
 * that the host uses it again: at once if it was alone, otherwise when the centre has not answered for some more time.
 * All times except the start times of checks are of the monotonic clock.
 */
export class BucketShare {
  #spans: ReadonlyMap<number, BucketSpan>
  #isAlone: boolean
  #leaseMs = defaultLeaseMs
  #endsAt = Number.NEGATIVE_INFINITY
  /** How much of its lease a restarted host has left. */
  readonly #leftMs: number
  #seenAt: number | undefined
  #wait: Wait | undefined
  #saved: SavedShare
  #isLeaving = false

  /**
   * Without a saved share, the host has all buckets: every host runs all checks until a planner that divides them
   * answers. `leftMs` is the rest of the lease of the saved share, which the host uses at once.
   */
  constructor(saved: SavedShare = { isAlone: true, buckets: createFullShare() }, leftMs = 0) {
    this.#saved = saved
    this.#spans = toMap(saved.buckets)
    this.#isAlone = saved.isAlone
    this.#leftMs = leftMs
  }

  /** Records the time; call it before any check is run. `stepMs` is the step of the wall clock since the last call. */
  observe(now: number, stepMs = 0): void {
    if (this.#seenAt === undefined) {
      this.#endsAt = now + this.#leftMs
      // Other hosts may have received its share since its lease ended.
      if (this.#leftMs <= 0) this.#wait = { since: now, durationMs: graceMs }
    }
    const elapsedMs = now - (this.#seenAt ?? now)
    const gapMs = Math.max(elapsedMs, stepMs)
    this.#seenAt = now
    // While a machine sleeps, only its wall clock advances.
    if (stepMs > maxGapMs) this.#endsAt -= stepMs
    if (now < this.#endsAt) return
    const isWorking = gapMs <= maxGapMs
    this.#wait ??= { since: now, durationMs: this.#isAlone && isWorking ? 0 : graceMs }
    if (!isWorking) this.#wait = this.#adjustWait(this.#wait, { now, elapsedMs, gapMs })
  }

  /**
   * A suspended process receives no answer, so the time of the suspension does not count. The wait starts again only
   * after a suspension as long as a lease: in less time, no other host can have received buckets that no host had
   * before. If every suspension restarted the wait, a host on a machine that stalls repeatedly would check nothing
   * while the centre is unavailable.
   */
  #adjustWait(wait: Wait, { now, elapsedMs, gapMs }: { now: number; elapsedMs: number; gapMs: number }): Wait {
    if (gapMs >= this.#leaseMs) return { since: now, durationMs: graceMs }
    const isOver = now - elapsedMs - wait.since >= wait.durationMs
    return isOver ? wait : { ...wait, since: Math.min(now, wait.since + elapsedMs) }
  }

  /** Whether the host may run checks now. */
  get isValid(): boolean {
    const now = this.#seenAt
    if (this.#isLeaving || now === undefined) return false
    return now < this.#endsAt || (this.#wait !== undefined && now - this.#wait.since >= this.#wait.durationMs)
  }

  /** Whether this host has to run the checks of a bucket that are planned for this time. */
  coversStart(bucket: number, at: number): boolean {
    const span = this.#spans.get(bucket)
    return this.isValid && span !== undefined && at >= span.from && (span.until === null || at < span.until)
  }

  /** The buckets that the host claims in a heartbeat, at a time of the wall clock. */
  listClaims(wall: number): BucketSpan[] {
    if (this.#isLeaving) return [...this.#spans.values()]
    if (!this.isValid) return []
    return [...this.#spans.values()].filter(({ until }) => until === null || until > wall - lateStartMs)
  }

  /**
   * The share to store for a restart, even after the host has left: after the restart there may be no other host, and
   * no planner that answers.
   */
  get saved(): SavedShare {
    return this.#saved
  }

  /** How much of its lease is left at this time. */
  getRemainingMs(now: number): number {
    return this.#isLeaving ? 0 : Math.max(0, this.#endsAt - now)
  }

  /** How often the lease has to be renewed. */
  get renewMs(): number {
    return this.#leaseMs / 3
  }

  /** Applies the answer to a heartbeat that was sent at `sentAt`; a planner of an older version gives no share. */
  apply(grant: ShareGrant | undefined, sentAt: number, now: number): void {
    this.observe(now)
    const leaseMs = grant?.leaseMs ?? this.#leaseMs
    // The process was stopped before it read the answer.
    if (now >= sentAt + leaseMs || this.#isLeaving) return
    const buckets = grant?.buckets ?? createFullShare()
    this.#wait = undefined
    this.#spans = toMap(buckets)
    this.#isAlone = grant?.isAlone ?? true
    this.#saved = { isAlone: this.#isAlone, buckets }
    this.#leaseMs = leaseMs
    this.#endsAt = sentAt + leaseMs
  }

  /**
   * Extends a lease that has not ended. The broker must have received a heartbeat at `sentAt` or later that was not
   * answered: either the planner has received it, or there is no planner.
   */
  extend(sentAt: number, now: number): void {
    this.observe(now)
    if (now < this.#endsAt) this.#endsAt = Math.max(this.#endsAt, sentAt + this.#leaseMs)
  }

  /** Gives back all checks that start at this time of the wall clock or later. */
  leave(until: number): void {
    const heldSpans = this.isValid ? [...this.#spans.values()] : []
    this.#spans = toMap(heldSpans.map((span) => ({ ...span, until: Math.min(until, span.until ?? until) })))
    this.#isLeaving = true
  }

  get isLeaving(): boolean {
    return this.#isLeaving
  }
}

const toMap = (buckets: readonly BucketSpan[]): ReadonlyMap<number, BucketSpan> =>
  new Map(buckets.map((span) => [span.bucket, span]))
