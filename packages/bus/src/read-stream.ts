import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import {
  AckPolicy,
  type Consumer,
  type ConsumerInfo,
  type ConsumerMessages,
  DeliverPolicy,
  type JsMsg,
  ReplayPolicy,
} from '@nats-io/jetstream'
import { errors, nanos } from '@nats-io/nats-core'
import type { Bus } from './bus.ts'
import { type ReadOthersPortion, readOthers } from './read-others.ts'
import type { StreamMessage } from './stream-message.ts'
import { isMissing, readStreamState } from './streams.ts'

export interface ReadOptions {
  readonly stream: string
  /** One subject, with wildcards or not. */
  readonly filter: string
  /** The position after which to begin; 0 for the beginning. */
  readonly after: number
  readonly signal: AbortSignal
  /** The largest number of messages in memory. */
  readonly batch?: number
  /** Called with each failure to open the stream after which it is opened again. */
  readonly onRetry?: (error: unknown) => void
}

/** Iterates over the messages of a stream in order, each once, without end. */
export interface StreamReader extends AsyncIterable<StreamMessage> {
  /** The known number of messages that are still to come; 0 if the end was reached. */
  readonly pending: number
  /**
   * Reads the messages of all other sensors up to the current end of the stream, then the iteration continues after
   * that end. The messages of the given sensors are skipped and counted. The result comes in portions of limited size;
   * sensors that are added to the set meanwhile are skipped too. Call it between two messages of the loop.
   */
  passOver(skippedSensors: ReadonlySet<number>): AsyncIterable<ReadOthersPortion>
  /** When the stream was created. A stored position is valid only together with it. */
  readonly created: string
}

/** Thrown when the stream is gone or has other content than was read, so that the reader must start again. */
export class StreamLostError extends Error {
  override readonly name = 'StreamLostError'
}

const restartDelayMs = 500
const pullExpiryMs = 10_000
/** The broker deletes a consumer that is not used for this long. */
const idleConsumerMs = 60_000

/**
 * Reads a stream from a position on. Lost connections and restarts of the broker only cause delays. Throws a
 * StreamLostError if the stream is missing, was recreated, or ends before the position that was read. The signal ends
 * the iteration without an error. Only one loop at a time is allowed.
 */
export async function readStream(bus: Bus, options: ReadOptions): Promise<StreamReader> {
  let created: string | undefined
  const open = async (position: number): Promise<OpenConsumer> => {
    const state = await readStreamState(bus, options.stream)
    if (!state) throw new StreamLostError(`the stream ${options.stream} is missing`)
    created ??= state.created
    if (state.created !== created) throw new StreamLostError(`the stream ${options.stream} was recreated`)
    if (state.last < position)
      throw new StreamLostError(`the stream ${options.stream} ends before the position ${position}`)
    return createConsumer(bus, { ...options, name: `read-${randomUUID()}`, after: position })
  }
  const reader = await readFrom(bus, open, options)
  const passOver = async function* (skippedSensors: ReadonlySet<number>): AsyncGenerator<ReadOthersPortion> {
    for await (const portion of readOthers(bus, { ...options, after: reader.position, skippedSensors })) {
      reader.position = portion.until
      yield portion
    }
  }
  return Object.assign(reader, { created: created ?? '', passOver })
}

export interface OpenConsumer {
  readonly consumer: Consumer
  readonly pending: number
}

interface PendingMessages extends AsyncIterable<StreamMessage> {
  readonly pending: number
  /** The position of the last message that was read. Setting it makes the loop continue after that position. */
  position: number
}

/** Reads messages from one consumer after another; each starts after the last message that was read. */
export async function readFrom(
  bus: Bus,
  open: (position: number) => Promise<OpenConsumer>,
  options: Pick<ReadOptions, 'after' | 'signal' | 'batch' | 'onRetry'>,
): Promise<PendingMessages> {
  const { signal } = options
  let current = await openWithRetry(open, options.after, options)
  let position = options.after
  const messages = async function* () {
    while (current) {
      // After a lost connection a new consumer is created: that is as quick as finding out whether the old one exists.
      const session = AbortSignal.any([signal, bus.session])
      // The stream may discard pending messages before they are read; after an empty pull, none is pending.
      const onEmptyPull = () => {
        if (current) current = { ...current, pending: 0 }
      }
      for await (const message of readConsumer(current.consumer, {
        ...options,
        signal: session,
        onEmptyPull,
      })) {
        position = message.sequence
        current = { ...current, pending: message.pending }
        yield message
        if (signal.aborted) return
        if (position !== message.sequence) break
      }
      current = await openWithRetry(open, position, options)
    }
  }
  return {
    get pending() {
      return current?.pending ?? 0
    },
    get position() {
      return position
    },
    set position(next) {
      position = next
    },
    [Symbol.asyncIterator]: messages,
  }
}

