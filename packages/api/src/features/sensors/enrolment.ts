import { closed, lockRow, nameSchema, type Operation, parseKey } from '@wachta/resource'
import { sql } from 'kysely'
import { Type } from 'typebox'
import { createToken, hashToken } from '../../platform/authentication/tokens.ts'
import { sensor } from './sensor.ts'

const tokenLifetimeHours = 24

/** Creates a one-time token for the enrolment of a sensor; it replaces an earlier one. */
export const createSensorEnrolment: Operation = {
  id: 'create_sensor_enrolment',
  method: 'POST',
  path: '/sensors/{_id}/enrolment',
  tag: 'sensors',
  summary: 'Create a one-time token with which the sensor enrols; it is shown only once.',
  access: 'customer',
  on: { resource: 'sensor', flag: 'enrol' },
  status: 200,
  result: nameSchema(
    'sensor_enrolment',
    Type.Object({ token: Type.String(), expires_at: Type.String({ format: 'dateTime' }) }, closed),
  ),
  secret: true,
  async handle(call) {
    const id = Number(parseKey(sensor, call))
    const before = await lockRow({ resource: sensor, key: id }, 'enrol', call)
    const token = createToken(call.cellNumber)
    const expires = new Date(call.now.getTime() + tokenLifetimeHours * 3_600_000).toISOString()
    await call.db.query(sql`insert into sensor_enrolment (sensor_id, token_hash, expires_at)
values (${id}, ${hashToken(token)}, ${expires})
on conflict (sensor_id) do update set token_hash = excluded.token_hash, expires_at = excluded.expires_at`)
    const accountId = before['owner_id'] as number | null
    await call.record({
      resource: 'sensor_enrolment',
      id,
      accountId,
      before: null,
      after: { sensor_id: id, expires_at: expires },
    })
    return { value: { token, expires_at: expires } }
  },
}
