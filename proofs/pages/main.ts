import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { Ledger } from './ledger.ts'
import { type Break, openStage, type Stage } from './stage.ts'
import { type Findings, visit } from './visitors.ts'

/** What fails at the same time, and for how long. */
interface Drill {
  readonly name: string
  readonly gone: readonly ('postgres' | 'nats' | 'api')[]
  readonly ms: number
}

/** Longer than it takes until pages show that their data is old. */
const longOutageMs = 75_000
export const drills = {
  api: { name: 'the api is killed', gone: ['api'], ms: 3_000 },
  nats: { name: 'NATS is killed', gone: ['nats'], ms: 3_000 },
  brief: { name: 'PostgreSQL is killed for a moment', gone: ['postgres'], ms: 5_000 },
  postgres: { name: 'PostgreSQL is killed', gone: ['postgres'], ms: longOutageMs },
  all: { name: 'PostgreSQL, NATS and the api are killed', gone: ['postgres', 'nats', 'api'], ms: longOutageMs },
} as const satisfies Record<string, Drill>

interface Options {
  readonly requests: number
  readonly broken?: Break | undefined
  readonly chosenDrills?: readonly Drill[]
  readonly print?: (line: string) => void
}

export interface Outcome extends Findings {
  readonly faults: readonly string[]
  /** How long it took until a visitor saw a change of status, in milliseconds. */
  readonly delays: readonly number[]
}

const startTimeoutMs = 60_000
const recoveryTimeoutMs = 45_000
/** How often a status changes while the record is available. */
const changeIntervalMs = 1_500

/**
 * Lets visitors read while the centre fails and returns: every drill once, then until this number of requests was sent.
 */
export async function provePages(options: Options): Promise<Outcome> {
  const { requests, broken, chosenDrills = Object.values(drills), print = () => undefined } = options
  await using stage = await openStage(broken)
  const ledger = new Ledger()
  for (const { publicId } of stage.fixture.components) ledger.write(publicId, 'operational', 0)
  const findings: Findings = { requests: 0, failed: 0, stale: 0, leaks: 0, rejected: 0, markedStale: 0, examples: [] }
  const faults: string[] = []
  const delays: number[] = []
  if (!(await waitUntil(() => arePublished(stage), startTimeoutMs))) throw new Error('the pages were not published')
  const stop = new AbortController()
  let isOutage = false
  const { origin, fixture } = stage
  const visitors = visit({ origin, fixture, ledger, findings, isOutage: () => isOutage, stopping: stop.signal })
  try {
    for (let round = 0; round < chosenDrills.length || findings.requests < requests; round += 1) {
      const drill = chosenDrills[round % chosenDrills.length]
      if (!drill) break
      await keepChanging(stage, ledger, 2 * changeIntervalMs)
      print(`${drill.name} (${findings.requests} requests so far)`)
      isOutage = true
      await runDrill(stage, { drill, ledger, broken })
      isOutage = false
      const delay = await measureRecovery(stage, ledger)
      if (delay === undefined) faults.push(`after "${drill.name}" a change was not shown`)
      else delays.push(delay)
    }
  } finally {
    stop.abort()
    await visitors
  }
  findings.leaks += await countStoredLeaks(stage, findings.examples)
  return { ...findings, faults, delays }
}

interface DrillRun {
  readonly drill: Drill
  readonly ledger: Ledger
  readonly broken: Break | undefined
}

async function runDrill(stage: Stage, { drill: { gone, ms }, ledger, broken }: DrillRun): Promise<void> {
  const endOutage = gone.includes('postgres') ? ledger.startOutage() : undefined
  await Promise.all([
    ...gone.map((name) => (name === 'api' ? stage.api.kill(ms) : stage[name].crash(ms))),
    // The control: the pages process, which must stay up, fails too.
    ...(broken === 'down' ? [stage.pages.kill(ms)] : []),
    // The database answers when `crash` returns, but the record can be read a moment earlier.
    wait(ms).then(() => endOutage?.()),
  ])
}

/** Changes statuses for a while, as an analyst does. */
async function keepChanging(stage: Stage, ledger: Ledger, ms: number): Promise<void> {
  for (const end = Date.now() + ms; Date.now() < end; await wait(changeIntervalMs)) await changeStatus(stage, ledger)
}

let componentIndex = 0

async function changeStatus({ db, fixture }: Stage, ledger: Ledger) {
  const component = fixture.components[componentIndex++ % fixture.components.length]
  if (!component) throw new Error('there are no components')
  const { service, publicId } = component
  const from = Date.now()
  const status = await db.transaction(async (tx) => {
    const [row] = await tx.query(sql<{ status: string }>`update service_state
set status = case status when 'ok' then 'failure' else 'ok' end, since = now() where service_id = ${service} returning status`)
    await tx.query(sql`update status_change set end_time = now() where service_id = ${service} and end_time is null`)
    await tx.query(sql`insert into status_change (service_id, owner_id, status, start_time)
values (${service}, 1, ${row?.status}, now())`)
    return row?.status === 'ok' ? 'operational' : 'major_outage'
  })
  ledger.write(publicId, status, from)
  return { ...component, status, at: Date.now() }
}

