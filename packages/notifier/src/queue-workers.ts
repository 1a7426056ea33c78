import type { Database } from '@wachta/database'
import { sql } from 'kysely'
import type { QueueLog } from './queue-log.ts'

const renewEvery_ms = 2_000
const freeEvery_ms = 1_000
/**
 * Nobody is freed before this process itself has been heard for so long without a gap. While the database was away, nobody
 * could say to be alive; who does not give them the time to say it again sends what they are sending.
 */
const steadyFor_ms = 3 * renewEvery_ms
/** Whoever has not been heard of for so long is believed to be dead. */
const life = '10 seconds'

export interface WorkersOptions {
  /** A connection of its own: whoever works hard must not be taken for dead because all others are lent. */
  readonly database: Pick<Database, 'query'>
  /** Jobs of other tasks have workers that say nothing here. */
  readonly tasks: readonly string[]
  readonly log: QueueLog
}

/** Says who of this process works on the queue, and gives others what the dead had taken. */
export interface Workers extends Disposable {
  /** From now on the worker is said to be alive. */
  add(workerId: string): void
  /** It has stopped: whatever it still holds is for others. */
  release(workerId: string): Promise<void>
  /** Throws where nobody could be told for too long. */
  assertHeard(): void
}

export function createWorkers({ database, tasks, log }: WorkersOptions): Workers {
  const alive = new Set<string>()
  let heard = performance.now()
  let steadySince = heard
  const renew = () =>
    attempt('others could not be told that the queue is worked on', async () => {
      if (alive.size > 0)
        await database.query(sql`insert into queue_worker (worker_id, expires_at)
select unnest(${[...alive]}::text[]), now() + ${life}::interval on conflict (worker_id) do update set expires_at = excluded.expires_at`)
      const now = performance.now()
      if (now - heard > 2 * renewEvery_ms) steadySince = now
      heard = now
    })
  const free = async () => {
    const now = performance.now()
    if (now - steadySince < steadyFor_ms || now - heard > 2 * renewEvery_ms) return
    await attempt('jobs of the dead could not be freed', () => freeTheirs(database, tasks, log))
  }
  const timers = [setInterval(renew, renewEvery_ms), setInterval(free, freeEvery_ms)]
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
      alive.add(workerId)
      void renew()
    },
    async release(workerId) {
      alive.delete(workerId)
      await attempt('what a worker held could not be given back', async () => {
        await database.query(sql`select graphile_worker.force_unlock_workers(array[${workerId}::text])`)
        await database.query(sql`delete from queue_worker where worker_id = ${workerId}`)
      })
    },
    assertHeard() {
      if (performance.now() - heard > 3 * renewEvery_ms)
        throw new Error('the queue cannot be told that this process is alive')
    },
    [Symbol.dispose]() {
      for (const timer of timers) clearInterval(timer)
    },
  }
}

/**
 * A job that was removed while somebody held it is only marked: it has no attempt left, and never failed. Its holder would
 * have deleted it. Left behind, it would count as one that was given up.
 */
const completeRemoved = (tasks: readonly string[]) => sql`select graphile_worker.complete_jobs(array(
  select id from graphile_worker.jobs where task_identifier = any(${tasks}) and locked_by is null and attempts >= max_attempts and last_error is null))`

/**
 * Frees what workers took who are not alive any more; the queue itself would wait for hours. Who has just begun may have
 * taken a job before others could be told, so such a one has as long as everybody.
 */
async function freeTheirs(
  database: Pick<Database, 'query'>,
  tasks: readonly string[],
  log: WorkersOptions['log'],
): Promise<void> {
  const dead = await database.query(sql<{ locked_by: string; jobs: number }>`select j.locked_by, count(*)::int as jobs
from graphile_worker.jobs j left join queue_worker w on w.worker_id = j.locked_by
where j.locked_by is not null and j.task_identifier = any(${tasks}) and coalesce(w.expires_at, j.locked_at + ${life}::interval) < now()
group by j.locked_by`)
  const jobs = dead.reduce((sum, each) => sum + each.jobs, 0)
  if (jobs > 0) {
    const workers = dead.map(({ locked_by }) => locked_by)
    await database.query(sql`select graphile_worker.force_unlock_workers(${workers}::text[]),
  pg_notify('jobs:insert', jsonb_build_object('r', random(), 'count', ${jobs}::int)::text)`)
    log.warn({ workers: workers.length, jobs }, 'workers are gone; what they had taken is worked on again')
    await database.query(completeRemoved(tasks))
  }
  await database.query(sql`delete from queue_worker where expires_at < now() - interval '1 hour'`)
}
