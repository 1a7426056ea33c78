import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import { type Break, breaks, isBreak } from './breaks.ts'
import type { Findings } from './judge.ts'
import type { TruthOptions, TruthReport } from './simulation.ts'

/** More services than this are distributed over several worlds, up to the number of CPUs. */
const servicesPerWorld = 250

/** Runs sensors and analysts in simulated worlds whose truth is known, and compares their results with it. */
export async function proveTruth(options: TruthOptions): Promise<TruthReport> {
  const worlds = Math.min(availableParallelism(), Math.ceil(options.services / servicesPerWorld))
  const share = Math.ceil(options.services / worlds)
  const reports = await Promise.all(
    Array.from({ length: worlds }, (_, world) => {
      const services = Math.min(share, options.services - world * share)
      return simulateInWorker({ ...options, services, seed: options.seed + world })
    }),
  )
  return reports.reduce(mergeReports)
}

/** Runs in a worker thread, where no test runner tracks every promise. */
function simulateInWorker(options: TruthOptions): Promise<TruthReport> {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    workerData: options,
    resourceLimits: { maxYoungGenerationSizeMb: 128, maxOldGenerationSizeMb: 4096 },
  })
  return new Promise((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error('the simulation ended without a result')))
  })
}

function mergeReports(one: TruthReport, other: TruthReport): TruthReport {
  const sum = { ...one, delays: [...one.delays, ...other.delays], examples: [...one.examples, ...other.examples] }
  for (const name of figures) sum[name] += other[name]
  return sum
}

const figures = [
  ...(['analyses', 'amended', 'failures', 'false', 'missed', 'wrong', 'levels', 'outages'] as const),
  ...(['executed', 'strays', 'changes', 'troubles'] as const),
]

export const isTrue = ({ analyses, false: invented, missed, wrong }: Findings): boolean =>
  analyses > 0 && invented + missed + wrong === 0

/** npm run prove -- truth [--services 100] [--hours 3] [--seed N] [--break name] [--store postgres] [--changes 20] */
export async function run(args: string[]): Promise<number> {
  const options = parseOptions(args)
  const { services, hours, seed, broken } = options
  console.log(`seed ${seed}, ${services} services, ${hours} hours${broken === undefined ? '' : `, broken: ${broken}`}`)
  const began = performance.now()
  const report = await proveTruth(options)
  for (const line of formatReport(report, (performance.now() - began) / 1000)) console.log(line)
  return isTrue(report) ? 0 : 1
}

function parseOptions(args: string[]): TruthOptions {
  const { values } = parseArgs({
    args,
    options: {
      services: { type: 'string', default: '100' },
      hours: { type: 'string', default: '3' },
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
      changes: { type: 'string', default: '20' },
      store: { type: 'string', default: 'memory' },
      break: { type: 'string' },
    },
  })
  const { store } = values
  if (store !== 'memory' && store !== 'postgres') throw new Error('--store must be memory or postgres')
  return {
    services: parsePositiveNumber(values.services),
    hours: parsePositiveNumber(values.hours),
    seed: parsePositiveNumber(values.seed),
    changeEvery: parsePositiveNumber(values.changes),
    ...{ store, broken: parseBreak(values.break) },
  }
}

function parsePositiveNumber(text: string): number {
  if (!(Number(text) > 0)) throw new Error(`Not a number: ${text}`)
  return Number(text)
}

function parseBreak(name: string | undefined): Break | undefined {
  if (name === undefined || isBreak(name)) return name
  throw new Error(`--break must be one of ${breaks.join(', ')}`)
}

function formatReport(report: TruthReport, seconds: number): string[] {
  const delays = report.delays.toSorted((one, other) => one - other)
  const formatDelay = (part: number) => `${((delays[Math.floor((delays.length - 1) * part)] ?? 0) / 1000).toFixed(1)} s`
  return [
    ...report.examples,
    `${report.executed} checks executed, ${report.strays} strays, ${report.changes} revisions, ${report.troubles} troubles`,
    `${report.failures} failures, ${report.amended} amended, ${report.outages} outages to be detected, service levels of ${report.levels} services`,
    `detected after ${formatDelay(0.5)} (median), ${formatDelay(0.99)} (99 %), ${formatDelay(1)} (longest)`,
    `${seconds.toFixed(1)} seconds`,
    `truth: ${report.analyses} analyses, ${report.false} false, ${report.missed} missed, ${report.wrong} wrong`,
  ]
}
