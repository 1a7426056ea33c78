import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { templateVariables } from '@wachta/api/src/features/dictionaries/template-variables.ts'
import { type Message, splitIntoSegments } from '@wachta/channels'
import { startSmtp } from '@wachta/testing/smtp'
import { sql } from 'kysely'
import type { DeliverOptions } from '../../src/deliver/index.ts'
import { toMessageId } from '../../src/deliver/rendered-message.ts'
import {
  addNotification,
  addOccurrence,
  createdAt,
  endTime,
  type Installation,
  install,
  jobs,
  publicUrl,
  readNotification,
  signer,
  startTime,
  vault,
  verify,
} from './installation.ts'
import { carriersOver, keeper, plainChannels } from './providers.ts'
import { senderOf } from './sender.ts'

let installation: Installation
before(async () => {
  installation = await install()
})
after(() => installation[Symbol.asyncDispose]())

const sendWith = (more: Partial<DeliverOptions> = {}) => senderOf(installation, more)

/** Sends a message, and returns it as the channel got it. */
async function delivered(
  data: Parameters<typeof addNotification>[1],
  more: Partial<DeliverOptions> = {},
): Promise<Message> {
  const { messages, keep } = keeper()
  const id = await addNotification(installation.database, data)
  await sendWith({ channel: plainChannels({ [data.channel_id]: keep }), ...more })(id)
  const [message] = messages
  assert.ok(message, JSON.stringify(await readNotification(installation.database, id)))
  return message
}

const threadKey = async (id: number) =>
  (
    await installation.database.query(
      sql<{ thread_key: string | null }>`select thread_key from occurrence where id = ${id}`,
    )
  )[0]?.thread_key

test('a message with the id of a lost one, as after a restore, is not mistaken for it', async () => {
  const { database } = installation
  const page = { channel_id: 'pagerduty', address: '0123456789abcdef0123456789abcdef' }
  const occurrence_id = await addOccurrence(database)
  const start = await delivered({ ...page, occurrence_id })
  const end = await delivered({ ...page, occurrence_id, kind: 'end' })
  assert.equal(end.thread, start.thread, 'the end resolves what the start has opened')
  // The database has lost the alert and its message, and reuses both ids.
  await database.query(sql`delete from notification where occurrence_id = ${occurrence_id}`)
  await database.query(sql`delete from occurrence where id = ${occurrence_id}`)
  const other = await addOccurrence(database)
  await database.query(sql`update occurrence set id = ${occurrence_id} where id = ${other}`)
  const later = await delivered({ ...page, occurrence_id })
  assert.notEqual(later.thread, start.thread, 'another incident')
  const [id, created_at] = [4711, createdAt]
  assert.notEqual(
    toMessageId({ id, created_at: new Date(createdAt.getTime() + 1) }, 'main'),
    toMessageId({ id, created_at }, 'main'),
  )
  // Incidents that were opened before thread keys existed use the id.
  await database.query(sql`update occurrence set thread_key = null where id = ${occurrence_id}`)
  assert.equal((await delivered({ ...page, occurrence_id, kind: 'end' })).thread, `main-o${occurrence_id}`)
})

test('an alert that came from another cell keeps the thread that it had there', async () => {
  const { database } = installation
  const occurrence_id = await addOccurrence(database)
  await database.query(sql`update occurrence set thread_key = ':west-s1-e2-l0-3' where id = ${occurrence_id}`)
  const end = await delivered({
    channel_id: 'pagerduty',
    address: '0123456789abcdef0123456789abcdef',
    occurrence_id,
    kind: 'end',
  })
  assert.equal(end.thread, 'west-s1-e2-l0-3')
})

