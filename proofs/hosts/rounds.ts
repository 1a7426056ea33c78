import { setTimeout as wait } from 'node:timers/promises'
import type { Random } from '../faults/random.ts'
import type { Round } from './oracle.ts'
import type { ControlledProcess } from './processes.ts'
import { busyShare } from './world.ts'

/** The processes that rounds act on, and their times. */
export interface Stage {
  readonly planner: ControlledProcess
  /** Four hosts: between rounds, three of them run. */
  readonly hosts: readonly ControlledProcess[]
  readonly leaseMs: number
  readonly interval_ms: number
  /** Waits until this many hosts send heartbeats; on a busy machine a process may take long to start. */
  readonly waitForHosts: (count: number) => Promise<void>
  /** Starts a planner, and waits until it leads. */
  readonly restartPlanner: () => Promise<void>
  readonly random: Random
}

export interface Kind {
  /** Its name for `--only`. */
  readonly id: string
  readonly name: string
  /** Whether a service may miss a check. */
  readonly isCostly: boolean
  /** Waits for the right moment. */
  prepare?(stage: Stage): Promise<void>
  inflict(stage: Stage): Promise<void>
}

/** The maximum time from the death of a host to the end of its lease by the planner's clock. */
export const leaseEndMs = (leaseMs: number): number => (leaseMs * 16) / 15

/** The last part of an interval, in which no check is in progress any more. */
const quietShare = 0.1

const listRunningHosts = ({ hosts }: Stage) => hosts.filter(({ isRunning }) => isRunning)

function pickRunningHost(stage: Stage): ControlledProcess {
  const [first, ...rest] = listRunningHosts(stage)
  if (first === undefined) throw new Error('no host runs')
  return stage.random.pick([first, ...rest])
}

/** Waits until other hosts have taken over the buckets, and some time longer. */
const waitForTakeover = ({ interval_ms }: Stage) => wait(interval_ms)

async function endAndRestart(host: ControlledProcess, stage: Stage, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  await host.end(signal)
  await waitForTakeover(stage)
  host.start()
}

export const kinds: readonly Kind[] = [
  {
    id: 'kill',
    name: 'SIGKILL of a host',
    isCostly: true,
    inflict: (stage) => endAndRestart(pickRunningHost(stage), stage, 'SIGKILL'),
  },
  {
    id: 'end',
    name: 'SIGTERM of a host',
    isCostly: false,
    inflict: (stage) => endAndRestart(pickRunningHost(stage), stage, 'SIGTERM'),
  },
  {
    id: 'stop',
    name: 'SIGSTOP of a host for longer than its lease',
    isCostly: true,
    // A check in progress would continue after the stop, and the target would count it for the later slot.
    prepare: ({ interval_ms }) => wait(interval_ms - ((Date.now() + interval_ms * quietShare) % interval_ms)),
    async inflict(stage) {
      const host = pickRunningHost(stage)
      host.signal('SIGSTOP')
      await waitForTakeover(stage)
      // Resume the host while checks start.
      await wait(stage.interval_ms * (quietShare + busyShare / 2))
      host.signal('SIGCONT')
    },
  },
  {
    id: 'restart',
    name: 'SIGKILL of a host that restarts at once',
    isCostly: true,
    async inflict(stage) {
      const host = pickRunningHost(stage)
      await host.end('SIGKILL')
      host.start()
      await waitForTakeover(stage)
    },
  },
  {
    id: 'join',
    name: 'start of a host, and SIGTERM of another one',
    isCostly: false,
    async inflict(stage) {
      const added = stage.hosts.find(({ isRunning }) => !isRunning)
      const leaving = pickRunningHost(stage)
      added?.start()
      await waitForTakeover(stage)
      await leaving.end('SIGTERM')
    },
  },
  {
    id: 'planner',
    name: 'SIGKILL of the planner',
    isCostly: false,
    async inflict(stage) {
      await stage.planner.end('SIGKILL')
      await wait(stage.random.between(300, stage.leaseMs))
      await stage.restartPlanner()
      await waitForTakeover(stage)
    },
  },
  {
    id: 'two',
    name: 'SIGKILL of two hosts at once',
    isCostly: true,
    async inflict(stage) {
      const [one, two] = stage.random.shuffle(listRunningHosts(stage))
      const dead = [one, two].filter((host) => host !== undefined)
      await Promise.all(dead.map((host) => host.end('SIGKILL')))
      await waitForTakeover(stage)
      for (const host of dead) host.start()
    },
  },
]

/** Plays one round, and then waits long enough that a check that it cost is not counted for the next round. */
export async function playRound(kind: Kind, stage: Stage): Promise<Round> {
  await kind.prepare?.(stage)
  const from = Date.now()
  await kind.inflict(stage)
  await stage.waitForHosts(3)
  // When a host joins late, services still move; a planner that dies meanwhile leaves that to the next one.
  await wait(Math.max(stage.interval_ms, 2 * stage.leaseMs))
  return { name: kind.name, from, isCostly: kind.isCostly }
}
