import {
  type CheckResult,
  jobSensorId,
  listAnalysisChecks,
  type PackedCheck,
  packChecks,
  phases,
  readChecks,
  type Timings,
  unknownReasons,
} from '@wachta/domain'
import type { FullAnalysis } from '../history.ts'

export const analysisTableColumns = [
  ...['service_id', 'time', 'revision', 'error_tolerance', 'ok_checks_count', 'error_checks_count'],
  ...['unknown_checks_count', 'failure', 'kind', 'raw'],
] as const

export type AnalysisTableRow = readonly [
  service_id: number,
  time: number,
  revision: number,
  error_tolerance: number,
  ok: number,
  error: number,
  unknown: number,
  failure: boolean,
  kind: FullAnalysis['kind'],
  raw: string,
]

export const checkTableColumns = [
  ...['service_id', 'time', 'sensor_id', 'place', 'is_expected', 'is_custom', 'result', 'code', 'path_step'],
  ...['data_size', 'started', 'response_time', 'lookup', 'connect', 'tls', 'first_byte'],
] as const

export type CheckTableRow = readonly [
  service_id: number,
  time: number,
  sensor_id: number,
  /** The position among the checks that were sent, from 1; 0 if the sensor sent nothing. */
  place: number,
  is_expected: boolean,
  is_custom: boolean,
  result: CheckResult,
  code: number,
  path_step: number,
  data_size: number,
  started: number,
  response_time: number,
  ...timings: number[],
]

/**
 * Converts an analysis to its row and the rows of its checks: those that were sent, and one for each expected sensor
 * that sent nothing.
 */
export function toRows(analysis: FullAnalysis): { readonly row: AnalysisTableRow; readonly checks: CheckTableRow[] } {
  // Older analyses have 0 in place of `jobSensorId`.
  const sent = readChecks(analysis.checks).map((check) => ({
    ...check,
    sensor_id: check.sensor_id === 0 ? jobSensorId : check.sensor_id,
  }))
  const canBeRepacked = Buffer.compare(packChecks(sent), analysis.checks) === 0
  const expected = new Set(listExpectedSensors(analysis))
  // Of several checks of one sensor, the last one counts.
  const last = new Map(sent.map((check) => [check.sensor_id, check]))
  const checks = sent.map((check, index) =>
    toCheckRow(analysis, check, {
      place: index + 1,
      isExpected: expected.has(check.sensor_id) && last.get(check.sensor_id) === check,
    }),
  )
  // `listAnalysisChecks` adds an unknown check for each expected sensor that sent nothing.
  const missing = listAnalysisChecks(analysis).filter(({ sensor_id }) => !last.has(sensor_id))
  return {
    row: [
      analysis.service_id,
      analysis.time,
      analysis.revision,
      analysis.error_tolerance,
      analysis.ok_checks_count,
      analysis.error_checks_count,
      analysis.unknown_checks_count,
      analysis.failure,
      analysis.kind,
      canBeRepacked ? '' : Buffer.from(analysis.checks).toString('base64'),
    ],
    checks: [...checks, ...missing.map((check) => toCheckRow(analysis, check, { place: 0, isExpected: true }))],
  }
}

/** Returns the ids of the sensors whose checks count, in ascending order. */
export const listExpectedSensors = (analysis: Pick<FullAnalysis, 'checks' | 'sensor_ids'>): number[] =>
  listAnalysisChecks(analysis).map(({ sensor_id }) => sensor_id)

function toCheckRow(
  { service_id, time, kind }: FullAnalysis,
  check: PackedCheck,
  { place, isExpected }: { readonly place: number; readonly isExpected: boolean },
): CheckTableRow {
  const { sensor_id, result, path_step, data_size, started, response_time, timings } = check
  const reason = check.reason === null ? null : unknownReasons.indexOf(check.reason)
  const code = result === 'unknown' ? reason : check.error_type_id
  const numbers = [code, path_step, data_size].map(encodeMissing) as [number, number, number]
  const times = phases.map((phase) => encodeMissing(timings[phase] ?? null))
  const placeAndFlags = [place, isExpected, kind === 'c'] as const
  return [
    service_id,
    time,
    sensor_id,
    ...placeAndFlags,
    result,
    ...numbers,
    started,
    encodeMissing(response_time),
    ...times,
  ]
}

const missingValue = -1
const encodeMissing = (value: number | null): number => value ?? missingValue
const decodeMissing = (value: number): number | null => (value === missingValue ? null : value)

/** Converts the row of an analysis and the rows of its checks back to the analysis. */
export function toFullAnalysis(row: AnalysisTableRow, checks: readonly CheckTableRow[]): FullAnalysis {
  const [service_id, time, revision, error_tolerance, ok, error, unknown, failure, kind, raw] = row
  const sent = checks.filter(([, , , place]) => place > 0).toSorted(([, , , one], [, , , other]) => one - other)
  return {
    service_id,
    time,
    revision,
    error_tolerance,
    ok_checks_count: ok,
    error_checks_count: error,
    unknown_checks_count: unknown,
    failure,
    kind,
    checks: raw === '' ? packChecks(sent.map(fromCheckRow)) : Buffer.from(raw, 'base64'),
    sensor_ids: checks.filter(([, , , , isExpected]) => isExpected).map(([, , sensor_id]) => sensor_id),
  }
}

function fromCheckRow(row: CheckTableRow): PackedCheck {
  const [, , sensor_id, , , , result, code, path_step, data_size, started, response_time, ...times] = row
  const timings: { -readonly [Phase in keyof Timings]: Timings[Phase] } = {}
  for (const [index, phase] of phases.entries()) {
    const time = times[index] ?? missingValue
    if (time !== missingValue) timings[phase] = time
  }
  return {
    sensor_id,
    started,
    result,
    error_type_id: result === 'error' ? decodeMissing(code) : null,
    reason: result === 'unknown' ? (unknownReasons[code] ?? null) : null,
    path_step: decodeMissing(path_step),
    response_time: decodeMissing(response_time),
    data_size: decodeMissing(data_size),
    timings,
  }
}
