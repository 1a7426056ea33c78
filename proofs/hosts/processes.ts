import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { getBasicEnvironment } from '@wachta/testing/processes/basic-environment'

/** A process that the proof starts and ends at will. If it ends by itself, it is restarted, as by a supervisor. */
export interface ControlledProcess extends AsyncDisposable {
  readonly name: string
  readonly isRunning: boolean
  start(): void
  /** Sends a signal that does not end it. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void
  /** Ends it with a signal, and waits until it has ended. */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>
}

interface Program {
  readonly name: string
  readonly environment: Readonly<Record<string, string>>
  /** The folder of its log. */
  readonly folder: string
  /** Called with its name and how it ended, if it ended by itself. */
  readonly onFailure: (line: string) => void
}

const restartMs = 300

const analystProgram = ['../../packages/operate/src/main.ts', 'analyst']
const programs: Readonly<Record<string, readonly string[]>> = {
  planner: ['fixtures/planner.ts'],
  host: ['fixtures/sensor.ts'],
  analyst: analystProgram,
}

/** Creates a process without starting it. Its name begins with that of its program, e.g. `host-1`. */
export function controlProcess({ name, environment, folder, onFailure }: Program): ControlledProcess {
  const log = openSync(join(folder, `${name}.log`), 'a')
  const [program = '', ...args] = programs[name.replace(/-.*/, '')] ?? []
  let [child, isWanted] = [undefined as ChildProcess | undefined, false]
  const isRunning = () => child !== undefined && child.exitCode === null && child.signalCode === null
  const restart = async (code: number | null, signal: NodeJS.Signals | null): Promise<void> => {
    if (!isWanted) return
    onFailure(`${name} ended unexpectedly: ${signal ?? code}`)
    await wait(restartMs)
    if (isWanted && !isRunning()) spawnChild()
  }
  const spawnChild = (): void => {
    child = spawn(process.execPath, [fileURLToPath(new URL(program, import.meta.url)), ...args], {
      env: { ...getBasicEnvironment(), METRICS_PORT: '0', LOG_LEVEL: 'debug', ...environment },
      stdio: ['ignore', log, log],
    })
    child.once('exit', restart)
  }
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    isWanted = false
    if (child === undefined || !isRunning()) return
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
  }
  return {
    name,
    get isRunning() {
      return isRunning()
    },
    start() {
      if (isRunning()) throw new Error(`${name} is already running`)
      isWanted = true
      spawnChild()
    },
    signal: (signal) => void child?.kill(signal),
    end,
    [Symbol.asyncDispose]: () => end('SIGKILL'),
  }
}
