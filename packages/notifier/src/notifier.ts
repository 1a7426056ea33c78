import { openCarriers } from '@wachta/channels/carriers'
import { openDatabase, refuseForeignSchema } from '@wachta/database'
import { openObjectStore } from '@wachta/objects'
import { jobNames, startWorker } from '@wachta/queue'
import { type Process, until } from '@wachta/runtime'
import { createIdSigner } from '@wachta/runtime/signer'
import { createVault } from '@wachta/runtime/vault'
import { sql } from 'kysely'
import type { Static } from 'typebox'
import { readCarrierSettings, readMailLimits, readPhoneRules } from './carrier-config.ts'
import type { Config } from './config.ts'
import { createDeliverTask } from './deliver/index.ts'
import { createNotifyTask } from './notify/notify.ts'
import { createProcessMetrics } from './process-metrics.ts'

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
  const database = use(openDatabase(config.DATABASE_URL, { connections, onError }), 'database')
  await refuseForeignSchema(database.pool)
  const heartbeats = use(openDatabase(config.DATABASE_URL, { connections: 1, onError }), 'database of heartbeats')
  const processMetrics = createProcessMetrics(metrics, database)
  const now = () => new Date()
  const deliver = use(
    createDeliverTask({
      database,
      carriers: use(await openCarriers(readCarrierSettings(config)), 'carriers'),
      objects: use(await openObjectStore(config.OBJECTS_URL), 'object store'),
      publicUrl: config.PUBLIC_URL,
      signer: createIdSigner(config.SECRET_KEYS, 'acknowledge'),
      vault: createVault(config.SECRET_KEYS),
      cell: config.CELL,
      caps: readPhoneRules(config),
      mailLimits: readMailLimits(config),
      now,
      log,
      onOutcome: processMetrics.attempted,
      trace,
    }),
    'messages under way',
  )
  const notify = createNotifyTask({
    database,
    now,
    trace,
    onRecorded: (recorded) => recorded.forEach(processMetrics.counted),
  })
  const tasks = {
    [jobNames.notify]: processMetrics.measured(jobNames.notify, notify),
    [jobNames.deliver]: processMetrics.measured(jobNames.deliver, deliver),
  }
  const { CONCURRENCY: concurrency } = config
  const worker = use(startWorker({ database, heartbeats, tasks, concurrency, log }), 'queue')
  check('database', async () => void (await database.query(sql`select 1`)))
  check('queue', async () => worker.assertRunning())
  ready()
  await until(stopping)
}
