import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { getBasicEnvironment } from '@wachta/testing/processes/basic-environment'
import { thisHome } from '../faults/processes.ts'
import type { Random } from '../faults/random.ts'
import type { Installation, Role } from './installation.ts'
import type { PlantedTree } from './world.ts'

/** A part of a move that is broken on purpose. */
export type Break = 'handover' | 'history' | 'source'

/** Sensors are not killed: a check in progress is always lost with its sensor, even without a move. */
const killable = ['analyst', 'planner', 'notifier', 'reporter', 'api'] as const satisfies readonly Role[]
/** Processes are killed within this time from the start of a move; the tree has left the old cell by then. */
const killWithinMs = 75_000
const downMs = 1_000
const maxStarts = 6

export interface PlayedMove {
  readonly name: string
  readonly ms: number
  /** Why the move failed. */
  readonly fault?: string
}

interface MovePlan {
  readonly installation: Installation
  readonly tree: PlantedTree
  /** The numbers of the cells. */
  readonly from: number
  readonly to: number
  readonly random: Random
  readonly broken: Break | undefined
  readonly folder: string
}

/** Moves a tree and meanwhile kills a random victim: the command itself, a process of one of the cells, or nothing. */
export async function playMove(plan: MovePlan): Promise<PlayedMove> {
  const { random, tree, from, to, installation } = plan
  const victim = random.pick(['nothing', 'the command', ...killable])
  const cell = random.pick(installation.cells)
  const afterMs = random.between(500, killWithinMs)
  const name = `${tree.name} from ${from} to ${to}, SIGKILL of ${victim}${victim === 'nothing' || victim === 'the command' ? '' : ` of ${cell.name}`}${victim === 'nothing' ? '' : ` after ${Math.round(afterMs / 100) / 10} s`}`
  const began = Date.now()
  let mover = startMover(plan)
  const killing = wait(afterMs).then(async () => {
    if (victim === 'the command') mover.kill('SIGKILL')
    else if (victim !== 'nothing') await cell.processes[victim as Role].kill(downMs)
  })
  for (let starts = 1; ; starts += 1) {
    const code = await waitForExit(mover)
    if (code === 0) break
    if (starts === maxStarts)
      return { name, ms: Date.now() - began, fault: `${name}: the command failed ${starts} times` }
    mover = startMover(plan)
  }
  const ms = Date.now() - began
  await killing
  return { name, ms }
}

const moverProgram = fileURLToPath(new URL('./fixtures/mover.ts', import.meta.url))
const command = join(thisHome, 'packages/operate/src/main.ts')

function startMover({ installation, tree, from, to, broken, folder }: MovePlan): ChildProcess {
  const { cells, environment, routerOptions } = installation
  const words = [
    'cells',
    'move',
    tree.name,
    '--from',
    cells[from === 0 ? 0 : 1].name,
    '--to',
    cells[to === 0 ? 0 : 1].name,
  ]
  const log = openSync(join(folder, 'moves.log'), 'a')
  const child = spawn(process.execPath, [broken === undefined ? command : moverProgram, ...words, ...routerOptions], {
    env: { ...getBasicEnvironment(), ...environment, CELLS_BREAK: broken ?? '' },
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  return child
}

const waitForExit = (child: ChildProcess): Promise<number | null> =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve(child.exitCode)
    : new Promise((resolve) => child.once('exit', (code) => resolve(code)))
