import { parseArgs } from 'node:util'
import { createSensorSettings } from '@wachta/testing/api/sensor-settings'
import { startApi, type TestApi } from '@wachta/testing/api/start-api'
import { sql } from 'kysely'
import { collectCallsAcrossCells, findSharedIds, type OtherCell, otherCellNumber } from './across-cells.ts'
import { collectAuditLogCells } from './aftermath.ts'
import { callCells } from './cells.ts'
import { findMissingTables } from './effects.ts'
import { seedEvidence } from './evidence.ts'
import { collectFieldCells } from './fields.ts'
import { collectKeyCells, createKeyRoles } from './keys.ts'
import { seedVerifiedAddresses } from './kinds-notifications.ts'
import { collectReferenceCells } from './references.ts'
import { type Cell, countCells, describeFailures, formatSummary, type Tally } from './report.ts'
import { seedReportFiles } from './report-files.ts'
import { createRoles, type Role } from './roles.ts'
import { findRuleFaults, findUnprovenOperations } from './rules.ts'
import { type InjectedFault, openSandbox } from './sandbox.ts'
import { collectSearchCells } from './searches.ts'
import { collectShareCells } from './shares.ts'
import { type AccountTrees, seedTrees } from './trees.ts'

/** A matrix with fewer cells than this is incomplete, so the proof fails. */
export const minCells = 5000

/** The numbers of the canaries of one cell. */
const canariesPerCell = 100_000

/** A test API with account trees in its own database, and the roles that make the calls. */
export interface MatrixSetup extends AsyncDisposable {
  readonly api: TestApi
  readonly trees: AccountTrees
  readonly roles: readonly Role[]
  readonly keyRoles: readonly Role[]
  readonly otherCell: OtherCell
}

export interface Matrix extends Tally {
  readonly all: readonly Cell[]
  /** What the proof could not test, for example an operation without a row in the oracle's table. */
  readonly faults: readonly string[]
}

interface Options {
  readonly injectedFault?: InjectedFault
  /** The operations to try, as ids or as prefixes with a star; by default all. */
  readonly only?: readonly string[]
  /** The roles that try them; by default all. */
  readonly as?: readonly string[]
  /** Tests one cell of each kind instead of all. */
  readonly thin?: boolean
  /** The ways of querying lists; by default all. */
  readonly looks?: RegExp
}

export async function prepareMatrix(): Promise<MatrixSetup> {
  const [cell, otherCell] = [await prepareCell(0), await prepareCell(otherCellNumber)]
  return {
    ...cell,
    otherCell,
    roles: await createRoles(cell.trees),
    async [Symbol.asyncDispose]() {
      await cell.api[Symbol.asyncDispose]()
      await otherCell.api[Symbol.asyncDispose]()
    },
  }
}

/** Starts the API of a cell, and seeds its database. */
async function prepareCell(cellNumber: number): Promise<Pick<MatrixSetup, 'api' | 'trees' | 'keyRoles'>> {
  const sensors = await createSensorSettings()
  const billing = { url: 'https://billing.test/', key: 'k'.repeat(32) }
  // A port without a listener, which rejects connections at once.
  const api = await startApi({ billing, sensors, cellNumber, dnsServers: ['127.0.0.1:9'] })
  const seeded = await seedTrees(api.owner, cellNumber * canariesPerCell)
  await seedVerifiedAddresses(api.owner)
  await api.owner.query(sql`insert into branding (account_id, accent_colour) select id, '#1f5bc4' from account`)
  // A passkey can be deleted only if another second factor remains.
  await api.owner.query(
    sql`update credential set totp_secret = 'v1.test.placeholder' where account_id in (select account_id from passkey)`,
  )
  const keys = await createKeyRoles(api.owner, seeded)
  const trees: AccountTrees = {
    ...seeded,
    things: [...seeded.things, ...keys.things],
    thing: (resource, id) =>
      seeded.thing(resource, id) ?? keys.things.find((one) => one.resource === resource && one.id === id),
    artifactToken: await seedEvidence(api, seeded),
    reportTokens: await seedReportFiles(api, seeded),
  }
  return { api, trees, keyRoles: keys.roles }
}

/** Calls every operation with every role on every target, and every list in every way it can be queried. */
export async function prove(
  setup: MatrixSetup,
  { injectedFault, only, as, thin = false, looks }: Options = {},
): Promise<Matrix> {
  const { api, trees } = setup
  const isChosenRole = ({ name }: Role) => as?.includes(name) ?? true
  const roles = setup.roles.filter(isChosenRole)
  const keyRoles = setup.keyRoles.filter(isChosenRole)
  const isChosen = (id: string) =>
    only?.some((name) => (name.endsWith('*') ? id.startsWith(name.slice(0, -1)) : id === name)) ?? true
  // Serve the tested operations, those that show flags, and the audit log that is read afterwards.
  const isServed = (id: string) => isChosen(id) || /^read_|^list_account_audits$/.test(id)
  await using sandbox = await openSandbox(api, trees.seededAt, { ...(injectedFault && { injectedFault }), isServed })
  const { otherCell } = setup
  await using otherSandbox = await openSandbox(otherCell.api, otherCell.trees.seededAt, { isServed })
  const operations = sandbox.operations.filter(({ id }) => isChosen(id))
  const proof = { sandbox, trees, roles, keyRoles, operations, thin, ...(looks && { looks }) }
  const all: Cell[] = []
  for (const runPart of [
    callCells,
    collectShareCells,
    collectFieldCells,
    collectSearchCells,
    collectReferenceCells,
    collectKeyCells,
    collectAuditLogCells,
    (shared: typeof proof) => collectCallsAcrossCells(shared, { sandbox: otherSandbox, trees: otherCell.trees }),
  ])
    all.push(...(await runPart(proof)))
  const done = new Set(all.filter((cell) => cell.done).map(({ operation }) => operation))
  const faults = [
    ...findRuleFaults(sandbox.operations),
    ...findUnprovenOperations(operations, done),
    ...findSharedIds(trees, otherCell.trees),
    ...(await sandbox.withRollback(() => findMissingTables(sandbox))),
  ]
  return { ...countCells(all), all, faults }
}

/** `npm run prove -- matrix [operation-prefix …]` */
export async function run(args: string[]): Promise<number> {
  const { positionals } = parseArgs({ args, allowPositionals: true })
  await using setup = await prepareMatrix()
  const matrix = await prove(setup, positionals.length > 0 ? { only: positionals.map((start) => `${start}*`) } : {})
  for (const line of [...describeFailures(matrix.all), ...matrix.faults, formatSummary(matrix)]) console.log(line)
  const hasFailed = matrix.leaks + matrix.mismatches + matrix.faults.length > 0
  return hasFailed || (matrix.cells < minCells && positionals.length === 0) ? 1 : 0
}
