import { type BrowserAbility, type BrowserProcesses, createBrowserProcesses } from '@wachta/browser'
import type { ReportedBrowser } from '@wachta/bus'
import { createGuard, type Guard, tryEchoPrograms } from '@wachta/checks'
import { minReferenceNetworks } from '@wachta/domain'
import type { Log, Process } from '@wachta/runtime'
import type { Static } from 'typebox'
import type { BrowserCount } from './admission.ts'
import type { Config } from './config.ts'
import type { ConfiguredSensor } from './configured-sensors.ts'
import { createLoad, type Load } from './load.ts'
import { formatTargetName, parseReferenceTargets } from './reference-targets.ts'
import { loadState } from './saved-state.ts'
import { createSelfCheck, reachesTarget, type SelfCheck } from './self-check.ts'
import { readSystemNetwork } from './system-network.ts'
import { tryBrowser } from './try-browser.ts'

/** What all sensors of a process share, because it belongs to the machine: its network, its processor, its browsers. */
export interface Machine {
  readonly guard: Guard
  readonly ability: BrowserAbility
  /** The same, as it is reported to the centre. */
  readonly browser: ReportedBrowser
  /** Undefined if it cannot run any. */
  readonly browsers: BrowserProcesses | undefined
  readonly browserCount: BrowserCount
  readonly selfCheck: SelfCheck
  readonly load: Load
}

const sampleLoadMs = 1_000
const selfCheckMs = 30_000

export async function openMachine(
  { config, log, use }: Pick<Process<Static<typeof Config>>, 'config' | 'log' | 'use'>,
  sensors: readonly ConfiguredSensor[],
): Promise<Machine> {
  const allow = config.SENSOR_ALLOWED_RANGES.split(',')
    .map((range) => range.trim())
    .filter(Boolean)
  const [selfCheck, deaf, ability] = await Promise.all([
    createConfiguredSelfCheck(config.SENSOR_ANCHORS, sensors),
    tryEchoPrograms(),
    tryBrowser(config, log),
  ])
  if (deaf.length > 0)
    log.warn(
      { programs: deaf },
      'these ping programs are missing or receive no replies; they are used only if no other works',
    )
  const browsers = ability.isAble ? use(createBrowserProcesses({ ...ability, allow }), 'browsers') : undefined
  const load = createLoad()
  use(
    every(sampleLoadMs, () => load.sample(Date.now())),
    'load',
  )
  use(
    every(selfCheckMs, () => void selfCheck.check()),
    'self check',
  )
  void selfCheck.check().then(() => logReach(selfCheck, log))
  const browser = { able: ability.isAble, reason: ability.isAble ? null : ability.reason }
  return { guard: createGuard({ allow }), ability, browser, browsers, browserCount: { running: 0 }, selfCheck, load }
}

function every(milliseconds: number, work: () => void): Disposable {
  const timer = setInterval(work, milliseconds)
  return { [Symbol.dispose]: () => clearInterval(timer) }
}

async function createConfiguredSelfCheck(anchors: string, sensors: readonly ConfiguredSensor[]): Promise<SelfCheck> {
  const [system, ...states] = await Promise.all([
    readSystemNetwork(),
    ...sensors.map(({ directory }) => loadState(directory)),
  ])
  return createSelfCheck({
    targets: parseReferenceTargets(anchors, system),
    nameOf: formatTargetName,
    networkOf: (target) => target,
    answered: states.flatMap((state) => state?.answered ?? []),
    reaches: reachesTarget,
    now: Date.now,
    wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  })
}

function logReach({ networks, answered }: SelfCheck, log: Pick<Log, 'info' | 'warn'>): void {
  if (networks === null) return
  if (networks >= minReferenceNetworks) log.info({ targets: answered }, 'reference targets answer')
  else
    log.warn(
      { networks, targets: answered },
      'reference targets in fewer than three networks have answered, so a cut uplink may look like services that are down: see SENSOR_ANCHORS',
    )
}
