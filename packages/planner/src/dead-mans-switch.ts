import { type Bus, shardCount, virtualPartitions } from '@wachta/bus'
import type { Database } from '@wachta/database'
import { findPipelineProblems, type PipelineProblem, type PipelineState } from '@wachta/domain'
import { type Guard, sendGuardedRequest } from '@wachta/egress'
import { isExhausted, notificationJobNames, selectJobs } from '@wachta/queue'
import type { Log } from '@wachta/runtime'
import { sql } from 'kysely'
import type { ProcessMetrics } from './process-metrics.ts'

export interface DeadMansSwitchOptions {
  readonly database: Pick<Database, 'query'>
  readonly bus: Pick<Bus, 'connection'>
  readonly log: Pick<Log, 'info' | 'warn'>
  readonly processMetrics: Pick<ProcessMetrics, 'setProblems' | 'countDeadMansSwitchRequest'>
  /**
   * The URL of the external monitor, which gets a request as long as everything works; without a URL, no request is
   * sent.
   */
  readonly url?: string | undefined
  readonly guard: Guard
  /** Returns the milliseconds by which the clock of this machine is ahead of the database clock. */
  readonly clockOffset?: () => number
}

const brokerTimeoutMs = 3_000
/**
 * Problems found longer ago than this are checked again before the readiness check reports them, because they may be
 * over.
 */
const maxResultAgeMs = 1_000

/** Sends requests to an external monitor, which raises an alarm when they stop. */
export interface DeadMansSwitch {
  /** Checks the whole pipeline, and sends the request only if it works. */
  checkPipeline(): Promise<void>
  /** Rejects if the pipeline has problems; checks it again first if they were found a while ago. */
  assertHealthy(): Promise<void>
}

/**
 * Checks the whole pipeline, and sends a request to an external monitor only if it works. The monitor raises an alarm
 * when the request is missing, so it works even if this machine is down or the database is full.
 */
export function createDeadMansSwitch(options: DeadMansSwitchOptions): DeadMansSwitch {
  const { log, processMetrics, url, guard } = options
  let lastProblems: readonly PipelineProblem[] = []
  let checkedAt = Number.NEGATIVE_INFINITY
  const refresh = async (): Promise<void> => {
    const state = await readPipelineState(options).catch((error: unknown) => {
      processMetrics.setProblems(undefined)
      throw error
    })
    const faults = findPipelineProblems(state)
    processMetrics.setProblems(faults)
    if (faults.join() !== lastProblems.join()) reportChange(log, faults)
    lastProblems = faults
    checkedAt = performance.now()
  }
  const sendRequest = async (): Promise<void> => {
    if (url === undefined) return
    if (lastProblems.length > 0) return processMetrics.countDeadMansSwitchRequest('silent')
    try {
      const { status } = await sendGuardedRequest({ url, guard })
      processMetrics.countDeadMansSwitchRequest(status < 300 ? 'told' : 'failed')
      if (status >= 300)
        log.warn({ status }, "the receiver of the dead man's switch rejected the request: see DEADMAN_URL")
    } catch (err) {
      processMetrics.countDeadMansSwitchRequest('failed')
      log.warn({ err }, "could not reach the receiver of the dead man's switch: see DEADMAN_URL and EGRESS_ALLOW")
    }
  }
  return {
    async checkPipeline() {
      await refresh()
      await sendRequest()
    },
    async assertHealthy() {
      if (lastProblems.length > 0 && performance.now() - checkedAt > maxResultAgeMs) await refresh()
      if (lastProblems.length > 0) throw new Error(lastProblems.join(', '))
    },
  }
}

function reportChange(log: DeadMansSwitchOptions['log'], faults: readonly PipelineProblem[]): void {
  if (faults.length === 0) log.info('the pipeline works again')
  else
    log.warn(
      { faults },
      "the pipeline has problems, so the dead man's switch sends no request and its receiver will raise the alarm",
    )
}

/** Reads the state of the pipeline, with a single query to the database. */
export async function readPipelineState({
  database,
  bus,
  clockOffset = () => 0,
}: Pick<DeadMansSwitchOptions, 'database' | 'bus' | 'clockOffset'>): Promise<PipelineState> {
  const [broker, [row]] = await Promise.all([isBrokerReachable(bus), database.query(pipelineStateQuery)])
  if (row === undefined) throw new Error('the database returned no state of the pipeline')
  return { ...row, broker, clock_offset_ms: clockOffset() }
}

const buildMaxAge = (intervals: number) =>
  sql`((${intervals}::int * r.interval_ms + r.timeout_ms + r.spread_ms) * interval '1 millisecond' + interval '30 seconds')`

