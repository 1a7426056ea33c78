/** How the flow from checks to messages stands, as far as it can be seen in one look. */
export interface PipelineState {
  /** Services that are watched, and those of them whose last analysis is older than it may be. */
  readonly watched: number
  readonly late: number
  /** Sensors that are switched on, and those of them that were heard lately. */
  readonly sensors: number
  readonly heard: number
  /** Services that public sensors alone watch, by shard. */
  readonly shards: readonly ShardState[]
  /** Public sensors that are heard and whose disk takes no results: a restart loses what the centre does not have. */
  readonly disk_faults: number
  /** Artifacts of public sensors that were lost for good lately. */
  readonly lost_evidence: number
  /** How long the oldest thing has waited that nobody has begun to tell. */
  readonly unnotified_ms: number
  /** How old the oldest message is that a way of ours does not get rid of, while it gets rid of no newer one either. */
  readonly undelivered_ms: number
  /** Notification jobs that have failed for minutes and are tried again, and those that were given up. */
  readonly failing_jobs: number
  readonly exhausted_jobs: number
  /** The number of days after today for which partitions exist. */
  readonly days_ahead: number
  readonly broker: boolean
  /** By how much the clock of the machine that looks is ahead of the database's. */
  readonly clock_offset_ms: number
}

/** The services of one shard that public sensors alone watch, and those that are on time although nothing has been known of them for too long. */
export interface ShardState {
  readonly watched: number
  readonly unknown: number
}

/** What can be wrong with the flow, in the order of the flow. */
export const pipelineProblems = [
  'broker_away',
  'clock_off',
  'no_sensor_heard',
  'analyses_late',
  'mostly_unknown',
  'sensor_disk',
  'evidence_lost',
  'nobody_told',
  'jobs_failing',
  'jobs_exhausted',
  'nobody_reached',
  'no_room_ahead',
] as const

export type PipelineProblem = (typeof pipelineProblems)[number]

/** One service may be late for reasons of its own; one in a hundred is the flow. */
const maxLateShare = 0.01
/** A few services may be unknown for reasons of their own; most of them are not. */
const maxUnknownShare = 0.5
/** With fewer services a shard says nothing by itself. */
const minServicesInShard = 10
/** Nothing is decided by the clock of a machine, but one that is so far off is one that nobody looks after. */
const maxClockOffsetMs = 10_000
const maxUnsentMs = 120_000
/** Many a mail server lets a stranger wait for some minutes. */
const maxUndeliveredMs = 900_000
const minDaysAhead = 1

/**
 * What is wrong; nothing where the flow is well. Only then is somebody outside told that it is, and whoever is not told
 * raises the alarm: so what is not known has to be said as if it were wrong.
 */
export function findPipelineProblems(state: PipelineState): PipelineProblem[] {
  const problems: PipelineProblem[] = []
  if (!state.broker) problems.push('broker_away')
  if (!(Math.abs(state.clock_offset_ms) <= maxClockOffsetMs)) problems.push('clock_off')
  if (state.watched > 0 && state.sensors > 0 && state.heard === 0) problems.push('no_sensor_heard')
  if (!(state.late <= state.watched * maxLateShare)) problems.push('analyses_late')
  if (isMostlyUnknown(state.shards)) problems.push('mostly_unknown')
  if (!(state.disk_faults <= 0)) problems.push('sensor_disk')
  if (!(state.lost_evidence <= 0)) problems.push('evidence_lost')
  if (!(state.unnotified_ms <= maxUnsentMs)) problems.push('nobody_told')
  if (!(state.failing_jobs <= 0)) problems.push('jobs_failing')
  if (!(state.exhausted_jobs <= 0)) problems.push('jobs_exhausted')
  if (!(state.undelivered_ms <= maxUndeliveredMs)) problems.push('nobody_reached')
  if (!(state.days_ahead >= minDaysAhead)) problems.push('no_room_ahead')
  return problems
}

/**
 * Whether the status of most services rests on nothing: of all together, or of one shard, whose results may be lost while
 * those of others arrive. Analyses of it are on time, with every check unknown.
 */
export function isMostlyUnknown(shards: readonly ShardState[]): boolean {
  const all = shards.reduce(
    (sum, { watched, unknown }) => ({ watched: sum.watched + watched, unknown: sum.unknown + unknown }),
    { watched: 0, unknown: 0 },
  )
  const judged = [all, ...shards.filter(({ watched }) => watched >= minServicesInShard)]
  return judged.some(({ watched, unknown }) => !(unknown <= watched * maxUnknownShare))
}

export const isHealthy = (state: PipelineState): boolean => findPipelineProblems(state).length === 0
