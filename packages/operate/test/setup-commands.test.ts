import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { parseEnv } from 'node:util'
import { openDatabase } from '@wachta/database'
import { createTestDatabase } from '@wachta/testing/database'
import { runInProcess } from '@wachta/testing/processes/command'
import { sql } from 'kysely'
import { processes, toLoginName } from '../src/setup/processes.ts'

let folder: string
let empty: Awaited<ReturnType<typeof createTestDatabase>>
const at = (...path: string[]) => join(folder, ...path)
const variables = async (process: string) => parseEnv(await readFile(at('secrets', process, 'wachta.env'), 'utf8'))

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wachta-setup-'))
  empty = await createTestDatabase()
})
after(async () => {
  // Logins belong to the server and would outlive the database.
  {
    await using owner = openDatabase(empty.url, { role: null, connections: 1 })
    const name = new URL(empty.url).pathname.slice(1)
    for (const process of processes) await owner.query(sql`drop role if exists ${sql.id(toLoginName(name, process))}`)
  }
  await empty[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

test('setup secrets writes what each process needs into the folders given by its options', async () => {
  const places = ['--keys', at('keys'), '--directory', at('secrets'), '--mounted-at', '/run/wachta']
  const servers = ['--postgres', 'db.example:6543', '--nats', 'broker.example:5222', '--database', 'watching']
  const { code, error } = await runInProcess({}, 'setup', 'secrets', ...places, ...servers, '--store', '/var/broker')
  assert.equal(code, 0, error)
  const analyst = await variables('analyst')
  const database = new URL(analyst['DATABASE_URL'] ?? '')
  assert.deepEqual([database.host, database.pathname], ['db.example:6543', '/watching'])
  assert.match(analyst['NATS_URL'] ?? '', /broker\.example:5222/)
  for (const process of ['api', 'planner', 'analyst'])
    assert.equal((await variables(process))['NATS_CA'], '/run/wachta/ca.crt', process)
  assert.match(await readFile(at('secrets', 'nats', 'nats-server.conf'), 'utf8'), /\/var\/broker/)
})

test('setup installation migrates, creates logins and the administrator, and registers the first sensor', {
  timeout: 120_000,
}, async () => {
  const environment = { DATABASE_URL: empty.url, INSTALLATION_KEYS: at('keys', 'installation-keys.json') }
  const { code, error } = await runInProcess(
    environment,
    ...[
      'setup',
      'installation',
      '--keys',
      at('keys'),
      '--sensor',
      at('secrets', 'sensor'),
      '--sensor-data',
      at('data'),
      '--admin-email',
      'duty@example.com',
    ],
  )
  assert.equal(code, 0, error)
  const sensor = await variables('sensor')
  assert.ok(sensor['SENSOR_TOKEN'])
  assert.equal(sensor['NATS_CA'], '/secrets/ca.crt')
  await using owner = openDatabase(empty.url, { role: null, connections: 1 })
  const [made] =
    await owner.query(sql<object>`select (select count(*)::int from account where is_administrator and email_address = 'duty@example.com') as administrators,
  (select count(*)::int from sensor) as sensors`)
  assert.deepEqual(made, { administrators: 1, sensors: 1 })
})

test('admin database-logins creates the logins again from the same secrets', async () => {
  const words = ['admin', 'database-logins', '--keys', at('keys'), '--json']
  const { code, out, error } = await runInProcess({ DATABASE_URL: empty.url }, ...words)
  assert.equal(code, 0, error)
  const { logins } = JSON.parse(out) as { logins: string[] }
  assert.equal(logins.length, 5)
  assert.ok(
    logins.every((login) => login.includes('_login_')),
    out,
  )
  const none = await runInProcess({ DATABASE_URL: empty.url }, 'admin', 'database-logins', '--keys', at('nowhere'))
  assert.equal(none.code, 1)
  assert.match(none.error, /setup secrets/)
})
