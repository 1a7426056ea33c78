import { setTimeout as wait } from 'node:timers/promises'
import { type Database, openDatabase } from '@wachta/database'
import { openObjectStore } from '@wachta/objects'
import type { Log, Process } from '@wachta/runtime'
import { sql } from 'kysely'
import type { Static } from 'typebox'
import { rollUpAmended } from './amended.ts'
import type { Config } from './config.ts'
import { watchLag } from './lag.ts'
import { forgetNotifications } from './notifications.ts'
import { dayOf, dropPartitions, ensurePartitions, type ForgetObjects, type Retention } from './partitions.ts'
import { rollUpNext } from './rollups.ts'
import { forgetSmallest } from './small-rollups.ts'

const everyMs = 30_000

/** The reporter process: figures for charts and reports, room for what comes, and an end for what has had its time. */
export async function serveReporter({
  config,
  log,
  metrics,
  stopping,
  use,
  ready,
  check,
}: Process<Static<typeof Config>>): Promise<void> {
  const onError = (err: Error) => log.warn({ err }, 'a database connection broke')
  const connections = config.DATABASE_CONNECTIONS
  const database = use(openDatabase(config.DATABASE_URL, { connections, onError }), 'database')
  check('database', async () => void (await database.query(sql`select 1`)))
  const objects = use(await openObjectStore(config.OBJECTS_URL), 'object store')
  watchLag(metrics, database)
  ready()
  const retention = {
    analyses: config.RETENTION_ANALYSES_DAYS,
    details: config.RETENTION_DETAILS_DAYS,
    artifacts: config.RETENTION_ARTIFACTS_DAYS,
  }
  const forgetObjects = (day: string) => objects.remove(`${day}/`)
  const notificationDays = config.RETENTION_NOTIFICATIONS_DAYS
  await keepReporting({ database, retention, notificationDays, stopping, log, forgetObjects, now: () => new Date() })
}

interface Reporting {
  readonly database: Database
  readonly retention: Retention
  readonly notificationDays: number
  readonly stopping: AbortSignal
  readonly log: Log
  readonly now: () => Date
  readonly forgetObjects: ForgetObjects
}

/** Reports until told to stop. Several processes may: rollups are made by one at a time, the rest is done twice at worst. */
async function keepReporting(reporting: Reporting): Promise<void> {
  const { stopping, log, now } = reporting
  let cleared = ''
  while (!stopping.aborted) {
    await attempt('partitions were not made', () => ensurePartitions(reporting.database, now()))
    await attempt('rollups were not made', () => catchUp(reporting))
    const today = dayOf(now(), 0)
    if (cleared !== today && (await attempt('old data was not dropped', () => clear(reporting)))) cleared = today
    await wait(everyMs, undefined, { signal: stopping }).catch(() => undefined)
  }

  /** One step that fails is told and tried again later; the others are done. */
  async function attempt(failure: string, work: () => Promise<void>): Promise<boolean> {
    try {
      await work()
      return true
    } catch (err) {
      log.error({ err }, failure)
      return false
    }
  }
}

async function catchUp({ database, stopping, now }: Reporting): Promise<void> {
  while (!stopping.aborted && ((await rollUpNext(database, now())) || (await rollUpAmended(database))));
}

/** Once a day is enough: what goes, goes by whole days. */
async function clear({ database, retention, notificationDays, now, forgetObjects, log }: Reporting): Promise<void> {
  const partitions = await dropPartitions(database, retention, now(), forgetObjects)
  const rollups = await forgetSmallest(database, retention.analyses, now())
  const notifications = await forgetNotifications(database, notificationDays, now())
  if (partitions + rollups + notifications > 0) log.info({ partitions, rollups, notifications }, 'dropped old data')
}
