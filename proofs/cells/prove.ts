import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { readChecks } from '../faults/packed-checks.ts'
import { createRandom } from '../faults/random.ts'
import { type CustomerFindings, startCustomer } from './customers.ts'
import { type Installation, openInstallation, type ProofCell, runWachta } from './installation.ts'
import { findAnswers, findRows } from './leaks.ts'
import { type Break, type PlayedMove, playMove } from './moves.ts'
import { type Findings, judge, type SeenAlert, type SeenAnalysis } from './oracle.ts'
import { measureRouter } from './router-ratio.ts'
import { interval_ms, openWorld, type PlantedTree, trees, type World } from './world.ts'

export interface Options {
  readonly moves: number
  readonly seed: number
  readonly broken?: Break | undefined
  readonly say?: (line: string) => void
}

export interface Outcome extends Findings {
  readonly moves: number
  readonly leaks: readonly string[]
  readonly router: number
  readonly notified: number
  readonly accepted: number
  readonly requests: number
  readonly longestMs: { readonly read: number; readonly write: number }
}

const patienceMs = 180_000
const pollMs = 1_000

/** Moves trees between two cells while their services fail and recover, customers work, and processes die; then compares. */
export async function prove({ moves, seed, broken, say = () => undefined }: Options): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), 'wachta-cells-'))
  say(`cells: seed ${seed}, logs in ${folder}`)
  using world = await openWorld(seed)
  await using installation = await openInstallation(folder, world)
  await waitForChecks(world)
  const from = Date.now()
  const customers = trees.map((tree) => startCustomer(installation.origin, tree))
  const places = new Map(trees.map(({ name, home }) => [name, home]))
  const [played, leaks]: [PlayedMove[], string[]] = [[], []]
  const random = createRandom(seed)
  while (played.length < moves) {
    // Two at once, in opposite directions.
    const moving = trees.filter((tree) => tree.moves).slice(0, moves - played.length)
    await Promise.all(
      moving.map(async (tree) => {
        const at = places.get(tree.name) ?? 0
        const move = await playMove({ installation, tree, from: at, to: 1 - at, random, broken, folder })
        places.set(tree.name, 1 - at)
        played.push(move)
        say(`${played.length}. ${move.name}: ${Math.round(move.ms / 1000)} s`)
        leaks.push(...(await findRows(cellAt(installation, at), tree)))
      }),
    )
    leaks.push(...(await findAnswers(installation, places)))
  }
  const router = await measureRouter(installation)
  for (const customer of customers) await customer[Symbol.asyncDispose]()
  const seen = customers.map(({ findings }) => findings)
  const to = Date.now()
  await waitForAnalyses(installation, places, to)
  const judged = judge({
    ...(await observe(installation, places)),
    ...{ services: trees.flatMap(({ services }) => services), from, to },
    answered: world.answered,
    notified: world.notified,
  })
  const lost = await findLostWrites(installation, places, seen)
  const outcome = {
    ...judged,
    missing: [
      ...judged.missing,
      ...lost.missing,
      ...played.flatMap(({ fault }) => fault ?? []),
      ...(await verify(installation)),
      ...seen.flatMap(({ refused }) => refused),
    ],
    duplicate: [...judged.duplicate, ...lost.duplicate],
    leaks: [...leaks, ...seen.flatMap(({ foreign }) => foreign)],
    ...{ moves: played.length, router, notified: world.notified.length },
    accepted: seen.reduce((sum, { accepted }) => sum + accepted.length, 0),
    requests: seen.reduce((sum, { requests }) => sum + requests, 0),
    longestMs: {
      read: Math.max(...seen.map(({ longestMs }) => longestMs.read)),
      write: Math.max(...seen.map(({ longestMs }) => longestMs.write)),
    },
  }
  if (isSound(outcome)) await rm(folder, { recursive: true, force: true })
  return outcome
}

const leastRouter = 0.9

/** A machine that cannot keep up shows nothing about moves. */
export const isSound = ({ missing, duplicate, leaks, router, slots, overloaded, alerts, accepted }: Outcome): boolean =>
  missing.length + duplicate.length + leaks.length === 0 &&
  router >= leastRouter &&
  slots > 0 &&
  overloaded * 20 < slots &&
  alerts > 0 &&
  accepted > 0

