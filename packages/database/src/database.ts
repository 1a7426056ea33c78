import { setTimeout as wait } from 'node:timers/promises'
import type { RawBuilder } from 'kysely'
import type pg from 'pg'
import { compile } from './compile.ts'
import { copyRows } from './copy-rows.ts'
import { openPool } from './open-pool.ts'
import { createStatementNames } from './statement-names.ts'

/** The default role of connections. It owns no tables, and can only add to append-only tables. */
const applicationRole = 'wachta_app'

/** Error codes of conflicts between transactions (serialization failure, deadlock), which are resolved by a retry. */
const retryableCodes = new Set(['40001', '40P01'])
const maxAttempts = 3

interface Query {
  readonly text: string
  readonly values: readonly unknown[]
  /** Prepares the statement under this name on its first run. */
  readonly name?: string
  /** Prepares the statement once it is frequent, even if the pool does not prepare its other statements. */
  readonly isPrepared?: boolean
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
  /** A role other than the default one; null for the login's own role. For migrations and tests. */
  readonly role?: string | null
  readonly connections?: number
  /** How long a statement may take; 0 for no limit. */
  readonly statementTimeoutMs?: number
  /**
   * Prepares frequent statements, so that they are not planned each time. Such plans do not know the values, so set
   * this only for processes whose statements always read few rows.
   */
  readonly preparesStatements?: boolean
  readonly onError?: (error: Error) => void
}

/** Opens the database of a URL. If the URL names several hosts, connections lead to the one that accepts writes. */
export function openDatabase(url: string, options: DatabaseOptions = {}): Database {
  const { role = applicationRole, connections = 10, statementTimeoutMs = 30_000, onError = () => undefined } = options
  const connectionPool = openPool(url, { role, connections, statementTimeoutMs, onError })
  const { pool } = connectionPool
  const findName = createFindName(options.preparesStatements)
  return {
    pool,
    ...toQueryable((query) => queryPool(pool, query), findName),
    async transaction(work) {
      for (let attemptNumber = 1; ; attemptNumber += 1) {
        const client = await pool.connect()
        let connectionError: Error | undefined
        try {
          await client.query('begin')
          const result = await work(toTransaction(client, findName))
          await client.query('commit')
          return result
        } catch (error) {
          if (isPlanOutdated(error)) {
            connectionError = error
            attemptNumber -= 1
            continue
          }
          await client.query('rollback').catch((cause: Error) => {
            connectionError = cause
          })
          if (!retryableCodes.has(getErrorCode(error)) || attemptNumber === maxAttempts) throw error
        } finally {
          client.release(connectionError)
        }
        // A random pause, so that the conflicting transactions do not collide again.
        await wait(Math.random() * 50 * attemptNumber)
      }
    },
    [Symbol.asyncDispose]: () => connectionPool[Symbol.asyncDispose](),
  }
}

type FindName = (query: Query) => string | undefined
type RunQuery = (query: pg.QueryConfig) => Promise<pg.QueryResult>

function createFindName(preparesAll = false): FindName {
  const findStatementName = createStatementNames()
  return ({ text, values, name, isPrepared = preparesAll }) =>
    // A text with several commands cannot be prepared; such a text has no parameters.
    name ?? (isPrepared && values.length > 0 ? findStatementName(text) : undefined)
}

function toQueryable(runQuery: RunQuery, findName: FindName): Queryable {
  const run = async <T>(query: Query): Promise<T[]> => {
    const name = findName(query)
    const { rows } = await runQuery({ text: query.text, values: query.values as unknown[], ...(name && { name }) })
    return rows
  }
  return { compile, run, query: (statement) => run(compile(statement)) }
}

const toTransaction = (client: pg.PoolClient, findName: FindName) =>
  ({
    ...toQueryable((query) => client.query(query), findName),
    copy: (text: string, rows: Uint8Array) => copyRows(client, text, rows),
  }) as Transaction

/**
 * Runs a statement on any connection. Retries if its plan is outdated: the pool closes a connection after an error, so
 * each connection fails at most once.
 */
async function queryPool(pool: pg.Pool, query: pg.QueryConfig): Promise<pg.QueryResult> {
  for (;;) {
    try {
      return await pool.query(query)
    } catch (error) {
      if (!isPlanOutdated(error)) throw error
    }
  }
}

/**
 * Whether a migration has changed the columns of a statement since this connection prepared it. The message is in the
 * language of the server, so the error is recognized by the function that raised it.
 */
const isPlanOutdated = (error: unknown): error is Error =>
  getErrorCode(error) === '0A000' && (error as pg.DatabaseError).routine === 'RevalidateCachedQuery'

const getErrorCode = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '')
