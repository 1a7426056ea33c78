import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import type { ReadyMessage } from '@wachta/runtime'

/** How a process ended: with an exit code, by a signal, or with an error because it could not be started. */
export interface Exit {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly error?: string
}

export interface Child {
  readonly pid: number | undefined
  readonly ended: Promise<Exit>
  kill(signal: NodeJS.Signals): void
}

interface Start {
  /** The arguments of the program, such as the name of a command. */
  readonly args: readonly string[]
  readonly environment: NodeJS.ProcessEnv
  /** The path of the script that Node runs; by default this program. */
  readonly program?: string
  onReady(message: ReadyMessage): void
}

/**
 * Starts a program, by default this one, and passes its output through. It gets its own process group, so that Ctrl-C
 * reaches only the supervisor, which then stops all processes in order. It gets an IPC channel, so that it
 * can report that it is ready, and notices the end of the supervisor.
 */
export function startChild({ args, environment, onReady, program = process.argv[1] ?? '' }: Start): Child {
  const child = spawn(process.execPath, [...process.execArgv, program, ...args], {
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    detached: true,
  })
  copyLines(child.stdout, process.stdout)
  copyLines(child.stderr, process.stderr)
  child.on('message', (message) => {
    if (isReady(message)) onReady(message)
  })
  return { pid: child.pid, ended: endOf(child), kill: (signal) => void child.kill(signal) }
}

/** Copies whole lines, so that lines of several processes are not mixed. */
function copyLines(from: Readable | null, to: NodeJS.WriteStream): void {
  if (from) createInterface({ input: from }).on('line', (line) => to.write(`${line}\n`))
}

/**
 * The last lines can arrive after the exit. The wait is limited, because a grandchild process may keep the pipe open.
 */
const lastLinesMs = 500

const endOf = (child: ChildProcess): Promise<Exit> =>
  new Promise((resolve) => {
    child.once('error', ({ message }) => resolve({ code: null, signal: null, error: message }))
    child.once('exit', (code, signal) => {
      child.once('close', () => resolve({ code, signal }))
      setTimeout(() => resolve({ code, signal }), lastLinesMs)
    })
  })

const isReady = (message: unknown): message is ReadyMessage =>
  typeof message === 'object' && message !== null && 'isReady' in message && message.isReady === true
