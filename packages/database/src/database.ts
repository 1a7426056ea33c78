import { setTimeout as wait } from 'node:timers/promises'
import type { RawBuilder } from 'kysely'
import pg from 'pg'
import { compile } from './compile.ts'

/** The role that the application works under unless the address names another: it owns nothing and cannot touch what is append-only. */
const applicationRole = 'wachta_app'

/** PostgreSQL says that two transactions stood in each other's way; either may simply be run again. */
const transient = new Set(['40001', '40P01'])
const maximumTries = 3

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
 * An open transaction. Only `transaction()` makes one: a function that writes several rows or takes locks asks for it, so
 * that it cannot be called with a pool, where each statement would stand alone.
 */
export interface Transaction extends Queryable {
  readonly [isTransaction]: true
}

export interface Database extends Queryable, AsyncDisposable {
  readonly pool: pg.Pool
  /** Runs the work in one transaction. Inside it there is no other handle: what fails there leaves nothing behind. */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
}

export interface DatabaseOptions {
  /** Another role than the application's, or null for that of the login; for migrations and tests. */
  readonly role?: string | null
  readonly connections?: number
  readonly onError?: (error: Error) => void
}

// Ids are bigint and stay far below 2^53.
const types = new pg.TypeOverrides()
types.setTypeParser(pg.types.builtins.INT8, Number)
// The published types of the driver know no arrays; the driver does.
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
    // Whoever waits longer for another's work is told to come again, and frees the connection.
    lock_timeout: 10_000,
    idle_in_transaction_session_timeout: 60_000,
    connectionTimeoutMillis: 10_000,
  })
  // Without a listener, a connection that breaks, idle or lent out, would end the process.
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
          const result = await work(toQueryable(client) as Transaction)
          await client.query('commit')
          return result
        } catch (error) {
          await client.query('rollback').catch((cause: Error) => {
            broken = cause
          })
          if (!transient.has(code(error)) || tries === maximumTries) throw error
        } finally {
          client.release(broken)
        }
        // By chance, so that the two do not meet again at once.
        await wait(Math.random() * 50 * tries)
      }
    },
    async [Symbol.asyncDispose]() {
      await pool.end()
    },
  }
}

/** Options of the address are kept. A login of one process names its role there; any other works as the application. */
function connection(url: string, role: string | null): { connectionString: string; options?: string } {
  const parsed = URL.parse(url)
  if (role === null || !parsed) return { connectionString: url }
  const given = parsed.searchParams.get('options') ?? ''
  parsed.searchParams.delete('options')
  const own = /-c\s*role=/.test(given) ? '' : `-c role=${role}`
  // Compiling a statement takes longer than any of ours runs.
  return { connectionString: parsed.href, options: `${given} ${own} -c jit=off`.trim() }
}

function toQueryable(client: pg.Pool | pg.PoolClient): Queryable {
  const run = async <T>(query: Query): Promise<T[]> =>
    (await client.query({ ...query, values: query.values as unknown[] })).rows as T[]
  return { compile, run, query: (statement) => run(compile(statement)) }
}

const code = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '')
