import assert from 'node:assert/strict'
import { end, keep, type Scenario } from './scenario.ts'
import { flag, integer } from './struct.ts'

const kinds = {
  group_id: integer,
  account_id: integer,
  can_archive_services: flag,
  can_create_services: flag,
  can_delete_services: flag,
  can_force_analyses: flag,
  can_modify_group: flag,
  can_modify_services: flag,
}

const none = {
  can_archive_services: false,
  can_create_services: false,
  can_delete_services: false,
  can_force_analyses: false,
  can_modify_group: false,
  can_modify_services: false,
}

/** A share has no id of its own: the ids of its group and account are in its path, and also in the body. */
export const groupShare: Scenario = {
  resource: 'group share',
  callers: 'everybody',
  fields: Object.keys(kinds),
  async play(scene) {
    const { client, fresh, ownerId, partnerId } = scene
    const groupId = await client.create('/groups', { name: fresh('group'), owner_id: ownerId })
    const path = `/groups/${groupId}/shares/${partnerId}`
    const ids = { group_id: groupId, account_id: partnerId }
    await client.readNothing(path)

    await client.change(path, { ...ids, ...none })
    assert.deepEqual(await client.read(path, kinds), { ...ids, ...none })
    const oneByOne = Object.keys(none).map((name) => ({ ...none, [name]: true }))
    await keep(scene, { path, kinds, readOnly: [] }, [...oneByOne, none])
    await end(scene, path)

    await client.change(path, { ...ids, ...none, can_modify_services: true })
    assert.deepEqual(await client.read(path, kinds), { ...ids, ...none, can_modify_services: true })
    await client.remove(`/groups/${groupId}`)
    await client.readNothing(path)
  },
}
