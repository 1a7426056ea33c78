import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Database, openDatabase } from '@wachta/database'
import { findBinaries } from '@wachta/operate/engines/binaries'
import { stopDaemon } from '@wachta/operate/engines/daemon'
import { findFreePort } from '@wachta/operate/engines/free-port'
import { addAccount, addPackage, openSession } from '@wachta/testing/api/accounts'
import { TestAuthority } from '@wachta/testing/certificates'
import { startTarget } from '@wachta/testing/probe-target'
import { type StartedProcess, startProcess } from '@wachta/testing/processes/start-process'
import { sql } from 'kysely'
import { startNats } from '../../tools/dev-servers/nats.ts'
import { startPostgres } from '../../tools/dev-servers/postgres.ts'

/** A whole installation on this machine: both engines, `wachta serve` with all its roles, and three sensors. */
export interface SingleNode extends AsyncDisposable {
  readonly db: Database
  /** The pids of everything but the monitored targets. */
  readonly pids: readonly number[]
  readonly api: string
  readonly authorization: string
  /** Returns the 99th percentile of the delay of checks on the slowest sensor. */
  lag(): Promise<number>
}

export const sensor_ids = [1, 2, 3] as const
export const interval_ms = 60_000

/** Settings that an operator would choose for a machine of two gigabytes; commits are durable. */
const postgresSettings = {
  synchronous_commit: 'on',
  fsync: 'on',
  full_page_writes: 'on',
  max_connections: '60',
  shared_buffers: '256MB',
  track_commit_timestamp: 'on',
}

export async function openSingleNode(services: number, from: Date): Promise<SingleNode> {
  const stack = new AsyncDisposableStack()
  try {
    const folder = await mkdtemp(join(tmpdir(), 'wachta-small-box-'))
    stack.defer(() => rm(folder, { recursive: true, force: true }))
    const { url, ca } = await openTargets(folder, stack)
    const postgres = await startPostgres(findBinaries(['postgres']).get('postgres') ?? '', folder, postgresSettings)
    stack.defer(async () => {
      await stopDaemon(postgres.daemon)
      for (const each of postgres.folders) await rm(each, { recursive: true, force: true })
    })
    const nats = await startNats(findBinaries(['nats']).get('nats') ?? '', folder)
    stack.defer(() => stopDaemon(nats.daemon))
    const centre = {
      DATABASE_URL: postgres.address,
      NATS_URL: nats.address,
      SECRET_KEYS: `test:${randomBytes(32).toString('base64')}`,
      OBJECTS_URL: `file://${folder}/objects`,
      SMTP_URL: 'smtp://127.0.0.1:9',
      LOG_LEVEL: 'warn',
    }
    await waitForExit(startProcess('migrate', centre))
    const db = stack.use(openDatabase(postgres.address, { role: null, connections: 2 }))
    const authorization = await seedServices(db, { services, url, from })
    const port = await findFreePort()
    const metrics = await findFreePort()
    // The supervisor counts too, as in a real installation; it starts the roles.
    const started = [
      startProcess('serve', { ...centre, HTTP_PORT: String(port) }),
      startSensors({ nats: centre.NATS_URL, folder, ca, metrics }),
    ]
    for (const each of started) stack.use(each)
    const owned = stack.move()
    return {
      db,
      authorization,
      api: `http://127.0.0.1:${port}/v3`,
      pids: [postgres.daemon.pid, nats.daemon.pid, ...started.map(({ child }) => child.pid ?? 0)],
      lag: () => readSlotLag(metrics),
      [Symbol.asyncDispose]: () => owned.disposeAsync(),
    }
  } catch (error) {
    await stack.disposeAsync()
    throw error
  }
}

/** The monitored targets do not count, because they would run elsewhere. */
async function openTargets(folder: string, stack: AsyncDisposableStack) {
  const { localhost, authorities } = new TestAuthority(['rsa:2048'])
  const files = { key: join(folder, 'key.pem'), cert: join(folder, 'cert.pem'), ca: join(folder, 'ca.pem') }
  await writeFile(files.key, localhost.key)
  await writeFile(files.cert, localhost.cert)
  await writeFile(files.ca, authorities.join(''))
  const target = await startTarget(files)
  stack.defer(() => void target.stop())
  return { url: target.urls.https, ca: files.ca }
}

interface SensorsStart {
  readonly nats: string
  readonly folder: string
  readonly ca: string
  /** The port of their metrics. */
  readonly metrics: number
}

/** Starts all sensors in one process, as on a machine that runs several. */
const startSensors = ({ nats, folder, ca, metrics }: SensorsStart): StartedProcess =>
  startProcess('sensor', {
    NATS_URL: nats,
    SENSOR_NAMES: sensor_ids.map((sensor_id) => `sensor-${sensor_id}`).join(','),
    SENSOR_ID: sensor_ids.join(','),
    SENSOR_DIRECTORY: folder,
    SENSOR_ANCHORS: 'none',
    SENSOR_ALLOWED_RANGES: '127.0.0.0/8',
    NODE_EXTRA_CA_CERTS: ca,
    METRICS_PORT: String(metrics),
    LOG_LEVEL: 'warn',
  })

/** Returns the delay of the slowest sensor. */
async function readSlotLag(port: number): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  const lags = [...text.matchAll(/^wachta_sensor_slot_lag_p99_seconds\{\S+\} (\S+)/gm)].map(([, lag]) => Number(lag))
  return lags.length === sensor_ids.length ? 1_000 * Math.max(...lags) : Number.NaN
}

async function waitForExit({ child, log }: StartedProcess): Promise<void> {
  const code = await new Promise((resolve) => child.once('exit', resolve))
  if (code !== 0) throw new Error(`the process exited with code ${code}: ${log()}`)
}

interface ServicesToSeed {
  readonly services: number
  readonly url: string
  readonly from: Date
}

/** Creates one account with all services in ten groups, each monitored by all sensors from the instant on. */
async function seedServices(db: Database, { services, url, from }: ServicesToSeed): Promise<string> {
  await addPackage(db, { services: services + 1, interval: 60 })
  const account = await addAccount(db)
  await db.query(
    sql`insert into sensor (id, name) select n, 'Sensor ' || n from unnest(${[...sensor_ids]}::bigint[]) n`,
  )
  await db.query(
    sql`insert into service_group (id, owner_id, name) select n, ${account}, 'Group ' || n from generate_series(1000, 1009) n`,
  )
  const configuration = { address: `${url}`, extended_settings: {}, secrets: {} }
  await db.query(sql`insert into service (id, owner_id, group_id, type_id, name, address, "interval")
select n, ${account}, 1000 + n % 10, 'https', 'Shop number ' || n || ' in ' || (array['Gdynia','Kraków','Łódź','Poznań'])[1 + n % 4], ${url}, 60
from generate_series(1, ${services}::int) n`)
  await db.query(sql`insert into service_revision (service_id, revision, owner_id, group_id, type_id, effective_from, is_active,
  interval_ms, phase_ms, timeout_ms, spread_ms, error_tolerance, sensor_ids, step_count, configuration)
select n, 1, ${account}, 1000 + n % 10, 'https', ${from}, true, ${interval_ms}, ((n - 1)::bigint * ${interval_ms}) / ${services}, 10000, 10000, 51,
  ${[...sensor_ids]}::bigint[], 1, ${JSON.stringify(configuration)} from generate_series(1, ${services}::int) n`)
  return openSession(db, account)
}
