import { open } from 'node:fs/promises'
import { getCellStreams, openBus } from '@wachta/bus'
import { sql } from 'kysely'
import type { Recovery } from './fault.ts'
import { unchangedServices } from './installation.ts'
import { hasCompleteAnalyses } from './settle.ts'
import { sensor_ids, services } from './world.ts'

/** Every sensor has published a message. */
export const resultsFlow: Recovery = {
  what: 'results flow',
  limitMs: 3_000,
  hasRecovered: async ({ sensors, sensorsCutOff }, since) => {
    const present = sensors.filter((sensor) => !sensorsCutOff.has(sensor))
    const times = await Promise.all(present.map(({ ledger }) => readLastAcknowledged(ledger)))
    return times.every((time) => time > since)
  },
}

/** The same for a cluster, which has to elect a leader first. */
export const resultsFlowElsewhere: Recovery = { ...resultsFlow, limitMs: 10_000 }

/** Every service has an analysis with a result of every sensor. */
export const analysesFlow: Recovery = {
  what: 'analyses are complete',
  limitMs: 15_000,
  hasRecovered: (rig, since) => hasCompleteAnalyses(rig, since, unchangedServices, rig.sensorsCutOff.size),
}

/** The broker has assignments of all services for all sensors. */
export const assignmentsAreBack: Recovery = {
  what: 'assignments are rebuilt',
  limitMs: 10_000,
  hasRecovered: async ({ nats, environment }) => {
    const cell = environment['CELL'] ?? ''
    await using bus = await openBus({ url: nats.address, cell, name: 'proof' })
    const { state } = await bus.manager.streams.info(getCellStreams(cell).assignments)
    return state.messages >= unchangedServices.length * sensor_ids.length && services.length > 0
  },
}

/** All spools are empty, according to the heartbeats of sensors. */
export const spoolsAreEmpty = (outageMs: number): Recovery => ({
  what: 'everything is sent',
  limitMs: Math.max(10_000, (2 * outageMs) / 5),
  hasRecovered: async ({ db, sensorsCutOff }, since) => {
    const [row] = await db.query(sql<{ count: number }>`select count(*) from sensor_state
where last_seen > ${new Date(since)} and (report->>'spooled')::int < 50`)
    return (row?.count ?? 0) >= sensor_ids.length - sensorsCutOff.size
  },
})

/** Returns when the broker last accepted a result, from the end of a ledger. */
async function readLastAcknowledged(path: string): Promise<number> {
  await using file = await open(path)
  const { size } = await file.stat()
  const length = Math.min(size, 16_384)
  const { buffer } = await file.read({ buffer: Buffer.alloc(length), position: size - length })
  const lines = buffer.toString().split('\n').slice(1, -1)
  const last = lines.findLast((line) => line.startsWith('acknowledged '))
  return Number(last?.split(' ')[5] ?? 0)
}
