import { readFile } from 'node:fs/promises'
import type { CheckReport } from '@wachta/bus'
import { type CheckContext, type CheckOrder, readTextSetting, runCheck } from '@wachta/checks'
import type { Process, SlotTrace } from '@wachta/runtime'
import type { Static } from 'typebox'
import type { Config } from './config.ts'
import type { ConfiguredSensor } from './configured-sensors.ts'
import { readIdentity, type SensorIdentity } from './enrol.ts'
import type { Machine } from './machine.ts'
import { openScripts } from './open-scripts.ts'
import type { SensorMetrics } from './process-metrics.ts'
import { isBrowserType } from './sensor.ts'
import { type SensorWatch, startWatch, type WatchOptions } from './watch.ts'

/** Callbacks that follow results on their way, for the proofs. */
export type ResultObserver = Pick<WatchOptions, 'onReport' | 'onDurable' | 'onAcknowledged'>

type SensorProcess = Pick<Process<Static<typeof Config>>, 'config' | 'log' | 'trace'>

interface SensorEnvironment {
  readonly machine: Machine
  readonly metrics: SensorMetrics
  readonly observer: ResultObserver
}

/** Creates the function that starts one of the sensors of a process. */
export async function createSensorStart(
  process: SensorProcess,
  { machine, metrics, observer }: SensorEnvironment,
): Promise<(sensor: ConfiguredSensor) => Promise<SensorWatch>> {
  const { config, trace } = process
  const version = await readVersion()
  const rejectDuplicateId = createIdRegister()
  return async (sensor) => {
    const log = sensor.isAlone ? process.log : process.log.child({ sensor: sensor.name })
    const identity = await readIdentity(config, sensor)
    rejectDuplicateId(identity, sensor)
    const counters = metrics.getCounters(sensor)
    const watch = await startWatch({
      ...identity,
      ...machine,
      directory: sensor.directory,
      capacity: config.SENSOR_CAPACITY,
      spoolBytes: config.SENSOR_SPOOL_BYTES,
      version,
      runCheck: createCheckRunner({ ...process, log }, machine, identity),
      onReport: (report, type_id) => {
        counters.countReport(report, type_id)
        if (trace) traceCheck(trace, report, type_id)
      },
      onStarted: counters.observeLag,
      onRejected: counters.countRejectedMessage,
      ...observer,
      log,
    })
    watch.link.done.catch((err) => log.error({ err }, 'the connection to the centre ended'))
    return watch
  }
}

/**
 * Creates a function that throws for a copied sensor directory: a second sensor with the same id would report the same
 * slots again.
 */
function createIdRegister(): (identity: SensorIdentity, sensor: ConfiguredSensor) => void {
  const holders = new Map<number, ConfiguredSensor>()
  return ({ sensor_id }, sensor) => {
    const holder = holders.get(sensor_id) ?? sensor
    if (holder !== sensor) throw new Error(`${sensor.name} has the identity of ${holder.name}, sensor ${sensor_id}`)
    holders.set(sensor_id, sensor)
  }
}

function createCheckRunner(
  { config, log }: SensorProcess,
  { guard, ability, browsers }: Machine,
  { scope }: SensorIdentity,
): WatchOptions['runCheck'] {
  const scripts = openScripts(config, { scope, browser: ability, log })
  const context: CheckContext = { guard, ...(scripts && { scripts }) }
  // A script runs in a process of its own, without the jail, so it is not run by `browsers`.
  const needsJail = (order: CheckOrder) =>
    isBrowserType(order.type_id) && readTextSetting(order.settings, 'script') === null
  return (order) => (browsers && needsJail(order) ? browsers.run(order) : runCheck(order, context))
}

function traceCheck(trace: SlotTrace, report: CheckReport, type_id: string): void {
  const { service_id, slot, started, result, reason, sensor_id } = report
  trace({
    ...{
      name: 'sensor check',
      service_id,
      slot,
      start: slot + started,
      end: Date.now(),
      isFailure: result === 'error',
    },
    attributes: { 'wachta.sensor_id': sensor_id, type: type_id, result, ...(reason !== null && { reason }) },
  })
}

async function readVersion(): Promise<string> {
  const manifest: unknown = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8'))
  return typeof manifest === 'object' && manifest !== null && 'version' in manifest ? String(manifest.version) : ''
}
