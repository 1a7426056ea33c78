import type { Database } from '@wachta/database'
import type { JobName } from '@wachta/queue'
import { type RawBuilder, sql } from 'kysely'

type Queryable = Pick<Database, 'query'>

export interface StoredJob<Payload = unknown> {
  readonly id: number
  readonly name: string
  readonly key: string | null
  readonly payload: Payload
  readonly run_at: Date
  readonly created_at: Date
  readonly attempts: number
  readonly max_attempts: number
  readonly last_error: string | null
  readonly is_available: boolean
  readonly locked_by: string | null
}

/** The table of jobs, for tests that examine whole tables. */
export const jobTable = sql`graphile_worker._private_jobs`

const columns = sql`j.id, t.identifier as name, j.key, j.payload, j.run_at, j.created_at, j.attempts, j.max_attempts, j.last_error,
  j.is_available, j.locked_by`
const taskTable = sql`graphile_worker._private_tasks`

/** Returns the stored jobs, or those with one name, in the order in which they were added. */
export const loadJobs = <Payload = unknown>(db: Queryable, name?: JobName): Promise<StoredJob<Payload>[]> =>
  db.query(sql<StoredJob<Payload>>`${selectStoredJobs(name)} order by j.id`)

/** The query of `loadJobs`, as part of a larger statement. */
export const selectStoredJobs = (name?: JobName): RawBuilder<unknown> =>
  sql`select ${columns} from ${jobTable} j join ${taskTable} t on t.id = j.task_id
where t.identifier = coalesce(${name ?? null}::text, t.identifier)`

/** Takes jobs out of the queue, as a worker would, and returns them. */
export const takeJobs = <Payload = unknown>(db: Queryable, name: JobName): Promise<StoredJob<Payload>[]> =>
  db.query(sql<StoredJob<Payload>>`delete from ${jobTable} j using ${taskTable} t
where t.id = j.task_id and t.identifier = ${name} returning ${columns}`)

export async function deleteJob(db: Queryable, id: number): Promise<void> {
  await db.query(sql`delete from ${jobTable} where id = ${id}`)
}

export async function deleteAllJobs(db: Queryable): Promise<void> {
  await db.query(sql`delete from ${jobTable}`)
}

export interface RawJob {
  readonly payload?: unknown
  /** The payload as JSON text, for values that JavaScript cannot express. */
  readonly json?: string
  readonly key?: string
  /** The time until the job is due; negative for the past. */
  readonly delayMs?: number
  readonly maxAttempts?: number
}

/** Adds a job without any check, whatever its name and payload. Returns its id. */
export async function addRawJob(db: Queryable, name: string, job: RawJob = {}): Promise<number> {
  const { payload = {}, json = JSON.stringify(payload), key = null, delayMs = 0, maxAttempts = null } = job
  const [row] = await db.query(sql<{ id: number }>`select id from graphile_worker.add_job(${name},
  payload => ${json}::json, job_key => ${key}::text, max_attempts => ${maxAttempts}::int,
  run_at => now() + ${delayMs}::float8 * interval '1 millisecond')`)
  if (!row) throw new Error('the job was not added')
  return row.id
}

/** Locks a job for a worker, as if the worker had started it `sinceMs` ago. */
export async function lockJob(db: Queryable, id: number, workerId: string, sinceMs: number): Promise<void> {
  await db.query(sql`update ${jobTable} set attempts = 1, locked_by = ${workerId},
  locked_at = now() - ${sinceMs}::float8 * interval '1 millisecond' where id = ${id}`)
}

/** Removes a job from its worker, as recovery does. */
export async function unlockJob(db: Queryable, id: number): Promise<void> {
  await db.query(sql`update ${jobTable} set locked_by = null, locked_at = null where id = ${id}`)
}

/** Sets how often all jobs were tried; 'all' uses up their attempts. */
export async function setAttempts(db: Queryable, attempts: number | 'all'): Promise<void> {
  await db.query(
    sql`update ${jobTable} set attempts = ${attempts === 'all' ? sql`max_attempts` : sql`${attempts}::smallint`}`,
  )
}

interface DueJobs {
  /** The names of the jobs; by default, all names. */
  readonly names?: readonly JobName[]
  /** Only jobs that are due at least this far in the future. */
  readonly laterThanMs?: number
}

/** Makes jobs due now. */
export async function makeJobsDue(db: Queryable, { names, laterThanMs = 0 }: DueJobs = {}): Promise<void> {
  await db.query(sql`update ${jobTable} set run_at = now() where locked_at is null
  and run_at > now() + ${laterThanMs}::float8 * interval '1 millisecond'
  and task_id in (select id from ${taskTable} where ${names ?? null}::text[] is null or identifier = any(${names ?? null}::text[]))`)
  await db.query(sql`select pg_notify('jobs:insert', '{"count":1}')`)
}

/** Returns how many jobs with these names are stored. */
export async function countJobs(db: Queryable, names: readonly JobName[]): Promise<number> {
  const jobs = await loadJobs(db)
  return jobs.filter(({ name }) => names.some((each) => each === name)).length
}

/** The names that workers have registered. */
export async function loadJobNames(db: Queryable): Promise<string[]> {
  const rows = await db.query(sql<{ identifier: string }>`select identifier from ${taskTable} order by id`)
  return rows.map(({ identifier }) => identifier)
}

/** Denies the application the right to complete jobs, or grants it again. */
export async function allowCompletion(owner: Queryable, isAllowed: boolean): Promise<void> {
  await owner.query(
    isAllowed
      ? sql`grant delete on graphile_worker._private_jobs to wachta_app`
      : sql`revoke delete on graphile_worker._private_jobs from wachta_app`,
  )
}
