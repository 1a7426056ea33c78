import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findBinaries } from '@wachta/operate/engines/binaries'
import { stopDaemon } from '@wachta/operate/engines/daemon'
import { startNats } from '../../tools/dev-servers/nats.ts'

export interface Broker extends AsyncDisposable {
  readonly address: string
  /** The memory of the broker. */
  readMegabytes(): number
}

/** Starts a broker of its own, because the memory of a shared one says nothing. */
export async function startBroker(): Promise<Broker> {
  const folder = await mkdtemp(join(tmpdir(), 'wachta-bench-assignments-'))
  const { daemon, address } = await startNats(findBinaries(['nats']).get('nats') ?? '', folder)
  return {
    address,
    readMegabytes: () =>
      Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${daemon.pid}/status`, 'utf8'))?.[1]) / 1024,
    async [Symbol.asyncDispose]() {
      await stopDaemon(daemon)
      await rm(folder, { recursive: true, force: true })
    },
  }
}
