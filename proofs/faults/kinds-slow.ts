import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Fault, pickFrom } from './fault.ts'
import { spoolsAreEmpty } from './recoveries.ts'
import { restoreIntoAnother } from './restore.ts'
import type { Condition } from './way.ts'

const second = 1_000
const minute = 60 * second

const createPartition = (name: string, condition: Condition, ms: number, options: Partial<Fault> = {}): Fault => ({
  id: 'F7',
  name: `a sensor is ${name} for ${ms / second} s`,
  isLong: ms >= minute,
  recovery: spoolsAreEmpty(ms),
  ...options,
  inject: async ({ sensors, sensorsCutOff }, random) => {
    // A fault that lasts beside others uses a sensor that the others do not touch.
    const sensor = pickFrom(options.isConcurrent ? sensors.slice(-1) : sensors.slice(0, -1), random)
    sensorsCutOff.add(sensor)
    sensor.way.setCondition(condition)
    await wait(ms)
    sensor.way.setCondition('open')
    sensorsCutOff.delete(sensor)
  },
})

/** A silent connection is half open: neither side notices. */
export const partitions: readonly Fault[] = [
  createPartition('cut off', 'cut', 10 * minute, { isConcurrent: true }),
  createPartition('silent', 'stalled', 5 * second),
  createPartition('silent', 'stalled', 60 * second),
  createPartition('no data to the server', 'silent to the server', 25 * second),
  createPartition('no data to the client', 'silent to the client', 25 * second),
]

/** No analyst runs for five minutes. */
export const analystOutages: readonly Fault[] = [
  {
    id: 'F11',
    name: 'all analysts are away for 300 s',
    isLong: true,
    inject: async ({ analysts }) => void (await Promise.all(analysts.map((each) => each.kill(5 * minute)))),
  },
  {
    id: 'F11',
    name: 'postgres is away for 300 s',
    isLong: true,
    inject: ({ postgres }) => postgres.crash(5 * minute),
  },
]

const createSlowCommits = (minMs: number, maxMs: number): Fault => ({
  id: 'F13',
  name: `every commit of analyses takes ${minMs} to ${maxMs} ms longer`,
  inject: async ({ db }) => {
    await db.query(sql`create function slow_down() returns trigger language plpgsql as $$ begin
  perform pg_sleep((${sql.raw(String(minMs))} + random() * ${sql.raw(String(maxMs - minMs))}) / 1000.0); return null; end $$`)
    await db.query(
      sql`create trigger slow_down after insert on analysis for each statement execute function slow_down()`,
    )
    await wait(30 * second)
    await db.query(sql`drop trigger slow_down on analysis`)
    await db.query(sql`drop function slow_down`)
  },
})

export const slowDatabase: readonly Fault[] = [
  createSlowCommits(50, 200),
  createSlowCommits(200, 500),
  {
    id: 'F13',
    name: 'the states of services are locked for 30 s',
    inject: ({ db }) =>
      db.transaction(async (tx) => {
        await tx.query(sql`set local lock_timeout = '20s'`)
        await tx.query(sql`lock table service_state in access exclusive mode`)
        await wait(30 * second)
      }),
  },
]

/** Notification providers that break their promises. */
export const providerFaults: readonly Fault[] = (['failing', 'hanging', 'refusing'] as const).map((behaviour) => ({
  id: 'F17',
  name: `a provider is ${behaviour}`,
  inject: async ({ sinks }, random) => {
    const sink = random.pick([sinks.mail, sinks.web])
    sink.behaviour = behaviour
    await wait(random.between(20 * second, 30 * second))
    sink.behaviour = 'well'
  },
}))

export const restoreElsewhere: Fault = {
  id: 'F19',
  name: 'the database is lost, and restored from a backup into another cluster',
  isLong: true,
  isLast: true,
  inject: restoreIntoAnother,
}
