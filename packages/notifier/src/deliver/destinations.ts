/** So many messages are under way to one destination, and so many to all of them. */
const maxPlacesPerDestination = 8
const maxPlaces = 1_000
/** Messages wait in the process for a place while places become free; after so long without any, nobody waits. */
const maxStallMs = 500
const maxWaitMs = 5_000
const maxQueueLength = 1_000
/** After so many attempts in a row that nobody answered, the destination is left alone: twice as long each time. */
const maxSilences = 3
const minRestMs = 10_000
const maxRestMs = 60_000
const minDelayMs = 1_000
/** Of destinations that are gone, so many are remembered. */
const maxRemembered = 10_000

/** Somebody's turn, to be given back when the attempt is over. */
export interface Place {
  leave(result: 'answered' | 'silent'): void
}

/** There is no place now: come again after this long. */
export interface PutOff {
  readonly delayMs: number
}

export interface Destinations {
  enter(name: string): Promise<Place | PutOff>
  /** Whether somebody was answered there lately. */
  isMoving(name: string): boolean
}

export interface DestinationsOptions {
  /** Milliseconds of a clock that only goes forward. */
  readonly clock?: () => number
}

/**
 * A bulkhead for each destination: a provider that answers slowly or not at all takes up its own places, and nobody
 * else's. Whoever finds no place is put off, and comes back no faster than the destination can take.
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
      if (total >= maxPlaces) return destination.putOff()
      const answer = await destination.enter()
      if ('delayMs' in answer) return answer
      total += 1
      return {
        leave(result) {
          total -= 1
          answer.leave(result)
          if (destination.isForgettable) known.delete(name)
        },
      }
    },
  }
}

type Waiter = (place: Place | PutOff) => void

class Destination {
  readonly #clock: () => number
  #underWay = 0
  readonly #waiting: Waiter[] = []
  #silences = 0
  #restsUntil = 0
  #restMs = 0
  /** How long an attempt takes at present, and when the next one that is put off has its turn. */
  #averageMs = 200
  #nextTurn = 0
  #lastMoved = 0

  constructor(clock: () => number) {
    this.#clock = clock
  }

  get isIdle(): boolean {
    return this.#underWay === 0 && this.#waiting.length === 0
  }

  /** Nothing is known of it that the next message should know. */
  get isForgettable(): boolean {
    return this.isIdle && this.#silences === 0 && this.#nextTurn <= this.#clock()
  }

  enter(): Promise<Place | PutOff> | Place | PutOff {
    if (this.#restsUntil > this.#clock() || this.#isOnTrial) return this.putOff()
    if (this.#underWay < maxPlacesPerDestination) return this.#place()
    return this.#isStuck || this.#waiting.length >= maxQueueLength ? this.putOff() : this.#queue()
  }

  /** In the order of coming, at the pace of the destination. */
  putOff(): PutOff {
    const now = this.#clock()
    const turn = Math.max(this.#nextTurn, this.#restsUntil, now + minDelayMs)
    this.#nextTurn = Math.min(turn + this.#averageMs / maxPlacesPerDestination, now + maxRestMs)
    return { delayMs: Math.min(turn - now, maxRestMs) }
  }

  /** After a rest one message goes alone, and the others wait for what becomes of it. */
  get #isOnTrial(): boolean {
    return this.#silences >= maxSilences && this.#underWay > 0
  }

  get isMoving(): boolean {
    return !this.#isStuck
  }

  /** Nobody has come back for a while. */
  get #isStuck(): boolean {
    return this.#clock() - this.#lastMoved > maxStallMs
  }

  #queue(): Promise<Place | PutOff> {
    const since = this.#clock()
    return new Promise((resolve) => {
      const waiter: Waiter = (answer) => {
        clearInterval(looking)
        resolve(answer)
      }
      const looking = setInterval(() => {
        if (!this.#isStuck && this.#clock() - since < maxWaitMs) return
        this.#waiting.splice(this.#waiting.indexOf(waiter), 1)
        waiter(this.putOff())
      }, maxStallMs)
      this.#waiting.push(waiter)
    })
  }

  #place(): Place {
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
      this.#waiting.shift()?.(isResting ? this.putOff() : this.#place())
    }
  }
}
