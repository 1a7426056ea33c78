import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '@wachta/database'
import { run } from 'graphile-worker'
import { sql } from 'kysely'
import type { MailTask } from './deliver.ts'
import { type MailLog, queueLogger } from './log.ts'
import { mailTask } from './outbox.ts'

const silent: MailLog = { debug() {}, info() {}, warn() {}, error() {} }
const sweepEvery = 60_000

export interface MailerOptions {
  /** Its pool lends one connection for as long as the mailer runs, and others while it works. */
  readonly database: Pick<Database, 'pool' | 'query'>
  readonly task: MailTask
  readonly concurrency?: number
  readonly log?: MailLog
  /** How long to wait before the queue is taken up again after it had to be left. */
  readonly restartAfterMs?: number
}

/** Sends what is queued until it is disposed of; mails that are under way are then finished first. */
export function startMailer(options: MailerOptions): AsyncDisposable {
  const stopping = new AbortController()
  const sweeping = setInterval(() => sweep(options), sweepEvery).unref()
  const working = keepWorking(options, stopping.signal)
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(sweeping)
      stopping.abort()
      await working
    },
  }
}

/** The queue's runner ends by itself when it cannot note what became of a job, as when the database goes away. */
async function keepWorking(options: MailerOptions, stopping: AbortSignal): Promise<void> {
  const { log = silent, restartAfterMs = 5_000 } = options
  while (!stopping.aborted) {
    try {
      await sweep(options)
      await work(options, stopping)
    } catch (err) {
      log.error({ err }, 'the mail queue cannot be worked on')
    }
    if (stopping.aborted) return
    log.warn({ restartAfterMs }, 'the mail queue is taken up again after a pause')
    await wait(restartAfterMs, undefined, { signal: stopping }).catch(() => undefined)
  }
}

async function work({ database, task, concurrency = 2, log = silent }: MailerOptions, stopping: AbortSignal) {
  const runner = await run({
    pgPool: database.pool,
    taskList: { [mailTask]: task },
    concurrency,
    // Signals are the process's business.
    noHandleSignals: true,
    // There is nothing to run by the clock; unsaid, a file for it is looked for.
    parsedCronItems: [],
    logger: queueLogger(log),
    // Without a batch, noting the end of a job is not waited for, and its failure would end the whole process.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  })
  let stopped: Promise<void> | undefined
  const stop = () => {
    // It rejects when it is about to end by itself.
    stopped = runner.stop().catch(() => undefined)
  }
  if (stopping.aborted) stop()
  else stopping.addEventListener('abort', stop, { once: true })
  await runner.promise
  stopping.removeEventListener('abort', stop)
  await stopped
}

/**
 * Frees the jobs of mailers that were killed; the queue itself would leave them locked for four hours. No mail takes
 * minutes (see the transport), so whoever has held one that long is not alive.
 */
async function sweep({ database, log = silent }: MailerOptions): Promise<void> {
  try {
    await database.query(sql`select graphile_worker.force_unlock_workers(array(select distinct locked_by
from graphile_worker.jobs where task_identifier = ${mailTask} and locked_at < now() - interval '5 minutes'))`)
  } catch (err) {
    log.warn({ err }, 'abandoned mails could not be freed')
  }
}
