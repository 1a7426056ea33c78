import { decode, encodeUser, fmtCreds, type Permissions, parseCreds, type User } from '@nats-io/jwt'
import { createUser, fromSeed } from '@nats-io/nkeys'
import type { AccountSigner } from './accounts.ts'
import type { BusCredentials } from './bus.ts'
import type { InstallationKeys } from './installation-keys.ts'
import { readSeed } from './keys.ts'
import { listConsumerNames } from './serve-assignments.ts'
import { getCellStreams } from './streams.ts'
import { getCellSubjects, getInboxPrefix, type SensorScope } from './subjects.ts'

/** The sensor that credentials are made for. */
export interface SensorUser {
  readonly public_key: string
  readonly sensor_id: number
  readonly cell: string
  readonly scope: SensorScope
}

/**
 * Returns a token for the sensor's own key. The broker rejects everything that the token does not allow. The token is
 * valid until it is revoked.
 */
export function createSensorCredentials(signer: AccountSigner, { public_key, ...sensor }: SensorUser): Promise<string> {
  return encodeUser(
    `sensor-${sensor.sensor_id}`,
    public_key,
    signer.account,
    { ...listSensorPermissions(sensor), subs: 32, allowed_connection_types: ['STANDARD'] },
    { signer: signer.signing },
  )
}

/** Returns all subjects that a sensor may publish and subscribe to. */
function listSensorPermissions({ sensor_id, cell, scope }: Omit<SensorUser, 'public_key'>): Permissions {
  const subjects = getCellSubjects(cell)
  const { assignments } = getCellStreams(cell)
  return {
    pub: {
      allow: [
        subjects.resultsOfSensor('live', sensor_id, scope),
        subjects.resultsOfSensor('backlog', sensor_id, scope),
        subjects.artifact(sensor_id, scope),
        subjects.heartbeat(sensor_id),
        subjects.answer(sensor_id),
        subjects.consumerRequest(sensor_id),
        ...listConsumerNames(sensor_id).map((name) => `$JS.API.CONSUMER.MSG.NEXT.${assignments}.${name}`),
      ],
    },
    sub: { allow: [`${getInboxPrefix(sensor_id)}.>`, subjects.command(sensor_id)] },
  }
}

/**
 * Returns credentials for a process of the centre. They allow everything in the account of the centre, and nothing in
 * the accounts of the broker and of the sensors.
 */
export async function createCentreCredentials(keys: InstallationKeys, name: string): Promise<BusCredentials> {
  const signer = keys.centre ?? keys
  const user = createUser()
  const permissions = { pub: { allow: ['>'] }, sub: { allow: ['>'] } }
  const jwt = await encodeUser(name, user.getPublicKey(), signer.account, permissions, { signer: signer.signing })
  return { jwt, seed: readSeed(user) }
}

/** Returns the content of a standard NATS credentials file, which the tools of NATS can read too. */
export const writeCredentials = ({ jwt, seed }: BusCredentials): string =>
  new TextDecoder().decode(fmtCreds(jwt, fromSeed(new TextEncoder().encode(seed))))

export async function readCredentials(text: string): Promise<BusCredentials> {
  const { jwt, key } = await parseCreds(new TextEncoder().encode(text))
  return { jwt, seed: key }
}

/** Returns the public key of the account that a token belongs to. */
export const getIssuerAccount = (jwt: string): string | undefined => decode<User>(jwt).nats.issuer_account
