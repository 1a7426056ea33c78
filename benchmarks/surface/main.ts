import { type Database, openDatabase } from '@wachta/database'
import { sendHttpLoad } from '../support/http-load.ts'
import { parseBenchOptions } from '../support/options.ts'
import { explainPlan, findScansWithoutIndexes } from '../support/plan.ts'
import type { SentStatement } from '../support/recording.ts'
import { areAllCorrect, type LoadSubject, runRounds } from '../support/rounds.ts'
import { customerServiceCount, loadServices } from '../support/services.ts'
import { startApi, startBarePg } from '../support/subjects.ts'
import { createWorld } from '../support/world.ts'
import { checkQuestions, createQuestions, type Question, type QuestionName, questionNames } from './questions.ts'
import { type Round, report } from './report.ts'

const concurrency = 20
/** Tables that grow with the installation, not with the customer. */
const largeTables = ['service', 'service_group', 'group_share', 'account']

/**
 * Compares the first screen of a customer with many services, over HTTP, with statements written by hand through `pg`
 * alone. Returns false if a response was wrong, or a statement reads a large table from end to end.
 */
export async function run(args: string[]): Promise<boolean> {
  const options = parseBenchOptions(args, {
    services: { defaultValue: 1_000_000, minimum: 2 * customerServiceCount },
    seconds: { defaultValue: 5, minimum: 1 },
    rounds: { defaultValue: 3, minimum: 1 },
  })
  const { services } = options
  if (services % customerServiceCount !== 0) throw new Error(`--services takes a multiple of ${customerServiceCount}`)
  await using world = await createWorld({
    name: 'wachta_bench_surface',
    content: `${services} services`,
    load: (owner) => loadServices(owner, services),
    loaders: ['services', 'service-states', 'accounts', 'vocabulary'].map((name) => `../support/${name}.ts`),
    keep: options.keep,
  })
  await using database = openDatabase(world.url, { connections: 1 })
  const questions = await createQuestions(database, world.owner)
  const isIndexed = (await showPlans(database, questions)) && (await areScansDetected(world.owner, questions))

  await using api = await startApi(world.url, options.profile)
  await using subjects = new AsyncDisposableStack()
  const loaded: [string, LoadSubject][] = []
  for (const name of questionNames) {
    const checked = await checkQuestions(api.address, world.owner, questions[name])
    loaded.push([name, { pid: api.pid, load: (load) => sendHttpLoad(api.address, checked, load) }])
    loaded.push([`${name}ByHand`, subjects.use(startBarePg(world.url, checked))])
  }
  const rounds = await runRounds(
    { ...options, concurrency, owner: world.owner },
    Object.fromEntries(loaded) as Record<keyof Round, LoadSubject>,
  )
  console.log(report(rounds).join('\n'))
  return isIndexed && areAllCorrect(rounds)
}

type Questions = Readonly<Record<QuestionName, readonly Question[]>>

/** Checks that every statement uses indexes, whatever the size of the tables. */
async function showPlans(database: Database, questions: Questions): Promise<boolean> {
  let isIndexed = true
  for (const [name, all] of Object.entries(questions))
    for (const statement of listDistinctStatements(all)) {
      const { lines, fullyScanned } = await database.transaction((tx) => explainPlan(tx, statement))
      console.log([`${name}: ${lines[0]}`, ...lines.slice(1).map((line) => `  ${line}`)].join('\n'))
      const scanned = fullyScanned.filter((table) => largeTables.includes(table))
      if (scanned.length > 0) console.log(`WRONG: ${name} reads all of ${[...new Set(scanned)].join(', ')}`)
      isIndexed &&= scanned.length === 0
    }
  return isIndexed
}

/** Returns one statement for each text, which depends on the number of words, not on the words themselves. */
const listDistinctStatements = (questions: readonly Question[]): Iterable<SentStatement> =>
  new Map(questions.flatMap(({ statements }) => statements.map((sent) => [sent.text, sent] as const))).values()

/** The negative control: without indexes, each question must be reported as reading all services. */
async function areScansDetected(owner: Database, questions: Questions): Promise<boolean> {
  for (const [name, all] of Object.entries(questions)) {
    const statement = all[0]?.statements.at(-1)
    if (statement && (await findScansWithoutIndexes(owner, 'service', statement)).includes('service')) continue
    console.log(`WRONG: without its indexes, ${name} was not reported as reading all of service`)
    return false
  }
  console.log('without the indexes of service, each question is reported as reading all of it')
  return true
}
