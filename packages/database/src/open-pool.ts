import pg from 'pg'
import { splitHosts, toConnectionSettings } from './hosts.ts'
import { createPrimaryFinder, type PrimaryFinder } from './primary.ts'
import { superviseConnections } from './supervise-connections.ts'

// Ids are bigint and stay far below 2^53.
const types = new pg.TypeOverrides()
types.setTypeParser(pg.types.builtins.INT8, Number)
// The type definitions of the driver lack the array type, which the driver supports.
const int8Array = 1016 as number
const parseTextArray = pg.types.getTypeParser(int8Array) as (text: string) => string[]
types.setTypeParser(int8Array, (text) => parseTextArray(text).map(Number))

/** How long a host may take to accept a connection, and to say whether it accepts writes, before others are asked. */
const hostTimeoutMs = 4_000

interface PoolOptions {
  readonly role: string | null
  readonly connections: number
  readonly statementTimeoutMs: number
  readonly onError: (error: Error) => void
}

/** Opens a pool of connections to the host that accepts writes. */
export function openPool(url: string, options: PoolOptions): AsyncDisposable & { readonly pool: pg.Pool } {
  const { role, connections, statementTimeoutMs, onError } = options
  const finder = createPrimaryFinder(url, role)
  const pool = new pg.Pool({
    ...toConnectionSettings(splitHosts(url)[0], role),
    ...(finder.hasSeveralHosts && followPrimary(finder)),
    max: connections,
    types,
    application_name: 'wachta',
    statement_timeout: statementTimeoutMs,
    // A request that waits longer for a lock is rejected, and frees its connection.
    lock_timeout: 10_000,
    idle_in_transaction_session_timeout: 60_000,
    connectionTimeoutMillis: 10_000,
    // A connection that only waits for notifications would not notice otherwise that its server has disappeared.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  })
  // Without a listener, a broken connection, idle or in use, would end the process.
  pool.on('error', onError)
  pool.on('connect', (client) => client.on('error', onError))
  const supervision = superviseConnections({ pool, finder, statementTimeoutMs, onError })
  return {
    pool,
    async [Symbol.asyncDispose]() {
      await pool.end()
      supervision[Symbol.dispose]()
    },
  }
}

/** Connects to the primary, and verifies that it is still the primary: it may have been found some time ago. */
function followPrimary(finder: PrimaryFinder) {
  class PrimaryClient extends pg.Client {
    constructor(config: pg.ClientConfig = {}) {
      super({ ...config, connectionTimeoutMillis: hostTimeoutMs })
    }

    override connect(): Promise<pg.Client>
    override connect(callback: (error: Error) => void): void
    override connect(callback?: (error: Error) => void): Promise<pg.Client> | undefined {
      const connection = this.#connectToPrimary()
      if (callback === undefined) return connection
      connection.then(() => callback(undefined as unknown as Error), callback)
      return undefined
    }

    async #connectToPrimary(): Promise<pg.Client> {
      Object.assign(this, await finder.find())
      return await super.connect().catch((error) => {
        finder.forget()
        throw error
      })
    }
  }
  const verify = (client: pg.PoolClient, done: (error?: Error) => void): void => {
    const query = { text: 'show transaction_read_only', query_timeout: hostTimeoutMs }
    client
      .query<{ transaction_read_only: string }>(query)
      .then(
        ({ rows }) => (rows[0]?.transaction_read_only === 'on' ? fail(new Error('the server is read-only')) : done()),
        fail,
      )
    function fail(error: Error): void {
      finder.forget()
      done(error)
    }
  }
  return { Client: PrimaryClient, verify }
}
