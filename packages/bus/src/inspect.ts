import { AckPolicy, DeliverPolicy, JetStreamApiError, type StreamState } from '@nats-io/jetstream'
import { nanos } from '@nats-io/nats-core'
import type { Bus } from './bus.ts'
import {
  defaultStreamLimits,
  findStreamDifferences,
  isMissing,
  listWantedStreams,
  type StreamLimits,
} from './streams.ts'

/** The state of a stream of the cell, compared with the wanted one. */
export interface StreamCondition {
  readonly name: string
  readonly isMissing: boolean
  /** The names of the settings that differ from the wanted ones. */
  readonly differing: readonly string[]
  readonly bytes: number
  /** The largest size in bytes; undefined if it is not limited. */
  readonly limit: number | undefined
  /** When its oldest message arrived, in milliseconds since 1970; undefined if it is empty. */
  readonly oldest: number | undefined
}

/** Reads the state of the streams of the cell, without changing anything. */
export function inspectStreams(bus: Bus, limits: Partial<StreamLimits> = {}): Promise<StreamCondition[]> {
  const wanted = listWantedStreams(bus.cell, { ...defaultStreamLimits, ...limits })
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
          oldest: getFirstMessageTime(state),
        }
      } catch (error) {
        if (!isMissing(error)) throw error
        return { ...common, isMissing: true, differing: [], bytes: 0, oldest: undefined }
      }
    }),
  )
}

const getFirstMessageTime = ({ messages, first_ts }: StreamState): number | undefined =>
  messages === 0 ? undefined : Date.parse(first_ts)

/** Returns how much the broker stores for this account, and the limit; undefined if only its disk limits it. */
export async function readStoreUse(bus: Bus): Promise<{ readonly bytes: number; readonly limit: number | undefined }> {
  const { storage, limits } = await bus.manager.getAccountInfo()
  return { bytes: storage, limit: limits.max_storage > 0 ? limits.max_storage : undefined }
}

/** Returns the time of the broker: the creation time of a temporary consumer, which is deleted immediately. */
export async function readBrokerTime(bus: Bus, stream: string): Promise<number> {
  const { created, name } = await bus.manager.consumers.add(stream, {
    ack_policy: AckPolicy.None,
    deliver_policy: DeliverPolicy.New,
    inactive_threshold: nanos(1_000),
    mem_storage: true,
  })
  await bus.manager.consumers.delete(stream, name)
  return Date.parse(created)
}

/**
 * Returns when the oldest unread message arrived: the first one of the subject after the given position. Undefined if
 * there is none.
 */
export async function findOldestUnread(
  bus: Bus,
  { stream, subject, after }: { readonly stream: string; readonly subject: string; readonly after: number },
): Promise<number | undefined> {
  // The published types lack `next_by_subj`, but the broker supports it.
  const query = { seq: after + 1, next_by_subj: subject }
  try {
    const found = await bus.manager.streams.getMessage(stream, query)
    return found?.time.getTime()
  } catch (error) {
    if (error instanceof JetStreamApiError && error.code === noMessageFound) return undefined
    throw error
  }
}

const noMessageFound = 10_037
