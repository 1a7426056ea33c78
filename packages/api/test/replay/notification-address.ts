import assert from 'node:assert/strict'
import { type Lifecycle, live, type Scenario } from './scenario.ts'
import { integer, text } from './struct.ts'

const kinds = {
  id: integer,
  address: text,
  notification_channel_id: text,
  group_id: integer,
  description: text,
  owner_id: integer,
}

export const notificationAddress: Scenario = {
  resource: 'notification address',
  callers: 'everybody',
  fields: Object.keys(kinds),
  async play(scene) {
    const { client, fresh, ownerId } = scene
    const groupId = await client.create('/groups', { name: fresh('group'), owner_id: ownerId })
    const common = { owner_id: ownerId, description: '' }
    const lives: readonly Lifecycle[] = [
      {
        sent: { ...common, address: '1234567890', notification_channel_id: 'sms' },
        // Without a group, it is added to the default group.
        filled: ({ group_id }) => assert.notEqual(group_id, groupId),
        changes: [{ description: 'Duty phone' }, { address: '9876543210' }],
      },
      {
        sent: { ...common, address: 'duty@example.com', notification_channel_id: 'email', group_id: groupId },
        changes: [
          { address: 'night@example.com', description: 'Nocna zmiana' },
          { notification_channel_id: 'sms', address: '1234567890' },
          { description: '' },
        ],
      },
    ]
    for (const life of lives) await live(scene, '/notification_addresses', { kinds, readOnly: ['id'] }, life)
    await client.remove(`/groups/${groupId}`)
  },
}
