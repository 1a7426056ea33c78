import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listVariables } from '@wachta/runtime'
import { shareCompiledModules } from '../src/serve/compile-cache.ts'
import { toLoginVariable } from '../src/serve/config.ts'
import { separateEnvironment } from '../src/serve/role-environment.ts'
import { processRoles } from '../src/serve/roles.ts'

const keys = {
  ...{ SECRET_KEYS: 'k', INSTALLATION_KEYS: 'i', REPORT_SIGNING_KEY: 'r', BILLING_PORTAL_KEY: 'b', SMTP_URL: 's' },
  ...{ NATS_CREDENTIALS: 'n', SENSOR_TOKEN: 't', PAGES_KEYS: 'p', OTLP_RESULTS_HEADERS: 'h', DKIM_KEY: 'd' },
}
const environment = {
  ...keys,
  ...{ DATABASE_URL: 'postgres://owner@x/w', ANALYST_DATABASE_URL: 'postgres://analyst@x/w', OBJECTS_URL: 'file:///o' },
  ...{ PATH: '/bin', TZ: 'UTC', LOG_LEVEL: 'warn', ROLE_HEAP_MB: '512', NODE_EXTRA_CA_CERTS: '/ca' },
}

test('each role gets its own keys, and none of another', async () => {
  const environmentFor = await separateEnvironment(environment)
  const keysOf = (role?: string) =>
    Object.keys(environmentFor(role))
      .filter((name) => Object.hasOwn(keys, name))
      .toSorted()
  assert.deepEqual(keysOf('analyst'), ['NATS_CREDENTIALS'])
  assert.deepEqual(keysOf('planner'), ['INSTALLATION_KEYS', 'NATS_CREDENTIALS', 'SECRET_KEYS'])
  assert.deepEqual(keysOf('notifier'), ['DKIM_KEY', 'SECRET_KEYS', 'SMTP_URL'])
  assert.deepEqual(keysOf('reporter'), ['OTLP_RESULTS_HEADERS', 'PAGES_KEYS', 'REPORT_SIGNING_KEY'])
  assert.deepEqual(keysOf('pages'), ['PAGES_KEYS'])
  assert.deepEqual(keysOf('sensor'), ['SENSOR_TOKEN'])
  assert.deepEqual(environmentFor(), { PATH: '/bin', TZ: 'UTC', LOG_LEVEL: 'warn', NODE_EXTRA_CA_CERTS: '/ca' })
})

test('each role signs in to the database with its own login, if it has one', async () => {
  const urlFor = async (role: string) => (await separateEnvironment(environment))(role)['DATABASE_URL']
  assert.equal(await urlFor('analyst'), 'postgres://analyst@x/w')
  assert.equal(await urlFor('planner'), 'postgres://owner@x/w')
  assert.deepEqual([await urlFor('pages'), await urlFor('sensor')], [undefined, undefined])
  const logins = {
    api: 'API_DATABASE_URL',
    planner: 'PLANNER_DATABASE_URL',
    analyst: 'ANALYST_DATABASE_URL',
    notifier: 'NOTIFIER_DATABASE_URL',
    reporter: 'REPORTER_DATABASE_URL',
  }
  for (const [role, variable] of Object.entries(logins)) {
    assert.equal(toLoginVariable(role), variable)
    const environmentFor = await separateEnvironment({ [variable]: 'postgres://own@x/w' })
    assert.deepEqual(environmentFor(role), { DATABASE_URL: 'postgres://own@x/w' })
    assert.deepEqual(environmentFor('pages'), {})
  }
})

test('every role is given all the variables that it reads', async () => {
  for (const { name, config } of processRoles) {
    const names = listVariables((await config()).Config).map((variable) => variable.name)
    const environmentFor = await separateEnvironment(Object.fromEntries(names.map((each) => [each, 'value'])))
    assert.deepEqual(Object.keys(environmentFor(name)).toSorted(), names.toSorted())
    assert.ok(!names.includes(toLoginVariable(name)))
  }
})

test('compiled modules are kept where only this user can write', () => {
  const folderFor = (variables: NodeJS.ProcessEnv) => {
    const given = { ...variables }
    shareCompiledModules(given)
    return given['NODE_COMPILE_CACHE']
  }
  assert.equal(folderFor({}), undefined)
  assert.equal(folderFor({ HOME: '/nowhere/h' }), '/nowhere/h/.cache/wachta')
  assert.equal(folderFor({ HOME: '/nowhere/h', XDG_CACHE_HOME: '/nowhere/c' }), '/nowhere/c/wachta')
  assert.equal(folderFor({ HOME: '/nowhere/h', STATE_DIRECTORY: '/nowhere/s' }), '/nowhere/s/compile-cache')
  assert.equal(folderFor({ HOME: '/nowhere/h', NODE_COMPILE_CACHE: '/nowhere/n' }), '/nowhere/n')
})
