import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { addAccount, addPackage, openSession } from '@wachta/testing/api/accounts'
import { listErrors } from '@wachta/testing/api/configuration'
import { addNotification } from '@wachta/testing/api/notifications'
import { startApi, type TestApi } from '@wachta/testing/api/start-api'
import { notificationReasons } from '../src/features/dictionaries/notification-reasons.ts'

let api: TestApi
let owner: number
let anna: string
let user: number
let colleague: string
let bert: string
let administrator: string

const contacts = '/accounts/my_account/logs/contact_notifications'
const older = '/accounts/my_account/logs/notifications'
const range = 'from=2026-03-01T00:00:00Z&to=2026-03-02T00:00:00Z'
const about = { occurrence_id: 5, service_id: 11, event_id: 12, escalation_id: 13, contact_id: 14, address_id: 15 }

before(async () => {
  api = await startApi()
  await addPackage(api.owner)
  owner = await addAccount(api.owner, { name: 'Anna' })
  anna = await openSession(api.owner, owner)
  user = await addAccount(api.owner, { parent: owner })
  colleague = await openSession(api.owner, user)
  bert = await openSession(api.owner, await addAccount(api.owner, { name: 'Bert' }))
  const root = await addAccount(api.owner, { administrator: true })
  administrator = await openSession(api.owner, root, 'administrator')
})
after(() => api[Symbol.asyncDispose]())

test('a notification to a contact is logged with all fields and its reason', async () => {
  const attempts = JSON.stringify([{ time: '2026-03-01T12:00:02Z', outcome: 'sent', answer: '250 OK' }])
  const id = await addNotification(api.owner, owner, {
    ...about,
    subject: 'Problem',
    content: 'It is down.',
    created_at: '2026-03-01T12:00:00Z',
    sent_at: '2026-03-01T12:00:02.25Z',
    attempts,
    digest_id: 4711,
  })
  const whole = {
    id,
    account_id: owner,
    contact_id: 14,
    address_id: 15,
    service_id: 11,
    event_id: 12,
    escalation_id: 13,
    channel_id: 'email',
    address: 'night@example.com',
    subject: 'Problem',
    content: 'It is down.',
    time: '2026-03-01T12:00:02.25Z',
    status: 'sent',
    reason: null,
    kind: 'start',
    repeat_number: 0,
    attempts: JSON.parse(attempts),
    digest_id: 4711,
    occurrence_id: 5,
    created_at: '2026-03-01T12:00:00Z',
  }
  const listed = await api.call('GET', `${contacts}?${range}`, { as: anna })
  assert.deepEqual([listed.headers['x-total-count'], listed.body], ['1', [whole]])
  assert.deepEqual((await api.call('GET', `${contacts}/${id}`, { as: anna })).body, whole)
  assert.equal((await api.call('GET', `${older}/${id}`, { as: anna })).status, 404, 'of another style')
})

test('the log is ordered by the time of sending, can be paged and sorted, and contains suppressed notifications', async () => {
  const at = (minute: number) => `2026-04-01T10:${String(minute).padStart(2, '0')}:00Z`
  const add = (minute: number, more: object) =>
    addNotification(api.owner, owner, { ...about, created_at: at(minute), ...more })
  const late = await add(0, { sent_at: at(30) })
  const held = await add(10, { status: 'suppressed', reason: 'condition' })
  const failed = await add(20, { status: 'failed', reason: 'refused' })
  const ask = async (query: string) => {
    const { body } = await api.call('GET', `${contacts}?${query}`, { as: anna })
    return body.map(({ id }: { id: number }) => id)
  }
  const hour = `from=${at(0)}&to=${at(59)}`
  assert.deepEqual(await ask(hour), [late], 'who counts what was sent counts nothing else')
  assert.deepEqual(await ask(`${hour}&status=all`), [held, failed, late])
  assert.deepEqual(await ask(`${hour}&status=all&sort=-time&limit=1&offset=1`), [failed])
  assert.deepEqual(await ask(`${hour}&status=suppressed`), [held])
  assert.deepEqual(await ask(`${hour}&status=sent`), [late])
  assert.deepEqual(await ask(`from=${at(25)}&to=${at(59)}`), [late], 'decided before the range, sent in it')
  assert.deepEqual(await ask(`from=${at(0)}&to=${at(5)}`), [], 'decided in the range, sent after it')
  const called = await add(40, { channel_id: 'telephone', contact_id: 99 })
  assert.deepEqual(await ask(`${hour}&channel_id=telephone`), [called])
  assert.deepEqual(await ask(`${hour}&contact_id=14&status=failed`), [failed])
  assert.deepEqual(await ask(`${hour}&contact_id=99&channel_id=email`), [])
  const wrong = await api.call('GET', `${contacts}?${hour}&status=lost`, { as: anna })
  assert.deepEqual(listErrors(wrong), [['not_an_allowed_value', 'query.status']])
  const long = await api.call('GET', `${contacts}?from=2024-01-01T00:00:00Z&to=2026-01-01T00:00:00Z`, { as: anna })
  assert.deepEqual(listErrors(long), [['range_too_long', 'query.from']])
})

