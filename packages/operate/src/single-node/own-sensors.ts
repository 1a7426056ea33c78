import { join } from 'node:path'
import type { CliLanguage } from '@wachta/cli'
import { registerSensor, registerSensors } from './local-sensor.ts'
import type { SetupTarget } from './setup.ts'

const sensorName = { en: 'Here', pl: 'Tutaj' }

/**
 * Registers the sensor of a single-node installation, or those of SENSOR_NAMES. Returns the variables of their process.
 */
export function registerOwnSensors(
  { directory, variables }: Pick<SetupTarget, 'directory' | 'variables'>,
  language: CliLanguage,
): Promise<Readonly<Record<string, string>>> {
  const names = variables['SENSOR_NAMES']?.split(',') ?? []
  if (names.length === 0)
    return registerSensor({ name: sensorName[language], directory: join(directory, 'sensor') }, variables)
  const sensors = names.map((name) => ({ name, directoryName: name }))
  return registerSensors(join(directory, 'sensors'), sensors, variables)
}
