import type { Database } from '@wachta/database'
import { type RawBuilder, sql } from 'kysely'
import type { RunningJobs } from './running-jobs.ts'
import type { WorkerLog } from './worker-log.ts'

const renewEveryMs = 2_000
const recoverEveryMs = 1_000
const unlockEveryMs = 5_000
/**
 * This process must have sent heartbeats for this long without a gap before it takes jobs from other workers. While the
 * database was unavailable, no worker could send them; a job taken before its worker had time to do so would run twice.
 */
const steadyForMs = 3 * renewEveryMs
/** A worker counts as dead after this time without a heartbeat. */
const heartbeatTtlMs = 10_000

export interface WorkerRegistryOptions {
  readonly database: Pick<Database, 'query'>
  /** The job names of this kind of worker; jobs with other names belong to other kinds. */
  readonly names: readonly string[]
  readonly log: WorkerLog
  readonly running: Pick<RunningJobs, 'has'>
  readonly graceMs?: number
}

/** Sends the heartbeats of this process's workers, and recovers the jobs of dead workers. */
export interface WorkerRegistry extends Disposable {
  /** Sends heartbeats for a worker from now on. */
  add(workerId: string): void
  /** Stops the heartbeats of a worker, and unlocks the jobs it still holds. */
  release(workerId: string): Promise<void>
  /** Stops the heartbeats of a worker; the jobs it still holds are recovered when its last heartbeat expires. */
  forget(workerId: string): void
  /** Throws if heartbeats could not be stored for too long. */
  assertRenewed(): void
}

export function createWorkerRegistry(options: WorkerRegistryOptions): WorkerRegistry {
  const { database, log } = options
  const workerIds = new Set<string>()
  let renewedAt = performance.now()
  let steadySince = renewedAt
  const renew = () =>
    attempt('heartbeats could not be stored', async () => {
      if (workerIds.size > 0) await storeHeartbeats(database, [...workerIds])
      const now = performance.now()
      if (now - renewedAt > 2 * renewEveryMs) steadySince = now
      renewedAt = now
    })
  const recover = async () => {
    const now = performance.now()
    if (now - steadySince < steadyForMs || now - renewedAt > 2 * renewEveryMs) return
    await attempt('jobs of dead workers could not be recovered', () => recoverJobs(options))
  }
  const unlock = () =>
    attempt('jobs that no worker runs could not be unlocked', () => unlockStranded(options, [...workerIds]))
  const timers = [
    setInterval(renew, renewEveryMs),
    setInterval(recover, recoverEveryMs),
    setInterval(unlock, unlockEveryMs),
  ]
  for (const timer of timers) timer.unref()

  async function attempt(failure: string, work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (err) {
      log.warn({ err }, failure)
    }
  }

  return {
    add(workerId) {
      workerIds.add(workerId)
      void renew()
    },
    async release(workerId) {
      workerIds.delete(workerId)
      await attempt('the jobs of a stopped worker could not be unlocked', async () => {
        await database.query(sql`select graphile_worker.force_unlock_workers(array[${workerId}::text])`)
        await database.query(sql`delete from queue_worker where worker_id = ${workerId}`)
      })
    },
    forget(workerId) {
      workerIds.delete(workerId)
    },
    assertRenewed() {
      if (performance.now() - renewedAt > 3 * renewEveryMs)
        throw new Error('the heartbeats of this worker cannot be stored')
    },
    [Symbol.dispose]() {
      for (const timer of timers) clearInterval(timer)
    },
  }
}

async function storeHeartbeats(database: Pick<Database, 'query'>, workerIds: readonly string[]): Promise<void> {
  await database.query(sql`insert into queue_worker (worker_id, expires_at)
select unnest(${workerIds}::text[]), now() + ${toInterval(heartbeatTtlMs)} on conflict (worker_id) do update set expires_at = excluded.expires_at`)
}

/**
 * Unlocks the jobs of dead workers; the library itself would wait for hours. A worker that has just started may lock a
 * job before its first heartbeat is stored, so workers without heartbeats get a grace period too.
 */
async function recoverJobs({ database, names, log, graceMs = heartbeatTtlMs }: WorkerRegistryOptions): Promise<void> {
  const dead = await database.query(sql<{ locked_by: string; jobs: number }>`select j.locked_by, count(*)::int as jobs
from graphile_worker.jobs j left join queue_worker w on w.worker_id = j.locked_by
where j.locked_by is not null and j.task_identifier = any(${names}) and coalesce(w.expires_at, j.locked_at + ${toInterval(graceMs)}) < now()
group by j.locked_by`)
  const jobs = dead.reduce((sum, each) => sum + each.jobs, 0)
  if (jobs > 0) {
    const workerIds = dead.map(({ locked_by }) => locked_by)
    await database.query(sql`select graphile_worker.force_unlock_workers(${workerIds}::text[]),
  pg_notify('jobs:insert', jsonb_build_object('r', random(), 'count', ${jobs}::int)::text)`)
    log.warn({ workers: workerIds.length, jobs }, 'workers died; other workers run their jobs again')
    await database.query(completeRemovedJobs(names))
  }
  await database.query(sql`delete from queue_worker where expires_at < now() - interval '1 hour'`)
}

/**
 * Unlocks jobs that a worker of this process has locked but is not running. A database that was restored to an earlier
 * state has lost their outcome, and the worker, which is alive, would hold them for ever.
 */
async function unlockStranded(options: WorkerRegistryOptions, workerIds: readonly string[]): Promise<void> {
  const { database, names, log, running } = options
  const locked = await database.query(sql<{ id: number }>`select id from graphile_worker.jobs
where locked_by = any(${workerIds}::text[]) and task_identifier = any(${names}) and locked_at < now() - ${toInterval(heartbeatTtlMs)}`)
  const stranded = locked.map(({ id }) => Number(id)).filter((id) => !running.has(String(id)))
  if (stranded.length === 0) return
  // A queue is locked with its job, and no other job of the queue starts before it is unlocked too.
  await database.query(sql`with unlocked as (
  update graphile_worker._private_jobs set locked_at = null, locked_by = null
  where id = any(${stranded}::bigint[]) and locked_by = any(${workerIds}::text[]) returning job_queue_id)
update graphile_worker._private_job_queues q set locked_at = null, locked_by = null from unlocked u
where q.id = u.job_queue_id and q.locked_by = any(${workerIds}::text[])`)
  log.warn({ jobs: stranded.length }, 'the database has lost the outcome of jobs; they are run again')
}

/**
 * Completes jobs that were removed while they were running. Removal only marks such a job, which then has no attempt
 * left and no error. Its worker would have deleted it; without the worker, it would count as exhausted.
 */
const completeRemovedJobs = (names: readonly string[]) => sql`select graphile_worker.complete_jobs(array(
  select id from graphile_worker.jobs where task_identifier = any(${names}) and locked_by is null and attempts >= max_attempts and last_error is null))`

const toInterval = (ms: number): RawBuilder<unknown> => sql`${ms}::float8 * interval '1 millisecond'`
