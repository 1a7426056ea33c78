import { type Process, waitUntilAborted } from '@wachta/runtime'
import type { Static } from 'typebox'
import type { Config } from './config.ts'
import { readConfiguredSensors } from './configured-sensors.ts'
import { openMachine } from './machine.ts'
import { createMetrics, watchLoad, watchSensors } from './process-metrics.ts'
import { startSensors } from './sensor-set.ts'
import { createSensorStart, type ResultObserver } from './start-sensor.ts'
import type { SensorWatch } from './watch.ts'

export type { ResultObserver } from './start-sensor.ts'

/** Runs one sensor, or those of SENSOR_NAMES, until the process is stopped. */
export async function serveSensor(
  process: Process<Static<typeof Config>>,
  observer: ResultObserver = {},
): Promise<void> {
  const { config, log } = process
  const sensors = readConfiguredSensors(config)
  const machine = await openMachine(process, sensors)
  const start = await createSensorStart(process, { machine, metrics: createMetrics(process.metrics), observer })
  const { started } = process.use(
    await startSensors(sensors, {
      start,
      onFault: ({ name }, { err, retryMs }) =>
        log.error({ err, sensor: name, retryMs }, 'could not start a sensor; retrying'),
    }),
    'watch',
  )
  watchLoad(process.metrics, machine.load)
  watchSensors(process.metrics, { sensors, started })
  for (const sensor of sensors)
    if (!sensor.isAlone) process.check(`sensor ${sensor.name}`, async () => assertWorking(started.get(sensor)))
  process.ready()
  await waitUntilAborted(process.stopping)
}

/** Throws an error with the reason if the sensor does not work. */
function assertWorking(watch: Pick<SensorWatch, 'link' | 'spool'> | undefined): void {
  if (watch === undefined) throw new Error('it cannot be started; see its log lines')
  if (!watch.link.isConnected) throw new Error('the broker is not connected, or does not accept its credentials')
  if (watch.spool.hasFault) throw new Error('its disk rejects results')
}
