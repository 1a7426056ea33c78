import { randomBytes } from 'node:crypto'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Database, openDatabase } from '@wachta/database'
import { findFreePort } from '@wachta/operate/engines/free-port'
import { sql } from 'kysely'
import { type Churn, startChurn } from '../faults/churn.ts'
import { openCluster } from '../faults/cluster.ts'
import { addCustomer } from '../faults/customer.ts'
import type { Rewind } from '../faults/notifications.ts'
import type { Period } from '../faults/period.ts'
import { type RestartingProcess, supervise, thisHome } from '../faults/processes.ts'
import { createRandom } from '../faults/random.ts'
import { migrateFrom, startSensor, type WatchedSensor } from '../faults/rig.ts'
import type { Server } from '../faults/servers.ts'
import { type Arrival, openMailSink, openWebSink } from '../faults/sinks.ts'
import { openBreakableProxies } from '../faults/way.ts'
import { type FailurePattern, openTarget, seedAccount, sensor_ids, services } from '../faults/world.ts'
import { type DatabaseCluster, openDatabaseCluster } from './database-cluster.ts'
import { openNetwork } from './network.ts'
import { findPrograms } from './packages.ts'
import { postgresPort } from './patroni.ts'
import { openProxy } from './proxy.ts'
import { type ForcedPromotion, startWriter, type Writer } from './writer.ts'

/** What is broken on purpose: synchronous replication, or the retries of sensors after a failed publish. */
export type Break = 'replication' | 'publish'

const roles = ['api', 'planner', 'analyst', 'notifier', 'reporter'] as const
export type Role = (typeof roles)[number]

/** Two processes of every role, three database hosts and three brokers. */
export interface Installation extends AsyncDisposable {
  readonly folder: string
  /** The proof's own connection to the database, through the proxy. */
  readonly db: Database
  readonly database: DatabaseCluster
  readonly brokers: readonly Server[]
  readonly environment: Readonly<Record<string, string>>
  readonly processes: Readonly<Record<Role, readonly [RestartingProcess, RestartingProcess]>>
  readonly sensors: readonly WatchedSensor[]
  readonly target: { readonly port: number }
  /** Returns whether both processes of every role are ready. */
  isReady(): Promise<boolean>
  readonly arrivals: readonly Arrival[]
  /** When brokers were unavailable, and when the database was. */
  readonly brokerOutages: Period[]
  readonly databaseOutages: Period[]
  readonly promotions: ForcedPromotion[]
  readonly rewinds: Rewind[]
  startCustomers(): { readonly churn: Churn; readonly writer: Writer }
  /** Deletes the recorded data. */
  discardFiles(): void
}

export const channels = ['email_dedicated', 'json_post'] as const
/** Services that are never changed. */
export const unchangedServices = services.slice(0, 10)
const cell = 'failover'
const databaseName = 'wachta'

export interface InstallationOptions {
  readonly seed: number
  readonly broken?: Break | undefined
  readonly failurePattern: FailurePattern
}

