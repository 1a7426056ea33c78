import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type BusOptions,
  createSensorKeys,
  findSensorScope,
  type SensorKeys,
  type SensorScope,
  sensorProtocol,
  unseal,
} from '@wachta/bus'
import { type ExtendedSettings, tryParseJson } from '@wachta/domain'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Config } from './config.ts'
import { type ConfiguredSensor, identityFile } from './configured-sensors.ts'
import { replaceStateFile } from './saved-state.ts'

/** The id of the sensor, its connection to the broker, and the decryption of its secrets. */
export interface SensorIdentity {
  readonly sensor_id: number
  /** Whether the sensor is public or private, from its credentials; null without credentials. */
  readonly scope: SensorScope | null
  readonly bus: Pick<BusOptions, 'url' | 'ca' | 'cell' | 'name' | 'credentials'>
  readonly openSecrets: (secrets: string) => ExtendedSettings | undefined
}

/** The reply of the installation to an enrolment. */
const EnrolmentReply = Type.Object({
  sensor_id: Type.Integer({ minimum: 1 }),
  cell: Type.String({ pattern: '^[a-z0-9-]{1,32}$' }),
  nats_urls: Type.Array(Type.String({ maxLength: 1_024 }), { minItems: 1, maxItems: 32 }),
  /** The token with which the sensor signs in to the broker. */
  jwt: Type.String({ minLength: 1, maxLength: 16_384 }),
  /** The public key of the centre, with which the sensor verifies that the centre sealed the secrets. */
  centre_key: Type.String({ pattern: '^X[A-Z2-7]{55}$' }),
})

/** The identity as it is stored on the disk. */
const StoredIdentity = Type.Object({
  ...EnrolmentReply.properties,
  userSeed: Type.String(),
  userPublic: Type.String(),
  curveSeed: Type.String(),
  curvePublic: Type.String(),
})

const requestTimeoutMs = 30_000
const maxReasonLength = 1_000
const localServerUrl = 'nats://127.0.0.1:4222'

type EnrolSettings = Pick<Static<typeof Config>, 'NATS_CA' | 'NATS_URL' | 'CELL' | 'SENSOR_SERVER_URL'>

/** Returns the identity on the disk; if there is none, enrols the sensor with its one-time token. */
export async function readIdentity(config: EnrolSettings, sensor: ConfiguredSensor): Promise<SensorIdentity> {
  const { directory, name } = sensor
  const { NATS_CA: ca } = config
  if (sensor.sensor_id !== undefined)
    return {
      sensor_id: sensor.sensor_id,
      scope: null,
      bus: { url: config.NATS_URL ?? localServerUrl, ca, cell: config.CELL, name },
      openSecrets: () => undefined,
    }
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const path = join(directory, identityFile)
  const identity = (await readStoredIdentity(path)) ?? (await enrol(sensor, { server: config.SENSOR_SERVER_URL, path }))
  const { sensor_id, cell, nats_urls, jwt, userSeed } = identity
  const url = config.NATS_URL ?? nats_urls.join(',')
  return {
    sensor_id,
    scope: findSensorScope(jwt, { cell, sensor_id }),
    bus: { url, ca, cell, name, credentials: { jwt, seed: userSeed } },
    openSecrets: (secrets) => decryptSettings(secrets, identity),
  }
}

/** Creates keys, and sends the public ones to the installation. The private keys never leave this disk. */
async function enrol(
  { token }: ConfiguredSensor,
  { server, path }: { readonly server: string | undefined; readonly path: string },
): Promise<Static<typeof StoredIdentity>> {
  if (server === undefined || token === undefined)
    throw new Error('SENSOR_SERVER_URL and SENSOR_TOKEN are needed to enrol the sensor, or SENSOR_ID for development')
  const keys: SensorKeys = createSensorKeys()
  const response = await fetch(new URL('/v3/sensors/enrol', server), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      token,
      public_key: keys.userPublic,
      encryption_key: keys.curvePublic,
      protocol: sensorProtocol,
    }),
    redirect: 'error',
    signal: AbortSignal.timeout(requestTimeoutMs),
  })
  if (!response.ok)
    throw new Error(
      `the installation rejected the token of the sensor: ${response.status} ${await readReason(response)}`,
    )
  const enrolled: unknown = await response.json()
  if (!Value.Check(EnrolmentReply, enrolled)) throw new Error('the installation returned no valid enrolment')
  const { sensor_id, cell, nats_urls, jwt, centre_key } = enrolled
  const identity = { sensor_id, cell, nats_urls, jwt, centre_key, ...keys }
  await replaceStateFile(path, JSON.stringify(identity))
  return identity
}

/** Returns the text of an error response on one line; it comes from the installation or from a proxy. */
async function readReason(response: Response): Promise<string> {
  const text = (await response.text().catch(() => '')).slice(0, maxReasonLength)
  return text.replaceAll(/\s+/g, ' ')
}

/** Reads the identity; undefined if there is none. Throws if it is damaged: it must not be replaced by a new one. */
async function readStoredIdentity(path: string): Promise<Static<typeof StoredIdentity> | undefined> {
  const text = await readFile(path, 'utf8').catch(ignoreMissing)
  if (text === undefined) return undefined
  const identity = tryParseJson(text)
  if (!Value.Check(StoredIdentity, identity))
    throw new Error(`${path} is damaged: delete it and enrol the sensor again`)
  return identity
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
  return undefined
}

/**
 * Decrypts secret settings. Returns undefined if that fails; then the check is not run, because without its secrets it
 * would report a failure of the service.
 */
function decryptSettings(
  secrets: string,
  { curveSeed, centre_key }: Static<typeof StoredIdentity>,
): ExtendedSettings | undefined {
  try {
    const settings: unknown = JSON.parse(unseal(curveSeed, centre_key, secrets))
    return typeof settings === 'object' && settings !== null ? (settings as ExtendedSettings) : undefined
  } catch {
    return undefined
  }
}
