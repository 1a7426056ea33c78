import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  createCentreCredentials,
  createInstallationKeys,
  createSensorCredentials,
  createSensorKeys,
  openBus,
  renderServerConfiguration,
  writeCredentials,
  writeKeys,
} from '@wachta/bus'
import { openDatabase } from '@wachta/database'
import { findBinaries } from '@wachta/operate/engines/binaries'
import { stopDaemon } from '@wachta/operate/engines/daemon'
import { findFreePort } from '@wachta/operate/engines/free-port'
import { addAccount, addPackage, openSession } from '@wachta/testing/api/accounts'
import { startBroker } from '@wachta/testing/broker'
import { eventuallyWith } from '@wachta/testing/processes/eventually'
import { type StartedProcess, startProcess } from '@wachta/testing/processes/start-process'
import { sql } from 'kysely'
import { startPostgres } from '../../tools/dev-servers/postgres.ts'
import { measureUsage } from '../small-box/memory.ts'
import { hostileSensor, hostileService, victims } from './tenants.ts'

const postgresSettings = { synchronous_commit: 'on', fsync: 'off', track_commit_timestamp: 'on', max_connections: '60' }

export type Rig = Awaited<ReturnType<typeof openRig>>

/** A whole installation with a broker in operator mode: a victim with two sensors, and a hostile tenant with one. */
export async function openRig(stack: AsyncDisposableStack) {
  const folder = await mkdtemp(join(tmpdir(), 'wachta-hostile-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  const target = createServer((_request, response) => response.end('ok')).listen(0, '127.0.0.1')
  await once(target, 'listening')
  stack.defer(() => void target.close())
  const servers = await openServers(stack, folder)
  const migration = startProcess('migrate', servers.environment)
  const [code] = await once(migration.child, 'exit')
  if (code !== 0) throw new Error(migration.log())
  const db = stack.use(openDatabase(servers.environment.DATABASE_URL, { role: null, connections: 3 }))
  const tenants = await addTenants(db, `http://127.0.0.1:${(target.address() as AddressInfo).port}/`)
  const installation = await startInstallation(stack, { folder, environment: servers.environment, ...tenants })
  const thief = stack.use(await openThief(servers))
  return {
    ...{ db, folder, thief, installation, ...tenants, ...servers, api: installation.api },
    pages: `http://127.0.0.1:${servers.environment.PAGES_PORT}`,
    eventually: <T>(what: string, find: () => Promise<T | undefined>, seconds = 180) =>
      eventuallyWith(installation.processes(), seconds)(what, find),
    /** The memory and the disk usage of all processes. */
    measureResources: async () => {
      const roots = [servers.postgres, ...installation.processes().map(({ child }) => child.pid ?? 0)]
      return (await measureUsage(roots)).bytes + (await measureFolder(folder)) + (await measureDatabase(db))
    },
  }
}

/** PostgreSQL, the broker, and the environment of the processes of the centre. */
async function openServers(stack: AsyncDisposableStack, folder: string) {
  const postgres = await startPostgres(findBinaries(['postgres']).get('postgres') ?? '', folder, postgresSettings)
  stack.defer(async () => {
    await stopDaemon(postgres.daemon)
    for (const each of postgres.folders) await rm(each, { recursive: true, force: true })
  })
  const { keys, broker: identity } = await createInstallationKeys()
  const store = join(folder, 'broker')
  const broker = stack.use(await startBroker(({ port }) => renderServerConfiguration(identity, { port, store })))
  const files = { keys: join(folder, 'keys.json'), credentials: join(folder, 'centre.creds') }
  await writeFile(files.keys, writeKeys(keys))
  await writeFile(files.credentials, writeCredentials(await createCentreCredentials(keys, 'centre')))
  const environment = {
    DATABASE_URL: postgres.address,
    NATS_URL: broker.url,
    INSTALLATION_KEYS: files.keys,
    NATS_CREDENTIALS: files.credentials,
    SECRET_KEYS: `test:${randomBytes(32).toString('base64')}`,
    OBJECTS_URL: `file://${folder}/objects`,
    NATS_STORE_BYTES: '200000000',
    SMTP_URL: 'smtp://127.0.0.1:9',
    LOG_LEVEL: 'warn',
    HTTP_PORT: String(await findFreePort()),
    METRICS_PORT: String(await findFreePort()),
    PAGES_PORT: String(await findFreePort()),
    REQUESTS_PER_MINUTE: '100000',
  }
  return { keys, environment, postgres: postgres.daemon.pid }
}

type Servers = Awaited<ReturnType<typeof openServers>>

interface InstallOptions {
  readonly folder: string
  readonly environment: Servers['environment']
  readonly victim: string
}

/** Starts all roles of the centre and the victim's sensors. They can be stopped together and started again. */
async function startInstallation(stack: AsyncDisposableStack, { folder, environment, victim }: InstallOptions) {
  const server = `http://127.0.0.1:${environment.HTTP_PORT}`
  const api = `${server}/v3`
  let running: StartedProcess[] = []
  const stop = async () => {
    await Promise.all(running.map((each) => each[Symbol.asyncDispose]()))
  }
  stack.defer(stop)
  const startCentre = async () => {
    running = [startProcess('serve', environment)]
    await eventuallyWith(running, 180)('the API answers', async () =>
      (await fetch(`${api}/public/openapi.json`).catch(() => undefined))?.ok ? true : undefined,
    )
  }
  const startSensors = async (token?: (sensor_id: number) => Promise<string>) => {
    for (const sensor_id of victims.sensors)
      running.push(
        startSensor(folder, sensor_id, {
          SENSOR_SERVER_URL: server,
          ...(token && { SENSOR_TOKEN: await token(sensor_id) }),
        }),
      )
  }
  await startCentre()
  await startSensors((sensor_id) => requestEnrolmentToken(api, sensor_id, victim))
  return {
    api,
    rolesUrl: `http://127.0.0.1:${environment.METRICS_PORT}/roles`,
    processes: () => running,
    stop,
    async start() {
      await startCentre()
      await startSensors()
    },
  }
}

async function requestEnrolmentToken(api: string, sensor_id: number, authorization: string): Promise<string> {
  const answer = await fetch(`${api}/sensors/${sensor_id}/enrolment`, { method: 'POST', headers: { authorization } })
  const { token } = (await answer.json()) as { token?: string }
  if (token === undefined) throw new Error(`no token for sensor ${sensor_id}: ${answer.status}`)
  return token
}

export const getSensorDirectory = (folder: string, sensor_id: number): string => join(folder, `sensor-${sensor_id}`)

function startSensor(folder: string, sensor_id: number, environment: Readonly<Record<string, string>>): StartedProcess {
  return startProcess('sensor', {
    ...environment,
    SENSOR_DIRECTORY: getSensorDirectory(folder, sensor_id),
    SENSOR_ANCHORS: 'none',
    SENSOR_ALLOWED_RANGES: '127.0.0.0/8',
    LOG_LEVEL: 'warn',
  })
}

/** A connection with the key of the hostile sensor. */
async function openThief({ keys, environment }: Servers) {
  const { userPublic, userSeed } = createSensorKeys()
  const jwt = await createSensorCredentials(keys, {
    ...{ public_key: userPublic, sensor_id: hostileSensor, cell: 'main', scope: 'private' },
  })
  return openBus({
    ...{ url: environment.NATS_URL, cell: 'main', name: 'thief', sensor_id: hostileSensor },
    credentials: { jwt, seed: userSeed },
  })
}

async function addTenants(db: ReturnType<typeof openDatabase>, url: string) {
  await addPackage(db, { services: 100, interval: 1 })
  const [victim, hostile] = [await addAccount(db), await addAccount(db)]
  for (const id of victims.sensors)
    await db.query(sql`insert into sensor (id, name, owner_id) values (${id}, ${`Victim ${id}`}, ${victim})`)
  await db.query(sql`insert into sensor (id, name, owner_id) values (${hostileSensor}, 'Hostile', ${hostile})`)
  await db.query(
    sql`insert into service_group (id, owner_id, name) values (2001, ${victim}, 'V'), (2002, ${hostile}, 'H')`,
  )
  const ids = Array.from({ length: victims.services }, (_, index) => index + 1)
  await addServices(db, { ids, owner: victim, group: 2001, sensor_ids: victims.sensors, url })
  await addServices(db, { ids: [hostileService], owner: hostile, group: 2002, sensor_ids: [hostileSensor], url })
  return {
    ...{ victim: await openSession(db, victim), hostile: await openSession(db, hostile) },
    attacker: { account: hostile, group: 2_002 },
  }
}

interface NewServices {
  readonly ids: readonly number[]
  readonly owner: number
  readonly group: number
  readonly sensor_ids: readonly number[]
  readonly url: string
}

async function addServices(db: ReturnType<typeof openDatabase>, { ids, owner, group, sensor_ids, url }: NewServices) {
  const configuration = JSON.stringify({ address: url, extended_settings: {}, secrets: {} })
  await db.query(sql`insert into service (id, owner_id, group_id, type_id, name, address, "interval")
select n, ${owner}, ${group}, 'http', 'Service ' || n, ${url}, 5 from unnest(${[...ids]}::bigint[]) n`)
  await db.query(sql`insert into service_revision (service_id, revision, owner_id, group_id, type_id, effective_from, is_active,
  interval_ms, phase_ms, timeout_ms, spread_ms, error_tolerance, sensor_ids, step_count, configuration)
select n, 1, ${owner}, ${group}, 'http', now(), true, ${victims.interval_ms}, n * 100, ${victims.timeout_ms}, ${victims.spread_ms}, 51,
  ${[...sensor_ids]}::bigint[], 1, ${configuration} from unnest(${[...ids]}::bigint[]) n`)
}

async function measureDatabase(db: ReturnType<typeof openDatabase>): Promise<number> {
  const [row] = await db.query(sql<{ size: number }>`select pg_database_size(current_database())::bigint as size`)
  return Number(row?.size ?? 0)
}

async function measureFolder(folder: string): Promise<number> {
  let size = 0
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []))
    if (entry.isFile()) size += (await stat(join(entry.parentPath, entry.name)).catch(() => ({ size: 0 }))).size
  return size
}

/** Returns how often roles of the centre were restarted, and how many processes are missing. */
export async function countStoppedProcesses({ installation: { rolesUrl, processes } }: Rig): Promise<number> {
  const ended = processes().filter(({ child }) => child.exitCode !== null || child.signalCode !== null).length
  const { roles } = (await (await fetch(rolesUrl)).json()) as { roles: readonly { restarts: number }[] }
  if (roles.length < 5) throw new Error('not all roles are running')
  return ended + roles.reduce((sum, { restarts }) => sum + restarts, 0)
}
