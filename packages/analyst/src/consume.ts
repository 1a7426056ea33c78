import { setTimeout as wait } from 'node:timers/promises'
import { parseLastId, readResults, type StreamMessage, type StreamReader, WireError } from '@wachta/bus'
import { createFloodGuard, type Flood, type FloodGuard } from './flood-guard.ts'
import { isLive, type Stream, streams } from './slots/receipts.ts'
import type { SlotAggregator } from './slots/slot-aggregator.ts'

export interface Consumption {
  readonly aggregator: SlotAggregator
  readonly readers: Readonly<Partial<Record<Stream, StreamReader>>>
  readonly now: () => number
  /** Resolves once there is room for more results in memory. */
  readonly waitForRoom: (stream: Stream) => Promise<void>
  /** Resolves once the clock is certain: with a wrong time, valid results would be discarded as strays. */
  readonly waitForClock: () => Promise<void>
  /**
   * Called with the time up to which all fresh results have been read. A result counts at the time at which the broker
   * stored it.
   */
  readonly onRead?: (stored: number) => void
  /** Multiplies the amount that each sensor may send. */
  readonly rateScale?: number | undefined
  /** Called for sensors that send too much. */
  readonly onFlood?: (flood: Flood) => void
  readonly signal: AbortSignal
}

/** While fresh messages wait, one backlog message is read for four fresh ones. */
const backlogPerFresh = 0.25
/** The number of backlog messages that may be read in a row after many fresh ones. */
const maxCredit = 20
const turnDelayMs = 5
const endCheckIntervalMs = 500
/** If a sensor floods a stream with more waiting messages than this, the messages of the others are read by subject. */
const longFloodMessages = 500
const otherSensorRounds = 10
const otherSensorDelayMs = 100

type AwaitTurn = () => Promise<void>

/** Reads all streams into the aggregator, fresh results first, until the signal. */
export async function consume(consumption: Consumption): Promise<void> {
  const { readers, signal } = consumption
  const onRead = trackReadTime(consumption)
  let credit = 0
  const hasFreshWaiting = () => (readers.live?.pending ?? 0) + (readers.private_live?.pending ?? 0) > 0
  const waitForFreshTurn = async () => {
    credit = Math.min(credit + backlogPerFresh, maxCredit)
  }
  const waitForBacklogTurn = async () => {
    while (credit < 1 && hasFreshWaiting() && !signal.aborted) await wait(turnDelayMs)
    credit = Math.max(0, credit - 1)
  }
  await Promise.all(
    streams.map((stream) => {
      const reader = readers[stream]
      return (
        reader &&
        readAll(
          { ...consumption, onRead },
          { stream, reader, awaitTurn: isLive(stream) ? waitForFreshTurn : waitForBacklogTurn },
        )
      )
    }),
  )
}

interface TrackedConsumption extends Omit<Consumption, 'onRead'> {
  readonly onRead: (stream: Stream, stored: number) => void
}

/** Computes the time up to which all fresh results have been read. A stream without waiting messages is left out. */
function trackReadTime({ readers, onRead }: Consumption): TrackedConsumption['onRead'] {
  const readUntil = new Map<Stream, number>()
  return (stream, stored) => {
    if (!isLive(stream)) return
    readUntil.set(stream, stored)
    const waitingStreams = streams.filter((other) => isLive(other) && (readers[other]?.pending ?? 0) > 0)
    onRead?.(Math.min(stored, ...waitingStreams.map((other) => readUntil.get(other) ?? 0)))
  }
}

interface ReadTask {
  readonly stream: Stream
  readonly reader: StreamReader
  readonly awaitTurn: AwaitTurn
}

