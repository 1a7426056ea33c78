import { setTimeout as wait } from 'node:timers/promises'
import { type Database, openDatabase, rejectForeignSchema } from '@wachta/database'
import { createGuard } from '@wachta/egress'
import type { HistoryStore } from '@wachta/history'
import { openObjectStore } from '@wachta/objects'
import { jobNames, startWorker } from '@wachta/queue'
import type { Log, Process } from '@wachta/runtime'
import { sql } from 'kysely'
import type { Static } from 'typebox'
import { recomputeAmendedRollups } from './amended.ts'
import type { Config } from './config.ts'
import { extendRetention, keepFilling, openFilledHistory } from './fill-history.ts'
import { forgetNotifications } from './notifications.ts'
import {
  dropPartitions,
  ensurePartitions,
  type ForgetObjects,
  getPartitionDayAfter,
  type Retention,
} from './partitions.ts'
import { createProcessMetrics, type ProcessMetrics, type ReporterStep } from './process-metrics.ts'
import { createPreviewTask } from './reports/draw-preview.ts'
import { forgetReports } from './reports/forget-reports.ts'
import { createReportTask } from './reports/make-report.ts'
import { requestDueReports, type WaitingPlans } from './reports/plans.ts'
import { loadSigner } from './reports/signer.ts'
import { forgetSent } from './results/outgoing.ts'
import { keepSendingResults, parseHeaders } from './results/send-results.ts'
import { computeNextRollups } from './rollups.ts'
import { keepSealing } from './seals.ts'
import { forgetSmallest } from './small-rollups.ts'
import { ChainStamper } from './stamps.ts'
import { keepPublishing } from './status-pages/keep-publishing.ts'
import { createStampAuthority, loadStampRoots, type StampAuthority } from './time-stamps.ts'

/** The time between two rounds. */
const defaultEveryMs = 30_000

/** How long the worker of the queue may take to start. */
const startsWithinMs = 30_000

/** For proofs in which months pass in minutes. */
export interface ReporterClock {
  readonly now?: () => Date
  readonly everyMs?: number
}

/** The reporter process: computes rollups, creates partitions, seals the record, publishes status pages and enforces retention. */
export async function serveReporter(
  { config, log, metrics, stopping, use, ready, check }: Process<Static<typeof Config>>,
  { now = () => new Date(), everyMs = defaultEveryMs }: ReporterClock = {},
): Promise<void> {
  const onError = (err: Error) => log.warn({ err }, 'a database connection broke')
  const connections = config.DATABASE_CONNECTIONS
  const database = use(openDatabase(config.DATABASE_URL, { connections, onError }), 'database')
  await rejectForeignSchema(database.pool)
  check('database', async () => void (await database.query(sql`select 1`)))
  const objects = use(await openObjectStore(config.OBJECTS_URL), 'object store')
  const opened = await openFilledHistory(config)
  const history = opened && use(opened, 'history')
  const processMetrics = createProcessMetrics(metrics, database, {
    isSending: config.OTLP_RESULTS_URL !== undefined,
    hasHistory: history !== undefined,
  })
  const sending = readSendingOptions(config)
  const heartbeats = use(openDatabase(config.DATABASE_URL, { connections: 1, onError }), 'heartbeats of the queue')
  const authority = await openAuthority(config)
  const signer = await loadSigner({ key: config.REPORT_SIGNING_KEY, certificate: config.REPORT_SIGNING_CERTIFICATE })
  if (signer === undefined) log.warn('REPORT_SIGNING_KEY is not set: reports are not signed')
  const making = { database, history, log, signer, authority, processMetrics, now, publicUrl: config.PUBLIC_URL }
  // One at a time: a large report needs memory, and a second reporter makes others meanwhile.
  const tasks = { [jobNames.report]: createReportTask(making), [jobNames.reportPreview]: createPreviewTask(making) }
  const worker = use(startWorker({ database, heartbeats, tasks, concurrency: 1, log }), 'queue')
  const started = Date.now()
  // It starts with the other steps: only one that does not start, or stops, is a fault.
  check('queue', async () => {
    if (Date.now() - started > startsWithinMs) worker.assertRunning()
  })
  ready()
  const retention = {
    analyses: config.RETENTION_ANALYSES_DAYS,
    details: config.RETENTION_DETAILS_DAYS,
    artifacts: config.RETENTION_ARTIFACTS_DAYS,
  }
  const forgetObjects = (day: string) => objects.remove(`${day}/`)
  const notificationDays = config.RETENTION_NOTIFICATIONS_DAYS
  await Promise.all([
    keepReporting({
      database,
      history: history && { store: history, retentionDays: config.RETENTION_HISTORY_DAYS },
      retention,
      notificationDays,
      processMetrics,
      stopping,
      log,
      forgetObjects,
      authority,
      now,
      everyMs,
    }),
    sending && keepSendingResults({ ...sending, database, processMetrics, log, stopping }),
    keepPublishing({
      databaseUrl: config.DATABASE_URL,
      objects,
      config,
      guard: readGuard(config),
      apiUrl: config.PUBLIC_URL,
      pushKey: config.VAPID_PUBLIC_KEY ?? null,
      processMetrics,
      log,
      stopping,
    }),
  ])
}

