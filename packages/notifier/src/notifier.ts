import { openCarriers } from '@wachta/channels/carriers'
import { openDatabase, refuseForeignSchema } from '@wachta/database'
import { openObjectStore } from '@wachta/objects'
import { type Process, until } from '@wachta/runtime'
import { createSigner } from '@wachta/runtime/signer'
import { createVault } from '@wachta/runtime/vault'
import { sql } from 'kysely'
import type { Static } from 'typebox'
import { readCarrierSettings, readMailLimits, readPhoneRules } from './carrier-config.ts'
import type { Config } from './config.ts'
import { createDeliverTask } from './deliver/index.ts'
import { createNotifyTask } from './notify/notify.ts'
import { createProcessMetrics } from './process-metrics.ts'
import { startQueue, type Task } from './queue.ts'

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
      signer: createSigner(config.SECRET_KEYS, 'acknowledge'),
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
  const tasks: Record<string, Task> = {
    tell: createNotifyTask({
      database,
      now,
      trace,
      onRecorded: (recorded) => recorded.forEach(processMetrics.counted),
    }),
    deliver,
  }
  const measured = Object.fromEntries(
    Object.entries(tasks).map(([name, task]) => [name, processMetrics.measured(name, task)]),
  )
  const { CONCURRENCY: concurrency } = config
  const queue = use(startQueue({ database, heartbeats, tasks: measured, concurrency, log }), 'queue')
  check('database', async () => void (await database.query(sql`select 1`)))
  check('queue', async () => queue.assertWorking())
  ready()
  await until(stopping)
}
