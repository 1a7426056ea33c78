import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findFreePort } from '@wachta/operate/engines/free-port'
import type { DatabaseCluster } from './database-cluster.ts'
import type { Programs } from './packages.ts'
import { deployFolder, postgresPort } from './patroni.ts'
import { startProgram } from './process.ts'

export interface Proxy extends AsyncDisposable {
  /** Leads to the database that Patroni calls the primary. */
  readonly databasePort: number
  /** Leads to an api that answers. */
  readonly apiPort: number
}

interface ProxyOptions {
  readonly folder: string
  readonly programs: Programs
  readonly database: DatabaseCluster
  readonly apiPorts: readonly number[]
}

/** Starts HAProxy by the file of the documentation, with addresses of the proof. */
export async function openProxy({ folder, programs, database, apiPorts }: ProxyOptions): Promise<Proxy> {
  const [databasePort, apiPort] = [await findFreePort(), await findFreePort()]
  const file = join(folder, 'haproxy.cfg')
  const text = await readFile(join(deployFolder, 'haproxy.cfg'), 'utf8')
  const places = [
    ...database.hosts.map(({ name, host }) => [name, `${host.address}:${postgresPort}`] as const),
    ...apiPorts.map((port, place) => [`app${place + 1}`, `127.0.0.1:${port}`] as const),
  ]
  const placed = places.reduce(
    (changed, [name, address]) => changed.replace(new RegExp(`(server ${name}) \\S+`), `$1 ${address}`),
    text.replace('127.0.0.1:5000', `127.0.0.1:${databasePort}`).replace('0.0.0.0:8000', `127.0.0.1:${apiPort}`),
  )
  if (placed.includes('10.0.0.')) throw new Error(`not all addresses are replaced in ${file}`)
  await writeFile(file, placed)
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
