import { setTimeout as wait } from 'node:timers/promises'
import type { Random } from '../faults/random.ts'
import type { Round } from './oracle.ts'
import type { ControlledProcess } from './processes.ts'
import { busyShare } from './world.ts'

/** What rounds are played with. */
export interface Stage {
  readonly planner: ControlledProcess
  /** Three that run between rounds, and one that does not. */
  readonly hosts: readonly ControlledProcess[]
  readonly leaseMs: number
  readonly interval_ms: number
  /** Waits until as many hosts have been heard; a machine under load may need long to start a process. */
  readonly waitForHosts: (count: number) => Promise<void>
  /** Waits until a planner leads that was started after this call of it. */
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

/** The time from the death of a host to the end of its lease by the planner's clock, at most. */
export const leaseEndMs = (leaseMs: number): number => (leaseMs * 16) / 15

/** How long before the end of an interval nothing is under way any more. */
const quietShare = 0.1

const running = ({ hosts }: Stage) => hosts.filter(({ isRunning }) => isRunning)

function pick(stage: Stage): ControlledProcess {
  const [first, ...rest] = running(stage)
  if (first === undefined) throw new Error('no host runs')
  return stage.random.pick([first, ...rest])
}

/** Until others have what it had, and some time longer. */
const waitForTakeover = ({ interval_ms }: Stage) => wait(interval_ms)

async function replace(host: ControlledProcess, stage: Stage, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  await host.end(signal)
  await waitForTakeover(stage)
  host.start()
}

export const kinds: readonly Kind[] = [
  {
    id: 'kill',
    name: 'SIGKILL of a host',
    isCostly: true,
    inflict: (stage) => replace(pick(stage), stage, 'SIGKILL'),
  },
  {
    id: 'end',
    name: 'SIGTERM of a host',
    isCostly: false,
    inflict: (stage) => replace(pick(stage), stage, 'SIGTERM'),
  },
  {
    id: 'stop',
    name: 'SIGSTOP of a host for longer than its lease',
    isCostly: true,
    // What is under way would go on after the stop, and the target would take it for a check of the later slot.
    prepare: ({ interval_ms }) => wait(interval_ms - ((Date.now() + interval_ms * quietShare) % interval_ms)),
    async inflict(stage) {
      const host = pick(stage)
      host.signal('SIGSTOP')
      await waitForTakeover(stage)
      // While checks start.
      await wait(stage.interval_ms * (quietShare + busyShare / 2))
      host.signal('SIGCONT')
    },
  },
  {
    id: 'restart',
    name: 'SIGKILL of a host that restarts at once',
    isCostly: true,
    async inflict(stage) {
      const host = pick(stage)
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
      const leaving = pick(stage)
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
      const [one, two] = stage.random.shuffled(running(stage))
      const dead = [one, two].filter((host) => host !== undefined)
      await Promise.all(dead.map((host) => host.end('SIGKILL')))
      await waitForTakeover(stage)
      for (const host of dead) host.start()
    },
  },
]

/** Plays one round, and waits until a check that it cost can no longer be beside one of the next round. */
export async function playRound(kind: Kind, stage: Stage): Promise<Round> {
  await kind.prepare?.(stage)
  const from = Date.now()
  await kind.inflict(stage)
  await stage.waitForHosts(3)
  // A host that joined late moves services, and a planner that dies meanwhile leaves them to the next one.
  await wait(Math.max(stage.interval_ms, 2 * stage.leaseMs))
  return { name: kind.name, from, isCostly: kind.isCostly }
}
