import { parseArgs } from 'node:util'
import { type Random, randomAt } from '../fuzz/random.ts'
import type { Difference } from './comparison.ts'
import { injectedFaults } from './controls.ts'
import { makeDeliberateWrite } from './deliberate.ts'
import { type Stage, startStage } from './stage.ts'
import { createTally, type Tally } from './tally.ts'
import { loadWritingOperations, makeWrite, type Write } from './writes.ts'

export interface PastOptions {
  readonly writes: number
  readonly seed: number
  /** The name of an injected fault; the run must then find changes. */
  readonly broken?: string | undefined
  readonly print?: (line: string) => void
}

export interface PastReport {
  readonly writes: number
  /** Service levels that a write other than a correction changed. */
  readonly closedChanged: number
  readonly rawChanged: number
  /** What the run did not cover: operations never tried, and groups with too few accepted writes. */
  readonly gaps: readonly string[]
}

const batchSize = 40
/** Concurrent writes, which interfere with each other like those of real clients. */
const concurrency = 8
const intervalsPerComparison = 3

/** Operations that delete the whole record of a service, which is erasure and not a change. */
const erasingOperations = new Set([
  'delete_service',
  'bulk_delete_services',
  'delete_account',
  'delete_admin_account',
  'apply',
])

/** Sends writes of every kind, and compares the service levels of closed periods with those before. */
export async function provePast({ writes, seed, broken, print = () => undefined }: PastOptions): Promise<PastReport> {
  const injectedFault = broken === undefined ? undefined : injectedFaults[broken]
  if (broken !== undefined && !injectedFault) throw new Error(`--break takes ${Object.keys(injectedFaults).join(', ')}`)
  await using stage = await startStage(seed, injectedFault)
  const operations = await loadWritingOperations(stage.operations)
  const tally = createTally(operations)
  const initialDifferences = await stage.compareLevels((intervals) => intervals.map((_, index) => index))
  if (initialDifferences.length > 0)
    throw new Error(`the oracle disagrees before any write: ${JSON.stringify(initialDifferences.slice(0, 3))}`)
  print(`${stage.services.length} services, ${operations.length} writing operations`)
  print(`may erase a whole record: ${[...erasingOperations].join(', ')}`)

  const changed = new Set<string>()
  let sent = 0
  // A negative control ends when one change is found.
  while (sent < writes && !(injectedFault && changed.size > 0)) {
    const count = Math.min(batchSize, writes - sent)
    const isLast = sent + count >= writes
    const accepted = await sendBatch(stage, tally, { seed, from: sent, count, operations })
    sent += count
    const erased = await stage.findErased()
    for (const service of findUnexplained(erased, accepted))
      reportChange(changed, `service ${service} no longer exists`, print, accepted)
    const found = await stage.compareLevels((intervals) =>
      chooseIndexes(intervals.length, randomAt(seed ^ 0x6c6f6f6b, sent), isLast),
    )
    for (const one of found) reportChange(changed, formatDifference(one), print, accepted)
    await stage.restore()
    if (sent % 2000 === 0) print(`${sent} writes`)
  }
  tally.print(print)
  const raw = [...changed].filter((each) => each.includes('raw_service_level')).length
  return { writes: sent, closedChanged: changed.size - raw, rawChanged: raw, gaps: tally.gaps() }
}

interface Batch {
  readonly seed: number
  readonly from: number
  readonly count: number
  readonly operations: Awaited<ReturnType<typeof loadWritingOperations>>
}

/** Sends every operation in turn, alternating with one that targets the past. */
async function sendBatch(stage: Stage, tally: Tally, { seed, from, count, operations }: Batch): Promise<Write[]> {
  const aims = await stage.loadTargets()
  const pending = Array.from({ length: count }, (_, index): Write => {
    const random = randomAt(seed, from + index)
    const nextOperation = operations[Math.floor((from + index) / 2) % operations.length]
    return (from + index) % 2 === 0 && nextOperation
      ? makeWrite(nextOperation, random, stage.world)
      : makeDeliberateWrite(random, aims)
  })
  const accepted: Write[] = []
  const queue = pending.values()
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      for (const write of queue) {
        const { status } = await stage.send(write)
        tally.add(write, status)
        if (status < 300) accepted.push(write)
      }
    }),
  )
  return accepted
}

/** Returns the indexes of intervals to compare: the whole period and a few others, or all. */
const chooseIndexes = (count: number, random: Random, isAll: boolean): number[] =>
  isAll
    ? Array.from({ length: count }, (_, index) => index)
    : [0, ...Array.from({ length: intervalsPerComparison - 1 }, () => random.between(1, count - 1))]

const findUnexplained = (erased: readonly number[], accepted: readonly Write[]): readonly number[] =>
  accepted.some(({ operation }) => erasingOperations.has(operation)) ? [] : erased

const formatDifference = ({ service, interval, figure, expected, shown }: Difference): string =>
  `${figure} of ${service} from ${new Date(interval.start).toISOString()} to ${new Date(interval.end).toISOString()} was ${expected} and is ${shown}`

/** Prints the first few changes, with the accepted writes that may have caused them. */
function reportChange(
  changed: Set<string>,
  change: string,
  print: (line: string) => void,
  accepted: readonly Write[],
): void {
  const key = change.replace(/ was .*/, '')
  if (changed.has(key)) return
  changed.add(key)
  if (changed.size > 10) return
  print(change)
  const [service = ''] = /\d+/.exec(change.replace(/^\w+ of /, '')) ?? []
  const suspects = accepted.filter((write) => JSON.stringify(write).includes(service))
  for (const { method, path, body } of (suspects.length > 0 ? suspects : accepted).slice(0, 5))
    print(`  perhaps by ${method} ${path} ${JSON.stringify(body ?? null).slice(0, 200)}`)
}

/** `npm run prove -- past [--writes N] [--random-seed S] [--break suspension|deletion|zone|raw]` */
export async function run(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      writes: { type: 'string', default: '10000' },
      'random-seed': { type: 'string' },
      break: { type: 'string' },
    },
  })
  const seed = Number(values['random-seed'] ?? Date.now() % 1_000_000_000)
  const print = (line: string) => console.log(line)
  print(`random seed ${seed}`)
  const report = await provePast({ writes: Number(values.writes), seed, broken: values.break, print })
  for (const gap of report.gaps) print(`not covered: ${gap}`)
  print(
    `past: ${report.writes} writes tried, ${report.closedChanged} closed figures changed, ${report.rawChanged} raw figures changed`,
  )
  return report.closedChanged + report.rawChanged + report.gaps.length > 0 ? 1 : 0
}

if (import.meta.main) process.exitCode = await run(process.argv.slice(2))
