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
import { ChainStamper } from './chain-stamper.ts'
import type { Config } from './config.ts'
import { extendRetention, keepFilling, openFilledHistory } from './fill-history.ts'
import { deleteOldNotifications } from './notifications.ts'
import {
  type DeleteObjects,
  dropPartitions,
  ensurePartitions,
  getPartitionDayAfter,
  type Retention,
} from './partitions.ts'
import { createProcessMetrics, type ProcessMetrics, type ReporterStep } from './process-metrics.ts'
import { deleteOldReports } from './reports/delete-old-reports.ts'
import { createPreviewTask } from './reports/draw-preview.ts'
import { failExhausted } from './reports/fail-exhausted.ts'
import { createReportTask } from './reports/make-report.ts'
import { requestDueReports, type WaitingPlans } from './reports/plans.ts'
import { loadSigner } from './reports/signer.ts'
import { deleteSendingProgress } from './results/outgoing.ts'
import { keepSendingResults, parseHeaders } from './results/send-results.ts'
import { computeNextRollups } from './rollups.ts'
import { keepSealing } from './seals.ts'
import { deleteOldFiveMinuteRollups } from './small-rollups.ts'
import { keepPublishing } from './status-pages/keep-publishing.ts'
import { createStampAuthority, loadStampRoots, type StampAuthority } from './time-stamps.ts'

/** The time between two rounds. */
const defaultRoundIntervalMs = 30_000

/** How long the worker of the queue may take to start. */
const workerStartTimeoutMs = 30_000

/** A clock for proofs in which months pass within minutes. */
export interface ReporterClock {
  readonly now?: () => Date
  readonly roundIntervalMs?: number
}

/** Runs the reporter process until it is stopped. */
export async function serveReporter(
  { config, log, metrics, stopping, use, ready, check }: Process<Static<typeof Config>>,
  { now = () => new Date(), roundIntervalMs = defaultRoundIntervalMs }: ReporterClock = {},
): Promise<void> {
  const onError = (err: Error) => log.warn({ err }, 'a database connection broke')
  const connections = config.DATABASE_CONNECTIONS
  const database = use(openDatabase(config.DATABASE_URL, { connections, onError }), 'database')
  await rejectForeignSchema(database.pool)
  check('database', async () => void (await database.query(sql`select 1`)))
  const objects = use(await openObjectStore(config.OBJECTS_URL), 'object store')
  const openedHistory = await openFilledHistory(config)
  const history = openedHistory && use(openedHistory, 'history')
  const processMetrics = createProcessMetrics(metrics, database, {
    isSending: config.OTLP_RESULTS_URL !== undefined,
    hasHistory: history !== undefined,
  })
  const sendingOptions = readSendingOptions(config)
  const heartbeats = use(openDatabase(config.DATABASE_URL, { connections: 1, onError }), 'heartbeats of the queue')
  const authority = await openAuthority(config)
  const signer = await loadSigner({ key: config.REPORT_SIGNING_KEY, certificate: config.REPORT_SIGNING_CERTIFICATE })
  if (signer === undefined) log.warn('REPORT_SIGNING_KEY is not set: reports are not signed')
  const taskOptions = { database, history, log, signer, authority, processMetrics, now, publicUrl: config.PUBLIC_URL }
  // One at a time, because a large report needs much memory; a second reporter can make others meanwhile.
  const tasks = {
    [jobNames.report]: createReportTask(taskOptions),
    [jobNames.reportPreview]: createPreviewTask(taskOptions),
  }
  const worker = use(startWorker({ database, heartbeats, tasks, concurrency: 1, log }), 'queue')
  const started = Date.now()
  // The worker starts concurrently, so it is a failure only if it does not start in time, or stops.
  check('queue', async () => {
    if (Date.now() - started > workerStartTimeoutMs) worker.assertRunning()
  })
  ready()
  const retention = {
    analyses: config.RETENTION_ANALYSES_DAYS,
    details: config.RETENTION_DETAILS_DAYS,
    artifacts: config.RETENTION_ARTIFACTS_DAYS,
  }
  const deleteObjects = (day: string) => objects.remove(`${day}/`)
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
      deleteObjects,
      authority,
      now,
      roundIntervalMs,
    }),
    sendingOptions && keepSendingResults({ ...sendingOptions, database, processMetrics, log, stopping }),
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
  /** The history store; undefined without HISTORY_URL. */
  readonly history: { readonly store: HistoryStore; readonly retentionDays: number } | undefined
  readonly retention: Retention
  readonly notificationDays: number
  readonly processMetrics: ProcessMetrics
  readonly stopping: AbortSignal
  readonly log: Log
  readonly now: () => Date
  readonly roundIntervalMs: number
  readonly deleteObjects: DeleteObjects
  readonly authority: StampAuthority | undefined
}

