import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { startApiProcess } from '../cost/api-process.ts'
import { type Break, breaks, isBreak } from './breaks.ts'
import { compareWithStored, type RecomputationResult, recompute } from './recomputation.ts'
import { type Stage, setUpStage, startStopwatch } from './stage.ts'
import { tamperWithFiles } from './tamper-files.ts'
import { tamperWithRows } from './tamper-rows.ts'

export interface ReportProofOptions {
  readonly services: number
  readonly minutely: number
  /** Local days; the second one is not in the reports. */
  readonly from: string
  readonly to: string
  readonly seed: number
  /** The number of random offsets of each file, and of sealed rows, that are changed. */
  readonly offsets: number
  readonly rows: number
  /** Of the offsets that a signature does not cover, one in this many is changed. */
  readonly step: number
  readonly broken?: Break | undefined
  readonly print?: (line: string) => void
}

export interface ReportProof extends RecomputationResult {
  readonly tampered: number
  readonly detected: number
}

/**
 * Makes reports about months of history, recomputes them with other code, and tampers with everything that is sealed.
 */
export async function proveReport(options: ReportProofOptions): Promise<ReportProof> {
  const { print = () => undefined } = options
  const getElapsedSeconds = startStopwatch()
  await using stage = await setUpStage({ ...options, print })
  print(`set up after ${getElapsedSeconds()} s`)
  const stored = await compareWithStored(stage, print)
  const computed = await recomputeAll(stage, print)
  print(`recomputed after ${getElapsedSeconds()} s`)
  const files = await tamperWithFiles(stage, { ...options, print })
  print(`${files.tampered} bytes changed, ${files.detected} detected, after ${getElapsedSeconds()} s`)
  const rows = await tamperWithRows(stage, { ...options, print })
  print(`${rows.tampered} rows changed, ${rows.detected} detected, after ${getElapsedSeconds()} s`)
  return {
    figures: stored.figures + computed.figures,
    mismatched: stored.mismatched + computed.mismatched,
    tampered: files.tampered + rows.tampered,
    detected: files.detected + rows.detected,
  }
}

async function recomputeAll(stage: Stage, print: (line: string) => void): Promise<RecomputationResult> {
  const folder = await mkdtemp(join(tmpdir(), 'wachta-report-'))
  try {
    await using api = await startApiProcess({
      databaseUrl: stage.api.test.url,
      secretKeys: stage.secretKeys,
      objectsUrl: pathToFileURL(folder).href,
      isBroken: false,
    })
    const results: RecomputationResult[] = []
    const remaining = stage.reports.values()
    const recomputeRemaining = async () => {
      for (const report of remaining) results.push(await recompute(report, { url: api.url, key: stage.key, print }))
    }
    await Promise.all([recomputeRemaining(), recomputeRemaining()])
    const sum = (value: (one: RecomputationResult) => number) => results.reduce((all, one) => all + value(one), 0)
    return { figures: sum(({ figures }) => figures), mismatched: sum(({ mismatched }) => mismatched) }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** `npm run prove -- report [--services 500] [--months 3] [--random-seed S] [--break second|late|byte|row]` */
export async function run(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      services: { type: 'string', default: '500' },
      months: { type: 'string', default: '3' },
      'random-seed': { type: 'string', default: String(Date.now() % 1_000_000) },
      break: { type: 'string' },
    },
  })
  const broken = values.break
  if (broken !== undefined && !isBreak(broken)) throw new Error(`--break takes ${breaks.join(', ')}`)
  const [services, months] = [parseCount(values.services), parseCount(values.months)]
  const seed = parseCount(values['random-seed'])
  const print = (line: string) => console.log(line)
  print(`random seed ${seed}`)
  const to = new Date(Date.UTC(2026, 2 + months, 1)).toISOString().slice(0, 10)
  const size = { services, minutely: Math.min(10, Math.ceil(services / 10)), from: '2026-03-01', to }
  const proof = await proveReport({ ...size, seed, offsets: 3000, rows: 3000, step: 1, broken, print })
  const { figures, mismatched, tampered, detected } = proof
  print(`report: ${figures} figures recomputed, ${mismatched} mismatched, ${tampered} tampered, ${detected} detected`)
  return isProved(proof) ? 0 : 1
}

export const isProved = ({ figures, mismatched, tampered, detected }: ReportProof): boolean =>
  figures > 0 && tampered > 0 && mismatched === 0 && detected === tampered

function parseCount(text: string): number {
  const value = Number(text)
  if (Number.isSafeInteger(value) && value >= 1) return value
  throw new RangeError(`not a positive whole number: ${JSON.stringify(text)}`)
}

if (import.meta.main) process.exitCode = await run(process.argv.slice(2))
