import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'

export interface ProgramStart {
  readonly command: readonly string[]
  readonly environment: Readonly<Record<string, string>>
  readonly folder: string
  readonly log: string
}

/** A program of the cluster. */
export interface Program {
  readonly pid: number
  readonly hasEnded: boolean
  signal(signal: NodeJS.Signals): void
  /** Resolves when the program has ended. */
  readonly ended: Promise<void>
}

/** Starts a program in its own process group. */
export function startProgram({ command, environment, folder, log }: ProgramStart): Program {
  const output = openSync(log, 'a')
  const [program = '', ...args] = command
  const child: ChildProcess = spawn(program, args, {
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '', ...environment },
    stdio: ['ignore', output, output],
    detached: true,
  })
  closeSync(output)
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.once('error', () => resolve())
  })
  return {
    get pid() {
      return child.pid ?? 0
    },
    get hasEnded() {
      return child.exitCode !== null || child.signalCode !== null || child.pid === undefined
    },
    signal: (signal) => void child.kill(signal),
    ended,
  }
}

/** Returns the process and all its descendants. */
export async function listFamily(pid: number): Promise<number[]> {
  const tasks = await readdir(`/proc/${pid}/task`).catch(() => [])
  const lists = await Promise.all(
    tasks.map((task) => readFile(`/proc/${pid}/task/${task}/children`, 'utf8').catch(() => '')),
  )
  const children = lists.flatMap((list) => list.split(' ').filter(Boolean).map(Number))
  return [pid, ...(await Promise.all(children.map(listFamily))).flat()]
}

/** Sends a signal to processes that may have ended. */
export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids)
    try {
      process.kill(pid, signal)
    } catch {
      // It has ended.
    }
}

/** Waits until none of the processes exists any more. */
export async function waitUntilGone(pids: readonly number[], timeoutMs = 10_000): Promise<void> {
  const end = Date.now() + timeoutMs
  const isAlive = async (pid: number) => {
    const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
    return status !== '' && !/\) [ZX] /.test(status)
  }
  while ((await Promise.all(pids.map(isAlive))).some(Boolean)) {
    if (Date.now() > end) throw new Error(`processes ${pids.join(', ')} did not end`)
    await wait(50)
  }
}
