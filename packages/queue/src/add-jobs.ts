import type { Transaction } from '@wachta/database'
import { sql } from 'kysely'
import { type JobKey, maxAttempts, type NewJob, priorities } from './jobs.ts'

/**
 * Adds jobs in the transaction that causes them: if it is rolled back, they never run. A new job replaces the waiting
 * job with the same key. If a job with this key is already running, the new job runs after it.
 */
export async function addJobs(tx: Pick<Transaction, 'query'>, jobs: readonly NewJob[]): Promise<void> {
  if (jobs.length === 0) return
  await deleteWaiting(
    tx,
    jobs.flatMap(({ key }) => key ?? []),
  )
  const rows = jobs.map(({ name, payload, runAt, key, queue, priority }) => ({
    name,
    payload,
    run_at: runAt,
    job_key: key,
    max_attempts: maxAttempts[name],
    priority: priority ?? priorities[name],
    queue,
  }))
  // Ordered by key, so that two transactions never wait for each other.
  await tx.query(sql`select from graphile_worker.add_jobs(array(
  select (j.name, j.payload, j.queue, j.run_at, j.max_attempts, j.job_key, j.priority, null)::graphile_worker.job_spec
  from json_to_recordset(${JSON.stringify(rows)}::json) as j (name text, payload json, run_at timestamptz, job_key text, max_attempts smallint, priority smallint, queue text)
  order by j.job_key nulls last))`)
}

/** Removes the jobs with these keys. A job that is running finishes, and is not retried if it fails. */
export async function removeJobs(tx: Pick<Transaction, 'query'>, keys: readonly JobKey[]): Promise<void> {
  if (keys.length === 0) return
  await tx.query(sql`select graphile_worker.remove_job(j.key) from graphile_worker.jobs j
where j.key = any(${keys}::text[]) order by j.key`)
}

/**
 * Deletes waiting jobs, so that the new jobs get new ids. The library would change a waiting job in place, and it
 * completes jobs by their id alone: a worker that was considered dead and still completes the old job would thereby
 * delete the new one.
 */
async function deleteWaiting(tx: Pick<Transaction, 'query'>, keys: readonly JobKey[]): Promise<void> {
  if (keys.length === 0) return
  await tx.query(sql`delete from graphile_worker._private_jobs where id in (
  select id from graphile_worker._private_jobs where key = any(${keys}::text[]) and locked_at is null order by key for update)`)
}
