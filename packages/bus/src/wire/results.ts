import { type CheckResult, type PackedCheck, phases, type UnknownReason, unknownReasons } from '@wachta/domain'
import { parseFrame, readInteger, WireError, wireVersion } from './frame.ts'
import { durationRange, maxInteger, spoolPositionRange } from './values.ts'

/** Texts and additional numbers of one check, which few checks have. */
export interface CheckTexts {
  readonly error_message?: string
  readonly base_url?: string
  readonly content_type?: string
  readonly file_name?: string
  readonly response_headers?: string
  /** By the id of the metric type. */
  readonly metrics?: Readonly<Record<string, number>>
  readonly step_data?: readonly StepData[]
}

export interface StepData {
  readonly step: number
  readonly response_time: number | null
  readonly data_size: number | null
}

/** The result of one sensor for one slot of one service. */
export interface CheckReport extends PackedCheck {
  readonly service_id: number
  /** The time of the slot, in milliseconds since 1970. */
  readonly slot: number
  readonly revision: number
  readonly words: CheckTexts | null
}

/** Results that are sent from the spool of one host of a sensor to the analyst of one shard ("group"). */
export interface ResultBatch {
  /** The id of the spool that they come from: a sensor may have several hosts, and a host may lose its disk. */
  readonly host: string
  /** The position of the first result in the spool's sequence for the shard; the others follow without a gap. */
  readonly first: number
  /** The first position that the spool still holds for the shard: missing results before it will never arrive. */
  readonly oldest?: number
  readonly reports: readonly CheckReport[]
}

/** A batch after reading. Invalid reports are left out; the other reports of the batch are still usable. */
export interface ReadBatch {
  readonly sensor_id: number
  readonly host: string
  readonly first: number
  readonly oldest?: number
  readonly count: number
  /** In the order of the batch; undefined if the report is invalid. */
  readonly reports: readonly (CheckReport | undefined)[]
  /** The invalid reports, each with its index and what is wrong with it. */
  readonly faults: readonly { readonly index: number; readonly reason: string }[]
}

export const maxBatch = 1000
const maxBytes = 1_048_576
/** No check lasts longer than a day. */
const maxTime = durationRange.max
const maxText = 4096
const maxHeaders = 65_536

/**
 * A batch as it is sent: by columns, because that is short and quick to read. A reader ignores unknown columns and
 * reads missing ones as null, so that sensors and analysts of neighbouring versions work together.
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
  result: number[]
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
  const optional: Record<string, (report: CheckReport) => number | null> = {
    code: ({ error_type_id, reason }) => error_type_id ?? (reason === null ? null : unknownReasons.indexOf(reason)),
    step: ({ path_step }) => path_step,
    time: ({ response_time }) => response_time,
    size: ({ data_size }) => data_size,
    ...Object.fromEntries(phases.map((phase) => [phase, ({ timings }: CheckReport) => timings[phase] ?? null])),
  }
  for (const [name, value] of Object.entries(optional)) {
    const column = reports.map(value)
    if (column.some((cell) => cell !== null)) Object.assign(columns, { [name]: column })
  }
  const words = reports.flatMap((report, index) => (report.words === null ? [] : [[index, report.words] as const]))
  if (words.length > 0) Object.assign(columns, { words })
  return new TextEncoder().encode(JSON.stringify(columns))
}

/**
 * Reads a batch; the sensor comes from the subject of the message. Throws a WireError if the batch itself is invalid.
 */
export function readResults(sensor_id: number, bytes: Uint8Array): ReadBatch {
  const columns = parse(bytes)
  const count = columns.service.length
  const parsed: ParsedBatch = { sensor_id, columns, words: readTexts(columns, count) }
  const faults: { index: number; reason: string }[] = []
  const reports: (CheckReport | undefined)[] = []
  for (let index = 0; index < count; index += 1) {
    const read = readReport(parsed, index)
    if (typeof read === 'string') faults.push({ index, reason: read })
    reports.push(typeof read === 'string' ? undefined : read)
  }
  const { host, first, oldest } = columns
  // An impossible value is ignored.
  const isPosition = oldest !== undefined && Number.isSafeInteger(oldest) && oldest >= 1 && oldest <= first
  return { sensor_id, host, first, ...(isPosition && { oldest }), count, reports, faults }
}

