import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { after, before, test } from 'node:test'
import { openDatabase } from '@wachta/database'
import { serverUrl } from '@wachta/database/testing'
import { sql } from 'kysely'

const main = new URL('../src/main.ts', import.meta.url).pathname
const name = `wachta_operate_${process.pid}`
const url = Object.assign(new URL(serverUrl()), { pathname: `/${name}` }).href

before(() => asServer(`create database ${name}`))
after(() => asServer(`drop database if exists ${name} with (force)`))

async function asServer(statement: string) {
  await using server = openDatabase(serverUrl(), { role: null, connections: 1 })
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

test('without words it says what it can do', async () => {
  const { code, out } = await wachta([])
  assert.equal(code, 0)
  for (const command of ['migrate', 'admin create', 'serve']) assert.match(out, new RegExp(command))
})

test('what is wrong is said in a line, with exit code 1', async () => {
  const unknown = await wachta(['fly'])
  assert.deepEqual([unknown.code, unknown.error.split('\n')[0]], [1, 'wachta: There is no command "fly".'])
  const nowhere = await wachta(['migrate'], { environment: {} })
  assert.match(nowhere.error, /^wachta: DATABASE_URL is not set/)
  assert.equal(nowhere.code, 1)
})

test('an empty database is migrated, twice, and gets its first administrator, once', async () => {
  assert.match((await wachta(['migrate'])).out, /up to date/)
  assert.match((await wachta(['migrate'])).out, /up to date/)
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
