import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sparePort } from '@wachta/operate/engines/daemon'
import type { DatabaseCluster } from './database-cluster.ts'
import type { Programs } from './packages.ts'
import { patroniPort, postgresPort } from './patroni.ts'
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

/** Starts HAProxy with the settings of deploy/high-availability/haproxy.cfg. */
export async function openProxy({ folder, programs, database, apiPorts }: ProxyOptions): Promise<Proxy> {
  const [databasePort, apiPort] = [await sparePort(), await sparePort()]
  const file = join(folder, 'haproxy.cfg')
  const databases = database.hosts.map(
    ({ name, host }) => `  server ${name} ${host.address}:${postgresPort} check port ${patroniPort}`,
  )
  const apis = apiPorts.map((port, place) => `  server api-${place + 1} 127.0.0.1:${port} check`)
  await writeFile(
    file,
    `global
  maxconn 1000
defaults
  mode tcp
  timeout connect 2s
  timeout client 1h
  timeout server 1h
  timeout check 2s
listen database
  bind 127.0.0.1:${databasePort}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${databases.join('\n')}
listen api
  bind 127.0.0.1:${apiPort}
  option redispatch 1
  retries 3
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${apis.join('\n')}
`,
  )
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
