import { readFile } from 'node:fs/promises'
import { readKeys } from '@wachta/bus'
import { type Database, loadCellNumber, openDatabase, openReferenceClock, rejectForeignSchema } from '@wachta/database'
import { openHistory } from '@wachta/history'
import { openObjectStore } from '@wachta/objects'
import { type Log, type Process, waitUntilAborted } from '@wachta/runtime'
import { createIdSigner, deriveSecrets } from '@wachta/runtime/signer'
import { createVault } from '@wachta/runtime/vault'
import { sql } from 'kysely'
import type { Static } from 'typebox'
import { type Config, splitList } from './config.ts'
import { describeApi } from './documents.ts'
import { serveConfirm } from './features/accounts/confirm.ts'
import { serveAcknowledge } from './features/incidents/acknowledge-link.ts'
import { createReportMailTask } from './features/reports/send-report.ts'
import { serveSingleSignOn } from './features/single-sign-on/serve.ts'
import { serveSubscriptions } from './features/status-pages/subscriptions/serve-subscriptions.ts'
import { createApi } from './interface.ts'
import { createAuthenticator } from './platform/authentication/authenticator.ts'
import { createSecurityLog } from './platform/authentication/security-log.ts'
import { createThrottle } from './platform/authentication/throttle.ts'
import { keepCleaningUp } from './platform/cleanup.ts'
import type { ApiContext, InstallationSettings, SensorSettings } from './platform/context.ts'
import { createWriteLimiter } from './platform/http/limit-account-writes.ts'
import { servePublic } from './platform/http/public.ts'
import { createRequestLimit } from './platform/http/request-limit.ts'
import { createServer } from './platform/http/server.ts'
import { serveWebApp } from './platform/http/web-app.ts'
import { createMailTask } from './platform/mail/deliver.ts'
import { startMailer } from './platform/mail/mailer.ts'
import { createMailTransport } from './platform/mail/transport.ts'
import { serveMcp } from './platform/mcp/serve-mcp.ts'
import { serveOAuth } from './platform/oauth/serve-oauth.ts'
import { keepRevoking } from './platform/revocation.ts'
import { createProcessMetrics } from './process-metrics.ts'

type Configuration = Static<typeof Config>

/** Runs the api process: serves the API over HTTP, sends the e-mails that it queues, and deletes expired data. */
export async function serveApi(process: Process<Configuration>): Promise<void> {
  const { config, log, metrics, stopping, use, ready, check } = process
  const onError = createConnectionErrorHandler(log)
  const database = use(
    openDatabase(config.DATABASE_URL, {
      connections: config.DATABASE_CONNECTIONS,
      onError,
    }),
    'database',
  )
  await rejectForeignSchema(database.pool)
  await requireAppRole(database)
  const settings = await loadSettings(config, database)
  const { cellNumber, publicUrl } = settings
  const counters = use(openDatabase(config.DATABASE_URL, { connections: 2, onError }), 'counters')
  const throttle = createThrottle(counters)
  const vault = createVault(config.SECRET_KEYS)
  const objects = use(await openObjectStore(config.OBJECTS_URL), 'object store')
  const processMetrics = createProcessMetrics(metrics, database)
  const security = use(
    createSecurityLog({ database: counters, log, onEvent: processMetrics.countSecurityEvent }),
    'security events',
  )
  const { context, operations } = createApi(
    { database, throttle, settings, vault, security, objects, history: await openOwnHistory(process) },
    { hasPortal: settings.billing !== null },
  )
  const { registry } = context.searcher
  const limit = createRequestLimit(config.REQUESTS_PER_MINUTE, processMetrics.countThrottled)
  // Revisions, leases and limits compare times across machines, so they must not use the clock of this machine.
  const onFault = (err: unknown) =>
    log.warn({ err }, 'the database did not return its time; using the last measurement')
  const clock = use(await openReferenceClock(database, { onError: onFault }), 'clock')
  processMetrics.setClockOffsetReader(() => clock.offset_ms)
  const now = () => new Date(clock.now())
  const authenticator = createAuthenticator({ database, throttle, registry })
  const parts = {
    operations,
    registry,
    database,
    vault,
    authenticator,
    limit,
    limitWrites: createWriteLimiter(),
    log,
    now,
    trustedProxies: splitList(config.TRUSTED_PROXIES),
    ...{ cellNumber, publicUrl },
    security,
    observe: processMetrics.countResponse,
    onStreams: processMetrics.setStreamCounter,
  }
  const app = createServer(parts)
  servePublic(app, describeApi(operations, registry, publicUrl))
  serveMcp(app, parts)
  const linkOptions = { database, registry, limit, log, now }
  serveAcknowledge(app, { ...linkOptions, signer: createIdSigner(config.SECRET_KEYS, 'acknowledge') })
  serveConfirm(app, linkOptions)
  serveSubscriptions(app, { ...linkOptions, throttle, vault, settings, keys: config.SECRET_KEYS })
  const cookieSecrets = deriveSecrets(config.SECRET_KEYS, 'oauth').map((secret) => secret.toString('base64'))
  serveOAuth(app, {
    ...{ database, vault, publicUrl, cookieSecrets, limit, log, security, cellNumber, now },
    onRevoked: () => authenticator.forget(),
  })
  serveSingleSignOn(app, { ...parts, context })
  const hasWebApp = await serveWebApp(app)
  use(app, 'http server')

  startMail(process, { database, context, publicUrl, hasWebApp, cellNumber, now })

  check('database', async () => void (await database.query(sql`select 1`)))
  const address = await app.listen({ host: config.HTTP_HOST, port: config.HTTP_PORT })
  ready()
  log.info({ address }, 'serving')
  await Promise.all([
    waitUntilAborted(stopping),
    keepCleaningUp({ database, objects, registry }, { stopping, log, now }),
    keepRevoking(database, settings.sensors, { stopping, log }),
  ])
}

