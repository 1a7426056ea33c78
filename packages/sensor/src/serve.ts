import { readFile } from 'node:fs/promises'
import type { CheckReport } from '@wachta/bus'
import { guardOf, runCheck, type Surroundings, tryEchoPrograms } from '@wachta/checks'
import { type Process, type SlotTrace, until } from '@wachta/runtime'
import type { Static } from 'typebox'
import type { Config } from './config.ts'
import { identityOf } from './enrol.ts'
import { createLoad } from './load.ts'
import { createMetrics, watchSensor } from './metrics.ts'
import { createSelfCheck, parseAnchors, reachesAnchor } from './self-check.ts'
import { startWatch, type WatchOptions } from './watch.ts'

const leastAnchors = 3

/** Hears of results on their way; a proof does. */
export type Witness = Pick<WatchOptions, 'onReport' | 'onDurable' | 'onAcknowledged'>

/** Runs the sensor until it is told to stop. */
export async function serveSensor(process: Process<Static<typeof Config>>, witness: Witness = {}): Promise<void> {
  const { config, log } = process
  const anchors = parseAnchors(config.SENSOR_ANCHORS)
  if (anchors.length < leastAnchors)
    log.warn(
      { anchors: anchors.length },
      'with fewer than three anchors the sensor cannot tell its own outage from others',
    )
  const ranges = config.SENSOR_ALLOWED_RANGES.split(',').map((range) => range.trim())
  const surroundings: Surroundings = { guard: guardOf({ allow: ranges.filter(Boolean) }) }
  const [deaf, identity] = await Promise.all([tryEchoPrograms(), identityOf(config)])
  if (deaf.length > 0) log.warn({ programs: deaf }, 'not there, or hears no reply to an echo request: asked last')
  const load = createLoad()
  const metrics = createMetrics(process.metrics)
  const watch = process.use(
    await startWatch({
      ...identity,
      directory: config.SENSOR_DIRECTORY,
      guard: surroundings.guard,
      capacity: config.SENSOR_CAPACITY,
      spoolBytes: config.SENSOR_SPOOL_BYTES,
      version: await versionOf(),
      selfCheck: createSelfCheck({
        anchors: anchors.length < leastAnchors ? [] : anchors,
        reaches: reachesAnchor,
        now: Date.now,
        wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
      }),
      load,
      runCheck: (order) => runCheck(order, surroundings),
      onReport: (report, type_id) => {
        metrics.reported(report, type_id)
        if (process.trace) traceCheck(process.trace, report, type_id)
      },
      onStarted: metrics.started,
      onRefused: metrics.refused,
      ...witness,
      log,
    }),
    'watch',
  )
  watch.link.done.catch((err) => log.error({ err }, 'the connection to the centre ended'))
  watchSensor(process.metrics, { ...watch, load })
  process.ready()
  await until(process.stopping)
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

async function versionOf(): Promise<string> {
  const manifest: unknown = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8'))
  return typeof manifest === 'object' && manifest !== null && 'version' in manifest ? String(manifest.version) : ''
}