test('an alert reaches a Polish SMS contact and an English e-mail contact in their languages', async () => {
  const { database } = installation
  await using smtp = await startSmtp()
  const { messages, keep } = keeper()
  await verify(database, '+48 600 100 200')
  const occurrence_id = await addOccurrence(database)
  const sms = await addNotification(database, { occurrence_id, channel_id: 'sms', address: '+48 600 100 200' })
  const mail = await addNotification(database, {
    occurrence_id,
    contact_id: 21,
    language_id: 'en',
    channel_id: 'email',
    address: 'jane@example.com',
  })
  const send = sendWith({ carriers: carriersOver(smtp.url), channel: plainChannels({ sms: keep }) })
  await send(sms, mail)

  const { email } = await smtp.message(0)
  assert.equal(email.subject, 'Down: Sklep „Żółw” (Connection timed out)')
  assert.match(
    email.html ?? '',
    /Since 2026-11-15 03:12 \(Europe\/Warsaw\), affected sensors: 4 of 5 \(Warszawa, Frankfurt, Paryż, Sztokholm\)\./,
  )
  assert.match(email.html ?? '', new RegExp(`${publicUrl}/acknowledge/${signer.sign(mail)}`))

  const [short] = messages
  assert.equal(short?.address, '+48600100200')
  assert.equal(
    short?.text,
    'Awaria: Sklep "Zolw". Przekroczony czas laczenia, od 2026-11-15 03:12, sensory: 4/5. ' +
      `Potwierdz: ${publicUrl}/acknowledge/${signer.sign(sms)}`,
  )
  assert.equal(splitIntoSegments(short?.text ?? '').parts.length, 1)
  assert.equal((await readNotification(database, sms)).units, 1)
  for (const id of [sms, mail]) {
    const { status, sent_at, attempts, next_attempt_at } = await readNotification(database, id)
    assert.deepEqual([status, sent_at, next_attempt_at], ['sent', createdAt, null])
    assert.deepEqual(
      attempts.map(({ outcome }) => outcome),
      ['sent'],
    )
  }
  assert.equal((await readNotification(database, sms)).content, short?.text)
  assert.equal(short?.id, toMessageId({ id: sms, created_at: createdAt }, 'main'))
  assert.match(short?.id ?? '', new RegExp(`-n${sms}$`))
  assert.equal(short?.thread, `main-${await threadKey(occurrence_id)}`)
  assert.deepEqual(await jobs(database), [])
})

test('a custom Polish template keeps its accents in an SMS, which then counts as UCS-2', async () => {
  const { database } = installation
  await verify(database, '+48 600 100 201')
  await database.query(sql`insert into template (id, owner_id, name, channel_id, start_template, end_template)
values (1, 1, 'SMS', 'sms', 'Żółty alarm: {{service_name}} {{error_message}} {{start_time}} {{failing_sensors}}', '')`)
  await database.query(sql`insert into custom_template (contact_id, channel_id, template_id) values (20, 'sms', 1)`)
  const occurrence_id = await addOccurrence(database)
  const message = await delivered({ occurrence_id, channel_id: 'sms', address: '+48 600 100 201' })
  assert.match(message.text, /^Żółty alarm: Sklep "Zolw" No answer from 203\.0\.113\.20 2026-11-15 03:12 Warszawa/)
  assert.equal(splitIntoSegments(message.text).parts.length, 2)
  // The default template of the language supplies the texts that the custom one lacks.
  const end = await delivered({ occurrence_id, kind: 'end', channel_id: 'sms', address: '+48 600 100 201' })
  assert.match(end.text, /^Dziala: Sklep "Zolw"\. Przekroczony czas laczenia, /)
  // Legacy notifications have no custom templates, and use the language of the account.
  const older = await delivered({
    occurrence_id,
    style: 'o',
    language_id: 'en',
    contact_id: null,
    channel_id: 'sms',
    address: '+48 600 100 201',
  })
  assert.match(older.text, /^Awaria: Sklep/)
  await database.query(sql`delete from custom_template`)
})

