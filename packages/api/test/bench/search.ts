import { parseArgs } from 'node:util'
import { type Database, openDatabase } from '@wachta/database'
import { administrator, customers, type Searching } from './callers.ts'
import { checkedExchanges, constantExchanges, searchPath } from './exchanges.ts'
import { httpLoad } from './http-load.ts'
import type { Measured } from './measure.ts'
import { planOf } from './plan.ts'
import { type Round, report } from './report.ts'
import { startApi, startBareFastify, startBarePg } from './subjects.ts'
import { type Used, withUsage } from './usage.ts'
import { createWorld } from './world.ts'

/** Connections are opened and statements prepared before the clock runs. */
const warmUpSeconds = 1

/**
 * `POST /accounts/search` over HTTP, against the same statements through `pg` alone and against Fastify answering a
 * constant of the same size. False if any answer was wrong, or a customer's search read the whole table.
 */
export async function benchSearch(given: string[]): Promise<boolean> {
  const options = readOptions(given)
  await using world = await createWorld(options)
  const asking = {
    customer: await customers(world.owner, options.accounts),
    administrator: await administrator(world.owner),
  }
  const isIndexed = await showPlans(world.url, asking)

  await using api = await startApi(world.url, options.profile)
  const customer = await checkedExchanges(api.address, asking.customer)
  const administrators = await checkedExchanges(api.address, asking.administrator)
  const constant = constantExchanges(customer)
  await using pg = startBarePg(world.url, customer)
  await using pgAdministrator = startBarePg(world.url, administrators)
  await using fastify = await startBareFastify({ path: searchPath, answer: constant.answer })

  const rounds = await runRounds(
    { ...options, owner: world.owner },
    {
      ours: { pid: api.pid, load: (seconds) => httpLoad(api.address, customer, seconds) },
      pg,
      fastify: { pid: fastify.pid, load: (seconds) => httpLoad(fastify.address, constant.exchanges, seconds) },
      oursAdministrator: { pid: api.pid, load: (seconds) => httpLoad(api.address, administrators, seconds) },
      pgAdministrator,
    },
  )
  console.log(report(rounds).join('\n'))
  return isIndexed && rounds.every((round) => Object.values<Used>({ ...round }).every(({ wrong }) => wrong === 0))
}

function readOptions(args: string[]) {
  const { values } = parseArgs({
    args,
    options: {
      accounts: { type: 'string', default: '1000000' },
      seconds: { type: 'string', default: '5' },
      rounds: { type: 'string', default: '3' },
      keep: { type: 'boolean', default: false },
      profile: { type: 'string' },
    },
  })
  const number = (name: 'accounts' | 'seconds' | 'rounds', least: number): number => {
    const value = Number(values[name])
    if (!(value >= least)) throw new Error(`--${name} takes a number of at least ${least}`)
    return value
  }
  return {
    accounts: number('accounts', 10_000),
    seconds: number('seconds', 1),
    rounds: number('rounds', 1),
    keep: values.keep,
    profile: values.profile,
  }
}

/** A customer's search must go by indexes, however large the table has become. Shown for whoever finds most. */
async function showPlans(
  url: string,
  asking: Record<'customer' | 'administrator', readonly Searching[]>,
): Promise<boolean> {
  await using database = openDatabase(url)
  let isIndexed = true
  for (const [who, all] of Object.entries(asking)) {
    const most = all.reduce((one, other) => (other.expected.total > one.expected.total ? other : one))
    const { lines, readWhole } = await planOf(database, most.statement)
    console.log([`${who}: ${lines[0]}`, ...lines.slice(1).map((line) => `  ${line}`)].join('\n'))
    if (who === 'customer' && readWhole.includes('account')) isIndexed = false
  }
  if (!isIndexed) console.log("WRONG: a customer's search reads all accounts")
  return isIndexed
}

type Subjects = Readonly<Record<keyof Round, { readonly pid: number; load(seconds: number): Promise<Measured> }>>

interface Rounds {
  readonly rounds: number
  readonly seconds: number
  readonly owner: Database
}

async function runRounds({ rounds, seconds, owner }: Rounds, subjects: Subjects): Promise<Round[]> {
  const done: Round[] = []
  // The first round is not counted: it is the one in which code is compiled and pages of the table come into memory.
  for (let round = 0; round <= rounds; round += 1) {
    const forward = Object.entries(subjects)
    const measured: [string, Used][] = []
    // Every other round runs backwards: what builds up or wears off in the course of one falls on each subject alike.
    for (const [name, { pid, load }] of round % 2 === 0 ? forward : forward.toReversed()) {
      await load(warmUpSeconds)
      measured.push([name, await withUsage(pid, owner, () => load(seconds))])
    }
    if (round > 0) done.push(Object.fromEntries(measured) as unknown as Round)
    console.log(round === 0 ? 'warmed up' : `round ${round} of ${rounds}`)
  }
  return done
}
