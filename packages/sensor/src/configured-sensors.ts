import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Static } from 'typebox'
import type { Config } from './config.ts'

/** The file with the keys and the credentials of a sensor. */
export const identityFile = 'identity.json'

/** One of the sensors that this process is to run. */
export interface ConfiguredSensor {
  readonly name: string
  /** For its spool and keys. */
  readonly directory: string
  /** Needed until it is enrolled. */
  readonly token: string | undefined
  /** For development: it is not enrolled. */
  readonly sensor_id: number | undefined
  /** Whether the process runs no other one. */
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
      'SENSOR_DIRECTORY itself has the files of a sensor: move them to the directory of one of SENSOR_NAMES in it',
    )
  const tokens = splitForSensors(names, { variable: 'SENSOR_TOKEN', list: token })
  const ids = splitForSensors(names, { variable: 'SENSOR_ID', list: SENSOR_ID })
  const [first, ...more] = names.map((each, index) => ({
    name: each,
    directory: join(directory, each),
    token: tokens[index] || undefined,
    sensor_id: toId(ids[index]),
    isAlone: false,
  }))
  if (first === undefined) throw new Error('SENSOR_NAMES is empty')
  return [first, ...more]
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
