import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

export interface Daemon extends AsyncDisposable {
  /** Its output so far. */
  readonly output: () => string
}

interface ListeningOptions {
  readonly host?: string
  readonly port: number
  readonly startTimeoutMs?: number
}

const retryIntervalMs = 50

/** Starts a server and waits until it listens; throws if that fails. */
export async function startDaemon(
  [program = '', ...args]: readonly string[],
  { host = '127.0.0.1', port, startTimeoutMs = 5_000 }: ListeningOptions,
): Promise<Daemon> {
  // A user's path does not always contain the directories of servers.
  const path = `${process.env['PATH']}:/usr/sbin:/usr/local/sbin`
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, PATH: path } })
  const chunks: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => chunks.push(data.toString()))
  const output = () => chunks.join('')
  const exited = once(child, 'exit').then(() => true)
  child.once('error', (cause) => chunks.push(String(cause)))
  for (let tries = 0; !(await isListening(host, port)); tries += 1) {
    const hasEnded = await Promise.race([exited, wait(retryIntervalMs, false)])
    if (!hasEnded && tries * retryIntervalMs <= startTimeoutMs) continue
    await stop(child)
    throw new Error(`${program} does not serve: ${output()}`)
  }
  return { output, [Symbol.asyncDispose]: () => stop(child) }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), 3000)
  await ended
  clearTimeout(timer)
}

function isListening(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port })
    socket.once('connect', () => resolve(true))
    socket.once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}

export interface Directory extends AsyncDisposable {
  readonly path: string
}

export async function createTemporaryDirectory(): Promise<Directory> {
  const path = await mkdtemp(join(tmpdir(), 'wachta-lines-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}
