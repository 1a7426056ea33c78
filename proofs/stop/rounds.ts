import { setTimeout as wait } from 'node:timers/promises'
import type { RoleState } from '@wachta/operate/src/serve/role-keeper.ts'
import { runInProcess } from '@wachta/testing/processes/command'
import type { StopResult } from '../faults/processes.ts'
import type { Random } from '../faults/random.ts'
import { eventually } from '../faults/settle.ts'
import type { StopRig } from './rig.ts'

/** The process, and how it ends: stopped or killed. */
export interface ProcessEnd {
  readonly processName: string
  readonly how: 'stop' | 'crash'
}

export interface EndsPlayed {
  readonly stops: number
  readonly crashes: number
  readonly slowestMs: number
  readonly faults: readonly string[]
}

/** The maximum duration of a stop. */
const maxStopMs = 10_000
const maxWaitMs = 60_000
const maxPauseMs = 1_500

const roles = ['api', 'planner', 'analyst', 'notifier', 'reporter'] as const
const kinds: readonly ProcessEnd[] = [
  ...[...roles, 'serve', 'sensor'].map((processName) => ({ processName, how: 'stop' }) as const),
  { processName: 'a role', how: 'crash' },
]

/** Draws process ends in random order. Every kind comes once before any comes again. */
export function drawEnds(rounds: number, random: Random): ProcessEnd[] {
  const drawn: ProcessEnd[] = []
  let remaining: ProcessEnd[] = []
  while (drawn.length < rounds) {
    if (remaining.length === 0) remaining = [...kinds]
    const [end] = remaining.splice(Math.floor(random.between(0, remaining.length)), 1)
    if (end) drawn.push(end.how === 'crash' ? { ...end, processName: random.pick(roles) } : end)
  }
  return drawn
}

export async function playEnds(
  rig: StopRig,
  ends: readonly ProcessEnd[],
  { random, say: print }: { readonly random: Random; readonly say: (line: string) => void },
): Promise<EndsPlayed> {
  const faults: string[] = []
  let [stops, crashes, slowestMs] = [0, 0, 0]
  for (const { processName: whom, how } of ends) {
    await wait(random.between(0, maxPauseMs))
    if (how === 'crash') {
      faults.push(...(await crash(rig, whom)))
      crashes += 1
      print(`${whom} was killed and restarted`)
      continue
    }
    const { code, signal, ms } = await stop(rig, whom, random)
    stops += 1
    slowestMs = Math.max(slowestMs, ms)
    print(`${whom} stopped within ${ms} ms`)
    if (code !== 0) faults.push(`${whom} ended with ${signal ?? code} when asked to stop`)
    if (ms > maxStopMs) faults.push(`${whom} took ${ms} ms to stop`)
  }
  return { stops, crashes, slowestMs, faults }
}

async function stop(rig: StopRig, whom: string, random: Random): Promise<StopResult> {
  if (whom === 'serve') return rig.serve.stop()
  if (whom === 'sensor') {
    const [first, ...rest] = rig.sensors
    if (!first) throw new RangeError('no sensor')
    return random.pick([first, ...rest]).process.stop()
  }
  const { pid, restarts } = await waitUntilRunning(rig, whom)
  const began = Date.now()
  process.kill(pid, 'SIGTERM')
  let restarted: RoleState | undefined
  await eventually(maxWaitMs, async () => {
    restarted = (await rig.roles()).find(({ role }) => role === whom)
    return restarted !== undefined && restarted.restarts > restarts
  })
  const exit = restarted?.last_exit
  const ms = exit ? Date.parse(exit.time) - began : maxWaitMs
  return { code: exit?.code ?? null, signal: (exit?.signal ?? null) as NodeJS.Signals | null, ms }
}

/** Kills a role, and checks that it is restarted and that `wachta doctor` reports the crash. */
async function crash(rig: StopRig, whom: string): Promise<string[]> {
  const { pid, restarts } = await waitUntilRunning(rig, whom)
  process.kill(pid, 'SIGKILL')
  let restarted: RoleState | undefined
  await eventually(maxWaitMs, async () => {
    restarted = (await rig.roles()).find(({ role }) => role === whom)
    return restarted?.state === 'running' && restarted.restarts > restarts
  })
  if (restarted?.state !== 'running' || restarted.last_exit?.signal !== 'SIGKILL')
    return [`${whom} was killed and was not restarted`]
  const { out } = await runInProcess(await rig.variables(), 'doctor')
  return out.includes(`${whom} ended`) ? [] : [`the doctor does not report that ${whom} was killed:\n${out}`]
}

async function waitUntilRunning(rig: StopRig, whom: string): Promise<{ pid: number; restarts: number }> {
  let found: RoleState | undefined
  await eventually(maxWaitMs, async () => {
    found = (await rig.roles()).find(({ role }) => role === whom)
    return found?.state === 'running'
  })
  if (found?.state !== 'running' || found.pid === null) throw new Error(`${whom} is not running; see ${rig.folder}`)
  return { pid: found.pid, restarts: found.restarts }
}