/**
 * The delivery channels that the installation itself provides. Endpoints of customers are left out, because they may be
 * down for a day.
 */
const channelGroup = sql`case when n.channel_id like 'email%' then 'mail' when n.channel_id in ('sms', 'telephone') then n.channel_id end`

/**
 * The age of the oldest undelivered message. Between its attempts, a message that could not be delivered has no job
 * that is due, so `unnotified_ms`, which is computed from due jobs, does not show it. One mailbox that rejects
 * everything is not a problem of the pipeline: messages created before the last success on the same channel do not
 * count.
 */
const undelivered = sql`with stuck as (select ${channelGroup} as way, n.created_at from notification n
    where n.status = 'pending' and n.created_at < now() - interval '1 minute' and ${channelGroup} is not null),
  last as (select w.way, (select max(n.sent_at) from notification n where n.status = 'sent' and ${channelGroup} = w.way
    and n.created_at > now() - interval '25 hours') as sent_at from (select distinct stuck.way from stuck) w)
  select coalesce(extract(epoch from now() - min(s.created_at)) * 1000, 0)::float8
  from stuck s join last l on l.way = s.way where l.sent_at is null or s.created_at > l.sent_at`

const hasOnlyPublicSensors = sql`(cardinality(r.sensor_ids) > 0 and r.sensor_ids <@ array(select id from sensor where owner_id is null))`

/**
 * A service is late when its last analysis is older than two intervals, plus the time that its checks may take, plus
 * half a minute for the later stages. For a new service, the time counts from the start of its monitoring. A service is
 * unknown when analyses arrive, but the last one with a quorum is older than three intervals and the same allowance.
 * Only services without private sensors are tested for that: a customer who switches private sensors off must not stop
 * the operator's alarm.
 */
const watched = sql`select r.service_id, ${buildMaxAge(2)} + greatest(s.last_time, r.effective_from) < now() as is_late,
    ${hasOnlyPublicSensors} and ${buildMaxAge(3)} + greatest(s.last_ok_time, s.last_error_time, r.effective_from) < now() as is_unknown,
    ${hasOnlyPublicSensors} as has_public_sensors
  from service_revision r join service v on v.id = r.service_id left join service_state s on s.service_id = r.service_id
  where r.effective_to is null and r.is_active and r.effective_from <= now()`

const byShard = sql`select (count(*) filter (where has_public_sensors))::int as watched, (count(*) filter (where is_unknown and not is_late))::int as unknown
  from watched group by (service_id % ${virtualPartitions}::int) * ${shardCount}::int / ${virtualPartitions}::int`

/** Because of the pauses between attempts, a job with this many attempts has been failing for at least two minutes. */
const manyAttempts = 5

const pipelineStateQuery = sql<
  Omit<PipelineState, 'broker' | 'clock_offset_ms'>
>`with watched as materialized (${watched}),
  heard as (select s.owner_id, t.report from sensor s join sensor_state t on t.sensor_id = s.id where s.is_active and t.last_seen > now() - interval '1 minute'),
  jobs as (${selectJobs(notificationJobNames)})
select (select count(*) from watched)::int as watched, (select count(*) from watched where is_late)::int as late,
  (select count(*) from sensor where is_active)::int as sensors,
  (select count(*) from heard)::int as heard, (select count(*) from heard where owner_id is null and report->'disk_fault' = 'true')::int as disk_faults,
  (select coalesce(json_agg(b), '[]') from (${byShard}) b) as shards,
  (select coalesce(sum(artifacts), 0) from evidence_loss where minute > now() - interval '15 minutes')::int as lost_evidence,
  (select coalesce(greatest(extract(epoch from now() - min(j.run_at)) * 1000, 0), 0)::float8 from jobs j
    where j.run_at <= now() and j.locked_at is null and j.attempts < j.max_attempts) as unnotified_ms,
  (select count(*) from jobs where attempts >= ${manyAttempts} and attempts < max_attempts)::int as failing_jobs,
  (select count(*) from jobs where ${isExhausted})::int as exhausted_jobs,
  (${undelivered}) as undelivered_ms,
  (select coalesce(to_date(max(right(c.relname, 8)), 'YYYYMMDD') - (now() at time zone 'UTC')::date, -1)
    from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'analysis'::regclass)::int as days_ahead`

async function isBrokerReachable({ connection }: Pick<Bus, 'connection'>): Promise<boolean> {
  const timeout = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => timeout.resolve(false), brokerTimeoutMs)
  try {
    return await Promise.race([connection.flush().then(() => true), timeout.promise])
  } catch {
    return false
  } finally {
    clearTimeout(timer)
  }
}
