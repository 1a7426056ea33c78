import assert from 'node:assert/strict'
import { type Lifecycle, live, type Scenario, type Scene } from './scenario.ts'
import { flag, integer, sensorsByCategory, text } from './struct.ts'

const kinds = {
  id: integer,
  name: text,
  owner_id: integer,
  is_default: flag,
  periodic_daily_reports: flag,
  periodic_weekly_reports: flag,
  periodic_monthly_reports: flag,
  archived_services_in_periodic_reports: flag,
  assigned_sensor_ids: sensorsByCategory,
}

export const group: Scenario = {
  resource: 'group',
  callers: 'everybody',
  fields: Object.keys(kinds),
  async play(scene) {
    for (const life of [plain(scene), full(scene)])
      await live(scene, '/groups', { kinds, readOnly: ['id', 'is_default'] }, life)
    await clearedWhole(scene)
  },
}

const allReports = {
  periodic_daily_reports: true,
  periodic_weekly_reports: true,
  periodic_monthly_reports: true,
  archived_services_in_periodic_reports: true,
}

const plain = ({ fresh, ownerId }: Scene): Lifecycle => ({
  sent: { name: fresh('group'), owner_id: ownerId },
  filled: ({ id: _1, name: _2, owner_id: _3, ...rest }) =>
    assert.deepEqual(rest, { ...allReports, is_default: false, assigned_sensor_ids: {} }),
  changes: [{ name: fresh('renamed') }],
})

/** An empty object assigns no sensors, both on creation and in a later change. */
const full = ({ fresh, ownerId, sensorIds }: Scene): Lifecycle => ({
  sent: { name: fresh('group'), owner_id: ownerId, ...allReports, assigned_sensor_ids: {} },
  changes: [
    { assigned_sensor_ids: { default: [...sensorIds].reverse() } },
    { assigned_sensor_ids: { default: [sensorIds[0]] }, periodic_daily_reports: false },
    { periodic_weekly_reports: false, periodic_monthly_reports: false, archived_services_in_periodic_reports: false },
    { assigned_sensor_ids: {} },
    allReports,
  ],
})

/** A client that sends back all fields also sends the older list of sensors, which must not prevent the change. */
async function clearedWhole({ client, fresh, ownerId, sensorIds }: Scene): Promise<void> {
  const assigned = { default: [...sensorIds] }
  const sent = { name: fresh('group'), owner_id: ownerId, assigned_sensor_ids: assigned }
  const path = `/groups/${await client.create('/groups', sent)}`
  await client.change(path, { ...(await client.readWhole(path)), assigned_sensor_ids: {} })
  assert.deepEqual((await client.read(path, kinds)).assigned_sensor_ids, {})
  await client.remove(path)
}