/** Changes a status until a visitor sees it. Returns how long the last change took; undefined if none was seen. */
async function measureRecovery(stage: Stage, ledger: Ledger): Promise<number | undefined> {
  await waitUntil(async () => {
    const changed = await changeStatus(stage, ledger)
    return waitUntil(() => isShown(stage, changed), 3_000)
  }, recoveryTimeoutMs)
  // The first change may have waited for the reporter to reconnect; the second one measures the normal delay.
  const changed = await changeStatus(stage, ledger)
  return (await waitUntil(() => isShown(stage, changed), 10_000)) ? Date.now() - changed.at : undefined
}

async function isShown(
  { origin, fixture }: Stage,
  changed: { slug: string; publicId: string; status: string },
): Promise<boolean> {
  const cookie = fixture.protectedPages.find(({ slug }) => slug === changed.slug)?.cookie ?? ''
  const answer = await fetch(`${origin}/${changed.slug}/api/v2/summary.json`, { headers: { cookie } })
  const { page, components } = (await answer.json()) as {
    page: { stale?: boolean }
    components: { id: string; status: string }[]
  }
  return (
    page.stale !== true && components.some(({ id, status }) => id === changed.publicId && status === changed.status)
  )
}

async function arePublished({ origin, fixture }: Stage): Promise<boolean> {
  const answers = await Promise.all(fixture.slugs.map((slug) => fetch(`${origin}/${slug}/`).catch(() => undefined)))
  return answers.every((answer) => answer?.status === 200)
}

/** Searches everything that the reporter has published for secrets. */
async function countStoredLeaks({ objects, fixture }: Stage, examples: string[]): Promise<number> {
  const files = await readdir(join(objects, 'pages'), { recursive: true, withFileTypes: true })
  let leaks = 0
  for (const file of files.filter((one) => one.isFile())) {
    const text = `${file.name} ${await readFile(join(file.parentPath, file.name), 'utf8')}`
    const found = fixture.secrets.filter((secret) => text.includes(secret))
    leaks += found.length
    if (found.length > 0) examples.push(`${join(file.parentPath, file.name)} has ${found.join()}`)
  }
  return leaks
}

async function waitUntil(condition: () => Promise<boolean>, ms: number): Promise<boolean> {
  for (const end = Date.now() + ms; Date.now() < end; await wait(50))
    if (await condition().catch(() => false)) return true
  return false
}

const isProved = (
  { faults, failed, stale, leaks, requests, markedStale: saidStale, rejected: keptOut }: Outcome,
  minRequests: number,
): boolean => faults.length + failed + stale + leaks === 0 && requests >= minRequests && saidStale > 0 && keptOut > 0

const breaks: readonly Break[] = ['stale', 'leak', 'down', 'open']
const isBreak = (word: string): word is Break => breaks.some((one) => one === word)

/** npm run prove -- pages [--requests 20000] [--break stale|leak|down|open] */
export async function run(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: { requests: { type: 'string', default: '20000' }, break: { type: 'string' } },
  })
  const requests = Number(values.requests)
  if (!Number.isSafeInteger(requests) || requests < 1)
    throw new RangeError('--requests must be a positive whole number')
  const broken = values.break
  if (broken !== undefined && !isBreak(broken))
    throw new RangeError(`--break must be one of ${breaks.join(', ')}, not ${broken}`)
  // A control runs only the drill that makes its fault visible.
  const chosenDrills = broken === undefined ? Object.values(drills) : [broken === 'stale' ? drills.all : drills.brief]
  const outcome = await provePages({ requests, broken, chosenDrills, print: console.log })
  for (const fault of outcome.faults) console.log(`fault: ${fault}`)
  for (const example of outcome.examples.slice(0, 20)) console.log(example)
  const [median = 0] = outcome.delays.toSorted((one, other) => one - other).slice(outcome.delays.length >> 1)
  console.log(`${outcome.markedStale} responses were marked as old; a change was visible after ${median} ms (median)`)
  const { failed, stale, leaks, rejected: keptOut } = outcome
  console.log(`${keptOut} requests to protected pages without access were rejected`)
  console.log(
    `pages: ${outcome.requests} requests during outages, ${failed} failed, ${stale} stale without saying so, ${leaks} leaks`,
  )
  return isProved(outcome, requests) ? 0 : 1
}
