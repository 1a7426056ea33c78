import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { getBasicEnvironment } from '@wachta/testing/processes/basic-environment'

/** The root of this repository; the processes of another version are started from a checkout of it. */
export const thisHome = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Returns the file of the operator's command, or the entry of the proof that replaces it; the first versions kept the
 * command elsewhere.
 */
function buildCommand(home: string, command: string, entry: string | undefined): string[] {
  if (entry === undefined) return [join(home, 'packages/operate/src/main.ts'), command]
  const program = join(home, `proofs/faults/fixtures/${entry}.ts`)
  return [existsSync(program) ? program : join(home, `packages/operate/test/fixtures/faults-${entry}.ts`)]
}

/** How long a supervisor waits before it restarts a process. */
const restartMs = 300

/** One process of the installation, which is restarted whenever it ends. */
export interface RestartingProcess extends AsyncDisposable {
  readonly name: string
  readonly starts: number
  /** The pid of the current process, or of the last one. */
  readonly pid: number | undefined
  /** When it ended, for any reason. */
  readonly deaths: readonly number[]
  signal(signal: NodeJS.Signals): void
  /** Stops it regularly, as an operator would; returns how it ended and how long that took. */
  stop(): Promise<StopResult>
  /** Kills it, and restarts it after this time. */
  kill(downMs: number): Promise<void>
  /** Stops it regularly, and starts the process of another version in its place. */
  moveTo(home: string): Promise<void>
}

export interface StopResult {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly ms: number
}

interface SupervisorOptions {
  readonly name: string
  /** The command of the operator, or the entry file of the proof that replaces it. */
  readonly command: string
  readonly entry?: string | undefined
  /** Called at every start. */
  readonly environment: () => Readonly<Record<string, string>>
  /** The folder of its log. */
  readonly folder: string
  /** The checkout that it is started from. */
  readonly home?: string
}

export function supervise({
  name,
  command,
  entry,
  environment,
  folder,
  home = thisHome,
}: SupervisorOptions): RestartingProcess {
  const log = openSync(join(folder, `${name}.log`), 'a')
  let [starts, isOver, downUntil, currentHome] = [0, false, 0, home]
  const deaths: number[] = []
  let child: ChildProcess
  let ended: Promise<void>
  const start = (): void => {
    const running = spawn(process.execPath, buildCommand(currentHome, command, entry), {
      env: { ...getBasicEnvironment(), METRICS_PORT: '0', ...environment() },
      stdio: ['ignore', log, log],
    })
    starts += 1
    child = running
    ended = new Promise((resolve) => running.once('exit', () => resolve()))
    void ended.then(restart)
  }
  const restart = async (): Promise<void> => {
    deaths.push(Date.now())
    await wait(Math.max(restartMs, downUntil - Date.now()))
    if (!isOver) start()
  }
  start()
  return {
    name,
    deaths,
    get starts() {
      return starts
    },
    get pid() {
      return child.pid
    },
    signal: (signal) => void child.kill(signal),
    async stop() {
      const began = Date.now()
      const stopped = child
      stopped.kill('SIGTERM')
      await ended
      return { code: stopped.exitCode, signal: stopped.signalCode, ms: Date.now() - began }
    },
    async kill(downMs) {
      downUntil = Date.now() + downMs
      child.kill('SIGKILL')
      await wait(downMs)
    },
    async moveTo(next) {
      currentHome = next
      const stopped = ended
      child.kill('SIGTERM')
      await stopped
    },
    async [Symbol.asyncDispose]() {
      isOver = true
      child.kill('SIGCONT')
      child.kill('SIGKILL')
      await ended
    },
  }
}