export async function openInstallation({ seed, broken, failurePattern }: InstallationOptions): Promise<Installation> {
  const stack = new AsyncDisposableStack()
  try {
    const folder = await mkdtemp(join(tmpdir(), 'wachta-failover-'))
    // PostgreSQL runs as a separate user, which needs access to its files below this folder.
    await chmod(folder, 0o755)
    let isNeeded = true
    stack.defer(() => (isNeeded ? undefined : rm(folder, { recursive: true, force: true })))
    const programs = await findPrograms(folder)
    const network = stack.use(await openNetwork(3))
    const isSynchronous = broken !== 'replication'
    const database = stack.use(await openDatabaseCluster({ folder, network, programs, isSynchronous }))
    const apiPorts = [await findFreePort(), await findFreePort()] as const
    const proxy = stack.use(await openProxy({ folder, programs, database, apiPorts }))
    const brokers = await openCluster(folder)
    for (const broker of brokers) stack.use(broker)
    const urls = {
      proxy: databaseUrl([`127.0.0.1:${proxy.databasePort}`]),
      hosts: databaseUrl(database.hosts.map(({ host }) => `${host.address}:${postgresPort}`)),
    }
    await createDatabase(urls.hosts)
    const db = stack.use(openDatabase(urls.proxy, { role: null, connections: 2 }))
    await seedAccount(db)
    const arrivals: Arrival[] = []
    const sinks = {
      mail: stack.use(await openMailSink((arrival) => arrivals.push(arrival))),
      web: stack.use(await openWebSink((arrival) => arrivals.push(arrival))),
    }
    const authorization = await addCustomer(db, [
      { channel_id: 'email_dedicated', address: 'duty@example.com' },
      { channel_id: 'json_post', address: `http://127.0.0.1:${sinks.web.port}/hook` },
    ])
    const target = stack.use(await openTarget(seed, failurePattern))
    await mkdir(join(folder, 'objects'))
    const environment = {
      NATS_URL: brokers.map(({ address }) => address).join(','),
      NATS_REPLICAS: String(brokers.length),
      NATS_STORE_BYTES: '70000000',
      CELL: cell,
      SECRET_KEYS: `test:${randomBytes(32).toString('base64')}`,
      OBJECTS_URL: `file://${join(folder, 'objects')}`,
      SMTP_URL: `smtp://127.0.0.1:${sinks.mail.port}`,
      REQUESTS_PER_MINUTE: '1000000',
      EGRESS_ALLOW: '127.0.0.0/8',
    }
    const metricsPorts: number[] = []
    // One process of each role connects through the proxy, the other one gets the list of database hosts.
    const start = async (role: Role, number: 1 | 2) => {
      const name = `${role}-${number}`
      const metricsPort = await findFreePort()
      metricsPorts.push(metricsPort)
      const ownVariables = {
        DATABASE_URL: number === 1 ? urls.proxy : urls.hosts,
        PUBLIC_URL: `http://${name}.test`,
        METRICS_PORT: String(metricsPort),
        ...(role === 'api' && { HTTP_PORT: String(apiPorts[number - 1]) }),
      }
      return stack.use(
        supervise({ name, command: role, environment: () => ({ ...environment, ...ownVariables }), folder }),
      )
    }
    const processes = Object.fromEntries(
      await Promise.all(roles.map(async (role) => [role, [await start(role, 1), await start(role, 2)]])),
    ) as unknown as Installation['processes']
    const sensors: WatchedSensor[] = []
    for (const sensor_id of sensor_ids) {
      const proxies = stack.use(await openBreakableProxies(brokers.map(({ port }) => port)))
      const sensorOptions = { folder, stack, cell, broken: broken === 'publish' ? broken : undefined }
      sensors.push({ ...startSensor(sensor_id, proxies, sensorOptions), way: proxies })
    }
    const owned = stack.move()
    const address = `http://127.0.0.1:${proxy.apiPort}`
    return {
      ...{ folder, db, database, brokers, environment, processes, sensors, target, arrivals },
      ...{ brokerOutages: [], databaseOutages: [], promotions: [], rewinds: [] },
      isReady: async () => (await Promise.all(metricsPorts.map(isReady))).every(Boolean),
      startCustomers() {
        const churn = startChurn({
          ...{ address, authorization, target: target.port, random: createRandom(seed + 1) },
          services: services.slice(unchangedServices.length).map(({ service_id }) => service_id),
        })
        owned.defer(churn.stop)
        return { churn, writer: owned.use(startWriter(address, authorization)) }
      },
      discardFiles: () => {
        isNeeded = false
      },
      [Symbol.asyncDispose]: () => owned.disposeAsync(),
    }
  } catch (error) {
    await stack.disposeAsync()
    throw error
  }
}

/** Ignores `flow`, by which the leading planner reports whether notifications were delivered lately. */
async function isReady(port: number): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${port}/ready`, { signal: AbortSignal.timeout(2_000) })
  const { failing } = (await answer.json()) as { readonly failing: readonly string[] }
  return failing.every((name) => name === 'flow')
}

const databaseUrl = (hosts: readonly string[], name = databaseName): string =>
  `postgres://postgres@${hosts.join(',')}/${name}`

/** Creates the database and migrates it to the schema of this version, as an operator would. */
async function createDatabase(url: string): Promise<void> {
  {
    await using server = openDatabase(url.replace(/[^/]*$/, 'postgres'), { role: null, connections: 1 })
    await server.query(sql`create database ${sql.id(databaseName)}`)
  }
  await migrateFrom(thisHome, url)
}
