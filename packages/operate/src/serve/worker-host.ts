import type { ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { ReadyMessage } from '@wachta/runtime'
import { type Child, type Exit, firstPipe, startNode, waitForEnd } from './child.ts'
import type { WorkerReport, WorkerRequest } from './worker-messages.ts'

/** After this time, the whole process is killed: a thread that is stuck in native code cannot be terminated. */
const killTimeoutMs = 1_000

interface HostProcess {
  readonly process: ChildProcess
  readonly threads: Map<string, HostedThread>
}

interface HostedThread {
  onReady(message: ReadyMessage): void
  end(exit: Exit): void
}

interface RoleStart {
  readonly role: string
  readonly environment: NodeJS.ProcessEnv
  readonly heapMegabytes: number
  onReady(message: ReadyMessage): void
}

interface HostingOptions {
  /** All roles that may run in the process. */
  readonly roles: readonly string[]
  /** The environment of the process itself; each role has its own. */
  readonly environment: NodeJS.ProcessEnv
  /** The path of the script that each thread runs. */
  readonly program?: string
}

/** Runs roles as threads of one process, which is started with the first of them and ends with the last. */
export class WorkerHost {
  readonly #options: Required<HostingOptions>
  #host: HostProcess | undefined

  constructor({ program = toPath('./role-worker.ts'), ...options }: HostingOptions) {
    this.#options = { program, ...options }
  }

  /** Starts a role in a separate thread. If the process ends, all roles in it end too. */
  start({ role, environment, heapMegabytes, onReady }: RoleStart): Child {
    const host = this.#open()
    const ended = Promise.withResolvers<Exit>()
    host.threads.set(role, { onReady, end: ended.resolve })
    // Each role has its own descriptor, so that lines of several threads are not mixed.
    const logDescriptor = firstPipe + this.#options.roles.indexOf(role)
    send(host, { do: 'start', role, environment, heapMegabytes, logDescriptor })
    const kill = (signal: NodeJS.Signals) => {
      send(host, { do: signal === 'SIGKILL' ? 'kill' : 'stop', role })
      if (signal !== 'SIGKILL') return
      const killTimer = setTimeout(() => host.process.kill('SIGKILL'), killTimeoutMs)
      void ended.promise.then(() => clearTimeout(killTimer))
    }
    return { pid: host.process.pid, ended: ended.promise, kill }
  }

  #open(): HostProcess {
    if (this.#host?.process.connected) return this.#host
    const { roles, environment, program } = this.#options
    const started = startNode({
      ...{ args: [program], environment, pipes: roles.length },
      program: toPath('./worker-process.ts'),
    })
    const host: HostProcess = { process: started, threads: new Map() }
    started.on('message', (report: WorkerReport) => {
      const thread = host.threads.get(report.role)
      if ('metricsPort' in report) return thread?.onReady({ isReady: true, metricsPort: report.metricsPort })
      host.threads.delete(report.role)
      thread?.end(report.exit)
    })
    void waitForEnd(started).then((exit) => {
      for (const { end } of host.threads.values()) end(exit)
    })
    this.#host = host
    return host
  }
}

/** Sends a request. If the process is just ending, its exit is reported to all its roles anyway. */
const send = (host: HostProcess, request: WorkerRequest): void =>
  void (host.process.connected && host.process.send(request, () => undefined))

const toPath = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
