/**
 * Computes every figure of a report again and prints those that differ. It needs Node 24 and nothing else, and shares no
 * code with Wachta: read it, change it, or write your own.
 *
 *   node recompute.ts --api https://wachta.example.com/v3 --token YOUR_API_KEY --report 4711
 *   node recompute.ts --api https://wachta.example.com/v3 --token YOUR_API_KEY --file report.json
 *
 * The key needs the scopes reports:read, services:read, corrections:read and alerts:read. Run it soon after the report was
 * made: corrections and late results that came in since change what the API answers, but not the report.
 *
 * How it works: there is one byte for each second of the period and of the period before. Measured statuses, pauses,
 * maintenance windows and corrections are painted over one another in this order, and seconds are counted.
 */
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
// biome-ignore lint/suspicious/noExplicitAny: rows of the API and of the report have every shape
type Row = Record<string, any>

const { values: options } = parseArgs({
  options: {
    api: { type: 'string' },
    token: { type: 'string' },
    report: { type: 'string' },
    file: { type: 'string' },
  },
})
if (!options.api || !options.token || !(options.report || options.file)) {
  console.error('usage: node recompute.ts --api URL --token KEY (--report ID | --file report.json)')
  process.exit(2)
}

const report: Row = options.file
  ? JSON.parse(readFileSync(options.file, 'utf8'))
  : (await ask(`/reports/${options.report}/json`)).body
const { period, accounting_method: method } = report
const secondOf = (time: string): number => Math.floor(Date.parse(time) / 1000)
const from = secondOf(period.from)
const to = secondOf(period.to)
/** The first second that has a byte. */
const first = secondOf(period.previous_from)

// --- Comparing ------------------------------------------------------------------------------------------------------

let figures = 0
let mismatched = 0

/** Compares a figure, or all figures in a list or an object. Names and other texts are not figures. */
function compare(path: string, printed: Json | undefined, computed: Json | undefined): void {
  if (typeof computed === 'object' && computed !== null) {
    for (const key of Object.keys(computed)) compare(`${path}.${key}`, (printed as Row)?.[key], (computed as Row)[key])
    if (Array.isArray(computed)) compare(`${path}.length`, (printed as Json[])?.length, computed.length)
    return
  }
  figures += 1
  if (isSame(printed, computed)) return
  mismatched += 1
  if (mismatched <= 1000) console.log(`${path}: the report says ${printed}, computed ${computed}`)
}

/** Quotients may differ in their last digits, depending on the order in which numbers were added. */
function isSame(one: Json | undefined, other: Json | undefined): boolean {
  if (typeof one !== 'number' || typeof other !== 'number') return one === other
  return Math.abs(one - other) <= 1e-9 * Math.max(1, Math.abs(other))
}

// --- The calendar of the report -------------------------------------------------------------------------------------

/** All clocks of the world change by, and at, whole quarters of an hour: within one, the local hour is the same. */
const quarter = 900

interface LocalQuarter {
  readonly date: string
  readonly hour: number
  readonly weekDay: number
  readonly monthDay: number
  readonly month: number
  /** The minute of the week that it starts with, from Monday 0:00. */
  readonly minuteOfWeek: number
}

const clock = new Intl.DateTimeFormat('en-CA', {
  timeZone: period.time_zone,
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
})
const firstQuarter = Math.floor(first / quarter)
const quarters = Array.from({ length: Math.ceil(to / quarter) - firstQuarter }, (_, index) =>
  readClock((firstQuarter + index) * quarter),
)

