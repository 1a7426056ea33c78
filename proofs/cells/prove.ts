import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { readChecks } from '../faults/packed-checks.ts'
import { createRandom } from '../faults/random.ts'
import { type CustomerFindings, startCustomer } from './customers.ts'
import { type Installation, openInstallation, type ProofCell, runWachta } from './installation.ts'
import { findForeignAnswers, findRows } from './leaks.ts'
import { type Break, type PlayedMove, playMove } from './moves.ts'
import { type Findings, judge, type SeenAlert, type SeenAnalysis } from './oracle.ts'
import { measureRouter } from './router-ratio.ts'
import { interval_ms, openWorld, type PlantedTree, trees, type World } from './world.ts'

export interface Options {
  readonly moves: number
  readonly seed: number
  readonly broken?: Break | undefined
  readonly print?: (line: string) => void
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

const timeoutMs = 180_000
const pollMs = 1_000

/**
 * Moves trees between two cells while their services fail and recover, customers work, and processes are killed. Then
 * compares the outcome with an oracle.
 */
export async function prove({ moves, seed, broken, print = () => undefined }: Options): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), 'wachta-cells-'))
  print(`cells: seed ${seed}, logs in ${folder}`)
  using world = await openWorld(seed)
  await using installation = await openInstallation(folder, world)
  await waitForChecks(world)
  const from = Date.now()
  const customers = trees.map((tree) => startCustomer(installation.origin, tree))
  const currentCells = new Map(trees.map(({ name, home }) => [name, home]))
  const [playedMoves, leaks]: [PlayedMove[], string[]] = [[], []]
  const random = createRandom(seed)
  while (playedMoves.length < moves) {
    // Two trees move at the same time, in opposite directions.
    const moving = trees.filter((tree) => tree.moves).slice(0, moves - playedMoves.length)
    await Promise.all(
      moving.map(async (tree) => {
        const currentCell = currentCells.get(tree.name) ?? 0
        const move = await playMove({
          installation,
          tree,
          from: currentCell,
          to: 1 - currentCell,
          random,
          broken,
          folder,
        })
        currentCells.set(tree.name, 1 - currentCell)
        playedMoves.push(move)
        print(`${playedMoves.length}. ${move.name}: ${Math.round(move.ms / 1000)} s`)
        leaks.push(...(await findRows(getCell(installation, currentCell), tree)))
      }),
    )
    leaks.push(...(await findForeignAnswers(installation, currentCells)))
  }
  const router = await measureRouter(installation)
  for (const customer of customers) await customer[Symbol.asyncDispose]()
  const customerFindings = customers.map(({ findings }) => findings)
  const to = Date.now()
  await waitForAnalyses(installation, currentCells, to)
  const findings = judge({
    ...(await observe(installation, currentCells)),
    ...{ services: trees.flatMap(({ services }) => services), from, to },
    answered: world.answered,
    notified: world.notified,
  })
  const lostWrites = await findLostWrites(installation, currentCells, customerFindings)
  const outcome = {
    ...findings,
    missing: [
      ...findings.missing,
      ...lostWrites.missing,
      ...playedMoves.flatMap(({ fault }) => fault ?? []),
      ...(await verify(installation)),
      ...customerFindings.flatMap(({ unexpectedAnswers: refused }) => refused),
    ],
    duplicate: [...findings.duplicate, ...lostWrites.duplicate],
    leaks: [...leaks, ...customerFindings.flatMap(({ foreign }) => foreign)],
    ...{ moves: playedMoves.length, router, notified: world.notified.length },
    accepted: customerFindings.reduce((sum, { accepted }) => sum + accepted.length, 0),
    requests: customerFindings.reduce((sum, { requests }) => sum + requests, 0),
    longestMs: {
      read: Math.max(...customerFindings.map(({ longestMs }) => longestMs.read)),
      write: Math.max(...customerFindings.map(({ longestMs }) => longestMs.write)),
    },
  }
  if (hasPassed(outcome)) await rm(folder, { recursive: true, force: true })
  return outcome
}

const minRouterRatio = 0.9

/** A run with too many skipped slots does not count: an overloaded machine proves nothing about moves. */
export const hasPassed = ({
  missing,
  duplicate,
  leaks,
  router,
  slots,
  overloaded,
  alerts,
  accepted,
}: Outcome): boolean =>
  missing.length + duplicate.length + leaks.length === 0 &&
  router >= minRouterRatio &&
  slots > 0 &&
  overloaded * 20 < slots &&
  alerts > 0 &&
  accepted > 0

const getCell = ({ cells }: Installation, number: number): ProofCell => cells[number === 0 ? 0 : 1]

async function waitForChecks({ answered }: World): Promise<void> {
  const services = trees.flatMap((tree) => tree.services)
  for (const end = Date.now() + timeoutMs; Date.now() < end; await wait(pollMs))
    if (new Set(answered.map(({ service_id }) => service_id)).size === services.length) return
  throw new Error('not all services are checked')
}

/** Waits until the last slot of each service is analysed and no notification is pending. */
async function waitForAnalyses(
  installation: Installation,
  currentCells: ReadonlyMap<string, number>,
  to: number,
): Promise<void> {
  for (const end = Date.now() + timeoutMs; Date.now() < end; await wait(pollMs)) {
    const { analyses } = await observe(installation, currentCells)
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

/** Reads the record of each tree from its current cell. */
async function observe(
  installation: Installation,
  currentCells: ReadonlyMap<string, number>,
): Promise<{ analyses: SeenAnalysis[]; alerts: SeenAlert[] }> {
  const [analyses, alerts]: [SeenAnalysis[], SeenAlert[]] = [[], []]
  for (const tree of trees) {
    const { db } = getCurrentCell(installation, currentCells, tree)
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

const getCurrentCell = (
  installation: Installation,
  currentCells: ReadonlyMap<string, number>,
  tree: PlantedTree,
): ProofCell => getCell(installation, currentCells.get(tree.name) ?? 0)

/** Finds contacts whose creation was confirmed and that do not exist, or exist more than once. */
async function findLostWrites(
  installation: Installation,
  currentCells: ReadonlyMap<string, number>,
  customerFindings: readonly CustomerFindings[],
): Promise<{ missing: string[]; duplicate: string[] }> {
  const [missing, duplicate]: [string[], string[]] = [[], []]
  for (const [index, tree] of trees.entries()) {
    const rows = await getCurrentCell(installation, currentCells, tree).db.query(sql<{
      name: string
      count: number
    }>`select name, count(*) as count
from contact where owner_id = ${tree.account_id} group by 1`)
    const counts = new Map(rows.map(({ name, count }) => [name, count]))
    missing.push(
      ...(customerFindings[index]?.accepted ?? [])
        .filter((name) => !counts.has(name))
        .map((name) => `the contact ${name} is missing`),
    )
    duplicate.push(
      ...rows.filter(({ count }) => count > 1).map(({ name }) => `the contact ${name} exists more than once`),
    )
  }
  return { missing, duplicate }
}

/** Verifies the record of both cells against its seals. */
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
