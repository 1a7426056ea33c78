import { parseArgs } from 'node:util'
import { play, type SceneResult } from './scene.ts'

/**
 * npm run prove -- cut-off --minutes 10: one of three sensors loses its uplink. No one must be notified, no service
 * fails, the availability stays 100 % because nothing was wrong, and the loss of the sensor is one incident. With
 * --control the sensor has no reference targets, and the proof must fail.
 */
export async function run(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: { minutes: { type: 'string', default: '10' }, control: { type: 'boolean', default: false } },
  })
  const minutes = Number(values.minutes)
  const result = await play({ cutMs: minutes * 60_000, referenceTargets: [values.control ? 'none' : undefined] })
  const figures = computeFigures(result)
  const { analyses, unknown_checks } = figures
  console.log(`cut-off: ${analyses} analyses meanwhile, ${unknown_checks} unknown checks`)
  console.log(
    `cut-off: ${minutes} minutes, ${figures.failures} failures, ${figures.notifications} notifications, ${figures.sensor_lost} sensor-lost incidents, ${figures.availability.toFixed(6)} availability`,
  )
  return hasPassed(figures, minutes) ? 0 : 1
}

interface SceneFigures {
  readonly analyses: number
  readonly unknown_checks: number
  readonly failures: number
  readonly notifications: number
  readonly sensor_lost: number
  /** The lowest availability of all services. */
  readonly availability: number
}

export function computeFigures({ bySensor, notifications, mails }: SceneResult, index = 0): SceneFigures {
  const seen = bySensor[index]
  if (seen === undefined) throw new Error('nothing was seen')
  const { service_levels, ...counted } = seen
  return {
    ...counted,
    notifications: Math.max(notifications, mails),
    availability: Math.min(...service_levels.map((level) => level ?? Number.NaN)),
  }
}

/** A sensor counts as lost after two minutes. Without analyses and unknown checks, no connection was cut. */
export function hasPassed(figures: SceneFigures, minutes: number): boolean {
  const { analyses, unknown_checks, failures, notifications, sensor_lost, availability } = figures
  const wasCut = analyses > 0 && unknown_checks > 0
  const isQuiet = failures === 0 && notifications === 0 && availability.toFixed(6) === '100.000000'
  return wasCut && isQuiet && sensor_lost === (minutes >= 3 ? 1 : 0)
}
