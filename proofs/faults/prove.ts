import { notificationJobNames } from '@wachta/queue'
import { countJobs, makeJobsDue } from '@wachta/testing/jobs'
import { sql } from 'kysely'
import { compareChanges } from './churn.ts'
import { type Comparison, compare } from './compare.ts'
import { readRevisions } from './configuration.ts'
import { hasDisks } from './disks.ts'
import type { Fault } from './fault.ts'
import { isEmpty, type ProofFindings } from './found.ts'
import { compareIncidents, deriveIncidents, readIncidents } from './incidents.ts'
import { type Break, channels, type Installation, openInstallation, unchangedServices } from './installation.ts'
import { drawFaults } from './kinds.ts'
import { readLedgers } from './ledger.ts'
import { compareNotifications, readRecords } from './notifications.ts'
import { createRandom, type Random } from './random.ts'
import { type FaultRounds, playRounds } from './rounds.ts'
import { areSensorsUp, eventually, hasCompleteAnalyses, settle } from './settle.ts'
import { beginChecks } from './world.ts'

export interface Options {
  readonly rounds: number
  readonly seed: number
  readonly broken?: Break | undefined
  /** Kinds of faults to choose from; all unless given. */
  readonly only?: readonly string[] | undefined
  /**
   * Whether to wait for recovery after half of the faults; otherwise each fault meets an installation that is still
   * recovering.
   */
  readonly waits?: boolean
  readonly print?: (line: string) => void
}

export interface Outcome extends ProofFindings, Pick<Comparison, 'executed' | 'analyses' | 'unrun' | 'amended'> {
  readonly rounds: number
  /** Requests of the customer, incidents, arrived notifications, and copies that the death of a notifier explains. */
  readonly requests: number
  readonly incidents: number
  readonly arrived: number
  readonly copies: number
}

const timeoutMs = 120_000
/** How far ahead the first checks are planned. */
const leadMs = 5_000
/** With fewer results, a round would prove nothing. */
const minResultsPerRound = 20

/** Short runs need many failures; in long runs services must not flap all the time. */
const chooseFailurePattern = (rounds: number) => ({ periodMs: 20_000, failing: rounds < 40 ? 0.12 : 0.03 })

/** Draws the faults and injects them; those of a broker cluster into an installation that has one. */
export async function prove(options: Options): Promise<Outcome> {
  const { rounds, seed, only } = options
  const random = createRandom(seed)
  const isRoot = await hasDisks()
  if (!isRoot) options.print?.('without root there are no separate disks: no power cuts and no full disks')
  const drawnFaults = drawFaults(rounds, random, { only, hasDisks: isRoot })
  const isOfCluster = ({ id }: Fault) => id === 'F3'
  const parts = [
    { isCluster: false, faults: drawnFaults.filter((fault) => !isOfCluster(fault)) },
    { isCluster: true, faults: drawnFaults.filter(isOfCluster) },
  ]
  const outcomes: Outcome[] = []
  for (const part of parts.filter(({ faults }) => faults.length > 0))
    outcomes.push(await provePart({ ...options, ...part, random }))
  return outcomes.reduce(combineOutcomes)
}

interface ProofPart extends Options {
  readonly isCluster: boolean
  readonly faults: readonly Fault[]
  readonly random: Random
}

/** Injects fault after fault while services are monitored and changed, and compares the outcome with an oracle. */
async function provePart(part: ProofPart): Promise<Outcome> {
  const { rounds, seed, broken, isCluster, waits = true, print = () => undefined } = part
  await using rig = await openInstallation(seed, { broken, isCluster, failurePattern: chooseFailurePattern(rounds) })
  print(`seed ${seed}${isCluster ? ', three brokers' : ''}, logs in ${rig.folder}`)
  const faults: string[] = []
  if ((await eventually(timeoutMs, () => areSensorsUp(rig))) === undefined) faults.push('the sensors did not start')
  const from = Date.now() + leadMs
  await beginChecks(rig.db, rig.target.port, new Date(from))
  if ((await eventually(timeoutMs, () => hasCompleteAnalyses(rig, from))) === undefined)
    faults.push('no analysis was ever complete')
  const churn = rig.startChurn()
  const played = await playRounds(rig, { faults: part.faults, random: part.random, waits, print })
  faults.push(...played.faults)
  await churn[Symbol.asyncDispose]()
  const since = Date.now()
  if ((await eventually(timeoutMs, () => hasCompleteAnalyses(rig, since, unchangedServices))) === undefined)
    faults.push('after all faults the analyses did not become complete')
  const { end, isDrained } = await settle(rig, 2 * timeoutMs)
  if (!isDrained) faults.push('sensors still hold results')
  if ((await eventually(timeoutMs, () => areNotified(rig))) === undefined)
    faults.push('notifications are still pending')
  if (broken === 'incident') await removeIncident(rig)
  const comparison = await compareAll(rig, { played, end })
  const unrequested = compareChanges(churn.changes, await readRevisions(rig.db))
  const outcome = { ...comparison, faults, requests: churn.requests, extra: [...comparison.extra, ...unrequested] }
  if (isClean(outcome, part.faults.length)) rig.discardFiles()
  return outcome
}

