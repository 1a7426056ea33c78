import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Log } from '@wachta/runtime'
import { getBasicEnvironment } from '@wachta/testing/processes/basic-environment'
import { startChild } from '../src/serve/child.ts'
import { RoleKeeper } from '../src/serve/role-keeper.ts'
import { stopRoles } from '../src/serve/stop-roles.ts'

const program = fileURLToPath(new URL('./fixtures/role.ts', import.meta.url))

interface LoggedMessage {
  readonly role: string
  readonly message: string
}

function keep(behaviour: string, said: LoggedMessage[] = []) {
  const error = ({ role }: { role: string }, message: string) => void said.push({ role, message })
  return new RoleKeeper({
    role: behaviour,
    log: { error } as unknown as Log,
    // The shortest delays of the restart rule.
    random: () => 0,
    start: (onReady) =>
      startChild({
        program,
        args: [behaviour],
        environment: { ...getBasicEnvironment(), METRICS_PORT: '0', LOG_LEVEL: 'silent', STOP_TIMEOUT_MS: '30000' },
        onReady,
      }),
  })
}

/** Returns the state at the time the condition was met; it may change right after. */
async function until(keeper: RoleKeeper, holds: (state: RoleKeeper['state']) => boolean): Promise<RoleKeeper['state']> {
  const end = Date.now() + 30_000
  for (;;) {
    const { state } = keeper
    if (holds(state)) return state
    assert.ok(Date.now() < end, `it does not come to it: ${JSON.stringify(state)}`)
    await wait(20)
  }
}

test('a process that starts is running, with its own port, and stops when asked', async () => {
  const keeper = keep('well')
  assert.equal(keeper.state.state, 'starting')
  await until(keeper, ({ state }) => state === 'running')
  const { pid, metrics_port, restarts, last_exit } = keeper.state
  assert.ok(pid !== null && metrics_port !== null && metrics_port > 0)
  assert.deepEqual([restarts, last_exit], [0, null])
  assert.deepEqual(await keeper.stop(), { code: 0, signal: null })
  assert.equal(keeper.state.state, 'stopped')
})

test('a process that crashes and one that never becomes ready are restarted independently, with different log messages', async (t) => {
  const said: LoggedMessage[] = []
  const keepers = [keep('crashing', said), keep('unconfigured', said)] as const
  t.after(() => Promise.all(keepers.map((keeper) => keeper.stop())))
  const began = Date.now()
  const waiting = await Promise.all(keepers.map((keeper) => until(keeper, ({ restarts }) => restarts >= 2)))
  // The delays before the second and third start are half a second and one second.
  assert.ok(Date.now() - began >= 500)
  const [crashing, unconfigured] = waiting
  assert.deepEqual([crashing?.last_exit?.signal, crashing?.last_exit?.was_running], ['SIGKILL', true])
  assert.deepEqual([unconfigured?.last_exit?.code, unconfigured?.last_exit?.was_running], [1, false])
  assert.ok(waiting.every(({ state, next_start }) => state === 'waiting' && next_start !== null))
  assert.deepEqual(
    new Set(said.filter(({ role }) => role === 'crashing').map(({ message }) => message)),
    new Set(['a role ended']),
  )
  assert.match(said.find(({ role }) => role === 'unconfigured')?.message ?? '', /could not start/)
  // A process that waits for its restart is stopped immediately.
  const [, idle] = keepers
  await until(idle, ({ state }) => state === 'waiting')
  assert.equal(await idle.stop(), undefined)
})

test('a later stage is stopped when those before have ended', async () => {
  const [slow, last] = [keep('slow'), keep('well')]
  await Promise.all([slow, last].map((keeper) => until(keeper, ({ state }) => state === 'running')))
  const log = { error: () => assert.fail('nothing hangs') } as unknown as Log
  const stopped = stopRoles({
    keepers: [
      { keeper: last, stage: 1 },
      { keeper: slow, stage: 0 },
    ],
    timeoutMs: 20_000,
    log,
  })
  await until(slow, ({ state }) => state === 'stopping')
  assert.equal(last.state.state, 'running')
  assert.deepEqual(await stopped, [])
  assert.ok(Date.parse(last.state.since) >= Date.parse(slow.state.since))
})

test('a process that hangs does not keep others from stopping, is killed in the end, and is named', async () => {
  const [hanging, last] = [keep('hanging'), keep('well')]
  await Promise.all([hanging, last].map((keeper) => until(keeper, ({ state }) => state === 'running')))
  const killed: string[] = []
  const log = { error: ({ role }: { role: string }) => void killed.push(role) } as unknown as Log
  const began = Date.now()
  const unwell = await stopRoles({
    keepers: [
      { keeper: hanging, stage: 0 },
      { keeper: last, stage: 1 },
    ],
    timeoutMs: 1_500,
    log,
  })
  assert.deepEqual([unwell, killed], [['hanging'], ['hanging']])
  assert.ok(Date.now() - began < 6_000, 'and not after the 30 s that it would have taken by itself')
  assert.deepEqual([hanging.state.last_exit?.signal, last.state.last_exit?.code], ['SIGKILL', 0])
})
