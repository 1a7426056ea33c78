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
  readonly due: number
  /** The planned start of the first of these jobs. */
  readonly oldest: Date | null
  /** Jobs that have used up their attempts. */
  readonly exhausted: number
}

export async function loadQueueState(database: Pick<Database, 'query'>): Promise<QueueState> {
  const [state] = await database.query(sql<QueueState>`select
  count(*) filter (where is_available and run_at < now() and locked_at is null)::int as due,
  min(run_at) filter (where is_available and run_at < now() and locked_at is null) as oldest,
  count(*) filter (where attempts >= max_attempts)::int as exhausted
from graphile_worker._private_jobs`)
  return state ?? { due: 0, oldest: null, exhausted: 0 }
}

/** Selects jobs for use in a larger statement: `run_at`, `locked_at`, `attempts` and `max_attempts`. */
export const selectJobs = (names: readonly JobName[]): RawBuilder<unknown> =>
  sql`select run_at, locked_at, attempts, max_attempts from graphile_worker.jobs where task_identifier = any(${names}::text[])`

/** Deletes jobs that were given up a month ago; their payload may contain an address. */
export const deleteExhaustedJobs = (now: Date): RawBuilder<unknown> =>
  sql`delete from graphile_worker._private_jobs where attempts >= max_attempts and locked_at is null and run_at < ${now}::timestamptz - interval '30 days'`

const selectSecondsSince = (time: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`coalesce(greatest(extract(epoch from now() - ${time}), 0), 0)::float8`
