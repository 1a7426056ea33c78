import { parseLastId } from '@wachta/bus'
import { hourMs } from '@wachta/domain'
import { type StrayCount, type StrayReason, Strays } from './strays.ts'

/** The streams that results come from: fresh results and backlog, separate for public and private sensors. */
export const streams = ['live', 'backlog', 'private_live', 'private_backlog'] as const
export type Stream = (typeof streams)[number]

/** Whether a stream has fresh results, and no backlog. */
export const isLive = (stream: Stream): boolean => stream === 'live' || stream === 'private_live'

/** A message that was read. The position of its stream passes it only once all its results are stored. */
export interface Receipt {
  /** The number of the message in its stream. */
  readonly sequence: number
  readonly source: Source | undefined
  /** The numbers of its first and last result in the spool. */
  readonly first: number
  readonly last: number
  /** The number of its results that are not stored yet. */
  pending: number
  /**
   * The reasons why some of its results are not used. They are counted when the stream position passes the message, so
   * that each is counted once.
   */
  strays: StrayReason[] | undefined
  deadLetters: readonly DeadLetter[] | undefined
  /** The sensor gets no confirmation, so it keeps the results and sends them again: they may count later. */
  isUnconfirmed?: boolean
}

/** A message, or one item of it, that could not be parsed. */
export interface DeadLetter {
  readonly subject: string
  readonly reason: string
  readonly content: Uint8Array
}

/** The spool of one host of a sensor, whose results are numbered without gaps. */
interface Source {
  readonly sensor_id: number
  readonly host: string
  /** The watermark: all results up to this number are stored. */
  sequence: number
  /** Ranges that are stored beyond a gap, sorted, disjoint and not adjacent. */
  readonly storedRanges: { first: number; last: number }[]
  isChanged: boolean
  /** Removed in favour of another host: its watermark is no longer stored or reported. */
  isForgotten: boolean
}

export interface SensorWatermark {
  readonly sensor_id: number
  readonly host: string
  readonly sequence: number
}

/** The largest number of ranges that are kept for one spool. The sensor sends the results beyond them again. */
const maxRanges = 256
/**
 * Spools of one sensor: its hosts, and hosts that recently lost their disk. A new one replaces the least recently used.
 */
const maxHosts = 64
/** Unreadable messages of one sensor that are kept per hour for inspection; the others are only counted. */
const maxDeadLetters = 10
/** The number of bytes that are kept of an unreadable message. */
const maxContentBytes = 65_536

/** The position up to which each stream is done; only streams that have moved. */
export type Positions = Partial<Record<Stream, number>>

/** Positions, watermarks and counts to store in the next commit; only what has changed since the last one. */
export interface StreamProgress {
  readonly positions: Positions
  readonly watermarks: readonly SensorWatermark[]
  /** Spools that were replaced by others. */
  readonly forgotten: readonly Omit<SensorWatermark, 'sequence'>[]
  readonly strays: readonly StrayCount[]
  readonly deadLetters: readonly DeadLetter[]
}

