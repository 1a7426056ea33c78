import { setTimeout as wait } from 'node:timers/promises'
import { notificationJobNames } from '@wachta/queue'
import { countJobs, makeJobsDue } from '@wachta/testing/jobs'
import { sql } from 'kysely'
import { compareChanges } from '../faults/churn.ts'
import { type Comparison, compare } from '../faults/compare.ts'
import { readRevisions } from '../faults/configuration.ts'
import { isEmpty, type ProofFindings } from '../faults/found.ts'
import { compareIncidents, deriveIncidents, readIncidents } from '../faults/incidents.ts'
import { readLedgers } from '../faults/ledger.ts'
import { compareNotifications, readRecords } from '../faults/notifications.ts'
import { createRandom, type Random } from '../faults/random.ts'
import { areSensorsUp, hasCompleteAnalyses, settle } from '../faults/settle.ts'
import { beginChecks } from '../faults/world.ts'
import { eventually } from './eventually.ts'
import { type Break, channels, type Installation, openInstallation, unchangedServices } from './installation.ts'
import { kinds } from './kinds.ts'
import type { Kind, Loss } from './round.ts'
import { type FailoverRounds, playRounds } from './rounds.ts'
import { compareWrites, type Writer } from './writer.ts'

export interface Options {
  readonly rounds: number
  readonly seed: number
  readonly broken?: Break | undefined
  /** Kinds of failures to choose from; all unless given. */
  readonly only?: readonly string[] | undefined
  readonly print?: (line: string) => void
}

export interface Outcome extends ProofFindings, Pick<Comparison, 'executed' | 'analyses' | 'unrun' | 'amended'> {
  readonly rounds: number
  /** The longest recovery after a loss of each type, in milliseconds. */
  readonly worstMs: Readonly<Record<Loss, number>>
  readonly accepted: number
  /** Accepted writes that were lost by a forced promotion. */
  readonly lostByForce: readonly string[]
  readonly requests: number
  readonly incidents: number
  readonly arrived: number
}

const timeoutMs = 120_000
/** How far ahead the first checks are scheduled. */
const leadMs = 5_000
/** With fewer results per round, a run would prove nothing. */
const minResultsPerRound = 20
const minWritesPerRound = 5
/** Services fail or recover only at multiples of this time, all at the same moment. */
const patternPeriodMs = 20_000
/** The proof ends the checks this long after such a moment, while no service changes. */
const calmMs = 9_000

/** Causes failures while services are monitored and customers write, and compares the outcome with an oracle. */
export async function prove(options: Options): Promise<Outcome> {
  const { rounds, seed, broken, only, print = () => undefined } = options
  const random = createRandom(seed)
  const drawnKinds = drawKinds(rounds, random, only)
  const failurePattern = { periodMs: patternPeriodMs, failing: rounds < 20 ? 0.12 : 0.03 }
  await using installation = await openInstallation({ seed, broken, failurePattern })
  const { db } = installation
  print(`seed ${seed}, logs in ${installation.folder}`)
  const faults: string[] = []
  const expectSoon = async (what: string, condition: () => Promise<boolean>) => {
    if (!(await eventually(timeoutMs, condition))) faults.push(what)
  }
  await expectSoon('the sensors did not start', () => areSensorsUp(installation))
  const from = Date.now() + leadMs
  await beginChecks(db, installation.target.port, new Date(from))
  await expectSoon('no analysis was ever complete', () => hasCompleteAnalyses(installation, from))
  await expectSoon('not all processes were ready', installation.isReady)
  const { churn, writer } = installation.startCustomers()
  await expectSoon('no write was accepted', async () => writer.accepted.length > 0)
  const played = await playRounds(installation, { kinds: drawnKinds, random, writer, churn, print })
  faults.push(...played.faults)
  // A valid change was rejected, so a service was not in the state that the API had confirmed.
  try {
    await churn[Symbol.asyncDispose]()
  } catch (error) {
    faults.push((error as Error).message)
  }
  await writer[Symbol.asyncDispose]()
  faults.push(...writer.rejected.map((each) => `a write was rejected: ${each}`))
  const since = Date.now()
  await expectSoon('after all failures the analyses did not become complete', () =>
    hasCompleteAnalyses(installation, since, unchangedServices),
  )
  await wait((2 * patternPeriodMs + calmMs - (Date.now() % patternPeriodMs)) % patternPeriodMs)
  const { end, isDrained } = await settle(installation, timeoutMs)
  if (!isDrained) faults.push('sensors still hold results')
  await expectSoon('notifications are still pending', () => areNotified(installation))
  const comparison = await compareAll(installation, { played, writer, end })
  const unrequested = compareChanges(churn.changes, await readRevisions(db))
  const outcome = {
    ...comparison,
    ...{ faults, worstMs: played.worstMs, requests: churn.requests },
    extra: [...comparison.extra, ...unrequested],
  }
  if (isClean(outcome, rounds)) installation.discardFiles()
  return outcome
}

