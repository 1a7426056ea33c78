import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { serveConfirm } from '@wachta/api/src/features/accounts/confirm.ts'
import { allDictionaries } from '@wachta/api/src/features/dictionaries/all.ts'
import { syncDictionaries } from '@wachta/api/src/features/dictionaries/sync.ts'
import { timeZones } from '@wachta/api/src/features/dictionaries/time-zones.ts'
import { serveAcknowledge } from '@wachta/api/src/features/incidents/acknowledge-link.ts'
import { serveSingleSignOn } from '@wachta/api/src/features/single-sign-on/serve.ts'
import { serveSubscriptions } from '@wachta/api/src/features/status-pages/subscriptions/serve-subscriptions.ts'
import { type Api, createApi } from '@wachta/api/src/interface.ts'
import { createAuthenticator } from '@wachta/api/src/platform/authentication/authenticator.ts'
import { createSecurityLog, type SecurityLog } from '@wachta/api/src/platform/authentication/security-log.ts'
import { createThrottle } from '@wachta/api/src/platform/authentication/throttle.ts'
import type { InstallationSettings } from '@wachta/api/src/platform/context.ts'
import { createWriteLimiter } from '@wachta/api/src/platform/http/limit-account-writes.ts'
import { createRequestLimit } from '@wachta/api/src/platform/http/request-limit.ts'
import { createServer } from '@wachta/api/src/platform/http/server.ts'
import { serveWebApp } from '@wachta/api/src/platform/http/web-app.ts'
import { serveMcp } from '@wachta/api/src/platform/mcp/serve-mcp.ts'
import { serveOAuth } from '@wachta/api/src/platform/oauth/serve-oauth.ts'
import { channels } from '@wachta/channels'
import { checkTypes, errorTypes } from '@wachta/checks'
import { type Database, migrate, openDatabase } from '@wachta/database'
import type { History } from '@wachta/history'
import { type ObjectStore, openObjectStore } from '@wachta/objects'
import { createIdSigner, deriveSecrets, type Signer } from '@wachta/runtime/signer'
import { createVault } from '@wachta/runtime/vault'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { type Logger, pino } from 'pino'
import { createTestDatabase, type TestDatabase } from '../database.ts'

export interface TestApi extends AsyncDisposable {
  readonly app: FastifyInstance
  readonly interface: Api
  /** Connections with the database role of the application (`database`) and of the owner (`owner`). */
  readonly database: Database
  readonly owner: Database
  readonly test: TestDatabase
  readonly objects: ObjectStore
  /** Signs the tokens in the links of notifications. */
  readonly signer: Signer
  readonly security: SecurityLog
  clock: Date | null
  call(method: string, path: string, options?: CallOptions): Promise<Reply>
}

export interface CallOptions {
  readonly as?: string | undefined
  readonly body?: unknown
  readonly headers?: Record<string, string>
  readonly from?: string
}

export interface Reply {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: tests read responses of every shape
  readonly body: any
  readonly text: string
  readonly headers: Record<string, unknown>
}

const settings: InstallationSettings = {
  cellNumber: 0,
  publicUrl: 'https://wachta.test',
  pagesUrl: 'https://status.wachta.test',
  artifactsUrl: 'https://evidence.wachta.test',
  linkHosts: ['app.example.com'],
  billing: null,
  sensors: null,
}

