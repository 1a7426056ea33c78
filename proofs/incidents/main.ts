import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { type Random, randomAt } from '../fuzz/random.ts'
import { parseRounds } from '../rounds.ts'
import { type BrokenProperty, brokenProperties } from './breaks.ts'
import { judgeGrouping, type StoredAlert } from './oracle.ts'
import {
  createWatchedServices,
  deleteWatched,
  type Stage,
  setClock,
  startStage,
  type WatchedServices,
} from './stage.ts'
import { findDisagreements } from './views.ts'

export interface IncidentsOptions {
  readonly rounds: number
  readonly seed: number
  readonly broken?: BrokenProperty | undefined
  readonly print?: (line: string) => void
}

export interface IncidentsReport {
  readonly outages: number
  readonly split: number
  readonly merged: number
  readonly disagreements: readonly string[]
}

const roundMinutes = 120

/** Lets services of one round go down and up for two hours while people act, and compares all views meanwhile. */
export async function proveIncidents(options: IncidentsOptions): Promise<IncidentsReport> {
  const { rounds, seed, broken, print = () => undefined } = options
  await using stage = await startStage(broken)
  const total = { outages: 0, split: 0, merged: 0 }
  const disagreements: string[] = []
  for (let round = 0; round < rounds; round += 1) {
    const random = randomAt(seed, round)
    const watched = await createWatchedServices(stage, round, random)
    disagreements.push(...(await playRound(stage, watched, random)))
    const grouping = judgeGrouping(await loadAlerts(stage, watched.services))
    await deleteWatched(stage, watched)
    total.outages += grouping.outages
    total.split += grouping.split
    total.merged += grouping.merged
    if (round % 10 === 9) print(`${round + 1} rounds, ${total.outages} outages`)
  }
  return { ...total, disagreements }
}

async function playRound(stage: Stage, watched: WatchedServices, random: Random): Promise<string[]> {
  const { services, analyst } = watched
  const patternByService = new Map(services.map((id) => [id, random.pick(uptimePatterns)]))
  const disagreements: string[] = []
  for (let minute = 0; minute < roundMinutes; minute += 1) {
    const isMassFailure = minute >= 60 && minute < 66
    setClock(stage, minute + 0.95)
    await analyst.reportSlot(
      minute,
      new Map(services.map((id) => [id, isMassFailure || patternByService.get(id)?.(minute, random) ? 'error' : 'ok'])),
    )
    await analyst.settle(minute + 0.5)
    if (random.chance(0.05)) await analyst.takeOver()
    if (random.chance(0.03)) await changeRule(stage, watched, minute, random)
    if (random.chance(0.3)) await actOnIncident(stage, random.pick(services), random)
    if (minute % 5 === 4)
      for (const id of services)
        disagreements.push(
          ...(await findDisagreements(stage, id)).map((text) => `minute ${minute}, service ${id}: ${text}`),
        )
  }
  return disagreements
}

type UptimePattern = (at: number, random: Random) => boolean

/** How services behave: quiet, with outages of some minutes, flapping, and down for long. */
const uptimePatterns: readonly UptimePattern[] = [
  () => false,
  (_at, random) => random.chance(0.08),
  (at) => at % 20 < 7,
  (at, random) => at % 40 < 25 && random.chance(0.5),
  (at) => at >= 20 && at < 95,
]

/** Switches a rule off or on: its alerts end as removed, or start in the middle of an outage. */
async function changeRule(
  { api }: Stage,
  { rules, reconcile }: WatchedServices,
  minute: number,
  random: Random,
): Promise<void> {
  if (rules.length === 0) return
  await api.database.query(sql`update event set is_active = not is_active where id = ${random.pick(rules)}`)
  await reconcile(minute + 0.9)
}

/** A person acknowledges an incident, undoes that, or writes a note; an action that comes too late is rejected. */
async function actOnIncident({ api, people }: Stage, service: number, random: Random): Promise<void> {
  const as = random.pick(Object.values(people))
  const { body } = await api.call('GET', `/services/${service}/incidents?sort=-start_time&limit=1`, { as })
  const [incident] = body
  if (!incident) return
  const action = random.pick(['acknowledge', 'acknowledge', 'unacknowledge', 'notes'] as const)
  const requestBody = action === 'notes' ? { text: 'Looking' } : { note: 'On it' }
  const { status, text } = await api.call('POST', `/incidents/${incident.id}/${action}`, { as, body: requestBody })
  const isExpected = status === 204 || (status === 409 && incident.end_time !== null)
  if (!isExpected) throw new Error(`${action} was answered with ${status}: ${text}`)
}

const loadAlerts = ({ api }: Stage, services: readonly number[]): Promise<StoredAlert[]> =>
  api.owner.query(sql<StoredAlert>`select id, service_id, incident_id, (extract(epoch from start_time) * 1000)::float8 as start,
  (extract(epoch from end_time) * 1000)::float8 as "end" from occurrence where service_id = any(${services})`)

export const formatResultLine = ({ outages, split, merged, disagreements }: IncidentsReport): string =>
  `incidents: ${outages} outages, ${split} split, ${merged} merged wrongly, ${disagreements.length} views that disagree`

/** `npm run prove -- incidents [--rounds N] [--random-seed S] [--break split|merge|views]` */
export async function run(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      rounds: { type: 'string', default: '50' },
      'random-seed': { type: 'string', default: '20261117' },
      break: { type: 'string' },
    },
  })
  const broken = brokenProperties.find((each) => each === values.break)
  if (values.break !== undefined && !broken) throw new Error(`--break takes ${brokenProperties.join(', ')}`)
  const print = (line: string) => console.log(line)
  const seed = Number(values['random-seed'])
  const report = await proveIncidents({ rounds: parseRounds(values.rounds), seed, broken, print })
  for (const line of report.disagreements.slice(0, 10)) print(line)
  print(formatResultLine(report))
  const isClean = report.split + report.merged + report.disagreements.length === 0
  return isClean && report.outages > 0 ? 0 : 1
}

if (import.meta.main) process.exitCode = await run(process.argv.slice(2))