/** Tries until a consumer can be opened; returns undefined if the signal is aborted. */
async function openWithRetry(
  open: (position: number) => Promise<OpenConsumer>,
  position: number,
  { signal, onRetry }: Pick<ReadOptions, 'signal' | 'onRetry'>,
): Promise<OpenConsumer | undefined> {
  while (!signal.aborted) {
    try {
      return await open(position)
    } catch (error) {
      if (error instanceof StreamLostError || error instanceof errors.ClosedConnectionError) throw error
      // The broker is away or not ready, so this is tried again.
      if (!signal.aborted) onRetry?.(error)
      await wait(restartDelayMs, undefined, { signal }).catch(() => undefined)
    }
  }
  return undefined
}

export interface ConsumerPlan extends Pick<ReadOptions, 'stream' | 'filter' | 'after'> {
  readonly name: string
}

/**
 * The settings of a consumer: ephemeral, in memory, without acknowledgements, because the reader keeps the position.
 */
export const buildConsumerSettings = ({ name, filter, after }: Omit<ConsumerPlan, 'stream'>) => ({
  name,
  filter_subject: filter,
  ack_policy: AckPolicy.None,
  deliver_policy: DeliverPolicy.StartSequence,
  opt_start_seq: after + 1,
  replay_policy: ReplayPolicy.Instant,
  inactive_threshold: nanos(idleConsumerMs),
  mem_storage: true,
  num_replicas: 1,
  max_deliver: 1,
})

export async function createConsumer(bus: Bus, plan: ConsumerPlan): Promise<OpenConsumer> {
  try {
    const info = await bus.manager.consumers.add(plan.stream, buildConsumerSettings(plan))
    return openConsumer(bus, info)
  } catch (error) {
    if (isMissing(error)) throw new StreamLostError(`the stream ${plan.stream} is missing`)
    throw error
  }
}

export const openConsumer = (bus: Bus, info: ConsumerInfo): OpenConsumer => ({
  consumer: bus.jetstream.consumers.getConsumerFromInfo(info),
  pending: info.num_pending,
})

/** Reads the messages of one consumer until it fails or the signal is aborted. */
async function* readConsumer(
  consumer: Consumer,
  { signal, batch = 100, onEmptyPull }: Pick<ReadOptions, 'signal' | 'batch'> & { readonly onEmptyPull: () => void },
): AsyncGenerator<StreamMessage> {
  let delivered = 0
  while (!signal.aborted) {
    const pull = await consumer.fetch({ max_messages: batch, expires: pullExpiryMs, bind: true }).catch(() => undefined)
    if (!pull) return
    using _ = stopOnAbort(signal, pull)
    const before = delivered
    try {
      for await (const message of pull) {
        // The broker does not resend a lost message. The caller opens another consumer after the last one received.
        if (message.info.deliverySequence !== delivered + 1) return
        delivered += 1
        yield toStreamMessage(message)
      }
    } catch {
      return
    }
    if (delivered === before && !signal.aborted) onEmptyPull()
  }
}

function stopOnAbort(signal: AbortSignal, pull: ConsumerMessages): Disposable {
  const stop = () => pull.stop()
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) stop()
  return {
    [Symbol.dispose]: () => {
      signal.removeEventListener('abort', stop)
      stop()
    },
  }
}

const toStreamMessage = (message: JsMsg): StreamMessage => ({
  subject: message.subject,
  sequence: message.seq,
  bytes: message.data,
  headers: message.headers,
  stored: Number(message.timestampNanos / 1_000_000n),
  pending: message.info.pending,
})