const cellAt = ({ cells }: Installation, number: number): ProofCell => cells[number === 0 ? 0 : 1]

async function waitForChecks({ answered }: World): Promise<void> {
  const services = trees.flatMap((tree) => tree.services)
  for (const end = Date.now() + patienceMs; Date.now() < end; await wait(pollMs))
    if (new Set(answered.map(({ service_id }) => service_id)).size === services.length) return
  throw new Error('not all services are checked')
}

/** Waits until the last slot of each service is analysed, and nothing is left to send. */
async function waitForAnalyses(
  installation: Installation,
  places: ReadonlyMap<string, number>,
  to: number,
): Promise<void> {
  for (const end = Date.now() + patienceMs; Date.now() < end; await wait(pollMs)) {
    const { analyses } = await observe(installation, places)
    const last = Map.groupBy(analyses, ({ service_id }) => service_id)
    const isAnalysed = trees.every(({ services }) =>
      services.every(
        ({ service_id }) => Math.max(...(last.get(service_id) ?? []).map(({ slot }) => slot)) >= to - interval_ms,
      ),
    )
    const pending = await Promise.all(
      installation.cells.map(({ db }) => db.query(sql`select from notification where status = 'pending' limit 1`)),
    )
    if (isAnalysed && pending.flat().length === 0) return
  }
}

/** Reads the record of each tree in the cell that it is in. */
async function observe(
  installation: Installation,
  places: ReadonlyMap<string, number>,
): Promise<{ analyses: SeenAnalysis[]; alerts: SeenAlert[] }> {
  const [analyses, alerts]: [SeenAnalysis[], SeenAlert[]] = [[], []]
  for (const tree of trees) {
    const { db } = placeOf(installation, places, tree)
    const ids = tree.services.map(({ service_id }) => service_id)
    const rows = await db.query(sql<{ service_id: number; slot: number; checks: Buffer }>`select service_id,
  (extract(epoch from time) * 1000)::int8 as slot, checks from analysis where service_id = any(${ids}::bigint[])`)
    analyses.push(...rows.map(({ checks, ...row }) => ({ ...row, checks: readChecks(checks) })))
    alerts.push(
      ...(await db.query(sql<SeenAlert>`select service_id, (extract(epoch from start_time) * 1000)::int8 as start,
  (extract(epoch from end_time) * 1000)::int8 as end from occurrence
where service_id = any(${ids}::bigint[]) and event_id = ${tree.account_id}`)),
    )
  }
  return { analyses, alerts }
}

const placeOf = (installation: Installation, places: ReadonlyMap<string, number>, tree: PlantedTree): ProofCell =>
  cellAt(installation, places.get(tree.name) ?? 0)

/** Contacts whose creation was confirmed are there, once. */
async function findLostWrites(
  installation: Installation,
  places: ReadonlyMap<string, number>,
  seen: readonly CustomerFindings[],
): Promise<{ missing: string[]; duplicate: string[] }> {
  const [missing, duplicate]: [string[], string[]] = [[], []]
  for (const [index, tree] of trees.entries()) {
    const rows = await placeOf(installation, places, tree).db.query(sql<{
      name: string
      count: number
    }>`select name, count(*) as count
from contact where owner_id = ${tree.account_id} group by 1`)
    const counts = new Map(rows.map(({ name, count }) => [name, count]))
    missing.push(
      ...(seen[index]?.accepted ?? []).filter((name) => !counts.has(name)).map((name) => `the contact ${name} is gone`),
    )
    duplicate.push(
      ...rows.filter(({ count }) => count > 1).map(({ name }) => `the contact ${name} is there more than once`),
    )
  }
  return { missing, duplicate }
}

/** The record of both cells agrees with the seals. */
async function verify({ cells }: Installation): Promise<string[]> {
  const outcomes = await Promise.all(
    cells.map(({ name, databaseUrl }) =>
      runWachta({ DATABASE_URL: databaseUrl }, 'verify').then(
        () => [],
        (error: { stdout?: string; message: string }) => [
          `verify in ${name}: ${(error.stdout ?? error.message).slice(-600)}`,
        ],
      ),
    ),
  )
  return outcomes.flat()
}