/** Returns a kind for each round, in random order; every kind comes once before any comes again. */
function drawKinds(rounds: number, random: Random, only: readonly string[] | undefined): Kind[] {
  const choices = kinds.filter(({ id }) => only === undefined || only.includes(id))
  const cycles = Math.ceil(rounds / choices.length)
  return Array.from({ length: cycles }, () => choices)
    .flat()
    .slice(0, rounds)
    .map((kind, index) => ({ kind, cycle: Math.floor(index / choices.length), turn: random.between(0, 1) }))
    .sort((one, other) => one.cycle - other.cycle || one.turn - other.turn)
    .map(({ kind }) => kind)
}

/** Returns whether nothing is left to send; makes pending retries due immediately. */
async function areNotified({ db }: Installation): Promise<boolean> {
  await makeJobsDue(db, { names: notificationJobNames, laterThanMs: 5_000 })
  const pending = await db.query(sql`select from notification where status = 'pending' limit 1`)
  return pending.length + (await countJobs(db, notificationJobNames)) === 0
}

interface EndedRun {
  readonly played: FailoverRounds
  readonly writer: Writer
  readonly end: number
}

async function compareAll(
  installation: Installation,
  { played, writer, end }: EndedRun,
): Promise<Omit<Outcome, 'requests' | 'faults' | 'worstMs'>> {
  const { db, sensors, processes, promotions, rewinds } = installation
  const slotRuns = await readLedgers(sensors.map(({ ledger }) => ledger))
  const comparison = await compare(db, slotRuns, { end, outages: installation.brokerOutages })
  const { configuration, journal, ...lists } = comparison
  const isKept = ({ service_id }: { readonly service_id: number }) =>
    configuration.get(service_id)?.some(({ isGone }) => isGone) === false
  const incidents = await readIncidents(db, 1)
  const incidentFindings = compareIncidents(deriveIncidents(journal, end).filter(isKept), incidents)
  const notificationFindings = compareNotifications({
    ...{ incidents, configuration, channels, rewinds },
    arrivals: installation.arrivals,
    records: await readRecords(db),
    deaths: new Map(processes.notifier.map(({ name, deaths }) => [name, deaths])),
    outages: installation.databaseOutages,
  })
  const writes = await compareWrites(db, writer.accepted, promotions)
  return {
    ...lists,
    missing: [...lists.missing, ...incidentFindings.missing, ...notificationFindings.missing, ...writes.missing],
    extra: [...lists.extra, ...incidentFindings.extra, ...notificationFindings.extra],
    duplicate: [...lists.duplicate, ...notificationFindings.duplicate, ...writes.duplicate],
    rounds: played.rounds,
    accepted: writer.accepted.length,
    lostByForce: writes.lostByForce,
    incidents: incidents.length,
    arrived: notificationFindings.arrived,
  }
}

export const isClean = (outcome: Outcome, rounds: number): boolean =>
  isEmpty(outcome) &&
  outcome.rounds === rounds &&
  outcome.executed >= rounds * minResultsPerRound &&
  outcome.accepted >= rounds * minWritesPerRound &&
  outcome.incidents > 0 &&
  outcome.arrived > 0
