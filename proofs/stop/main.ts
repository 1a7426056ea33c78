import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type Comparison, compare } from '../faults/compare.ts'
import { readLedgers } from '../faults/ledger.ts'
import { createRandom } from '../faults/random.ts'
import { areThere, eventually, isWhole, settle } from '../faults/settle.ts'
import { beginChecks } from '../faults/world.ts'
import { roundsOf } from '../rounds.ts'
import { areAllDelivered, lostMessages, readDeliveryRecord } from './messages.ts'
import { type Break, openStopRig, type StopRig } from './rig.ts'
import { drawEnds, type EndsPlayed, playEnds } from './rounds.ts'

interface Options {
  readonly rounds: number
  readonly seed: number
  /** The control: a role does not stop as it should. */
  readonly broken?: Break | undefined
  readonly say?: (line: string) => void
}

export interface Outcome extends EndsPlayed {
  readonly compared: Omit<Comparison, 'unrun' | 'wrong' | 'configuration' | 'journal'>
  readonly wrong: readonly string[]
  /** The alerts without a notification, and the number of sent messages. */
  readonly untold: readonly string[]
  readonly sent: number
}

const patienceMs = 90_000
const leadMs = 3_000

/**
 * Stops and kills one process after another while services are monitored, and compares at the end what sensors measured
 * with what is stored and with the mails that arrived.
 */
export async function prove({ rounds, seed, broken, say = () => undefined }: Options): Promise<Outcome> {
  await using rig = await openStopRig(seed, broken)
  const faults: string[] = []
  if ((await eventually(patienceMs, () => areThere(rig))) === undefined) faults.push('the sensors did not come up')
  const from = Date.now() + leadMs
  await beginChecks(rig.db, rig.target.port, new Date(from))
  if ((await eventually(patienceMs, () => isWhole(rig, from))) === undefined) faults.push('nothing was ever whole')
  const random = createRandom(seed)
  const played = await playEnds(rig, drawEnds(rounds, random), { random, say })
  if (!(await becomesWhole(rig))) faults.push('after all stops the installation did not become whole')
  const { end, isDrained } = await settle(rig, patienceMs)
  if (!isDrained) faults.push('sensors still hold results')
  const deeds = await readLedgers(rig.sensors.map(({ ledger }) => ledger))
  const { wrong, ...compared } = await compare(rig.db, deeds, { end, outages: [] })
  if ((await eventually(patienceMs, () => areAllDelivered(rig.db))) === undefined) faults.push('messages still wait')
  const telling = await readDeliveryRecord(rig.db, rig.mail)
  const sent = new Set(telling.arrived).size
  return { ...played, faults: [...faults, ...played.faults], compared, wrong, untold: lostMessages(telling), sent }
}

async function becomesWhole(rig: StopRig): Promise<boolean> {
  const since = Date.now()
  return (await eventually(patienceMs, () => isWhole(rig, since))) !== undefined
}

/** Returns all differences between what was measured and what is stored or sent. */
export const lostOf = ({
  compared: { missing, extra, duplicate, falseUnknown },
  wrong,
  untold,
}: Outcome): readonly string[] => [
  ...missing.map((line) => `missing: ${line}`),
  ...extra.map((line) => `extra: ${line}`),
  ...duplicate.map((line) => `duplicate: ${line}`),
  ...falseUnknown.map((line) => `false unknown: ${line}`),
  ...wrong.map((line) => `wrong status: ${line}`),
  ...untold.map((line) => `untold: ${line}`),
]

const maxLines = 20

/** Formats the findings as lines; the figures come last. */
export function linesOf(outcome: Outcome): string[] {
  const { stops, crashes, slowestMs, faults, compared, sent } = outcome
  const lost = lostOf(outcome)
  return [
    ...faults.map((line) => `fault: ${line}`),
    ...lost.slice(0, maxLines),
    `${compared.executed} results in ${compared.analyses} analyses, ${compared.amended} of them amended; ${sent} messages arrived`,
    `stop: ${stops} stops, slowest ${slowestMs} ms, ${lost.length} lost, ${crashes} crashes restarted`,
  ]
}

/** npm run prove -- stop [--rounds 50] [--seed n] [--break | --break-message] */
export async function run(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      rounds: { type: 'string', default: '20' },
      seed: { type: 'string' },
      break: { type: 'boolean', default: false },
      'break-message': { type: 'boolean', default: false },
    },
  })
  const rounds = roundsOf(values.rounds)
  const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31))
  console.log(`seed ${seed}`)
  const broken = values['break-message'] ? 'message' : values.break ? 'exit' : undefined
  const outcome = await prove({ rounds, seed, broken, say: console.log })
  await wait(0)
  for (const line of linesOf(outcome)) console.log(line)
  return isHeld(outcome) ? 0 : 1
}

/** Nothing is lost, and there was something that could have been lost. */
const isHeld = (outcome: Outcome): boolean =>
  outcome.faults.length + lostOf(outcome).length === 0 && outcome.compared.executed > 0 && outcome.sent > 0
