import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { after, before, test } from 'node:test'
import { openDatabase } from '@wachta/database'
import { getServerUrl } from '@wachta/testing/database'
import { sql } from 'kysely'

const main = new URL('../src/main.ts', import.meta.url).pathname
const name = `wachta_operate_${process.pid}`
const url = Object.assign(new URL(getServerUrl()), { pathname: `/${name}` }).href

before(() => asServer(`create database ${name}`))
after(() => asServer(`drop database if exists ${name} with (force)`))

async function asServer(statement: string) {
  await using server = openDatabase(getServerUrl(), { role: null, connections: 1 })
  await server.query(sql.raw(statement))
}

function wachta(
  words: string[],
  { input, environment = { DATABASE_URL: url } }: { input?: string; environment?: Record<string, string> } = {},
) {
  return new Promise<{ code: number; out: string; error: string }>((resolve) => {
    const { DATABASE_URL: _, ...rest } = process.env
    const child = execFile(
      process.execPath,
      [main, ...words],
      { env: { ...rest, ...environment } },
      (failure, out, error) => resolve({ code: failure ? Number(failure.code) : 0, out, error }),
    )
    child.stdin?.end(input ?? '')
  })
}

test('without arguments the help is printed', async () => {
  const { code, out } = await wachta([])
  assert.equal(code, 0)
  for (const command of ['migrate', 'admin', 'serve', 'api', 'planner', 'sensor'])
    assert.match(out, new RegExp(`^  ${command} `, 'm'))
  assert.match((await wachta(['--version'])).out, /^\d+\.\d+\.\d+\n$/)
})

test('an error is printed in one line, with the exit code of its kind', async () => {
  const unknown = await wachta(['fly'])
  assert.deepEqual([unknown.code, unknown.error], [2, 'wachta: Unknown command "fly". See --help.\n'])
  const nowhere = await wachta(['migrate'], { environment: {} })
  assert.match(nowhere.error, /^wachta: DATABASE_URL is not set/)
  assert.equal(nowhere.code, 1)
  const closed = await wachta(['migrate'], { environment: { DATABASE_URL: 'postgres://127.0.0.1:1/wachta' } })
  assert.deepEqual([closed.code, closed.error.split('\n').length], [1, 2])
  assert.match(closed.error, /^wachta: No connection: .*ECONNREFUSED.*Is the server running/)
  const absent = await wachta(['migrate', '--language', 'pl'], { environment: { DATABASE_URL: `${url}_absent` } })
  assert.match(absent.error, /^wachta: .*does not exist\. Utwórz ją najpierw/)
})

test('pending migrations are listed before they are applied, with exit code 3', async () => {
  const before = await wachta(['migrate', '--check', '--json'])
  assert.equal(before.code, 3)
  const { pending } = JSON.parse(before.out) as { pending: string[] }
  assert.equal(pending[0], '0001-text-and-time')
  await using owner = openDatabase(url, { role: null, connections: 1 })
  const [made] = await owner.query(sql<{ made: boolean }>`select to_regclass('migration') is not null as made`)
  assert.equal(made?.made, false, 'nothing is changed by looking')
})

test('an empty database is migrated once and gets its first administrator once', async () => {
  assert.match((await wachta(['migrate'])).out, /up to date/)
  assert.deepEqual(JSON.parse((await wachta(['migrate', '--json'])).out), { applied: [] })
  assert.equal((await wachta(['migrate', '--check'])).code, 0)
  const created = await wachta(['admin', 'create', '--username', 'chief', '--email', 'chief@example.com'])
  assert.match(created.out, /Administrator chief has account 1\.\nPassword: \S{20}\n/)
  const again = await wachta(['admin', 'create', '--username', 'chief', '--email', 'chief@example.com'])
  assert.deepEqual([again.code, again.error], [1, 'wachta: username: This value is already taken.\n'])
  const weak = await wachta(['admin', 'create', '--username', 'x', '--email', 'x@y.zz', '--password-stdin'], {
    input: 'password\n',
  })
  assert.match(weak.error, /too easy to guess/)
  await using owner = openDatabase(url, { role: null, connections: 1 })
  const [state] =
    await owner.query(sql<object>`select (select count(*)::int from package) as packages, (select count(*)::int from account where is_administrator) as administrators,
    (select count(*)::int from dictionary_entry where dictionary = 'languages') as languages, (select count(*)::int from audit) as audits`)
  assert.deepEqual(state, { packages: 1, administrators: 1, languages: 2, audits: 1 })
})
