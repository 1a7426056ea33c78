import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { computeSlope } from '@wachta/testing/slope'
import { sql } from 'kysely'
import { computeGrowth, measureSizes, type Table } from './disk.ts'
import { measureUsage, type UsedInAll } from './memory.ts'
import { interval_ms, openSingleNode, type SingleNode, sensor_ids } from './rig.ts'

/** The limits that a small machine must keep. */
const bounds = { closed: 1, lag_ms: 2_000, searchMs: 150, bytes: 2e9 }

/** All processes connect and every service is checked once before the measurement begins. */
const warmUpMs = 2 * interval_ms
/** The maximum time from a slot to its analysis: spread, timeout of the check, transport, and a commit. */
const maxCloseDelayMs = 30_000

export interface Outcome {
  readonly expected: number
  readonly closed: number
  readonly unknown: number
  readonly lag_ms: number
  /**
   * The 99th percentile of the time from a slot to the commit of its analysis; the checks are spread over the first ten
   * seconds of the slot.
   */
  readonly late_ms: number
  readonly searchMs: number
  readonly bytes: number
  /** The sum of the resident sizes of all processes, including shared memory in each. */
  readonly resident: number
  /** The growth of memory per hour. */
  readonly slope: number
  readonly cores: number
  readonly parts: readonly ProgramUsage[]
  readonly bytesPerCheck: number
  readonly tables: readonly Table[]
}

/** One program of the installation. */
interface ProgramUsage {
  readonly name: string
  readonly cores: number
  /** At the end of the run. */
  readonly bytes: number
}

/**
 * npm run prove -- small-box --services 2000 --seconds 3600 runs a whole installation under load on this machine; the
 * monitored targets do not count as load.
 */
export async function run(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      services: { type: 'string', default: '2000' },
      seconds: { type: 'string', default: '300' },
      // On purpose: a third of the services are never assigned.
      break: { type: 'boolean', default: false },
    },
  })
  const outcome = await prove({
    services: Number(values.services),
    seconds: Number(values.seconds),
    isBroken: values.break,
    print: (line) => console.log(line),
  })
  for (const line of formatLines(outcome)) console.log(line)
  return isWithinLimits(outcome) ? 0 : 1
}

interface Run {
  readonly services: number
  readonly seconds: number
  readonly isBroken?: boolean
  readonly print?: (line: string) => void
}

export async function prove({ services, seconds, isBroken = false, print = () => undefined }: Run): Promise<Outcome> {
  const minutes = Math.max(1, Math.floor((seconds * 1000) / interval_ms))
  const from = new Date(Math.ceil((Date.now() + 20_000) / interval_ms) * interval_ms)
  print(`${services} services × ${sensor_ids.length} sensors every ${interval_ms / 1000} s, for ${minutes} min`)
  await using installation = await openSingleNode(services, from)
  if (isBroken) await installation.db.query(sql`delete from service_revision where service_id % 3 = 0`)
  const start = from.getTime() + warmUpMs
  const end = start + minutes * interval_ms
  await waitUntil(start)
  const before = await measureUsage(installation.pids)
  const sizes = await measureSizes(installation.db)
  const searches: number[] = []
  const memory: { at: number; bytes: number; resident: number }[] = []
  let lag_ms = 0
  for (let index = 0; Date.now() < end; index += 1) {
    if (services > 0) searches.push(await search(installation, index))
    if (index % 10 === 0) {
      memory.push({ at: Date.now(), ...(await measureUsage(installation.pids)) })
      if (services > 0) lag_ms = Math.max(lag_ms, await installation.lag())
    }
    if (index % 120 === 119)
      print(`${Math.round((Date.now() - start) / 1000)} s: ${toMegabytes(memory.at(-1)?.bytes)} MB`)
    await wait(500)
  }
  const after = await measureUsage(installation.pids)
  const checks = services * minutes * sensor_ids.length
  const tables = checks === 0 ? [] : computeGrowth(sizes, await measureSizes(installation.db), checks)
  await waitUntil(end + maxCloseDelayMs)
  return {
    ...(await countClosed(installation, start, end)),
    expected: services * minutes,
    lag_ms,
    searchMs: percentile(searches, 0.95),
    bytes: Math.max(...memory.map(({ bytes }) => bytes)),
    resident: Math.max(...memory.map(({ resident }) => resident)),
    slope: computeMemoryGrowth(memory),
    ...computeCores(before, after, end - start),
    bytesPerCheck: tables.reduce((sum, { bytesPerCheck }) => sum + bytesPerCheck, 0),
    tables,
  }
}

