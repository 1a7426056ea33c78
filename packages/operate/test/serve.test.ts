import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, before, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { type Database, openDatabase } from '@wachta/database'
import { createTestInstallation, type TestInstallation } from '@wachta/testing/processes/installation'
import { type StartedProcess, startProcess } from '@wachta/testing/processes/start-process'
import { sql } from 'kysely'
import type { RoleState } from '../src/serve/role-keeper.ts'
import { processRoles as allRoles } from '../src/serve/roles.ts'

let installation: TestInstallation
let owner: Database
const started: StartedProcess[] = []

before(async () => {
  installation = await createTestInstallation()
  owner = openDatabase(installation.database.url, { role: null, connections: 1 })
})
after(async () => {
  await Promise.all(started.map((each) => each[Symbol.asyncDispose]()))
  await owner[Symbol.asyncDispose]()
  await installation[Symbol.asyncDispose]()
})

interface Line {
  readonly process: string
  readonly msg: string
  readonly port?: number
}

function serve(environment: Readonly<Record<string, string>> = {}) {
  const supervisor = startProcess('serve', { ...installation.environment, ...environment })
  started.push(supervisor)
  const lines = (): Line[] =>
    supervisor
      .log()
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line))
  const port = async () =>
    eventually('a metrics port', () => lines().find((line) => line.process === 'serve' && line.port)?.port)
  const get = async (path: string) => fetch(`http://127.0.0.1:${await port()}${path}`)
  return {
    ...supervisor,
    lines,
    get,
    roles: async () => ((await (await get('/roles')).json()) as { roles: RoleState[] }).roles,
  }

  async function eventually<T>(what: string, find: () => T | undefined): Promise<T> {
    for (const end = Date.now() + 30_000; Date.now() < end; await wait(50)) {
      const found = find()
      if (found !== undefined) return found
    }
    return assert.fail(`${what} did not come\n${supervisor.log()}`)
  }
}

type ServeRun = ReturnType<typeof serve>

/** All roles except the sensor, which belongs on other machines. */
const expected = allRoles
  .filter(({ name, isOutsideCells: isApart }) => !isApart && name !== 'sensor')
  .map(({ name }) => name)

const shared = ['planner', 'analyst', 'notifier', 'reporter']

async function untilRoles(serving: ServeRun, hold: (roles: RoleState[]) => boolean): Promise<RoleState[]> {
  for (const end = Date.now() + 60_000; Date.now() < end; await wait(100)) {
    const roles = await serving.roles()
    if (hold(roles)) return roles
  }
  return assert.fail(`the roles did not come to it\n${serving.log()}`)
}

const areRunning = (roles: RoleState[]) => roles.every(({ state }) => state === 'running')
const isAlive = (pid: number | null): boolean => {
  try {
    return pid !== null && process.kill(pid, 0)
  } catch {
    return false
  }
}

test('each role can be a process of its own: a killed one is restarted, and a stop ends them in order', {
  timeout: 120_000,
}, async () => {
  const serving = serve({ ROLE_ISOLATION: 'process' })
  const roles = await untilRoles(serving, areRunning)
  assert.equal(new Set(roles.map(({ pid }) => pid)).size, expected.length)
  assert.deepEqual(
    roles.map(({ role }) => role),
    expected,
  )
  for (const role of ['api', 'planner', 'analyst', 'notifier', 'reporter']) assert.ok(expected.includes(role), role)
  assert.equal(new Set(roles.map(({ metrics_port }) => metrics_port)).size, expected.length)
  assert.equal((await serving.get('/ready')).status, 200)

  const planner = roles.find(({ role }) => role === 'planner')
  process.kill(planner?.pid ?? 0, 'SIGKILL')
  await untilRoles(serving, (now) => !areRunning(now))
  assert.deepEqual(await (await serving.get('/ready')).json(), { ready: false, failing: ['planner'] })
  const again = (await untilRoles(serving, areRunning)).find(({ role }) => role === 'planner')
  assert.deepEqual([again?.restarts, again?.last_exit?.signal, again?.last_exit?.was_running], [1, 'SIGKILL', true])
  const figures = await (await serving.get('/metrics')).text()
  assert.match(figures, /^wachta_role_restarts_total\{role="planner"\} 1$/m)
  assert.match(figures, /^wachta_role_restarts_total\{role="api"\} 0$/m)
  assert.equal([...figures.matchAll(/^wachta_role_up\{role="\w+"\} 1$/gm)].length, expected.length)

  const began = Date.now()
  serving.child.kill('SIGTERM')
  assert.deepEqual(await once(serving.child, 'exit'), [0, null])
  assert.ok(Date.now() - began < 10_000)
  const stops = serving.lines().filter(({ msg }) => msg === 'stopped')
  assert.deepEqual(
    stops.slice(-3).map((line) => line.process),
    ['analyst', 'notifier', 'serve'],
  )
  assert.deepEqual(stops.length, expected.length + 1)
})

