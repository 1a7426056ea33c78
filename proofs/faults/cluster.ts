import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findBinaries } from '@wachta/operate/engines/binaries'
import { readGreeting, startDaemon, waitUntilReady } from '@wachta/operate/engines/daemon'
import { findFreePort } from '@wachta/operate/engines/free-port'
import { type Server, wrapServer } from './servers.ts'

/**
 * Starts three brokers that keep three replicas of every stream. Clients know only the addresses that they were given.
 */
export async function openCluster(folder: string): Promise<Server[]> {
  const program = join(findBinaries(['nats']).get('nats') ?? '', 'nats-server')
  const nodes = await Promise.all(
    [1, 2, 3].map(async (number) => ({
      name: `nats-${number}`,
      port: await findFreePort(),
      route: await findFreePort(),
    })),
  )
  const routes = nodes.map(({ route }) => `"nats://127.0.0.1:${route}"`).join(', ')
  const started = []
  for (const { name, port, route } of nodes) {
    const [store, log, file] = [join(folder, name), join(folder, `${name}.log`), join(folder, `${name}.conf`)]
    await rm(store, { recursive: true, force: true })
    await mkdir(store)
    await writeFile(
      file,
      `server_name: ${name}
listen: "127.0.0.1:${port}"
jetstream: { store_dir: "${store}" }
cluster: { name: faults, listen: "127.0.0.1:${route}", no_advertise: true, routes: [${routes}] }
`,
    )
    const again = () =>
      startDaemon({ name: 'NATS', program, args: ['-c', file], marker: file, stopSignal: 'SIGTERM', log })
    const daemon = await again()
    started.push({ daemon, address: `nats://127.0.0.1:${port}`, folders: [store], restart: again, log, port })
  }
  for (const { daemon, log, port } of started)
    await waitUntilReady(
      daemon,
      log,
      async () => (await readGreeting('127.0.0.1', port))?.includes('"jetstream":true') ?? false,
    )
  return started.map((each) => wrapServer(each))
}
