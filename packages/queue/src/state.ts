import type { Database } from '@wachta/database'
import { type RawBuilder, sql } from 'kysely'
import type { JobName } from './jobs.ts'

export interface QueueBacklog {
  readonly name: JobName
  /** Due jobs that no worker is running. */
  readonly waiting: number
  /** How long the first of these jobs has been waiting, in seconds; 0 if there is none. */
  readonly waitingSeconds: number
  /** How long the first job has been due, in seconds, running jobs included. */
  readonly dueSeconds: number
}

/** Loads the backlog of each job name. */
export async function loadBacklog(
  database: Pick<Database, 'query'>,
  names: readonly JobName[],
): Promise<readonly QueueBacklog[]> {
  return database.query(sql<QueueBacklog>`select n.name, count(j.id) filter (where j.locked_at is null)::int as waiting,
  ${selectSecondsSince(sql`min(j.run_at) filter (where j.locked_at is null)`)} as "waitingSeconds",
  ${selectSecondsSince(sql`min(j.run_at)`)} as "dueSeconds"
from unnest(${names}::text[]) n (name)
  left join graphile_worker.jobs j on j.task_identifier = n.name and j.run_at <= now() and j.attempts < j.max_attempts
group by n.name`)
}

export interface QueueState {
  /** Due jobs of all names that no worker is running. */
  readonly dueCount: number
  /** The planned start of the first of these jobs; null if there is none. */
  readonly firstDueAt: Date | null
  /** Jobs that have used up their attempts, without those that are running. */
  readonly exhaustedCount: number
}

/**
 * Whether a job has used up its attempts, for use in a larger statement. A job that is running counts its attempt
 * already, and one that was replaced or removed meanwhile has none left, so running jobs are not exhausted yet.
 */
export const isExhausted: RawBuilder<boolean> = sql<boolean>`(attempts >= max_attempts and locked_at is null)`

/** Loads the state of the queue. */
export async function loadQueueState(database: Pick<Database, 'query'>): Promise<QueueState> {
  const [state] = await database.query(sql<QueueState>`select
  count(*) filter (where is_available and run_at < now() and locked_at is null)::int as "dueCount",
  min(run_at) filter (where is_available and run_at < now() and locked_at is null) as "firstDueAt",
  count(*) filter (where ${isExhausted})::int as "exhaustedCount"
from graphile_worker._private_jobs`)
  return state ?? { dueCount: 0, firstDueAt: null, exhaustedCount: 0 }
}

/** Selects jobs for use in a larger statement: `run_at`, `locked_at`, `attempts` and `max_attempts`. */
export const selectJobs = (names: readonly JobName[]): RawBuilder<unknown> =>
  sql`select run_at, locked_at, attempts, max_attempts from graphile_worker.jobs where task_identifier = any(${names}::text[])`

/** Whether the job with the key of a row has used up its attempts, for use in a larger statement. */
export const hasExhaustedJob = (name: 'report' | 'report_preview', id: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`exists (select from graphile_worker._private_jobs j where j.key = ${`${name}:`}::text || ${id} and ${isExhausted})`

/** Deletes jobs that were given up a month ago; their payload may contain an address. */
export const deleteExhaustedJobs = (now: Date): RawBuilder<unknown> =>
  sql`delete from graphile_worker._private_jobs where ${isExhausted} and run_at < ${now}::timestamptz - interval '30 days'`

const selectSecondsSince = (time: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`coalesce(greatest(extract(epoch from now() - ${time}), 0), 0)::float8`
