import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { CheckOrder } from '@wachta/checks'
import { countOpenFiles } from './processes.ts'

/** The sensor's report about a check. */
export interface SensorReport {
  /** The error type by its symbol, the reason of an unknown result, or the result. */
  readonly kind: string
  readonly message: string
  /** The size of the outcome with all evidence. */
  readonly bytes: number
  /** The longest time for which the event loop was blocked. */
  readonly stallMs: number
  readonly isCanaryLeaked: boolean
}

export interface Sensor {
  readonly pid: number
  /** The number of open files after the start. */
  readonly openFiles: number
  /** Runs a check. Returns null if the sensor did not answer in time, or ended; then it must be replaced. */
  check(order: CheckOrder, limitMs: number): Promise<SensorReport | null>
  end(): Promise<void>
}

export interface SensorOptions {
  /** The program that it starts as its browser. */
  readonly program: string
  readonly canary: string
  readonly isGuardOpen: boolean
  readonly environment: Readonly<Record<string, string>>
  /** Modules that are loaded first. */
  readonly imports: readonly string[]
}

/** Starts a process that checks pages. */
export async function startSensor(options: SensorOptions): Promise<Sensor> {
  const args = [
    `program=${options.program}`,
    `canary=${options.canary}`,
    ...(options.isGuardOpen ? ['guard=open'] : []),
  ]
  const child = fork(join(import.meta.dirname, 'fixtures/sensor.ts'), args, {
    env: { ...process.env, ...options.environment },
    execArgv: options.imports.flatMap((file) => ['--import', file]),
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  const ended = once(child, 'exit')
  let errors = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    errors = (errors + text).slice(-2_000)
  })
  await Promise.race([
    once(child, 'message'),
    ended.then(() => {
      throw new Error(`the sensor did not start: ${errors}`)
    }),
  ])
  return {
    pid: child.pid ?? 0,
    openFiles: countOpenFiles(child.pid ?? 0),
    check: (order, limitMs) => sendCheck(child, order, limitMs),
    async end() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

function sendCheck(child: ChildProcess, order: CheckOrder, limitMs: number): Promise<SensorReport | null> {
  return new Promise((resolve) => {
    const finish = (report: SensorReport | null): void => {
      clearTimeout(timer)
      child.off('message', finish)
      child.off('exit', onExit)
      resolve(report)
    }
    const onExit = (): void => finish(null)
    const timer = setTimeout(finish, limitMs, null)
    child.on('message', finish)
    child.on('exit', onExit)
    if (child.exitCode === null) child.send(order)
    else finish(null)
  })
}
