import { type StrayCount, type StrayReason, Strays } from './strays.ts'

/** The streams that results come by: the fresh ones first. */
export type Stream = 'live' | 'backlog'

/** A message of which some results are not in the database yet. */
export interface Receipt {
  readonly sequence: number
  readonly source: Source | undefined
  readonly first: number
  readonly last: number
  /** How many of its results are not in the database. */
  pending: number
  /** Those of its results that count nowhere. They are told when the stream goes past it: then it is not read again. */
  strays: StrayReason[] | undefined
  letters: readonly DeadLetter[] | undefined
}

/** A message, or one item of it, that could not be understood. */
export interface DeadLetter {
  readonly subject: string
  readonly reason: string
  readonly content: Uint8Array
}

/** One spool: results of one host of a sensor, numbered without a gap. */
interface Source {
  readonly sensor_id: number
  readonly host: string
  /** Everything up to here is stored. */
  sequence: number
  /** Stored beyond a gap: by first place, disjoint and not adjoining. */
  readonly beyond: { first: number; last: number }[]
  changed: boolean
}

export interface Watermark {
  readonly sensor_id: number
  readonly host: string
  readonly sequence: number
}

/** How far each stream may count as read. */
export type Positions = Partial<Record<Stream, number>>

/** What may be written together with all that is done; only what has moved since the last time. */
export interface Passed {
  readonly positions: Positions
  readonly watermarks: readonly Watermark[]
  readonly strays: readonly StrayCount[]
  readonly letters: readonly DeadLetter[]
}

/**
 * Which results have reached the database, and so how far streams and spools are done with: a position passes a message
 * only with all of its results.
 */
export class Receipts {
  readonly #queues: Record<Stream, { items: Receipt[]; head: number }> = {
    live: { items: [], head: 0 },
    backlog: { items: [], head: 0 },
  }
  readonly #sources = new Map<number, Map<string, Source>>()
  readonly #strays = new Strays()
  #letters: DeadLetter[] = []
  #changed: Source[] = []
  #finished: Receipt[] = []

  constructor(watermarks: Iterable<Watermark>) {
    for (const { sensor_id, host, sequence } of watermarks) this.#source(sensor_id, host).sequence = sequence
  }

  receive(
    stream: Stream,
    sequence: number,
    batch: { sensor_id: number; host: string; first: number; count: number; oldest?: number },
  ): Receipt {
    const source = this.#source(batch.sensor_id, batch.host)
    // What the spool holds no more will not come.
    if (batch.oldest !== undefined && batch.oldest - 1 > source.sequence) this.#store(source, 1, batch.oldest - 1)
    const last = batch.first + batch.count - 1
    const receipt = { sequence, source, first: batch.first, last, pending: 0, strays: undefined, letters: undefined }
    this.#queues[stream].items.push(receipt)
    return receipt
  }

  /** A message without results: the stream may go past it. */
  skip(stream: Stream, sequence: number, letter: DeadLetter): void {
    const nothing = { source: undefined, first: 0, last: 0, pending: 0, strays: undefined }
    this.#queues[stream].items.push({ sequence, ...nothing, letters: [letter] })
  }

  stray(receipt: Receipt, reason: StrayReason): void {
    receipt.strays ??= []
    receipt.strays.push(reason)
  }

  /** To be said once all results of the message have found their places. */
  received(receipt: Receipt): void {
    if (receipt.pending === 0) this.#finished.push(receipt)
  }

  /** One result of the message goes into the database with the next commit. */
  done(receipt: Receipt): void {
    receipt.pending -= 1
    if (receipt.pending === 0) this.#finished.push(receipt)
  }

  take(): Passed {
    for (const { source, first, last } of this.#finished) if (source !== undefined) this.#store(source, first, last)
    this.#finished = []
    const watermarks = this.#changed.map(({ sensor_id, host, sequence }) => ({ sensor_id, host, sequence }))
    for (const source of this.#changed) source.changed = false
    this.#changed = []
    const positions = this.#positions()
    const letters = this.#letters
    this.#letters = []
    return { positions, watermarks, strays: this.#strays.take(), letters }
  }

  #pass({ source, strays, letters }: Receipt): void {
    if (strays !== undefined) for (const reason of strays) this.#strays.add(source?.sensor_id ?? 0, reason)
    if (letters !== undefined) this.#letters.push(...letters)
  }

  #positions(): Positions {
    const positions: Positions = {}
    for (const stream of ['live', 'backlog'] as const) {
      const queue = this.#queues[stream]
      let receipt = queue.items[queue.head]
      while (receipt !== undefined && receipt.pending === 0) {
        positions[stream] = receipt.sequence
        this.#pass(receipt)
        queue.head += 1
        receipt = queue.items[queue.head]
      }
      if (queue.head > 1024 || receipt === undefined) {
        queue.items = queue.items.slice(queue.head)
        queue.head = 0
      }
    }
    return positions
  }

  #store(source: Source, first: number, last: number): void {
    if (last <= source.sequence) return
    if (first > source.sequence + 1) {
      insertRange(source.beyond, first, last)
      return
    }
    source.sequence = last
    while (source.beyond[0] !== undefined && source.beyond[0].first <= source.sequence + 1) {
      const next = source.beyond.shift()
      if (next !== undefined) source.sequence = Math.max(source.sequence, next.last)
    }
    if (source.changed) return
    source.changed = true
    this.#changed.push(source)
  }

  #source(sensor_id: number, host: string): Source {
    let hosts = this.#sources.get(sensor_id)
    if (hosts === undefined) {
      hosts = new Map()
      this.#sources.set(sensor_id, hosts)
    }
    let source = hosts.get(host)
    if (source === undefined) {
      source = { sensor_id, host, sequence: 0, beyond: [], changed: false }
      hosts.set(host, source)
    }
    return source
  }
}

/** Puts a range among others, and joins what touches. */
function insertRange(ranges: { first: number; last: number }[], first: number, last: number): void {
  let place = ranges.length
  while (place > 0 && (ranges[place - 1]?.first ?? 0) > first) place -= 1
  const before = ranges[place - 1]
  if (before !== undefined && before.last + 1 >= first) {
    place -= 1
    before.last = Math.max(before.last, last)
  } else ranges.splice(place, 0, { first, last })
  const joined = ranges[place]
  if (joined === undefined) return
  let next = ranges[place + 1]
  while (next !== undefined && next.first <= joined.last + 1) {
    joined.last = Math.max(joined.last, next.last)
    ranges.splice(place + 1, 1)
    next = ranges[place + 1]
  }
}
