import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import type { ReadyMessage } from '@wachta/runtime'

/** How a process ended: by itself with a code, or by a signal; or it could not even be started. */
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
  /** The words of the command that it runs. */
  readonly words: readonly string[]
  readonly environment: NodeJS.ProcessEnv
  /** The program itself, unless it is another one. */
  readonly program?: string
  onReady(message: ReadyMessage): void
}

/**
 * Starts the same program with other words. Its lines pass through as they are. It has a group of its own, so that a
 * Ctrl-C reaches the supervisor alone, which stops all in their order; and a channel, by whose end it notices ours.
 */
export function startChild({ words, environment, onReady, program = process.argv[1] ?? '' }: Start): Child {
  const child = spawn(process.execPath, [...process.execArgv, program, ...words], {
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    detached: true,
  })
  pass(child.stdout, process.stdout)
  pass(child.stderr, process.stderr)
  child.on('message', (message) => {
    if (isReady(message)) onReady(message)
  })
  return { pid: child.pid, ended: endOf(child), kill: (signal) => void child.kill(signal) }
}

/** Whole lines, so that those of several processes do not run into each other. */
function pass(from: Readable | null, to: NodeJS.WriteStream): void {
  if (from) createInterface({ input: from }).on('line', (line) => to.write(`${line}\n`))
}

/** Its last lines come after its end; a process of its own that it leaves behind would hold them open for longer. */
const lastLines_ms = 500

const endOf = (child: ChildProcess): Promise<Exit> =>
  new Promise((resolve) => {
    child.once('error', ({ message }) => resolve({ code: null, signal: null, error: message }))
    child.once('exit', (code, signal) => {
      child.once('close', () => resolve({ code, signal }))
      setTimeout(() => resolve({ code, signal }), lastLines_ms)
    })
  })

const isReady = (message: unknown): message is ReadyMessage =>
  typeof message === 'object' && message !== null && 'isReady' in message && message.isReady === true