/**
 * Runs rounds until the process is stopped. Several reporters can run: rollups and seals are protected by locks, and
 * the other steps can safely run twice.
 */
async function keepReporting(context: ReporterContext): Promise<void> {
  const { stopping, log, now, roundIntervalMs, processMetrics } = context
  const waiting: WaitingPlans = new Map()
  const stamper = new ChainStamper(context)
  let lastRetentionDay = ''
  while (!stopping.aborted) {
    await attempt(
      'partitions',
      'could not create the partitions of the coming days, without which nothing can be stored then; retrying',
      () => ensurePartitions(context.database, now()),
    )
    await attempt('rollups', 'could not compute rollups; charts and availability fall behind; retrying', () =>
      catchUp(context),
    )
    let isSealed = true
    await attempt('seals', 'could not seal the record; retrying', async () => {
      isSealed = await keepSealing(context)
    })
    if (!stamper.isPausing)
      await attempt('stamps', 'could not get a time stamp for the chain of evidence; retrying', () => stamper.run())
    await attempt('plans', 'could not start scheduled reports, or give up those that failed; retrying', async () => {
      await failExhausted({ database: context.database, log, now: now() })
      await requestDueReports(context.database, now(), waiting)
    })
    let isFilled = true
    if (context.history)
      await attempt(
        'history',
        'could not copy analyses to ClickHouse, see HISTORY_URL; PostgreSQL keeps them meanwhile; retrying',
        async () => {
          isFilled = await fillHistory(context)
        },
      )
    const today = getPartitionDayAfter(now(), 0)
    if (
      lastRetentionDay !== today &&
      (await attempt('retention', 'could not delete data beyond its retention; retrying', () => deleteOldData(context)))
    )
      lastRetentionDay = today
    // If seals or the history are behind, start the next round immediately; the other steps then run between them.
    await wait(isSealed && isFilled ? roundIntervalMs : 0, undefined, { signal: stopping }).catch(() => undefined)
  }

  /** Logs and counts a failed step, so that the other steps still run; the next round retries it. */
  async function attempt(step: ReporterStep, failure: string, work: () => Promise<void>): Promise<boolean> {
    try {
      await work()
      processMetrics.markStepDone(step)
      return true
    } catch (err) {
      processMetrics.countStepFailure(step)
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

async function fillHistory({ history, ...context }: ReporterContext): Promise<boolean> {
  return !history || keepFilling({ ...context, history: history.store, retentionDays: history.retentionDays })
}

/** Deletes old data. Runs once a day, because retention deletes whole days. */
async function deleteOldData(context: ReporterContext): Promise<void> {
  const { database, retention, notificationDays, now, processMetrics, log, deleteObjects } = context
  // Data that is not in the history yet is kept.
  const extended = context.history ? await extendRetention(database, retention, now()) : retention
  const partitions = await dropPartitions(database, { retention: extended, deleteObjects }, now())
  const rollups = await deleteOldFiveMinuteRollups(database, extended.analyses, now())
  const notifications = await deleteOldNotifications(database, notificationDays, now())
  await deleteSendingProgress(database)
  const reports = await deleteOldReports(database, retention.analyses, now())
  processMetrics.countDropped('partitions', partitions)
  processMetrics.countDropped('rollups', rollups)
  processMetrics.countDropped('notifications', notifications)
  processMetrics.countDropped('reports', reports)
  if (partitions + rollups + notifications + reports > 0)
    log.info({ partitions, rollups, notifications, reports }, 'dropped old data')
}
