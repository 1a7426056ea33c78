import {
  DiscardPolicy,
  JetStreamApiCodes,
  JetStreamApiError,
  RetentionPolicy,
  StorageType,
  type StreamConfig,
} from '@nats-io/jetstream'
import { nanos } from '@nats-io/nats-core'
import type { Bus } from './bus.ts'
import { type Subjects, subjectsOf, type Urgency } from './subjects.ts'

/** How much the streams of a cell hold. Sensors keep what does not fit, so these bound the broker's disk, not the past. */
export interface StreamLimits {
  readonly live_bytes: number
  readonly live_ms: number
  readonly backlog_bytes: number
  readonly backlog_ms: number
  readonly artifact_bytes: number
  readonly artifact_ms: number
}

export const defaultStreamLimits: StreamLimits = {
  live_bytes: 2 * 1024 ** 3,
  live_ms: 86_400_000,
  backlog_bytes: 4 * 1024 ** 3,
  backlog_ms: 86_400_000,
  artifact_bytes: 1024 ** 3,
  artifact_ms: 3_600_000,
}

/** Shares out what the broker may store: most of it is for results that wait while nobody reads them. */
export const streamLimits = (bytes: number): Partial<StreamLimits> => ({
  live_bytes: Math.floor((bytes * 2) / 7),
  backlog_bytes: Math.floor((bytes * 4) / 7),
  artifact_bytes: Math.floor(bytes / 7),
})

/** A stream holds other settings than were asked for: an older broker leaves out what it does not know. */
export class StreamSettingsError extends Error {
  override readonly name = 'StreamSettingsError'
}

/** The names of the streams of a cell. They carry the cell, so that several cells can share one broker. */
export function streamsOf(cell: string) {
  const suffix = cell.toUpperCase()
  return {
    assignments: `ASSIGNMENTS_${suffix}`,
    results: (urgency: Urgency) => `RESULTS_${urgency === 'live' ? 'LIVE' : 'BACKLOG'}_${suffix}`,
    artifacts: `ARTIFACTS_${suffix}`,
  } as const
}

/** Makes the streams of the cell where they are missing, and changes those that differ. */
export async function ensureStreams(bus: Bus, limits: Partial<StreamLimits> = {}): Promise<void> {
  for (const wanted of wantedStreams(bus.cell, { ...defaultStreamLimits, ...limits })) {
    const { config } = await makeOrChange(bus, wanted)
    const differing = differences(wanted, config)
    if (differing.length > 0)
      throw new StreamSettingsError(
        `the broker does not hold the settings of the stream ${wanted.name}: ${differing.join(', ')}`,
      )
  }
}

type WantedStream = Partial<StreamConfig> & { readonly name: string; readonly subjects: string[] }

export function wantedStreams(cell: string, limits: StreamLimits): readonly WantedStream[] {
  const names = streamsOf(cell)
  const subjects: Subjects = subjectsOf(cell)
  const kept = {
    storage: StorageType.File,
    retention: RetentionPolicy.Limits,
    num_replicas: 1,
    // The broker sends its acknowledgement to whatever subject a publisher names for it, and would take one as a request
    // to purge or to delete: whoever may publish a result could empty any stream.
    deny_delete: true,
    deny_purge: true,
  }
  const results = (urgency: Urgency, max_bytes: number, max_ms: number): WantedStream => ({
    ...kept,
    name: names.results(urgency),
    subjects: [subjects.results(urgency)],
    // A full stream refuses: the sensor feels it, and keeps what it holds. At the very edge the broker counts a message
    // as shorter than it stores it and then drops the oldest instead; that one comes again too, it is in its spool.
    discard: DiscardPolicy.New,
    max_bytes,
    max_age: nanos(max_ms),
    duplicate_window: nanos(Math.min(120_000, max_ms)),
  })
  return [
    {
      ...kept,
      name: names.assignments,
      subjects: [subjects.assignments()],
      discard: DiscardPolicy.Old,
      max_msgs_per_subject: 1,
    },
    results('live', limits.live_bytes, limits.live_ms),
    results('backlog', limits.backlog_bytes, limits.backlog_ms),
    {
      ...kept,
      name: names.artifacts,
      subjects: [subjects.artifacts()],
      retention: RetentionPolicy.Workqueue,
      discard: DiscardPolicy.Old,
      max_bytes: limits.artifact_bytes,
      max_age: nanos(limits.artifact_ms),
    },
  ]
}

async function makeOrChange(bus: Bus, wanted: WantedStream): Promise<{ readonly config: StreamConfig }> {
  const { streams } = bus.manager
  try {
    const held = await streams.info(wanted.name)
    return differences(wanted, held.config).length === 0 ? held : await streams.update(wanted.name, wanted)
  } catch (error) {
    if (!isMissing(error)) throw error
    return await streams.add(wanted)
  }
}

export function differences(wanted: WantedStream, held: StreamConfig): string[] {
  return Object.entries(wanted)
    .filter(([name, value]) => JSON.stringify(held[name as keyof StreamConfig]) !== JSON.stringify(value))
    .map(([name]) => name)
}

/** Where a stream begins and ends now. One that was made anew counts from one again: `created` tells them apart. */
export interface StreamState {
  readonly created: string
  readonly first: number
  readonly last: number
}

/** The state of a stream, or undefined where it does not exist. */
export async function streamState(bus: Bus, stream: string): Promise<StreamState | undefined> {
  try {
    const { created, state } = await bus.manager.streams.info(stream)
    return { created, first: state.first_seq, last: state.last_seq }
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

export const isMissing = (error: unknown): boolean =>
  error instanceof JetStreamApiError && error.code === JetStreamApiCodes.StreamNotFound
