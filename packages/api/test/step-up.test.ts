import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { addAccount, addPackage, openSession } from '@wachta/testing/api/accounts'
import { type SentMail, sendQueuedMails } from '@wachta/testing/api/mailbox'
import { startApi, type TestApi } from '@wachta/testing/api/start-api'
import { type RawBuilder, sql } from 'kysely'
import { generateSync } from 'otplib'
import { hashPassword } from '../src/platform/authentication/passwords.ts'
import { createMailTask } from '../src/platform/mail/deliver.ts'

const password = 'correct horse battery staple'
let api: TestApi
let passwordHash: string
let counter = 0

before(async () => {
  api = await startApi()
  await addPackage(api.owner)
  passwordHash = await hashPassword(password)
})
after(async () => {
  await api[Symbol.asyncDispose]()
})

/** An account with a session whose token was stolen; the attacker has nothing else. */
async function stolen() {
  counter += 1
  const username = `holder${counter}`
  const id = await addAccount(api.owner, { username, passwordHash })
  return { id, username, as: await openSession(api.owner, id, 'customer', { steppedUp: false }) }
}

const symbols = ({ body }: { body: { error: string }[] }) => body.map(({ error }) => error)
const stepUp = (as: string, body: object) => api.call('POST', '/sessions/step_up', { as, body })
const forgetAttempts = () => api.owner.query(sql`delete from login_limit`)
const emailOf = async (id: number) =>
  (await api.owner.query(sql<{ email_address: string }>`select email_address from account where id = ${id}`))[0]
    ?.email_address
const linkIn = ({ text }: SentMail) => /https:\/\/wachta\.test(\/confirm\/[0-9a-f]{32})/.exec(text)?.[1] ?? ''

const takeovers = (id: number): Record<string, readonly [method: string, path: string, body?: object]> => ({
  'e-mail address': ['PUT', `/user_data/${id}`, { email_address: 'thief@example.com' }],
  'allow-list': ['PUT', `/user_data/${id}`, { ip_whitelist: ['127.0.0.1'], ip_whitelist_enabled: true }],
  'user name': ['PUT', `/accounts/${id}`, { username: `thief${id}` }],
  password: ['POST', `/accounts/${id}/change_password`, { new_password: 'nine lanterns on the pier' }],
  '2FA': ['POST', `/accounts/${id}/2fa/setup`],
  'additional user': [
    'POST',
    '/accounts',
    {
      name: 'Thief',
      username: `thief-user-${id}`,
      password: 'nine lanterns on the pier',
      user_data: { email_address: 'thief@example.com' },
    },
  ],
  'API key': ['POST', '/api_keys', { name: 'thief', scopes: ['services:write'] }],
  application: [
    'POST',
    '/applications',
    {
      name: 'thief',
      kind: 'public',
      redirect_uris: ['https://thief.example/'],
      grant_types: ['authorization_code'],
      scopes: ['services:write'],
    },
  ],
  closing: ['POST', `/accounts/${id}/close`],
})

test('a token without a step-up cannot change access to the account', async () => {
  const { id, as } = await stolen()
  for (const [what, [method, path, body]] of Object.entries(takeovers(id))) {
    const reply = await api.call(method, path, { as, body })
    assert.deepEqual([what, reply.status, symbols(reply)], [what, 403, ['step_up_required']])
  }
  assert.equal((await api.call('PUT', `/user_data/${id}`, { as, body: { contact_person: 'Anna' } })).status, 204)
})

