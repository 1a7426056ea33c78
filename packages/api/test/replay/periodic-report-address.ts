import assert from 'node:assert/strict'
import { type Lifecycle, live, type Scenario } from './scenario.ts'
import { integer, text } from './struct.ts'

const kinds = { id: integer, address: text, report_frequency: text, group_id: integer, owner_id: integer }

export const periodicReportAddress: Scenario = {
  resource: 'periodic report address',
  callers: 'everybody',
  fields: Object.keys(kinds),
  async play(scene) {
    const { client, fresh, ownerId } = scene
    const groupId = await client.create('/groups', { name: fresh('group'), owner_id: ownerId })
    const lives: readonly Lifecycle[] = [
      {
        sent: { owner_id: ownerId, address: 'reports@example.com', report_frequency: 'weekly' },
        filled: ({ group_id }) => assert.notEqual(group_id, groupId),
        changes: [{ report_frequency: 'daily' }, { report_frequency: 'monthly' }],
      },
      {
        sent: { owner_id: ownerId, address: 'board@example.com', report_frequency: 'monthly', group_id: groupId },
        changes: [{ address: 'office@example.com' }, { address: 'board@example.com', report_frequency: 'weekly' }],
      },
    ]
    for (const life of lives) await live(scene, '/periodic_report_addresses', { kinds, readOnly: ['id'] }, life)
    await client.remove(`/groups/${groupId}`)
  },
}
