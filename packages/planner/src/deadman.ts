import type { Bus } from '@wachta/bus'
import type { Database } from '@wachta/database'
import { type FlowFault, type FlowState, flowFaults } from '@wachta/domain'
import { type Guard, guardedRequest } from '@wachta/egress'
import type { Log } from '@wachta/runtime'
import { sql } from 'kysely'
import type { Figures } from './figures.ts'

export interface DeadmanOptions {
  readonly database: Pick<Database, 'query'>
  readonly bus: Pick<Bus, 'connection'>
  readonly log: Pick<Log, 'info' | 'warn'>
  readonly figures: Pick<Figures, 'flow' | 'deadman'>
  /** Whom to tell that all is well; without it, nobody outside knows. */
  readonly url?: string | undefined
  readonly guard: Guard
}

const brokerWithin_ms = 3_000

/**
 * Looks whether the whole flow works, and only then tells somebody outside so. They raise the alarm when they are not told:
 * that works when this machine is gone, the database is full, or nobody is left to tell.
 */
export function createDeadman(options: DeadmanOptions): () => Promise<void> {
  const { log, figures, url, guard } = options
  let before: readonly FlowFault[] = []
  return async () => {
    figures.flow(false)
    const faults = flowFaults(await lookAtFlow(options))
    figures.flow(faults.length === 0)
    if (faults.join() !== before.join()) tellChange(log, faults)
    before = faults
    if (url === undefined) return
    if (faults.length > 0) return figures.deadman('silent')
    try {
      const { status } = await guardedRequest({ url, guard })
      figures.deadman(status < 300 ? 'told' : 'failed')
      if (status >= 300) log.warn({ status }, 'whoever waits to hear that all is well did not take it: see DEADMAN_URL')
    } catch (err) {
      figures.deadman('failed')
      log.warn({ err }, 'whoever waits to hear that all is well could not be told: see DEADMAN_URL and EGRESS_ALLOW')
    }
  }
}

function tellChange(log: DeadmanOptions['log'], faults: readonly FlowFault[]): void {
  if (faults.length === 0) log.info('the flow is well again')
  else log.warn({ faults }, 'the flow is not well; nobody outside is told that it is')
}

/** All that the database knows of it comes from one look. */
export async function lookAtFlow({ database, bus }: Pick<DeadmanOptions, 'database' | 'bus'>): Promise<FlowState> {
  const [broker, [row]] = await Promise.all([isThere(bus), database.query(look)])
  if (row === undefined) throw new Error('the database says nothing of the flow')
  return { ...row, broker }
}

/** Ways that the installation itself provides. What a customer names is theirs, and may be gone for a day. */
const way = sql`case when n.channel_id like 'email%' then 'mail' when n.channel_id in ('sms', 'telephone') then n.channel_id end`

/**
 * A message that could not be handed over waits for its next attempt, and is due for a moment only: so its age is looked
 * at too. One mailbox that takes nothing is not the flow: what was made before the last success on its way does not count.
 */
const undelivered = sql`with stuck as (select ${way} as way, n.created_at from notification n
    where n.status = 'pending' and n.created_at < now() - interval '1 minute' and ${way} is not null),
  last as (select w.way, (select max(n.sent_at) from notification n where n.status = 'sent' and ${way} = w.way
    and n.created_at > now() - interval '25 hours') as sent_at from (select distinct stuck.way from stuck) w)
  select coalesce(extract(epoch from now() - min(s.created_at)) * 1000, 0)::float8
  from stuck s join last l on l.way = s.way where l.sent_at is null or s.created_at > l.sent_at`

/**
 * A service is late when its last analysis is two intervals old, with the time that its checks may take and half a minute
 * for what follows behind. One that is new is counted from when it began to be watched.
 */
const look = sql<Omit<FlowState, 'broker'>>`select w.watched, w.late,
  (select count(*) from sensor where is_active)::int as sensors,
  (select count(*) from sensor s join sensor_state t on t.sensor_id = s.id where s.is_active and t.last_seen > now() - interval '1 minute')::int as heard,
  (select coalesce(greatest(extract(epoch from now() - min(j.run_at)) * 1000, 0), 0)::float8 from graphile_worker.jobs j
    where j.task_identifier in ('tell', 'deliver') and j.run_at <= now() and j.locked_at is null and j.attempts < j.max_attempts) as untold_ms,
  (${undelivered}) as undelivered_ms,
  (select coalesce(to_date(max(right(c.relname, 8)), 'YYYYMMDD') - (now() at time zone 'UTC')::date, -1)
    from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'analysis'::regclass)::int as days_ahead
from (select count(*)::int as watched, (count(*) filter (where greatest(s.last_time, r.effective_from) + (2 * r.interval_ms + r.timeout_ms
    + r.spread_ms) * interval '1 millisecond' + interval '30 seconds' < now()))::int as late
  from service_revision r join service v on v.id = r.service_id left join service_state s on s.service_id = r.service_id
  where r.effective_to is null and r.is_active and r.effective_from <= now()) w`

async function isThere({ connection }: Pick<Bus, 'connection'>): Promise<boolean> {
  const late = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => late.resolve(false), brokerWithin_ms)
  try {
    return await Promise.race([connection.flush().then(() => true), late.promise])
  } catch {
    return false
  } finally {
    clearTimeout(timer)
  }
}
