import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import type { DeliverOptions } from '../../src/deliver/index.ts'
import {
  addNotification,
  addOccurrence,
  type Installation,
  install,
  type NotificationData,
  readNotification,
  verify,
} from './installation.ts'
import { keeper, plainChannels } from './providers.ts'
import { senderOf } from './sender.ts'

let installation: Installation
let occurrence_id = 0
before(async () => {
  installation = await install()
  occurrence_id = await addOccurrence(installation.database)
})
after(() => installation[Symbol.asyncDispose]())
beforeEach(async () => {
  for (const table of ['mail_usage', 'notification', 'verified_address'])
    await installation.database.query(sql`delete from ${sql.id(table)}`)
})

const sendWith = (more: Partial<DeliverOptions> = {}) => {
  const { keep } = keeper()
  return senderOf(installation, { channel: plainChannels({ email: keep, email_short: keep }), ...more })
}

const add = (address: string, more: Partial<NotificationData> = {}) =>
  addNotification(installation.database, { occurrence_id, channel_id: 'email', address, ...more })

async function outcomes(ids: readonly number[]): Promise<string[]> {
  const found = await Promise.all(ids.map((id) => readNotification(installation.database, id)))
  return found.map(({ status, reason }) => reason ?? status)
}

test('an address that has not consented gets no mail, not even a test', async () => {
  const stranger = { isUnverified: true }
  const ids = [
    await add('stranger@example.org', stranger),
    await add('stranger@example.org', { ...stranger, style: 't', kind: 'test' }),
    await add('stranger@example.org', { ...stranger, channel_id: 'email_short' }),
  ]
  // Consent for another account does not count for this one.
  await verify(installation.database, 'stranger@example.org', 'email', 2)
  await sendWith()(...ids)
  assert.deepEqual(await outcomes(ids), Array(3).fill('address_not_verified'))
})

test('one consent covers every e-mail channel; the account itself needs none', async () => {
  await verify(installation.database, 'agreed@example.org', 'email')
  const [row] = await installation.database.query(
    sql<{ email_address: string }>`select email_address from account where id = 1`,
  )
  const ids = [
    await add('agreed@example.org', { isUnverified: true }),
    await add('agreed@example.org', { isUnverified: true, channel_id: 'email_short' }),
    await add(String(row?.email_address).toUpperCase(), { isUnverified: true }),
  ]
  await sendWith()(...ids)
  assert.deepEqual(await outcomes(ids), ['sent', 'sent', 'sent'])
})

test('the mails of an address and of an account are limited per day, and each is counted once', async () => {
  const limits = { mailLimits: { recipient: 2, account: 4 } }
  const ids = []
  // On a channel without digests, because a digest counts only once.
  for (const address of [
    'one@example.org',
    'one@example.org',
    'One@example.org',
    'two@example.org',
    'three@example.org',
  ])
    ids.push(await add(address, { channel_id: 'email_short' }))
  const send = sendWith(limits)
  await send(...ids.slice(0, 2))
  await send(...ids.slice(0, 2))
  await send(...ids.slice(2))
  assert.deepEqual(await outcomes(ids), ['sent', 'sent', 'mail_limit_recipient', 'sent', 'mail_limit_account'])
  const other = await add('one@example.org', { account_id: 2 })
  await send(other)
  assert.deepEqual(await outcomes([other]), ['mail_limit_recipient'], 'whichever account sends it')
})