test('after a step-up, all changes of access work for five minutes in that session', async () => {
  const { id, as } = await stolen()
  assert.deepEqual(symbols(await stepUp(as, { password: 'not the right one' })), ['wrong_password'])
  assert.equal((await stepUp(as, { password })).status, 204)
  const other = await openSession(api.owner, id, 'customer', { steppedUp: false })
  const rename = (session: string, username: string) =>
    api.call('PUT', `/accounts/${id}`, { as: session, body: { username } })
  assert.deepEqual(symbols(await rename(other, 'renamed-elsewhere')), ['step_up_required'])
  for (const [what, [method, path, body]] of Object.entries(takeovers(id)).filter(
    ([name]) => name !== 'password' && name !== 'closing' && name !== 'allow-list',
  )) {
    const reply = await api.call(method, path, { as, body })
    assert.ok(reply.status < 300, `${what}: ${reply.text}`)
  }
  api.clock = new Date(Date.now() + 301_000)
  assert.deepEqual(symbols(await rename(as, 'renamed-late')), ['step_up_required'])
  api.clock = null
})

test('signing in counts as a step-up, and Basic requests need none', async () => {
  const { id, username } = await stolen()
  const signedIn = await api.call('POST', '/sessions', { body: { username, password } })
  const as = `Bearer ${signedIn.body.token}`
  assert.equal((await api.call('PUT', `/accounts/${id}`, { as, body: { username: `${username}-b` } })).status, 204)
  const basic = `Basic ${Buffer.from(`${username}-b:${password}`).toString('base64')}`
  assert.equal((await api.call('PUT', `/accounts/${id}`, { as: basic, body: { username } })).status, 204)
  assert.deepEqual(
    symbols(await stepUp(`Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`, { password })),
    ['session_required'],
  )
})

test('the correct password in the request replaces a step-up', async () => {
  const { id, as } = await stolen()
  const close = (given: string) => api.call('POST', `/accounts/${id}/close`, { as, body: { password: given } })
  assert.deepEqual(symbols(await close('not the right one')), ['wrong_password'])
  assert.equal((await close(password)).status, 204)
})

test('with 2FA, the password alone never suffices', async () => {
  const { id, as } = await stolen()
  const key = (await api.call('POST', `/accounts/${id}/2fa/setup`, { as, body: { password } })).body.key
  const codeIn = (seconds: number) => generateSync({ secret: key, epoch: Math.floor(Date.now() / 1000) + seconds })
  const on = await api.call('POST', `/accounts/${id}/2fa/verify`, { as, body: { code: codeIn(-30) } })
  assert.equal(on.status, 200)
  await forgetAttempts()
  const change = (extra: object) =>
    api.call('POST', `/accounts/${id}/change_password`, {
      as,
      body: { new_password: 'nine lanterns on the pier', ...extra },
    })
  assert.deepEqual(symbols(await change({ password })), ['step_up_required'])
  assert.deepEqual(symbols(await change({ password, code: '000000' })), ['wrong_code'])
  assert.deepEqual(symbols(await api.call('POST', `/accounts/${id}/close`, { as, body: { password } })), [
    'step_up_required',
  ])
  assert.deepEqual((await stepUp(as, { password })).body[0].field, 'data.code')
  assert.equal((await stepUp(as, { password, code: on.body.recovery_codes[0] })).status, 204)
  assert.deepEqual(symbols(await stepUp(as, { password, code: on.body.recovery_codes[0] })), ['wrong_code'])
  assert.equal((await change({})).status, 204)
})

test('an idempotency key does not replace the change by the check of its code', async () => {
  await forgetAttempts()
  const { id, username, as } = await stolen()
  const key = (await api.call('POST', `/accounts/${id}/2fa/setup`, { as, body: { password } })).body.key
  const code = generateSync({ secret: key, epoch: Math.floor(Date.now() / 1000) })
  const { recovery_codes } = (await api.call('POST', `/accounts/${id}/2fa/verify`, { as, body: { code } })).body
  const send = (path: string, idempotencyKey: string, body: object) =>
    api.call('POST', path, { as, body, headers: { 'idempotency-key': idempotencyKey } })
  const confirmed = await send('/sessions/step_up', 'step-up', { password, code: recovery_codes[0] })
  assert.equal(confirmed.status, 204, confirmed.text)
  const renamed = await api.call('PUT', `/accounts/${id}`, { as, body: { username: `${username}-confirmed` } })
  assert.equal(renamed.status, 204, renamed.text)
  const new_password = 'nine lanterns on the pier'
  const body = { new_password, password, code: recovery_codes[1] }
  assert.equal((await send(`/accounts/${id}/change_password`, 'change', body)).status, 204)
  const signIn = { username: `${username}-confirmed`, password: new_password }
  assert.equal((await api.call('POST', '/sessions', { body: signIn })).status, 201)
})