test('every variable has its value, the same at every attempt', async () => {
  const { database } = installation
  const occurrence_id = await addOccurrence(database, { start_time: startTime, end_time: endTime })
  const common = { occurrence_id, channel_id: 'json_post', address: 'https://example.com/hook' }
  const { values: start } = await delivered(common)
  assert.deepEqual(new Set(Object.keys(start)), new Set(templateVariables.entries.map(({ id }) => id)))
  const { acknowledge_link, diagnosis, next_steps, ...told_ } = start
  assert.match(acknowledge_link ?? '', /^https:\/\/panel\.example\.com\/acknowledge\/[0-9a-z]+\.[\w-]{16}$/)
  assert.match(diagnosis ?? '', /Serwer wyłączony/)
  assert.match(next_steps ?? '', /mtr/)
  assert.deepEqual(told_, {
    account_name: 'Przykład sp. z o.o.',
    group_name: 'Sprzedaż',
    service_id: '7',
    service_name: 'Sklep „Żółw”',
    service_address: 'https://shop.example.com/',
    service_description: 'Dyżur: Łukasz',
    service_type: 'Strona lub API HTTPS',
    service_link: 'https://panel.example.com/services/7',
    status: 'Awaria',
    event_name: 'Awaria sklepu',
    escalation_name: 'Dyżur od razu',
    repeat_number: '0',
    contact_name: 'Jan',
    error_type: 'Przekroczony czas łączenia',
    error_type_id: '803',
    error_message: 'No answer from 203.0.113.20',
    start_time: '2026-11-15 03:12',
    end_time: '',
    duration: '4 sek.',
    time_zone: 'Europe/Warsaw',
    response_time: '8020',
    step_number: '2',
    step_name: 'Płatność',
    failing_sensors: 'Warszawa, Frankfurt, Paryż, Sztokholm',
    failing_sensors_count: '4',
    sensors_count: '5',
    analysis_id: '261115021200000',
    analysis_link: 'https://panel.example.com/services/7/analyses/261115021200000',
  })
  const { values: end } = await delivered({ ...common, kind: 'end', language_id: 'en', contact_id: 21 })
  const picked = [
    'status',
    'end_time',
    'duration',
    'response_time',
    'analysis_id',
    'acknowledge_link',
    'failing_sensors_count',
  ]
  assert.deepEqual(
    picked.map((name) => end[name]),
    ['Up', '2026-11-15 03:26', '14 min', '40', '261115022600000', '', '4'],
  )
  const later = await delivered(common, { now: () => new Date(createdAt.getTime() + 3_600_000) })
  assert.equal(later.values['duration'], '4 sek.')
  assert.deepEqual(later.time, createdAt)
})

test('flapping is shown in the subject, in a paragraph, or in the status if there is no room for one', async () => {
  const { database } = installation
  const occurrence_id = await addOccurrence(database, { is_flapping: true })
  const mail = await delivered({ occurrence_id, channel_id: 'email', address: 'jan@example.com' })
  assert.match(mail.subject, /^Awaria, problem nawraca: (?!.*nawraca)/)
  assert.match(mail.text, /<p>Problem ciągle wraca\. [^<]+<\/p>$/)
  const english = await delivered({
    occurrence_id,
    channel_id: 'slack',
    address: 'https://example.com/x',
    language_id: 'en',
  })
  assert.match(english.text, /\n\nThe problem keeps coming back\. [^\n]+$/)
  const hook = await delivered({
    occurrence_id,
    channel_id: 'webhook',
    address: 'https://example.com/y',
    language_id: 'en',
  })
  assert.equal((JSON.parse(hook.text) as { status: string }).status, 'Down, flapping')
  await verify(database, '+48600100202')
  const sms = await delivered({ occurrence_id, channel_id: 'sms', address: '+48600100202' })
  assert.match(sms.text, /\n\nProblem ciagle wraca\./)
  assert.ok(sms.text.length <= 459)
  const calm = await delivered({
    occurrence_id: await addOccurrence(database),
    channel_id: 'email',
    address: 'jan@example.com',
  })
  assert.doesNotMatch(`${calm.subject} ${calm.text}`, /nawraca|wraca/)
})

test('the end of a flapping alert says that the problem kept coming back, not that it still does', async () => {
  const occurrence_id = await addOccurrence(installation.database, { is_flapping: true, end_time: endTime })
  const end = { occurrence_id, kind: 'end', channel_id: 'email_simplified', address: 'jan@example.com' } as const
  const polish = await delivered(end)
  assert.match(polish.subject, /^Działa: [^,]+, alert trwał /)
  assert.match(polish.text, /\n\nPrzed końcem alertu problem ciągle wracał\.$/)
  const english = await delivered({ ...end, language_id: 'en', contact_id: 21 })
  assert.match(english.subject, /^Up: /)
  assert.doesNotMatch(english.subject, /flapping/)
  assert.match(english.text, /\n\nBefore it was resolved, the problem kept coming back\.$/)
})