test('four roles share a process: if it is killed they are restarted, the others go on, and a stop ends them in order', {
  timeout: 120_000,
}, async () => {
  const login = new URL(installation.database.url)
  login.searchParams.set('application_name', 'login of the analyst')
  const serving = serve({ ROLE_ISOLATION: 'thread', ANALYST_DATABASE_URL: login.href, ROLE_HEAP_MB: '512' })
  const roles = await untilRoles(serving, areRunning)
  for (const { role, metrics_port } of roles) {
    const metrics = await (await fetch(`http://127.0.0.1:${metrics_port}/metrics`)).text()
    const limit = Number(/^wachta_process_heap_limit_bytes (\d+)$/m.exec(metrics)?.[1])
    assert.ok(limit >= 512 * 1024 ** 2 && limit < 600 * 1024 ** 2, `${role}: ${limit}`)
  }
  const inOne = roles.filter(({ pid }) => pid === roles.find(({ role }) => role === 'planner')?.pid)
  assert.deepEqual(
    inOne.map(({ role }) => role),
    shared,
  )
  assert.equal(new Set(roles.map(({ metrics_port }) => metrics_port)).size, expected.length)
  const logins = await owner.query(
    sql<object>`select from pg_stat_activity where application_name = 'login of the analyst' limit 1`,
  )
  assert.equal(logins.length, 1, 'the analyst signs in with its own login')

  process.kill(inOne[0]?.pid ?? 0, 'SIGKILL')
  await untilRoles(serving, (now) => !areRunning(now))
  const again = await untilRoles(serving, areRunning)
  for (const { role, restarts, pid } of again) {
    const isShared = shared.includes(role)
    assert.equal(restarts, isShared ? 1 : 0, role)
    assert.equal(pid === roles.find((each) => each.role === role)?.pid, !isShared, role)
  }
  assert.equal(new Set(again.map(({ pid }) => pid)).size, expected.length - shared.length + 1)

  serving.child.kill('SIGTERM')
  assert.deepEqual(await once(serving.child, 'exit'), [0, null])
  const stops = serving.lines().filter(({ msg }) => msg === 'stopped')
  assert.deepEqual(
    stops.slice(-3).map((line) => line.process),
    ['analyst', 'notifier', 'serve'],
  )
  // Their common process ends by itself after the last role.
  for (const end = Date.now() + 15_000; again.some(({ pid }) => isAlive(pid)) && Date.now() < end; ) await wait(50)
  assert.equal(again.filter(({ pid }) => isAlive(pid)).length, 0)
})

test('a process that cannot start is reported while the others run, and none outlives a killed supervisor', {
  timeout: 120_000,
}, async () => {
  const serving = serve({ HTTP_PORT: 'many' })
  const roles = await untilRoles(serving, (now) =>
    now.every(({ role, state, restarts }) => (role === 'api' ? restarts >= 2 : state === 'running')),
  )
  const api = roles.find(({ role }) => role === 'api')
  assert.deepEqual([api?.last_exit?.code, api?.last_exit?.was_running], [1, false])
  assert.match(serving.log(), /api: the configuration cannot be used:\n {2}HTTP_PORT: expected/)
  assert.ok(serving.lines().some(({ msg }) => msg.startsWith('a role could not start')))

  // Analysts that were killed earlier may stay in the table for a while, so read the newest one.
  const [own] = await owner.query(sql<{ name: string }>`select name from analyst order by expires_at desc limit 1`)
  const isKnown = async () => (await owner.query(sql`select from analyst where name = ${own?.name}`)).length > 0
  assert.ok(await isKnown())
  serving.child.kill('SIGKILL')
  const end = Date.now() + 15_000
  while (roles.some(({ pid }) => isAlive(pid)) && Date.now() < end) await wait(50)
  assert.deepEqual(
    roles.filter(({ pid }) => isAlive(pid)).map(({ role }) => role),
    [],
  )
  assert.equal(await isKnown(), false, 'they stop in order: the analyst gives back what is its own')
})
