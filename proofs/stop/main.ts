import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type Comparison, compare } from '../faults/compare.ts'
import { readLedgers } from '../faults/ledger.ts'
import { createRandom } from '../faults/random.ts'
import { areSensorsUp, eventually, hasCompleteAnalyses, settle } from '../faults/settle.ts'
import { beginChecks } from '../faults/world.ts'
import { parseRounds } from '../rounds.ts'
import { areAllDelivered, findLostMessages, readDeliveryRecord } from './messages.ts'
import { type Break, openStopRig, type StopRig } from './rig.ts'
import { drawEnds, type EndsPlayed, playEnds } from './rounds.ts'

interface Options {
  readonly rounds: number
  readonly seed: number
  /** The control: a role does not stop as it should. */
  readonly broken?: Break | undefined
  readonly print?: (line: string) => void
}

export interface Outcome extends EndsPlayed {
  readonly compared: Omit<Comparison, 'unrun' | 'wrong' | 'configuration' | 'journal'>
  readonly wrong: readonly string[]
  /** The alerts without a notification, and the number of sent messages. */
  readonly missingNotifications: readonly string[]
  readonly sent: number
}

const maxWaitMs = 90_000
const leadMs = 3_000

/**
 * Stops and kills one process after another while services are monitored, and compares at the end what sensors measured
 * with what is stored and with the mails that arrived.
 */
export async function prove({ rounds, seed, broken, print = () => undefined }: Options): Promise<Outcome> {
  await using rig = await openStopRig(seed, broken)
  const faults: string[] = []
  if ((await eventually(maxWaitMs, () => areSensorsUp(rig))) === undefined) faults.push('the sensors did not start')
  const from = Date.now() + leadMs
  await beginChecks(rig.db, rig.target.port, new Date(from))
  if ((await eventually(maxWaitMs, () => hasCompleteAnalyses(rig, from))) === undefined)
    faults.push('no analysis was ever complete')
  const random = createRandom(seed)
  const played = await playEnds(rig, drawEnds(rounds, random), { random, say: print })
  if (!(await waitForCompleteAnalyses(rig))) faults.push('after all stops, analyses did not become complete again')
  const { end, isDrained } = await settle(rig, maxWaitMs)
  if (!isDrained) faults.push('sensors still hold results')
  const executions = await readLedgers(rig.sensors.map(({ ledger }) => ledger))
  const { wrong, ...compared } = await compare(rig.db, executions, { end, outages: [] })
  if ((await eventually(maxWaitMs, () => areAllDelivered(rig.db))) === undefined)
    faults.push('messages are still pending')
  const deliveryRecord = await readDeliveryRecord(rig.db, rig.mail)
  const sent = new Set(deliveryRecord.arrived).size
  return {
    ...played,
    faults: [...faults, ...played.faults],
    compared,
    wrong,
    missingNotifications: findLostMessages(deliveryRecord),
    sent,
  }
}

async function waitForCompleteAnalyses(rig: StopRig): Promise<boolean> {
  const since = Date.now()
  return (await eventually(maxWaitMs, () => hasCompleteAnalyses(rig, since))) !== undefined
}

/** Returns all differences between what was measured and what is stored or sent. */
export const listLosses = ({
  compared: { missing, extra, duplicate, falseUnknown },
  wrong,
  missingNotifications: missingLines,
}: Outcome): readonly string[] => [
  ...missing.map((line) => `missing: ${line}`),
  ...extra.map((line) => `extra: ${line}`),
  ...duplicate.map((line) => `duplicate: ${line}`),
  ...falseUnknown.map((line) => `false unknown: ${line}`),
  ...wrong.map((line) => `wrong status: ${line}`),
  ...missingLines.map((line) => `missing notification: ${line}`),
]

const maxLines = 20

/** Formats the findings as lines; the last line has the counts. */
export function formatLines(outcome: Outcome): string[] {
  const { stops, crashes, slowestMs, faults, compared, sent } = outcome
  const lost = listLosses(outcome)
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
  const rounds = parseRounds(values.rounds)
  const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31))
  console.log(`seed ${seed}`)
  const broken = values['break-message'] ? 'message' : values.break ? 'exit' : undefined
  const outcome = await prove({ rounds, seed, broken, print: console.log })
  await wait(0)
  for (const line of formatLines(outcome)) console.log(line)
  return isProved(outcome) ? 0 : 1
}

/** Whether nothing was lost, although there was something to lose. */
const isProved = (outcome: Outcome): boolean =>
  outcome.faults.length + listLosses(outcome).length === 0 && outcome.compared.executed > 0 && outcome.sent > 0
