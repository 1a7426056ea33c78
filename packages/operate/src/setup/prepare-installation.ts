import { join } from 'node:path'
import type { CliLanguage } from '@wachta/cli'
import { openDatabase } from '@wachta/database'
import { migrateInstallation } from '../migrate-installation.ts'
import { registerSensor } from '../single-node/local-sensor.ts'
import { ensureAdministrator } from '../single-node/setup.ts'
import { ensureLogins } from './logins.ts'
import { readMasterSecrets, replaceSecretFile } from './master-secrets.ts'
import { environmentFile } from './write-secrets.ts'

interface PrepareOptions {
  /** The database URL with the login of its owner. */
  readonly url: string
  /** The folder of the master secrets. */
  readonly keys: string
  readonly sensor?: FirstSensor
  readonly language: CliLanguage
  /** The address of the first administrator. */
  readonly email_address: string
  readonly environment: NodeJS.ProcessEnv
  readonly signal: AbortSignal
  readonly log: (message: string) => void
}

interface FirstSensor {
  /** The folder of its secrets. */
  readonly secrets: string
  /** The folder of its results and keys. */
  readonly data: string
}

/** Prepares the database of an installation before its processes start; returns what was done. */
export async function prepareInstallation(
  options: PrepareOptions,
): Promise<{ applied: readonly string[]; logins: string[] }> {
  const { url, keys, sensor, language, email_address, environment, signal, log } = options
  const applied = await migrateInstallation(url, { log, onWait: (reason) => log(`waiting for ${reason}`), signal })
  const { logins: passwords } = await readMasterSecrets(keys)
  await using owner = openDatabase(url, { role: null, connections: 1 })
  const logins = passwords ? await ensureLogins(owner, passwords) : []
  await ensureAdministrator(owner, keys, { language, email_address })
  if (sensor) await writeSensorToken(sensor, environment)
  return { applied, logins }
}

/** Writes the variables of the sensor. They contain a token only until the sensor has enrolled. */
async function writeSensorToken({ secrets, data }: FirstSensor, environment: NodeJS.ProcessEnv): Promise<void> {
  const { SENSOR_TOKEN } = await registerSensor({ name: 'local', directory: data }, environment)
  const variables = { NATS_CA: '/secrets/ca.crt', ...(SENSOR_TOKEN !== undefined && { SENSOR_TOKEN }) }
  const lines = Object.entries(variables).map(([name, value]) => `${name}='${value}'\n`)
  await replaceSecretFile(join(secrets, environmentFile), lines.join(''))
}
