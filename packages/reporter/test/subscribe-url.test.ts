import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { addPage, openPagesRig } from './support/pages.ts'

test('a page has a form to subscribe where everybody may see it and its owner allows it', async () => {
  await using rig = await openPagesRig()
  const open = await addPage(rig.db, 'open')
  await addPage(rig.db, 'unlisted', { visibility: 'unlisted' })
  await addPage(rig.db, 'closed', { visibility: 'addresses', allowed_addresses: ['192.0.2.0/24'] })
  const publisher = rig.createPublisher()
  await publisher.round()
  const urlOf = async (slug: string) => (await rig.readPage(slug)).view.subscribeUrl
  assert.equal(await urlOf('open'), 'https://wachta.example.com/subscribe/open')
  assert.equal(await urlOf('unlisted'), 'https://wachta.example.com/subscribe/unlisted')
  assert.equal(await urlOf('closed'), null)
  const keyOf = async (slug: string) => (await rig.readPage(slug)).view.pushKey
  assert.equal(await keyOf('open'), null, 'this installation sends no push messages')
  await rig.db.query(sql`update status_page set allows_subscribers = false where id = ${open}`)
  await publisher.round()
  assert.equal(await urlOf('open'), null)
})

test('browsers can subscribe to the same pages, with the key of the installation', async () => {
  await using rig = await openPagesRig()
  const open = await addPage(rig.db, 'open')
  await addPage(rig.db, 'closed', { visibility: 'addresses', allowed_addresses: ['192.0.2.0/24'] })
  const key = 'B'.repeat(87)
  const publisher = rig.createPublisher(key)
  await publisher.round()
  const keyOf = async (slug: string) => (await rig.readPage(slug)).view.pushKey
  assert.deepEqual([await keyOf('open'), await keyOf('closed')], [key, null])
  await rig.db.query(sql`update status_page set allows_subscribers = false where id = ${open}`)
  await publisher.round()
  assert.equal(await keyOf('open'), null)
})
