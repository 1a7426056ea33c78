import {
  type CheckResult,
  type PackedCheck,
  packChecks,
  phases,
  sliceChecks,
  type UnknownReason,
  unknownReasons,
} from '@wachta/domain'
import { type CheckTexts, readTexts } from './check-texts.ts'
import { parseFrame, WireError, wireVersion } from './frame.ts'
import {
  type CheckPlace,
  findPlaceFault,
  maxBatch,
  maxBatchBytes,
  maxTime,
  type ReadBatch,
  type ReceivedReport,
  type ResultBatch,
  readBatchOrigin,
} from './result-batch.ts'
import { isCount, maxInteger } from './values.ts'

/**
 * The first form of a batch: JSON by columns. Sensors write it for a centre that has not said that it reads the packed
 * form. A reader ignores unknown columns and reads missing ones as null.
 */
interface Columns {
  v: number
  host: string
  first: number
  oldest?: number
  service: number[]
  slot: number[]
  rev: number[]
  start: number[]
  /** The position in `results`. */
  result: number[]
  /** The error type of an error, or the position in `unknownReasons` of the reason for an unknown result. */
  code?: (number | null)[]
  step?: (number | null)[]
  time?: (number | null)[]
  size?: (number | null)[]
  lookup?: (number | null)[]
  connect?: (number | null)[]
  tls?: (number | null)[]
  first_byte?: (number | null)[]
  words?: [index: number, words: CheckTexts][]
}

const results: readonly CheckResult[] = ['ok', 'error', 'unknown']

export function writeResults({ host, first, oldest, reports }: ResultBatch): Uint8Array {
  const columns: Columns = {
    v: wireVersion,
    host,
    first,
    ...(oldest !== undefined && { oldest }),
    service: reports.map(({ service_id }) => service_id),
    slot: reports.map(({ slot }) => slot),
    rev: reports.map(({ revision }) => revision),
    start: reports.map(({ started }) => started),
    result: reports.map(({ result }) => results.indexOf(result)),
  }
  const optional: Record<string, (report: PackedCheck) => number | null> = {
    code: ({ error_type_id, reason }) => error_type_id ?? (reason === null ? null : unknownReasons.indexOf(reason)),
    step: ({ path_step }) => path_step,
    time: ({ response_time }) => response_time,
    size: ({ data_size }) => data_size,
    ...Object.fromEntries(phases.map((phase) => [phase, ({ timings }: PackedCheck) => timings[phase] ?? null])),
  }
  for (const [name, value] of Object.entries(optional)) {
    const column = reports.map(value)
    if (column.some((cell) => cell !== null)) Object.assign(columns, { [name]: column })
  }
  const words = reports.flatMap((report, index) => (report.words === null ? [] : [[index, report.words] as const]))
  if (words.length > 0) Object.assign(columns, { words })
  return new TextEncoder().encode(JSON.stringify(columns))
}

/** A valid report that is not packed yet. */
interface ColumnReport {
  readonly place: CheckPlace
  readonly check: PackedCheck
}

/** Reads a batch by columns. Throws a WireError if the batch itself is invalid. */
export function readColumns(sensor_id: number, bytes: Uint8Array): ReadBatch {
  const columns = parseColumns(bytes)
  const count = columns.service.length
  const origin = readBatchOrigin({ ...columns })
  const faults: { index: number; reason: string }[] = []
  const valid: (ColumnReport | undefined)[] = []
  for (let index = 0; index < count; index += 1) {
    const report = readReport(sensor_id, columns, index)
    if (typeof report === 'string') faults.push({ index, reason: report })
    valid.push(typeof report === 'string' ? undefined : report)
  }
  return { sensor_id, ...origin, count, reports: packReports(valid, readTexts(columns.words, count)), faults }
}

/** Packs the checks, because the analyst handles only packed ones. */
function packReports(
  valid: readonly (ColumnReport | undefined)[],
  words: ReadonlyMap<number, CheckTexts>,
): (ReceivedReport | undefined)[] {
  const slices = sliceChecks(packChecks(valid.flatMap((report) => report?.check ?? []))).values()
  return valid.map((report, index) => {
    const slice = report && slices.next().value
    return slice && { ...report.place, ...slice, words: words.get(index) ?? null }
  })
}

function parseColumns(bytes: Uint8Array): Columns {
  const columns = parseFrame(bytes, maxBatchBytes) as unknown as Columns
  const length = Array.isArray(columns.service) ? columns.service.length : 0
  if (length < 1 || length > maxBatch) throw new WireError('not a batch')
  for (const [name, column] of Object.entries(columns)) {
    if (name !== 'words' && Array.isArray(column) && column.length !== length)
      throw new WireError('columns differ in length')
  }
  for (const name of ['slot', 'rev', 'start', 'result'] as const)
    if (!Array.isArray(columns[name])) throw new WireError(`invalid column ${name}`)
  return columns
}

/** Reads one report of a batch; returns a text if it is invalid. */
function readReport(sensor_id: number, columns: Columns, index: number): ColumnReport | string {
  const place = {
    service_id: columns.service[index] ?? 0,
    slot: columns.slot[index] ?? -1,
    revision: columns.rev[index] ?? 0,
  }
  const fault = findPlaceFault(place)
  if (fault !== undefined) return fault
  const started = columns.start[index] ?? Number.NaN
  if (!Number.isSafeInteger(started) || Math.abs(started) > maxTime) return 'no start'
  const result = findResult(columns.result[index])
  if (result === undefined) return 'no result'
  const code = readCell(columns.code, index)
  const path_step = readCell(columns.step, index)
  const response_time = readCell(columns.time, index, maxTime)
  const data_size = readCell(columns.size, index)
  if (code === undefined || path_step === undefined || response_time === undefined || data_size === undefined)
    return 'not a number'
  const reason: UnknownReason | null = result === 'unknown' && code !== null ? (unknownReasons[code] ?? null) : null
  if (result === 'error' && code === null) return 'an error without its type'
  const timings: Record<string, number> = {}
  for (const phase of phases) {
    const value = readCell(columns[phase], index, maxTime)
    if (value === undefined) return 'not a number'
    if (value !== null) timings[phase] = value
  }
  const error_type_id = result === 'error' ? code : null
  const check = { sensor_id, started, result, error_type_id, reason, path_step, response_time, data_size, timings }
  return { place, check }
}

/** Returns undefined for anything but the code of a result, because JSON can have any value in the column. */
const findResult = (code: unknown): CheckResult | undefined => (typeof code === 'number' ? results[code] : undefined)

/** Returns a number of a column; null if the number or the whole column is missing, undefined if it is invalid. */
function readCell(
  column: readonly (number | null)[] | undefined,
  index: number,
  max = maxInteger,
): number | null | undefined {
  const value = column?.[index] ?? null
  return value === null || isCount(value, max) ? value : undefined
}
