import { openDatabase } from '@wachta/database'
import { loadAccounts } from '../support/accounts.ts'
import { sendHttpLoad } from '../support/http-load.ts'
import { parseBenchOptions } from '../support/options.ts'
import { explainPlan } from '../support/plan.ts'
import { areAllCorrect, runRounds } from '../support/rounds.ts'
import { startApi, startBareFastify, startBarePg } from '../support/subjects.ts'
import { createWorld } from '../support/world.ts'
import { createAdministrators, createCustomers, type SearchingCaller } from './callers.ts'
import { checkExchanges, createConstantExchanges, searchPath, toStatementRequests } from './exchanges.ts'
import { type Round, report } from './report.ts'

const concurrency = 50

/**
 * Compares `POST /accounts/search` over HTTP with the same statements through `pg` alone, and with Fastify sending a
 * constant of the same size. Returns false if a response was wrong, or a customer's search read the whole table.
 */
export async function run(args: string[]): Promise<boolean> {
  const options = readOptions(args)
  await using world = await createWorld({
    name: 'wachta_bench_search',
    content: `${options.accounts} accounts`,
    load: (owner) => loadAccounts(owner, options.accounts),
    loaders: ['../support/accounts.ts', '../support/vocabulary.ts'],
    keep: options.keep,
  })
  const callers = {
    customer: await createCustomers(world.owner, options.accounts),
    administrator: await createAdministrators(world.owner),
  }
  const isIndexed = await showPlans(world.url, callers)

  await using api = await startApi(world.url, options.profile)
  const customer = await checkExchanges(api.address, callers.customer)
  const administrators = await checkExchanges(api.address, callers.administrator)
  const constant = createConstantExchanges(customer)
  await using pg = startBarePg(world.url, toStatementRequests(customer))
  await using pgAdministrator = startBarePg(world.url, toStatementRequests(administrators))
  await using fastify = await startBareFastify({ path: searchPath, answer: constant.answer })

  const rounds: Round[] = await runRounds(
    { ...options, concurrency, owner: world.owner },
    {
      ours: { pid: api.pid, load: (load) => sendHttpLoad(api.address, customer, load) },
      pg,
      fastify: { pid: fastify.pid, load: (load) => sendHttpLoad(fastify.address, constant.exchanges, load) },
      oursAdministrator: { pid: api.pid, load: (load) => sendHttpLoad(api.address, administrators, load) },
      pgAdministrator,
    },
  )
  console.log(report(rounds).join('\n'))
  return isIndexed && areAllCorrect(rounds)
}

const readOptions = (args: string[]) =>
  parseBenchOptions(args, {
    accounts: { defaultValue: 1_000_000, minimum: 10_000 },
    seconds: { defaultValue: 5, minimum: 1 },
    rounds: { defaultValue: 3, minimum: 1 },
  })

/**
 * Checks that a customer's search uses indexes, whatever the size of the table. Prints the plan of the caller with the
 * most matches.
 */
async function showPlans(
  url: string,
  callers: Record<'customer' | 'administrator', readonly SearchingCaller[]>,
): Promise<boolean> {
  await using database = openDatabase(url)
  let isIndexed = true
  for (const [who, all] of Object.entries(callers)) {
    const largest = all.reduce((one, other) => (other.expected.total > one.expected.total ? other : one))
    const { lines, fullyScanned } = await database.transaction((tx) =>
      explainPlan(tx, { ...largest.statement, name: 'search' }),
    )
    console.log([`${who}: ${lines[0]}`, ...lines.slice(1).map((line) => `  ${line}`)].join('\n'))
    if (who === 'customer' && fullyScanned.includes('account')) isIndexed = false
  }
  if (!isIndexed) console.log("WRONG: a customer's search reads all accounts")
  return isIndexed
}
