import { decode, encodeUser, fmtCreds, type Permissions, parseCreds, type User } from '@nats-io/jwt'
import { createUser, fromSeed } from '@nats-io/nkeys'
import type { AccountSigner } from './accounts.ts'
import type { BusCredentials } from './bus.ts'
import type { InstallationKeys } from './installation-keys.ts'
import { readSeed } from './keys.ts'
import { consumerNames } from './serve-assignments.ts'
import { cellStreams } from './streams.ts'
import { cellSubjects, inboxPrefix, type SensorScope } from './subjects.ts'

export interface SensorUser {
  readonly public_key: string
  readonly sensor_id: number
  readonly cell: string
  readonly scope: SensorScope
}

/** A token for the sensor's own key. What is not named in it the broker refuses; it holds until it is revoked. */
export function sensorCredentials(signer: AccountSigner, { public_key, ...sensor }: SensorUser): Promise<string> {
  return encodeUser(
    `sensor-${sensor.sensor_id}`,
    public_key,
    signer.account,
    { ...sensorPermissions(sensor), subs: 32, allowed_connection_types: ['STANDARD'] },
    { signer: signer.signing },
  )
}

/** All that a sensor may say and hear. */
function sensorPermissions({ sensor_id, cell, scope }: Omit<SensorUser, 'public_key'>): Permissions {
  const subjects = cellSubjects(cell)
  const { assignments } = cellStreams(cell)
  return {
    pub: {
      allow: [
        subjects.resultsOfSensor('live', sensor_id, scope),
        subjects.resultsOfSensor('backlog', sensor_id, scope),
        subjects.artifact(sensor_id, scope),
        subjects.heartbeat(sensor_id),
        subjects.answer(sensor_id),
        subjects.wanted(sensor_id),
        ...consumerNames(sensor_id).map((name) => `$JS.API.CONSUMER.MSG.NEXT.${assignments}.${name}`),
      ],
    },
    sub: { allow: [`${inboxPrefix(sensor_id)}.>`, subjects.command(sensor_id)] },
  }
}

/** For the processes of the centre: everything within its account, of which the broker's own and the sensors' are no part. */
export async function centreCredentials(keys: InstallationKeys, name: string): Promise<BusCredentials> {
  const signer = keys.centre ?? keys
  const user = createUser()
  const allowed = { pub: { allow: ['>'] }, sub: { allow: ['>'] } }
  const jwt = await encodeUser(name, user.getPublicKey(), signer.account, allowed, { signer: signer.signing })
  return { jwt, seed: readSeed(user) }
}

/** The usual file of credentials, which the broker's own tools read too. */
export const writeCredentials = ({ jwt, seed }: BusCredentials): string =>
  new TextDecoder().decode(fmtCreds(jwt, fromSeed(new TextEncoder().encode(seed))))

export async function readCredentials(text: string): Promise<BusCredentials> {
  const { jwt, key } = await parseCreds(new TextEncoder().encode(text))
  return { jwt, seed: key }
}

/** The account that a token belongs to. */
export const issuerAccount = (jwt: string): string | undefined => decode<User>(jwt).nats.issuer_account
