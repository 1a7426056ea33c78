import { setTimeout as wait } from 'node:timers/promises'
import type { Log } from '@wachta/runtime'
import type { RoleKeeper } from './role-keeper.ts'

interface StopOptions {
  readonly keepers: readonly { readonly keeper: RoleKeeper; readonly stage: number }[]
  /** The time in which all must exit; those that do not are killed. */
  readonly limitMs: number
  readonly log: Log
}

/**
 * Stops all processes, stage by stage. A process that hangs delays the next stage only for its share of the time, and
 * is then killed. Returns the processes that were killed or ended with an error.
 */
export async function stopRoles({ keepers, limitMs, log }: StopOptions): Promise<string[]> {
  const stages = [...new Set(keepers.map(({ stage }) => stage))].toSorted((one, other) => one - other)
  const began = Date.now()
  for (const [index, stage] of stages.entries()) {
    const stopped = keepers.filter((each) => each.stage === stage).map(({ keeper }) => keeper.stop())
    const share = (limitMs * (index + 1)) / stages.length
    await inTime(Promise.all(stopped), began + share - Date.now())
  }
  const hanging = keepers.map(({ keeper }) => keeper).filter(({ state }) => state.state !== 'stopped')
  for (const keeper of hanging) {
    log.error({ role: keeper.state.role }, 'a role did not stop in time; killing it')
    keeper.kill()
  }
  const ends = await Promise.all(
    keepers.map(async ({ keeper }) => ({ role: keeper.state.role, exit: await keeper.stop() })),
  )
  return ends.filter(({ exit }) => exit && exit.code !== 0 && exit.signal !== 'SIGTERM').map(({ role }) => role)
}

async function inTime(done: Promise<unknown>, limitMs: number): Promise<void> {
  const late = new AbortController()
  await Promise.race([done, wait(Math.max(0, limitMs), undefined, { signal: late.signal }).catch(() => undefined)])
  late.abort()
}