/** Combines the outcomes of both parts of a proof. */
const combineOutcomes = (one: Outcome, other: Outcome): Outcome => ({
  rounds: one.rounds + other.rounds,
  executed: one.executed + other.executed,
  analyses: one.analyses + other.analyses,
  amended: one.amended + other.amended,
  unrun: { all: one.unrun.all + other.unrun.all, first: one.unrun.first + other.unrun.first },
  requests: one.requests + other.requests,
  incidents: one.incidents + other.incidents,
  arrived: one.arrived + other.arrived,
  copies: one.copies + other.copies,
  missing: [...one.missing, ...other.missing],
  extra: [...one.extra, ...other.extra],
  duplicate: [...one.duplicate, ...other.duplicate],
  falseUnknown: [...one.falseUnknown, ...other.falseUnknown],
  wrong: [...one.wrong, ...other.wrong],
  faults: [...one.faults, ...other.faults],
})

/** Returns whether nothing is left to send; makes pending retries due immediately. */
async function areNotified({ db }: Installation): Promise<boolean> {
  await makeJobsDue(db, { names: notificationJobNames, laterThanMs: 5_000 })
  const pending = await db.query(sql`select from notification where status = 'pending' limit 1`)
  return pending.length + (await countJobs(db, notificationJobNames)) === 0
}

/** The control: deletes an incident that contacts were notified of. */
async function removeIncident({ db }: Installation): Promise<void> {
  await db.query(sql`delete from occurrence where id = (select min(id) from occurrence where event_id = 1)`)
}

async function compareAll(
  rig: Installation,
  { played, end }: { readonly played: FaultRounds; readonly end: number },
): Promise<Omit<Outcome, 'requests' | 'faults'>> {
  const slotRuns = await readLedgers(rig.sensors.map(({ ledger }) => ledger))
  const comparison = await compare(rig.db, slotRuns, { end, outages: played.outages })
  const { configuration, journal, ...lists } = comparison
  const isKept = ({ service_id }: { readonly service_id: number }) =>
    configuration.get(service_id)?.some(({ isGone }) => isGone) === false
  const incidents = await readIncidents(rig.db, 1)
  const expected = deriveIncidents(journal, end).filter(isKept)
  const incidentFindings = compareIncidents(expected, incidents)
  const notificationFindings = compareNotifications({
    ...{ incidents, configuration, channels, arrivals: rig.arrivals },
    records: await readRecords(rig.db),
    deaths: new Map(rig.notifiers.map(({ name, deaths }) => [name, deaths])),
    outages: rig.postgres.outages,
    rewinds: rig.rewinds,
  })
  return {
    ...lists,
    missing: [...lists.missing, ...incidentFindings.missing, ...notificationFindings.missing],
    extra: [...lists.extra, ...incidentFindings.extra, ...notificationFindings.extra],
    duplicate: [...lists.duplicate, ...notificationFindings.duplicate],
    rounds: played.rounds,
    incidents: incidents.length,
    arrived: notificationFindings.arrived,
    copies: notificationFindings.copies,
  }
}

export const isClean = (outcome: Outcome, rounds: number): boolean =>
  isEmpty(outcome) &&
  outcome.rounds === rounds &&
  outcome.executed >= rounds * minResultsPerRound &&
  outcome.incidents > 0 &&
  outcome.arrived > 0 &&
  outcome.requests > 0
