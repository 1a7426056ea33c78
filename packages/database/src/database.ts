import { setTimeout as wait } from 'node:timers/promises'
import type { RawBuilder } from 'kysely'
import pg from 'pg'
import { compile } from './compile.ts'
import { copyRows } from './copy-rows.ts'

/** The default role of connections. It owns no tables, and cannot change append-only ones. */
const applicationRole = 'wachta_app'

/** Error codes of conflicts between transactions (serialization failure, deadlock), which are resolved by a retry. */
const transient = new Set(['40001', '40P01'])
const maxTries = 3

interface Query {
  readonly text: string
  readonly values: readonly unknown[]
  readonly name?: string
}

/** Runs SQL: a pool or an open transaction. */
export interface Queryable {
  compile(statement: RawBuilder<unknown>): { text: string; values: readonly unknown[] }
  query<T>(statement: RawBuilder<T>): Promise<T[]>
  run<T>(query: Query): Promise<T[]>
}

declare const isTransaction: unique symbol

/**
 * An open transaction. Functions that write several rows or take locks require this type, so that they cannot be called
 * with a pool, where each statement would be its own transaction.
 */
export interface Transaction extends Queryable {
  readonly [isTransaction]: true
  /** Runs `COPY … FROM STDIN` with all its rows. It takes no parameters. */
  copy(text: string, rows: Uint8Array): Promise<void>
}

export interface Database extends Queryable, AsyncDisposable {
  readonly pool: pg.Pool
  /** Runs the work in one transaction, which is rolled back if the work throws. Retries after conflicts. */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
}

export interface DatabaseOptions {
  /** Another role than the default one, or null for that of the login; for migrations and tests. */
  readonly role?: string | null
  readonly connections?: number
  readonly onError?: (error: Error) => void
}

// Ids are bigint and stay far below 2^53.
const types = new pg.TypeOverrides()
types.setTypeParser(pg.types.builtins.INT8, Number)
// The type definitions of the driver lack the array type, which the driver supports.
const int8Array = 1016 as number
const parseTexts = pg.types.getTypeParser(int8Array) as (text: string) => string[]
types.setTypeParser(int8Array, (text) => parseTexts(text).map(Number))

export function openDatabase(url: string, options: DatabaseOptions = {}): Database {
  const { role = applicationRole, connections = 10, onError = () => undefined } = options
  const pool = new pg.Pool({
    ...connection(url, role),
    max: connections,
    types,
    application_name: 'wachta',
    statement_timeout: 30_000,
    // A request that waits longer for a lock is rejected, and frees its connection.
    lock_timeout: 10_000,
    idle_in_transaction_session_timeout: 60_000,
    connectionTimeoutMillis: 10_000,
  })
  // Without a listener, a broken connection, idle or in use, would end the process.
  pool.on('error', onError)
  pool.on('connect', (client) => client.on('error', onError))

  return {
    pool,
    ...toQueryable(pool),
    async transaction(work) {
      for (let tries = 1; ; tries += 1) {
        const client = await pool.connect()
        let broken: Error | undefined
        try {
          await client.query('begin')
          const result = await work(toTransaction(client))
          await client.query('commit')
          return result
        } catch (error) {
          await client.query('rollback').catch((cause: Error) => {
            broken = cause
          })
          if (!transient.has(code(error)) || tries === maxTries) throw error
        } finally {
          client.release(broken)
        }
        // A random pause, so that the conflicting transactions do not collide again.
        await wait(Math.random() * 50 * tries)
      }
    },
    async [Symbol.asyncDispose]() {
      await pool.end()
    },
  }
}

/** Adds the role to the options in the URL, unless they name one, as the logins of single processes do. */
function connection(url: string, role: string | null): { connectionString: string; options?: string } {
  const parsed = URL.parse(url)
  if (role === null || !parsed) return { connectionString: url }
  const given = parsed.searchParams.get('options') ?? ''
  parsed.searchParams.delete('options')
  const own = /-c\s*role=/.test(given) ? '' : `-c role=${role}`
  // Just-in-time compilation takes longer than any of our statements runs.
  return { connectionString: parsed.href, options: `${given} ${own} -c jit=off`.trim() }
}

function toQueryable(client: pg.Pool | pg.PoolClient): Queryable {
  const run = async <T>(query: Query): Promise<T[]> =>
    (await client.query({ ...query, values: query.values as unknown[] })).rows as T[]
  return { compile, run, query: (statement) => run(compile(statement)) }
}

const toTransaction = (client: pg.PoolClient) =>
  ({ ...toQueryable(client), copy: (text: string, rows: Uint8Array) => copyRows(client, text, rows) }) as Transaction

const code = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '')