test('only the end of a failure says that the service is up', async () => {
  const { database } = installation
  await database.query(
    sql`insert into event (id, owner_id, name, kind) values (72, 1, 'Certyfikat', 'certificate_expiry')`,
  )
  const renewed = { event_id: 72, error_type_id: null, start_time: startTime, end_time: endTime }
  const occurrence_id = await addOccurrence(database, renewed)
  const mail = { occurrence_id, kind: 'end', channel_id: 'email_simplified', address: 'jan@example.com' } as const
  const { subject, text } = await delivered(mail)
  assert.equal(subject, 'Koniec alertu: Sklep „Żółw” (Certyfikat wygasa lub już wygasł, alert trwał 14 min)')
  assert.ok(text.startsWith(`${subject}\nAlert trwał od 2026-11-15 03:12 do 2026-11-15 03:26 (Europe/Warsaw).\n`))
  const english = await delivered({ ...mail, language_id: 'en', contact_id: 21 })
  assert.equal(english.subject, 'Resolved: Sklep „Żółw” (Certificate expires soon or has expired, alert lasted 14 min)')
  const failure = await addOccurrence(database, {
    start_time: new Date(startTime.getTime() + 1_000),
    end_time: endTime,
  })
  const recovered = await delivered({ ...mail, occurrence_id: failure, language_id: 'en', contact_id: 21 })
  assert.match(recovered.subject, /^Up: Sklep „Żółw” \([^()]+, alert lasted 13 min[^()]*\)$/)
})

