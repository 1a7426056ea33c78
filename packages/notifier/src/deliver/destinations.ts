/** How many messages may be in progress to one destination, and to all of them. */
const maxPlacesPerDestination = 8
const maxPlaces = 1_000
/** While the destination makes progress, messages wait in memory for a place. Without progress they are deferred. */
const maxStallMs = 500
const maxWaitMs = 5_000
const maxQueueLength = 1_000
/**
 * After this many attempts in a row without an answer, the destination rests; each rest is twice as long as the last.
 */
const maxSilences = 3
const minRestMs = 10_000
const maxRestMs = 60_000
const minDelayMs = 1_000
/** How many idle destinations are remembered. */
const maxRemembered = 10_000

/** A place at a destination, to be returned when the attempt has ended. */
export interface DestinationPlace {
  leave(result: 'answered' | 'silent'): void
}

/** The destination has no place now: retry after this delay. */
export interface Deferral {
  readonly delayMs: number
}

export interface Destinations {
  enter(name: string): Promise<DestinationPlace | Deferral>
  /** Whether the destination made progress recently. */
  isMoving(name: string): boolean
}

export interface DestinationsOptions {
  /** A monotonic clock in milliseconds. */
  readonly clock?: () => number
}

/**
 * A bulkhead for each destination: a slow or silent provider uses up only its own places. A message without a place is
 * deferred, and retried no faster than the destination accepts messages.
 */
export function createDestinations({ clock = () => performance.now() }: DestinationsOptions = {}): Destinations {
  const known = new Map<string, Destination>()
  let total = 0
  return {
    isMoving: (name) => known.get(name)?.isMoving ?? false,
    async enter(name) {
      if (known.size > maxRemembered) for (const [key, one] of known) if (one.isIdle) known.delete(key)
      const destination = known.get(name) ?? new Destination(clock)
      known.set(name, destination)
      if (total >= maxPlaces) return destination.defer()
      const admission = await destination.enter()
      if ('delayMs' in admission) return admission
      total += 1
      return {
        leave(result) {
          total -= 1
          admission.leave(result)
          if (destination.isForgettable) known.delete(name)
        },
      }
    },
  }
}

type Waiter = (place: DestinationPlace | Deferral) => void

class Destination {
  readonly #clock: () => number
  #underWay = 0
  readonly #waiting: Waiter[] = []
  #silences = 0
  #restsUntil = 0
  #restMs = 0
  /** The average duration of an attempt. */
  #averageMs = 200
  /** When the next deferred message may be retried. */
  #nextTurn = 0
  #lastMoved = 0

  constructor(clock: () => number) {
    this.#clock = clock
  }

  get isIdle(): boolean {
    return this.#underWay === 0 && this.#waiting.length === 0
  }

  /** Whether its state no longer matters for the next message. */
  get isForgettable(): boolean {
    return this.isIdle && this.#silences === 0 && this.#nextTurn <= this.#clock()
  }

  enter(): Promise<DestinationPlace | Deferral> | DestinationPlace | Deferral {
    if (this.#restsUntil > this.#clock() || this.#isOnTrial) return this.defer()
    if (this.#underWay < maxPlacesPerDestination) return this.#place()
    return this.#isStuck || this.#waiting.length >= maxQueueLength ? this.defer() : this.#queue()
  }

  /** Defers a message: deferred messages return in the order of arrival, at the pace of the destination. */
  defer(): Deferral {
    const now = this.#clock()
    const turn = Math.max(this.#nextTurn, this.#restsUntil, now + minDelayMs)
    this.#nextTurn = Math.min(turn + this.#averageMs / maxPlacesPerDestination, now + maxRestMs)
    return { delayMs: Math.min(turn - now, maxRestMs) }
  }

  /** After a rest, a single message tries first while the others wait. */
  get #isOnTrial(): boolean {
    return this.#silences >= maxSilences && this.#underWay > 0
  }

  get isMoving(): boolean {
    return !this.#isStuck
  }

  /** Whether no attempt has ended for a while. */
  get #isStuck(): boolean {
    return this.#clock() - this.#lastMoved > maxStallMs
  }

  #queue(): Promise<DestinationPlace | Deferral> {
    const since = this.#clock()
    return new Promise((resolve) => {
      const waiter: Waiter = (answer) => {
        clearInterval(stallTimer)
        resolve(answer)
      }
      const stallTimer = setInterval(() => {
        if (!this.#isStuck && this.#clock() - since < maxWaitMs) return
        this.#waiting.splice(this.#waiting.indexOf(waiter), 1)
        waiter(this.defer())
      }, maxStallMs)
      this.#waiting.push(waiter)
    })
  }

  #place(): DestinationPlace {
    const since = this.#clock()
    if (this.#underWay === 0) this.#lastMoved = since
    this.#underWay += 1
    return {
      leave: (result) => {
        this.#underWay -= 1
        this.#lastMoved = this.#clock()
        this.#averageMs += (this.#clock() - since - this.#averageMs) / 5
        if (result === 'answered') this.#answered()
        else this.#silent()
        this.#callNext()
      },
    }
  }

  #answered(): void {
    this.#silences = 0
    this.#restMs = 0
  }

  #silent(): void {
    this.#silences += 1
    const now = this.#clock()
    if (this.#silences < maxSilences || this.#restsUntil > now) return
    this.#restMs = Math.min(maxRestMs, Math.max(minRestMs, this.#restMs * 2))
    this.#restsUntil = now + this.#restMs
  }

  #callNext(): void {
    const isResting = this.#restsUntil > this.#clock()
    while (this.#waiting.length > 0 && (isResting || this.#underWay < maxPlacesPerDestination)) {
      this.#waiting.shift()?.(isResting ? this.defer() : this.#place())
    }
  }
}
