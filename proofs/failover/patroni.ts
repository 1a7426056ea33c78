import { join } from 'node:path'

export const postgresPort = 5432
export const patroniPort = 8008

interface PatroniSettings {
  readonly name: string
  readonly home: string
  readonly binaries: string
  readonly address: string
  /** Where etcd is. */
  readonly gateway: string
  readonly isSynchronous: boolean
}

/** The settings of deploy/high-availability/patroni.yml, on one machine: no passwords, and no sync to disk. */
export const patroniConfiguration = ({ name, home, binaries, address, gateway, isSynchronous }: PatroniSettings) => `
scope: wachta
name: ${name}
restapi: { listen: "${address}:${patroniPort}", connect_address: "${address}:${patroniPort}" }
etcd3: { hosts: "${gateway}:2379" }
bootstrap:
  dcs:
    ttl: 20
    loop_wait: 3
    retry_timeout: 5
    primary_start_timeout: 0
    synchronous_mode: ${isSynchronous}
    failsafe_mode: true
    maximum_lag_on_failover: 16777216
    postgresql:
      use_pg_rewind: true
      use_slots: true
      parameters:
        max_connections: 150
        shared_buffers: 64MB
        hot_standby: "on"
        wal_log_hints: "on"
        wal_keep_size: 256MB
        max_wal_size: 256MB
        # A process that is killed loses nothing that it wrote to a file; only a power cut would.
        fsync: "off"
  initdb: [{ encoding: UTF8 }, { locale: C.UTF-8 }, data-checksums]
  pg_hba:
    - host all all 0.0.0.0/0 trust
    - host replication all 0.0.0.0/0 trust
postgresql:
  listen: "${address}:${postgresPort}"
  connect_address: "${address}:${postgresPort}"
  data_dir: ${join(home, 'data')}
  bin_dir: ${binaries}
  pgpass: ${join(home, 'pgpass')}
  remove_data_directory_on_rewind_failure: true
  remove_data_directory_on_diverged_timelines: true
  parameters: { unix_socket_directories: "${home}" }
  authentication:
    superuser: { username: postgres, password: none }
    replication: { username: replicator, password: none }
    rewind: { username: rewinder, password: none }
watchdog: { mode: "off" }
`
