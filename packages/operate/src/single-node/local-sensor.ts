import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { openDatabase } from '@wachta/database'
import { sql } from 'kysely'
import { readDatabaseUrl } from '../environment.ts'
import { loadAllRows, runAsOperator } from '../operator.ts'

/** A sensor that runs on the machine of a single-node installation. */
export interface LocalSensor {
  /** Its initial name. */
  readonly name: string
  readonly location?: string
  readonly country_code?: string
  readonly color?: string
  /** The folder for its results and keys. */
  readonly directory: string
}

/** A sensor that shares a process with others. */
export interface SharedSensor extends Omit<LocalSensor, 'directory'> {
  /** The name of its directory, in the folder with the directories of all sensors. */
  readonly directoryName: string
}

interface SensorRow {
  readonly id: number
  readonly name: string
}

/**
 * Registers a sensor if it is unknown, and creates an enrolment token unless it is enrolled already. Returns the
 * variables of the sensor process.
 */
export async function registerSensor(
  { directory, ...sensor }: LocalSensor,
  environment: NodeJS.ProcessEnv,
): Promise<Readonly<Record<string, string>>> {
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const variables = { SENSOR_DIRECTORY: directory, SENSOR_NAME: sensor.name }
  if (existsSync(join(directory, 'identity.json'))) return variables
  return runAsOperator(environment, async (operator) => {
    const existing = (await loadAllRows<SensorRow>(operator, 'list_sensors')).find(({ name }) => name === sensor.name)
    const { id } = existing ?? ((await operator.call('create_sensor', { body: sensor })) as SensorRow)
    if (!existing) await assignToDefaultGroup(environment, id)
    const enrolment = await operator.call('create_sensor_enrolment', { params: { _id: String(id) } })
    return { ...variables, SENSOR_TOKEN: (enrolment as { token: string }).token }
  })
}

/**
 * Registers several sensors with directories in one folder. Returns the variables of a process that runs all of them.
 */
export async function registerSensors(
  folder: string,
  sensors: readonly SharedSensor[],
  environment: NodeJS.ProcessEnv,
): Promise<Readonly<Record<string, string>>> {
  const tokens: string[] = []
  for (const { directoryName, ...sensor } of sensors) {
    const { SENSOR_TOKEN } = await registerSensor({ ...sensor, directory: join(folder, directoryName) }, environment)
    tokens.push(SENSOR_TOKEN ?? '')
  }
  const names = sensors.map(({ directoryName }) => directoryName)
  const variables = { SENSOR_DIRECTORY: folder, SENSOR_NAMES: names.join(',') }
  return tokens.some(Boolean) ? { ...variables, SENSOR_TOKEN: tokens.join(',') } : variables
}

/**
 * Makes the sensor the default of the first administrator's default group, if the group has no services and no assigned
 * sensors.
 */
async function assignToDefaultGroup(environment: NodeJS.ProcessEnv, id: number): Promise<void> {
  await using owner = openDatabase(readDatabaseUrl(environment), { role: null, connections: 1 })
  await owner.query(sql`update service_group g set assigned_sensor_ids = ${JSON.stringify({ default: [id] })}::jsonb
where is_default and assigned_sensor_ids = '{}' and owner_id = (select min(id) from account where is_administrator)
  and not exists (select from service where group_id = g.id)`)
}
