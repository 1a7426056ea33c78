import { randomBytes } from 'node:crypto'
import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Database, openDatabase } from '@wachta/database'
import { sql } from 'kysely'
import { readChecks } from '../faults/packed-checks.ts'
import { thisHome } from '../faults/processes.ts'
import { migrateFrom } from '../faults/rig.ts'
import { openNats, openPostgres } from '../faults/servers.ts'
import { formatTime, maxCheckMs, type SeenAnalysis } from './oracle.ts'
import { type ControlledProcess, controlProcess } from './processes.ts'
import { leaseEndMs } from './rounds.ts'
import { listServices, openTarget, seedServices, sensor_id, type Target, type TimedService } from './world.ts'

/** An installation with hosts of one sensor, which are not started yet. */
export interface Rig extends AsyncDisposable {
  readonly db: Database
  readonly target: Target
  readonly services: readonly TimedService[]
  readonly interval_ms: number
  readonly planner: ControlledProcess
  restartPlanner(): Promise<void>
  waitForHosts(count: number): Promise<void>
  readonly hosts: readonly ControlledProcess[]
  /** The processes that ended by themselves, and how. */
  readonly failures: readonly string[]
}

interface RigOptions {
  readonly leaseMs: number
  readonly broken: string | undefined
}

const cell = 'hosts'
const serviceCount = 48
/** How long processes of a busy machine take to notice that a lease has ended, and to move the buckets. */
const maxReactionMs = 2_500

export async function openRig(folder: string, { leaseMs, broken = '' }: RigOptions): Promise<Rig> {
  const stack = new AsyncDisposableStack()
  try {
    // PostgreSQL runs as another user, and keeps its files in this folder.
    await chmod(folder, 0o755)
    // An interval has room for the end of a lease, a check, and the reactions of the processes.
    const interval_ms = Math.ceil(leaseEndMs(leaseMs) + maxCheckMs + maxReactionMs)
    const services = listServices(serviceCount, interval_ms)
    const target = stack.use(await openTarget())
    const postgres = stack.use(await openPostgres(folder))
    const nats = stack.use(await openNats(folder))
    await migrateFrom(thisHome, postgres.address)
    const db = stack.use(openDatabase(postgres.address, { role: null, connections: 2, onError: () => undefined }))
    await seedServices(db, { services, port: target.port, from: new Date() })
    const failures: string[] = []
    const onFailure = (line: string) => void failures.push(`${formatTime(Date.now())} ${line}`)
    const start = (name: string, environment: Readonly<Record<string, string>>) =>
      stack.use(
        controlProcess({ name, folder, onFailure, environment: { CELL: cell, HOSTS_BREAK: broken, ...environment } }),
      )
    const centre = {
      DATABASE_URL: postgres.address,
      NATS_URL: nats.address,
      NATS_STORE_BYTES: '70000000',
      SECRET_KEYS: `test:${randomBytes(32).toString('base64')}`,
      OBJECTS_URL: `file://${join(folder, 'objects')}`,
    }
    const planner = start('planner', { ...centre, HOSTS_LEASE_MS: String(leaseMs) })
    const analyst = start('analyst', centre)
    for (const process of [planner, analyst]) process.start()
    const hosts = [1, 2, 3, 4].map((number) =>
      start(`host-${number}`, {
        NATS_URL: nats.address,
        SENSOR_ID: String(sensor_id),
        SENSOR_DIRECTORY: join(folder, `host-${number}`),
        SENSOR_ANCHORS: 'none',
        SENSOR_BROWSER: 'off',
        SENSOR_ALLOWED_RANGES: '127.0.0.0/8',
      }),
    )
    const owned = stack.move()
    return {
      ...{ db, target, services, interval_ms, planner, hosts, failures },
      restartPlanner: () => restart(planner, db),
      waitForHosts: (count) => waitForHosts(db, count),
      [Symbol.asyncDispose]: () => owned.disposeAsync(),
    }
  } catch (error) {
    await stack.disposeAsync()
    throw error
  }
}

/** Starts a planner and waits until it leads. */
async function restart(planner: ControlledProcess, db: Database): Promise<void> {
  const readEpoch = async () => {
    const [row] = await db.query(sql<{ readonly epoch: number }>`select epoch from planner_leader`)
    return row?.epoch
  }
  const before = await readEpoch()
  planner.start()
  await waitUntil('a planner leads', async () => (await readEpoch()) !== before)
}

/** Waits until this many hosts have sent heartbeats lately. Only the pace of the proof depends on it, no result. */
async function waitForHosts(db: Database, count: number): Promise<void> {
  const readCount = async () => {
    const [row] = await db.query(sql<{ readonly hosts: number | null }>`select (report->>'hosts')::int as hosts
from sensor_state where last_seen > now() - interval '5 seconds'`)
    return row?.hosts ?? 0
  }
  await waitUntil(`${count} hosts send heartbeats`, async () => (await readCount()) >= count)
}

const maxWaitMs = 120_000

/** Throws after a while: a proof that waits for ever looks like one that is still running. */
async function waitUntil(what: string, isReached: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + maxWaitMs; !(await isReached()); await wait(200))
    if (Date.now() > end) throw new Error(`not within ${maxWaitMs / 1000} s: ${what}`)
}

export async function readAnalyses(db: Database): Promise<SeenAnalysis[]> {
  const rows = await db.query(sql<{
    readonly service_id: number
    readonly slot: number
    readonly checks: Buffer
  }>`select
  service_id, (extract(epoch from time) * 1000)::int8 as slot, checks from analysis`)
  return rows.map(({ checks, ...row }) => ({ ...row, checks: readChecks(checks) }))
}