test('recovery codes have 128 bits', async () => {
  const { id, as } = await stolen()
  const key = (await api.call('POST', `/accounts/${id}/2fa/setup`, { as, body: { password } })).body.key
  const code = generateSync({ secret: key, epoch: Math.floor(Date.now() / 1000) })
  const { recovery_codes } = (await api.call('POST', `/accounts/${id}/2fa/verify`, { as, body: { code } })).body
  for (const each of recovery_codes) assert.match(each, /^([0-9a-f]{8}-){3}[0-9a-f]{8}$/)
})

test('a new e-mail address takes effect when its link is opened and confirmed; the present one is warned', async () => {
  await sendQueuedMails(api.database)
  const { id, username, as } = await stolen()
  await stepUp(as, { password })
  const reply = await api.call('PUT', `/user_data/${id}`, { as, body: { email_address: 'new@example.com' } })
  assert.equal(reply.status, 204)
  const holder = (await api.call('GET', `/user_data/${id}`, { as })).body
  assert.deepEqual([holder.email_address, holder.pending_email_address], [`${username}@example.com`, 'new@example.com'])

  const sent = await sendQueuedMails(api.database)
  assert.deepEqual(sent.map(({ to }) => to).sort(), [`${username}@example.com`, 'new@example.com'].sort())
  const mail = sent.find(({ to }) => to === 'new@example.com')
  assert.ok(mail)
  const link = linkIn(mail)
  assert.ok(!sent.some(({ to, text }) => to !== 'new@example.com' && text.includes('new@example.com')))

  const opened = await api.app.inject({ url: link })
  assert.equal(opened.statusCode, 200)
  assert.match(opened.body, /new@example\.com/)
  assert.equal(await emailOf(id), `${username}@example.com`, 'looking changes nothing')
  const confirmed = await api.app.inject({ method: 'POST', url: link })
  assert.match(confirmed.body, /Address confirmed/)
  assert.equal(await emailOf(id), 'new@example.com')
  assert.deepEqual(
    (await sendQueuedMails(api.database)).map(({ to }) => to),
    [`${username}@example.com`],
    'the former address is told',
  )
  assert.equal((await api.app.inject({ method: 'POST', url: link })).statusCode, 404, 'once')
})

test('a link for an e-mail address that was replaced again is not valid', async () => {
  const { id, as } = await stolen()
  await stepUp(as, { password })
  await sendQueuedMails(api.database)
  await api.call('PUT', `/user_data/${id}`, { as, body: { email_address: 'first@example.com' } })
  const first = (await sendQueuedMails(api.database)).find(({ to }) => to === 'first@example.com')
  await api.call('PUT', `/user_data/${id}`, { as, body: { email_address: 'second@example.com' } })
  assert.ok(first)
  assert.equal((await api.app.inject({ method: 'POST', url: linkIn(first) })).statusCode, 404)
})

test('new e-mail addresses are limited per account and hour, because strangers get e-mails', async () => {
  const { id, as } = await stolen()
  await stepUp(as, { password })
  const request = (email_address: string) => api.call('PUT', `/user_data/${id}`, { as, body: { email_address } })
  const statuses = []
  for (const name of ['a', 'b', 'a', 'a', 'b', 'a']) statuses.push((await request(`${name}@example.org`)).status)
  assert.deepEqual(statuses, [204, 204, 204, 204, 204, 429])
  const rejected = await request('a@example.org')
  assert.deepEqual([rejected.body[0].error, rejected.body[0].field], ['too_many_for_now', 'data.email_address'])
  assert.equal((await api.call('PUT', `/user_data/${id}`, { as, body: { contact_person: 'Anna' } })).status, 204)
  await api.owner.query(sql`update login_limit set expire = ${Date.now() - 1} where key = ${`new-address:${id}`}`)
  assert.deepEqual([(await request('a@example.org')).status, (await request('b@example.org')).status], [204, 204])
  await sendQueuedMails(api.database)
})

