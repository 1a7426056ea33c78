import { mkdir, rm } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { startNats } from '../../../../scripts/services/nats.ts'
import { type Started, startPostgres } from '../../../../scripts/services/postgres.ts'
import { findBinaries } from '../../src/engines/binaries.ts'
import { type Daemon, greeting, isAlive, stopDaemon } from '../../src/engines/daemon.ts'

/** A server of the proof's own. */
export interface Server extends AsyncDisposable {
  readonly address: string
  readonly port: number
  /** Ends it without a word and starts it again after a while; in between, its folders are at the caller's mercy. */
  crash(down_ms: number, between?: (folders: readonly string[]) => Promise<void>): Promise<void>
}

// A commit that was told must outlive the process. The machine does not crash here, so nothing is forced to the disk.
const durable = { synchronous_commit: 'on', fsync: 'off', max_connections: '100' }

export async function openPostgres(folder: string): Promise<Server> {
  const binaries = findBinaries(['postgres']).get('postgres') ?? ''
  return serverOf(await startPostgres(binaries, folder, durable))
}

export async function openNats(folder: string): Promise<Server> {
  const binaries = findBinaries(['nats']).get('nats') ?? ''
  return serverOf(await startNats(binaries, folder))
}

/** Takes everything that the broker has stored. */
export async function emptied([store = '']: readonly string[]): Promise<void> {
  await rm(store, { recursive: true, force: true })
  await mkdir(store)
}

const patience_ms = 60_000

function serverOf(started: Started): Server {
  const { address, folders, again } = started
  const port = Number(new URL(address).port)
  let daemon: Daemon = started.daemon
  const startAgain = async (): Promise<void> => {
    const end = Date.now() + patience_ms
    while (Date.now() < end) {
      daemon = await again()
      // What was left of its former life may still be in the way: then it ends by itself.
      while (await isAlive(daemon)) {
        if ((await greeting('127.0.0.1', port)) !== undefined) return
        await wait(100)
      }
      await wait(200)
    }
    throw new Error(`${daemon.name} does not come back`)
  }
  return {
    address,
    port,
    async crash(down_ms, between) {
      process.kill(daemon.pid, 'SIGKILL')
      while (await isAlive(daemon)) await wait(20)
      await between?.(folders)
      await wait(down_ms)
      await startAgain()
    },
    async [Symbol.asyncDispose]() {
      await stopDaemon(daemon)
      for (const each of folders) await rm(each, { recursive: true, force: true })
    },
  }
}
