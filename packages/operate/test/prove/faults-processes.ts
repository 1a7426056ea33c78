import { type ChildProcess, spawn } from 'node:child_process'
import { openSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url))
const entryOf = (name: string) => fileURLToPath(new URL(`../fixtures/faults-${name}.ts`, import.meta.url))

/** What a supervisor waits before it starts again what ended. */
const restart_ms = 300

/** One process of the installation that is started again whenever it ends. */
export interface Supervised extends AsyncDisposable {
  readonly name: string
  readonly starts: number
  signal(signal: NodeJS.Signals): void
  /** Ends it without a word, and keeps it down for a while. */
  kill(down_ms: number): Promise<void>
}

interface Start {
  readonly name: string
  /** The command of the operator, or the entry file of the proof in its place. */
  readonly command: string
  readonly entry?: string | undefined
  readonly environment: Readonly<Record<string, string>>
  /** Where its log goes. */
  readonly folder: string
}

export function supervise({ name, command, entry, environment, folder }: Start): Supervised {
  const log = openSync(join(folder, `${name}.log`), 'a')
  const env = { PATH: process.env['PATH'] ?? '', METRICS_PORT: '0', ...environment }
  let [starts, isOver, downUntil] = [0, false, 0]
  let child: ChildProcess
  let ended: Promise<void>
  const start = (): void => {
    const running = spawn(process.execPath, entry === undefined ? [main, command] : [entryOf(entry)], {
      env,
      stdio: ['ignore', log, log],
    })
    starts += 1
    child = running
    ended = new Promise((resolve) => running.once('exit', () => resolve()))
    void ended.then(again)
  }
  const again = async (): Promise<void> => {
    await wait(Math.max(restart_ms, downUntil - Date.now()))
    if (!isOver) start()
  }
  start()
  return {
    name,
    get starts() {
      return starts
    },
    signal: (signal) => void child.kill(signal),
    async kill(down_ms) {
      downUntil = Date.now() + down_ms
      child.kill('SIGKILL')
      await wait(down_ms)
    },
    async [Symbol.asyncDispose]() {
      isOver = true
      child.kill('SIGCONT')
      child.kill('SIGKILL')
      await ended
    },
  }
}
