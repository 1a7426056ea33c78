import type { Database } from '@wachta/database'
import { type RawBuilder, sql } from 'kysely'
import type { RunningJobs } from './running-jobs.ts'
import type { WorkerLog } from './worker-log.ts'

const renewEveryMs = 2_000
const recoverEveryMs = 1_000
const unlockEveryMs = 5_000
/**
 * No job is taken from another worker before this process has sent heartbeats for so long without a gap. While the database
 * was away, no worker could send them; taking a job before its worker had time to do so would run it twice.
 */
const steadyForMs = 3 * renewEveryMs
/** A worker counts as dead after so long without a heartbeat. */
const heartbeatTtlMs = 10_000

export interface WorkerRegistryOptions {
  readonly database: Pick<Database, 'query'>
  /** Jobs with other names belong to other kinds of workers. */
  readonly names: readonly string[]
  readonly log: WorkerLog
  readonly running: Pick<RunningJobs, 'has'>
  readonly graceMs?: number
}

/** Sends the heartbeats of this process's workers, and recovers the jobs of workers that died. */
export interface WorkerRegistry extends Disposable {
  /** Sends heartbeats for a worker from now on. */
  add(workerId: string): void
  /** Stops the heartbeats of a worker, and unlocks the jobs it still holds. */
  release(workerId: string): Promise<void>
  /** Stops the heartbeats of a worker; the jobs it still holds are recovered when they expire. */
  forget(workerId: string): void
  /** Throws if no heartbeat could be stored for too long. */
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
    attempt('jobs that nothing runs could not be unlocked', () => unlockStranded(options, [...workerIds]))
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
select unnest(${workerIds}::text[]), now() + ${interval(heartbeatTtlMs)} on conflict (worker_id) do update set expires_at = excluded.expires_at`)
}

/**
 * Unlocks the jobs of dead workers; the library itself would wait for hours. A worker that has just started may lock a job
 * before its first heartbeat is stored, so a worker without any is given time as well.
 */
async function recoverJobs({ database, names, log, graceMs = heartbeatTtlMs }: WorkerRegistryOptions): Promise<void> {
  const dead = await database.query(sql<{ locked_by: string; jobs: number }>`select j.locked_by, count(*)::int as jobs
from graphile_worker.jobs j left join queue_worker w on w.worker_id = j.locked_by
where j.locked_by is not null and j.task_identifier = any(${names}) and coalesce(w.expires_at, j.locked_at + ${interval(graceMs)}) < now()
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
 * Unlocks jobs that are locked by a worker of this process and that it does not run: a database that went back in time
 * has lost their outcome, and the worker, which is alive, would keep them for ever.
 */
async function unlockStranded(options: WorkerRegistryOptions, workerIds: readonly string[]): Promise<void> {
  const { database, names, log, running } = options
  const locked = await database.query(sql<{ id: number }>`select id from graphile_worker.jobs
where locked_by = any(${workerIds}::text[]) and task_identifier = any(${names}) and locked_at < now() - ${interval(heartbeatTtlMs)}`)
  const stranded = locked.map(({ id }) => Number(id)).filter((id) => !running.has(String(id)))
  if (stranded.length === 0) return
  await database.query(sql`update graphile_worker._private_jobs set locked_at = null, locked_by = null
where id = any(${stranded}::bigint[]) and locked_by = any(${workerIds}::text[])`)
  log.warn({ jobs: stranded.length }, 'the database has lost the outcome of jobs; they are run again')
}

/**
 * A job that was removed while it was running is only marked: it has no attempt left, and no error. Its worker would have
 * deleted it; left behind, it would count as given up.
 */
const completeRemovedJobs = (names: readonly string[]) => sql`select graphile_worker.complete_jobs(array(
  select id from graphile_worker.jobs where task_identifier = any(${names}) and locked_by is null and attempts >= max_attempts and last_error is null))`

const interval = (ms: number): RawBuilder<unknown> => sql`${ms}::float8 * interval '1 millisecond'`
