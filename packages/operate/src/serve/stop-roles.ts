import { setTimeout as wait } from 'node:timers/promises'
import type { Log } from '@wachta/runtime'
import type { RoleKeeper } from './role-keeper.ts'

interface StopOptions {
  readonly keepers: readonly { readonly keeper: RoleKeeper; readonly stage: number }[]
  /** The time limit for all processes; those that exceed it are killed. */
  readonly timeoutMs: number
  readonly log: Log
}

/**
 * Stops all processes, stage by stage. A process that hangs delays the next stage only for the share of its stage, and
 * is killed after the last stage. Returns the processes that were killed or ended with an error.
 */
export async function stopRoles({ keepers, timeoutMs, log }: StopOptions): Promise<string[]> {
  const stages = [...new Set(keepers.map(({ stage }) => stage))].toSorted((one, other) => one - other)
  const startedAt = Date.now()
  for (const [index, stage] of stages.entries()) {
    const stopped = keepers.filter((each) => each.stage === stage).map(({ keeper }) => keeper.stop())
    const share = (timeoutMs * (index + 1)) / stages.length
    await waitAtMost(Promise.all(stopped), startedAt + share - Date.now())
  }
  const hanging = keepers.map(({ keeper }) => keeper).filter(({ state }) => state.state !== 'stopped')
  for (const keeper of hanging) {
    log.error({ role: keeper.state.role }, 'a role did not stop in time; killing it')
    keeper.kill()
  }
  const exits = await Promise.all(
    keepers.map(async ({ keeper }) => ({ role: keeper.state.role, exit: await keeper.stop() })),
  )
  return exits.filter(({ exit }) => exit && exit.code !== 0 && exit.signal !== 'SIGTERM').map(({ role }) => role)
}

async function waitAtMost(done: Promise<unknown>, timeoutMs: number): Promise<void> {
  const timer = new AbortController()
  await Promise.race([done, wait(Math.max(0, timeoutMs), undefined, { signal: timer.signal }).catch(() => undefined)])
  timer.abort()
}
