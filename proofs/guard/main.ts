import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { getNamespaceError, runInNamespace } from '@wachta/testing/namespace'
import type { GuardCounts, GuardReport } from './inside.ts'

export interface GuardOptions {
  readonly rounds: number
  /** Uses every form of address in every way (check type, DNS server, network layer), instead of each in only one way. */
  readonly thorough?: boolean
  /** The negative control: a guard with this fault, which the proof must find. */
  readonly plant?: 'naive' | 'careless'
}

/** Runs checks of forbidden addresses in a network namespace where all of them answer, and counts the connections. */
export async function proveGuard({ rounds, thorough = false, plant }: GuardOptions): Promise<GuardReport> {
  const fault = getNamespaceError()
  if (fault !== undefined) throw new Error(fault)
  const args = [`--rounds=${rounds}`, ...(thorough ? ['--thorough'] : []), ...(plant ? [`--plant=${plant}`] : [])]
  return JSON.parse(await runInNamespace(join(import.meta.dirname, 'inside.ts'), args))
}

/** npm run prove -- guard [--rounds 10000] [--quick] */
export async function run(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: { rounds: { type: 'string', default: '10000' }, quick: { type: 'boolean', default: false } },
  })
  const { ways, ...parts } = await proveGuard({ rounds: Number(values.rounds), thorough: !values.quick })
  console.log(`ways: ${ways.join(', ')}`)
  for (const [name, counts] of Object.entries(parts)) console.log(`${name}: ${formatCounts(counts)}`)
  const { forms, redirects, rounds } = parts
  const forbidden = forms.forbidden + redirects.forbidden + rounds.forbidden
  const unseen = forms.unseen + redirects.unseen + rounds.unseen
  console.log(`guard: ${forms.forms} forms, ${rounds.checks} rounds, ${forbidden} forbidden connections`)
  // An unseen connection could have gone anywhere. Each check of a redirect has to reach the server that redirects it, and
  // without any connection nothing is proved.
  return forbidden === 0 && unseen === 0 && redirects.connections >= redirects.checks && rounds.connections > 0 ? 0 : 1
}

function formatCounts({ checks, rejected, connections, forbidden, unseen, examples }: GuardCounts): string {
  return [
    `${checks} checks`,
    `${rejected} that the API would have rejected (sent all the same)`,
    `${connections} connections`,
    `${unseen} unseen`,
    `${forbidden} forbidden ${examples.join(', ')}`.trim(),
  ].join(', ')
}
