import { setTimeout as wait } from 'node:timers/promises'
import type { RoleState } from '@wachta/operate/src/serve/role-keeper.ts'
import { runInProcess } from '@wachta/testing/processes/command'
import type { StopResult } from '../faults/processes.ts'
import type { Random } from '../faults/random.ts'
import { eventually } from '../faults/settle.ts'
import type { StopRig } from './rig.ts'

/** The process, and how it ends: stopped or killed. */
export interface ProcessEnd {
  readonly whom: string
  readonly how: 'stop' | 'crash'
}

export interface EndsPlayed {
  readonly stops: number
  readonly crashes: number
  readonly slowestMs: number
  readonly faults: readonly string[]
}

/** The maximum duration of a stop. */
const limitMs = 10_000
const patienceMs = 60_000
const pause_ms = 1_500

const roles = ['api', 'planner', 'analyst', 'notifier', 'reporter'] as const
const kinds: readonly ProcessEnd[] = [
  ...[...roles, 'serve', 'sensor'].map((whom) => ({ whom, how: 'stop' }) as const),
  { whom: 'a role', how: 'crash' },
]

/** Draws ends in random order. Every kind comes once before any comes again. */
export function drawEnds(rounds: number, random: Random): ProcessEnd[] {
  const drawn: ProcessEnd[] = []
  let left: ProcessEnd[] = []
  while (drawn.length < rounds) {
    if (left.length === 0) left = [...kinds]
    const [end] = left.splice(Math.floor(random.between(0, left.length)), 1)
    if (end) drawn.push(end.how === 'crash' ? { ...end, whom: random.pick(roles) } : end)
  }
  return drawn
}

export async function playEnds(
  rig: StopRig,
  ends: readonly ProcessEnd[],
  { random, say }: { readonly random: Random; readonly say: (line: string) => void },
): Promise<EndsPlayed> {
  const faults: string[] = []
  let [stops, crashes, slowestMs] = [0, 0, 0]
  for (const { whom, how } of ends) {
    await wait(random.between(0, pause_ms))
    if (how === 'crash') {
      faults.push(...(await crash(rig, whom)))
      crashes += 1
      say(`${whom} was killed, and runs again`)
      continue
    }
    const { code, signal, ms } = await stop(rig, whom, random)
    stops += 1
    slowestMs = Math.max(slowestMs, ms)
    say(`${whom} stopped within ${ms} ms`)
    if (code !== 0) faults.push(`${whom} ended with ${signal ?? code} when it was asked to stop`)
    if (ms > limitMs) faults.push(`${whom} took ${ms} ms to stop`)
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
  const { pid, restarts } = await running(rig, whom)
  const began = Date.now()
  process.kill(pid, 'SIGTERM')
  let ended: RoleState | undefined
  await eventually(patienceMs, async () => {
    ended = (await rig.roles()).find(({ role }) => role === whom)
    return ended !== undefined && ended.restarts > restarts
  })
  const exit = ended?.last_exit
  const ms = exit ? Date.parse(exit.time) - began : patienceMs
  return { code: exit?.code ?? null, signal: (exit?.signal ?? null) as NodeJS.Signals | null, ms }
}

/** Checks that it is restarted, after a delay, and that `wachta doctor` reports it. */
async function crash(rig: StopRig, whom: string): Promise<string[]> {
  const { pid, restarts } = await running(rig, whom)
  process.kill(pid, 'SIGKILL')
  let again: RoleState | undefined
  await eventually(patienceMs, async () => {
    again = (await rig.roles()).find(({ role }) => role === whom)
    return again?.state === 'running' && again.restarts > restarts
  })
  if (again?.state !== 'running' || again.last_exit?.signal !== 'SIGKILL')
    return [`${whom} was killed and does not run again`]
  const { out } = await runInProcess(await rig.variables(), 'doctor')
  return out.includes(`${whom} ended`) ? [] : [`the doctor does not tell that ${whom} was killed:\n${out}`]
}

async function running(rig: StopRig, whom: string): Promise<{ pid: number; restarts: number }> {
  let found: RoleState | undefined
  await eventually(patienceMs, async () => {
    found = (await rig.roles()).find(({ role }) => role === whom)
    return found?.state === 'running'
  })
  if (found?.state !== 'running' || found.pid === null) throw new Error(`${whom} does not run; see ${rig.folder}`)
  return { pid: found.pid, restarts: found.restarts }
}
