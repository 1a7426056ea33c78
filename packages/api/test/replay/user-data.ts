import assert from 'node:assert/strict'
import { keep, type Scenario } from './scenario.ts'
import { flag, integer, orNull, set, text, time } from './struct.ts'

const kinds = {
  id: integer,
  email_address: text,
  address: orNull(text),
  contact_person: orNull(text),
  phone_number: orNull(text),
  tax_identification_number: orNull(text),
  ip_whitelist: set(text),
  ip_whitelist_enabled: flag,
  settings: set(text),
  created_at: time,
  has_2fa_enabled: flag,
}

/** User data exists as long as its account: it is imported and changed, but never created or deleted. */
export const userData: Scenario = {
  resource: 'user data',
  callers: 'everybody',
  fields: Object.keys(kinds),
  async play(scene) {
    const { client, accountId } = scene
    const path = `/user_data/${accountId}`
    const before = await client.read(path, kinds)
    assert.equal(before.id, accountId)
    assert.deepEqual(await client.readWhole('/user_data/my_user_data'), await client.readWhole(path))
    await keep(scene, { path, kinds, readOnly: ['id', 'settings', 'created_at', 'has_2fa_enabled'] }, [
      { contact_person: 'Żaneta Gęś', phone_number: '+48 600 000 000' },
      { address: 'ul. Długa 1, Gdańsk', tax_identification_number: '1234567890' },
      { ip_whitelist: ['192.0.2.1', '127.0.0.1'] },
      { ip_whitelist_enabled: true },
      { ip_whitelist_enabled: false, ip_whitelist: [] },
      { contact_person: null, phone_number: null, address: null, tax_identification_number: null },
    ])
    assert.deepEqual(await client.read(path, kinds), before)
  },
}

/** Any JSON value under a key: both requests and answers are the bare value. */
export const userSetting: Scenario = {
  resource: 'user setting',
  callers: 'everybody',
  fields: [],
  async play({ client, again, accountId, fresh }) {
    const owner = `/user_data/${accountId}`
    const key = fresh('panel_theme').replaceAll(/\W/g, '_')
    const path = `${owner}/settings/${key}`
    await client.readNothing(path)
    for (const value of [
      'dark',
      '',
      7,
      0.5,
      true,
      false,
      { columns: ['name', 'address'], page: { size: 50 } },
      [1, 'b'],
    ]) {
      await client.change(path, value)
      assert.deepEqual(await client.readValue(path), value)
      assert.deepEqual(await again().readValue(path), value)
      await client.change(path, await client.readValue(path))
      assert.deepEqual(await client.readValue(path), value)
    }
    assert.ok((await client.read(owner, kinds)).settings.includes(key))
    await client.remove(path)
    await client.readNothing(path)
    assert.ok(!(await client.read(owner, kinds)).settings.includes(key))
  },
}