async function readAll(consumption: TrackedConsumption, { stream, reader, awaitTurn }: ReadTask): Promise<void> {
  const { aggregator, waitForRoom, waitForClock, signal } = consumption
  let unread = reader.pending
  let isProcessing = false
  // If the broker lost the end of the stream, the awaited messages never arrive, so the end is also detected by
  // polling.
  using _ = every(endCheckIntervalMs, () => {
    if (!isProcessing && reader.pending === 0) aggregator.markCaughtUp(stream)
  })
  const { onFlood, rateScale } = consumption
  using guard = createFloodGuard(isLive(stream) ? 'live' : 'backlog', { onFlood, rateScale })
  if (unread === 0) aggregator.markCaughtUp(stream)
  for await (const message of reader) {
    isProcessing = true
    await awaitTurn()
    await waitForClock()
    if (signal.aborted) return
    const isOverLimit = guard.exceedsLimit(message)
    if (isOverLimit) aggregator.skip({ stream, sequence: message.sequence })
    else passToAggregator(consumption, stream, message)
    if (isOverLimit && message.pending > longFloodMessages) {
      await readOtherSensors(consumption, { stream, reader, guard })
      unread = 0
    }
    isProcessing = false
    consumption.onRead(stream, message.stored)
    unread -= 1
    // Messages that arrived after the takeover need not be awaited.
    if (unread <= 0 || message.pending === 0) aggregator.markCaughtUp(stream)
    await waitForRoom(stream)
  }
}

/**
 * Reads the messages of the other sensors while some flood the stream. After about a second the stream is read in order
 * again; if the flood continues, this is soon called again.
 */
async function readOtherSensors(
  consumption: TrackedConsumption,
  { stream, reader, guard }: Pick<ReadTask, 'stream' | 'reader'> & { readonly guard: FloodGuard },
): Promise<void> {
  const { aggregator, waitForRoom, waitForClock, signal, onRead } = consumption
  const floodingSensors = new Set(guard.listFloodingSensors())
  for (let round = 0; round < otherSensorRounds && !signal.aborted; round += 1) {
    for await (const { messages, until, skippedCounts } of reader.passOver(floodingSensors)) {
      guard.countSkipped(skippedCounts)
      for (const message of messages) {
        await waitForClock()
        if (signal.aborted) return
        const isOverLimit = guard.exceedsLimit(message)
        if (isOverLimit) floodingSensors.add(parseLastId(message.subject) ?? 0)
        if (isOverLimit) aggregator.skip({ stream, sequence: message.sequence })
        else passToAggregator(consumption, stream, message)
        onRead(stream, message.stored)
        await waitForRoom(stream)
      }
      if (until > (messages.at(-1)?.sequence ?? 0)) aggregator.skip({ stream, sequence: until })
      if (signal.aborted) return
    }
    await wait(otherSensorDelayMs, undefined, { signal }).catch(() => undefined)
  }
}

function every(milliseconds: number, work: () => void): Disposable {
  const timer = setInterval(work, milliseconds)
  return { [Symbol.dispose]: () => clearInterval(timer) }
}

/**
 * Passes a message to the aggregator. An unreadable message, or the first unreadable item of a message, becomes a dead
 * letter.
 */
function passToAggregator(
  { aggregator, now }: Pick<Consumption, 'aggregator' | 'now'>,
  stream: Stream,
  { subject, sequence, bytes }: Pick<StreamMessage, 'subject' | 'sequence' | 'bytes'>,
): void {
  const sensor_id = parseLastId(subject)
  const toDeadLetter = (reason: string) => ({ subject, reason, content: bytes })
  if (sensor_id === undefined) {
    aggregator.skip({ stream, sequence }, toDeadLetter('no sensor'))
    return
  }
  try {
    const batch = readResults(sensor_id, bytes)
    const deadLetters = batch.faults.map(({ index, reason }) => toDeadLetter(`item ${index}: ${reason}`)).slice(0, 1)
    aggregator.take(batch, { stream, sequence, now: now(), ...(deadLetters.length > 0 && { deadLetters }) })
  } catch (error) {
    if (!(error instanceof WireError)) throw error
    aggregator.skip({ stream, sequence }, toDeadLetter(error.message))
  }
}
