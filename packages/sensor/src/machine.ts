import { type BrowserAbility, type BrowserProcesses, createBrowserProcesses } from '@wachta/browser'
import type { ReportedBrowser } from '@wachta/bus'
import { createGuard, type Guard, tryEchoPrograms } from '@wachta/checks'
import { minReferenceNetworks } from '@wachta/domain'
import type { Log, Process } from '@wachta/runtime'
import type { Static } from 'typebox'
import type { BrowserCount } from './admission.ts'
import type { Config } from './config.ts'
import type { ConfiguredSensor } from './configured-sensors.ts'
import { createLoadMeter, type LoadMeter } from './load.ts'
import { formatTargetName, parseReferenceTargets } from './reference-targets.ts'
import { loadState } from './saved-state.ts'
import { createSelfCheck, reachesTarget, type SelfCheck } from './self-check.ts'
import { readSystemNetwork } from './system-network.ts'
import { tryBrowser } from './try-browser.ts'

/** Everything that belongs to the machine and is shared by all sensors of a process: network, processor, browsers. */
export interface Machine {
  readonly guard: Guard
  readonly ability: BrowserAbility
  /** The ability to run browsers, as it is reported to the centre. */
  readonly browser: ReportedBrowser
  /** Undefined if the machine cannot run browsers. */
  readonly browsers: BrowserProcesses | undefined
  readonly browserCount: BrowserCount
  readonly selfCheck: SelfCheck
  readonly load: LoadMeter
}

const loadSampleIntervalMs = 1_000
const selfCheckIntervalMs = 30_000

export async function openMachine(
  { config, log, use }: Pick<Process<Static<typeof Config>>, 'config' | 'log' | 'use'>,
  sensors: readonly ConfiguredSensor[],
): Promise<Machine> {
  const allow = config.SENSOR_ALLOWED_RANGES.split(',')
    .map((range) => range.trim())
    .filter(Boolean)
  const [selfCheck, silentPrograms, ability] = await Promise.all([
    createConfiguredSelfCheck(config.SENSOR_ANCHORS, sensors),
    tryEchoPrograms(),
    tryBrowser(config, log),
  ])
  if (silentPrograms.length > 0)
    log.warn(
      { programs: silentPrograms },
      'these ping programs are missing or receive no replies; they are used only if no other works',
    )
  const browsers = ability.isAble ? use(createBrowserProcesses({ ...ability, allow }), 'browsers') : undefined
  const load = createLoadMeter()
  use(
    runEvery(loadSampleIntervalMs, () => load.sample(Date.now())),
    'load',
  )
  use(
    runEvery(selfCheckIntervalMs, () => void selfCheck.check()),
    'self check',
  )
  void selfCheck.check().then(() => logReferenceTargets(selfCheck, log))
  const browser = { able: ability.isAble, reason: ability.isAble ? null : ability.reason }
  return { guard: createGuard({ allow }), ability, browser, browsers, browserCount: { running: 0 }, selfCheck, load }
}

function runEvery(milliseconds: number, work: () => void): Disposable {
  const timer = setInterval(work, milliseconds)
  return { [Symbol.dispose]: () => clearInterval(timer) }
}

async function createConfiguredSelfCheck(
  referenceTargets: string,
  sensors: readonly ConfiguredSensor[],
): Promise<SelfCheck> {
  const [system, ...states] = await Promise.all([
    readSystemNetwork(),
    ...sensors.map(({ directory }) => loadState(directory)),
  ])
  return createSelfCheck({
    targets: parseReferenceTargets(referenceTargets, system),
    getName: formatTargetName,
    getNetwork: (target) => target,
    answered: states.flatMap((state) => state?.answered ?? []),
    canReach: reachesTarget,
    now: Date.now,
    wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  })
}

function logReferenceTargets({ networks, answered }: SelfCheck, log: Pick<Log, 'info' | 'warn'>): void {
  if (networks === null) return
  if (networks >= minReferenceNetworks) log.info({ targets: answered }, 'reference targets answer')
  else
    log.warn(
      { networks, targets: answered },
      'reference targets in fewer than three networks have answered, so a cut uplink may look like services that are down: see SENSOR_ANCHORS',
    )
}
