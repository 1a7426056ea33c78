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

/** A running process, or a role that runs as a thread in a shared process. */
export interface Child {
  readonly pid: number | undefined
  readonly ended: Promise<Exit>
  kill(signal: NodeJS.Signals): void
}

interface NodeProcess {
  /** The arguments of the program, such as the name of a command. */
  readonly args: readonly string[]
  readonly environment: NodeJS.ProcessEnv
  /** The path of the script that Node runs; by default this program. */
  readonly program?: string
  /** The heap limit; by default that of Node. */
  readonly heapMegabytes?: number
  /** The number of additional descriptors for log lines, from `firstPipe` on. */
  readonly pipes?: number
}

interface ChildOptions extends NodeProcess {
  onReady(message: ReadyMessage): void
}

/** The lower descriptors are stdin, stdout, stderr and the IPC channel. */
export const firstPipe = 4

/** Starts a program as a process that reports when it is ready. */
export function startChild({ onReady, ...start }: ChildOptions): Child {
  const child = startNode(start)
  child.on('message', (message) => {
    if (isReady(message)) onReady(message)
  })
  return { pid: child.pid, ended: waitForEnd(child), kill: (signal) => void child.kill(signal) }
}

/**
 * Starts a program, by default this one, and passes its output through. It gets its own process group, so that Ctrl-C
 * reaches only the supervisor, which then stops all processes in order. It gets an IPC channel, so that it
 * can report that it is ready, and notices the end of the supervisor.
 */
export function startNode({
  args,
  environment,
  heapMegabytes,
  program = process.argv[1] ?? '',
  pipes = 0,
}: NodeProcess): ChildProcess {
  const heap = heapMegabytes === undefined ? [] : [`--max-old-space-size=${heapMegabytes}`]
  const child = spawn(process.execPath, [...getInheritedOptions(), ...heap, program, ...args], {
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc', ...Array.from({ length: pipes }, () => 'pipe' as const)],
    detached: true,
  })
  const [, , errors, , ...lines] = child.stdio
  copyLines(errors, process.stderr)
  for (const stream of [child.stdout, ...lines]) copyLines(stream, process.stdout)
  return child
}

/**
 * Options without `--env-file`: its variables are in our environment already, and a process that read the file again
 * would get variables that are withheld from it.
 */
const getInheritedOptions = (): string[] => process.execArgv.filter((option) => !option.startsWith('--env-file'))

/** Copies whole lines, so that lines of several processes are not mixed. */
function copyLines(from: unknown, to: NodeJS.WriteStream): void {
  if (from) createInterface({ input: from as Readable }).on('line', (line) => to.write(`${line}\n`))
}

/**
 * The last lines can arrive after the exit. The wait is limited, because a grandchild process may keep the pipe open.
 */
const lastLinesTimeoutMs = 500

export const waitForEnd = (child: ChildProcess): Promise<Exit> =>
  new Promise((resolve) => {
    child.once('error', ({ message }) => resolve({ code: null, signal: null, error: message }))
    child.once('exit', (code, signal) => {
      child.once('close', () => resolve({ code, signal }))
      setTimeout(() => resolve({ code, signal }), lastLinesTimeoutMs)
    })
  })

export const isReady = (message: unknown): message is ReadyMessage =>
  typeof message === 'object' && message !== null && 'isReady' in message && message.isReady === true
