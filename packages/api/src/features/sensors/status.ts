import { closed, nameSchema, type Operation, parseKey, requirePermission } from '@wachta/resource'
import { sql } from 'kysely'
import { Type } from 'typebox'
import { sensor } from './sensor.ts'

/** A sensor without a heartbeat for this long is offline; it sends one every few seconds. */
const offlineAfterMs = 30_000

const buildNullable = (type: 'string' | 'integer' | 'boolean', options: object = {}) =>
  Type.Unsafe<unknown>({ type: [type, 'null'], ...options })

const sensorStatus = nameSchema(
  'sensor_status',
  Type.Object(
    {
      online: Type.Boolean({ description: 'Whether a heartbeat arrived within the last 30 seconds.' }),
      last_seen: buildNullable('string', { format: 'dateTime' }),
      version: buildNullable('string'),
      clock_offset_ms: buildNullable('integer', { description: "How far its clock is ahead of the server's." }),
      lag_ms: buildNullable('integer', { description: 'How late its checks start (99th percentile).' }),
      self_check: buildNullable('boolean', {
        description: 'Whether it reaches its reference targets; null if it has none.',
      }),
      running: buildNullable('integer', { description: 'Checks that were running at its last heartbeat.' }),
      waiting: buildNullable('integer', { description: 'Results that wait on its disk to be sent.' }),
      hosts: buildNullable('integer', {
        description: 'How many hosts it had at its last heartbeat; null if an older version stored it.',
      }),
      browser_able: buildNullable('boolean', {
        description: 'Whether it can run browser checks; null before it has reported.',
      }),
      browser_reason: buildNullable('string', {
        description: 'Why it cannot run browser checks, in its own words; null if it gave no reason.',
      }),
      quarantined: Type.Boolean({ description: 'Its results count as unknown.' }),
      reason: buildNullable('string', { description: 'Why it is quarantined.' }),
    },
    closed,
  ),
)

export const sensorStatusOperation: Operation = {
  id: 'read_sensor_status',
  method: 'GET',
  path: '/sensors/{_id}/status',
  tag: 'sensors',
  summary: 'Current working status of a sensor.',
  access: 'public',
  on: { resource: 'sensor', flag: 'read' },
  status: 200,
  result: sensorStatus,
  async handle(call) {
    const id = Number(parseKey(sensor, call))
    await requirePermission({ resource: sensor, key: id }, 'read', call)
    const [status] =
      await call.db.query(sql`select coalesce(t.last_seen > ${new Date(call.now.getTime() - offlineAfterMs)}, false) as online,
  wire_time(t.last_seen) as last_seen, t.version, t.clock_offset_ms, t.lag_ms,
  (t.report->>'self_check')::boolean as self_check, (t.report->>'running')::integer as running, (t.report->>'spooled')::integer as waiting,
  (t.report->>'hosts')::integer as hosts,
  t.browser_able, t.browser_reason, coalesce(t.quarantined, false) as quarantined, t.reason
from sensor s left join sensor_state t on t.sensor_id = s.id where s.id = ${id}`)
    return { value: status }
  },
}
