import { parseArgs } from 'node:util'
import { formatFindings } from '../faults/found.ts'
import { parseRounds } from '../rounds.ts'
import type { Break } from './installation.ts'
import { kinds } from './kinds.ts'
import { isClean, type Outcome, prove } from './prove.ts'

const breaks: readonly Break[] = ['replication', 'publish']

/** Formats the findings as lines; the totals come last. */
export function formatOutcome(outcome: Outcome): string[] {
  const { missing, extra, duplicate, falseUnknown, wrong, worstMs, lostByForce, unrun } = outcome
  const seconds = (ms: number) => (ms / 1000).toFixed(1)
  return [
    ...formatFindings(outcome),
    ...lostByForce.map((line) => `lost by force: ${line}`),
    `${unrun.all} checks were not run, ${unrun.first} of them the first of a service`,
    `${outcome.executed} results in ${outcome.analyses} analyses, ${outcome.amended} of them amended`,
    `${outcome.accepted} writes accepted, ${lostByForce.length} of them lost by forced promotions`,
    `${outcome.requests} changes, ${outcome.incidents} incidents, ${outcome.arrived} notifications`,
    `failover: ${outcome.rounds} rounds, ${missing.length} missing, ${extra.length + wrong.length} extra, ${duplicate.length} duplicate, ${falseUnknown.length} false unknown, worst ${seconds(worstMs.process)} s, host ${seconds(worstMs.host)} s`,
  ]
}

/** npm run prove -- failover [--rounds 30] [--seed n] [--only cut,postgres] [--break replication|publish] */
export async function run(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      rounds: { type: 'string', default: '30' },
      seed: { type: 'string' },
      only: { type: 'string' },
      break: { type: 'string' },
    },
  })
  const broken = breaks.find((each) => each === values.break)
  if (values.break !== undefined && broken === undefined) throw new Error(`--break takes ${breaks.join(', ')}`)
  const only = values.only?.split(',')
  const knownIds = kinds.map(({ id }) => id)
  if (only?.some((id) => !knownIds.includes(id))) throw new Error(`--only takes some of ${knownIds.join(',')}`)
  const rounds = parseRounds(values.rounds)
  const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31))
  const outcome = await prove({ rounds, seed, broken, only, print: console.log })
  for (const line of formatOutcome(outcome)) console.log(line)
  return isClean(outcome, rounds) ? 0 : 1
}
