import { createSensorCredentials, isCurveKey, isUserKey, privateSubjectsProtocol, toPublicCurveKey } from '@wachta/bus'
import {
  type Call,
  closed,
  lockRow,
  nameSchema,
  type Operation,
  parseKey,
  reject,
  type Violation,
} from '@wachta/resource'
import { sql } from 'kysely'
import { Type } from 'typebox'
import { hashToken } from '../../platform/authentication/tokens.ts'
import type { ApiContext } from '../../platform/context.ts'
import { sensor } from './sensor.ts'

const buildKeySchema = (description: string) => Type.String({ minLength: 56, maxLength: 56, description })

const enrolData = nameSchema(
  'sensor_enrol_data',
  Type.Object(
    {
      token: Type.String({ minLength: 1, maxLength: 256, description: 'The one-time token of the sensor.' }),
      public_key: buildKeySchema('The public NATS user NKey that the sensor generated.'),
      encryption_key: buildKeySchema('The public curve NKey of the sensor; secrets are encrypted for it.'),
      protocol: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 1_000,
          description: "The sensor's protocol version; 1 if missing. Private sensors need 2 or higher.",
        }),
      ),
    },
    closed,
  ),
)

const enrolResult = nameSchema(
  'sensor_enrol_result',
  Type.Object(
    {
      sensor_id: Type.Integer(),
      cell: Type.String(),
      nats_urls: Type.Array(Type.String(), { description: 'URLs of the broker for sensors.' }),
      jwt: Type.String({ description: 'The NATS user JWT with which the sensor authenticates to the broker.' }),
      centre_key: Type.String({
        description: 'The public curve NKey with which secrets are encrypted for the sensor.',
      }),
    },
    closed,
  ),
)

interface EnrolData {
  readonly token: string
  readonly public_key: string
  readonly encryption_key: string
  readonly protocol?: number
}

/** The operations that enrol a sensor at the broker, and revoke its credentials. */
export const sensorCredentialOperations = (context: ApiContext): Operation[] => [enrolWithToken(context), revokeSensor]

/** Exchanges a one-time token for credentials; wrong, used and expired tokens get the same error. */
const enrolWithToken = ({ settings, throttle }: ApiContext): Operation => ({
  id: 'enrol_sensor',
  method: 'POST',
  path: '/sensors/enrol',
  tag: 'sensors',
  summary: 'Enrol a sensor with its one-time token; its previous credentials are revoked.',
  access: 'public',
  body: enrolData,
  check: findKeyViolations,
  status: 200,
  result: enrolResult,
  secret: true,
  async handle(call) {
    const { token, public_key, encryption_key, protocol = 1 } = call.body as EnrolData
    await throttle.enrolment(call.request.address)
    if (!settings.sensors) return reject('sensors_not_configured')
    const { cell, urls, keys } = settings.sensors
    const [found] = await call.db.query(sql<{
      sensor_id: number
      owner_id: number | null
    }>`delete from sensor_enrolment e using sensor s
where e.token_hash = ${hashToken(token)} and e.expires_at > ${call.now} and s.id = e.sensor_id returning e.sensor_id, s.owner_id`)
    if (!found) return reject('invalid_token')
    const { sensor_id, owner_id } = found
    // An older sensor publishes only to public subjects, which private sensors may not use: its results would be lost.
    if (owner_id !== null && protocol < privateSubjectsProtocol) return reject('sensor_too_old')
    await revokeAll(call, sensor_id)
    const stored =
      await call.db.query(sql`insert into sensor_credential (public_key, sensor_id, encryption_key, created_at)
values (${public_key}, ${sensor_id}, ${encryption_key}, ${call.now}) on conflict do nothing returning public_key`)
    // The broker keeps rejecting revoked keys, so a sensor must create a new key for each enrolment.
    if (stored.length === 0) reject('already_taken', 'data.public_key')
    const after = { public_key, encryption_key }
    await call.record({ resource: 'sensor_credential', id: sensor_id, accountId: owner_id, before: null, after })
    const scope = owner_id === null ? 'public' : 'private'
    const jwt = await createSensorCredentials(keys, { public_key, sensor_id, cell, scope })
    const value = { sensor_id, cell, nats_urls: urls, jwt, centre_key: toPublicCurveKey(keys.encryption) }
    return { value }
  },
})

export const revokeSensor: Operation = {
  id: 'revoke_sensor',
  method: 'POST',
  path: '/sensors/{_id}/revoke',
  tag: 'sensors',
  summary: 'Revoke all credentials of a sensor; the broker disconnects it within a minute.',
  access: 'customer',
  on: { resource: 'sensor', flag: 'enrol' },
  status: 204,
  async handle(call) {
    const id = Number(parseKey(sensor, call))
    const row = await lockRow({ resource: sensor, key: id }, 'enrol', call)
    await call.db.query(sql`delete from sensor_enrolment where sensor_id = ${id}`)
    const revoked = await revokeAll(call, id)
    if (revoked.length === 0) return undefined
    const accountId = row['owner_id'] as number | null
    const before = { public_key: revoked.join(' ') }
    await call.record({ resource: 'sensor_credential', id, accountId, before, after: null })
    return undefined
  },
}

/** Marks all credentials as revoked and returns their keys; `keepRevoking` informs the broker later. */
async function revokeAll({ db, now }: Call, sensor_id: number): Promise<string[]> {
  const revoked = await db.query(sql<{ public_key: string }>`update sensor_credential set revoked_at = ${now}
where sensor_id = ${sensor_id} and revoked_at is null returning public_key`)
  return revoked.map(({ public_key }) => public_key)
}

function findKeyViolations(body: unknown): Violation[] {
  const { public_key, encryption_key } = (body ?? {}) as Partial<Record<keyof EnrolData, unknown>>
  const violations: Violation[] = []
  const isWrong = (value: unknown, isKey: (text: string) => boolean) =>
    typeof value === 'string' && [...value].length === 56 && !isKey(value)
  if (isWrong(public_key, isUserKey)) violations.push({ symbol: 'wrong_format', field: 'data.public_key' })
  if (isWrong(encryption_key, isCurveKey)) violations.push({ symbol: 'wrong_format', field: 'data.encryption_key' })
  return violations
}
