import { randomBytes } from 'node:crypto'
import { type Database, openDatabase } from '@wachta/database'
import { ensureLogins } from '@wachta/operate/src/setup/logins.ts'
import { getDatabaseRole, type ProcessName, processes, toLoginName } from '@wachta/operate/src/setup/processes.ts'
import { createTestDatabase } from '@wachta/testing/database'
import { sql } from 'kysely'
import pg from 'pg'
import { listEscapes } from './database-escapes.ts'
import { apiCalls, closedToApi, databaseTable, parseRights, privateTables } from './database-table.ts'
import type { Tally } from './tally.ts'

/** Tries everything that a compromised process can do with its database login, on every table. */
export async function tryDatabase(tally: Tally, injectedFault?: (owner: Database) => Promise<void>): Promise<void> {
  await using clone = await createTestDatabase()
  await using owner = openDatabase(clone.url, { role: null, connections: 1 })
  const name = new URL(clone.url).pathname.slice(1)
  const passwords = Object.fromEntries(processes.map((process) => [process, randomBytes(24).toString('hex')]))
  const logins = await ensureLogins(owner, passwords as Record<ProcessName, string>)
  try {
    await injectedFault?.(owner)
    const catalogue = await readCatalogue(owner)
    const [superuser] = await owner.query(sql<{ name: string }>`select current_user as name`)
    const others = [...logins, ...processes.map(getDatabaseRole), superuser?.name ?? '']
    for (const process of processes) {
      const url = Object.assign(new URL(clone.url), {
        username: toLoginName(name, process),
        password: passwords[process],
      })
      url.searchParams.set('options', `-c role=${getDatabaseRole(process)}`)
      const client = new pg.Client({ connectionString: url.href })
      await client.connect()
      try {
        await tryProcess(client, process, catalogue, others, tally)
      } finally {
        await client.end()
      }
    }
  } finally {
    for (const login of logins) await owner.query(sql`drop role if exists ${sql.id(login)}`)
  }
}

interface Catalogue {
  readonly tables: readonly { readonly name: string; readonly columns: readonly string[] }[]
  /** Functions that run with the rights of the owner. */
  readonly functions: readonly { readonly name: string; readonly call: string }[]
}

async function readCatalogue(owner: Database): Promise<Catalogue> {
  const tables = await owner.query(sql<Catalogue['tables'][number]>`select
  case n.nspname when 'public' then '' else n.nspname || '.' end || c.relname as name,
  array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns
from pg_class c join pg_namespace n on n.oid = c.relnamespace
where n.nspname in ('public', 'graphile_worker') and c.relkind in ('r', 'p', 'v', 'm') and not c.relispartition order by 1`)
  const functions = await owner.query(sql<Catalogue['functions'][number]>`select proname as name,
  format('select %I(%s)', proname, (select string_agg('null::' || format_type(t, null), ', ') from unnest(proargtypes) t)) as call
from pg_proc where prosecdef and pronamespace = 'public'::regnamespace and prorettype <> 'trigger'::regtype`)
  if (tables.length < 50 || functions.length < 5) throw new Error('the catalogue is empty')
  return { tables, functions }
}

async function tryProcess(
  client: pg.Client,
  process: ProcessName,
  { tables, functions }: Catalogue,
  others: readonly string[],
  tally: Tally,
): Promise<void> {
  const thief = `a compromised ${process}`
  const attempt = async (statement: string, isPermitted: boolean) => {
    const code = await run(client, statement)
    const wrong = !isDenied(code) && !isPermitted ? [`the database answers ${code}`] : []
    tally.count(`${thief}: ${statement}`, wrong, isDenied(code) ? 403 : 200)
  }
  const isPermitted = process === 'api' ? isPermittedToApi : createTableCheck(process)
  for (const { name, columns } of tables) {
    await attempt(`select count(*) from ${name}`, isPermitted(name, 's'))
    await attempt(`insert into ${name} default values`, isPermitted(name, 'i'))
    await attempt(`delete from ${name} where false`, isPermitted(name, 'd'))
    await attempt(`truncate ${name}`, false)
    for (const column of columns)
      await attempt(`update ${name} set ${column} = ${column} where false`, isPermitted(name, 'u', column))
  }
  await attempt('insert into account (is_administrator) values (true)', false)
  const callable = process === 'api' ? apiCalls : (databaseTable[process]?.calls ?? [])
  for (const { name, call } of functions) await attempt(call, callable.includes(name))
  const ownRole = getDatabaseRole(process)
  for (const statement of listEscapes(others.filter((role) => role !== ownRole && !role.endsWith(`_login_${process}`))))
    for (const from of ['', 'set role none; ']) {
      // Switching to its own role is no escape.
      if (statement === `set role ${ownRole}`) continue
      const code = await run(client, `${from}${statement}`)
      const hasEscaped = code === 'done' || code === 'TAKEN'
      tally.count(
        `${thief}: ${from}${statement.slice(0, 200)}`,
        hasEscaped ? [`the database answers ${code}`] : [],
        hasEscaped ? 200 : 403,
      )
      // A statement that fails for another reason than missing rights proves nothing.
      if (!hasEscaped && code !== '42501' && code !== 'P0001')
        tally.addGap(`${process}: ${statement.slice(0, 80)} answers ${code}`)
    }
}

type IsPermitted = (table: string, verb: 's' | 'i' | 'u' | 'd', column?: string) => boolean

function createTableCheck(process: Exclude<ProcessName, 'api'>): IsPermitted {
  const row = databaseTable[process]
  if (!row) throw new Error(`the table has no row for ${process}`)
  const rights = parseRights(row.writes)
  return (table, verb, column = '') => {
    if (table.startsWith('graphile_worker.')) return row.queue === 'writes' || verb === 's'
    if (verb === 's') return !privateTables.includes(table) || row.readsPrivate.includes(table)
    const columns = rights.get(table)?.get(verb)
    return columns === null || (columns?.includes(column) ?? false)
  }
}

const rightsClosedToApi = parseRights(closedToApi.join(' '))
const isPermittedToApi: IsPermitted = (table, verb, column = '') => {
  const columns = rightsClosedToApi.get(table)?.get(verb)
  return columns === undefined || (columns !== null && !columns.includes(column))
}

/** Denied by the rights, or impossible for everyone: a view that cannot be written, a column that is computed. */
const isDenied = (code: string): boolean => ['42501', '428C9', '55000', '0A000', '42809'].includes(code)

/** Returns the code of the database's response, and rolls back. */
async function run(client: pg.Client, statement: string): Promise<string> {
  await client.query('begin')
  try {
    await client.query(statement)
    return 'done'
  } catch (error) {
    return (error as { code?: string }).code ?? String(error)
  } finally {
    await client.query('rollback')
    await client.query('discard temp')
  }
}