function parse(bytes: Uint8Array): Columns {
  const columns = parseFrame(bytes, maxBytes) as unknown as Columns
  if (typeof columns.host !== 'string' || !/^[0-9a-z-]{1,64}$/.test(columns.host)) throw new WireError('invalid host')
  readInteger(columns.first, 'sequence', spoolPositionRange)
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

/** A batch of one sensor whose reports are not checked yet. */
interface ParsedBatch {
  readonly sensor_id: number
  readonly columns: Columns
  readonly words: ReadonlyMap<number, CheckTexts>
}

/** Reads one report of a batch; returns a text if it is invalid. */
function readReport({ sensor_id, columns, words }: ParsedBatch, index: number): CheckReport | string {
  const service_id = columns.service[index] ?? 0
  const slot = columns.slot[index] ?? -1
  const revision = columns.rev[index] ?? 0
  const started = columns.start[index] ?? Number.NaN
  const result = results[columns.result[index] ?? -1]
  if (!Number.isSafeInteger(service_id) || service_id < 1) return 'no service'
  // From 2000 to 2099: the id of an analysis cannot express other slots.
  if (!Number.isSafeInteger(slot) || slot < 946_684_800_000 || slot >= 4_102_444_800_000) return 'no slot'
  if (!Number.isSafeInteger(revision) || revision < 1 || revision > maxInteger) return 'no revision'
  if (!Number.isSafeInteger(started) || Math.abs(started) > 86_400_000) return 'no start'
  if (result === undefined) return 'no result'
  const code = cell(columns.code, index)
  const path_step = cell(columns.step, index)
  const response_time = cell(columns.time, index, maxTime)
  const data_size = cell(columns.size, index)
  if (code === undefined || path_step === undefined || response_time === undefined || data_size === undefined)
    return 'not a number'
  const reason: UnknownReason | null = result === 'unknown' && code !== null ? (unknownReasons[code] ?? null) : null
  if (result === 'error' && code === null) return 'an error without its type'
  const timings: Record<string, number> = {}
  for (const phase of phases) {
    const value = cell(columns[phase], index, maxTime)
    if (value === undefined) return 'not a number'
    if (value !== null) timings[phase] = value
  }
  return {
    service_id,
    slot,
    revision,
    sensor_id,
    started,
    result,
    error_type_id: result === 'error' ? code : null,
    reason,
    path_step,
    response_time,
    data_size,
    timings,
    words: words.get(index) ?? null,
  }
}

/** Returns a number of a column; null if the number or the whole column is missing, undefined if it is invalid. */
function cell(
  column: readonly (number | null)[] | undefined,
  index: number,
  max = maxInteger,
): number | null | undefined {
  const value = column?.[index] ?? null
  return value === null || isCount(value, max) ? value : undefined
}

/**
 * Reads the texts by index of their report. Invalid texts are left out, because they must not make a result unreadable.
 */
function readTexts({ words }: Columns, count: number): ReadonlyMap<number, CheckTexts> {
  const read = new Map<number, CheckTexts>()
  if (!Array.isArray(words)) return read
  for (const pair of words) {
    if (!Array.isArray(pair)) continue
    const [index, texts] = pair
    if (!Number.isSafeInteger(index) || index < 0 || index >= count || typeof texts !== 'object' || texts === null)
      continue
    read.set(index, cleanTexts(texts))
  }
  return read
}

function cleanTexts(texts: CheckTexts): CheckTexts {
  const text = (name: 'error_message' | 'base_url' | 'content_type' | 'file_name' | 'response_headers') => {
    const value = texts[name]
    // PostgreSQL cannot store NUL.
    return typeof value === 'string' && value !== ''
      ? {
          [name]: value
            .replaceAll('\0', '')
            .toWellFormed()
            .slice(0, name === 'response_headers' ? maxHeaders : maxText),
        }
      : {}
  }
  return {
    ...text('error_message'),
    ...text('base_url'),
    ...text('content_type'),
    ...text('file_name'),
    ...text('response_headers'),
    ...(isMetrics(texts.metrics) && { metrics: texts.metrics }),
    ...(isSteps(texts.step_data) && { step_data: texts.step_data }),
  }
}

function isMetrics(value: unknown): value is Readonly<Record<string, number>> {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.keys(value).length <= 64 &&
    Object.entries(value).every(([name, metric]) => /^[a-z0-9_]{1,64}$/.test(name) && isMetric(metric))
  )
}

/** The limit allows the database to add up many of them without an overflow. */
const isMetric = (value: unknown): boolean => Number.isFinite(value) && Math.abs(Number(value)) <= 1e15

function isSteps(value: unknown): value is readonly StepData[] {
  return (
    Array.isArray(value) &&
    value.length <= 100 &&
    value.every(
      (step) =>
        typeof step === 'object' &&
        step !== null &&
        isCount(step.step) &&
        step.step >= 1 &&
        (step.response_time === null || isCount(step.response_time, maxTime)) &&
        (step.data_size === null || isCount(step.data_size)),
    )
  )
}

/** Whether the value fits into an `integer` column of the database and is not negative. */
const isCount = (value: unknown, max = maxInteger): boolean =>
  Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= max
