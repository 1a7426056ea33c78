import assert from 'node:assert/strict'
import { chmod, mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { openBus, readCredentials } from '@wachta/bus'
import { openDatabase } from '@wachta/database'
import { sql } from 'kysely'
import { type Daemon, isRunning, readGreeting } from '../src/engines/daemon.ts'
import { superviseEngine } from '../src/engines/engine.ts'
import type { Child } from '../src/serve/child.ts'
import { openSingleNode } from '../src/single-node/open-single-node.ts'

let directory: string
before(async () => {
  directory = await mkdtemp(join(tmpdir(), 'wachta-engines-'))
  await chmod(directory, 0o755)
})
after(() => rm(directory, { recursive: true, force: true }))

const started = (engine: Parameters<typeof superviseEngine>[0]): Promise<Child> =>
  new Promise((resolve, reject) => {
    const child = superviseEngine(engine).start(() => resolve(child))
    void child.ended.then((exit) => reject(new Error(`${engine.name} ended: ${JSON.stringify(exit)}`)))
  })

test('both servers run inside the directory, keep their data, and accept only known clients', {
  timeout: 60_000,
}, async () => {
  const box = await openSingleNode(directory, { PATH: process.env['PATH'] })
  for (const name of ['environment', 'box.json', 'keys/installation-keys.json'])
    assert.equal((await stat(join(directory, name))).mode & 0o777, 0o600, name)
  const children = await Promise.all(box.engines.map(started))
  const url = new URL(box.variables['DATABASE_URL'] ?? '')
  {
    await using server = openDatabase(Object.assign(new URL(url), { pathname: '/postgres' }).href, {
      role: null,
      connections: 1,
    })
    const [durability] = await server.query(
      sql<object>`select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit, current_setting('listen_addresses') as at`,
    )
    assert.deepEqual(durability, { fsync: 'on', commit: 'on', at: '127.0.0.1' })
  }
  const stranger = Object.assign(new URL(url), { pathname: '/postgres', password: 'guessed' }).href
  await using refused = openDatabase(stranger, { role: null, connections: 1 })
  await assert.rejects(refused.query(sql`select`), /password authentication failed/)
  const nats = { url: box.variables['NATS_URL'] ?? '', cell: 'main', name: 'test', retriesFirstConnection: false }
  await assert.rejects(openBus(nats), /[Aa]uthorization/)
  const credentials = await readCredentials(await readFile(box.variables['NATS_CREDENTIALS'] ?? '', 'utf8'))
  await (await openBus({ ...nats, credentials }))[Symbol.asyncDispose]()

  // A supervisor that was killed leaves them running; the next start ends them and finds the same ports free.
  const left: Daemon[] = await Promise.all(
    ['postgres', 'nats'].map(async (name) => JSON.parse(await readFile(join(directory, `${name}.pid`), 'utf8'))),
  )
  assert.deepEqual(await Promise.all(left.map(isRunning)), [true, true])
  const again = await openSingleNode(directory, { PATH: process.env['PATH'] })
  assert.deepEqual(await Promise.all(left.map(isRunning)), [false, false])
  assert.deepEqual(again.variables, box.variables)
  assert.equal(await readGreeting('127.0.0.1', Number(url.port)), undefined)
  for (const child of children) assert.equal((await child.ended).code, 0)

  // Their addresses can be in the variables of a shell, and are still their own.
  const { DATABASE_URL, NATS_URL } = box.variables
  const exported = await openSingleNode(directory, { PATH: process.env['PATH'], DATABASE_URL, NATS_URL })
  const programs = ({ engines }: typeof box) => engines.map(({ program }) => program)
  assert.deepEqual(programs(exported), programs(box))
})

test('a server stops when asked, and reports why it cannot start', { timeout: 60_000 }, async () => {
  const box = await openSingleNode(directory, { PATH: process.env['PATH'] })
  const [postgres, nats] = box.engines
  assert.ok(postgres && nats)
  const child = await started(postgres)
  child.kill('SIGTERM')
  assert.deepEqual(await child.ended, { code: 0, signal: null })
  const broken = { ...nats, args: ['-c', join(directory, 'absent.conf')] }
  const failed = superviseEngine(broken).start(() => assert.fail('it cannot be ready'))
  assert.notEqual((await failed.ended).code, 0)
  await wait(200)
  assert.match(await readFile(join(directory, 'nats.log'), 'utf8'), /absent\.conf/)
})

test('a server whose programs are gone is reported as ended, and nothing else fails', { timeout: 60_000 }, async () => {
  const box = await openSingleNode(directory, { PATH: process.env['PATH'] })
  const [postgres] = box.engines
  assert.ok(postgres)
  const gone = { ...postgres, program: '/nowhere/postgres', isReady: () => Promise.reject(new Error('spawn ENOENT')) }
  const child = superviseEngine(gone).start(() => assert.fail('it cannot be ready'))
  assert.match((await child.ended).error ?? '', /ENOENT/)
  // A rejection that nobody handles would fail this test.
  await wait(200)
})
