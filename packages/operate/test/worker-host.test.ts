import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Log } from '@wachta/runtime'
import { getBasicEnvironment } from '@wachta/testing/processes/basic-environment'
import { RoleKeeper } from '../src/serve/role-keeper.ts'
import { stopRoles } from '../src/serve/stop-roles.ts'
import { WorkerHost } from '../src/serve/worker-host.ts'

const program = fileURLToPath(new URL('./fixtures/worker.ts', import.meta.url))
const folder = await mkdtemp(join(tmpdir(), 'wachta-workers-'))
after(() => rm(folder, { recursive: true }))

type Lines = { readonly error: string | undefined; readonly message: string }[]

/** Keeps roles in one process; their names select what they do. */
function keepTogether(roles: readonly string[], variables: NodeJS.ProcessEnv = {}, lines: Lines = []) {
  const host = new WorkerHost({ roles, environment: getBasicEnvironment(), program })
  const error = (details: { error?: string }, message: string) => void lines.push({ error: details.error, message })
  const environment = { METRICS_PORT: '0', STOP_TIMEOUT_MS: '30000', ...variables }
  return roles.map(
    (role) =>
      new RoleKeeper({
        role,
        log: { error } as unknown as Log,
        // The shortest delays of the restart rule.
        random: () => 0,
        start: (onReady) => host.start({ role, environment, heapMegabytes: 32, onReady }),
      }),
  )
}

async function until(keeper: RoleKeeper | undefined, holds: (state: RoleKeeper['state']) => boolean) {
  for (const end = Date.now() + 120_000; ; await wait(20)) {
    assert.ok(keeper)
    const { state } = keeper
    if (holds(state)) return state
    assert.ok(Date.now() < end, `it does not come to it: ${JSON.stringify(state)}`)
  }
}

const isRunning = ({ state }: RoleKeeper['state']) => state === 'running'
const stopAll = (keepers: readonly RoleKeeper[]) => Promise.all(keepers.map((keeper) => keeper.stop()))

test('roles share one process, each with its own metrics port, and stop when asked', async () => {
  const keepers = keepTogether(['well', 'other'])
  const [well, other] = await Promise.all(keepers.map((keeper) => until(keeper, isRunning)))
  assert.equal(well?.pid, other?.pid)
  assert.notEqual(well?.metrics_port, other?.metrics_port)
  const metrics = await (await fetch(`http://127.0.0.1:${well?.metrics_port}/metrics`)).text()
  const limit = Number(/^wachta_process_heap_limit_bytes (\d+)$/m.exec(metrics)?.[1])
  assert.ok(limit >= 32 * 1024 ** 2 && limit < 64 * 1024 ** 2, `${limit}`)
  assert.deepEqual(await stopAll(keepers), [
    { code: 0, signal: null },
    { code: 0, signal: null },
  ])
})

test('a thread that throws, one that exceeds its heap and one that never starts are restarted alone', async (t) => {
  const lines: Lines = []
  const keepers = keepTogether(['well', 'throwing', 'swelling', 'unconfigured'], {}, lines)
  t.after(() => stopAll(keepers))
  const [well, throwing, swelling, unconfigured] = keepers
  const before = await until(well, isRunning)
  const thrown = await until(throwing, ({ restarts }) => restarts >= 2)
  assert.deepEqual([thrown.last_exit?.code, thrown.last_exit?.was_running], [1, true])
  const swollen = await until(swelling, ({ restarts }) => restarts >= 2)
  assert.deepEqual([swollen.last_exit?.code, swollen.last_exit?.was_running], [1, true])
  const failed = await until(unconfigured, ({ restarts }) => restarts >= 2)
  assert.deepEqual([failed.last_exit?.code, failed.last_exit?.was_running], [1, false])
  assert.ok(lines.some(({ error }) => error?.includes('memory limit')))
  assert.deepEqual(well?.state, before, 'the others are not disturbed')
})

test('the end of the process ends all roles in it, and each is restarted', async (t) => {
  const keepers = keepTogether(['well', 'other'])
  t.after(() => stopAll(keepers))
  const [{ pid }] = (await Promise.all(keepers.map((keeper) => until(keeper, isRunning)))) as [RoleKeeper['state']]
  process.kill(pid ?? 0, 'SIGSEGV')
  const ended = await Promise.all(keepers.map((keeper) => until(keeper, ({ restarts }) => restarts === 1)))
  assert.deepEqual(
    ended.map(({ last_exit }) => last_exit?.signal),
    ['SIGSEGV', 'SIGSEGV'],
  )
  const again = await Promise.all(keepers.map((keeper) => until(keeper, isRunning)))
  assert.equal(new Set(again.map((state) => state.pid)).size, 1)
  assert.notEqual(again[0]?.pid, pid)
})

test('a thread that hangs is killed in the end, and the others stop properly', async () => {
  const keepers = keepTogether(['hanging', 'well'])
  await Promise.all(keepers.map((keeper) => until(keeper, isRunning)))
  const [hanging, well] = keepers as [RoleKeeper, RoleKeeper]
  const killed: string[] = []
  const log = { error: ({ role }: { role: string }) => void killed.push(role) } as unknown as Log
  const staged = [
    { keeper: hanging, stage: 0 },
    { keeper: well, stage: 1 },
  ]
  assert.deepEqual(await stopRoles({ keepers: staged, timeoutMs: 10_000, log }), ['hanging'])
  assert.deepEqual(killed, ['hanging'])
  assert.deepEqual([hanging.state.last_exit?.signal, well.state.last_exit?.code], ['SIGKILL', 0])
})

test('a thread sees the variables that it is given, and no others', async () => {
  const seen = join(folder, 'environment.json')
  const keepers = keepTogether(['well'], { SEEN: seen, SECRET_KEYS: 'its own' })
  await Promise.all(keepers.map((keeper) => until(keeper, isRunning)))
  await stopAll(keepers)
  const names = Object.keys(JSON.parse(await readFile(seen, 'utf8')))
  assert.deepEqual(names.toSorted(), ['METRICS_PORT', 'SECRET_KEYS', 'SEEN', 'STOP_TIMEOUT_MS'])
})
