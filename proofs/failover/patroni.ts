import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse, stringify } from 'yaml'

export const postgresPort = 5432
export const patroniPort = 8008

/** The example configuration that operators copy. */
export const deployFolder = fileURLToPath(new URL('../../deploy/high-availability', import.meta.url))

interface HostSettings {
  readonly name: string
  readonly home: string
  readonly binaries: string
  readonly address: string
  /** The address of etcd. */
  readonly gateway: string
  readonly isSynchronous: boolean
}

interface PatroniFile {
  readonly scope: string
  readonly bootstrap: {
    readonly dcs: { readonly postgresql: { readonly parameters: object } }
    readonly initdb: unknown
  }
  readonly postgresql: { readonly authentication: object }
}

/** Returns the documented configuration with the addresses and folders of the proof. */
export async function createPatroniConfiguration(settings: HostSettings): Promise<string> {
  const { name, home, binaries, address, gateway, isSynchronous } = settings
  const { scope, bootstrap, postgresql } = parse(
    await readFile(join(deployFolder, 'patroni.yml'), 'utf8'),
  ) as PatroniFile
  const { dcs, initdb } = bootstrap
  const smallSizes = { shared_buffers: '64MB', wal_keep_size: '256MB', max_wal_size: '256MB' }
  // Without fsync, only a power failure loses data; what a killed process has written stays in its files.
  const parameters = { ...dcs.postgresql.parameters, ...smallSizes, fsync: 'off' }
  const api = `${address}:${patroniPort}`
  const postgresAddress = `${address}:${postgresPort}`
  return stringify({
    ...{ scope, name },
    restapi: { listen: api, connect_address: api },
    etcd3: { hosts: `${gateway}:2379` },
    bootstrap: {
      dcs: { ...dcs, synchronous_mode: isSynchronous, postgresql: { ...dcs.postgresql, parameters } },
      initdb,
      pg_hba: ['host all all 0.0.0.0/0 trust', 'host replication all 0.0.0.0/0 trust'],
    },
    postgresql: {
      ...postgresql,
      ...{ listen: postgresAddress, connect_address: postgresAddress, data_dir: join(home, 'data'), bin_dir: binaries },
      ...{ pgpass: join(home, 'pgpass'), parameters: { unix_socket_directories: home } },
    },
    watchdog: { mode: 'off' },
  })
}
