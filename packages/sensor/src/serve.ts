import { readFile } from 'node:fs/promises'
import { createBrowserProcesses } from '@wachta/browser'
import type { CheckReport } from '@wachta/bus'
import { type CheckContext, createGuard, runCheck, textSetting, tryEchoPrograms } from '@wachta/checks'
import { leastReferenceNetworks } from '@wachta/domain'
import { type Log, type Process, type SlotTrace, until } from '@wachta/runtime'
import type { Static } from 'typebox'
import type { Config } from './config.ts'
import { readIdentity } from './enrol.ts'
import { loadState } from './kept-state.ts'
import { createLoad } from './load.ts'
import { openScripts } from './open-scripts.ts'
import { createMetrics, watchSensor } from './process-metrics.ts'
import { parseReferenceTargets, targetName } from './reference-targets.ts'
import { createSelfCheck, reachesTarget, type SelfCheck } from './self-check.ts'
import { isBrowserType } from './sensor.ts'
import { readSystemNetwork } from './system-network.ts'
import { tryBrowser } from './try-browser.ts'
import { startWatch, type WatchOptions } from './watch.ts'

/** Callbacks that follow results on their way, for the proofs. */
export type Witness = Pick<WatchOptions, 'onReport' | 'onDurable' | 'onAcknowledged'>

/** Runs the sensor until the process is stopped. */
export async function serveSensor(process: Process<Static<typeof Config>>, witness: Witness = {}): Promise<void> {
  const { config, log } = process
  const selfCheck = await createConfiguredSelfCheck(config)
  const allow = config.SENSOR_ALLOWED_RANGES.split(',')
    .map((range) => range.trim())
    .filter(Boolean)
  const [deaf, identity, browser] = await Promise.all([
    tryEchoPrograms(),
    readIdentity(config),
    tryBrowser(config, log),
  ])
  if (deaf.length > 0) log.warn({ programs: deaf }, 'not there, or hears no reply to an echo request: asked last')
  const scripts = openScripts(config, { scope: identity.scope, browser, log })
  const checkContext: CheckContext = { guard: createGuard({ allow }), ...(scripts && { scripts }) }
  const browsers = browser.isAble ? process.use(createBrowserProcesses({ ...browser, allow }), 'browsers') : undefined
  const load = createLoad()
  const metrics = createMetrics(process.metrics)
  const watch = process.use(
    await startWatch({
      ...identity,
      directory: config.SENSOR_DIRECTORY,
      guard: checkContext.guard,
      capacity: config.SENSOR_CAPACITY,
      spoolBytes: config.SENSOR_SPOOL_BYTES,
      version: await readVersion(),
      browser: { able: browser.isAble, reason: browser.isAble ? null : browser.reason },
      selfCheck,
      load,
      // A script is a process of its own, without the jail of browsers.
      runCheck: (order) =>
        browsers && isBrowserType(order.type_id) && textSetting(order.settings, 'script') === null
          ? browsers.run(order)
          : runCheck(order, checkContext),
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
  void selfCheck.ask().then(() => logReach(selfCheck, log))
  process.ready()
  await until(process.stopping)
}

async function createConfiguredSelfCheck(config: Static<typeof Config>): Promise<SelfCheck> {
  const [system, state] = await Promise.all([readSystemNetwork(), loadState(config.SENSOR_DIRECTORY)])
  return createSelfCheck({
    targets: parseReferenceTargets(config.SENSOR_ANCHORS, system),
    nameOf: targetName,
    networkOf: (target) => target,
    answered: state?.answered ?? [],
    reaches: reachesTarget,
    now: Date.now,
    wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  })
}

function logReach({ networks, answered }: SelfCheck, log: Pick<Log, 'info' | 'warn'>): void {
  if (networks === null) return
  if (networks >= leastReferenceNetworks) log.info({ targets: answered }, 'reference targets answer')
  else
    log.warn(
      { networks, targets: answered },
      'reference targets have answered in fewer than three networks: a cut uplink may look like failing services, see SENSOR_ANCHORS',
    )
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
