import { spawn } from 'node:child_process'
import { closeSync, openSync, renameSync, statSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Child, Exit } from '../serve/child.ts'
import type { SupervisedProcess } from '../serve/supervised.ts'
import { type Daemon, type Owner, stopDaemon } from './daemon.ts'

/** A third-party server that the installation runs: PostgreSQL or NATS. */
export interface Engine {
  readonly name: string
  readonly program: string
  readonly args: readonly string[]
  /** An argument that no other process has. */
  readonly marker: string
  readonly owner: Owner
  /** The directory of its log file and its pid file. */
  readonly directory: string
  isReady(): Promise<boolean>
}

/** Engines stop last: everything else needs them. */
const stage = 3
/** The maximum size of a log file at the start; a larger one is moved to a second file. */
const maxLogBytes = 16 * 1024 ** 2
/** With SIGTERM, PostgreSQL would wait for its clients to disconnect; NATS accepts both. */
const stopSignal = 'SIGINT'

/** Wraps an engine as a supervised process. */
export const superviseEngine = (engine: Engine): SupervisedProcess => ({
  name: engine.name,
  stage,
  start: (onReady) => startEngine(engine, onReady),
})

/** Stops an engine that was left running by a killed supervisor, because nothing supervises it any more. */
export async function stopLeftover({ name, directory }: Pick<Engine, 'name' | 'directory'>): Promise<void> {
  const file = getPidPath(directory, name)
  const text = await readFile(file, 'utf8').catch(() => undefined)
  if (text === undefined) return
  const leftover = parseDaemon(text)
  if (leftover) await stopDaemon(leftover)
  await rm(file, { force: true })
}

function startEngine(engine: Engine, onReady: (message: { metricsPort: null }) => void): Child {
  const { name, program, args, marker, owner, directory } = engine
  const log = openLog(join(directory, `${name}.log`))
  const child = spawn(program, args, { ...owner, cwd: '/', detached: true, stdio: ['ignore', log, log] })
  closeSync(log)
  const ended = new Promise<Exit>((resolve) => {
    child.once('error', ({ message }) => resolve({ code: null, signal: null, error: message }))
    child.once('exit', (code, signal) => resolve({ code, signal }))
  })
  const daemon: Daemon = { name, pid: child.pid ?? 0, marker, stopSignal }
  void writeFile(getPidPath(directory, name), JSON.stringify(daemon)).catch(() => undefined)
  void waitUntilReady(engine, ended).then((isReady) => isReady && onReady({ metricsPort: null }))
  return {
    pid: child.pid,
    ended,
    kill: (signal) => void child.kill(signal === 'SIGTERM' ? stopSignal : signal),
  }
}

async function waitUntilReady({ isReady }: Engine, ended: Promise<Exit>): Promise<boolean> {
  let hasEnded = false
  void ended.then(() => {
    hasEnded = true
  })
  while (!hasEnded) {
    // A check that cannot be run, such as one whose program an upgrade has just removed, is tried again.
    if (await isReady().catch(() => false)) return !hasEnded
    await wait(100)
  }
  return false
}

function openLog(path: string): number {
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > maxLogBytes) renameSync(path, `${path}.1`)
  return openSync(path, 'a', 0o600)
}

const getPidPath = (directory: string, name: string): string => join(directory, `${name}.pid`)

/** Returns undefined for a truncated file, which identifies no process. */
function parseDaemon(text: string): Daemon | undefined {
  try {
    return JSON.parse(text) as Daemon
  } catch {
    return undefined
  }
}
