import { type CheckReport, openBus, publishResults, type SensorScope, writeResults } from '@wachta/bus'

/** A sensor that sends as fast as it can, in its own process: node flood.ts BROKER CELL SENSOR SCOPE */
const [url = '', cell = '', sensor = '', scope = 'public'] = process.argv.slice(2)
const sensor_id = Number(sensor)
const maxInFlight = 256
const bus = await openBus({ url, cell, name: 'flood', sensor_id })
const floodingBus = { ...bus, scope: scope as SensorScope }
const createReport = (service_id: number): CheckReport => ({
  ...{ service_id, slot: Math.floor(Date.now() / 60_000) * 60_000, sensor_id, revision: 1, started: 1, result: 'ok' },
  ...{ error_type_id: null, reason: null, path_step: null, response_time: 1, data_size: 1, timings: {}, words: null },
})
process.once('disconnect', () => process.exit(0))
let sent = 0
const send = async () => {
  for (;;) {
    sent += 1
    const reports = Array.from({ length: 20 }, (_, index) => createReport(1 + ((sent + index) % 2_000)))
    const bytes = writeResults({ host: 'flood', first: sent * 20 + 1, reports })
    await publishResults(floodingBus, {
      urgency: 'live',
      group: sent % 8,
      sensor_id,
      id: `flood-${sent}`,
      bytes,
    }).catch(() => undefined)
  }
}
process.on('message', () => process.send?.(sent))
await Promise.all(Array.from({ length: maxInFlight }, send))