function readClock(second: number): LocalQuarter {
  const parts = Object.fromEntries(clock.formatToParts(second * 1000).map(({ type, value }) => [type, value]))
  const date = `${parts['year']}-${parts['month']}-${parts['day']}`
  const weekDay = (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7
  const hour = Number(parts['hour'])
  return {
    date,
    hour,
    weekDay,
    monthDay: Number(parts['day']) - 1,
    month: Number(parts['month']) - 1,
    minuteOfWeek: (weekDay * 24 + hour) * 60 + Number(parts['minute']),
  }
}

const fail = (what: string): never => {
  throw new Error(what)
}
const localQuarter = (index: number): LocalQuarter => quarters[index] ?? fail(`outside the period: ${index}`)
const quarterOf = (second: number): number => Math.floor(second / quarter) - firstQuarter

/** For each second, 1 if it is within business hours. */
const business = new Uint8Array(to - first).fill(method.business_hours.length === 0 ? 1 : 0)
const toMinute = (time: Row): number => ((time['day_of_week'] - 1) * 24 + time['hour']) * 60 + time['minute']
for (const window of method.business_hours) {
  const [opens, closes] = [toMinute(window.start_minute), toMinute(window.end_minute)]
  for (let minute = Math.floor(first / 60); minute * 60 < to; minute += 1) {
    const local = (quarters[quarterOf(minute * 60)]?.minuteOfWeek ?? 0) + (minute % 15)
    const isOpen = opens < closes ? local >= opens && local < closes : local >= opens || local < closes
    if (isOpen) business.fill(1, Math.max(minute * 60 - first, 0), (minute + 1) * 60 - first)
  }
}

// --- Seconds --------------------------------------------------------------------------------------------------------

const statuses = ['unknown', 'ok', 'failure', 'paused']
const [unknown, ok, failure, paused] = [0, 1, 2, 3] as const
/** Added to a status that comes from a correction. */
const corrected = 4

/** What the seconds of a service are: as measured, with corrections, and whether they count in the service level. */
interface ServiceSeconds {
  readonly measured: Uint8Array
  readonly shown: Uint8Array
  readonly counts: Uint8Array
}

function paint(seconds: Uint8Array, span: Row, value: number): void {
  const [start, end] = [secondOf(span['start_time']) - first, secondOf(span['end_time'] ?? period.to) - first]
  if (end > 0 && end > start) seconds.fill(value, Math.max(start, 0), end)
}

function paintService(record: Row): ServiceSeconds {
  const measured = new Uint8Array(to - first)
  for (const change of record['status_changes']) paint(measured, change, statuses.indexOf(change.status))
  for (const pause of record['pauses']) paint(measured, pause, paused)
  for (const window of record['suspensions']) if (!window.only_notifications) paint(measured, window, paused)
  const shown = measured.slice()
  // The newest correction wins.
  const oldestFirst = record['corrections'].toSorted(
    (one: Row, other: Row) => secondOf(one['created_at']) - secondOf(other['created_at']) || one['id'] - other['id'],
  )
  if (method.corrected) for (const one of oldestFirst) paint(shown, one, statuses.indexOf(one.status) + corrected)
  const counts = business.slice()
  if (!method.suspended)
    for (const window of record['suspensions']) if (window.only_notifications) paint(counts, window, 0)
  return { measured, shown, counts }
}

/** What a second does to the service level: 1 is ok, 2 is not ok, 0 is left out. */
const effects = Array.from({ length: 8 }, (_, code) => {
  const status = code % corrected
  if (status === ok) return 1
  if (status === failure) return 2
  if (status === unknown) return method.unknown ? 2 : 0
  return method.paused && code < corrected ? 2 : 0
})

/** Seconds of one quarter, or of many together: by status, and by their effect with and without corrections. */
class Tally {
  readonly status: number[] = [0, 0, 0, 0]
  readonly effect: EffectSeconds = [0, 0, 0]
  readonly raw: EffectSeconds = [0, 0, 0]

  add(other: Tally): void {
    for (const kind of ['status', 'effect', 'raw'] as const)
      for (const [index, seconds] of other[kind].entries()) add(this[kind], index, seconds)
  }
}

type EffectSeconds = [leftOut: number, ok: number, notOk: number]

const valueAt = (numbers: ArrayLike<number>, index: number): number => numbers[index] ?? 0

function add(numbers: { [index: number]: number }, index: number, more: number): void {
  numbers[index] = (numbers[index] ?? 0) + more
}

/** Counts the seconds of a range, quarter by quarter. */
function countSeconds({ measured, shown, counts }: ServiceSeconds, start: number, end: number): Map<number, Tally> {
  const tallies = new Map<number, Tally>()
  for (let second = start; second < end; ) {
    const stop = Math.min((Math.floor(second / quarter) + 1) * quarter, end)
    // How many seconds have the same three bytes.
    const seen = new Map<number, number>()
    for (let at = second - first; at < stop - first; ) {
      const bytes = bytesAt(at)
      const begin = at
      while (at < stop - first && bytesAt(at) === bytes) at += 1
      seen.set(bytes, (seen.get(bytes) ?? 0) + at - begin)
    }
    const tally = new Tally()
    for (const [bytes, seconds] of seen) {
      const [was, is, isCounted] = [bytes >> 4, (bytes >> 1) & 7, (bytes & 1) === 1]
      add(tally.status, is % corrected, seconds)
      add(tally.effect, isCounted ? valueAt(effects, is) : 0, seconds)
      add(tally.raw, isCounted ? valueAt(effects, was) : 0, seconds)
    }
    tallies.set(quarterOf(second), tally)
    second = stop
  }
  return tallies

  function bytesAt(at: number): number {
    return (((measured[at] ?? 0) * 8 + (shown[at] ?? 0)) << 1) | (counts[at] ?? 0)
  }
}

function addUp(tallies: Iterable<Tally>): Tally {
  const sum = new Tally()
  for (const tally of tallies) sum.add(tally)
  return sum
}

const percent = ([, good, bad]: EffectSeconds): number | null => (good + bad === 0 ? null : (100 * good) / (good + bad))

const statusSeconds = ({ status }: Tally): Row => ({
  ok_seconds: valueAt(status, ok),
  failure_seconds: valueAt(status, failure),
  paused_seconds: valueAt(status, paused),
  unknown_seconds: valueAt(status, unknown),
})

// --- Checks ---------------------------------------------------------------------------------------------------------

const checkResults = ['ok', 'error', 'unknown'] as const
type CheckResult = (typeof checkResults)[number]

/** What was measured in one quarter, by one sensor, or in total. Response times are those of successful checks. */
class Activity {
  analyses = 0
  failures = 0
  belowQuorum = 0
  readonly checks = { ok: 0, error: 0, unknown: 0 }
  /** How often each response time was measured. */
  readonly times = new Map<number, number>()

  addAnalysis({ failure: hasFailed, ok_checks_count, error_checks_count, unknown_checks_count }: Row): void {
    const known = ok_checks_count + error_checks_count
    this.analyses += 1
    if (hasFailed) this.failures += 1
    // Half of the sensors have to know, and at least one.
    if (known < Math.max(1, Math.ceil((known + unknown_checks_count) / 2))) this.belowQuorum += 1
  }

  addCheck({ result, response_time }: Row): void {
    this.checks[result as CheckResult] += 1
    if (result === 'ok' && response_time !== null)
      this.times.set(response_time, (this.times.get(response_time) ?? 0) + 1)
  }

  add(other: Activity): void {
    this.analyses += other.analyses
    this.failures += other.failures
    this.belowQuorum += other.belowQuorum
    for (const result of checkResults) this.checks[result] += other.checks[result]
    for (const [time, count] of other.times) this.times.set(time, (this.times.get(time) ?? 0) + count)
  }
}

function together(parts: Iterable<Activity>): Activity {
  const sum = new Activity()
  for (const part of parts) sum.add(part)
  return sum
}

const analysisCounts = ({ analyses, failures, belowQuorum }: Activity): Row => ({
  count: analyses,
  failures,
  below_quorum: belowQuorum,
})

function responseTimes({ times }: Activity): Row {
  const sorted = [...times].sort(([one], [other]) => one - other)
  const count = sorted.reduce((sum, [, each]) => sum + each, 0)
  return {
    count,
    average: count === 0 ? null : sorted.reduce((sum, [time, each]) => sum + time * each, 0) / count,
    minimum: sorted.at(0)?.[0] ?? null,
    maximum: sorted.at(-1)?.[0] ?? null,
  }
}

function performance(activity: Activity): Row {
  return {
    ...responseTimes(activity),
    p50: percentile(activity, 50),
    p95: percentile(activity, 95),
    p99: percentile(activity, 99),
  }
}

/**
 * The nearest rank, as precise as the report says it: times from 128 ms on are sorted into 64 bins for each doubling, and
 * the middle of the bin stands for all its times.
 */
function percentile({ times }: Activity, part: number): number | null {
  const sorted = [...times].sort(([one], [other]) => one - other)
  let left = Math.ceil((part * sorted.reduce((sum, [, count]) => sum + count, 0)) / 100)
  const [exact] =
    sorted.find(([, count]) => {
      left -= count
      return left <= 0
    }) ?? []
  if (exact === undefined) return null
  const width = exact < 128 ? 1 : 2 ** (Math.floor(Math.log2(exact)) - 6)
  const middle = Math.floor(exact / width) * width + (width - 1) / 2
  return Math.min(Math.max(middle, sorted.at(0)?.[0] ?? 0), sorted.at(-1)?.[0] ?? 0)
}

/** What the checks of a service say: by quarter, by sensor and by error type. */
interface CheckSummary {
  readonly byQuarter: Map<number, Activity>
  readonly bySensor: Map<number, Activity>
  readonly errors: Map<number, number>
}

async function loadChecks(id: number, start: number, end: number): Promise<CheckSummary> {
  const [byQuarter, bySensor] = [new Map<number, Activity>(), new Map<number, Activity>()]
  const errors = new Map<number, number>()
  const at = (map: Map<number, Activity>, key: number): Activity => {
    const known = map.get(key) ?? new Activity()
    map.set(key, known)
    return known
  }
  const path = `/services/${id}/history`
  for await (const row of list(`${path}/analyses`, start, end))
    at(byQuarter, quarterOf(timeOfAnalysis(row['analysis_id']))).addAnalysis(row)
  for await (const row of list(
    `${path}/checks?fields=analysis_id,sensor_id,result,error_type_id,response_time`,
    start,
    end,
  )) {
    at(byQuarter, quarterOf(timeOfAnalysis(row['analysis_id']))).addCheck(row)
    at(bySensor, row['sensor_id']).addCheck(row)
    if (row['error_type_id'] !== null) errors.set(row['error_type_id'], (errors.get(row['error_type_id']) ?? 0) + 1)
  }
  return { byQuarter, bySensor, errors }
}

/** A check belongs to the time of its analysis, which is its id: yyMMddHHmmssSSS in UTC. */
const timeOfAnalysis = (id: string): number =>
  secondOf(`20${id.replace(/(..)(..)(..)(..)(..)(..)(...)/, '$1-$2-$3T$4:$5:$6.$7')}Z`)

// --- One service ----------------------------------------------------------------------------------------------------

/** Neighbouring seconds for which `kindOf` says the same. */
function* runs(start: number, end: number, kindOf: (at: number) => number) {
  for (let begin = start; begin < end; ) {
    const kind = kindOf(begin - first)
    let stop = begin + 1
    while (stop < end && kindOf(stop - first) === kind) stop += 1
    yield { start: begin, end: stop, kind }
    begin = stop
  }
}

const timeOf = (second: number): string => new Date(second * 1000).toISOString().replace('.000', '')
const wholeSecond = (time: string): string => timeOf(secondOf(time))

function findFailures({ shown, counts }: ServiceSeconds, start: number, end: number) {
  const isFailure = (at: number) => Number(valueAt(shown, at) % corrected === failure)
  return [...runs(start, end, isFailure)]
    .filter(({ kind }) => kind === 1)
    .map((run) => {
      const seconds = Array.from({ length: run.end - run.start }, (_, index) => run.start - first + index)
      return {
        ...run,
        seconds: run.end - run.start,
        counted: seconds.filter((at) => counts[at] === 1).length,
        isCorrected: seconds.some((at) => valueAt(shown, at) >= corrected),
      }
    })
}

type Failures = ReturnType<typeof findFailures>

function outageFigures(failures: Failures, { shown }: ServiceSeconds): Row {
  const lengths = failures.map(({ seconds }) => seconds)
  let up = 0
  const [oldest, newest] = [failures.at(0), failures.at(-1)]
  if (oldest && newest)
    for (let at = oldest.end - first; at < newest.start - first; at += 1)
      if (valueAt(shown, at) % corrected === ok) up += 1
  return {
    failures_count: lengths.length,
    longest_failure_seconds: lengths.length === 0 ? null : Math.max(...lengths),
    mean_failure_seconds: mean(lengths.map((each) => [each, 1])),
    mean_seconds_between_failures: lengths.length < 2 ? null : up / (lengths.length - 1),
  }
}

function mean(values: readonly (readonly [value: number | null, weight: number])[]): number | null {
  const known = values.filter(([value, weight]) => value !== null && weight > 0)
  const weight = known.reduce((sum, [, each]) => sum + each, 0)
  return weight === 0 ? null : known.reduce((sum, [value, each]) => sum + (value ?? 0) * each, 0) / weight
}

/** The budget is a share of the time that counts: what the target leaves. */
function budget(target: number | undefined, [, good, bad]: EffectSeconds): Row | null {
  if (target === undefined) return null
  const allowed = ((good + bad) * Math.round((100 - target) * 1e6)) / 1e8
  return {
    target,
    budget_seconds: allowed,
    spent_seconds: bad,
    left_seconds: allowed - bad,
    burn_rate: allowed === 0 ? null : bad / allowed,
    is_met: good + bad === 0 ? null : bad <= allowed,
  }
}

/**
 * The incidents of a service that were open in the period, in order of time. Those of a deleted service are gone with it: they
 * come from the report.
 */
async function loadIncidents({ id, deleted_at, record }: Row): Promise<Row[]> {
  if (deleted_at !== null) return record.incidents
  const incidents: Row[] = []
  for await (const one of pages(`/services/${id}/incidents`))
    if (one['sensor_id'] === null && secondOf(one['start_time']) < to && secondOf(one['end_time'] ?? period.to) >= from)
      incidents.push(await incidentOf(one))
  incidents.sort((one, other) => secondOf(one['start_time']) - secondOf(other['start_time']) || one['id'] - other['id'])
  compare(`services.${id}.record.incidents`, record.incidents, incidents)
  return incidents
}

async function incidentOf({ id, start_time, end_time, acknowledged_at, notification_counts }: Row): Promise<Row> {
  return {
    id,
    start_time: wholeSecond(start_time),
    end_time: timeOf(Math.min(end_time === null ? to : secondOf(end_time), to)),
    acknowledged_at: acknowledged_at === null ? null : wholeSecond(acknowledged_at),
    ...(await countSteps(id, notification_counts)),
    notifications_sent: notification_counts.sent,
    notifications_failed: notification_counts.failed,
    notifications_suppressed: notification_counts.suppressed,
  }
}

function computeIncidents(all: readonly Row[]): Row {
  const incidents = all.filter((one) => secondOf(one['start_time']) >= from && secondOf(one['start_time']) < to)
  const taken = incidents.filter(({ acknowledged_at }) => acknowledged_at !== null)
  const sum = (count: string) => incidents.reduce((total, one) => total + one[count], 0)
  return {
    count: incidents.length,
    acknowledged: taken.length,
    mean_seconds_to_acknowledge: mean(
      taken.map((one) => [Math.max(secondOf(one['acknowledged_at']) - secondOf(one['start_time']), 0), 1]),
    ),
    // Unknown if the API lists too few notifications of one of them.
    ...(incidents.every((one) => 'escalation_steps' in one) && { escalation_steps: sum('escalation_steps') }),
    notifications_sent: sum('notifications_sent'),
    notifications_failed: sum('notifications_failed'),
    notifications_suppressed: sum('notifications_suppressed'),
  }
}

/** The API lists this many notifications of an incident, the newest ones. */
const listedNotifications = 1000

/** An escalation step of an alert counts once it has sent something. */
async function countSteps(id: number, counts: Row): Promise<Row> {
  if (counts['sent'] === 0) return { escalation_steps: 0 }
  const { notifications } = (await ask(`/incidents/${id}/timeline`)).body
  if (notifications.length >= listedNotifications) {
    console.log(`incident ${id} has too many notifications: its escalation steps are not counted again`)
    return {}
  }
  const steps = notifications
    .filter((one: Row) => one['status'] === 'sent' && one['escalation_id'] !== null)
    .map((one: Row) => `${one['occurrence_id']} ${one['escalation_id']}`)
  return { escalation_steps: new Set(steps).size }
}

/** Groups the quarters of the period by something that clocks in the zone of the report show. */
function breakDown(data: ServiceData, length: number, indexOf: (local: LocalQuarter) => number): Row[] {
  const parts = Array.from({ length }, () => ({
    tally: new Tally(),
    activity: new Activity(),
    failures: 0,
    recoveries: 0,
  }))
  const partAt = (index: number) => parts[indexOf(localQuarter(index))] ?? fail(`no part for ${index}`)
  for (const [index, tally] of data.tallies) partAt(index).tally.add(tally)
  for (const [index, activity] of data.checked.byQuarter) partAt(index).activity.add(activity)
  for (const { start, end } of data.failures) {
    partAt(quarterOf(start)).failures += 1
    if (end < data.end) partAt(quarterOf(end)).recoveries += 1
  }
  return parts.map(({ tally, activity, failures, recoveries }) => ({
    report_service_level: {
      ...statusSeconds(tally),
      service_level: percent(tally.effect),
      raw_service_level: percent(tally.raw),
    },
    report_analyses: analysisCounts(activity),
    report_checks: activity.checks,
    report_performance: responseTimes(activity),
    report_status_changes: { failures, recoveries },
  }))
}

interface ServiceData {
  readonly end: number
  readonly tallies: Map<number, Tally>
  readonly checked: CheckSummary
  readonly failures: Failures
}

function breakDownByDay({ tallies, checked }: ServiceData): Row[] {
  const days = new Map<string, { tally: Tally; activity: Activity }>()
  for (const [index, tally] of tallies) {
    const { date } = localQuarter(index)
    const day = days.get(date) ?? { tally: new Tally(), activity: new Activity() }
    day.tally.add(tally)
    day.activity.add(checked.byQuarter.get(index) ?? new Activity())
    days.set(date, day)
  }
  return [...days].map(([date, { tally, activity }]) => ({
    date,
    service_level: percent(tally.effect),
    raw_service_level: percent(tally.raw),
    failure_seconds: valueAt(tally.status, failure),
    performance: responseTimes(activity),
  }))
}

/** The figures of one service, and what the totals of the report are added up from. */
interface ComputedService {
  readonly figures: Row
  readonly activity: Activity
  readonly failures: Failures
}

async function computeService(printed: Row): Promise<ComputedService> {
  const [start, end] = [secondOf(printed['from']), secondOf(printed['to'])]
  const record = await loadRecord(printed)
  const seconds = paintService(record)
  const tallies = countSeconds(seconds, start, end)
  const total = addUp(tallies.values())
  const before = addUp(countSeconds(seconds, secondOf(record['from']), from).values())
  const checked = await loadChecks(printed['id'], start, end)
  const activity = together(checked.byQuarter.values())
  const failures = findFailures(seconds, start, end)
  const incidents = await loadIncidents(printed)
  const data = { end, tallies, checked, failures }
  const figures = {
    ...statusSeconds(total),
    counted_ok_seconds: total.effect[1],
    counted_not_ok_seconds: total.effect[2],
    raw_counted_ok_seconds: total.raw[1],
    raw_counted_not_ok_seconds: total.raw[2],
    previous_counted_ok_seconds: before.effect[1],
    previous_counted_not_ok_seconds: before.effect[2],
    service_level: percent(total.effect),
    raw_service_level: percent(total.raw),
    previous_service_level: percent(before.effect),
    ...outageFigures(failures, seconds),
    budget: budget(printed['budget']?.target, total.effect),
    incidents: computeIncidents(incidents),
    failures: listFailures(failures, end, incidents),
    status_changes: listChanges(seconds, start, end),
    corrections: record['corrections'].filter(touches(start, end)).map(correctionOf),
    suspensions: record['suspensions'].filter(touches(start, end)).map(suspensionOf),
    analyses: analysisCounts(activity),
    checks: activity.checks,
    performance: performance(activity),
    days: breakDownByDay(data),
    breakdowns: {
      by_hour: breakDown(data, 24, ({ hour }) => hour),
      by_week_day: breakDown(data, 7, ({ weekDay }) => weekDay),
      by_month_day: breakDown(data, 31, ({ monthDay }) => monthDay),
      by_month: breakDown(data, 12, ({ month }) => month),
    },
    week: breakDown(data, 168, ({ weekDay, hour }) => weekDay * 24 + hour).map(
      (one) => one['report_service_level'].service_level,
    ),
  }
  compareLists(printed, checked)
  return { figures, activity, failures }
}

/** Sensors and error types are listed in an order of their own: they are compared by id. */
function compareLists(printed: Row, { bySensor, errors }: CheckSummary): void {
  const byId = (rows: readonly Row[]) => Object.fromEntries(rows.map((row) => [row['id'], row]))
  const sensors = [...bySensor].map(([id, own]) => ({ id, checks: own.checks, performance: performance(own) }))
  const types = [...errors].map(([id, count]) => ({ id, count }))
  compare(`services.${printed['id']}.sensors`, byId(printed['sensors']), byId(sensors))
  compare(`services.${printed['id']}.sensors.length`, printed['sensors'].length, sensors.length)
  compare(`services.${printed['id']}.error_types`, byId(printed['error_types']), byId(types))
  compare(`services.${printed['id']}.error_types.length`, printed['error_types'].length, types.length)
}

const endOf = (end: number, last: number): string | null => (end === last ? null : timeOf(end))

/** The longest first. */
const listFailures = (failures: Failures, last: number, incidents: readonly Row[]): Row[] =>
  failures
    .toSorted((one, other) => other.seconds - one.seconds || one.start - other.start)
    .map(({ start, end, seconds, counted, isCorrected }) => ({
      start_time: timeOf(start),
      end_time: endOf(end, last),
      seconds,
      counted_seconds: counted,
      is_corrected: isCorrected,
      incident_id: incidents.find((one) => isOpenWithin(one, start, end))?.['id'] ?? null,
    }))

const isOpenWithin = ({ start_time, end_time }: Row, start: number, end: number): boolean =>
  secondOf(start_time) < end && secondOf(end_time) > start

const listChanges = ({ shown }: ServiceSeconds, start: number, last: number): Row[] =>
  [...runs(start, last, (at) => valueAt(shown, at))].map((run) => ({
    status: statuses[run.kind % corrected] ?? '',
    start_time: timeOf(run.start),
    end_time: endOf(run.end, last),
    is_corrected: run.kind >= corrected,
  }))

const touches = (start: number, end: number) => (span: Row) =>
  secondOf(span['start_time']) < end && secondOf(span['end_time']) > start

const suspensionOf = ({ start_time, end_time, only_notifications }: Row): Row => ({
  start_time,
  end_time,
  only_notifications,
})

/** A correction that reaches beyond the period is printed up to its end. */
const correctionOf = ({ id, status, start_time, end_time, created_at }: Row): Row => ({
  id,
  status,
  start_time: wholeSecond(start_time),
  end_time: timeOf(Math.min(secondOf(end_time), to)),
  created_at: wholeSecond(created_at),
})

// --- What the API knows ---------------------------------------------------------------------------------------------

/**
 * Statuses and corrections come from the API. It does not keep when a service was paused and which maintenance windows were
 * in force then, nor anything but analyses and checks of a deleted service: these come from the report, which is sealed.
 */
async function loadRecord({ id, deleted_at, record }: Row): Promise<Row> {
  if (deleted_at !== null) return record
  // By id, because one that lasts is listed in several parts of the range.
  const changes = new Map<number, Row>()
  for await (const one of list(`/services/${id}/history/status_changes`, first, to))
    changes.set(one['id'], {
      status: one['status'],
      start_time: wholeSecond(one['start_time']),
      end_time: timeOf(Math.min(one['end_time'] === null ? to : secondOf(one['end_time']), to)),
      error_type_id: one['error_type_id'],
    })
  const status_changes = [...changes.values()]
  const corrections: Row[] = []
  for await (const one of pages(`/services/${id}/corrections`))
    if (
      Date.parse(one['start_time']) < to * 1000 &&
      Date.parse(one['end_time']) > first * 1000 &&
      secondOf(one['created_at']) <= secondOf(report['report'].generated_at)
    )
      corrections.push(one)
  corrections.sort((one, other) => one['id'] - other['id'])
  compare(`services.${id}.record.status_changes`, record.status_changes, status_changes)
  compare(`services.${id}.record.corrections`, record.corrections, corrections.map(correctionOf))
  return { ...record, status_changes, corrections }
}

const day = 86_400
/** Ranges of lists have at most 31 days. */
const longest = 31 * day
const pageSize = 1000

/** Lists what lies in a time range, in parts that fit into one page each. */
async function* list(path: string, start: number, end: number): AsyncGenerator<Row> {
  let length = longest
  for (let begin = start; begin < end; ) {
    const stop = Math.min(begin + length, end)
    const range = `${path}${path.includes('?') ? '&' : '?'}from=${timeOf(begin)}&to=${timeOf(stop)}`
    const { body, total } = await ask(`${range}&limit=${pageSize}`)
    if (total > pageSize && stop - begin > 60) {
      length = Math.max(Math.floor((stop - begin) / Math.ceil((total / pageSize) * 1.1)), 60)
      continue
    }
    yield* body
    for (let offset = pageSize; offset < total; offset += pageSize)
      yield* (await ask(`${range}&limit=${pageSize}&offset=${offset}`)).body
    begin = stop
  }
}

/** Lists all of a collection. */
async function* pages(path: string): AsyncGenerator<Row> {
  for (let offset = 0, total = 1; offset < total; offset += 100) {
    const page = await ask(`${path}?limit=100&offset=${offset}`)
    yield* page.body
    total = page.total
  }
}

/** One request. If the rate limit is exceeded, it waits as long as the response says. */
async function ask(path: string): Promise<{ body: Row[string]; total: number }> {
  const answer = await fetch(`${options.api}${path}`, { headers: { authorization: `Bearer ${options.token}` } })
  if (answer.status === 429) {
    await new Promise((resolve) => setTimeout(resolve, 1000 * Number(answer.headers.get('retry-after') ?? 1)))
    return ask(path)
  }
  if (!answer.ok) throw new Error(`GET ${path}: ${answer.status} ${await answer.text()}`)
  return { body: await answer.json(), total: Number(answer.headers.get('x-total-count') ?? 0) }
}

// --- The report -----------------------------------------------------------------------------------------------------

const added = [
  ...[
    'ok_seconds',
    'failure_seconds',
    'paused_seconds',
    'unknown_seconds',
    'counted_ok_seconds',
    'counted_not_ok_seconds',
  ],
  ...['raw_counted_ok_seconds', 'raw_counted_not_ok_seconds'],
  ...['previous_counted_ok_seconds', 'previous_counted_not_ok_seconds'],
]

/** Totals add up seconds and counts; they are never averages of averages. */
function computeTotals(services: readonly ComputedService[]): Row {
  const figures = services.map((one) => one.figures)
  const sum = (value: (one: Row) => number) => figures.reduce((all, one) => all + value(one), 0)
  const seconds: Record<string, number> = Object.fromEntries(added.map((name) => [name, sum((one) => one[name])]))
  const level = (kind: string): EffectSeconds => [
    0,
    seconds[`${kind}counted_ok_seconds`] ?? 0,
    seconds[`${kind}counted_not_ok_seconds`] ?? 0,
  ]
  const lengths = services.flatMap(({ failures }) => failures.map((one) => one.seconds))
  const activity = together(services.map((one) => one.activity))
  return {
    services_count: services.length,
    ...seconds,
    service_level: percent(level('')),
    raw_service_level: percent(level('raw_')),
    previous_service_level: percent(level('previous_')),
    failures_count: lengths.length,
    longest_failure_seconds: lengths.length === 0 ? null : lengths.reduce((one, other) => Math.max(one, other)),
    mean_failure_seconds: mean(lengths.map((each) => [each, 1])),
    mean_seconds_between_failures: mean(
      figures.map((one) => [one['mean_seconds_between_failures'], one['failures_count'] - 1]),
    ),
    budget: budget(report['totals'].budget?.target, level('')),
    targets_missed: figures.filter((one) => one['budget']?.is_met === false).length,
    incidents_count: sum((one) => one['incidents'].count),
    mean_seconds_to_acknowledge: mean(
      figures.map(({ incidents }) => [incidents.mean_seconds_to_acknowledge, incidents.acknowledged]),
    ),
    corrections_count: sum((one) => one['corrections'].length),
    analyses: analysisCounts(activity),
    checks: activity.checks,
    performance: performance(activity),
  }
}

const computed: ComputedService[] = []
for (const service of report['services']) {
  const one = await computeService(service)
  compare(`services.${service.id}`, service, one.figures)
  computed.push(one)
}
compare('totals', report['totals'], computeTotals(computed))
console.log(`recompute: ${figures} figures, ${mismatched} mismatched`)
process.exitCode = mismatched === 0 ? 0 : 1
