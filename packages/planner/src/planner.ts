import { readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import {
  type Bus,
  computeStreamLimits,
  ensureAccounts,
  ensureStreams,
  getCellStreams,
  inspectStreams,
  openBus,
  readCredentials,
  readKeys,
  readStreamState,
  retryWhileUnavailable,
  type SensorCommand,
  type StreamLimits,
  serveAssignments,
  writeCommand,
} from '@wachta/bus'
import { type Database, openDatabase, openReferenceClock, rejectForeignSchema } from '@wachta/database'
import { createGuard } from '@wachta/egress'
import { createLogLimiter, createRateLimiter, type Log, type LogLimiter, type Process } from '@wachta/runtime'
import { createVault } from '@wachta/runtime/vault'
import { sql } from 'kysely'
import type { Static } from 'typebox'
import { answerSensorHeartbeats } from './answer-heartbeats.ts'
import { receiveAnswers } from './answers.ts'
import { AssignmentTable } from './assignment-table.ts'
import type { Config } from './config.ts'
import { createDeadMansSwitch } from './dead-mans-switch.ts'
import { endUnansweredAndDeleteExpired, storeAnswer, takeDueDiagnostics } from './diagnostics.ts'
import { takeDueForcedAnalyses } from './forced.ts'
import { acquireLeadership, type Leadership } from './leadership.ts'
import { planFailover } from './plan-failover.ts'
import { createProcessMetrics, type ProcessMetrics } from './process-metrics.ts'
import { readPublishedAssignments } from './publish.ts'
import { createChangePublisher } from './publish-changes.ts'
import { repeat } from './repeat.ts'
import { createSealer, createSensorSealer } from './sealing.ts'
import { SensorDivisions } from './sensor-divisions.ts'
import { SensorHeartbeats, shareLeaseMs } from './sensor-heartbeats.ts'
import { storeBrowserAbility } from './store-browser-ability.ts'
import { markSuspended } from './windows.ts'

/**
 * Runs the planner, which publishes the assignments of sensors. One planner leads; others wait to take over. Hosts of a
 * sensor get their shares for `leaseMs`; only proofs change this value.
 */
export async function planForSensors(
  { config, log, metrics, stopping, use, ready, check }: Omit<Process<Static<typeof Config>>, 'page'>,
  leaseMs = shareLeaseMs,
): Promise<void> {
  const onError = (err: Error) => log.warn({ err }, 'a database connection broke')
  const database = use(openDatabase(config.DATABASE_URL, { connections: 5, onError }), 'database')
  await rejectForeignSchema(database.pool)
  check('database', () => database.query(sql`select 1`))
  const broker = { url: config.NATS_URL, ca: config.NATS_CA }
  const credentials = config.NATS_CREDENTIALS
    ? await readCredentials(await readFile(config.NATS_CREDENTIALS, 'utf8'))
    : undefined
  const keys = config.INSTALLATION_KEYS ? readKeys(await readFile(config.INSTALLATION_KEYS, 'utf8')) : undefined
  if (keys && !(await keepAccounts({ ...broker, keys }, { log, stopping }))) return
  const bus = use(await openBus({ ...broker, cell: config.CELL, name: 'planner', credentials }), 'bus')
  const onFault = (err: unknown) =>
    log.warn({ err }, 'the database did not return its time; using the last measurement')
  const clock = use(await openReferenceClock(database, { onError: onFault }), 'clock')
  const clockOffset = () => clock.offset_ms
  const processMetrics = createProcessMetrics(metrics)
  processMetrics.setClockOffset(clockOffset)
  ready()
  const leadership = await acquireLeadership(database, `wachta planner ${config.CELL}`, stopping)
  if (leadership === undefined) return
  use(leadership, 'leadership')
  log.info('leading')
  const stopSignal = AbortSignal.any([stopping, leadership.lost])
  const seal = createSealer(createVault(config.SECRET_KEYS), keys?.encryption)
  const ranges = config.EGRESS_ALLOW.split(',').map((range) => range.trim())
  const guard = createGuard({ allow: ranges.filter(Boolean) })
  const deadMansSwitch = createDeadMansSwitch({
    database,
    bus,
    log,
    processMetrics,
    guard,
    clockOffset,
    url: config.DEADMAN_URL,
  })
  check('flow', () => deadMansSwitch.assertHealthy())
  const limits = computeStreamLimits(config.NATS_STORE_BYTES, config.NATS_REPLICAS)
  const context = {
    database,
    bus,
    seal,
    log,
    processMetrics,
    checkPipeline: deadMansSwitch.checkPipeline,
    now: clock.now,
    limits,
    leadership,
    leaseMs,
  }
  await serveAsLeader({ ...context, stopping: stopSignal })
  if (leadership.lost.aborted && !stopping.aborted)
    throw new Error('the database did not confirm the leadership in time')
}

/** Retries until the broker has all accounts of the installation. Returns false if the process is stopped before. */
async function keepAccounts(
  broker: Parameters<typeof ensureAccounts>[0],
  { log, stopping }: { readonly log: Log; readonly stopping: AbortSignal },
): Promise<boolean> {
  if (broker.keys.centre === undefined)
    log.warn(
      'sensors share the NATS account of the centre, so a compromised sensor can disturb the others; run `wachta admin nats-accounts` to separate them',
    )
  while (!stopping.aborted) {
    try {
      if (await ensureAccounts(broker)) log.info('the accounts of the installation were added to the broker')
      return true
    } catch (err) {
      log.warn({ err }, 'could not add the accounts of the installation to the broker; retrying')
      await wait(1_000, undefined, { signal: stopping }).catch(() => undefined)
    }
  }
  return false
}

interface PlannerContext {
  readonly database: Database
  readonly bus: Bus
  readonly seal: ReturnType<typeof createSealer>
  readonly log: Log
  readonly processMetrics: ProcessMetrics
  readonly checkPipeline: () => Promise<void>
  /** Returns the time of the database, to which sensors synchronise their clocks. */
  readonly now: () => number
  readonly limits: Partial<StreamLimits>
  readonly leaseMs: number
  readonly leadership: Pick<Leadership, 'epoch' | 'isLeading'>
  readonly stopping: AbortSignal
}

async function serveAsLeader(context: PlannerContext): Promise<void> {
  const { database, bus, seal, log, processMetrics, checkPipeline, limits, now, leadership, stopping } = context
  const assignmentTable = new AssignmentTable()
  const heartbeats = new SensorHeartbeats(assignmentTable, now, context.leaseMs)
  const logLimiter = createLogLimiter()
  processMetrics.setLeading(assignmentTable, heartbeats)
  const taskOptions = { log, stopping, intervalMs: 500 }
  const sendCommand = createCommandSender(bus)

  const onRetry = (err: unknown) => log.warn({ err }, 'the broker has no leader for the streams yet; retrying')
  const prepareStreams = async () => {
    await ensureStreams(bus, limits)
    return await readStreamState(bus, getCellStreams(bus.cell).assignments)
  }
  let stream = await retryWhileUnavailable(prepareStreams, { signal: stopping, onRetry })
  const unreadable = await readPublishedAssignments(bus, assignmentTable, {
    signal: stopping,
    onRetry: (err) => {
      const due = logLimiter('assignments')
      if (due) log.warn({ err, ...due }, 'could not open the stream of assignments; retrying')
    },
  })
  if (unreadable > 0) log.warn({ unreadable }, 'could not read published assignments; publishing them again')
  const syncSensors = () => storeSensorHeartbeats(context, { assignmentTable, heartbeats, logLimiter })
  const divisions = new SensorDivisions(database, leadership.epoch)
  heartbeats.restoreDivisions(await divisions.take())
  await syncSensors()
  using _served = serveSensors(bus, log)
  const settle = answerSensorHeartbeats(heartbeats, { ...context, divisions, sendCommand })
  receiveAnswers(bus, (sensor_id, answer) => storeAnswer(database, sensor_id, answer), log)

  const publishing = {
    bus,
    assignmentTable,
    seal,
    processMetrics,
    onFailure: (err: Error) => log.warn({ err }, 'could not publish an assignment; retrying'),
  }
  const mayPublish = () => leadership.isLeading() && !stopping.aborted
  const publishChanges = createChangePublisher({ database, publishing, now, mayPublish })
  await Promise.all([
    repeat({ ...taskOptions, name: 'publishing assignments' }, publishChanges),
    repeat({ ...taskOptions, name: 'forced analyses' }, async () => {
      const commands = await takeDueForcedAnalyses(
        database,
        new Date(now()),
        createSensorSealer(assignmentTable.keys, seal),
      )
      for (const { sensor_id, command } of commands) sendCommand(sensor_id, command)
    }),
    repeat({ ...taskOptions, name: 'diagnostics' }, async () => {
      for (const { sensor_id, command } of await takeDueDiagnostics(database, new Date(now())))
        sendCommand(sensor_id, command)
      await endUnansweredAndDeleteExpired(database, new Date(now()))
    }),
    repeat({ ...taskOptions, intervalMs: 1_000, name: 'storing sensor heartbeats' }, syncSensors),
    repeat({ ...taskOptions, name: 'settling host shares' }, settle),
    repeat({ ...taskOptions, intervalMs: 60_000, name: 'checking the pipeline' }, checkPipeline),
    repeat({ ...taskOptions, intervalMs: 5_000, name: 'suspensions' }, () => markSuspended(database, new Date(now()))),
    repeat({ ...taskOptions, intervalMs: 5_000, name: 'failover' }, async () => {
      if (leadership.isLeading()) processMetrics.countFailoverChanges(await planFailover(database, new Date(now())))
    }),
    repeat({ ...taskOptions, intervalMs: 5_000, name: 'streams' }, async () => {
      // Creates missing streams, because no results arrive if a single one is lost.
      await ensureStreams(bus, limits)
      processMetrics.setStreams(await inspectStreams(bus, limits))
      const present = await readStreamState(bus, getCellStreams(bus.cell).assignments)
      if (present?.created === stream?.created) return
      // The broker has lost its storage. All assignments are published again from the database.
      stream = present
      assignmentTable.forgetPosted()
    }),
  ])
}

const createCommandSender =
  (bus: Bus) =>
  (sensor_id: number, command: SensorCommand): void =>
    bus.connection.publish(bus.subjects.command(sensor_id), writeCommand(command))

/** Stores the heartbeats of sensors and their browser reports, and reads which sensors and keys exist. */
async function storeSensorHeartbeats(
  { database, log, now, leadership }: Pick<PlannerContext, 'database' | 'log' | 'now' | 'leadership'>,
  {
    assignmentTable,
    heartbeats,
    logLimiter,
  }: {
    readonly assignmentTable: AssignmentTable
    readonly heartbeats: SensorHeartbeats
    readonly logLimiter: LogLimiter
  },
): Promise<void> {
  for (const [sensor_id, err] of await heartbeats.store(database)) {
    const due = logLimiter(sensor_id)
    if (due) log.warn({ err, sensor_id, ...due }, 'could not store a sensor heartbeat')
  }
  const keys = await database.query(sql<{
    sensor_id: number
    encryption_key: string
  }>`select distinct on (sensor_id) sensor_id, encryption_key
from sensor_credential where revoked_at is null order by sensor_id, created_at desc`)
  assignmentTable.setKeys(new Map(keys.map(({ sensor_id, encryption_key }) => [sensor_id, encryption_key])))
  for (const change of leadership.isLeading() ? heartbeats.findBrowserChanges(now()) : []) {
    await storeBrowserAbility(database, change, new Date(now()))
    const { wasAble, ...report } = change
    if (report.able !== wasAble) log.info(report, 'a sensor has changed whether it can run a browser')
  }
}

/**
 * Serves assignments to sensors, with a rate limit: a sensor has up to eight hosts, and each requests them once per
 * connection.
 */
function serveSensors(bus: Bus, log: Log): Disposable {
  const logLimiter = createLogLimiter()
  const logFailure = (err: Error, sensor_id = 0) => {
    const due = logLimiter(sensor_id)
    if (due)
      log.warn(
        { err, sensor_id, ...due },
        'could not send a sensor its assignments; the sensor will request them again',
      )
  }
  return serveAssignments(bus, logFailure, createRateLimiter({ burst: 16, per_second: 1 }))
}
