import type { Database } from '@wachta/database'
import { reportUnreadable } from '@wachta/runtime'
import type { JobHelpers } from 'graphile-worker'
import { sql } from 'kysely'
import { type JobName, type JobPayloads, notificationJobNames } from './jobs.ts'
import { PermanentJobError } from './permanent-job-error.ts'
import { readPayload } from './read-payload.ts'
import type { RunningJobs } from './running-jobs.ts'
import type { WorkerLog } from './worker-log.ts'

/** Does the work of a job. If it throws, the job is retried later. */
export type Task<Name extends JobName> = (payload: JobPayloads[Name], job: RunningJob) => Promise<void>

export type Tasks = { readonly [Name in JobName]?: Task<Name> }

export interface RunningJob {
  readonly id: string
  readonly createdAt: Date
  /** The planned start: the commit of its transaction, unless planned for later. */
  readonly runAt: Date
}

export interface TaskContext {
  readonly database: Pick<Database, 'query'>
  readonly log: WorkerLog
  readonly running: RunningJobs
}

/** Wraps the tasks in the functions that the library calls. */
export function createTaskList(tasks: Tasks, context: TaskContext) {
  const wrap = <Name extends JobName>(name: Name, task: Task<Name> | undefined) =>
    task === undefined
      ? {}
      : {
          [name]: (payload: unknown, { job }: JobHelpers) =>
            context.running.track(String(job.id), () => runJob({ name, task, payload, job }, context)),
        }
  return {
    ...wrap('tell', tasks.tell),
    ...wrap('deliver', tasks.deliver),
    ...wrap('mail', tasks.mail),
    ...wrap('report', tasks.report),
    ...wrap('report_preview', tasks.report_preview),
    ...wrap('send_bulletin', tasks.send_bulletin),
    ...wrap('message_subscribers', tasks.message_subscribers),
    ...wrap('message_web_subscribers', tasks.message_web_subscribers),
  }
}

interface Run<Name extends JobName> {
  readonly name: Name
  readonly task: Task<Name>
  readonly payload: unknown
  readonly job: JobHelpers['job']
}

async function runJob<Name extends JobName>({ name, task, payload, job }: Run<Name>, context: TaskContext) {
  // Our connections return ids as numbers, contrary to the types of the library.
  const id = String(job.id)
  try {
    const read = readOrSkip(name, payload, id)
    if (read !== undefined) await task(read, { id, createdAt: job.created_at, runAt: job.run_at })
  } catch (error) {
    if (error instanceof PermanentJobError) {
      const { message: reason } = error
      context.log.error({ job: name, jobId: id, reason }, 'a job can never succeed; it is kept as failed')
      await makeLastAttempt(context.database, id)
    }
    throw error
  }
}

/**
 * Counts and drops an unreadable notification job: kept as failed, it would stop the requests of the dead man's switch.
 */
function readOrSkip<Name extends JobName>(name: Name, payload: unknown, id: string): JobPayloads[Name] | undefined {
  try {
    return readPayload(name, payload)
  } catch (error) {
    if (!notificationJobNames.includes(name)) throw error
    reportUnreadable(`job.${name}`, id)
    return undefined
  }
}

/** Uses up the attempts of a job, because the library cannot fail a job permanently. */
async function makeLastAttempt(database: TaskContext['database'], id: string): Promise<void> {
  await database.query(sql`update graphile_worker._private_jobs set max_attempts = attempts where id = ${id}`)
}
