import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Static } from 'typebox'
import type { Config } from './config.ts'

/** The file with the keys and the credentials of a sensor. */
export const identityFile = 'identity.json'

/** One of the sensors that this process runs. */
export interface ConfiguredSensor {
  readonly name: string
  /** The directory of its spool and keys. */
  readonly directory: string
  /** The enrolment token; needed until the sensor is enrolled. */
  readonly token: string | undefined
  /** The id of a sensor that is not enrolled; for development. */
  readonly sensor_id: number | undefined
  /** Whether this is the only sensor of the process. */
  readonly isAlone: boolean
}

type SensorSettings = Pick<
  Static<typeof Config>,
  'SENSOR_DIRECTORY' | 'SENSOR_NAME' | 'SENSOR_NAMES' | 'SENSOR_TOKEN' | 'SENSOR_ID'
>

/** Returns the sensors of the configuration: one, or those of SENSOR_NAMES. */
export function readConfiguredSensors(
  config: SensorSettings,
): readonly [ConfiguredSensor, ...(readonly ConfiguredSensor[])] {
  const { SENSOR_DIRECTORY: directory, SENSOR_NAME: name, SENSOR_NAMES, SENSOR_TOKEN: token, SENSOR_ID } = config
  if (SENSOR_NAMES === undefined) return [{ name, directory, token, sensor_id: toId(SENSOR_ID), isAlone: true }]
  const names = SENSOR_NAMES.split(',')
  if (new Set(names).size !== names.length) throw new Error('SENSOR_NAMES has the same name twice')
  if (existsSync(join(directory, identityFile)))
    throw new Error(
      'SENSOR_DIRECTORY itself contains the files of a sensor: move them to its subdirectory for one of SENSOR_NAMES',
    )
  const tokens = splitForSensors(names, { variable: 'SENSOR_TOKEN', list: token })
  const ids = splitForSensors(names, { variable: 'SENSOR_ID', list: SENSOR_ID })
  const [first, ...others] = names.map((each, index) => ({
    name: each,
    directory: join(directory, each),
    token: tokens[index] || undefined,
    sensor_id: toId(ids[index]),
    isAlone: false,
  }))
  if (first === undefined) throw new Error('SENSOR_NAMES is empty')
  return [first, ...others]
}

const toId = (text: string | undefined): number | undefined => (text === undefined ? undefined : Number(text))

function splitForSensors(
  names: readonly string[],
  { variable, list }: { readonly variable: string; readonly list: string | undefined },
): readonly string[] {
  const items = list?.split(',') ?? []
  if (list !== undefined && items.length !== names.length)
    throw new Error(`${variable} must have one item for each of SENSOR_NAMES, separated by commas`)
  return items
}
