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
const place = '/mnt'
export const temporaryDirectory = `${place}/tmp`
/** What the sensor starts as its browser: the real one, or a compromised one. */
const browserPath = `${place}/browser`

/** The simulated internet, a sensor in it, and secrets that must not leak. */
export interface Rig {
  readonly sensor: Sensor
  /** The processes of the rig itself. */
  readonly own: ReadonlySet<number>
  take(): Promise<ObservedTraffic>
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
    get own() {
      return new Set([1, process.pid, world.pid ?? 0, state.sensor.pid])
    },
    take: () => ask(world),
    announce({ name, program }) {
      world.send({ attack: name })
      placeBrowser(program)
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
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=512m,mode=755', 'tmpfs', place])
  mkdirSync(temporaryDirectory)
  chmodSync(temporaryDirectory, 0o1777)
  const secret = join(place, 'canary')
  writeFileSync(secret, `${canary}\n`)
  execFileSync('mount', ['--bind', secret, '/etc/hostname'])
  if (broken !== 'jail' && broken !== 'kill') return []
  const first = join(place, 'first')
  mkdirSync(first)
  const replacement = broken === 'jail' ? 'bwrap-without-jail' : 'bwrap-without-processes'
  copyFileSync(join(import.meta.dirname, 'fixtures', replacement), join(first, 'bwrap'))
  return [first]
}

/** A compromised browser performs its action, and then becomes the real one. */
function placeBrowser(action: string | undefined): void {
  const hostile = readFileSync(join(import.meta.dirname, 'native/hostile-browser'), 'utf8')
  const real = '#!/bin/sh\nexec /usr/bin/chromium-headless-shell "$@"\n'
  writeFileSync(`${browserPath}.new`, action === undefined ? real : hostile.replace('ACTION', action))
  chmodSync(`${browserPath}.new`, 0o755)
  renameSync(`${browserPath}.new`, browserPath)
}

async function ask(world: ChildProcess): Promise<ObservedTraffic> {
  world.send('take')
  const [seen] = await once(world, 'message')
  return seen as ObservedTraffic
}
