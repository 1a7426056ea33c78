import { encodeUser, fmtCreds, type Permissions, parseCreds } from '@nats-io/jwt'
import { createUser, fromSeed } from '@nats-io/nkeys'
import type { Credentials } from './bus.ts'
import { seedOf } from './keys.ts'
import { consumerNames } from './serve-assignments.ts'
import { streamsOf } from './streams.ts'
import { inboxOf, subjectsOf } from './subjects.ts'

/** Who signs users of an account: the account's public key, and the seed of one of its signing keys. */
export interface AccountSigner {
  readonly account: string
  readonly signing: string
}

export interface SensorUser {
  readonly public_key: string
  readonly sensor_id: number
  readonly cell: string
}

/** A token for the sensor's own key. What is not named in it the broker refuses; it holds until it is revoked. */
export function sensorCredentials(signer: AccountSigner, { public_key, sensor_id, cell }: SensorUser): Promise<string> {
  return encodeUser(
    `sensor-${sensor_id}`,
    public_key,
    signer.account,
    { ...sensorPermissions(sensor_id, cell), subs: 32, allowed_connection_types: ['STANDARD'] },
    { signer: signer.signing },
  )
}

/** All that a sensor may say and hear. */
function sensorPermissions(sensor_id: number, cell: string): Permissions {
  const subjects = subjectsOf(cell)
  const { assignments } = streamsOf(cell)
  return {
    pub: {
      allow: [
        `res.live.${cell}.*.${sensor_id}`,
        `res.backlog.${cell}.*.${sensor_id}`,
        subjects.artifact(sensor_id),
        subjects.beat(sensor_id),
        subjects.answer(sensor_id),
        subjects.wanted(sensor_id),
        ...consumerNames(sensor_id).map((name) => `$JS.API.CONSUMER.MSG.NEXT.${assignments}.${name}`),
      ],
    },
    sub: { allow: [`${inboxOf(sensor_id)}.>`, subjects.command(sensor_id)] },
  }
}

/** For the processes of the centre: everything within the account, of which the broker's own account is no part. */
export async function centreCredentials(signer: AccountSigner, name: string): Promise<Credentials> {
  const user = createUser()
  const allowed = { pub: { allow: ['>'] }, sub: { allow: ['>'] } }
  const jwt = await encodeUser(name, user.getPublicKey(), signer.account, allowed, { signer: signer.signing })
  return { jwt, seed: seedOf(user) }
}

/** The usual file of credentials, which the broker's own tools read too. */
export const writeCredentials = ({ jwt, seed }: Credentials): string =>
  new TextDecoder().decode(fmtCreds(jwt, fromSeed(new TextEncoder().encode(seed))))

export async function readCredentials(text: string): Promise<Credentials> {
  const { jwt, key } = await parseCreds(new TextEncoder().encode(text))
  return { jwt, seed: key }
}
