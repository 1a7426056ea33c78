import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { Exit } from './child.ts'
import { isReady } from './child.ts'
import type { WorkerReport, WorkerRequest, WorkerStart } from './worker-messages.ts'

/**
 * The process that runs roles as threads, as requested by the supervisor. It ends with its last thread. Its first
 * argument is the path of the script that each thread runs.
 */
const [, , program = ''] = process.argv
/**
 * Plain JavaScript, because a thread does not inherit the cache of compiled modules: a TypeScript entry point would
 * load the compiler before it could enable the cache.
 */
const entryScript = `
const folder = process.env.NODE_COMPILE_CACHE
if (folder) require('node:module').enableCompileCache(folder)
import(require('node:worker_threads').workerData.program)`
/** The limit of the young generation, all its spaces together; a role that does little needs no more. */
const youngGenerationMegabytes = 6

interface Thread {
  readonly worker: Worker
  isKilled: boolean
}

const threads = new Map<string, Thread>()

process.on('message', (request: WorkerRequest) => {
  if (request.do === 'start') return start(request)
  const thread = threads.get(request.role)
  if (!thread) return
  if (request.do === 'stop') return thread.worker.postMessage('stop')
  thread.isKilled = true
  void thread.worker.terminate()
})
// The supervisor has ended, or the service manager signals every process.
process.on('disconnect', stopAll)
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stopAll)

function start({ role, environment, heapMegabytes, logDescriptor }: WorkerStart): void {
  const worker = new Worker(entryScript, {
    eval: true,
    name: role,
    // The threads do not get options of this process, such as files with variables.
    execArgv: [],
    env: environment,
    workerData: { role, logDescriptor, program: pathToFileURL(program).href },
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes, maxYoungGenerationSizeMb: youngGenerationMegabytes },
  })
  const thread: Thread = { worker, isKilled: false }
  threads.set(role, thread)
  let error: string | undefined
  worker.on('message', (message) => {
    if (isReady(message)) report({ role, metricsPort: message.metricsPort })
  })
  worker.on('error', (err: unknown) => {
    error = err instanceof Error ? err.message : String(err)
    console.error(`${role}:`, err)
  })
  worker.on('exit', (code) => {
    threads.delete(role)
    const exit: Exit = thread.isKilled
      ? { code: null, signal: 'SIGKILL' }
      : { code, signal: null, ...(error !== undefined && { error }) }
    report({ role, exit })
    if (threads.size === 0 && process.connected) process.disconnect()
  })
}

function stopAll(): void {
  for (const { worker } of threads.values()) worker.postMessage('stop')
}

function report(message: WorkerReport): void {
  // If the supervisor is just ending, the disconnect event handles it.
  if (process.connected) process.send?.(message, undefined, {}, () => undefined)
}
