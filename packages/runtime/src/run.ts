import { flushCompileCache } from 'node:module'
import { type Registry, register } from '@prometheus-io/client'
import type { Logger } from 'pino'
import { type Static, type TObject, Type } from 'typebox'
import { listVariables, ProcessConfig, readConfig } from './config.ts'
import { registerDefaultMetrics } from './default-metrics.ts'
import { createLog } from './log.ts'
import { openMetricsPort } from './metrics-port.ts'
import { createReadiness, type Readiness } from './readiness.ts'
import type { SlotTrace } from './slot-trace.ts'
import { followSupervisor } from './supervisor.ts'
import { openSlotTrace, stopTracing } from './tracing.ts'
import { watchUnreadable } from './unreadable.ts'

export interface Process<Config> extends Pick<Readiness, 'ready' | 'check'> {
  readonly config: Config
  readonly log: Logger
  /**
   * The registry that /metrics serves. It is the default registry of the client library, so that it contains every
   * metric.
   */
  readonly metrics: Registry
  /** Records spans of slots; undefined if tracing is not configured. */
  readonly trace?: SlotTrace
  /** Aborted when the process is to stop. */
  readonly stopping: AbortSignal
  /** Serves a page as JSON on the metrics port. */
  page(path: string, read: () => unknown): void
  /** Registers a resource that is closed after the body returns, the last one first. The name is for the log. */
  use<T extends AsyncDisposable | Disposable>(opened: T, name?: string): T
}

/** Runs a process: calls its body, closes its resources, and ends the process. */
export async function run<S extends TObject>(
  name: string,
  schema: S,
  body: (process: Process<Static<S>>) => Promise<void>,
): Promise<never> {
  const { config, secrets } = readConfigOrExit(name, schema)
  const log = createLog({ name, level: config.LOG_LEVEL, secrets })
  // After an uncaught error, the state of the process is undefined, so it ends without an orderly shutdown.
  process.on('uncaughtException', (err, origin) => exitNow(log, { err, origin }, 'uncaught'))
  const resources = createResourceStack()
  const stop = stopOnSignals(log)
  const stopping = stop.signal
  stopping.addEventListener('abort', () => {
    const onTimeout = () => exitNow(log, { stillClosing: resources.names() }, 'not stopped within STOP_TIMEOUT_MS')
    setTimeout(onTimeout, config.STOP_TIMEOUT_MS)
  })
  const { listFailingChecks, ready, check } = createReadiness(stopping, log)
  const supervisor = followSupervisor({ stop, log })
  const pages = new Map<string, () => unknown>()
  try {
    resources.use(registerDefaultMetrics(register), 'default metrics')
    resources.use({ [Symbol.asyncDispose]: stopTracing }, 'tracing')
    resources.use(watchUnreadable(register, log), 'unreadable values')
    const { METRICS_HOST: host, METRICS_PORT: port } = config
    const metricsPort = resources.use(
      await openMetricsPort({ host, port, metrics: register, log, listFailingChecks, pages }),
      'metrics port',
    )
    const onReady = () => {
      ready()
      supervisor.send({ isReady: true, metricsPort: metricsPort.port })
      // Written early, because processes that start at the same time can use it already.
      flushCompileCache()
    }
    const page = (path: string, read: () => unknown) => void pages.set(path, read)
    const trace = openSlotTrace(name)
    const { use } = resources
    await body({ config, log, metrics: register, ...(trace && { trace }), stopping, use, ready: onReady, check, page })
  } catch (err) {
    // Functions that wait for `stopping` reject when it is aborted, which is an orderly end.
    if (!stopping.aborted || !isAbort(err)) logFailure(log, err, 'failed')
  }
  stop.abort()
  await resources.close().catch((err) => logFailure(log, err, 'closing failed'))
  log.info('stopped')
  process.exit()
}

/** Waits until the signal is aborted, for a body that only serves. */
export async function waitUntilAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return
  await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
}

function readConfigOrExit<S extends TObject>(name: string, schema: S) {
  const fullSchema = Type.Object({ ...ProcessConfig.properties, ...schema.properties })
  try {
    const config = readConfig(fullSchema, process.env) as Static<S> & Static<typeof ProcessConfig>
    const secrets = listVariables(fullSchema).filter((variable) => variable.secret)
    return { config, secrets: secrets.flatMap((variable) => process.env[variable.name] || []) }
  } catch (error) {
    console.error(`${name}: ${error instanceof Error ? error.message : error}`)
    return process.exit(1)
  }
}

function stopOnSignals(log: Logger): AbortController {
  const stop = new AbortController()
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      log.info({ signal }, 'stopping')
      stop.abort()
    })
  return stop
}

/** A stack of open resources that knows the names of those still open. */
function createResourceStack() {
  const stack = new AsyncDisposableStack()
  const open: string[] = []
  let isBodyRunning = true
  return {
    use<T extends AsyncDisposable | Disposable>(opened: T, name = opened.constructor.name): T {
      open.push(name)
      stack.defer(() => void open.pop())
      return stack.use(opened)
    },
    /** The names in the order of closing; all others wait for the first one. */
    names: () => (isBodyRunning ? [...open, 'body'] : open).toReversed(),
    close: () => {
      isBodyRunning = false
      return stack.disposeAsync()
    },
  }
}

function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError'
}

function logFailure(log: Logger, err: unknown, message: string): void {
  log.fatal({ err }, message)
  process.exitCode = 1
}

function exitNow(log: Logger, details: object, message: string): never {
  log.fatal(details, message)
  return process.exit(1)
}