test('legacy and test notifications have their own log, and codes are in no log', async () => {
  const of = { created_at: '2026-05-01T12:00:00Z', address_id: 7, channel_id: 'sms', address: '600100200' }
  const told = await addNotification(api.owner, owner, { ...of, style: 'o', service_id: 3, occurrence_id: 4 })
  const tried = await addNotification(api.owner, owner, { ...of, style: 't', kind: 'test' })
  const code = await addNotification(api.owner, owner, {
    ...of,
    style: 'v',
    kind: 'code',
    content: 'the code is 123456',
  })
  const day = 'from=2026-05-01T00:00:00Z&to=2026-05-02T00:00:00Z'
  const { body, text } = await api.call('GET', `${older}?${day}`, { as: anna })
  assert.deepEqual(
    body.map(({ id, kind, service_id }: Record<string, unknown>) => [id, kind, service_id]),
    [
      [told, 'start', 3],
      [tried, 'test', null],
    ],
  )
  assert.ok(!text.includes('123456'))
  assert.equal((await api.call('GET', `${older}?${day}&channel_id=sms`, { as: anna })).body.length, 2)
  assert.deepEqual((await api.call('GET', `${older}?${day}&channel_id=email`, { as: anna })).body, [])
  assert.ok(!('contact_id' in body[0]) && !('escalation_id' in body[0]))
  assert.equal((await api.call('GET', `${older}/${told}`, { as: anna })).status, 200)
  for (const path of [older, contacts])
    assert.equal((await api.call('GET', `${path}/${code}`, { as: anna })).status, 404)
  assert.deepEqual((await api.call('GET', `${contacts}?${day}`, { as: anna })).body, [])
})

test('the log needs the permission to read the logs of the account', async () => {
  const id = await addNotification(api.owner, owner, { ...about, created_at: '2026-06-01T12:00:00Z' })
  const day = 'from=2026-06-01T00:00:00Z&to=2026-06-02T00:00:00Z'
  const path = (account: number) => `/accounts/${account}/logs/contact_notifications`
  const seen = async (account: number, as: string) => {
    const { status, body } = await api.call('GET', `${path(account)}?${day}`, { as })
    return status === 200 ? body.length : status
  }
  assert.equal(await seen(user, colleague), 1, 'what its account was told, an additional user sees in its own log')
  assert.equal(await seen(user, anna), 1)
  assert.equal(await seen(owner, administrator), 1)
  assert.equal(await seen(owner, colleague), 403)
  assert.equal(await seen(owner, bert), 404)
  const mine = (await api.call('GET', '/accounts/my_account', { as: bert })).body.id
  assert.equal(await seen(mine, bert), 0)
  assert.equal((await api.call('GET', `${path(mine)}/${id}`, { as: bert })).status, 404, 'by its number neither')
})

test('every reason is described in both languages, and the dictionary contains no others', async () => {
  const suppressed = `acknowledged condition mass_change service_suspended escalation_suspended contact_suspended
    channel_not_available channel_discontinued address_not_verified cap_number cap_account cap_country cap_installation
    mail_limit_account mail_limit_recipient
    account_blocked service_paused not_told_of_start notifications_off condition_not_chosen older_style_disabled
    service_gone`
  const failed = 'refused gave_up not_configured'
  const symbols = `${suppressed} ${failed}`.split(/\s+/)
  assert.deepEqual(notificationReasons.entries.map(({ id }) => id).sort(), symbols.sort())
  const texts = notificationReasons.entries.flatMap(({ name, description }) => [name, description])
  for (const text of texts) {
    assert.ok(text && text.pl.length > 0 && text.en.length > 0)
    assert.notEqual(text?.pl, text?.en)
  }
  const path = '/dictionaries/notification_reasons'
  const { body } = await api.call('GET', `${path}?limit=1000`, {})
  assert.equal(body.length, symbols.length)
  const polish = await api.call('GET', `${path}/gave_up`, { headers: { 'accept-language': 'pl' } })
  assert.equal(polish.body.name, 'Nie dostarczono przez 24 godziny')
})
