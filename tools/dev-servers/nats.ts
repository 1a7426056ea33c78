import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { readGreeting, startDaemon, stopDaemon, waitUntilReady } from '@wachta/operate/engines/daemon'
import { findFreePort } from '@wachta/operate/engines/free-port'
import type { StartedServer } from './postgres.ts'

/** Starts a NATS server with JetStream on a free port of the loopback address. */
export async function startNats(binaries: string, directory: string): Promise<StartedServer> {
  const store = join(directory, 'nats')
  const log = join(directory, 'nats.log')
  await mkdir(store)
  const port = await findFreePort()
  const args = ['-a', '127.0.0.1', '-p', String(port), '-js', '-sd', store]
  const program = join(binaries, 'nats-server')
  const restart = () => startDaemon({ name: 'NATS', program, args, marker: store, stopSignal: 'SIGTERM', log })
  const daemon = await restart()
  try {
    await waitUntilReady(
      daemon,
      log,
      async () => (await readGreeting('127.0.0.1', port))?.includes('"jetstream":true') ?? false,
    )
  } catch (error) {
    await stopDaemon(daemon)
    throw error
  }
  return { daemon, address: `nats://127.0.0.1:${port}`, folders: [store], restart }
}
