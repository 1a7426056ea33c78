import { type PackedCheck, readChecks } from './packed-checks.ts'
import type { ClosedAnalysis, RecordedCheck } from './rollup.ts'
import { isQuorum } from './verdict.ts'

/** A stored analysis; `time` in epoch milliseconds. */
export interface StoredAnalysis {
  readonly time: number
  readonly failure: boolean
  readonly ok_checks_count: number
  readonly error_checks_count: number
  readonly unknown_checks_count: number
  /** Its checks, packed. */
  readonly checks: Uint8Array
  /** The sensors that were expected to check; null if that is no longer known. */
  readonly sensor_ids: readonly number[] | null
}

/**
 * The `sensor_id` of checks of heartbeat services. No sensor has it; it is not 0 because the API requires at least 1.
 */
export const jobSensorId = 2_147_483_647

/** The `sensor_id` that older stored analyses use instead of `jobSensorId`. */
const formerJobSensorId = 0

/**
 * Returns the checks of an analysis, one for each expected sensor, sorted by sensor id. A sensor without a result is
 * unknown. Sensors that were not expected are left out, because they do not count; the job of a heartbeat service is
 * always expected. If the stored bytes are damaged, all checks are unknown.
 */
export function listAnalysisChecks(
  { checks, sensor_ids }: Pick<StoredAnalysis, 'checks' | 'sensor_ids'>,
  onDamaged?: () => void,
): PackedCheck[] {
  const received = new Map(
    readChecks(checks, onDamaged)
      .map(replaceFormerSensorId)
      .map((check) => [check.sensor_id, check]),
  )
  const sensors = new Set(sensor_ids ?? received.keys())
  if (received.has(jobSensorId)) sensors.add(jobSensorId)
  return [...sensors]
    .sort((one, other) => one - other)
    .map((sensor_id) => received.get(sensor_id) ?? createMissingCheck(sensor_id))
}

/**
 * Returns the error type of an analysis: the one that most failed checks have. If several are equally frequent, it is
 * the one of the sensor with the lowest id, so that it does not depend on the order of the checks. Null if none failed.
 */
export function findErrorType(
  checks: readonly Pick<PackedCheck, 'sensor_id' | 'result' | 'error_type_id'>[],
): number | null {
  const failed = checks.filter(({ result }) => result === 'error')
  const groups = Map.groupBy(
    failed.sort((one, other) => one.sensor_id - other.sensor_id),
    ({ error_type_id }) => error_type_id,
  )
  const [largest] = [...groups.values()].sort((one, other) => other.length - one.length)
  return largest?.[0]?.error_type_id ?? null
}

const replaceFormerSensorId = (check: PackedCheck): PackedCheck =>
  check.sensor_id === formerJobSensorId ? { ...check, sensor_id: jobSensorId } : check

/** Returns the analyses and checks that a rollup is computed from. */
export function readRollupInput(
  analyses: readonly StoredAnalysis[],
  onDamaged?: () => void,
): {
  readonly analyses: ClosedAnalysis[]
  readonly checks: RecordedCheck[]
} {
  return {
    analyses: analyses.map(toClosedAnalysis),
    checks: analyses.flatMap((analysis) =>
      listAnalysisChecks(analysis, onDamaged).map(({ sensor_id, result, response_time, data_size, error_type_id }) => ({
        time: analysis.time,
        sensor_id,
        result,
        response_time,
        data_size,
        error_type_id: error_type_id === null ? null : String(error_type_id),
      })),
    ),
  }
}

function toClosedAnalysis(analysis: StoredAnalysis): ClosedAnalysis {
  const { time, failure, ok_checks_count, error_checks_count, unknown_checks_count } = analysis
  const knownCount = ok_checks_count + error_checks_count
  const hasQuorum = isQuorum(knownCount, knownCount + unknown_checks_count)
  return { time, failure, hasQuorum, ok_checks_count, error_checks_count, unknown_checks_count }
}

const createMissingCheck = (sensor_id: number): PackedCheck => ({
  sensor_id,
  started: 0,
  result: 'unknown',
  error_type_id: null,
  reason: 'no_answer',
  path_step: null,
  response_time: null,
  data_size: null,
  timings: {},
})
