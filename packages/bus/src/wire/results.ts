import { type CheckResult, type PackedCheck, phases, type UnknownReason, unknownReasons } from '@wachta/domain'
import { parseFrame, readInteger, WireError, wireVersion } from './frame.ts'
import { day, maxInteger, place } from './values.ts'

/** Words about one check, beside its figures. */
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

/** What a sensor says of one slot of one service. */
export interface CheckReport extends PackedCheck {
  readonly service_id: number
  /** The time of the slot, in milliseconds since 1970. */
  readonly slot: number
  readonly revision: number
  readonly words: CheckTexts | null
}

/** Results on their way from the spool of one host of a sensor to the analyst of one group. */
export interface ResultBatch {
  /** Which disk they come from: a sensor may have several hosts, and a host may lose its disk. */
  readonly host: string
  /** The place of the first one in that spool's sequence for the group; the others follow without a gap. */
  readonly first: number
  /** The first place that the spool still holds for the group: what is missing before it will not come. */
  readonly oldest?: number
  readonly reports: readonly CheckReport[]
}

/** A batch as it was understood: what was wrong with single items does not harm the others. */
export interface ReadBatch {
  readonly sensor_id: number
  readonly host: string
  readonly first: number
  readonly oldest?: number
  readonly count: number
  /** By place in the batch; undefined where the item is damaged. */
  readonly reports: readonly (CheckReport | undefined)[]
  /** What is wrong with which item. */
  readonly faults: readonly { readonly index: number; readonly reason: string }[]
}

export const maximumBatch = 1000
const maximumBytes = 1_048_576
/** No check lasts longer than a day. */
const maxTime = day.most
const maximumText = 4096
const maximumHeaders = 65_536

/**
 * A batch by columns: short, and quickly read. Columns that a reader does not know are ignored and columns that it misses
 * are null, so that sensors and analysts of neighbouring versions understand each other.
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

/** Reads a batch of the sensor that the subject names. Throws a WireError where not even its frame can be read. */
export function readResults(sensor_id: number, bytes: Uint8Array): ReadBatch {
  const columns = parse(bytes)
  const count = columns.service.length
  const parsed: ParsedBatch = { sensor_id, columns, words: wordsOf(columns, count) }
  const faults: { index: number; reason: string }[] = []
  const reports: (CheckReport | undefined)[] = []
  for (let index = 0; index < count; index += 1) {
    const read = readReport(parsed, index)
    if (typeof read === 'string') faults.push({ index, reason: read })
    reports.push(typeof read === 'string' ? undefined : read)
  }
  const { host, first, oldest } = columns
  // What a sensor cannot mean is as if it were not said.
  const isPlace = oldest !== undefined && Number.isSafeInteger(oldest) && oldest >= 1 && oldest <= first
  return { sensor_id, host, first, ...(isPlace && { oldest }), count, reports, faults }
}

function parse(bytes: Uint8Array): Columns {
  const columns = parseFrame(bytes, maximumBytes) as unknown as Columns
  if (typeof columns.host !== 'string' || !/^[0-9a-z-]{1,64}$/.test(columns.host)) throw new WireError('no host')
  readInteger(columns.first, 'sequence', place)
  const length = Array.isArray(columns.service) ? columns.service.length : 0
  if (length < 1 || length > maximumBatch) throw new WireError('not a batch')
  for (const [name, column] of Object.entries(columns)) {
    if (name !== 'words' && Array.isArray(column) && column.length !== length)
      throw new WireError('columns differ in length')
  }
  for (const name of ['slot', 'rev', 'start', 'result'] as const)
    if (!Array.isArray(columns[name])) throw new WireError(`no column ${name}`)
  return columns
}

/** A batch of one sensor, its items not read yet. */
interface ParsedBatch {
  readonly sensor_id: number
  readonly columns: Columns
  readonly words: ReadonlyMap<number, CheckTexts>
}

/** One item of a batch, or what is wrong with it. */
function readReport({ sensor_id, columns, words }: ParsedBatch, index: number): CheckReport | string {
  const service_id = columns.service[index] ?? 0
  const slot = columns.slot[index] ?? -1
  const revision = columns.rev[index] ?? 0
  const started = columns.start[index] ?? Number.NaN
  const result = results[columns.result[index] ?? -1]
  if (!Number.isSafeInteger(service_id) || service_id < 1) return 'no service'
  // 2000 to 2100: what an analysis id can name.
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

/** A figure of a column that may be missing; undefined where it is none. */
function cell(
  column: readonly (number | null)[] | undefined,
  index: number,
  most = maxInteger,
): number | null | undefined {
  const value = column?.[index] ?? null
  return value === null || isCount(value, most) ? value : undefined
}

/** Words never make a result unreadable: what is wrong with them is left out. */
function wordsOf({ words }: Columns, count: number): ReadonlyMap<number, CheckTexts> {
  const read = new Map<number, CheckTexts>()
  if (!Array.isArray(words)) return read
  for (const pair of words) {
    if (!Array.isArray(pair)) continue
    const [index, given] = pair
    if (!Number.isSafeInteger(index) || index < 0 || index >= count || typeof given !== 'object' || given === null)
      continue
    read.set(index, cleanWords(given))
  }
  return read
}

function cleanWords(given: CheckTexts): CheckTexts {
  const text = (name: 'error_message' | 'base_url' | 'content_type' | 'file_name' | 'response_headers') => {
    const value = given[name]
    // PostgreSQL holds no NUL.
    return typeof value === 'string' && value !== ''
      ? {
          [name]: value
            .replaceAll('\0', '')
            .toWellFormed()
            .slice(0, name === 'response_headers' ? maximumHeaders : maximumText),
        }
      : {}
  }
  return {
    ...text('error_message'),
    ...text('base_url'),
    ...text('content_type'),
    ...text('file_name'),
    ...text('response_headers'),
    ...(isFigures(given.metrics) && { metrics: given.metrics }),
    ...(isSteps(given.step_data) && { step_data: given.step_data }),
  }
}

function isFigures(value: unknown): value is Readonly<Record<string, number>> {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.keys(value).length <= 64 &&
    Object.entries(value).every(([name, figure]) => /^[a-z0-9_]{1,64}$/.test(name) && isFigure(figure))
  )
}

/** Many of them can be added up without leaving what the database can count with. */
const isFigure = (value: unknown): boolean => Number.isFinite(value) && Math.abs(Number(value)) <= 1e15

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

/** What the database holds as a number of four bytes. */
const isCount = (value: unknown, most = maxInteger): boolean =>
  Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= most
