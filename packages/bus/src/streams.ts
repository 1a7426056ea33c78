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
import { getCellSubjects, type SensorScope, type Subjects, shardCount, type Urgency } from './subjects.ts'

/**
 * The limits of the streams of a cell. Results are read in order and the oldest are discarded first, so results that
 * were read are discarded before unread ones. Sensors keep results that are not committed and send them again.
 */
export interface StreamLimits {
  readonly live_bytes: number
  readonly backlog_bytes: number
  readonly private_live_bytes: number
  readonly private_backlog_bytes: number
  readonly artifact_bytes: number
  readonly private_artifact_bytes: number
  readonly resultMs: number
  readonly privateResultMs: number
  readonly artifactMs: number
  /** The number of replicas of each stream; without it, streams stay as the operator has set them. */
  readonly replicas?: number
  /** The time within which the broker detects a repeated message. */
  readonly duplicateMs: number
}

const divideBytes = (bytes: number) => ({
  live_bytes: Math.floor((bytes * 5) / 16),
  backlog_bytes: Math.floor((bytes * 5) / 16),
  private_live_bytes: Math.floor((bytes * 2) / 16),
  private_backlog_bytes: Math.floor(bytes / 16),
  artifact_bytes: Math.floor((bytes * 2) / 16),
  private_artifact_bytes: Math.floor(bytes / 16),
})

export const defaultStreamLimits: StreamLimits = {
  ...divideBytes(7 * 1024 ** 3),
  resultMs: 86_400_000,
  privateResultMs: 3_600_000,
  artifactMs: 3_600_000,
  duplicateMs: 120_000,
}

/**
 * Divides the storage of the broker, so that no scope of sensors and no kind of message can use the space of another.
 */
export const computeStreamLimits = (bytes: number, replicas?: number): Partial<StreamLimits> => ({
  ...(replicas !== undefined && { replicas }),
  ...divideBytes(bytes),
})

/**
 * The maximum number of messages of one private sensor and shard in a stream: an hour at one per second, the most that
 * a sensor sends unless checks fail. Beyond that, the sensor's own oldest messages are discarded. Each message that is
 * discarded out of order costs the broker memory until its neighbours are an hour old. The public streams have no such
 * limit, and discard the oldest message of all.
 */
const maxMessagesPerSensor: Readonly<Record<SensorScope, number>> = { public: -1, private: 3_600 }
/** The largest message of a private sensor, in bytes. Sensors split longer ones: see the sensor's outgoing.ts. */
const maxPrivateMessageBytes = 262_144
/**
 * The maximum number of waiting artifact messages of one private sensor: more than a mass outage causes, but too few to
 * fill the stream of all customers with small messages. Public sensors share a stream that is limited by its bytes
 * alone.
 */
const maxArtifactsPerSensor: Readonly<Record<SensorScope, number>> = { public: -1, private: 4_096 }

/** Thrown when a stream has other settings than requested: an older broker ignores settings that it does not know. */
export class StreamSettingsError extends Error {
  override readonly name = 'StreamSettingsError'
}

/** Returns the names of the streams of a cell. They contain the cell, so that several cells can share one broker. */
export function getCellStreams(cell: string) {
  const suffix = cell.toUpperCase()
  return {
    assignments: `ASSIGNMENTS_${suffix}`,
    results: (urgency: Urgency, scope: SensorScope = 'public') =>
      `RESULTS_${scope === 'private' ? 'PRIVATE_' : ''}${urgency === 'live' ? 'LIVE' : 'BACKLOG'}_${suffix}`,
    artifacts: `ARTIFACTS_${suffix}`,
    private_artifacts: `ARTIFACTS_PRIVATE_${suffix}`,
  } as const
}

/** The streams of results. */
export const resultStreams = [
  { urgency: 'live', scope: 'public' },
  { urgency: 'backlog', scope: 'public' },
  { urgency: 'live', scope: 'private' },
  { urgency: 'backlog', scope: 'private' },
] as const satisfies readonly { readonly urgency: Urgency; readonly scope: SensorScope }[]

/** The names of all streams of a cell. */
export const listStreamNames = (cell: string): string[] => {
  const { assignments, results, artifacts, private_artifacts } = getCellStreams(cell)
  const resultNames = resultStreams.map(({ urgency, scope }) => results(urgency, scope))
  return [assignments, ...resultNames, artifacts, private_artifacts]
}