/** Reads the settings for sending analyses; undefined if it is not configured. */
function readSendingOptions(config: Static<typeof Config>) {
  if (config.OTLP_RESULTS_URL === undefined) return undefined
  return {
    url: config.OTLP_RESULTS_URL,
    headers: parseHeaders(config.OTLP_RESULTS_HEADERS),
    guard: readGuard(config),
    cell: config.CELL,
  }
}

const readGuard = ({ EGRESS_ALLOW }: Static<typeof Config>) =>
  createGuard({ allow: EGRESS_ALLOW.split(',').flatMap((range) => range.trim() || []) })

async function openAuthority(config: Static<typeof Config>): Promise<StampAuthority | undefined> {
  if (config.TIME_STAMP_URL === undefined) return undefined
  const roots = await loadStampRoots(config.TIME_STAMP_ROOTS)
  return createStampAuthority({ url: config.TIME_STAMP_URL, guard: readGuard(config), roots })
}

interface ReporterContext {
  readonly database: Database
  /** Undefined without HISTORY_URL. */
  readonly history: { readonly store: HistoryStore; readonly retentionDays: number } | undefined
  readonly retention: Retention
  readonly notificationDays: number
  readonly processMetrics: ProcessMetrics
  readonly stopping: AbortSignal
  readonly log: Log
  readonly now: () => Date
  readonly everyMs: number
  readonly forgetObjects: ForgetObjects
  readonly authority: StampAuthority | undefined
}

/**
 * Runs rounds until the process is stopped. Several reporters can run: rollups and seals are locked, and the other
 * steps can safely run twice.
 */
async function keepReporting(reporting: ReporterContext): Promise<void> {
  const { stopping, log, now, everyMs, processMetrics } = reporting
  const waiting: WaitingPlans = new Map()
  const stamper = new ChainStamper(reporting)
  let cleared = ''
  while (!stopping.aborted) {
    await attempt(
      'partitions',
      'could not create the partitions of the coming days, without which nothing can be stored then; retrying',
      () => ensurePartitions(reporting.database, now()),
    )
    await attempt('rollups', 'could not compute rollups; charts and availability fall behind; retrying', () =>
      catchUp(reporting),
    )
    let isSealed = true
    await attempt('seals', 'could not seal the record; retrying', async () => {
      isSealed = await keepSealing(reporting)
    })
    if (!stamper.isPausing)
      await attempt('stamps', 'could not get a time stamp for the chain of evidence; retrying', () => stamper.run())
    await attempt('plans', 'could not start scheduled reports; retrying', async () => {
      await requestDueReports(reporting.database, now(), waiting)
    })
    let isFilled = true
    if (reporting.history)
      await attempt(
        'history',
        'could not copy analyses to ClickHouse, see HISTORY_URL; PostgreSQL keeps them meanwhile; retrying',
        async () => {
          isFilled = await fill(reporting)
        },
      )
    const today = getPartitionDayAfter(now(), 0)
    if (
      cleared !== today &&
      (await attempt('retention', 'could not delete data beyond its retention; retrying', () =>
        deleteOldData(reporting),
      ))
    )
      cleared = today
    // If seals or the history are behind, start the next round immediately; the other steps then run between them.
    await wait(isSealed && isFilled ? everyMs : 0, undefined, { signal: stopping }).catch(() => undefined)
  }

  /** Logs and counts a failed step, so that the other steps still run; the next round retries it. */
  async function attempt(step: ReporterStep, failure: string, work: () => Promise<void>): Promise<boolean> {
    try {
      await work()
      processMetrics.done(step)
      return true
    } catch (err) {
      processMetrics.failed(step)
      log.error({ err }, failure)
      return false
    }
  }
}

async function catchUp({ database, stopping, now }: ReporterContext): Promise<void> {
  while (
    !stopping.aborted &&
    ((await computeNextRollups(database, now())) || (await recomputeAmendedRollups(database)))
  );
}

async function fill({ history, ...reporting }: ReporterContext): Promise<boolean> {
  return !history || keepFilling({ ...reporting, history: history.store, retentionDays: history.retentionDays })
}

/** Runs once a day, because retention deletes whole days. */
async function deleteOldData(reporting: ReporterContext): Promise<void> {
  const { database, retention, notificationDays, now, processMetrics, log, forgetObjects } = reporting
  // Data that is not in the history yet is kept.
  const extended = reporting.history ? await extendRetention(database, retention, now()) : retention
  const partitions = await dropPartitions(database, { retention: extended, forgetObjects }, now())
  const rollups = await forgetSmallest(database, extended.analyses, now())
  const notifications = await forgetNotifications(database, notificationDays, now())
  await forgetSent(database)
  const reports = await forgetReports(database, retention.analyses, now())
  processMetrics.dropped('partitions', partitions)
  processMetrics.dropped('rollups', rollups)
  processMetrics.dropped('notifications', notifications)
  processMetrics.dropped('reports', reports)
  if (partitions + rollups + notifications + reports > 0)
    log.info({ partitions, rollups, notifications, reports }, 'dropped old data')
}
