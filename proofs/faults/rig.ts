import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Database, openDatabase } from '@wachta/database'
import { openCluster } from './cluster.ts'
import { type RestartingProcess, supervise, thisHome } from './processes.ts'
import { openNats, openPostgres, type Server } from './servers.ts'
import { type BreakableProxy, openBreakableProxies } from './way.ts'
import { type FailurePattern, openTarget, seedAccount, sensor_ids } from './world.ts'

/**
 * A rule that is broken on purpose: the sensor treats what the broker accepted as stored, or the analyst does not read
 * to the tail.
 */
export type Break = 'ack' | 'tail'

export interface WatchedSensor {
  readonly process: RestartingProcess
  /** Its only connection to the broker. */
  readonly way: BreakableProxy
  readonly ledger: string
}

/** The part of an installation that monitors, with its own servers. */
export interface Rig extends AsyncDisposable {
  readonly folder: string
  readonly db: Database
  readonly target: { readonly port: number }
  readonly postgres: Server
  /** The broker, or the first of several. */
  readonly nats: Server
  readonly brokers: readonly Server[]
  readonly planner: RestartingProcess
  readonly analysts: readonly [RestartingProcess, RestartingProcess]
  /** Only if one was requested. */
  readonly reporter?: RestartingProcess | undefined
  readonly sensors: readonly WatchedSensor[]
  /** The environment of the processes of the centre. */
  readonly environment: Readonly<Record<string, string>>
  /** Makes another PostgreSQL the database, for processes that are started from now on. */
  replaceDatabase(next: Server): void
  /** Deletes the recorded data. */
  discardFiles(): void
}

const cell = 'faults'

/** The folders of servers and processes; below the folder of the rig unless given. */
export interface RigFolders {
  readonly postgres?: string
  readonly nats?: string
  readonly objects?: string
  readonly spool?: string
}

export interface RigOptions {
  readonly broken?: Break | undefined
  /** The checkout of the version that everything is started from; this one unless given. */
  readonly home?: string
  readonly withReporter?: boolean
  readonly failurePattern?: FailurePattern
  readonly fsync?: 'on' | 'off'
  /** Three brokers instead of one. */
  readonly isCluster?: boolean
  /** Creates folders in the folder of the rig before anything is started. */
  readonly createFolders?: (folder: string, stack: AsyncDisposableStack) => Promise<RigFolders>
  /** Fills the database before anything is started. */
  readonly prepare?: (db: Database) => Promise<void>
}

export async function openRig(seed: number, options: RigOptions = {}): Promise<Rig> {
  const { home = thisHome, withReporter = false, broken } = options
  const stack = new AsyncDisposableStack()
  try {
    const folder = await mkdtemp(join(tmpdir(), 'wachta-faults-'))
    // PostgreSQL runs as a separate user, which needs access to its files below this folder.
    await chmod(folder, 0o755)
    let isNeeded = true
    stack.defer(() => (isNeeded ? undefined : rm(folder, { recursive: true, force: true })))
    const target = stack.use(await openTarget(seed, options.failurePattern))
    const folders = (await options.createFolders?.(folder, stack)) ?? {}
    const postgres = stack.use(await openPostgres(folders.postgres ?? folder, { fsync: options.fsync ?? 'off' }))
    const brokers = options.isCluster ? await openCluster(folder) : [await openNats(folders.nats ?? folder)]
    for (const each of brokers) stack.use(each)
    const [nats] = brokers
    if (nats === undefined) throw new RangeError('no broker')
    await migrateFrom(home, postgres.address)
    const db = stack.use(openDatabase(postgres.address, { role: null, connections: 2, onError: () => undefined }))
    await seedAccount(db)
    await options.prepare?.(db)
    const objects = folders.objects ?? join(folder, 'objects')
    await mkdir(objects, { recursive: true })
    const environment: Record<string, string> = {
      DATABASE_URL: postgres.address,
      NATS_URL: brokers.map(({ address }) => address).join(','),
      ...(options.isCluster && { NATS_REPLICAS: String(brokers.length) }),
      NATS_STORE_BYTES: '70000000',
      CELL: cell,
      SECRET_KEYS: `test:${randomBytes(32).toString('base64')}`,
      OBJECTS_URL: `file://${objects}`,
    }
    const start = (name: string, entry?: string) =>
      stack.use(
        supervise({ name, command: name.replace(/-.*/, ''), entry, environment: () => environment, folder, home }),
      )
    const entry = broken === 'tail' ? 'analyst' : undefined
    const planner = start('planner')
    const analysts = [start('analyst-1', entry), start('analyst-2', entry)] as const
    const reporter = withReporter ? start('reporter') : undefined
    const sensors: WatchedSensor[] = []
    for (const sensor_id of sensor_ids) {
      const proxies = stack.use(await openBreakableProxies(brokers.map(({ port }) => port)))
      // The last sensor has a separate disk, if there is one.
      const spool = sensor_id === sensor_ids.at(-1) ? folders.spool : undefined
      sensors.push({ ...startSensor(sensor_id, proxies, { folder, broken, stack, home, spool }), way: proxies })
    }
    const owned = stack.move()
    let [currentPostgres, currentDb] = [postgres, db]
    return {
      ...{ folder, target, nats, brokers, planner, analysts, reporter, sensors, environment },
      get postgres() {
        return currentPostgres
      },
      get db() {
        return currentDb
      },
      replaceDatabase(next) {
        environment['DATABASE_URL'] = next.address
        currentPostgres = owned.use(next)
        currentDb = owned.use(openDatabase(next.address, { role: null, connections: 2, onError: () => undefined }))
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

/** Migrates the database to the schema of the version in the checkout, as its operator would. */
export async function migrateFrom(home: string, url: string): Promise<void> {
  const program = join(home, 'packages/operate/src/main.ts')
  await promisify(execFile)(process.execPath, [program, 'migrate'], {
    env: { PATH: process.env['PATH'] ?? '', DATABASE_URL: url },
  })
}

interface SensorOptions {
  readonly folder: string
  /** What the sensor does wrong, as a control. */
  readonly broken?: Break | 'publish' | undefined
  readonly stack: AsyncDisposableStack
  readonly cell?: string
  /** The checkout that it is started from; this one unless given. */
  readonly home?: string
  /** The folder of its unsent results; below the folder unless given. */
  readonly spool?: string | undefined
}

/** Starts a sensor that writes a ledger of what it does. */
export function startSensor(
  sensor_id: number,
  proxies: Pick<BreakableProxy, 'ports'>,
  { folder, broken, stack, cell: cellName = cell, home = thisHome, spool }: SensorOptions,
): Omit<WatchedSensor, 'way'> {
  const name = `sensor-${sensor_id}`
  const ledger = join(folder, `${name}.ledger`)
  const environment = {
    NATS_URL: proxies.ports.map((port) => `nats://127.0.0.1:${port}`).join(','),
    CELL: cellName,
    SENSOR_ID: String(sensor_id),
    SENSOR_DIRECTORY: spool ?? join(folder, name),
    SENSOR_ANCHORS: 'none',
    SENSOR_BROWSER: 'off',
    SENSOR_ALLOWED_RANGES: '127.0.0.0/8',
    FAULTS_LEDGER: ledger,
    FAULTS_BREAK: broken ?? '',
  }
  return {
    process: stack.use(
      supervise({ name, command: 'sensor', entry: 'sensor', environment: () => environment, folder, home }),
    ),
    ledger,
  }
}
