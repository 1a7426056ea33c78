import { EventEmitter } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '@wachta/database'
import { type Runner, run, type WorkerPool } from 'graphile-worker'
import { createRunningJobs, type RunningJobs } from './running-jobs.ts'
import { createTaskList, type Tasks } from './task-list.ts'
import { createLibraryLogger, type WorkerLog } from './worker-log.ts'
import { createWorkerRegistry, type WorkerRegistry } from './worker-registry.ts'

export interface WorkerOptions {
  /** The worker keeps one of its connections, and takes others while it runs jobs. */
  readonly database: Pick<Database, 'pool' | 'query'>
  /** A separate pool with one connection: a busy worker must not count as dead because all connections are in use. */
  readonly heartbeats: Pick<Database, 'query'>
  readonly tasks: Tasks
  readonly concurrency: number
  readonly log: WorkerLog
  /** How often to look for jobs that were planned for later; other jobs start as soon as they are committed. */
  readonly pollMs?: number
  /** How long to wait before a restart after the database was lost. */
  readonly restartAfterMs?: number
  /** How long running jobs may take when the worker stops; after that, other workers take them over. */
  readonly stopTimeoutMs?: number
  /** How long a worker without any stored heartbeat keeps its jobs. */
  readonly graceMs?: number
  /**
   * If the outcome of a job could not be stored, keeps its lock until the heartbeats expire, instead of running the job
   * again at once. For tasks whose work must not be repeated quickly, such as sending an e-mail.
   */
  readonly keepsLocksOnFailure?: boolean
}

export interface Worker extends AsyncDisposable {
  /** Throws if the worker is not running jobs, or if other workers cannot see that it is alive. */
  assertRunning(): void
}

/** Runs jobs until it is disposed of; jobs that are running at that time are finished first. */
export function startWorker(options: WorkerOptions): Worker {
  const { heartbeats, log, graceMs } = options
  const stopping = new AbortController()
  const names = Object.keys(options.tasks)
  const running = createRunningJobs()
  const grace = graceMs === undefined ? {} : { graceMs }
  const registry = createWorkerRegistry({ database: heartbeats, names, log, running, ...grace })
  const state = { isRunning: false }
  const ended = keepRunning(options, { registry, running, state, stopping: stopping.signal })
  return {
    assertRunning() {
      if (!state.isRunning) throw new Error('the worker is not running')
      registry.assertRenewed()
    },
    async [Symbol.asyncDispose]() {
      stopping.abort()
      await ended
      registry[Symbol.dispose]()
    },
  }
}

interface RunContext {
  readonly registry: WorkerRegistry
  readonly running: RunningJobs
  readonly state: { isRunning: boolean }
  readonly stopping: AbortSignal
}

/**
 * Restarts the library's runner, which ends by itself when it cannot store the outcome of a job, for example when the
 * database is lost.
 */
async function keepRunning(options: WorkerOptions, context: RunContext): Promise<void> {
  const { log, restartAfterMs = 2_000 } = options
  const { stopping, state } = context
  while (!stopping.aborted) {
    try {
      await runUntilEnd(options, context)
    } catch (err) {
      log.error({ err }, 'the worker for background jobs failed')
    }
    state.isRunning = false
    if (stopping.aborted) return
    log.warn({ restartAfterMs }, 'restarting the worker after a pause')
    await wait(restartAfterMs, undefined, { signal: stopping }).catch(() => undefined)
  }
}

async function runUntilEnd(options: WorkerOptions, context: RunContext): Promise<void> {
  const { registry, running, state, stopping } = context
  const workerIds: string[] = []
  const events = new EventEmitter()
  // The library locks jobs with the id of the pool, not with the ids of its workers.
  events.on('pool:create', ({ workerPool }: { workerPool: WorkerPool }) => {
    workerIds.push(workerPool.id)
    registry.add(workerPool.id)
  })
  try {
    const runner = await run({
      pgPool: options.database.pool,
      taskList: createTaskList(options.tasks, { ...options, running }),
      concurrency: options.concurrency,
      events,
      pollInterval: options.pollMs ?? 1_000,
      // The process handles signals itself.
      noHandleSignals: true,
      // Without this, the library looks for a crontab file.
      parsedCronItems: [],
      logger: createLibraryLogger(options.log),
      // Without a batch, the library does not wait until the outcome of a job is stored, and a failure ends the
      // process.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    })
    state.isRunning = true
    await waitForEnd(runner, options, stopping)
  } finally {
    const isOrderly = stopping.aborted || !options.keepsLocksOnFailure
    for (const id of workerIds) await (isOrderly ? registry.release(id) : registry.forget(id))
  }
}

/** Waits until the runner ends by itself, or at most for a limited time after it was stopped. */
async function waitForEnd(
  runner: Runner,
  { log, stopTimeoutMs = 8_000 }: WorkerOptions,
  stopping: AbortSignal,
): Promise<void> {
  const timeout = Promise.withResolvers<void>()
  let timer: NodeJS.Timeout | undefined
  const stop = () => {
    // Rejects if the runner is about to end by itself.
    runner.stop().catch(() => undefined)
    timer = setTimeout(() => {
      log.warn(
        { stopWithinMs: stopTimeoutMs },
        'jobs are still running while this process stops; other workers will run them again',
      )
      timeout.resolve()
    }, stopTimeoutMs)
    timer.unref()
  }
  if (stopping.aborted) stop()
  else stopping.addEventListener('abort', stop, { once: true })
  try {
    await Promise.race([runner.promise, timeout.promise])
  } finally {
    clearTimeout(timer)
    stopping.removeEventListener('abort', stop)
  }
}
