import { setTimeout as wait } from 'node:timers/promises'
import { notificationJobNames } from '@wachta/queue'
import { countJobs, makeJobsDue } from '@wachta/testing/jobs'
import { sql } from 'kysely'
import { compareChanges } from '../faults/churn.ts'
import { type Comparison, compare } from '../faults/compare.ts'
import { readRevisions } from '../faults/configuration.ts'
import { isEmpty, type ProofFindings } from '../faults/found.ts'
import { compareIncidents, expectedIncidents, readIncidents } from '../faults/incidents.ts'
import { readLedgers } from '../faults/ledger.ts'
import { compareNotifications, readRecords } from '../faults/notifications.ts'
import { createRandom, type Random } from '../faults/random.ts'
import { areThere, isWhole, settle } from '../faults/settle.ts'
import { beginChecks } from '../faults/world.ts'
import { eventually } from './eventually.ts'
import { type Break, channels, type Installation, openInstallation, steady } from './installation.ts'
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
  readonly say?: (line: string) => void
}

export interface Outcome extends ProofFindings, Pick<Comparison, 'executed' | 'analyses' | 'unrun' | 'amended'> {
  readonly rounds: number
  /** The longest recovery after each loss. */
  readonly worstMs: Readonly<Record<Loss, number>>
  readonly accepted: number
  /** Accepted writes that a forced promotion has lost. */
  readonly lostByForce: readonly string[]
  readonly requests: number
  readonly incidents: number
  readonly arrived: number
}

const patienceMs = 120_000
/** How far ahead the first checks are announced. */
const leadMs = 5_000
/** Fewer results a round would prove nothing. */
const leastResults = 20
const leastWrites = 5
/** Services fail or recover at most so often, all at the same moment. */
const weatherMs = 20_000
/** From this long after such a moment up to the next one, nothing changes: then checks can end. */
const calmMs = 9_000

/** Causes failures while services are monitored and customers write, and compares the outcome with an oracle. */
export async function prove(options: Options): Promise<Outcome> {
  const { rounds, seed, broken, only, say = () => undefined } = options
  const random = createRandom(seed)
  const drawn = drawKinds(rounds, random, only)
  const weather = { periodMs: weatherMs, failing: rounds < 20 ? 0.12 : 0.03 }
  await using installation = await openInstallation({ seed, broken, weather })
  const { db } = installation
  say(`seed ${seed}, logs in ${installation.folder}`)
  const faults: string[] = []
  const expectSoon = async (what: string, ask: () => Promise<boolean>) => {
    if (!(await eventually(patienceMs, ask))) faults.push(what)
  }
  await expectSoon('the sensors did not come up', () => areThere(installation))
  const from = Date.now() + leadMs
  await beginChecks(db, installation.target.port, new Date(from))
  await expectSoon('nothing was ever whole', () => isWhole(installation, from))
  await expectSoon('not all processes were ready', installation.isReady)
  const { churn, writer } = installation.startCustomers()
  await expectSoon('no write was accepted', async () => writer.accepted.length > 0)
  const played = await playRounds(installation, { kinds: drawn, random, writer, churn, say })
  faults.push(...played.faults)
  // A change that is refused although nothing is wrong with it: the service is not in the state that was confirmed.
  try {
    await churn[Symbol.asyncDispose]()
  } catch (error) {
    faults.push((error as Error).message)
  }
  await writer[Symbol.asyncDispose]()
  faults.push(...writer.refused.map((each) => `a write was refused: ${each}`))
  const since = Date.now()
  await expectSoon('after all failures the installation did not become whole', () =>
    isWhole(installation, since, steady),
  )
  await wait((2 * weatherMs + calmMs - (Date.now() % weatherMs)) % weatherMs)
  const { end, isDrained } = await settle(installation, patienceMs)
  if (!isDrained) faults.push('sensors still hold results')
  await expectSoon('notifications still wait', () => areNotified(installation))
  const compared = await compareAll(installation, { played, writer, end })
  const unasked = compareChanges(churn.changes, await readRevisions(db))
  const outcome = {
    ...compared,
    ...{ faults, worstMs: played.worstMs, requests: churn.requests },
    extra: [...compared.extra, ...unasked],
  }
  if (isClean(outcome, rounds)) installation.forget()
  return outcome
}

/** So many kinds in a random order; every kind comes before any comes again. */
function drawKinds(rounds: number, random: Random, only: readonly string[] | undefined): Kind[] {
  const choices = kinds.filter(({ id }) => only === undefined || only.includes(id))
  const cycles = Math.ceil(rounds / choices.length)
  return Array.from({ length: cycles }, () => choices)
    .flat()
    .slice(0, rounds)
    .map((kind, place) => ({ kind, cycle: Math.floor(place / choices.length), turn: random.between(0, 1) }))
    .sort((one, other) => one.cycle - other.cycle || one.turn - other.turn)
    .map(({ kind }) => kind)
}

/** Waits until nothing is left to send; pending retries are made due at once. */
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
  const deeds = await readLedgers(sensors.map(({ ledger }) => ledger))
  const compared = await compare(db, deeds, { end, outages: installation.brokerOutages })
  const { configuration, journal, ...lists } = compared
  const isKept = ({ service_id }: { readonly service_id: number }) =>
    configuration.get(service_id)?.some(({ isGone }) => isGone) === false
  const incidents = await readIncidents(db, 1)
  const judged = compareIncidents(expectedIncidents(journal, end).filter(isKept), incidents)
  const notified = compareNotifications({
    ...{ incidents, configuration, channels, rewinds },
    arrivals: installation.arrivals,
    records: await readRecords(db),
    deaths: new Map(processes.notifier.map(({ name, deaths }) => [name, deaths])),
    outages: installation.databaseOutages,
  })
  const writes = await compareWrites(db, writer.accepted, promotions)
  return {
    ...lists,
    missing: [...lists.missing, ...judged.missing, ...notified.missing, ...writes.missing],
    extra: [...lists.extra, ...judged.extra, ...notified.extra],
    duplicate: [...lists.duplicate, ...notified.duplicate, ...writes.duplicate],
    rounds: played.rounds,
    accepted: writer.accepted.length,
    lostByForce: writes.lostByForce,
    incidents: incidents.length,
    arrived: notified.arrived,
  }
}

export const isClean = (outcome: Outcome, rounds: number): boolean =>
  isEmpty(outcome) &&
  outcome.rounds === rounds &&
  outcome.executed >= rounds * leastResults &&
  outcome.accepted >= rounds * leastWrites &&
  outcome.incidents > 0 &&
  outcome.arrived > 0
