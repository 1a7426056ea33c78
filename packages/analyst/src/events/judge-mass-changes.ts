import type { Database, Queryable, Transaction } from '@wachta/database'
import { addJobs, notifyJobs } from '@wachta/queue'
import { sql } from 'kysely'
import { fence, type Tenure } from '../store/fenced.ts'

export interface MassJudgeOptions extends Tenure {
  readonly database: Database
  readonly now: number
}

interface Answers {
  readonly asked: number
  /** Analyses that are closed, those in which somebody spoke, and those of them that failed. */
  readonly closed: number
  readonly answered: number
  readonly failed: number
}

type Outcome = 'confirmed' | 'contradicted' | 'unanswered'

/**
 * Hears what those say who looked from elsewhere at what began to fail. Where most of it fails for them too, people are
 * told now; otherwise the hold stands until its end, and what has recovered by then was none of theirs to hear of.
 */
export async function judgeMassChanges(options: MassJudgeOptions): Promise<Outcome | undefined> {
  const { database, now } = options
  const [open] = await database.query(sql<{ id: number }>`select id from mass_change
where outcome is null and held_until > ${new Date(now)} order by id desc limit 1`)
  if (open === undefined) return undefined
  return database.transaction(async (tx) => {
    await fence(tx, options)
    const [taken] = await tx.query(
      sql<{ id: number }>`select id from mass_change where id = ${open.id} and outcome is null for update`,
    )
    const outcome = taken && decideMassChange(await answersOf(tx, open.id))
    if (outcome === undefined) return undefined
    await tx.query(sql`update mass_change set outcome = ${outcome}, judged_at = ${new Date(now)} where id = ${open.id}`)
    if (outcome === 'confirmed') await release(tx, open.id, now)
    return outcome
  })
}

async function answersOf(db: Queryable, id: number): Promise<Answers> {
  const [answers] = await db.query(sql<Answers>`select count(*) as asked, count(a.service_id) as closed,
  count(*) filter (where a.ok_checks_count + a.error_checks_count > 0) as answered, count(*) filter (where a.failure) as failed
from mass_change_check c left join analysis a on a.service_id = c.service_id and a.time = c.time
where c.mass_change_id = ${id}`)
  return answers ?? { asked: 0, closed: 0, answered: 0, failed: 0 }
}

/** Undefined while those who have not answered could still change it. */
export function decideMassChange({ asked, closed, answered, failed }: Answers): Outcome | undefined {
  if (2 * failed > asked) return 'confirmed'
  if (closed < asked) return undefined
  if (answered === 0) return 'unanswered'
  return 2 * failed > answered ? 'confirmed' : 'contradicted'
}

/**
 * Their own jobs come later, and find nothing left to do. They are taken in the order in which everybody takes them.
 */
async function release(tx: Transaction, id: number, now: number): Promise<void> {
  const released = await tx.query(sql<{ id: number }>`with held as (
  select id from occurrence where held_until = (select held_until from mass_change where id = ${id}) and end_time is null order by id for update)
update occurrence o set held_until = ${new Date(now)} from held where o.id = held.id returning o.id`)
  await addJobs(tx, notifyJobs(released.map((row) => row.id)))
}
