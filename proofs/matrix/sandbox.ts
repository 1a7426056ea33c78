import { createAllOperations } from '@wachta/api/src/operations.ts'
import { createAuthenticator } from '@wachta/api/src/platform/authentication/authenticator.ts'
import type { Throttle } from '@wachta/api/src/platform/authentication/throttle.ts'
import { createWriteLimiter } from '@wachta/api/src/platform/http/limit-account-writes.ts'
import { createRequestLimit } from '@wachta/api/src/platform/http/request-limit.ts'
import { createServer } from '@wachta/api/src/platform/http/server.ts'
import type { Database, Transaction } from '@wachta/database'
import { createSearcher, type Operation, type Registry } from '@wachta/resource'
import type { TestApi } from '@wachta/testing/api/start-api'
import type { FastifyInstance, InjectOptions } from 'fastify'
import type { RawBuilder } from 'kysely'
import type pg from 'pg'
import { pino } from 'pino'

export interface SandboxRequest {
  readonly method: string
  readonly path: string
  readonly body?: unknown
}

export interface Reply {
  readonly status: number
  readonly text: string
  readonly total: string | undefined
  readonly raw: Buffer
}

/** The API on one database connection: everything that happens within `withRollback` is rolled back at its end. */
export interface ApiSandbox extends AsyncDisposable {
  readonly operations: readonly Operation[]
  readonly registry: Registry
  call(request: SandboxRequest, authorization: string | undefined): Promise<Reply>
  withRollback<T>(work: () => Promise<T>): Promise<T>
  query<T>(statement: RawBuilder<T>): Promise<T[]>
  /** Runs a statement in the current transaction with the rights of the database's owner. */
  asOwner<T>(statement: RawBuilder<T>): Promise<T[]>
}

/** Whether the answer is a stream, which never ends, so it is left out here; live.test.ts tests its access rights. */
export const isEndless = ({ media }: Operation): boolean => media === 'text/event-stream'

/** A fault that a negative control injects, to show that the proof detects it. */
export interface InjectedFault {
  registry?(registry: Registry): Registry
  operation?(operation: Operation): Operation
}

/** Disables the limits of attempts: they are not tested here, and thousands of calls come from one address. */
export const noThrottle: Throttle = {
  attempt: async () => undefined,
  succeeded: async () => undefined,
  code: async () => undefined,
  codePassed: async () => undefined,
  confirmation: async () => undefined,
  recipient: async () => undefined,
  reset: async () => undefined,
  mail: async () => undefined,
  invitation: async () => undefined,
  nameTaken: async () => undefined,
  deviceCode: async () => undefined,
  ceremony: async () => undefined,
  issuer: async () => undefined,
  subscription: async () => true,
  pagePassword: async () => undefined,
  pagePasswordPassed: async () => undefined,
  enrolment: async () => undefined,
}

/** Builds the API over one connection, so that a rollback undoes whatever a call has done. */
export async function openSandbox(
  api: TestApi,
  now: Date,
  { injectedFault = {}, isServed = () => true }: { injectedFault?: InjectedFault; isServed?(id: string): boolean } = {},
): Promise<ApiSandbox> {
  const client = await api.database.pool.connect()
  const { database, withRollback } = createSingleConnection(client, api.database)
  const intact = api.interface.context.searcher
  const searcher = injectedFault.registry ? createSearcher(injectedFault.registry(intact.registry)) : intact
  const { registry } = searcher
  const context = { ...api.interface.context, database, throttle: noThrottle, searcher }
  const operations = createAllOperations(context)
    .filter((operation) => !isEndless(operation))
    .map((operation) => injectedFault.operation?.(operation) ?? operation)
  const app = createServer({
    operations: operations.filter(({ id }) => isServed(id)),
    registry,
    database,
    vault: context.vault,
    authenticator: createAuthenticator({ database, throttle: noThrottle, registry }),
    limit: createRequestLimit(Number.MAX_SAFE_INTEGER),
    limitWrites: createWriteLimiter(),
    cellNumber: 0,
    log: pino({ level: process.env['LOG_LEVEL'] ?? 'silent' }),
    // Use a fixed time: the last use of an older session would be recorded, which would count as a change.
    now: () => now,
    trustedProxies: [],
  })
  await app.ready()
  return {
    operations,
    registry,
    withRollback,
    query: database.query,
    call: (request, authorization) => inject(app, request, authorization),
    async asOwner(statement) {
      await client.query('set local role none')
      const rows = await database.query(statement)
      await client.query('set local role wachta_app')
      return rows
    },
    async [Symbol.asyncDispose]() {
      await app.close()
      client.release()
    },
  }
}

/** A database whose transactions are savepoints within an outer transaction that is rolled back. */
export function createSingleConnection(client: pg.PoolClient, { compile, pool }: Database) {
  let depth = 0
  const run = async <T>({ text, values, name }: Parameters<Database['run']>[0]): Promise<T[]> =>
    (await client.query({ text, values: values as unknown[], ...(name !== undefined && { name }) })).rows as T[]
  const handle = { compile, run, query: <T>(statement: RawBuilder<T>) => run<T>(compile(statement)) }
  const undo = async (savepoint: string) => {
    await client.query(`rollback to savepoint ${savepoint}`)
  }
  const database: Database = {
    ...handle,
    pool,
    async transaction(work) {
      await client.query('savepoint work')
      try {
        const result = await work(handle as Transaction)
        await client.query('release savepoint work')
        return result
      } catch (error) {
        await undo('work')
        throw error
      }
    },
    [Symbol.asyncDispose]: async () => undefined,
  }
  async function withRollback<T>(work: () => Promise<T>): Promise<T> {
    const savepoint = `rollback${depth}`
    await client.query(depth === 0 ? 'begin' : `savepoint ${savepoint}`)
    depth += 1
    try {
      return await work()
    } finally {
      depth -= 1
      await (depth === 0 ? client.query('rollback') : undo(savepoint))
    }
  }
  return { database, withRollback }
}

async function inject(
  app: FastifyInstance,
  request: SandboxRequest,
  authorization: string | undefined,
): Promise<Reply> {
  const options: InjectOptions = {
    method: request.method as 'GET',
    url: `/v3${request.path}`,
    headers: {
      ...(authorization !== undefined && { authorization }),
      ...(request.body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(request.body !== undefined && { payload: JSON.stringify(request.body) }),
  }
  const { statusCode, body, headers, rawPayload } = await app.inject(options)
  return { status: statusCode, text: body, total: headers['x-total-count'] as string | undefined, raw: rawPayload }
}
