import { parseArgs } from 'node:util'
import { parseRounds } from '../rounds.ts'
import { formatFindings } from './found.ts'
import type { Break } from './installation.ts'
import { kinds } from './kinds.ts'
import { isClean, type Outcome, prove } from './prove.ts'

const breaks: readonly Break[] = ['ack', 'tail', 'incident', 'message']

/** Formats the findings as lines; the totals come last. */
export function formatOutcome(outcome: Outcome): string[] {
  const { missing, extra, duplicate, falseUnknown, wrong } = outcome
  return [
    ...formatFindings(outcome),
    `${outcome.unrun.all} checks were not run, ${outcome.unrun.first} of them the first of a service`,
    `${outcome.executed} results in ${outcome.analyses} analyses, ${outcome.amended} of them amended`,
    `${outcome.requests} requests, ${outcome.incidents} incidents, ${outcome.arrived} notifications, ${outcome.copies} copies of them explained by a death`,
    `faults: ${outcome.rounds} rounds, ${missing.length} missing, ${extra.length + wrong.length} extra, ${duplicate.length} duplicate, ${falseUnknown.length} false unknown`,
  ]
}

/** npm run prove -- faults [--rounds 100] [--seed n] [--only F1,F2] [--break ack|tail|incident|message] */
export async function run(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      rounds: { type: 'string', default: '20' },
      seed: { type: 'string' },
      only: { type: 'string' },
      break: { type: 'string' },
    },
  })
  const broken = breaks.find((each) => each === values.break)
  if (values.break !== undefined && broken === undefined) throw new Error(`--break takes ${breaks.join(', ')}`)
  const only = values.only?.split(',')
  const unknown = only?.filter((id) => !kinds.has(id)) ?? []
  if (unknown.length > 0) throw new Error(`--only takes some of ${[...kinds.keys()].join(',')}`)
  const rounds = parseRounds(values.rounds)
  const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31))
  const outcome = await prove({ rounds, seed, broken, only, print: console.log })
  for (const line of formatOutcome(outcome)) console.log(line)
  return isClean(outcome, rounds) ? 0 : 1
}
