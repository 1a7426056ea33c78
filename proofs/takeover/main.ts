import { parseArgs } from 'node:util'
import { tryApi } from './api-ways.ts'
import { tryBroker } from './broker-ways.ts'
import { injectedFaults } from './controls.ts'
import { tryDatabase } from './database-ways.ts'
import { createTally } from './tally.ts'

export interface TakeoverOptions {
  /** The number of generated requests of each thief to each writing operation. */
  readonly tries: number
  /** The share of all requests that is sent; 1 for a full run. */
  readonly share: number
  readonly seed: number
  /** A part of the name of attackers at the API, to run only these. */
  readonly only?: string | undefined
  /** The name of an injected fault; the run must then find something taken. */
  readonly broken?: string | undefined
  readonly print?: (line: string) => void
}

export interface TakeoverReport {
  readonly tried: number
  /** Attacks that succeeded although the table does not permit it. */
  readonly taken: number
  /**
   * What the run did not cover: protected data that no request changed, and rows of the table that were never tried.
   */
  readonly gaps: readonly string[]
}

/** Tries everything that attackers can do with what they hold, and counts what exceeds the table. */
export async function proveTakeover(options: TakeoverOptions): Promise<TakeoverReport> {
  const { broken, print = () => undefined, ...size } = options
  const injectedFault = broken === undefined ? undefined : injectedFaults[broken]
  if (broken !== undefined && !injectedFault) throw new Error(`--break takes ${Object.keys(injectedFaults).join(', ')}`)
  const tally = createTally(print)
  // A negative control runs only the part in which its fault is injected.
  const part = injectedFault?.part ?? (options.only === undefined ? undefined : 'api')
  const isIncluded = (name: string) => part === undefined || part === name
  if (isIncluded('broker')) await tryBroker(tally, injectedFault !== undefined)
  if (isIncluded('database')) await tryDatabase(tally, injectedFault?.database)
  if (isIncluded('api')) await tryApi({ ...size, spoil: injectedFault?.operation }, tally)
  for (const line of tally.summary()) print(line)
  return { tried: tally.tried, taken: tally.taken, gaps: tally.gaps }
}

/**
 * `npm run prove -- takeover [--tries N] [--share S] [--random-seed S] [--only NAME] [--break
 * step-up|scope|grant|definer|broker]`
 */
export async function run(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      tries: { type: 'string', default: '1' },
      share: { type: 'string', default: '1' },
      'random-seed': { type: 'string' },
      only: { type: 'string' },
      break: { type: 'string' },
    },
  })
  const seed = Number(values['random-seed'] ?? Date.now() % 1_000_000_000)
  const print = (line: string) => console.log(line)
  print(`random seed ${seed}`)
  const size = { tries: Number(values.tries), share: Number(values.share), seed }
  const report = await proveTakeover({ ...size, only: values.only, broken: values.break, print })
  for (const gap of report.gaps) print(`not covered: ${gap}`)
  print(`takeover: ${report.tried} ways tried, ${report.taken} taken`)
  // Without attacks, because no attacker has the name or the share is too small, nothing is proved.
  return report.tried === 0 || report.taken + report.gaps.length > 0 ? 1 : 0
}

if (import.meta.main) process.exitCode = await run(process.argv.slice(2))
