import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { getNamespaceError, runInNamespace } from '@wachta/testing/namespace'
import { parseRounds } from '../rounds.ts'
import { breaks } from './rig.ts'
import type { Round } from './round.ts'

export interface BrowserProof {
  readonly rounds: number
  readonly seed?: number
  /** Parts of the names of attacks, separated by commas. */
  readonly only?: string
  readonly broken?: string | undefined
  /** The number of parallel networks with a sensor; they share the rounds. */
  readonly worlds?: number
  readonly onRound?: (round: Round) => void
}

/**
 * npm run prove -- browser --rounds 300: opens hostile pages in a network that has every address, and checks which
 * forbidden places they reach, what remains after the check, and how much they use. Each --break removes one protection
 * and must make the proof fail.
 */
export async function run(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      rounds: { type: 'string', default: '300' },
      seed: { type: 'string', default: '1' },
      only: { type: 'string', default: '' },
      worlds: { type: 'string', default: '1' },
      break: { type: 'string' },
    },
  })
  const started = performance.now()
  const rounds = await proveBrowser({
    rounds: parseRounds(values.rounds),
    seed: Number(values.seed),
    only: values.only,
    broken: values.break,
    worlds: parseRounds(values.worlds),
    onRound: (round) => console.log(describeRound(round)),
  })
  printSummary(rounds, performance.now() - started)
  const { escapes, left, late, unbounded } = countFaults(rounds)
  const notShown = findNeverShown(rounds)
  if (notShown.length > 0) console.log(`not shown: ${notShown.join(', ')}`)
  console.log(
    `browser: ${rounds.length} hostile pages, ${escapes} escapes, ${left} left processes, ${late} late, ${unbounded} unbounded`,
  )
  return rounds.length > 0 && escapes + left + late + unbounded + notShown.length === 0 ? 0 : 1
}

export async function proveBrowser({ worlds = 1, ...proof }: BrowserProof): Promise<Round[]> {
  const { broken, rounds, seed = 1 } = proof
  const fault = process.getuid?.() === 0 ? getNamespaceError() : 'needs root, for a network and processes of its own'
  if (fault !== undefined) throw new Error(fault)
  if (broken !== undefined && !breaks.some((each) => each === broken))
    throw new Error(`--break takes ${breaks.join(', ')}`)
  const shares = Array.from({ length: worlds }, (_, world) => Math.floor((rounds + world) / worlds))
  const roundsByWorld = await Promise.all(
    shares.map((share, world) => playInWorld({ ...proof, rounds: share, seed: seed + world })),
  )
  return roundsByWorld.flat()
}

async function playInWorld({ rounds, seed, only = '', broken, onRound }: BrowserProof): Promise<Round[]> {
  const args = [`--rounds=${rounds}`, `--seed=${seed}`, `--only=${only}`, ...(broken ? [`--break=${broken}`] : [])]
  const playedRounds: Round[] = []
  const lines = createLines((line) => {
    const round: Round = JSON.parse(line)
    playedRounds.push(round)
    onRound?.(round)
  })
  await runInNamespace(join(import.meta.dirname, 'fixtures/inside.ts'), args, {
    hasPidNamespace: true,
    onOutput: lines,
  })
  return playedRounds
}

/** Returns the number of rounds with a fault of each kind. */
export function countFaults(rounds: readonly Round[]) {
  const count = (field: 'escapes' | 'left' | 'late' | 'unbounded') =>
    rounds.filter((round) => round[field].length > 0).length
  return {
    escapes: count('escapes'),
    left: count('left'),
    late: count('late'),
    unbounded: count('unbounded'),
  }
}

/**
 * Returns the attacks that ran in none of their rounds; on a busy machine, a page may not have started in a single one.
 */
export function findNeverShown(rounds: readonly Round[]): string[] {
  const shown = new Set(rounds.filter(({ notShown }) => notShown.length === 0).map(({ attack }) => attack))
  return [...new Set(rounds.map(({ attack }) => attack))].filter((attack) => !shown.has(attack))
}

function describeRound({ attack, kind, tookMs, ...round }: Round): string {
  const faults = (['escapes', 'left', 'late', 'unbounded', 'notShown'] as const).flatMap((field) =>
    round[field].length === 0 ? [] : [`${field}: ${round[field].slice(0, 5).join(', ')}`],
  )
  return `${attack}: ${kind} after ${tookMs} ms${faults.length > 0 ? `; ${faults.join('; ')}` : ''}`
}

/** Prints the maximum of every measurement with its attack, and how checks ended. */
function printSummary(rounds: readonly Round[], tookMs: number): void {
  const names = Object.keys(rounds[0]?.figures ?? {})
  for (const name of names) {
    const [worst] = rounds.toSorted((one, other) => (other.figures[name] ?? 0) - (one.figures[name] ?? 0))
    console.log(`most ${name}: ${worst?.figures[name]} (${worst?.attack})`)
  }
  const roundsByKind = Map.groupBy(rounds, ({ kind }) => kind)
  console.log(`results: ${[...roundsByKind].map(([kind, all]) => `${kind} ${all.length}`).join(', ')}`)
  const attacks = new Set(rounds.map(({ attack }) => attack)).size
  console.log(`${attacks} different attacks in ${Math.round(tookMs / 1000)} s`)
}

/** Splits text into lines as it arrives. */
function createLines(onLine: (line: string) => void): (text: string) => void {
  let incompleteLine = ''
  return (text) => {
    const lines = (incompleteLine + text).split('\n')
    incompleteLine = lines.pop() ?? ''
    for (const line of lines) onLine(line)
  }
}
