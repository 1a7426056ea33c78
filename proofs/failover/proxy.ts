import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findFreePort } from '@wachta/operate/engines/free-port'
import type { DatabaseCluster } from './database-cluster.ts'
import type { Programs } from './packages.ts'
import { deployFolder, postgresPort } from './patroni.ts'
import { startProgram } from './process.ts'

export interface Proxy extends AsyncDisposable {
  /** Forwards to the primary database, as Patroni reports it. */
  readonly databasePort: number
  /** Forwards to an available api process. */
  readonly apiPort: number
}

interface ProxyOptions {
  readonly folder: string
  readonly programs: Programs
  readonly database: DatabaseCluster
  readonly apiPorts: readonly number[]
}

/** Starts HAProxy with the documented configuration and the addresses of the proof. */
export async function openProxy({ folder, programs, database, apiPorts }: ProxyOptions): Promise<Proxy> {
  const [databasePort, apiPort] = [await findFreePort(), await findFreePort()]
  const file = join(folder, 'haproxy.cfg')
  const text = await readFile(join(deployFolder, 'haproxy.cfg'), 'utf8')
  const servers = [
    ...database.hosts.map(({ name, host }) => [name, `${host.address}:${postgresPort}`] as const),
    ...apiPorts.map((port, index) => [`app${index + 1}`, `127.0.0.1:${port}`] as const),
  ]
  const configuration = servers.reduce(
    (changed, [name, address]) => changed.replace(new RegExp(`(server ${name}) \\S+`), `$1 ${address}`),
    text.replace('127.0.0.1:5000', `127.0.0.1:${databasePort}`).replace('0.0.0.0:8000', `127.0.0.1:${apiPort}`),
  )
  if (configuration.includes('10.0.0.')) throw new Error(`not all addresses are replaced in ${file}`)
  await writeFile(file, configuration)
  const { environment } = programs
  const command = [programs.haproxy, '-f', file, '-db']
  const program = startProgram({ command, environment, folder, log: join(folder, 'haproxy.log') })
  return {
    ...{ databasePort, apiPort },
    async [Symbol.asyncDispose]() {
      program.signal('SIGKILL')
      await program.ended
    },
  }
}