test('a lost sensor is named instead of a service, with the number of services that it checks', async () => {
  await installation.database.query(
    sql`insert into event (id, owner_id, name, kind) values (71, 1, 'Sensory', 'sensor_lost')`,
  )
  const occurrence_id = await addOccurrence(installation.database, {
    event_id: 71,
    sensor_id: 3,
    error_type_id: null,
    analysis_time: null,
    end_time: endTime,
  })
  const common = { occurrence_id, channel_id: 'json_post', address: 'https://example.com/hook' }
  const { values: pl } = await delivered(common)
  assert.deepEqual(
    [pl['service_name'], pl['error_type'], pl['failing_sensors']],
    ['Sensor Paryż', 'Offline lub w kwarantannie', 'Paryż'],
  )
  assert.match(pl['diagnosis'] ?? '', /^Sensor Paryż .* które sprawdza: 1, w tym Sklep „Żółw”\.$/)
  const { values: en } = await delivered({ ...common, language_id: 'en' })
  assert.deepEqual([en['service_name'], en['error_type']], ['Sensor Paryż', 'Offline or in quarantine'])
  assert.match(en['diagnosis'] ?? '', /Services of this account that it checks: 1, including Sklep „Żółw”\.$/)
  const mail = { ...common, channel_id: 'email_simplified', address: 'jane@example.com', language_id: 'en' }
  const { subject, text } = await delivered(mail)
  assert.equal(subject, 'Warning: Sensor Paryż (Offline or in quarantine)')
  assert.match(text, /affected sensors: 1 of 1 \(Paryż\)\./)
  const end = await delivered({ ...mail, kind: 'end' })
  assert.match(end.subject, /^Resolved: Sensor Paryż \(Offline or in quarantine, alert lasted /)
  // What describes the stored service would mislead, and there is no analysis.
  for (const name of ['group_name', 'service_address', 'service_type', 'service_link', 'analysis_link']) {
    assert.equal(en[name], '', name)
  }
  assert.doesNotMatch(`${text}${end.text}`, /Address|Group|View|shop\.example\.com/)
  assert.match(text, /\n\nAcknowledge: \S+$/)
  const custom = await delivered({ ...common, channel_id: 'webhook', language_id: 'en' })
  assert.equal((JSON.parse(custom.text) as Record<string, string>)['analysis_link'], '')
})

test('tests and codes have their own texts, and the code is not recorded', async () => {
  const { database } = installation
  const address = '+48600100203'
  await verify(database, address)
  const test_ = await delivered({ style: 't', kind: 'test', channel_id: 'sms', address, language_id: 'pl' })
  assert.match(test_.text, /^Wachta: powiadomienie testowe z konta Przyklad/)
  assert.equal(splitIntoSegments(test_.text).parts.length, 1)
  const html = await delivered({ style: 't', kind: 'test', channel_id: 'email', address: 'jan@example.com' })
  assert.match(html.text, /^<p>Wachta: powiadomienie testowe .*<\/p>$/)
  assert.equal(html.subject, 'Wachta: powiadomienie testowe')
  const hook = await delivered({ style: 't', kind: 'test', channel_id: 'webhook', address: 'https://example.com/z' })
  assert.equal((JSON.parse(hook.text) as { event: string }).event, 'test')

  const { messages, keep } = keeper()
  const content = vault.seal('482913', ['verification_code', 'sms', '+48600100204'])
  const id = await addNotification(database, {
    style: 'v',
    kind: 'code',
    channel_id: 'sms',
    address: '+48600100204',
    content,
  })
  await sendWith({ channel: plainChannels({ sms: keep }) })(id)
  assert.match(messages[0]?.text ?? '', /kod weryfikacyjny 482913\./)
  assert.equal(splitIntoSegments(messages[0]?.text ?? '').parts.length, 1)
  const kept = await readNotification(database, id)
  assert.equal(kept.status, 'sent')
  assert.match(kept.content, /kod weryfikacyjny \*{6}\./)
  assert.doesNotMatch(JSON.stringify(kept), /482913/)
})

test('a push message goes to the device of the account, and requests are signed with its keys', async () => {
  const { database } = installation
  const seal = (field: string) => vault.seal(`secret ${field}`, ['mobile_device', 'phone-1', field])
  await database.query(sql`insert into mobile_device (id, account_id, endpoint, p256dh, auth)
values ('phone-1', 1, ${seal('endpoint')}, ${seal('p256dh')}, ${seal('auth')})`)
  await database.query(sql`insert into signing_key (account_id, sealed_key)
select 1, k from unnest(${['old key', 'new key'].map((key) => vault.seal(key, ['signing_key', '1']))}::text[]) k`)
  const occurrence_id = await addOccurrence(database)
  const push = await delivered({ occurrence_id, channel_id: 'push', address: 'phone-1' })
  assert.deepEqual(push.device, { endpoint: 'secret endpoint', p256dh: 'secret p256dh', auth: 'secret auth' })
  const foreign = await delivered({ occurrence_id, account_id: 2, channel_id: 'push', address: 'phone-1' })
  assert.equal(foreign.device, undefined)
  const hook = await delivered({ occurrence_id, channel_id: 'json_post', address: 'https://example.com/hook' })
  assert.deepEqual(hook.signingKeys, ['new key', 'old key'])
  await database.query(sql`delete from signing_key`)
})

test('messages of a deleted alert, on an unknown channel or sent before are not sent', async () => {
  const { database } = installation
  const occurrence_id = await addOccurrence(database)
  const { messages, keep } = keeper()
  const send = sendWith({ channel: plainChannels({ email: keep }) })
  const gone = await addNotification(database, {
    occurrence_id: 999_999,
    channel_id: 'email',
    address: 'jan@example.com',
  })
  const fax = await addNotification(database, { occurrence_id, channel_id: 'fax', address: '1' })
  const once_ = await addNotification(database, { occurrence_id, channel_id: 'email', address: 'jan@example.com' })
  for (let replay = 0; replay < 3; replay += 1) await send(gone, fax, once_)
  assert.equal(messages.length, 1)
  const reasons = await Promise.all(
    [gone, fax, once_].map(async (id) =>
      (({ status, reason }) => [status, reason])(await readNotification(database, id)),
    ),
  )
  assert.deepEqual(reasons, [
    ['suppressed', 'service_gone'],
    ['failed', 'not_configured'],
    ['sent', null],
  ])
  assert.equal((await readNotification(database, once_)).attempts.length, 1)
})
