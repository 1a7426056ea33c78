import { parseSpeaker } from '@wachta/bus'
import { type StrayCount, type StrayReason, Strays } from './strays.ts'

/** The streams that results come by: the fresh ones and the late ones, those of private sensors apart. */
export const streams = ['live', 'backlog', 'private_live', 'private_backlog'] as const
export type Stream = (typeof streams)[number]

export const isFresh = (stream: Stream): boolean => stream === 'live' || stream === 'private_live'

/** A message of which some results are not in the database yet. */
export interface Receipt {
  readonly sequence: number
  readonly source: Source | undefined
  readonly first: number
  readonly last: number
  /** How many of its results are not in the database. */
  pending: number
  /** Those of its results that count nowhere. They are counted when the stream passes it, so that each counts once. */
  strays: StrayReason[] | undefined
  deadLetters: readonly DeadLetter[] | undefined
  /** The sensor keeps these results and sends them again: they may count later. */
  isUnconfirmed?: boolean
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
  /** Another host took its place: its watermark is neither stored nor reported any more. */
  isForgotten: boolean
}

export interface SensorWatermark {
  readonly sensor_id: number
  readonly host: string
  readonly sequence: number
}

/** Of gaps in one spool no more are remembered: what lies beyond comes again from the sensor. */
const maxRanges = 256
/** Spools of one sensor: several hosts, and those that lost their disks lately. A new one takes the place of the most silent. */
const maxHosts = 64
/** Unreadable messages of one sensor that are kept to be looked at within an hour; the others are counted. */
const maxDeadLetters = 10
const hourMs = 3_600_000
/** No more of a message is kept. */
const maxContent = 65_536

/** How far each stream may count as read. */
export type Positions = Partial<Record<Stream, number>>

/** What may be written together with all that is done; only what has moved since the last time. */
export interface Passed {
  readonly positions: Positions
  readonly watermarks: readonly SensorWatermark[]
  /** Spools whose places were taken by others. */
  readonly forgotten: readonly Omit<SensorWatermark, 'sequence'>[]
  readonly strays: readonly StrayCount[]
  readonly deadLetters: readonly DeadLetter[]
}

/**
 * Which results have reached the database, and so how far streams and spools are done with: a position passes a message
 * only with all of its results.
 */
