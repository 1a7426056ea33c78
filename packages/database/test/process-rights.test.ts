import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { createTestDatabase, type TestDatabase } from '@wachta/testing/database'
import { sql } from 'kysely'
import pg from 'pg'
import { type Database, openDatabase } from '../src/index.ts'
import { getProcessRole, processRights, type RestrictedProcess, restrictedProcesses } from '../src/process-rights.ts'

let clone: TestDatabase
let owner: Database
const password = 'only-for-this-test'
const login = (process: string) => `${new URL(clone.url).pathname.slice(1)}_${process}`

/** Connects with a login that owns nothing and is a member of one role, as an installation creates it. */
async function connectAs(process: RestrictedProcess): Promise<pg.Client> {
  const name = sql.id(login(process))
  await owner.query(sql`create role ${name} login noinherit password ${sql.lit(password)}`)
  await owner.query(sql`grant ${sql.id(getProcessRole(process))} to ${name}`)
  const url = Object.assign(new URL(clone.url), { username: login(process), password })
  url.searchParams.set('options', `-c role=${getProcessRole(process)}`)
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  return client
}

before(async () => {
  clone = await createTestDatabase()
  owner = openDatabase(clone.url, { role: null, connections: 2 })
})
after(async () => {
  for (const process of restrictedProcesses) await owner.query(sql`drop role if exists ${sql.id(login(process))}`)
  await owner[Symbol.asyncDispose]()
  await clone[Symbol.asyncDispose]()
})

const tables = async () =>
  (
    await owner.query(sql<{ name: string }>`select c.relname as name from pg_class c
where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition order by 1`)
  ).map(({ name }) => name)

const secretTables = [
  'credential',
  'recovery_code',
  'passkey',
  'passkey_challenge',
  'mailed_token',
  'session',
  'authentication',
  'security_event',
  'audit_personal',
  'status_page_secret',
  'status_page_visit',
]

for (const process of restrictedProcesses) {
  test(`${process}: every table that it does not write is closed to it, and its login gains nothing without its role`, async (t) => {
    const client = await connectAs(process)
    t.after(() => client.end())
    const isDenied = (statement: string) => assert.rejects(client.query(statement), { code: '42501' }, statement)
    const { writes } = processRights[process]
    const known = await tables()
    assert.ok(known.length > 60, `only ${known.length} tables`)
    assert.deepEqual(
      Object.keys(writes).filter((table) => !known.includes(table)),
      [],
    )
    for (const table of known) {
      const rights = writes[table] ?? []
      if (!rights.includes('insert')) await isDenied(`insert into ${table} default values`)
      if (!rights.includes('delete')) await isDenied(`delete from ${table} where false`)
      await isDenied(`truncate ${table}`)
      await isDenied(`drop table ${table}`)
    }
    for (const table of secretTables) await isDenied(`select from ${table} limit 1`)
    await isDenied(`update audit set operation = 'nothing'`)
    await isDenied(`update service set address = 'http://elsewhere/'`)
    await isDenied(`select write_audit('{}', null, null)`)
    await client.query('select from service limit 1')
    await client.query('set role none')
    for (const table of known) await isDenied(`select from ${table} limit 1`)
    for (const other of restrictedProcesses) if (other !== process) await isDenied(`set role ${getProcessRole(other)}`)
    await isDenied('set role wachta_app')
  })
}

test('no role of ours, the application included, can change the audit or the seals', async () => {
  const roles = ['wachta_app', ...restrictedProcesses.map(getProcessRole)]
  for (const role of roles) {
    const rows = await owner.query(sql<{ right: string }>`select t || ' ' || p as right
from unnest(array['audit', 'audit_personal', 'seal']) t, unnest(array['insert', 'update', 'delete', 'truncate', 'trigger']) p
where has_table_privilege(${role}, t, p) or p in ('insert', 'update') and has_any_column_privilege(${role}, t, p)`)
    assert.deepEqual(rows, [], role)
  }
})

/** The concatenated sources of a process. */
const sourcesOf = (process: RestrictedProcess): string =>
  sources[process]
    .flatMap((path) =>
      path.endsWith('.ts')
        ? [path]
        : readdirSync(new URL(`../../${path}/`, import.meta.url), { recursive: true, encoding: 'utf8' })
            .filter((file) => file.endsWith('.ts'))
            .map((file) => `${path}/${file}`),
    )
    .map((file) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8'))
    .join('\n')

/** The tables that a process writes, with the verbs of its SQL statements. */
function writtenTables(source: string, known: readonly string[]): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  for (const [, verb = '', table = ''] of source.matchAll(/\b(insert into|update|delete from)\s+([a-z_]+)\b/g))
    if (known.includes(table)) found.set(table, (found.get(table) ?? new Set()).add(verb.split(' ')[0] ?? ''))
  return found
}

const sources: Readonly<Record<RestrictedProcess, readonly string[]>> = {
  planner: ['planner/src', 'database/src/revise-services.ts'],
  analyst: ['analyst/src'],
  notifier: ['notifier/src', 'queue/src'],
  reporter: ['reporter/src', 'evidence/src/seal', 'queue/src', 'history/src/progress.ts'],
}

test('each process may write what its sources write, and nothing else', async () => {
  const known = await tables()
  for (const process of restrictedProcesses) {
    const written = writtenTables(sourcesOf(process), known)
    const { writes } = processRights[process]
    const missing = [...written].flatMap(([table, verbs]) =>
      [...verbs]
        .filter((verb) => !writes[table]?.some((right) => right.startsWith(verb)))
        .map((verb) => `${verb} ${table}`),
    )
    assert.deepEqual(missing, [], `${process} writes more than process-rights.ts lets it`)
    const locksOnly = (table: string) => writes[table]?.every((right) => right.startsWith('update ('))
    assert.deepEqual(
      Object.keys(writes).filter((table) => !written.has(table) && !locksOnly(table)),
      [],
      `${process} may write more than its sources do`,
    )
  }
})

test('each process may call the functions that its sources call, and no others that are not for everybody', async () => {
  const guarded = (
    await owner.query(sql<{ name: string }>`select p.proname as name from pg_proc p
where p.pronamespace = 'public'::regnamespace and has_function_privilege('wachta_app', p.oid, 'execute')
  and not exists (select from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a where a.grantee = 0)`)
  ).map(({ name }) => name)
  assert.ok(guarded.includes('write_audit') && guarded.includes('partition_days'), guarded.join())
  for (const process of restrictedProcesses) {
    const called = guarded.filter((name) => new RegExp(`\\b${name}\\(`).test(sourcesOf(process)))
    const allowed = processRights[process].calls.map((call) => call.slice(0, call.indexOf('(')))
    assert.deepEqual(allowed.toSorted(), called.toSorted(), process)
  }
})

test('no function with the rights of its owner looks into temporary tables first', async () => {
  const functions = await owner.query(sql<{ name: string; path: string | null }>`select p.proname as name,
  (select c from unnest(p.proconfig) c where c like 'search_path=%') as path
from pg_proc p where p.prosecdef and p.pronamespace = 'public'::regnamespace`)
  assert.ok(functions.length > 5)
  for (const { name, path } of functions) assert.match(path ?? '', /, pg_temp$/, name)
})
