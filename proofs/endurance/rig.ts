import { type ChildProcess, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { type Bus, ensureStreams, openBus, readStoreUse, type StreamLimits } from '@wachta/bus'
import { type Database, openDatabase } from '@wachta/database'
import { addMonitoredServices, install } from '@wachta/testing/analyst/installation'
import { createServiceRevision } from '@wachta/testing/analyst/simulated'
import { startBroker } from '@wachta/testing/broker'
import { sql } from 'kysely'
import { type StoredMinute, world } from './oracle.ts'
import { type Minute, openSensors, type Sensors } from './sensors.ts'

const cell = 'endurance'

export interface Rig extends AsyncDisposable {
  readonly bus: Bus
  readonly database: Database
  readonly sensors: Sensors
  readonly broker_url: string
  /** Starts or restarts the analyst. The scale multiplies the speed of its clock, and with it the limits of sensors. */
  startAnalyst(scale: number): Promise<void>
  applyLimits(limits: Partial<StreamLimits>): Promise<void>
  /**
   * Simulates a minute or a part of it: results are published, read and committed. Returns false if that takes too
   * long.
   */
  replay(minute: number, timeoutMs: number, part?: Minute['part']): Promise<boolean>
  /** Moves the clock of the analyst past the end of a minute. */
  expire(minute: number): Promise<void>
  loadMinutes(from: number, to: number): Promise<StoredMinute[]>
  readStoreBytes(): Promise<number>
  /**
   * Starts a sensor that sends as fast as it can, with the credentials of an enrolled one; a private sensor belongs to
   * a customer.
   */
  startFlooder(sensor_id: number, scope: 'public' | 'private'): Promise<Flooder>
}

export interface Flooder {
  /** Returns whether its credentials were revoked. */
  isRevoked(): Promise<boolean>
  /** Ends it; returns the number of messages that it sent. */
  stop(): Promise<number>
}

/** A broker, a database, an analyst, three sensors, and a clock that only moves on request. */
export async function openRig(): Promise<Rig> {
  const broker = await startBroker()
  const installation = await install()
  const { database, url } = installation
  const bus = await openBus({ url: broker.url, cell, name: 'proof' })
  const sensors = await openSensors(broker.url, cell)
  const base = Math.ceil(Date.now() / world.minuteMs + 1) * world.minuteMs
  const slotOf = (minute: number) => base + minute * world.minuteMs
  const ids = Array.from({ length: world.services }, (_, index) => index + 1)
  await addMonitoredServices(database, ids, [
    createServiceRevision({ effective_from: new Date(base), sensor_ids: [...world.sensors] }),
  ])
  await database.query(sql`analyze service, service_revision`)
  let analyst: ChildProcess | undefined
  const countCommitted = async (): Promise<number> => {
    const [row] = await database.query(
      sql<{ sum: number | null }>`select sum(sequence)::int8 as sum from sensor_watermark where host like 'host-%'`,
    )
    return row?.sum ?? 0
  }
  let [publishedResults, clock] = [0, base - 1]
  const setClock = (now: number) => {
    clock = now
    analyst?.send(clock)
  }
  const stopAnalyst = async () => {
    if (analyst === undefined || analyst.exitCode !== null) return
    analyst.kill('SIGTERM')
    await once(analyst, 'exit')
  }
  return {
    ...{ bus, database, sensors, broker_url: broker.url },
    applyLimits: (limits) => ensureStreams(bus, limits),
    async startAnalyst(scale) {
      await stopAnalyst()
      const args = [url, broker.url, cell, String(scale)]
      const started = fork(new URL('./analyst.ts', import.meta.url), args)
      analyst = started
      started.send(clock)
      await once(started, 'message')
      // The shards are taken over one by one.
      await wait(1_000)
    },
    async replay(minute, timeoutMs, part = [0, 1]) {
      setClock(slotOf(minute) + 5_000)
      publishedResults += await sensors.publish({ minute, slot: slotOf(minute), part })
      const until = performance.now() + timeoutMs
      while ((await countCommitted()) < publishedResults) {
        if (performance.now() > until) return false
        await wait(5)
      }
      return true
    },
    async expire(minute) {
      setClock(slotOf(minute) + world.minuteMs - 1)
      await wait(3_000)
    },
    loadMinutes: (from, to) =>
      database.query(sql<StoredMinute>`select ((extract(epoch from time) * 1000 - ${base}) / ${world.minuteMs})::int as minute,
  count(*)::int as analyses, sum(ok_checks_count)::int as ok, sum(error_checks_count)::int as error, sum(unknown_checks_count)::int as unknown
from analysis where time >= ${new Date(slotOf(from))} and time < ${new Date(slotOf(to))} group by time`),
    readStoreBytes: async () => (await readStoreUse(bus)).bytes,
    async startFlooder(sensor_id, scope) {
      const key = await enrol(url, sensor_id, scope)
      const child = fork(new URL('./flood.ts', import.meta.url), [broker.url, cell, String(sensor_id), scope])
      return {
        async isRevoked() {
          const rows = await database.query(
            sql`select from sensor_credential where public_key = ${key} and revoked_at is not null`,
          )
          return rows.length > 0
        },
        async stop() {
          child.send('how many')
          const [sent] = (await once(child, 'message')) as [number]
          child.disconnect()
          await once(child, 'exit')
          return sent
        },
      }
    },
    async [Symbol.asyncDispose]() {
      await stopAnalyst()
      await sensors[Symbol.asyncDispose]()
      await bus[Symbol.asyncDispose]()
      await installation[Symbol.asyncDispose]()
      await broker[Symbol.asyncDispose]()
    },
  }
}

/** Stores what the api stores when a sensor enrols; returns the key. */
async function enrol(url: string, sensor_id: number, scope: 'public' | 'private'): Promise<string> {
  const key = `U${randomUUID()}`
  await using owner = openDatabase(url, { role: null, connections: 1 })
  await owner.query(sql`update sensor set owner_id = ${scope === 'private' ? 1 : null} where id = ${sensor_id}`)
  await owner.query(
    sql`insert into sensor_credential (public_key, sensor_id, encryption_key) values (${key}, ${sensor_id}, 'X')`,
  )
  return key
}