/** Starts the API over a new database. */
export async function startApi(
  overrides: Partial<InstallationSettings> & {
    requestsPerMinute?: number
    log?: Logger
    objects?: string
    keys?: string
    webApp?: string
    history?: History
  } = {},
): Promise<TestApi> {
  const test = await createTestDatabase({
    name: 'api',
    version: digestContent([
      allDictionaries.filter((each) => each !== timeZones),
      // The names of time zones depend only on these values; listing all names would take longer than many tests.
      [timeZones.entries.map(({ id, name }) => [id, name]), process.versions.icu],
      errorTypes,
      checkTypes.map((type) => [type, type.run !== undefined]),
      channels,
    ]),
    async prepare(url) {
      await using owner = openDatabase(url, { role: null, connections: 1 })
      await owner.transaction(syncDictionaries)
    },
  })
  const database = openDatabase(test.url)
  const owner = openDatabase(test.url, { role: null, connections: 2 })
  if (overrides.cellNumber !== undefined) await migrate(test.url, { cellNumber: overrides.cellNumber })
  const counters = openDatabase(test.url, { connections: 2 })
  const throttle = createThrottle(counters)
  const keys = overrides.keys ?? `test:${randomBytes(32).toString('base64')}`
  const vault = createVault(keys)
  const signer = createIdSigner(keys, 'acknowledge')
  const folder = await mkdtemp(join(tmpdir(), 'wachta-api-'))
  const objects = await openObjectStore(overrides.objects ?? pathToFileURL(folder).href)
  const log = overrides.log ?? pino({ level: process.env['LOG_LEVEL'] ?? 'silent' })
  const security = createSecurityLog({ database: counters, log })
  const definition = createApi(
    {
      database,
      throttle,
      vault,
      security,
      objects,
      history: overrides.history,
      settings: { ...settings, ...overrides },
    },
    { hasPortal: { ...settings, ...overrides }.billing !== null },
  )
  const api = { clock: null as Date | null }
  const { registry } = definition.context.searcher
  const authenticator = createAuthenticator({ database, throttle, registry })
  const common = {
    database,
    registry,
    limit: createRequestLimit(overrides.requestsPerMinute ?? 1_000_000),
    limitWrites: createWriteLimiter(),
    log,
    cellNumber: overrides.cellNumber ?? settings.cellNumber,
    now: () => api.clock ?? new Date(),
  }
  const { operations } = definition
  const trustedProxies = ['127.0.0.1']
  const publicUrl = overrides.publicUrl ?? settings.publicUrl
  const parts = { ...common, operations, vault, authenticator, trustedProxies, publicUrl, security }
  const app = createServer(parts)
  serveMcp(app, parts)
  serveAcknowledge(app, { ...common, signer })
  serveConfirm(app, common)
  serveSubscriptions(app, { ...common, throttle, vault, settings: { ...settings, ...overrides }, keys })
  const cookieSecrets = deriveSecrets(keys, 'oauth').map((secret) => secret.toString('base64'))
  serveOAuth(app, { ...common, vault, publicUrl, cookieSecrets, security, onRevoked: () => authenticator.forget() })
  serveSingleSignOn(app, { ...common, context: definition.context, authenticator })
  if (overrides.webApp !== undefined) await serveWebApp(app, overrides.webApp)
  await app.ready()
  return Object.assign(api, {
    app,
    interface: definition,
    database,
    owner,
    test,
    objects,
    signer,
    security,
    call: (method: string, path: string, options: CallOptions = {}) => call(app, method, path, options),
    async [Symbol.asyncDispose]() {
      await app.close()
      await security[Symbol.asyncDispose]()
      await Promise.all([database, owner, counters].map((connection) => connection[Symbol.asyncDispose]()))
      await test[Symbol.asyncDispose]()
      await rm(folder, { recursive: true, force: true })
    },
  })
}

const digestContent = (content: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(content)).digest('hex')

async function call(
  app: FastifyInstance,
  method: string,
  path: string,
  { as, body, headers, from }: CallOptions,
): Promise<Reply> {
  const options: InjectOptions = {
    method: method as 'GET',
    url: path.startsWith('/v3') ? path : `/v3${path}`,
    headers: {
      ...(as !== undefined && { authorization: as }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(from !== undefined && { 'x-forwarded-for': from }),
      ...headers,
    },
    ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
  }
  const reply = await app.inject(options)
  const isJson = String(reply.headers['content-type'] ?? '').startsWith('application/json')
  return {
    status: reply.statusCode,
    body: isJson ? JSON.parse(reply.body) : null,
    text: reply.body,
    headers: reply.headers,
  }
}
