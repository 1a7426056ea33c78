import type { Database, Queryable, Transaction } from '@wachta/database'
import { addJobs, makeNotifyJobs } from '@wachta/queue'
import { sql } from 'kysely'
import { type FencedLease, fence } from '../store/fenced.ts'

export interface MassJudgeOptions extends FencedLease {
  readonly database: Database
  readonly now: number
}

/** Counts of the repeated checks that a mass change started. */
interface RecheckCounts {
  /** Requested analyses. */
  readonly asked: number
  /** Requested analyses that are closed. */
  readonly closed: number
  /** Closed analyses with at least one known result. */
  readonly answered: number
  /** Closed analyses that failed. */
  readonly failed: number
}

type Outcome = 'confirmed' | 'contradicted' | 'unanswered'

/**
 * Evaluates the repeated checks of a mass change. If most of them fail too, the held notifications are released now.
 * Otherwise they stay held until the hold ends, and no one is notified of services that have recovered by then.
 */
export async function judgeMassChanges(options: MassJudgeOptions): Promise<Outcome | undefined> {
  const { database, now } = options
  const [open] = await database.query(sql<{ id: number }>`select id from mass_change
where outcome is null and held_until > ${new Date(now)} order by id desc limit 1`)
  if (open === undefined) return undefined
  return database.transaction(async (tx) => {
    await fence(tx, options)
    const [locked] = await tx.query(
      sql<{ id: number }>`select id from mass_change where id = ${open.id} and outcome is null for update`,
    )
    const outcome = locked && decideMassChange(await countRechecks(tx, open.id))
    if (outcome === undefined) return undefined
    await tx.query(sql`update mass_change set outcome = ${outcome}, judged_at = ${new Date(now)} where id = ${open.id}`)
    if (outcome === 'confirmed') await releaseHold(tx, open.id, now)
    return outcome
  })
}

async function countRechecks(db: Queryable, id: number): Promise<RecheckCounts> {
  const [counts] = await db.query(sql<RecheckCounts>`select count(*) as asked, count(a.service_id) as closed,
  count(*) filter (where a.ok_checks_count + a.error_checks_count > 0) as answered, count(*) filter (where a.failure) as failed
from mass_change_check c left join analysis a on a.service_id = c.service_id and a.time = c.time
where c.mass_change_id = ${id}`)
  return counts ?? { asked: 0, closed: 0, answered: 0, failed: 0 }
}

/** Returns the outcome, or undefined while open analyses can still change it. */
export function decideMassChange({ asked, closed, answered, failed }: RecheckCounts): Outcome | undefined {
  if (2 * failed > asked) return 'confirmed'
  if (closed < asked) return undefined
  if (answered === 0) return 'unanswered'
  return 2 * failed > answered ? 'confirmed' : 'contradicted'
}

/**
 * Ends the hold of the alerts, and adds jobs to notify now. The timers that were set for the end of the hold find
 * nothing left to do. Rows are locked in the order of their ids, as everywhere, to avoid deadlocks.
 */
async function releaseHold(tx: Transaction, id: number, now: number): Promise<void> {
  const released = await tx.query(sql<{ id: number }>`with held as (
  select id from occurrence where held_until = (select held_until from mass_change where id = ${id}) and end_time is null order by id for update)
update occurrence o set held_until = ${new Date(now)} from held where o.id = held.id returning o.id`)
  await addJobs(tx, makeNotifyJobs(released.map((row) => row.id)))
}
