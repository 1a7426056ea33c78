import { type PackedCheck, readChecks } from './packed-checks.ts'
import type { ClosedAnalysis, RecordedCheck } from './rollup.ts'
import { isQuorum } from './verdict.ts'

/** An analysis as it is stored; `time` in epoch milliseconds. */
export interface StoredAnalysis {
  readonly time: number
  readonly failure: boolean
  readonly ok_checks_count: number
  readonly error_checks_count: number
  readonly unknown_checks_count: number
  /** Its checks, packed. */
  readonly checks: Uint8Array
  /** The sensors that were expected to check; null where that is not known any more. */
  readonly sensor_ids: readonly number[] | null
}

/** The `sensor_id` of checks that a watched job reports by itself. No sensor has it; the API asks for at least 1. */
export const jobReporter = 2_147_483_647

/** What stood for it in analyses that are stored already. */
const formerJobReporter = 0

/**
 * The checks of an analysis, one for each sensor that was expected, by sensor id. A sensor that sent nothing is unknown
 * too; one that was not expected is not counted, so it is not there. A job that reports by itself is always expected. Where
 * the stored bytes are damaged, all are unknown.
 */
export function analysisChecks(
  { checks, sensor_ids }: Pick<StoredAnalysis, 'checks' | 'sensor_ids'>,
  onDamaged?: () => void,
): PackedCheck[] {
  const sent = new Map(
    readChecks(checks, onDamaged)
      .map(named)
      .map((check) => [check.sensor_id, check]),
  )
  const sensors = new Set(sensor_ids ?? sent.keys())
  if (sent.has(jobReporter)) sensors.add(jobReporter)
  return [...sensors].sort((one, other) => one - other).map((sensor_id) => sent.get(sensor_id) ?? silent(sensor_id))
}

const named = (check: PackedCheck): PackedCheck =>
  check.sensor_id === formerJobReporter ? { ...check, sensor_id: jobReporter } : check

/** What a rollup is made from. */
export function recordedIn(
  analyses: readonly StoredAnalysis[],
  onDamaged?: () => void,
): {
  readonly analyses: ClosedAnalysis[]
  readonly checks: RecordedCheck[]
} {
  return {
    analyses: analyses.map(closedOf),
    checks: analyses.flatMap((analysis) =>
      analysisChecks(analysis, onDamaged).map(({ sensor_id, result, response_time, data_size, error_type_id }) => ({
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

function closedOf(analysis: StoredAnalysis): ClosedAnalysis {
  const { time, failure, ok_checks_count, error_checks_count, unknown_checks_count } = analysis
  const known = ok_checks_count + error_checks_count
  const hasQuorum = isQuorum(known, known + unknown_checks_count)
  return { time, failure, hasQuorum, ok_checks_count, error_checks_count, unknown_checks_count }
}

const silent = (sensor_id: number): PackedCheck => ({
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
