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
 * How many messages of one private sensor and group a stream holds: an hour of one a second, which is what a sensor
 * sends at most unless checks fail. Beyond that its own oldest ones go. Each that goes out of turn costs the broker
 * memory until its neighbours are an hour old; the public streams have no such limit, and the oldest of all goes first
 * there.
 */
const sensorMessages: Readonly<Record<SensorScope, number>> = { public: -1, private: 3_600 }
/** The largest message of a private sensor. Sensors split what is longer, see the sensor's outgoing.ts. */
const privateMessageBytes = 262_144
/**
 * How many artifact messages of one private sensor wait at most: more than a mass outage brings, too few to take the
 * stream from other customers with small messages. Public sensors share theirs, and are bounded by its bytes alone.
 */
const sensorArtifacts: Readonly<Record<SensorScope, number>> = { public: -1, private: 4_096 }

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
  const ofResults = resultStreams.map(({ urgency, scope }) => results(urgency, scope))
  return [assignments, ...ofResults, artifacts, private_artifacts]
}

/** Creates the streams of the cell that are missing, and updates those with other settings. */
export async function ensureStreams(bus: Bus, limits: Partial<StreamLimits> = {}): Promise<void> {
  // A broker without a cluster accepts any number when a stream is updated, but keeps one copy.
  if ((limits.replicas ?? 1) > 1 && !bus.connection.info?.cluster)
    throw new StreamSettingsError(`${limits.replicas} replicas were asked for, but the broker is in no cluster`)
  for (const wanted of listWantedStreams(bus.cell, { ...defaultStreamLimits, ...limits })) {
    const { config } = await makeOrChange(bus, wanted)
    const differing = findStreamDifferences(wanted, config)
    if (differing.length > 0)
      throw new StreamSettingsError(
        `the broker does not hold the settings of the stream ${wanted.name}: ${differing.join(', ')}`,
      )
  }
}

type WantedStream = Partial<StreamConfig> & { readonly name: string; readonly subjects: string[] }

export function listWantedStreams(cell: string, limits: StreamLimits): readonly WantedStream[] {
  const names = getCellStreams(cell)
  const subjects: Subjects = getCellSubjects(cell)
  const kept = {
    storage: StorageType.File,
    retention: RetentionPolicy.Limits,
    // Left out if no number is given: then an update keeps the operator's number, and a new stream gets one replica.
    ...(limits.replicas !== undefined && { num_replicas: limits.replicas }),
    // The broker sends its acknowledgement to whatever subject a publisher names for it, and would take one as a
    // request
    // to purge or to delete: anyone who may publish a result could empty any stream.
    deny_delete: true,
    deny_purge: true,
  }
  const results = (urgency: Urgency, scope: SensorScope, max_bytes: number): WantedStream => {
    const maxMs = scope === 'public' ? limits.resultMs : limits.privateResultMs
    return {
      ...kept,
      name: names.results(urgency, scope),
      // Each shard by name: otherwise a sensor could invent shards and so use any number of subjects and any space.
      subjects: Array.from({ length: shardCount }, (_, group) => subjects.resultsOfShard(urgency, group, scope)),
      // A new result is never rejected for lack of room.
      discard: DiscardPolicy.Old,
      max_bytes,
      max_age: nanos(maxMs),
      max_msgs_per_subject: sensorMessages[scope],
      max_msg_size: scope === 'public' ? -1 : privateMessageBytes,
      duplicate_window: nanos(Math.min(limits.duplicateMs, maxMs)),
    }
  }
  const artifacts = (scope: SensorScope, max_bytes: number): WantedStream => ({
    ...kept,
    name: scope === 'public' ? names.artifacts : names.private_artifacts,
    subjects: [subjects.artifacts(scope)],
    retention: RetentionPolicy.Workqueue,
    discard: DiscardPolicy.Old,
    max_bytes,
    max_age: nanos(limits.artifactMs),
    duplicate_window: nanos(Math.min(limits.duplicateMs, limits.artifactMs)),
    max_msgs_per_subject: sensorArtifacts[scope],
  })
  return [
    {
      ...kept,
      name: names.assignments,
      subjects: [subjects.assignments()],
      discard: DiscardPolicy.Old,
      max_msgs_per_subject: 1,
    },
    // The broker reserves space for each stream: those that have become smaller come first, so that the sum always
    // fits.
    results('backlog', 'public', limits.backlog_bytes),
    results('backlog', 'private', limits.private_backlog_bytes),
    artifacts('public', limits.artifact_bytes),
    artifacts('private', limits.private_artifact_bytes),
    results('live', 'public', limits.live_bytes),
    results('live', 'private', limits.private_live_bytes),
  ]
}

async function makeOrChange(bus: Bus, wanted: WantedStream): Promise<{ readonly config: StreamConfig }> {
  const { streams } = bus.manager
  try {
    const held = await streams.info(wanted.name)
    return findStreamDifferences(wanted, held.config).length === 0 ? held : await streams.update(wanted.name, wanted)
  } catch (error) {
    if (!isMissing(error)) throw error
    return await streams.add(wanted)
  }
}

export function findStreamDifferences(wanted: WantedStream, held: StreamConfig): string[] {
  return Object.entries(wanted)
    .filter(([name, value]) => JSON.stringify(held[name as keyof StreamConfig]) !== JSON.stringify(value))
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
