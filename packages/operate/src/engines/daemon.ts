import { spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { runCommand } from './run-command.ts'

/**
 * A running program. `marker` is an argument that only this program has: it shows whether the pid was reused by another
 * program.
 */
export type Daemon = { name: string; pid: number; marker: string; stopSignal: NodeJS.Signals }
export type Owner = { uid?: number; gid?: number }

type DaemonStart = {
  name: string
  program: string
  args: string[]
  marker: string
  stopSignal: NodeJS.Signals
  log: string
}

/** Starts a program that outlives this process and is not reached by the terminal's Ctrl-C. */
export async function startDaemon(start: DaemonStart, owner: Owner = {}): Promise<Daemon> {
  const log = openSync(start.log, 'a')
  const child = spawn(start.program, start.args, {
    ...owner,
    cwd: '/',
    detached: true,
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  await new Promise<void>((resolve, reject) => child.once('spawn', resolve).once('error', reject))
  child.unref()
  const { name, marker, stopSignal } = start
  const daemon = { name, pid: child.pid as number, marker, stopSignal }
  // The kernel reports the start a moment before the arguments can be read: without this wait the program would seem
  // dead.
  await pollUntil(async () => child.exitCode !== null || (await isRunning(daemon)), 1_000)
  return daemon
}

/** Whether the program is running under this pid. */
export async function isRunning({ pid, marker }: Daemon): Promise<boolean> {
  return (await readCommandLine(pid)).includes(marker)
}

/** Stops a program with its stop signal, then with SIGKILL, and waits until it has ended. */
export async function stopDaemon(daemon: Daemon): Promise<void> {
  for (const signal of [daemon.stopSignal, 'SIGKILL'] as const) {
    if (!(await isRunning(daemon))) return
    process.kill(daemon.pid, signal)
    if (await pollUntil(async () => !(await isRunning(daemon)), 10_000)) return
  }
  throw new Error(`${daemon.name} (pid ${daemon.pid}) does not end`)
}

/** Waits until the daemon answers. If it ends or takes too long, the error contains its log. */
export async function waitUntilReady(daemon: Daemon, log: string, check: () => Promise<boolean>): Promise<void> {
  let alive = true
  const isReady = await pollUntil(async () => {
    alive = await isRunning(daemon)
    return !alive || (await check())
  }, 30_000)
  if (!alive || !isReady) throw new Error(`${daemon.name} did not start:\n${readFileSync(log, 'utf8')}`)
}

/** Returns the first bytes that a server sends: '' if it only accepts the connection, undefined if nothing listens. */
export function readGreeting(host: string, port: number, timeoutMs = 500): Promise<string | undefined> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: timeoutMs })
    let connected = false
    const finish = (answer: string | undefined) => {
      socket.destroy()
      resolve(answer)
    }
    socket.once('connect', () => {
      connected = true
    })
    socket.once('data', (data) => finish(data.toString('utf8')))
    socket.once('timeout', () => finish(connected ? '' : undefined))
    socket.once('error', () => finish(connected ? '' : undefined))
    socket.once('close', () => finish(connected ? '' : undefined))
  })
}

async function pollUntil(condition: () => Promise<boolean>, timeoutMs: number): Promise<boolean> {
  const end = Date.now() + timeoutMs
  while (Date.now() < end) {
    if (await condition()) return true
    await wait(100)
  }
  return false
}

// A minimal Debian has /proc but no ps; other systems have ps but no /proc.
async function readCommandLine(pid: number): Promise<string> {
  if (process.platform === 'linux') {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
    } catch {
      return ''
    }
  }
  return (await runCommand('ps', ['-o', 'args=', '-p', String(pid)])).output
}