/** Creates the streams of the cell that are missing, and updates those with other settings. */
export async function ensureStreams(bus: Bus, limits: Partial<StreamLimits> = {}): Promise<void> {
  // A broker without a cluster accepts any number of replicas when a stream is updated, but keeps one copy.
  if ((limits.replicas ?? 1) > 1 && !bus.connection.info?.cluster)
    throw new StreamSettingsError(`${limits.replicas} replicas were requested, but the broker is not in a cluster`)
  for (const wanted of listWantedStreams(bus.cell, { ...defaultStreamLimits, ...limits })) {
    const { config } = await createOrUpdateStream(bus, wanted)
    const differing = findStreamDifferences(wanted, config)
    if (differing.length > 0)
      throw new StreamSettingsError(
        `the broker did not apply these settings of the stream ${wanted.name}: ${differing.join(', ')}`,
      )
  }
}

type WantedStream = Partial<StreamConfig> & { readonly name: string; readonly subjects: string[] }

export function listWantedStreams(cell: string, limits: StreamLimits): readonly WantedStream[] {
  const names = getCellStreams(cell)
  const subjects: Subjects = getCellSubjects(cell)
  const commonSettings = {
    storage: StorageType.File,
    retention: RetentionPolicy.Limits,
    // Left out if no number is given: then an update keeps the operator's number, and a new stream gets one replica.
    ...(limits.replicas !== undefined && { num_replicas: limits.replicas }),
    // The broker sends its acknowledgement to any subject that a publisher names, and would accept it there as a
    // request to purge or to delete: anyone who may publish a result could empty any stream.
    deny_delete: true,
    deny_purge: true,
  }
  const buildResultStream = (urgency: Urgency, scope: SensorScope, max_bytes: number): WantedStream => {
    const maxMs = scope === 'public' ? limits.resultMs : limits.privateResultMs
    return {
      ...commonSettings,
      name: names.results(urgency, scope),
      // Each shard is listed: with a wildcard, a sensor could invent shards and use any number of subjects and any
      // space.
      subjects: Array.from({ length: shardCount }, (_, shard) => subjects.resultsOfShard(urgency, shard, scope)),
      // A new result is never rejected for lack of room.
      discard: DiscardPolicy.Old,
      max_bytes,
      max_age: nanos(maxMs),
      max_msgs_per_subject: maxMessagesPerSensor[scope],
      max_msg_size: scope === 'public' ? -1 : maxPrivateMessageBytes,
      duplicate_window: nanos(Math.min(limits.duplicateMs, maxMs)),
    }
  }
  const buildArtifactStream = (scope: SensorScope, max_bytes: number): WantedStream => ({
    ...commonSettings,
    name: scope === 'public' ? names.artifacts : names.private_artifacts,
    subjects: [subjects.artifacts(scope)],
    retention: RetentionPolicy.Workqueue,
    discard: DiscardPolicy.Old,
    max_bytes,
    max_age: nanos(limits.artifactMs),
    duplicate_window: nanos(Math.min(limits.duplicateMs, limits.artifactMs)),
    max_msgs_per_subject: maxArtifactsPerSensor[scope],
  })
  return [
    {
      ...commonSettings,
      name: names.assignments,
      subjects: [subjects.assignments()],
      discard: DiscardPolicy.Old,
      max_msgs_per_subject: 1,
    },
    // The broker reserves the space of each stream. Streams that have become smaller come first, so the sum always
    // fits.
    buildResultStream('backlog', 'public', limits.backlog_bytes),
    buildResultStream('backlog', 'private', limits.private_backlog_bytes),
    buildArtifactStream('public', limits.artifact_bytes),
    buildArtifactStream('private', limits.private_artifact_bytes),
    buildResultStream('live', 'public', limits.live_bytes),
    buildResultStream('live', 'private', limits.private_live_bytes),
  ]
}

async function createOrUpdateStream(bus: Bus, wanted: WantedStream): Promise<{ readonly config: StreamConfig }> {
  const { streams } = bus.manager
  try {
    const existing = await streams.info(wanted.name)
    return findStreamDifferences(wanted, existing.config).length === 0
      ? existing
      : await streams.update(wanted.name, wanted)
  } catch (error) {
    if (!isMissing(error)) throw error
    return await streams.add(wanted)
  }
}

export function findStreamDifferences(wanted: WantedStream, existing: StreamConfig): string[] {
  return Object.entries(wanted)
    .filter(([name, value]) => JSON.stringify(existing[name as keyof StreamConfig]) !== JSON.stringify(value))
    .map(([name]) => name)
}

/** The first and last position of a stream. A recreated stream starts at 1 again, but has another `created`. */
export interface StreamState {
  readonly created: string
  readonly first: number
  readonly last: number
}

/** Reads the state of a stream; undefined if it does not exist. */
export async function readStreamState(bus: Bus, stream: string): Promise<StreamState | undefined> {
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
