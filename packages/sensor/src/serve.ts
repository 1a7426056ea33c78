import { readFile } from 'node:fs/promises'
import { guardOf, runCheck, type Surroundings } from '@wachta/checks'
import { type Process, until } from '@wachta/runtime'
import type { Static } from 'typebox'
import type { Config } from './config.ts'
import { identityOf } from './enrol.ts'
import { createLoad } from './load.ts'
import { countResults, registerMetrics } from './metrics.ts'
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
  const identity = await identityOf(config)
  const load = createLoad()
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
      onReport: countResults(),
      ...witness,
      log,
    }),
    'watch',
  )
  watch.link.done.catch((err) => log.error({ err }, 'the connection to the centre ended'))
  registerMetrics({ ...watch, load, droppedArtifacts: () => watch.link.evidence.dropped })
  process.ready()
  await until(process.stopping)
}

async function versionOf(): Promise<string> {
  const manifest: unknown = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8'))
  return typeof manifest === 'object' && manifest !== null && 'version' in manifest ? String(manifest.version) : ''
}
