import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs, promisify } from 'node:util'
import { verifyRecord } from '@wachta/evidence'
import { sql } from 'kysely'
import { type Comparison, compare } from '../faults/compare.ts'
import { formatFindings, isEmpty, type ProofFindings } from '../faults/found.ts'
import { readLedgers } from '../faults/ledger.ts'
import { type RestartingProcess, thisHome } from '../faults/processes.ts'
import { createRandom } from '../faults/random.ts'
import { migrateFrom, openRig, type Rig } from '../faults/rig.ts'
import { areSensorsUp, eventually, hasCompleteAnalyses, settle } from '../faults/settle.ts'
import { beginChecks } from '../faults/world.ts'
import { parseRounds } from '../rounds.ts'

export interface Options {
  /** The git revision that is upgraded. */
  readonly from: string
  readonly seed: number
  /** The number of upgrades; in between, everything except the schema is downgraded. */
  readonly rounds: number
  /** Whether to continue until a part of the record is sealed, which takes up to a quarter of an hour. */
  readonly sealed?: boolean
  /** The negative control: at the end a sensor loses the results that it has not sent yet. */
  readonly broken?: boolean
  readonly print?: (line: string) => void
}

export interface Outcome extends ProofFindings, Pick<Comparison, 'executed' | 'analyses' | 'amended'> {
  readonly moves: number
}

const maxWaitMs = 120_000
/** A window of 15 minutes, plus the time for which a reporter waits for late results. */
const maxSealWaitMs = 1_200_000

/** The first version, v0.1.0, by its commit, because a clone need not contain tags. */
const firstVersion = '0814b280af15acb9bba5e8bd05297d087c535297'

/**
 * Upgrades an installation of an older version while it is running: first the schema, then one process after another,
 * so that old and new sensors, analysts and planners run at the same time; then back again. Nothing may be lost, and
 * the record must verify.
 */
export async function prove(options: Options): Promise<Outcome> {
  const { from, seed, rounds, sealed = false, broken = false, print = () => undefined } = options
  await using old = await checkOutVersion(from)
  await using rig = await openRig(seed, { home: old.path, withReporter: true })
  print(`from ${from} to this tree, seed ${seed}, logs in ${rig.folder}`)
  const faults: string[] = []
  if ((await eventually(maxWaitMs, () => areSensorsUp(rig))) === undefined) faults.push('the sensors did not start')
  const began = Date.now() + 5_000
  await beginChecks(rig.db, rig.target.port, new Date(began))
  if ((await eventually(maxWaitMs, () => hasCompleteAnalyses(rig, began))) === undefined)
    faults.push('no analysis was ever complete')
  await migrateFrom(thisHome, rig.postgres.address)
  print('the schema has this version; the processes of the other version are still running')
  const random = createRandom(seed)
  let moves = 0
  for (let round = 0; round < 2 * rounds - 1; round += 1) {
    const home = round % 2 === 0 ? thisHome : old.path
    for (const each of random.shuffle(listProcesses(rig))) {
      await each.moveTo(home)
      moves += 1
      await wait(random.between(500, 3_000))
    }
    const since = Date.now()
    const recoveryMs = await eventually(maxWaitMs, () => hasCompleteAnalyses(rig, since))
    if (recoveryMs === undefined) faults.push(`analyses not complete after move ${moves}`)
    print(
      `${moves} moves: everything is of ${home === thisHome ? 'this version' : from}, analyses complete again after ${recoveryMs} ms`,
    )
  }
  if (sealed && (await eventually(maxSealWaitMs, () => isSealed(rig))) === undefined) faults.push('nothing was sealed')
  if (broken) await deleteSensorFolder(rig)
  const { end, isDrained } = await settle(rig, 2 * maxWaitMs)
  if (!isDrained) faults.push('sensors still hold results')
  const executions = await readLedgers(rig.sensors.map(({ ledger }) => ledger))
  const compared = await compare(rig.db, executions, { end, outages: [] })
  const { faultCount, links, audit } = await verifyRecord(rig.db)
  if (faultCount > 0) faults.push(`the record does not verify: ${faultCount} faults`)
  else print(`the record verifies, with ${links} links of the chain and ${audit.entries} entries of the audit`)
  const outcome = { ...compared, moves, faults }
  if (isClean(outcome)) rig.discardFiles()
  return outcome
}

const listProcesses = ({ planner, analysts, reporter, sensors }: Rig): readonly RestartingProcess[] => [
  planner,
  ...analysts,
  ...(reporter ? [reporter] : []),
  ...sensors.map((sensor) => sensor.process),
]

const isSealed = async ({ db }: Rig): Promise<boolean> =>
  (await db.query(sql<{ number: number }>`select number from seal where kind = 'analyses' limit 1`)).length > 0

/** The negative control: deletes the folder of a sensor with its unsent results. */
async function deleteSensorFolder({ folder, sensors: [sensor] }: Rig): Promise<void> {
  sensor?.way.setCondition('cut')
  await wait(8_000)
  sensor?.process.signal('SIGKILL')
  await rm(join(folder, sensor?.process.name ?? ''), { recursive: true, force: true })
  sensor?.way.setCondition('open')
}

/** Checks out the sources of a version into a folder, with the installed packages of this version. */
async function checkOutVersion(version: string): Promise<{ readonly path: string } & AsyncDisposable> {
  const git = (...args: string[]) => promisify(execFile)('git', ['-C', thisHome, ...args])
  const path = await mkdtemp(join(tmpdir(), 'wachta-version-'))
  await git('worktree', 'add', '--detach', '--force', path, version)
  const packages = join(path, 'node_modules')
  await mkdir(join(packages, '@wachta'), { recursive: true })
  for (const name of await readdir(join(thisHome, 'node_modules')))
    if (name !== '@wachta') await symlink(join(thisHome, 'node_modules', name), join(packages, name))
  for (const name of await readdir(join(path, 'packages')))
    await symlink(join(path, 'packages', name), join(packages, '@wachta', name))
  return { path, [Symbol.asyncDispose]: async () => void (await git('worktree', 'remove', '--force', path)) }
}

export const isClean = (outcome: Outcome): boolean => isEmpty(outcome) && outcome.executed > 200

export function formatLines(outcome: Outcome): string[] {
  const { missing, extra, duplicate, falseUnknown } = outcome
  return [
    ...formatFindings(outcome),
    `${outcome.executed} results in ${outcome.analyses} analyses, ${outcome.amended} of them amended`,
    `upgrade: ${outcome.moves} moves, ${missing.length} lost, ${extra.length} extra, ${duplicate.length} duplicate, ${falseUnknown.length} false unknown`,
  ]
}

/** npm run prove -- upgrade [--from version] [--rounds 2] [--seed n] [--sealed] [--break] */
export async function run(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      from: { type: 'string', default: firstVersion },
      rounds: { type: 'string', default: '2' },
      seed: { type: 'string' },
      sealed: { type: 'boolean', default: false },
      break: { type: 'boolean', default: false },
    },
  })
  const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31))
  const { from, rounds, sealed, break: broken } = values
  const outcome = await prove({ from, seed, rounds: parseRounds(rounds), sealed, broken, print: console.log })
  for (const line of formatLines(outcome)) console.log(line)
  return isClean(outcome) ? 0 : 1
}
