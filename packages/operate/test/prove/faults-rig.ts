import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Database, openDatabase } from '@wachta/database'
import { type Supervised, supervise, thisHome } from './faults-processes.ts'
import { openNats, openPostgres, type Server } from './faults-servers.ts'
import { openWay, type Way } from './faults-way.ts'
import { furnish, openTarget, sensor_ids } from './faults-world.ts'

/** A rule that is broken on purpose: the sensor believes the broker, or the analyst does not read to the tail. */
export type Break = 'ack' | 'tail'

export interface WatchedSensor {
  readonly process: Supervised
  /** Its only way to the broker. */
  readonly way: Way
  readonly ledger: string
}

/** A whole installation with servers of its own. */
export interface Rig extends AsyncDisposable {
  readonly folder: string
  readonly db: Database
  readonly target: { readonly port: number }
  readonly postgres: Server
  readonly nats: Server
  readonly planner: Supervised
  readonly analysts: readonly [Supervised, Supervised]
  /** Where one was asked for. */
  readonly reporter?: Supervised | undefined
  readonly sensors: readonly WatchedSensor[]
  /** What was recorded is not needed any more. */
  forget(): void
}

const cell = 'faults'

interface RigOptions {
  /** The tree of the version that everything is started from; this one unless given. */
  readonly home?: string
  readonly withReporter?: boolean
}

export async function openRig(
  seed: number,
  broken?: Break,
  { home = thisHome, withReporter = false }: RigOptions = {},
): Promise<Rig> {
  const stack = new AsyncDisposableStack()
  try {
    const folder = await mkdtemp(join(tmpdir(), 'wachta-faults-'))
    let isNeeded = true
    stack.defer(() => (isNeeded ? undefined : rm(folder, { recursive: true, force: true })))
    const target = stack.use(await openTarget(seed))
    const postgres = stack.use(await openPostgres(folder))
    const nats = stack.use(await openNats(folder))
    await migrateFrom(home, postgres.address)
    const db = stack.use(openDatabase(postgres.address, { role: null, connections: 2 }))
    await furnish(db)
    const centre = {
      DATABASE_URL: postgres.address,
      NATS_URL: nats.address,
      CELL: cell,
      SECRET_KEYS: `test:${randomBytes(32).toString('base64')}`,
      OBJECTS_URL: `file://${folder}/objects`,
    }
    const start = (name: string, entry?: string) =>
      stack.use(supervise({ name, command: name.replace(/-.*/, ''), entry, environment: centre, folder, home }))
    const entry = broken === 'tail' ? 'analyst' : undefined
    const planner = start('planner')
    const analysts = [start('analyst-1', entry), start('analyst-2', entry)] as const
    const reporter = withReporter ? start('reporter') : undefined
    const sensors: WatchedSensor[] = []
    for (const sensor_id of sensor_ids) {
      const way = stack.use(await openWay(nats.port))
      sensors.push({ ...startSensor(sensor_id, way, { folder, broken, stack, home }), way })
    }
    const owned = stack.move()
    return {
      ...{ folder, db, target, postgres, nats, planner, analysts, reporter, sensors },
      forget: () => {
        isNeeded = false
      },
      [Symbol.asyncDispose]: () => owned.disposeAsync(),
    }
  } catch (error) {
    await stack.disposeAsync()
    throw error
  }
}

/** Brings the database to the schema of the version in the tree, as its operator would. */
export async function migrateFrom(home: string, url: string): Promise<void> {
  const program = join(home, 'packages/operate/src/main.ts')
  await promisify(execFile)(process.execPath, [program, 'migrate'], {
    env: { PATH: process.env['PATH'] ?? '', DATABASE_URL: url },
  })
}

interface SensorParts {
  readonly folder: string
  readonly broken?: Break | undefined
  readonly stack: AsyncDisposableStack
  readonly cell?: string
  /** The tree that it is started from; this one unless given. */
  readonly home?: string
}

/** A sensor that keeps a ledger of what it does. */
export function startSensor(
  sensor_id: number,
  way: Pick<Way, 'port'>,
  { folder, broken, stack, cell: of = cell, home = thisHome }: SensorParts,
): Omit<WatchedSensor, 'way'> {
  const name = `sensor-${sensor_id}`
  const ledger = join(folder, `${name}.ledger`)
  const environment = {
    NATS_URL: `nats://127.0.0.1:${way.port}`,
    CELL: of,
    SENSOR_ID: String(sensor_id),
    SENSOR_DIRECTORY: join(folder, name),
    SENSOR_ALLOWED_RANGES: '127.0.0.0/8',
    FAULTS_LEDGER: ledger,
    FAULTS_BREAK: broken ?? '',
  }
  return {
    process: stack.use(supervise({ name, command: 'sensor', entry: 'sensor', environment, folder, home })),
    ledger,
  }
}