export const isWithinLimits = ({ expected, closed, unknown, lag_ms, searchMs, bytes }: Outcome): boolean =>
  expected > 0 &&
  closed === expected &&
  unknown === 0 &&
  lag_ms < bounds.lag_ms &&
  searchMs < bounds.searchMs &&
  bytes > 0 &&
  bytes <= bounds.bytes

export const formatLines = (outcome: Outcome): string[] => [
  `${outcome.unknown} checks unknown; analyses committed ${(outcome.late_ms / 1000).toFixed(1)} s after their slot began, 99th percentile`,
  `memory grows by ${(outcome.slope / 1e6).toFixed(0)} MB per hour`,
  ...outcome.parts.map(({ name, cores, bytes }) => `${name}: ${cores.toFixed(3)} cores, ${toMegabytes(bytes)} MB`),
  `of these bytes: ${outcome.tables.map(({ name, bytesPerCheck }) => `${name} ${bytesPerCheck.toFixed(1)}`).join(', ')}`,
  `memory is the PSS of serve, its roles, three sensors and both engines, the highest seen: pages that several share count once; the sum of their RSS, which counts them in each, is ${toMegabytes(outcome.resident)} MB`,
  `small-box: closed/expected ${getClosedShare(outcome).toFixed(3)}, ${outcome.unknown} unknown, lag p99 ${Math.round(outcome.lag_ms)} ms, search p95 ${Math.round(outcome.searchMs)} ms, RSS ${toMegabytes(outcome.bytes)} MB, ${outcome.cores.toFixed(2)} cores, ${outcome.bytesPerCheck.toFixed(1)} bytes/check`,
]

/** If nothing is expected, nothing is missing. */
const getClosedShare = ({ closed, expected }: Outcome): number => (expected === 0 ? 1 : closed / expected)

/** Searches like the dashboard when a user types a word. */
async function search({ api, authorization }: SingleNode, index: number): Promise<number> {
  const word = ['Gdynia', 'kraków', 'number 17', 'Poznań'][index % 4]
  const body = {
    filters: { 'service.name': [{ type: 'contains', argument: word }] },
    embed: ['service.name', 'service.address', 'service.type_id', 'service.group_id'],
    sort: [{ field: 'service_id' }],
    limit: 50,
  }
  const started = performance.now()
  const response = await fetch(`${api}/service_statuses/search`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const rows: unknown = await response.json()
  if (!Array.isArray(rows) || rows.length === 0)
    throw new Error(`the search answered ${response.status} ${JSON.stringify(rows)}`)
  return performance.now() - started
}

async function countClosed({ db }: SingleNode, start: number, end: number) {
  const [found] = await db.query(sql<{
    closed: number
    unknown: number
    late_ms: number | null
  }>`select count(*)::int as closed,
  coalesce(sum(a.unknown_checks_count), 0)::int as unknown,
  (percentile_disc(0.99) within group (order by extract(epoch from pg_xact_commit_timestamp(a.xmin) - a.time) * 1000))::float8 as late_ms
from analysis a where a.time >= ${new Date(start)} and a.time < ${new Date(end)} and a.kind = 's'`)
  return { closed: found?.closed ?? 0, unknown: found?.unknown ?? 0, late_ms: found?.late_ms ?? 0 }
}

const waitUntil = (time: number): Promise<void> => wait(Math.max(0, time - Date.now()))

function computeCores(before: UsedInAll, after: UsedInAll, ms: number): Pick<Outcome, 'cores' | 'parts'> {
  const computeUsage = (from = 0, to = 0) => (to - from) / (ms / 1000)
  const parts = [...after.parts].map(([name, { bytes, cpu_seconds }]) => ({
    name,
    cores: computeUsage(before.parts.get(name)?.cpu_seconds, cpu_seconds),
    bytes,
  }))
  return {
    cores: computeUsage(before.cpu_seconds, after.cpu_seconds),
    parts: parts.toSorted((one, other) => other.cores - one.cores),
  }
}

const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length * share)] ?? 0

/** Returns the growth in bytes per hour over the second half; in the first half, caches fill. */
const computeMemoryGrowth = (samples: readonly { at: number; bytes: number }[]): number =>
  computeSlope(samples.slice(Math.floor(samples.length / 2)).map(({ at, bytes }) => [at / 3_600_000, bytes]))

const toMegabytes = (bytes = 0): number => Math.round(bytes / 1e6)
