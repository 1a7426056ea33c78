import { serveConfirm } from '@wachta/api/src/features/accounts/confirm.ts'
import { createAllOperations } from '@wachta/api/src/operations.ts'
import { createAuthenticator } from '@wachta/api/src/platform/authentication/authenticator.ts'
import { createWriteLimiter } from '@wachta/api/src/platform/http/limit-account-writes.ts'
import { createRequestLimit } from '@wachta/api/src/platform/http/request-limit.ts'
import { createServer } from '@wachta/api/src/platform/http/server.ts'
import { changesData, type Operation } from '@wachta/resource'
import type { TestApi } from '@wachta/testing/api/start-api'
import type { InjectOptions } from 'fastify'
import { pino } from 'pino'
import { createSingleConnection, isEndless, noThrottle } from '../matrix/sandbox.ts'
import { compare, type Difference, type JewelsByAccount, jewelsQuery, toJewelsByAccount } from './jewels.ts'

export interface TakeoverRequest {
  readonly operation: string
  readonly method: string
  /** Below `/v3`, unless it begins with a double slash, which is the root. */
  readonly path: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

export interface Reply {
  readonly status: number
  readonly text: string
  readonly headers: Readonly<Record<string, unknown>>
}

export interface Outcome extends Reply {
  readonly differences: readonly Difference[]
}

export interface ApiStage extends AsyncDisposable {
  readonly reading: readonly Operation[]
  readonly writing: readonly Operation[]
  /** Sends a request, returns which jewels changed, and rolls everything back. */
  attempt(request: TakeoverRequest, authorization: string | undefined): Promise<Outcome>
}

export type SpoilOperation = (operation: Operation) => Operation

/** The API over one connection, so that a rollback undoes whatever a request has done. */
export async function startApiStage(api: TestApi, spoil: SpoilOperation = (operation) => operation): Promise<ApiStage> {
  const client = await api.database.pool.connect()
  const { database, withRollback } = createSingleConnection(client, api.database)
  const context = { ...api.interface.context, database, throttle: noThrottle }
  const { registry } = context.searcher
  const operations = createAllOperations(context).filter((operation) => !isEndless(operation))
  const now = new Date()
  const common = {
    registry,
    database,
    limit: createRequestLimit(Number.MAX_SAFE_INTEGER),
    limitWrites: createWriteLimiter(),
    cellNumber: 0,
    log: pino({ level: process.env['LOG_LEVEL'] ?? 'silent' }),
    // The clock stands still, because recording the use of an older session would look like a change.
    now: () => now,
  }
  const app = createServer({
    ...common,
    operations: operations.map(spoil),
    vault: context.vault,
    authenticator: createAuthenticator({ database, throttle: noThrottle, registry }),
    trustedProxies: [],
    publicUrl: 'https://wachta.test',
  })
  serveConfirm(app, common)
  await app.ready()

  const query = { ...database.compile(jewelsQuery), name: 'jewels' }
  const readJewels = async (): Promise<JewelsByAccount> => toJewelsByAccount(await database.run(query))
  const before = await withRollback(readJewels)

  return {
    writing: operations.filter(changesData),
    reading: operations.filter((operation) => !changesData(operation)),
    attempt: (asked, authorization) =>
      withRollback(async () => {
        const { statusCode, body, headers } = await app.inject(toInjectOptions(asked, authorization))
        const reply = { status: statusCode, text: body, headers }
        return { ...reply, differences: compare(before, await readJewels().catch(returnIfAborted(before))) }
      }),
    async [Symbol.asyncDispose]() {
      await app.close()
      client.release()
    },
  }
}

/** A statement that fails outside a savepoint aborts the outer transaction, so nothing can have changed. */
const returnIfAborted =
  (before: JewelsByAccount) =>
  (error: Error & { code?: string }): JewelsByAccount => {
    if (error.code === '25P02') return before
    throw error
  }

function toInjectOptions(
  { method, path, body, headers }: TakeoverRequest,
  authorization: string | undefined,
): InjectOptions {
  return {
    method: method as 'GET',
    url: path.startsWith('//') ? path.slice(1) : `/v3${path}`,
    headers: {
      ...(authorization !== undefined && { authorization }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { payload: JSON.stringify(body) }),
  }
}
