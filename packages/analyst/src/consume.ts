import { setTimeout as wait } from 'node:timers/promises'
import { readResults, type StreamMessage, type StreamReader, speakerOf, WireError } from '@wachta/bus'
import type { Desk } from './desk/desk.ts'
import type { Stream } from './desk/receipts.ts'

export interface Consumption {
  readonly desk: Desk
  readonly readers: Readonly<Record<Stream, StreamReader>>
  readonly now: () => number
  /** Resolves once there is room for more. */
  readonly room: () => Promise<void>
  /** Hears up to which time of the stream fresh results have been read. */
  readonly onRead?: (stored: number) => void
  readonly signal: AbortSignal
}

/** So many messages of the backlog for each fresh one while fresh ones wait: a fifth of all. */
const backlogShare = 0.25
const mostCredit = 20
const turnDelay = 5
const lookDelay = 500

/** Reads both streams into the desk, fresh results first, until the signal. */
export async function consume(consumption: Consumption): Promise<void> {
  const { readers, room, signal } = consumption
  let credit = 0
  const read = async (stream: Stream, turn: () => Promise<void>) => {
    const reader = readers[stream]
    let unread = reader.pending
    let isTaking = false
    // What was to come may be gone, as where a broker lost the end of its stream: then no message tells that it is reached.
    using _ = every(lookDelay, () => {
      if (!isTaking && reader.pending === 0) consumption.desk.reached(stream)
    })
    if (unread === 0) consumption.desk.reached(stream)
    for await (const message of reader) {
      isTaking = true
      await turn()
      if (signal.aborted) return
      takeMessage(consumption, stream, message)
      isTaking = false
      if (stream === 'live') consumption.onRead?.(message.stored)
      unread -= 1
      // What came after the takeover need not be waited for.
      if (unread <= 0 || message.pending === 0) consumption.desk.reached(stream)
      await room()
    }
  }
  await Promise.all([
    read('live', async () => {
      credit = Math.min(credit + backlogShare, mostCredit)
    }),
    read('backlog', async () => {
      while (credit < 1 && readers.live.pending > 0 && !signal.aborted) await wait(turnDelay)
      credit = Math.max(0, credit - 1)
    }),
  ])
}

function every(milliseconds: number, look: () => void): Disposable {
  const timer = setInterval(look, milliseconds)
  return { [Symbol.dispose]: () => clearInterval(timer) }
}

/** Hands a message to the desk; one that cannot be understood is put aside, as far as it cannot. */
function takeMessage(
  { desk, now }: Pick<Consumption, 'desk' | 'now'>,
  stream: Stream,
  { subject, sequence, bytes }: Pick<StreamMessage, 'subject' | 'sequence' | 'bytes'>,
): void {
  const sensor_id = speakerOf(subject)
  const letter = (reason: string) => ({ subject, reason, content: bytes })
  if (sensor_id === undefined) {
    desk.skip({ stream, sequence }, letter('no sensor'))
    return
  }
  try {
    const batch = readResults(sensor_id, bytes)
    const letters = batch.faults.map(({ index, reason }) => letter(`item ${index}: ${reason}`)).slice(0, 1)
    desk.take(batch, { stream, sequence, now: now(), ...(letters.length > 0 && { letters }) })
  } catch (error) {
    if (!(error instanceof WireError)) throw error
    desk.skip({ stream, sequence }, letter(error.message))
  }
}