const openOwnHistory = async ({ config, use }: Process<Configuration>) =>
  config.HISTORY_URL === undefined ? undefined : use(await openHistory(config.HISTORY_URL), 'history')

const createConnectionErrorHandler = (log: Log) => (err: Error) => log.warn({ err }, 'a database connection broke')

/** Everything that e-mails are rendered from. */
interface MailSources {
  readonly database: Database
  readonly publicUrl: string
  readonly hasWebApp: boolean
  readonly context: ApiContext
  readonly cellNumber: number
  readonly now: () => Date
}

function startMail({ config, log, use }: Process<Configuration>, sources: MailSources): void {
  const transport = createMailTransport({ url: config.SMTP_URL, from: config.MAIL_FROM })
  const { context, ...options } = sources
  const verifiesRecipients = config.VERIFY_EMAIL_ADDRESSES
  const sendReport = createReportMailTask({ ...options, context, transport, verifiesRecipients })
  const task = createMailTask({ ...options, transport, log, verifiesRecipients, sendReport })
  const heartbeats = use(
    openDatabase(config.DATABASE_URL, { connections: 1, onError: createConnectionErrorHandler(log) }),
    'database of heartbeats',
  )
  use(startMailer({ database: sources.database, heartbeats, task, log }), 'mailer')
}

const loadSettings = async (config: Configuration, database: Database): Promise<InstallationSettings> => ({
  ...toInstallationSettings(config),
  cellNumber: await loadCellNumber(database),
  sensors: await loadSensorSettings(config),
})

const toInstallationSettings = (config: Configuration): Omit<InstallationSettings, 'cellNumber' | 'sensors'> => ({
  publicUrl: config.PUBLIC_URL,
  pagesUrl: config.PAGES_URL,
  artifactsUrl: config.ARTIFACTS_URL ?? config.PUBLIC_URL,
  linkHosts: splitList(config.LINK_HOSTS),
  egressAllow: splitList(config.EGRESS_ALLOW),
  pushKey: config.VAPID_PUBLIC_KEY,
  billing:
    config.BILLING_PORTAL_URL && config.BILLING_PORTAL_KEY
      ? { url: config.BILLING_PORTAL_URL, key: config.BILLING_PORTAL_KEY }
      : null,
})

async function loadSensorSettings(config: Configuration): Promise<SensorSettings | null> {
  const { CELL: cell, NATS_URL: url, NATS_CA: ca, INSTALLATION_KEYS: file, SENSOR_NATS_URLS: urls } = config
  if (file === undefined) return null
  return { cell, url, ca, urls: splitList(urls ?? url), keys: readKeys(await readFile(file, 'utf8')) }
}

/** Throws unless the database role is `wachta_app`: another role could change or delete entries of the audit log. */
async function requireAppRole(database: Database): Promise<void> {
  const [row] = await database.query(sql<{ role: string }>`select current_user as role`)
  if (row?.role !== 'wachta_app')
    throw new Error(`The database role is ${row?.role} instead of wachta_app: see DATABASE_URL.`)
}
