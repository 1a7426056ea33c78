import { type ChildProcess, execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, copyFileSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Attack } from './attacks/attack.ts'
import { type Sensor, type SensorOptions, startSensor } from './sensor.ts'
import type { ObservedTraffic } from './world/tally.ts'

/** The protections that a control can remove. */
export const breaks = ['guard', 'jail', 'kill', 'deadline', 'memory'] as const
export type Break = (typeof breaks)[number]

/** A tmpfs of this proof: the sensor's temporary directory, programs and secrets. */
const mountPoint = '/mnt'
export const temporaryDirectory = `${mountPoint}/tmp`
/** What the sensor starts as its browser: the real one, or a compromised one. */
const browserPath = `${mountPoint}/browser`

/** The simulated internet, a sensor in it, and secrets that must not leak. */
export interface Rig {
  readonly sensor: Sensor
  /** The processes of the rig itself. */
  readonly ownPids: ReadonlySet<number>
  takeTraffic(): Promise<ObservedTraffic>
  /** Announces the next attack to the simulated internet, and installs its browser. */
  announce(attack: Attack): void
  closeConnections(): void
  replaceSensor(): Promise<void>
  end(): Promise<void>
}

export async function openRig(broken: Break | undefined): Promise<Rig> {
  const canary = `canary-${crypto.randomUUID()}`
  const paths = prepareFiles(canary, broken)
  const world = fork(join(import.meta.dirname, 'fixtures/world.ts'), [canary], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  await once(world, 'message')
  const options: SensorOptions = {
    program: browserPath,
    canary,
    isGuardOpen: broken === 'guard',
    environment: { TMPDIR: temporaryDirectory, PATH: [...paths, process.env['PATH']].join(':'), SENSOR_KEY: canary },
    imports: broken === 'memory' ? [join(import.meta.dirname, 'fixtures/blind-watch.ts')] : [],
  }
  const state = { sensor: await startSensor(options) }
  return {
    get sensor() {
      return state.sensor
    },
    get ownPids() {
      return new Set([1, process.pid, world.pid ?? 0, state.sensor.pid])
    },
    takeTraffic: () => fetchTraffic(world),
    announce({ name, program }) {
      world.send({ attack: name })
      installBrowser(program)
    },
    closeConnections: () => void world.send('close'),
    async replaceSensor() {
      await state.sensor.end()
      state.sensor = await startSensor(options)
    },
    async end() {
      await state.sensor.end()
      world.disconnect()
    },
  }
}

/** Returns the directories that come first in the search path. */
function prepareFiles(canary: string, broken: Break | undefined): string[] {
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=512m,mode=755', 'tmpfs', mountPoint])
  mkdirSync(temporaryDirectory)
  chmodSync(temporaryDirectory, 0o1777)
  const secret = join(mountPoint, 'canary')
  writeFileSync(secret, `${canary}\n`)
  execFileSync('mount', ['--bind', secret, '/etc/hostname'])
  if (broken !== 'jail' && broken !== 'kill') return []
  const overrideDirectory = join(mountPoint, 'first')
  mkdirSync(overrideDirectory)
  const replacement = broken === 'jail' ? 'bwrap-without-jail' : 'bwrap-without-processes'
  copyFileSync(join(import.meta.dirname, 'fixtures', replacement), join(overrideDirectory, 'bwrap'))
  return [overrideDirectory]
}

/** A compromised browser performs its action, and then becomes the real one. */
function installBrowser(action: string | undefined): void {
  const hostile = readFileSync(join(import.meta.dirname, 'native/hostile-browser'), 'utf8')
  const real = '#!/bin/sh\nexec /usr/bin/chromium-headless-shell "$@"\n'
  writeFileSync(`${browserPath}.new`, action === undefined ? real : hostile.replace('ACTION', action))
  chmodSync(`${browserPath}.new`, 0o755)
  renameSync(`${browserPath}.new`, browserPath)
}

async function fetchTraffic(world: ChildProcess): Promise<ObservedTraffic> {
  world.send('take')
  const [traffic] = await once(world, 'message')
  return traffic as ObservedTraffic
}
