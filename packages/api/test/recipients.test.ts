import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { addAccount, addPackage, openSession } from '@wachta/testing/api/accounts'
import { type SentMail, sendQueuedMails } from '@wachta/testing/api/mailbox'
import { startApi, type TestApi } from '@wachta/testing/api/start-api'
import { deleteAllJobs } from '@wachta/testing/jobs'
import { createMailTask } from '../src/platform/mail/deliver.ts'

let api: TestApi
let as: string
let account: number
let contact: number

before(async () => {
  api = await startApi()
  await addPackage(api.owner)
  account = await addAccount(api.owner, { username: 'owner', name: 'Your bank' })
  as = await openSession(api.owner, account)
  contact = (await api.call('POST', '/contacts', { as, body: { name: 'Somebody' } })).body.id
})
after(async () => {
  await api[Symbol.asyncDispose]()
})

const add = async (address: string, channel_id = 'email'): Promise<number> => {
  const reply = await api.call('POST', '/contact_addresses', { as, body: { contact_id: contact, channel_id, address } })
  assert.equal(reply.status, 201, reply.text)
  return reply.body.id
}
const isVerified = async (id: number) => (await api.call('GET', `/contact_addresses/${id}`, { as })).body.is_verified
const linkIn = ({ text }: SentMail) => /https:\/\/wachta\.test(\/confirm\/[0-9a-f]{32})/.exec(text)?.[1] ?? ''
const resend = (id: number) => api.call('POST', `/contact_addresses/${id}/send_verification_code`, { as })

test('a recipient is asked for consent first, and is verified after confirming', async () => {
  await sendQueuedMails(api.database)
  const id = await add('stranger@example.org')
  assert.equal(await isVerified(id), false)
  const test = await api.call('POST', `/contact_addresses/${id}/send_test_notification`, { as })
  assert.equal(test.body[0].error, 'address_not_verified')
  const [mail, ...others] = await sendQueuedMails(api.database)
  assert.ok(mail)
  assert.deepEqual([mail.to, others], ['stranger@example.org', []])
  const page = await api.app.inject({ url: linkIn(mail) })
  assert.match(page.body, /<button>I agree</)
  assert.match(page.body, /notifications or reports/)
  assert.match(mail.text.replaceAll('\n', ' '), /notifications or reports about services monitored on Wachta/)
  assert.equal(await isVerified(id), false, 'looking changes nothing')
  assert.match((await api.app.inject({ method: 'POST', url: linkIn(mail) })).body, /Address confirmed/)
  assert.equal(await isVerified(id), true)
  assert.equal((await api.app.inject({ method: 'POST', url: linkIn(mail) })).statusCode, 404, 'once')
})

test('one consent is valid for all e-mail channels of the account, and for no other account', async () => {
  assert.equal(await isVerified(await add('stranger@example.org', 'email_short')), true)
  const other = await openSession(api.owner, await addAccount(api.owner))
  const theirs = (await api.call('POST', '/contacts', { as: other, body: { name: 'Theirs' } })).body.id
  const body = { contact_id: theirs, channel_id: 'email', address: 'stranger@example.org' }
  const { id } = (await api.call('POST', '/contact_addresses', { as: other, body })).body
  assert.equal((await api.call('GET', `/contact_addresses/${id}`, { as: other })).body.is_verified, false)
  await sendQueuedMails(api.database)
})

test("the account's own address needs no consent, another channel neither", async () => {
  assert.equal(await isVerified(await add('Owner@example.com')), true)
  assert.equal(await isVerified(await add('https://example.com/hook', 'json_post')), true)
  assert.deepEqual(await sendQueuedMails(api.database), [])
})

test('a changed address needs a new consent', async () => {
  const id = await add('first@example.org')
  await sendQueuedMails(api.database)
  await api.call('PUT', `/contact_addresses/${id}`, { as, body: { address: 'second@example.org' } })
  assert.deepEqual(
    (await sendQueuedMails(api.database)).map(({ to }) => to),
    ['second@example.org'],
  )
})

test('an address that is deleted before the e-mail is sent gets none', async () => {
  const id = await add('gone@example.org')
  await api.call('DELETE', `/contact_addresses/${id}`, { as })
  assert.deepEqual(await sendQueuedMails(api.database), [])
})

test('a recipient is asked at most three times a day, by all accounts together', async () => {
  const id = await add('victim@example.org')
  await sendQueuedMails(api.database)
  for (const _ of [2, 3]) {
    assert.equal((await resend(id)).status, 204)
    assert.equal((await sendQueuedMails(api.database)).length, 1)
  }
  assert.deepEqual([(await resend(id)).status, (await resend(id)).body[0].error], [429, 'too_many_messages'])
  const other = await openSession(api.owner, await addAccount(api.owner))
  const theirs = (await api.call('POST', '/contacts', { as: other, body: { name: 'Theirs' } })).body.id
  const body = { contact_id: theirs, channel_id: 'email', address: 'Victim@example.org' }
  assert.equal((await api.call('POST', '/contact_addresses', { as: other, body })).status, 201)
  assert.deepEqual(await sendQueuedMails(api.database), [])
})

test('an e-mail that could not be sent does not count, so a longer outage of the mail server does not lose it', async () => {
  await add('patient@example.org')
  await deleteAllJobs(api.owner)
  const links: string[] = []
  let isDown = true
  const task = createMailTask({
    database: api.database,
    transport: {
      async send(mail) {
        links.push(linkIn(mail))
        if (isDown) throw new Error('the mail server is down')
      },
    },
    publicUrl: 'https://wachta.test',
    now: () => new Date(),
  })
  const attempt = () =>
    task({ kind: 'recipient', accountId: account, to: 'patient@example.org' }, { id: '1', createdAt: new Date() })
  for (const _ of [1, 2, 3, 4]) await assert.rejects(attempt(), /mail server is down/)
  isDown = false
  await attempt()
  assert.equal(links.length, 5)
  for (const link of links) assert.equal((await api.app.inject({ url: link })).statusCode, 200)
  await attempt()
  await attempt()
  await attempt()
  assert.equal(links.length, 7, 'what was sent counts')
})

test('notification addresses need consent in the same way', async () => {
  const body = { address: 'older@example.org', notification_channel_id: 'email' }
  const { id } = (await api.call('POST', '/notification_addresses', { as, body })).body
  const read = async () => (await api.call('GET', `/notification_addresses/${id}`, { as })).body.is_verified
  assert.equal(await read(), false)
  const [mail] = await sendQueuedMails(api.database)
  assert.ok(mail)
  await api.app.inject({ method: 'POST', url: linkIn(mail) })
  assert.equal(await read(), true)
})

test('if the operator disables verification, addresses count as confirmed and no e-mail is sent', async () => {
  const id = await add('trusted@example.org')
  const sent: unknown[] = []
  const task = createMailTask({
    database: api.database,
    transport: { send: async (mail) => void sent.push(mail) },
    publicUrl: 'https://wachta.test',
    verifiesRecipients: false,
    now: () => new Date(),
  })
  await task({ kind: 'recipient', accountId: account, to: 'trusted@example.org' }, { id: '1', createdAt: new Date() })
  assert.deepEqual([sent, await isVerified(id)], [[], true])
  await deleteAllJobs(api.owner)
})