test('a new password gives up an e-mail address that is not confirmed yet', async () => {
  const { id, username, as } = await stolen()
  await stepUp(as, { password })
  await sendQueuedMails(api.database)
  await api.call('PUT', `/user_data/${id}`, { as, body: { email_address: 'thief@example.com' } })
  const sent = await sendQueuedMails(api.database)
  const link = sent.find(({ to }) => to === 'thief@example.com')
  assert.ok(link)
  assert.match(sent.find(({ to }) => to === `${username}@example.com`)?.text ?? '', /change the password\s+immediately/)
  const body = { new_password: 'nine lanterns on the pier' }
  assert.equal((await api.call('POST', `/accounts/${id}/change_password`, { as, body })).status, 204)
  assert.equal((await api.app.inject({ method: 'POST', url: linkIn(link) })).statusCode, 404)
  assert.equal(await emailOf(id), `${username}@example.com`)
})

test('an address that is replaced while its e-mail is written gets no link that would confirm the other one', async () => {
  const { id, as } = await stolen()
  await stepUp(as, { password })
  const request = (email_address: string) => api.call('PUT', `/user_data/${id}`, { as, body: { email_address } })
  await request('mine@example.com')
  const sent: unknown[] = []
  let isReplaced = false
  const task = createMailTask({
    database: {
      async query<Row>(statement: RawBuilder<Row>) {
        const rows = await api.database.query(statement)
        if (!isReplaced) await request('theirs@example.com')
        isReplaced = true
        return rows
      },
    },
    transport: { send: async (mail) => void sent.push(mail) },
    publicUrl: 'https://wachta.test',
    now: () => new Date(),
  })
  const mail = { kind: 'email_address', accountId: id, to: 'mine@example.com' } as const
  await assert.rejects(task(mail, { id: '1', createdAt: new Date() }), /no longer asks/)
  assert.deepEqual(sent, [])
  await task(mail, { id: '1', createdAt: new Date() })
  assert.deepEqual(sent, [], 'the next attempt sees that the address was given up')
})

test('the holder is notified of a new user name and of changes of 2FA', async () => {
  await sendQueuedMails(api.database)
  const { id, username, as } = await stolen()
  await stepUp(as, { password })
  await api.call('PUT', `/accounts/${id}`, { as, body: { username: `${username}-new` } })
  const key = (await api.call('POST', `/accounts/${id}/2fa/setup`, { as })).body.key
  const code = generateSync({ secret: key, epoch: Math.floor(Date.now() / 1000) })
  await api.call('POST', `/accounts/${id}/2fa/verify`, { as, body: { code } })
  const subjects = (await sendQueuedMails(api.database)).map(({ subject }) => subject)
  assert.equal(subjects.length, 2)
  assert.ok(
    subjects.some((subject) => /username/.test(subject)) && subjects.some((subject) => /Two-factor/.test(subject)),
  )
})

test('an administrator needs a step-up to create, rename or delete accounts', async () => {
  const admin = await addAccount(api.owner, { administrator: true, passwordHash })
  const as = await openSession(api.owner, admin, 'administrator', { steppedUp: false })
  const victim = await addAccount(api.owner)
  const body = { email_address: 'thief@example.com' }
  assert.deepEqual(symbols(await api.call('PUT', `/admin/accounts/${victim}`, { as, body })), ['step_up_required'])
  assert.deepEqual(symbols(await api.call('DELETE', `/admin/accounts/${victim}`, { as })), ['step_up_required'])
  assert.deepEqual(symbols(await api.call('POST', `/accounts/${victim}/observe`, { as })), ['step_up_required'])
  assert.equal((await api.call('PUT', `/admin/accounts/${victim}`, { as, body: { comment: 'called' } })).status, 204)
})