/**
 * Tracks which results are stored, and from that how far streams and spools are done. A position passes a message only
 * once all its results are stored.
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
    for (const { sensor_id, host, sequence } of watermarks) this.#getOrCreateSource(sensor_id, host).sequence = sequence
  }

  /** Adds a message with results. */
  receive(
    stream: Stream,
    sequence: number,
    batch: { sensor_id: number; host: string; first: number; count: number; oldest?: number },
  ): Receipt {
    const source = this.#touchSource(batch)
    // The spool has already dropped earlier results; treat them as stored so that the watermark can advance.
    if (batch.oldest !== undefined && batch.oldest - 1 > source.sequence) this.#markStored(source, 1, batch.oldest - 1)
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

  /** Returns the source of a message, and marks it as the most recently used. */
  #touchSource(batch: { sensor_id: number; host: string; first: number }): Source {
    const known = this.#sources.get(batch.sensor_id)?.get(batch.host)
    if (known === undefined) return this.#addSource(batch)
    const hosts = this.#sources.get(batch.sensor_id)
    hosts?.delete(batch.host)
    hosts?.set(batch.host, known)
    return known
  }

  /** Adds a message without results, so that the stream position can pass it. */
  skip(stream: Stream, sequence: number, deadLetter?: DeadLetter): void {
    const emptyReceipt = { source: undefined, first: 0, last: 0, pending: 0, strays: undefined }
    this.#queues[stream].items.push({
      sequence,
      ...emptyReceipt,
      deadLetters: deadLetter && [truncateContent(deadLetter)],
    })
  }

  /** Notes why a result of the message is not used. */
  addStray(receipt: Receipt, reason: StrayReason): void {
    receipt.strays ??= []
    receipt.strays.push(reason)
    // If the clock of this machine is wrong, the result becomes valid later, so the sensor must not delete it.
    if (reason === 'ahead') receipt.isUnconfirmed = true
  }

  /** Completes a message with no pending results; call it after placing all of them. */
  finishPlacement(receipt: Receipt): void {
    if (receipt.pending === 0) this.#finished.push(receipt)
  }

  /** Notes that one result of the message is stored with the next commit. */
  markResultStored(receipt: Receipt): void {
    receipt.pending -= 1
    if (receipt.pending === 0) this.#finished.push(receipt)
  }

  /** Returns what has changed since the last call. */
  take(now: number): StreamProgress {
    this.#beginHour(now)
    for (const { source, first, last, isUnconfirmed } of this.#finished)
      if (source !== undefined && !isUnconfirmed) this.#markStored(source, first, last)
    this.#finished = []
    const watermarks = this.#changed
      .filter(({ isForgotten }) => !isForgotten)
      .map(({ sensor_id, host, sequence }) => ({ sensor_id, host, sequence }))
    for (const source of this.#changed) source.isChanged = false
    this.#changed = []
    const forgotten = this.#forgotten.map(({ sensor_id, host }) => ({ sensor_id, host }))
    this.#forgotten = []
    const positions = this.#advancePositions()
    const deadLetters = this.#deadLetters
    this.#deadLetters = []
    return { positions, watermarks, forgotten, strays: this.#strays.take(), deadLetters }
  }

  /** Counts the strays and dead letters of a message that the stream position passes. */
  #countUnused({ source, strays, deadLetters }: Receipt): void {
    if (strays !== undefined) for (const reason of strays) this.#strays.add(source?.sensor_id ?? 0, reason)
    for (const deadLetter of deadLetters ?? []) {
      const sensor_id = source?.sensor_id ?? parseLastId(deadLetter.subject) ?? 0
      const keptCount = this.#deadLetterCounts.get(sensor_id) ?? 0
      if (keptCount < maxDeadLetters) this.#deadLetters.push(deadLetter)
      else this.#strays.add(sensor_id, 'damaged')
      this.#deadLetterCounts.set(sensor_id, keptCount + 1)
    }
  }

  #beginHour(now: number): void {
    const hour = Math.floor(now / hourMs)
    if (hour === this.#hour) return
    this.#hour = hour
    this.#deadLetterCounts.clear()
  }

  #advancePositions(): Positions {
    const positions: Positions = {}
    for (const stream of streams) {
      const queue = this.#queues[stream]
      let receipt = queue.items[queue.head]
      while (receipt !== undefined && receipt.pending === 0) {
        positions[stream] = receipt.sequence
        this.#countUnused(receipt)
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

  #markStored(source: Source, first: number, last: number): void {
    if (last <= source.sequence) return
    if (first > source.sequence + 1) {
      insertRange(source.storedRanges, first, last)
      if (source.storedRanges.length > maxRanges) source.storedRanges.pop()
      return
    }
    source.sequence = last
    while (source.storedRanges[0] !== undefined && source.storedRanges[0].first <= source.sequence + 1) {
      const next = source.storedRanges.shift()
      if (next !== undefined) source.sequence = Math.max(source.sequence, next.last)
    }
    this.#reportWatermark(source)
  }

  /**
   * Adds a new spool. If its first message does not begin with its first result, the sensor assumes that the earlier
   * ones are stored. The watermark is reported so that it sends them again.
   */
  #addSource({ sensor_id, host, first }: { sensor_id: number; host: string; first: number }): Source {
    const source = this.#getOrCreateSource(sensor_id, host)
    if (first > 1) this.#reportWatermark(source)
    return source
  }

  #reportWatermark(source: Source): void {
    if (source.isChanged || source.isForgotten) return
    source.isChanged = true
    this.#changed.push(source)
  }

  #getOrCreateSource(sensor_id: number, host: string): Source {
    let hosts = this.#sources.get(sensor_id)
    if (hosts === undefined) {
      hosts = new Map()
      this.#sources.set(sensor_id, hosts)
    }
    let source = hosts.get(host)
    if (source === undefined) {
      source = { sensor_id, host, sequence: 0, storedRanges: [], isChanged: false, isForgotten: false }
      hosts.set(host, source)
      if (hosts.size > maxHosts) this.#forgetLeastRecentHost(hosts)
    }
    return source
  }

  /**
   * Hosts are in the order of their last message. A forgotten host that sends again starts at watermark 0, like a new
   * one.
   */
  #forgetLeastRecentHost(hosts: Map<string, Source>): void {
    const [oldest] = hosts.values()
    if (oldest === undefined) return
    hosts.delete(oldest.host)
    oldest.isForgotten = true
    this.#forgotten.push(oldest)
    this.#strays.add(oldest.sensor_id, 'too_many_hosts')
  }
}

/** Inserts a range into a sorted list, and joins ranges that overlap or are adjacent. */
function insertRange(ranges: { first: number; last: number }[], first: number, last: number): void {
  let index = ranges.length
  while (index > 0 && (ranges[index - 1]?.first ?? 0) > first) index -= 1
  const before = ranges[index - 1]
  if (before !== undefined && before.last + 1 >= first) {
    index -= 1
    before.last = Math.max(before.last, last)
  } else ranges.splice(index, 0, { first, last })
  const joined = ranges[index]
  if (joined === undefined) return
  let next = ranges[index + 1]
  while (next !== undefined && next.first <= joined.last + 1) {
    joined.last = Math.max(joined.last, next.last)
    ranges.splice(index + 1, 1)
    next = ranges[index + 1]
  }
}

/** Copies only the part of an unreadable message that is stored, so that the rest of it can be freed. */
export function truncateContent({ subject, reason, content }: DeadLetter): DeadLetter {
  return { subject, reason, content: content.slice(0, maxContentBytes) }
}
