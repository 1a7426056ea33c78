import { EventEmitter } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '@wachta/database'
import { type Runner, run, type WorkerPool } from 'graphile-worker'
import { type QueueLog, queueLogger } from './queue-log.ts'
import { createWorkers, type Workers } from './queue-workers.ts'

/** A job is done when its task is; one that throws is tried again later. */
export type Task = (payload: unknown, job: QueuedJob) => Promise<void>

export interface QueuedJob {
  readonly id: string
  /** When it was to be done: at the commit that asked for it, unless it was for later. */
  readonly due?: Date
}

export interface QueueOptions {
  /** Its pool lends one connection for as long as the queue is worked on, and others while there is work. */
  readonly database: Pick<Database, 'pool'>
  /** Another one, of one connection, to say who is alive. */
  readonly heartbeats: Pick<Database, 'query'>
  readonly tasks: Readonly<Record<string, Task>>
  readonly concurrency: number
  readonly log: QueueLog
  /** How often jobs are looked for whose time has come; those to be done at once are known of at once. */
  readonly poll_ms?: number
  /** How long to wait before the queue is taken up again after it had to be left. */
  readonly restartAfter_ms?: number
  /** How long jobs under way may take when it is asked to stop; then they are left to others. */
  readonly stopWithin_ms?: number
}

export interface Queue extends AsyncDisposable {
  /** Throws where the queue is not worked on. */
  assertWorking(): void
}

/** Works on the queue until it is disposed of; jobs that are under way are then finished first. */
export function startQueue(options: QueueOptions): Queue {
  const stopping = new AbortController()
  const workers = createWorkers({ ...options, database: options.heartbeats, tasks: Object.keys(options.tasks) })
  const state = { isWorking: false }
  const working = keepWorking(options, { workers, state, stopping: stopping.signal })
  return {
    assertWorking() {
      if (!state.isWorking) throw new Error('the queue is not worked on')
      workers.assertHeard()
    },
    async [Symbol.asyncDispose]() {
      stopping.abort()
      await working
      workers[Symbol.dispose]()
    },
  }
}

interface Working {
  readonly workers: Workers
  readonly state: { isWorking: boolean }
  readonly stopping: AbortSignal
}

/** The queue's runner ends by itself when it cannot note what became of a job, as when the database goes away. */
async function keepWorking(options: QueueOptions, working: Working): Promise<void> {
  const { log, restartAfter_ms = 2_000 } = options
  const { stopping, state } = working
  while (!stopping.aborted) {
    try {
      await work(options, working)
    } catch (err) {
      log.error({ err }, 'the queue cannot be worked on')
    }
    state.isWorking = false
    if (stopping.aborted) return
    log.warn({ restartAfter_ms }, 'the queue is taken up again after a pause')
    await wait(restartAfter_ms, undefined, { signal: stopping }).catch(() => undefined)
  }
}

async function work(options: QueueOptions, { workers, state, stopping }: Working): Promise<void> {
  const taken: string[] = []
  const events = new EventEmitter()
  // Jobs are taken in the name of the pool, however many work in it.
  events.on('pool:create', ({ workerPool }: { workerPool: WorkerPool }) => {
    taken.push(workerPool.id)
    workers.add(workerPool.id)
  })
  try {
    const runner = await run({
      pgPool: options.database.pool,
      taskList: taskList(options.tasks),
      concurrency: options.concurrency,
      events,
      pollInterval: options.poll_ms ?? 1_000,
      // Signals are the process's business.
      noHandleSignals: true,
      // There is nothing to run by the clock; unsaid, a file for it is looked for.
      parsedCronItems: [],
      logger: queueLogger(options.log),
      // Without a batch, noting the end of a job is not waited for, and its failure would end the whole process.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    })
    state.isWorking = true
    await ended(runner, options, stopping)
  } finally {
    for (const id of taken) await workers.release(id)
  }
}

/** Waits for the end of the runner: by itself, or soon after it is asked to stop. */
async function ended(
  runner: Runner,
  { log, stopWithin_ms = 8_000 }: QueueOptions,
  stopping: AbortSignal,
): Promise<void> {
  const late = Promise.withResolvers<void>()
  const stop = () => {
    // It refuses when it is about to end by itself.
    runner.stop().catch(() => undefined)
    setTimeout(() => {
      log.warn({ stopWithin_ms }, 'jobs are still under way; they are left to others')
      late.resolve()
    }, stopWithin_ms).unref()
  }
  if (stopping.aborted) stop()
  else stopping.addEventListener('abort', stop, { once: true })
  try {
    await Promise.race([runner.promise, late.promise])
  } finally {
    stopping.removeEventListener('abort', stop)
  }
}

const taskList = (tasks: QueueOptions['tasks']) =>
  Object.fromEntries(
    Object.entries(tasks).map(([name, task]) => [
      name,
      // Our connections read ids as numbers, whatever the queue's types say.
      (payload: unknown, { job }: { readonly job: { readonly id: unknown; readonly run_at: Date } }) =>
        task(payload, { id: String(job.id), due: new Date(job.run_at) }),
    ]),
  )
