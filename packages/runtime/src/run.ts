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
  /** The registry behind /metrics; it is the client's own default one, so that no metric can miss it. */
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
  const { config, secrets } = readOrExit(name, schema)
  const log = createLog({ name, level: config.LOG_LEVEL, secrets })
  // After one of these, the state of the process is undefined, so it ends without an orderly shutdown.
  process.on('uncaughtException', (err, origin) => exitNow(log, { err, origin }, 'uncaught'))
  const opened = createOpened()
  const stop = stopOnSignals(log)
  const stopping = stop.signal
  stopping.addEventListener('abort', () => {
    const late = () => exitNow(log, { stillClosing: opened.names() }, 'not stopped within STOP_TIMEOUT_MS')
    setTimeout(late, config.STOP_TIMEOUT_MS)
  })
  const { failing, ready, check } = createReadiness(stopping, log)
  const supervisor = followSupervisor({ stop, log })
  const pages = new Map<string, () => unknown>()
  try {
    opened.use(registerDefaultMetrics(register), 'default metrics')
    opened.use({ [Symbol.asyncDispose]: stopTracing }, 'tracing')
    opened.use(watchUnreadable(register, log), 'unreadable values')
    const { METRICS_HOST: host, METRICS_PORT: port } = config
    const served = opened.use(
      await openMetricsPort({ host, port, metrics: register, log, failing, pages }),
      'metrics port',
    )
    const isReady = () => {
      ready()
      supervisor.tell({ isReady: true, metricsPort: served.port })
      // Written early, because processes that start at the same time can use it already.
      flushCompileCache()
    }
    const page = (path: string, read: () => unknown) => void pages.set(path, read)
    const trace = openSlotTrace(name)
    const { use } = opened
    await body({ config, log, metrics: register, ...(trace && { trace }), stopping, use, ready: isReady, check, page })
  } catch (err) {
    // Functions that wait for `stopping` reject when it is aborted, which is an orderly end.
    if (!stopping.aborted || !isAbort(err)) fail(log, err, 'failed')
  }
  stop.abort()
  await opened.close().catch((err) => fail(log, err, 'closing failed'))
  log.info('stopped')
  process.exit()
}

/** Waits until the signal is aborted, for a body that only serves. */
export async function waitUntilAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return
  await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
}

function readOrExit<S extends TObject>(name: string, schema: S) {
  const whole = Type.Object({ ...ProcessConfig.properties, ...schema.properties })
  try {
    const config = readConfig(whole, process.env) as Static<S> & Static<typeof ProcessConfig>
    const secrets = listVariables(whole).filter((variable) => variable.secret)
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
function createOpened() {
  const stack = new AsyncDisposableStack()
  const open: string[] = []
  let bodyRuns = true
  return {
    use<T extends AsyncDisposable | Disposable>(opened: T, name = opened.constructor.name): T {
      open.push(name)
      stack.defer(() => void open.pop())
      return stack.use(opened)
    },
    /** In the order of closing; the first name is the one that the others wait for. */
    names: () => (bodyRuns ? [...open, 'body'] : open).toReversed(),
    close: () => {
      bodyRuns = false
      return stack.disposeAsync()
    },
  }
}

function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError'
}

function fail(log: Logger, err: unknown, message: string): void {
  log.fatal({ err }, message)
  process.exitCode = 1
}

function exitNow(log: Logger, details: object, message: string): never {
  log.fatal(details, message)
  return process.exit(1)
}
