import type { Carriers } from '@wachta/channels'
import { openCarriers } from '@wachta/channels/carriers'
import { type Database, openDatabase, rejectForeignSchema } from '@wachta/database'
import { openObjectStore } from '@wachta/objects'
import { jobNames, startWorker } from '@wachta/queue'
import { type Log, type Process, waitUntilAborted } from '@wachta/runtime'
import { createIdSigner } from '@wachta/runtime/signer'
import { createVault } from '@wachta/runtime/vault'
import { sql } from 'kysely'
import type { Static } from 'typebox'
import { readCarrierSettings, readMailLimits, readPhoneRules } from './carrier-config.ts'
import type { Config } from './config.ts'
import { createDeliverTask } from './deliver/index.ts'
import { createNotifyTask } from './notify/notify.ts'
import { createProcessMetrics, type ProcessMetrics } from './process-metrics.ts'
import { createBulletinTask, createSubscriberTask, openSubscriberWeb } from './subscribers/index.ts'

/** The notifier process: decides whom to notify about alerts, and delivers notifications. Several can run at once. */
export async function serveNotifier({
  config,
  log,
  metrics,
  trace,
  stopping,
  use,
  ready,
  check,
}: Process<Static<typeof Config>>): Promise<void> {
  const onError = (err: Error) => log.warn({ err }, 'a database connection broke')
  const connections = config.DATABASE_CONNECTIONS
  const database = use(
    openDatabase(config.DATABASE_URL, { connections, preparesStatements: true, onError }),
    'database',
  )
  await rejectForeignSchema(database.pool)
  const heartbeats = use(openDatabase(config.DATABASE_URL, { connections: 1, onError }), 'database of heartbeats')
  const processMetrics = createProcessMetrics(metrics, database)
  const now = () => new Date()
  const carriers = use(await openCarriers(readCarrierSettings(config)), 'carriers')
  const deliver = use(
    createDeliverTask({
      database,
      carriers,
      objects: use(await openObjectStore(config.OBJECTS_URL), 'object store'),
      publicUrl: config.PUBLIC_URL,
      signer: createIdSigner(config.SECRET_KEYS, 'acknowledge'),
      vault: createVault(config.SECRET_KEYS),
      cell: config.CELL,
      phoneRules: readPhoneRules(config),
      mailLimits: readMailLimits(config),
      now,
      log,
      onOutcome: processMetrics.countAttempt,
      trace,
    }),
    'messages under way',
  )
  const notify = createNotifyTask({
    database,
    now,
    trace,
    onRecorded: (recorded) => recorded.forEach(processMetrics.countMessage),
  })
  const tasks = {
    [jobNames.notify]: processMetrics.measureTask(jobNames.notify, notify),
    [jobNames.deliver]: processMetrics.measureTask(jobNames.deliver, deliver),
  }
  const { CONCURRENCY: concurrency } = config
  const worker = use(startWorker({ database, heartbeats, tasks, concurrency, log }), 'queue')
  const subscriberWeb = use(await openSubscriberWeb(readCarrierSettings(config)), 'carriers for subscribers')
  const subscriberCarriers = {
    ...carriers,
    web: subscriberWeb.web,
    ...(subscriberWeb.push && { push: subscriberWeb.push }),
  }
  const parts = { database, carriers: subscriberCarriers, now, log, processMetrics }
  const { mailTasks, webTasks } = createSubscriberTasks(config, parts)
  const workerOptions = { database, heartbeats, log }
  const subscribers = use(
    startWorker({ ...workerOptions, tasks: mailTasks, concurrency: mailConcurrency }),
    'mails to subscribers',
  )
  const webSubscribers = use(
    startWorker({ ...workerOptions, tasks: webTasks, concurrency: webConcurrency }),
    'messages to subscribers on the web',
  )
  check('database', async () => void (await database.query(sql`select 1`)))
  check('queue', async () => worker.assertRunning())
  check('subscribers', async () => subscribers.assertRunning())
  check('web_subscribers', async () => webSubscribers.assertRunning())
  ready()
  await waitUntilAborted(stopping)
}

/**
 * A few separate workers, so that a page with many subscribers takes neither workers nor connections from alerts, and
 * endpoints that visitors chose take none from e-mails.
 */
const mailConcurrency = 2
const webConcurrency = 4

interface SubscriberTaskParts {
  readonly database: Database
  readonly carriers: Carriers
  readonly now: () => Date
  readonly log: Log
  readonly processMetrics: ProcessMetrics
}

function createSubscriberTasks(config: Static<typeof Config>, parts: SubscriberTaskParts) {
  const { processMetrics } = parts
  const messageSubscribers = createSubscriberTask({
    ...parts,
    publicUrl: config.PUBLIC_URL,
    pagesUrl: config.PAGES_URL,
    signer: createIdSigner(config.SECRET_KEYS, 'subscription'),
    confirmSigner: createIdSigner(config.SECRET_KEYS, 'confirm subscription'),
    vault: createVault(config.SECRET_KEYS),
    cell: config.CELL,
    onOutcome: processMetrics.countSubscriberOutcome,
  })
  const mailTasks = {
    [jobNames.addBulletin]: processMetrics.measureTask(jobNames.addBulletin, createBulletinTask(parts)),
    [jobNames.messageSubscribers]: processMetrics.measureTask(jobNames.messageSubscribers, messageSubscribers),
  }
  const webTasks = {
    [jobNames.messageWebSubscribers]: processMetrics.measureTask(jobNames.messageWebSubscribers, messageSubscribers),
  }
  return { mailTasks, webTasks }
}