export class Receipts {
  readonly #queues: Record<Stream, { items: Receipt[]; head: number }> = {
    live: { items: [], head: 0 },
    backlog: { items: [], head: 0 },
    private_live: { items: [], head: 0 },
    private_backlog: { items: [], head: 0 },
  }
  readonly #sources = new Map<number, Map<string, Source>>()
  readonly #strays = new Strays()
  #deadLetters: DeadLetter[] = []
  readonly #deadLetterCounts = new Map<number, number>()
  #hour = 0
  #changed: Source[] = []
  #forgotten: Source[] = []
  #finished: Receipt[] = []

  constructor(watermarks: Iterable<SensorWatermark>) {
    for (const { sensor_id, host, sequence } of watermarks) this.#source(sensor_id, host).sequence = sequence
  }

  receive(
    stream: Stream,
    sequence: number,
    batch: { sensor_id: number; host: string; first: number; count: number; oldest?: number },
  ): Receipt {
    const source = this.#hear(batch)
    // What the spool holds no more will not come.
    if (batch.oldest !== undefined && batch.oldest - 1 > source.sequence) this.#store(source, 1, batch.oldest - 1)
    const last = batch.first + batch.count - 1
    const receipt = {
      sequence,
      source,
      first: batch.first,
      last,
      pending: 0,
      strays: undefined,
      deadLetters: undefined,
    }
    this.#queues[stream].items.push(receipt)
    return receipt
  }

  /** The source of a message, which is now the one that was heard last. */
  #hear(batch: { sensor_id: number; host: string; first: number }): Source {
    const known = this.#sources.get(batch.sensor_id)?.get(batch.host)
    if (known === undefined) return this.#unknown(batch)
    const hosts = this.#sources.get(batch.sensor_id)
    hosts?.delete(batch.host)
    hosts?.set(batch.host, known)
    return known
  }

  /** A message without results: the stream may go past it. */
  skip(stream: Stream, sequence: number, deadLetter?: DeadLetter): void {
    const nothing = { source: undefined, first: 0, last: 0, pending: 0, strays: undefined }
    this.#queues[stream].items.push({ sequence, ...nothing, deadLetters: deadLetter && [truncateContent(deadLetter)] })
  }

  stray(receipt: Receipt, reason: StrayReason): void {
    receipt.strays ??= []
    receipt.strays.push(reason)
    // It may be the clock here that is wrong: time shows whether the result is good, so the sensor must not delete it.
    if (reason === 'ahead') receipt.isUnconfirmed = true
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

  take(now: number): Passed {
    this.#beginHour(now)
    for (const { source, first, last, isUnconfirmed } of this.#finished)
      if (source !== undefined && !isUnconfirmed) this.#store(source, first, last)
    this.#finished = []
    const watermarks = this.#changed
      .filter(({ isForgotten }) => !isForgotten)
      .map(({ sensor_id, host, sequence }) => ({ sensor_id, host, sequence }))
    for (const source of this.#changed) source.changed = false
    this.#changed = []
    const forgotten = this.#forgotten.map(({ sensor_id, host }) => ({ sensor_id, host }))
    this.#forgotten = []
    const positions = this.#positions()
    const deadLetters = this.#deadLetters
    this.#deadLetters = []
    return { positions, watermarks, forgotten, strays: this.#strays.take(), deadLetters }
  }

  #pass({ source, strays, deadLetters }: Receipt): void {
    if (strays !== undefined) for (const reason of strays) this.#strays.add(source?.sensor_id ?? 0, reason)
    for (const deadLetter of deadLetters ?? []) {
      const sensor_id = source?.sensor_id ?? parseSpeaker(deadLetter.subject) ?? 0
      const kept = this.#deadLetterCounts.get(sensor_id) ?? 0
      if (kept < maxDeadLetters) this.#deadLetters.push(deadLetter)
      else this.#strays.add(sensor_id, 'damaged')
      this.#deadLetterCounts.set(sensor_id, kept + 1)
    }
  }

  #beginHour(now: number): void {
    const hour = Math.floor(now / hourMs)
    if (hour === this.#hour) return
    this.#hour = hour
    this.#deadLetterCounts.clear()
  }

  #positions(): Positions {
    const positions: Positions = {}
    for (const stream of streams) {
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
      if (source.beyond.length > maxRanges) source.beyond.pop()
      return
    }
    source.sequence = last
    while (source.beyond[0] !== undefined && source.beyond[0].first <= source.sequence + 1) {
      const next = source.beyond.shift()
      if (next !== undefined) source.sequence = Math.max(source.sequence, next.last)
    }
    this.#reportWatermark(source)
  }

  /** A spool that does not begin with its first result believes that the others are stored: it is informed that they are not. */
  #unknown({ sensor_id, host, first }: { sensor_id: number; host: string; first: number }): Source {
    const source = this.#source(sensor_id, host)
    if (first > 1) this.#reportWatermark(source)
    return source
  }

  #reportWatermark(source: Source): void {
    if (source.changed || source.isForgotten) return
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
      source = { sensor_id, host, sequence: 0, beyond: [], changed: false, isForgotten: false }
      hosts.set(host, source)
      if (hosts.size > maxHosts) this.#forgetLeastRecentHost(hosts)
    }
    return source
  }

  /** Hosts are in the order of their last message. One that is forgotten and sends again gets the watermark 0, like a new one. */
  #forgetLeastRecentHost(hosts: Map<string, Source>): void {
    const [silent] = hosts.values()
    if (silent === undefined) return
    hosts.delete(silent.host)
    silent.isForgotten = true
    this.#forgotten.push(silent)
    this.#strays.add(silent.sensor_id, 'too_many_hosts')
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

/** A kept message takes no more memory than the part of it that is stored. */
export function truncateContent({ subject, reason, content }: DeadLetter): DeadLetter {
  return { subject, reason, content: content.slice(0, maxContent) }
}
