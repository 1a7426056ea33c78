/** The state of the pipeline from checks to notifications at one instant. */
export interface PipelineState {
  /** Monitored services, and those of them whose last analysis is overdue. */
  readonly watched: number
  readonly late: number
  /** Active sensors, and those of them that reported recently. */
  readonly sensors: number
  readonly heard: number
  /** Services that only public sensors check, by shard. */
  readonly shards: readonly ShardState[]
  /** Online public sensors whose disk rejects results: a restart would lose results that are not committed. */
  readonly disk_faults: number
  /** Artifacts of public sensors that were lost recently. */
  readonly lost_evidence: number
  /** How long the oldest alert has waited for its notifications. */
  readonly unnotified_ms: number
  /** The age of the oldest undelivered message on a carrier that delivers no newer message either. */
  readonly undelivered_ms: number
  /** Notification jobs that have failed for minutes and are retried, and those that were given up. */
  readonly failing_jobs: number
  readonly exhausted_jobs: number
  /** The number of days after today for which partitions exist. */
  readonly days_ahead: number
  /** Whether the broker answers. */
  readonly broker: boolean
  /** How far the clock of this machine is ahead of the database clock. */
  readonly clock_offset_ms: number
}

/**
 * The services of one shard that only public sensors check, and those that are analysed on time but have been unknown
 * for too long.
 */
export interface ShardState {
  readonly watched: number
  readonly unknown: number
}

/** The problems that the dead man's switch detects, in the order of the pipeline. */
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

/** A single service may be late for its own reasons; one in a hundred means that the pipeline is. */
const maxLateShare = 0.01
/** A few services may be unknown for their own reasons, but not most of them. */
const maxUnknownShare = 0.5
/** A shard with fewer services is not judged by itself. */
const minServicesInShard = 10
/** No decision depends on the local clock, but an offset like this shows a machine without time synchronisation. */
const maxClockOffsetMs = 10_000
const maxUnnotifiedMs = 120_000
/** Mail servers may delay mail from unknown senders for some minutes (greylisting). */
const maxUndeliveredMs = 900_000
const minDaysAhead = 1

/**
 * Finds the problems in a state. The dead man's switch sends its request only if the list is empty, so an unknown value
 * counts as a problem.
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
  if (!(state.unnotified_ms <= maxUnnotifiedMs)) problems.push('nobody_told')
  if (!(state.failing_jobs <= 0)) problems.push('jobs_failing')
  if (!(state.exhausted_jobs <= 0)) problems.push('jobs_exhausted')
  if (!(state.undelivered_ms <= maxUndeliveredMs)) problems.push('nobody_reached')
  if (!(state.days_ahead >= minDaysAhead)) problems.push('no_room_ahead')
  return problems
}

/**
 * Whether most services are unknown: of all services, or of one shard, whose results may be lost while those of others
 * arrive. Their analyses are on time, with every check unknown.
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
