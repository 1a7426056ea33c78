import { AckPolicy, DeliverPolicy, JetStreamApiError, type StreamState } from '@nats-io/jetstream'
import { nanos } from '@nats-io/nats-core'
import type { Bus } from './bus.ts'
import { defaultStreamLimits, findStreamDifferences, isMissing, type StreamLimits, wantedStreams } from './streams.ts'

/** How a stream of the cell is, beside how it should be. */
export interface StreamCondition {
  readonly name: string
  readonly isMissing: boolean
  /** Settings that are not as wanted. */
  readonly differing: readonly string[]
  readonly bytes: number
  /** How much it may hold; undefined where that is not limited. */
  readonly limit: number | undefined
  /** When its oldest message came, in milliseconds since 1970; undefined where it holds none. */
  readonly oldest: number | undefined
}

/** Looks at the streams of the cell, and changes nothing. */
export function inspectStreams(bus: Bus, limits: Partial<StreamLimits> = {}): Promise<StreamCondition[]> {
  const wanted = wantedStreams(bus.cell, { ...defaultStreamLimits, ...limits })
  return Promise.all(
    wanted.map(async (stream) => {
      const common = { name: stream.name, limit: stream.max_bytes }
      try {
        const { config, state } = await bus.manager.streams.info(stream.name)
        return {
          ...common,
          isMissing: false,
          differing: findStreamDifferences(stream, config),
          bytes: state.bytes,
          oldest: oldest(state),
        }
      } catch (error) {
        if (!isMissing(error)) throw error
        return { ...common, isMissing: true, differing: [], bytes: 0, oldest: undefined }
      }
    }),
  )
}

const oldest = ({ messages, first_ts }: StreamState): number | undefined =>
  messages === 0 ? undefined : Date.parse(first_ts)

/** What the broker stores for this account, and how much it may; undefined where it may all that fits its disk. */
export async function storeUse(bus: Bus): Promise<{ readonly bytes: number; readonly limit: number | undefined }> {
  const { storage, limits } = await bus.manager.getAccountInfo()
  return { bytes: storage, limit: limits.max_storage > 0 ? limits.max_storage : undefined }
}

/** What time the broker has, read off something that it makes for us and forgets within a moment. */
export async function brokerTime(bus: Bus, stream: string): Promise<number> {
  const { created, name } = await bus.manager.consumers.add(stream, {
    ack_policy: AckPolicy.None,
    deliver_policy: DeliverPolicy.New,
    inactive_threshold: nanos(1_000),
    mem_storage: true,
  })
  await bus.manager.consumers.delete(stream, name)
  return Date.parse(created)
}

/** When the oldest message came that nobody has read: the first one of the subject behind the place. Undefined if none. */
export async function oldestUnread(
  bus: Bus,
  { stream, subject, after }: { readonly stream: string; readonly subject: string; readonly after: number },
): Promise<number | undefined> {
  // The broker knows it, the published types do not.
  const query = { seq: after + 1, next_by_subj: subject }
  try {
    const found = await bus.manager.streams.getMessage(stream, query)
    return found?.time.getTime()
  } catch (error) {
    if (error instanceof JetStreamApiError && error.code === noMessage) return undefined
    throw error
  }
}

const noMessage = 10_037
