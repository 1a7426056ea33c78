import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { compare, type Period } from './faults-compare.ts'
import { type Found, foundLines, nothingFound } from './faults-found.ts'
import { drawFaults, type Fault } from './faults-kinds.ts'
import { readLedgers } from './faults-ledger.ts'
import { createRandom, type Random } from './faults-random.ts'
import { type Break, openRig, type Rig } from './faults-rig.ts'
import { areThere, eventually, isWhole, settle } from './faults-settle.ts'
import { wrongStatuses } from './faults-statuses.ts'
import { beginChecks } from './faults-world.ts'

export interface Options {
  readonly rounds: number
  readonly seed: number
  readonly broken?: Break | undefined
  /** Whether half of the faults are waited out; otherwise each meets an installation that has not got over the last one. */
  readonly waits?: boolean
  readonly say?: (line: string) => void
}

export interface Outcome extends Found {
  readonly rounds: number
  /** Where logs and ledgers are. */
  readonly folder: string
}

const patience_ms = 120_000
/** How far ahead the first checks are announced. */
const lead_ms = 5_000
/** After a broker is back, everybody has found it by then. */
const found_ms = 15_000
/** Fewer results a round would prove nothing. */
const leastResults = 20

/** Breaks one thing after another while services are watched, and compares at the end what was seen with what is stored. */
export async function prove({ rounds, seed, broken, waits = true, say = () => undefined }: Options): Promise<Outcome> {
  await using rig = await openRig(seed, broken)
  say(`seed ${seed}, logs in ${rig.folder}`)
  const faults: string[] = []
  if ((await eventually(patience_ms, () => areThere(rig))) === undefined) faults.push('the sensors did not come up')
  const from = Date.now() + lead_ms
  await beginChecks(rig.db, rig.target.port, new Date(from))
  if ((await eventually(patience_ms, () => isWhole(rig, from))) === undefined) faults.push('nothing was ever whole')
  const played = await playRounds(rig, { rounds, random: createRandom(seed), waits, say })
  faults.push(...played.faults)
  if (!(await becomesWhole(rig))) faults.push('after all faults the installation did not become whole')
  const { end, isDrained } = await settle(rig, 2 * patience_ms)
  if (!isDrained) faults.push('sensors still hold results')
  const deeds = await readLedgers(rig.sensors.map(({ ledger }) => ledger))
  const compared = await compare(rig.db, deeds, { watched: { from, to: end }, outages: played.outages })
  const wrong = await wrongStatuses(rig.db, { from, to: end })
  const outcome = { rounds: played.rounds, faults, wrong, folder: rig.folder, ...compared }
  if (isClean(outcome, rounds)) rig.forget()
  return outcome
}

async function becomesWhole(rig: Rig): Promise<boolean> {
  const since = Date.now()
  return (await eventually(patience_ms, () => isWhole(rig, since))) !== undefined
}

interface Played {
  readonly rounds: number
  readonly outages: readonly Period[]
  readonly faults: readonly string[]
}

async function playRounds(
  rig: Rig,
  { rounds, random, waits, say }: { rounds: number; random: Random; waits: boolean; say: (line: string) => void },
): Promise<Played> {
  const outages: Period[] = []
  const faults: string[] = []
  const figures = new Map<string, Figures>()
  let played = 0
  for (const fault of drawFaults(rounds, random)) {
    const began = Date.now()
    await fault.inflict(rig, random)
    const over = Date.now()
    const isAwaited = random.between(0, 1) < 0.5 && waits
    if (!isAwaited) await wait(random.between(0, 3_000))
    const whole = isAwaited ? await eventually(patience_ms, () => isWhole(rig, over)) : undefined
    if (isAwaited && whole === undefined) faults.push(`round ${played + 1}: not whole after ${fault.name}`)
    if (fault.isOfBroker) outages.push({ from: began, to: Math.max(Date.now(), over + found_ms) })
    played += 1
    count(figures, fault, whole)
    say(`${played}. ${fault.name}: ${over - began} ms${whole === undefined ? '' : `, whole again after ${whole} ms`}`)
  }
  for (const [name, { times, longest }] of [...figures].sort())
    say(`${name}: ${times} times${longest === undefined ? '' : `, whole again within ${longest} ms`}`)
  return { rounds: played, outages, faults }
}

interface Figures {
  readonly times: number
  /** Until the installation was whole again, where that was waited for. */
  readonly longest: number | undefined
}

function count(figures: Map<string, Figures>, { name }: Fault, whole: number | undefined): void {
  const { times, longest } = figures.get(name) ?? { times: 0, longest: undefined }
  figures.set(name, { times: times + 1, longest: whole === undefined ? longest : Math.max(longest ?? 0, whole) })
}

export function isClean(outcome: Outcome, rounds: number): boolean {
  return nothingFound(outcome) && outcome.rounds === rounds && outcome.executed >= rounds * leastResults
}

/** What was found, in lines; the figures last. */
export function linesOf(outcome: Outcome): string[] {
  const { missing, extra, duplicate, falseUnknown } = outcome
  return [
    ...foundLines(outcome),
    `${outcome.unrun.all} checks were not run, ${outcome.unrun.first} of them the first of a service`,
    `${outcome.executed} results in ${outcome.analyses} analyses, ${outcome.amended} of them amended`,
    `faults: ${outcome.rounds} rounds, ${missing.length} missing, ${extra.length} extra, ${duplicate.length} duplicate, ${falseUnknown.length} false unknown`,
  ]
}

/** npm run prove -- faults [--rounds 100] [--seed n] [--break ack|tail] */
export async function run(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: { rounds: { type: 'string', default: '20' }, seed: { type: 'string' }, break: { type: 'string' } },
  })
  const broken = values.break
  if (broken !== undefined && broken !== 'ack' && broken !== 'tail') throw new Error('--break takes ack or tail')
  const rounds = Number(values.rounds)
  const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31))
  const outcome = await prove({ rounds, seed, broken, say: console.log })
  for (const line of linesOf(outcome)) console.log(line)
  return isClean(outcome, rounds) ? 0 : 1
}
