import assert from 'node:assert/strict'
import { end, keep, type Scenario, type Scene } from './scenario.ts'
import { differences, flag, integer, type Json, orNull, text } from './struct.ts'

export const accountKinds = {
  id: integer,
  name: text,
  username: text,
  package_id: integer,
  parent_account_id: orNull(integer),
  is_activated: flag,
  is_blocked: flag,
  is_read_only: flag,
  language_id: text,
  time_zone_id: text,
  disable_legacy_notifications: flag,
}
const readOnly = ['id', 'parent_account_id', 'is_activated', 'is_blocked']

const password = 'correct horse battery staple'

/** The body for every new account. It includes the user data, which has a read request of its own. */
const newAccount = ({ fresh, packageId }: Scene, username: string): Json => ({
  name: fresh('account'),
  username,
  package_id: packageId,
  is_read_only: false,
  disable_legacy_notifications: false,
  language_id: 'pl',
  time_zone_id: 'europe_warsaw',
  user_data: {
    email_address: `${username}@example.com`,
    contact_person: 'Jan Kowalski',
    ip_whitelist: [],
    ip_whitelist_enabled: false,
  },
  password,
})

const changes = (scene: Scene): Json[] => [
  { name: 'Łódzkie Przędzalnie', language_id: 'en' },
  { disable_legacy_notifications: true },
  { disable_legacy_notifications: false, username: scene.fresh('renamed') },
]

/** Another user of the same account. */
export const additionalUser: Scenario = {
  resource: 'additional user',
  callers: 'holder',
  fields: Object.keys(accountKinds),
  async play(scene) {
    const { client, accountId, fresh } = scene
    const sent = newAccount(scene, fresh('user'))
    const path = `/accounts/${await client.create('/accounts', sent)}`
    const found = await client.read(path, accountKinds)
    assert.deepEqual(differences(accountKinds, sent, found), [])
    assert.equal(found.parent_account_id, accountId)
    await keep(scene, { path, kinds: accountKinds, readOnly }, [
      ...changes(scene),
      { is_read_only: true },
      { is_read_only: false },
    ])
    await client.act(`${path}/change_password`, { new_password: 'another horse, another battery' })
    await end(scene, path)
  },
}

/** A separate, dependent account, which its creator may edit and block. */
export const subaccount: Scenario = {
  resource: 'sub-account',
  callers: 'holder',
  fields: Object.keys(accountKinds),
  async play(scene) {
    const { client, fresh } = scene
    const rights = { subaccount_block: true, subaccount_edit: true, is_2fa_setup_required: false }
    const sent = { ...newAccount(scene, fresh('sub')), ...rights }
    const path = `/accounts/${await client.create('/accounts/subaccount', sent)}`
    const found = await client.read(path, accountKinds)
    assert.deepEqual(differences(accountKinds, sent, found), [])
    assert.equal(found.parent_account_id, null)
    await keep(scene, { path, kinds: accountKinds, readOnly }, changes(scene))
    await end(scene, path)
  },
}

/** Changes the password by sending only the new one, which is valid immediately. */
export const ownPassword: Scenario = {
  resource: 'own password',
  callers: 'everybody',
  fields: [],
  async play({ client, accountId, as, password: old }) {
    const { username } = await client.read('/accounts/my_account', accountKinds)
    const changed = 'a quiet night for everyone on duty'
    await client.act(`/accounts/${accountId}/change_password`, { new_password: changed })
    await as(username, old).refused('GET', '/accounts/my_account', 401)
    const later = as(username, changed)
    assert.equal((await later.read('/accounts/my_account', accountKinds)).id, accountId)
    await later.act(`/accounts/${accountId}/change_password`, { new_password: old })
    assert.equal((await client.read('/accounts/my_account', accountKinds)).id, accountId)
  },
}
