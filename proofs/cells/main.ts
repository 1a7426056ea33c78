import { parseArgs } from 'node:util'
import { parseRounds } from '../rounds.ts'
import type { Break } from './moves.ts'
import { hasPassed, prove } from './prove.ts'

const breaks: readonly Break[] = ['handover', 'history', 'source']
const maxLines = 40

/** npm run prove -- cells [--moves 50] [--seed n] [--break handover|history|source] */
export async function run(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: { moves: { type: 'string', default: '50' }, seed: { type: 'string' }, break: { type: 'string' } },
  })
  const broken = breaks.find((each) => each === values.break)
  if (values.break !== undefined && broken === undefined) throw new RangeError(`--break takes ${breaks.join(', ')}`)
  const seed = Number(values.seed ?? Date.now() % 2 ** 31)
  const outcome = await prove({ moves: parseRounds(values.moves, '--moves'), seed, broken, print: console.log })
  for (const [what, lines] of Object.entries({
    missing: outcome.missing,
    duplicate: outcome.duplicate,
    leak: outcome.leaks,
  }))
    for (const line of lines.slice(0, maxLines)) console.log(`${what}: ${line}`)
  const {
    moves,
    missing,
    duplicate,
    leaks,
    router,
    slots,
    overloaded,
    alerts,
    notified,
    accepted,
    requests,
    longestMs,
  } = outcome
  console.log(
    `cells: ${slots} slots, ${overloaded} unknown because the machine was overloaded, ${alerts} alerts, ${notified} notifications`,
  )
  console.log(
    `cells: ${requests} requests through the router, ${accepted} changes; longest wait ${(longestMs.read / 1000).toFixed(1)} s to read, ${(longestMs.write / 1000).toFixed(1)} s to change`,
  )
  console.log(
    `cells: ${moves} moves, ${missing.length} missing, ${duplicate.length} duplicate, ${leaks.length} leaks, router ${router.toFixed(2)}`,
  )
  return hasPassed(outcome) ? 0 : 1
}
