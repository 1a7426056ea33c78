import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { findBinaries } from '@wachta/operate/engines/binaries'
import { type Daemon, isRunning, readGreeting, stopDaemon } from '@wachta/operate/engines/daemon'
import { startNats } from '../../tools/dev-servers/nats.ts'
import { type StartedServer, startPostgres } from '../../tools/dev-servers/postgres.ts'
import type { Period } from './period.ts'
import type { Random } from './random.ts'

/** A server that belongs to the proof. */
export interface Server extends AsyncDisposable {
  readonly address: string
  readonly port: number
  /** When it was unavailable. */
  readonly outages: readonly Period[]
  /** Kills it and restarts it after this time; in between, the caller may change its folders. */
  crash(downMs: number, between?: (folders: readonly string[]) => Promise<void>): Promise<void>
  /** Restarts it after it has ended by itself. */
  revive(): Promise<void>
  /** Kills it permanently. */
  end(): Promise<void>
  /** Kills one of the processes that serve its clients, and waits until it serves again. */
  crashBackend(random: Random): Promise<void>
}

// An acknowledged commit must survive the process, and a power failure where the proof tests that.
const durableSettings = { synchronous_commit: 'on', max_connections: '100', max_wal_size: '64MB', min_wal_size: '32MB' }

interface PostgresOptions {
  readonly fsync?: 'on' | 'off'
  /** The outages of the server that it replaces. */
  readonly outages?: Period[]
}

export async function openPostgres(
  folder: string,
  { fsync = 'off', outages = [] }: PostgresOptions = {},
): Promise<Server> {
  const binaries = findBinaries(['postgres']).get('postgres') ?? ''
  return wrapServer(
    await startPostgres(binaries, folder, { ...durableSettings, fsync, full_page_writes: fsync }),
    outages,
  )
}

export async function openNats(folder: string): Promise<Server> {
  const binaries = findBinaries(['nats']).get('nats') ?? ''
  return wrapServer(await startNats(binaries, folder))
}

/** Deletes everything that the broker has stored. */
export async function deleteStore([store = '']: readonly string[]): Promise<void> {
  await rm(store, { recursive: true, force: true })
  await mkdir(store)
}

const timeoutMs = 60_000
/** A server that is found ended may have ended this long before. */
const revivalMs = 30_000

/** Wraps a running server with the faults that can be injected into it. */
export function wrapServer(started: StartedServer, outages: Period[] = []): Server {
  const { address, folders, restart: again } = started
  const port = Number(new URL(address).port)
  let daemon: Daemon = started.daemon
  const restart = async (): Promise<void> => {
    const end = Date.now() + timeoutMs
    while (Date.now() < end) {
      daemon = await again()
      // It exits by itself if remains of its former run are in the way; then the outer loop retries.
      while (await isRunning(daemon)) {
        if ((await readGreeting('127.0.0.1', port)) !== undefined) return
        await wait(100)
      }
      await wait(200)
    }
    throw new Error(`${daemon.name} did not come back`)
  }
  return {
    ...{ address, port, outages },
    async crash(downMs, between) {
      const from = Date.now()
      const children = await listChildren(daemon.pid)
      await kill(daemon)
      // Orphaned child processes notice it and end; the caller must not delete their files before.
      if (between) while ((await Promise.all(children.map(isAlive))).some(Boolean)) await wait(50)
      await between?.(folders)
      await wait(downMs)
      await restart()
      outages.push({ from, to: Date.now() })
    },
    async revive() {
      const from = Date.now()
      if (!(await isRunning(daemon))) await restart()
      else while ((await readGreeting('127.0.0.1', port)) === undefined) await wait(100)
      outages.push({ from: from - revivalMs, to: Date.now() })
    },
    async end() {
      await kill(daemon)
    },
    async crashBackend(random) {
      const from = Date.now()
      while (!(await killBackend(daemon.pid, random))) await wait(100)
      await wait(200)
      while ((await readGreeting('127.0.0.1', port)) === undefined) await wait(100)
      outages.push({ from, to: Date.now() })
    },
    async [Symbol.asyncDispose]() {
      await stopDaemon(daemon)
      for (const each of folders) await rm(each, { recursive: true, force: true })
    },
  }
}

/** Kills it; after a disk failure it may have exited by itself. */
async function kill(daemon: Daemon): Promise<void> {
  while (await isRunning(daemon)) {
    try {
      process.kill(daemon.pid, 'SIGKILL')
    } catch {
      // It has ended meanwhile.
    }
    await wait(20)
  }
}

/** Returns whether a process that serves clients was killed: it may have ended by itself just before. */
async function killBackend(server: number, random: Random): Promise<boolean> {
  const backends: number[] = []
  for (const pid of await listChildren(server)) {
    const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    if (line.includes('127.0.0.1(')) backends.push(pid)
  }
  const [first, ...rest] = backends
  if (first === undefined) return false
  try {
    return process.kill(random.pick([first, ...rest]), 'SIGKILL')
  } catch {
    return false
  }
}

async function listChildren(pid: number): Promise<number[]> {
  const listed = await readFile(join('/proc', String(pid), 'task', String(pid), 'children'), 'utf8').catch(() => '')
  return listed.split(' ').filter(Boolean).map(Number)
}

const isAlive = (pid: number): Promise<boolean> =>
  readFile(`/proc/${pid}/cmdline`, 'utf8').then(
    (line) => line !== '',
    () => false,
  )
