import { parseArgs } from 'node:util'
import { sensorSettings } from '@wachta/testing/api/sensor-settings'
import { startApi, type TestApi } from '@wachta/testing/api/start-api'
import { aftermathCells } from './aftermath.ts'
import { callCells } from './cells.ts'
import { tableFaults } from './effects.ts'
import { plantEvidence } from './evidence.ts'
import { fieldCells } from './fields.ts'
import { castKeys, keyCells } from './keys.ts'
import { plantProofs } from './kinds-notifications.ts'
import { referenceCells } from './references.ts'
import { type Cell, describe, lastLine, type Tally, tally } from './report.ts'
import { castRoles, type Role } from './roles.ts'
import { ruleFaults, unprovenFaults } from './rules.ts'
import { searchCells } from './searches.ts'
import { shareCells } from './shares.ts'
import { type Sabotage, setStage } from './stage.ts'
import { plantTrees, type Trees } from './trees.ts'

/** A smaller matrix than this has not looked. */
export const fewestCells = 5000

/** Account trees in a database of their own, and who makes the calls. */
export interface Ground extends AsyncDisposable {
  readonly api: TestApi
  readonly trees: Trees
  readonly roles: readonly Role[]
  readonly keyRoles: readonly Role[]
}

export interface Matrix extends Tally {
  readonly all: readonly Cell[]
  /** What the proof has not looked at, or could not: an operation without a row in the oracle's table, for one. */
  readonly faults: readonly string[]
}

interface Options {
  readonly sabotage?: Sabotage
  /** The operations to try, or what they begin with and a star; all unless given. */
  readonly only?: readonly string[]
  /** The roles that try them; all unless given. */
  readonly as?: readonly string[]
  /** Of each kind of cell one, in place of all. */
  readonly thin?: boolean
  /** The ways of looking at lists; all unless given. */
  readonly looks?: RegExp
}

export async function prepareGround(): Promise<Ground> {
  const sensors = await sensorSettings()
  const api = await startApi({ billing: { url: 'https://billing.test/', key: 'k'.repeat(32) }, sensors })
  const planted = await plantTrees(api.owner)
  await plantProofs(api.owner)
  const keys = await castKeys(api.owner, planted)
  const trees: Trees = {
    ...planted,
    things: [...planted.things, ...keys.things],
    thing: (resource, id) =>
      planted.thing(resource, id) ?? keys.things.find((one) => one.resource === resource && one.id === id),
    artifactToken: await plantEvidence(api, planted),
  }
  return {
    api,
    trees,
    roles: await castRoles(trees),
    keyRoles: keys.roles,
    [Symbol.asyncDispose]: () => api[Symbol.asyncDispose](),
  }
}

/** Every operation by every role on every target, and every list in every way it can be looked at. */
export async function prove(
  ground: Ground,
  { sabotage, only, as, thin = false, looks }: Options = {},
): Promise<Matrix> {
  const { api, trees } = ground
  const isCast = ({ name }: Role) => as?.includes(name) ?? true
  const roles = ground.roles.filter(isCast)
  const keyRoles = ground.keyRoles.filter(isCast)
  const isChosen = (id: string) =>
    only?.some((name) => (name.endsWith('*') ? id.startsWith(name.slice(0, -1)) : id === name)) ?? true
  // What is tried, what shows its flags, and the log that is looked at afterwards.
  const isServed = (id: string) => isChosen(id) || /^read_|^list_account_audits$/.test(id)
  await using stage = await setStage(api, trees.plantedAt, { ...(sabotage && { sabotage }), isServed })
  const operations = stage.operations.filter(({ id }) => isChosen(id))
  const proof = { stage, trees, roles, keyRoles, operations, thin, ...(looks && { looks }) }
  const all: Cell[] = []
  for (const look of [callCells, shareCells, fieldCells, searchCells, referenceCells, keyCells, aftermathCells])
    all.push(...(await look(proof)))
  const done = new Set(all.filter((cell) => cell.done).map(({ operation }) => operation))
  const faults = [
    ...ruleFaults(stage.operations),
    ...unprovenFaults(operations, done),
    ...(await stage.scene(() => tableFaults(stage))),
  ]
  return { ...tally(all), all, faults }
}

/** `npm run prove -- matrix [operation-prefix …]` */
export async function run(args: string[]): Promise<number> {
  const { positionals } = parseArgs({ args, allowPositionals: true })
  await using ground = await prepareGround()
  const matrix = await prove(ground, positionals.length > 0 ? { only: positionals.map((start) => `${start}*`) } : {})
  for (const line of [...describe(matrix.all), ...matrix.faults, lastLine(matrix)]) console.log(line)
  const isRed = matrix.leaks + matrix.mismatches + matrix.faults.length > 0
  return isRed || (matrix.cells < fewestCells && positionals.length === 0) ? 1 : 0
}
