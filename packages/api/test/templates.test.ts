import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { channels, sampleValues, splitIntoSegments } from '@wachta/channels'
import { languages } from '@wachta/domain'
import { addAccount, addPackage, openSession } from '@wachta/testing/api/accounts'
import { addSensors, buildCheck, storeAnalyses } from '@wachta/testing/api/history'
import { addAlert } from '@wachta/testing/api/notifications'
import { type Reply, startApi, type TestApi } from '@wachta/testing/api/start-api'
import { sql } from 'kysely'
import { readChannelTexts, renderPreview } from '../src/features/templates/rules.ts'

let api: TestApi
let anna: number
let as: string
let stranger: string
let looker: string
let administrator: string

before(async () => {
  api = await startApi()
  await addPackage(api.owner)
  anna = await addAccount(api.owner, { name: 'Anna' })
  as = await openSession(api.owner, anna)
  stranger = await openSession(api.owner, await addAccount(api.owner))
  looker = await openSession(api.owner, await addAccount(api.owner, { parent: anna, readOnly: true }))
  administrator = await openSession(api.owner, await addAccount(api.owner, { administrator: true }), 'administrator')
})
after(async () => {
  await api[Symbol.asyncDispose]()
})

const post = (path: string, body?: unknown, session = as) => api.call('POST', path, { as: session, body })
const put = (path: string, body: unknown, session = as) => api.call('PUT', path, { as: session, body })
const get = (path: string, session: string | undefined = as) => api.call('GET', path, { as: session })
const remove = (path: string, session = as) => api.call('DELETE', path, { as: session })
const told = ({ status, body }: Reply) => [status, body?.[0]?.error, body?.[0]?.field]
const faults = ({ body }: Reply) =>
  body.map(({ error, field }: { error: string; field: string }) => `${error} ${field}`).sort()
const created = async (path: string, body: unknown, session = as): Promise<number> => {
  const reply = await post(path, body, session)
  assert.equal(reply.status, 201, reply.text)
  return reply.body.id
}
const subject = 'Wachta: {{service_name}}'

test('a template is created, found, changed as a whole and deleted', async () => {
  const id = await created('/templates', { name: 'Ours', channel_id: 'email', start_template: '{{service_name}}!' })
  const path = `/templates/${id}`
  const whole = (await get(path)).body
  assert.deepEqual(whole, {
    id,
    owner_id: anna,
    name: 'Ours',
    channel_id: 'email',
    language_id: 'pl',
    start_template: '{{service_name}}!',
    end_template: '',
    start_subject: subject,
    end_subject: subject,
    artifact_type_ids: [],
  })
  const change = { ...whole, name: 'Changed', language_id: 'en', artifact_type_ids: ['har', 'content'] }
  assert.equal((await put(path, change)).status, 204)
  const found = await post('/templates/search', {
    filters: { 'owner.name': ['Anna'], channel_id: ['email'] },
    query: 'changed',
    embed: ['artifact_types.id', 'channel.id', 'language.id', 'owner.name', 'permissions'],
    fields: ['id'],
  })
  assert.deepEqual(found.body, [
    {
      id,
      artifact_types: [{ id: 'content' }, { id: 'har' }],
      channel: { id: 'email' },
      language: { id: 'en' },
      owner: { name: 'Anna' },
      permissions: { delete: true, own: true, read: true, update: true },
    },
  ])
  assert.equal((await get('/accounts/my_account/templates')).body.length, 1)
  assert.equal((await get(`${path}/owner`)).body.id, anna)
  assert.deepEqual(told(await put(path, { artifact_type_ids: ['spells'] })), [
    422,
    'unknown_reference',
    'data.artifact_type_ids',
  ])
  assert.deepEqual(told(await put(path, { owner_id: anna + 1 })), [400, 'read_only_field', 'data.owner_id'])
  assert.equal((await remove(path)).status, 204)
  assert.equal((await get(path)).status, 404)
})

test('a template that cannot be sent is rejected when it is saved, with the field', async () => {
  const attempt = (body: object) => post('/templates', { name: 'Wrong', channel_id: 'email', ...body })
  assert.deepEqual(told(await attempt({ start_template: 'Hello {{weather}}' })), [
    422,
    'unknown_variable',
    'data.start_template',
  ])
  assert.match((await attempt({ start_template: '{{weather}}' })).body[0].message, /weather/)
  assert.deepEqual(told(await attempt({ end_template: '{{#service_name}}x{{/service_name}}' })), [
    422,
    'template_not_allowed',
    'data.end_template',
  ])
  assert.match((await attempt({ end_template: '{{{service_name}}}' })).body[0].message, /\{\{name\}\}/)
  assert.deepEqual(told(await attempt({ start_template: 'Hello {{service_name' })), [
    422,
    'template_malformed',
    'data.start_template',
  ])
  assert.deepEqual(
    faults(
      await attempt({
        start_template: '{{a}}{{b}}',
        end_template: '{{',
        start_subject: '{{&status}}',
        end_subject: '{{c}}',
      }),
    ),
    [
      'template_malformed data.end_template',
      'template_not_allowed data.start_subject',
      'unknown_variable data.end_subject',
      'unknown_variable data.start_template',
      'unknown_variable data.start_template',
    ],
  )
  assert.deepEqual(told(await attempt({ channel_id: 'pigeon' })), [422, 'unknown_reference', 'data.channel_id'])
  assert.deepEqual(told(await attempt({ language_id: 'tlh' })), [422, 'unknown_reference', 'data.language_id'])
  assert.deepEqual(told(await attempt({ start_template: 'x'.repeat(10_001) })), [
    400,
    'too_long',
    'data.start_template',
  ])
  assert.deepEqual((await get('/templates?query=Wrong')).body, [])
})

test('subjects are validated for channels with subjects, also after a change of the channel', async () => {
  const id = await created('/templates', { name: 'Without', channel_id: 'sms', start_subject: '{{nothing}}' })
  assert.equal((await put(`/templates/${id}`, { start_template: '{{service_name}}' })).status, 204)
  assert.deepEqual(faults(await put(`/templates/${id}`, { channel_id: 'email' })), [
    'unknown_variable data.start_subject',
  ])
  assert.equal((await put(`/templates/${id}`, { channel_id: 'email', start_subject: 'Calm' })).status, 204)
})

test('the template of a webhook must produce JSON', async () => {
  const attempt = (start_template: string) =>
    post('/templates', { name: 'Hook', channel_id: 'webhook', start_template, start_subject: '{{nothing}}' })
  assert.equal((await attempt('{"text": "{{service_name}}: {{diagnosis}}", "id": {{service_id}}}')).status, 201)
  assert.equal((await attempt('')).status, 201, 'none at all')
  const wrong = [422, 'template_not_json', 'data.start_template']
  assert.deepEqual(told(await attempt('{"text": {{service_name}}}')), wrong)
  assert.deepEqual(told(await attempt('{"text": "{{service_name}}"')), wrong)
  assert.deepEqual(told(await attempt('{{service_name}}')), wrong)
  assert.deepEqual(faults(await attempt('{"text": {{service_nam}}}')), ['unknown_variable data.start_template'])
  const id = await created('/templates', { name: 'Plain', channel_id: 'slack', start_template: 'No JSON' })
  assert.deepEqual(told(await put(`/templates/${id}`, { channel_id: 'webhook' })), wrong)
})

test('a template can be assigned to a contact for its channel, and cannot be deleted while it is assigned', async () => {
  const contact = await created('/contacts', { name: 'Told differently' })
  const [email, other, sms] = [
    await created('/templates', { name: 'E-mail', channel_id: 'email' }),
    await created('/templates', { name: 'Other e-mail', channel_id: 'email' }),
    await created('/templates', { name: 'SMS', channel_id: 'sms' }),
  ]
  const path = `/contacts/${contact}/custom_templates/email`
  assert.equal((await get(path)).status, 404)
  assert.deepEqual(told(await put(path, {})), [400, 'missing_field', 'data.template_id'])
  assert.equal((await put(path, { template_id: email })).status, 204)
  const whole = (await get(path)).body
  assert.deepEqual(whole, { contact_id: contact, channel_id: 'email', template_id: email })
  assert.equal((await put(path, { ...whole, template_id: other })).status, 204)
  assert.deepEqual(told(await put(path, { ...whole, channel_id: 'sms' })), [400, 'read_only_field', 'data.channel_id'])
  const mismatch = [422, 'channel_mismatch', 'data.template_id']
  assert.deepEqual(told(await put(path, { template_id: sms })), mismatch, 'a change')
  assert.deepEqual(
    told(await put(`/contacts/${contact}/custom_templates/slack`, { template_id: sms })),
    mismatch,
    'new',
  )
  assert.deepEqual(told(await put(path, { template_id: sms + 1000 })), [422, 'unknown_reference', 'data.template_id'])
  assert.equal((await put(`/contacts/${contact}/custom_templates/pigeon`, { template_id: email })).status, 404)
  assert.deepEqual((await get(`/contacts/${contact}/custom_templates?embed=template.name`)).body, [
    { contact_id: contact, channel_id: 'email', template_id: other, template: { name: 'Other e-mail' } },
  ])
  assert.deepEqual((await get(`${path}/permissions`)).body, { delete: true, own: true, read: true, update: true })

  assert.deepEqual(told(await remove(`/templates/${other}`)).slice(0, 2), [409, 'still_in_use'])
  assert.deepEqual(told(await put(`/templates/${other}`, { channel_id: 'slack' })), [
    422,
    'channel_mismatch',
    'data.channel_id',
  ])
  assert.equal((await put(`/templates/${other}`, { name: 'Renamed' })).status, 204)
  assert.equal((await remove(`/templates/${email}`)).status, 204, 'that one is no longer assigned')
  assert.equal((await remove(path)).status, 204)
  assert.equal((await remove(path)).status, 404)
  assert.equal((await remove(`/templates/${other}`)).status, 204)
})

test('a template of another account cannot be assigned, and its existence is not revealed', async () => {
  const contact = await created('/contacts', { name: 'Mine' })
  const mine = await created('/templates', { name: 'Mine', channel_id: 'email' })
  const theirs = await created('/templates', { name: 'Theirs', channel_id: 'email' }, stranger)
  const path = `/contacts/${contact}/custom_templates/email`
  const unknown = [422, 'unknown_reference', 'data.template_id']
  assert.deepEqual(told(await put(path, { template_id: theirs })), unknown, 'new')
  assert.deepEqual(told(await put(path, { template_id: theirs }, administrator)), [
    422,
    'belongs_to_another_account',
    'data.template_id',
  ])
  assert.equal((await put(path, { template_id: mine })).status, 204)
  assert.deepEqual(told(await put(path, { template_id: theirs })), unknown, 'a change')
  for (const reply of [
    await get(path, stranger),
    await put(path, { template_id: theirs }, stranger),
    await remove(path, stranger),
    await get(`${path}/permissions`, stranger),
    await get(`/templates/${mine}`, stranger),
    await put(`/templates/${mine}`, { name: 'Taken' }, stranger),
    await remove(`/templates/${mine}`, stranger),
    await post(`/templates/${mine}/preview`, undefined, stranger),
  ])
    assert.deepEqual(told(reply), [404, 'not_found', undefined])
  for (const reply of [
    await put(path, { template_id: mine }, looker),
    await remove(path, looker),
    await put(`/templates/${mine}`, { name: 'Read only' }, looker),
    await remove(`/templates/${mine}`, looker),
    await post('/templates', { name: 'Read only', channel_id: 'email' }, looker),
  ])
    assert.deepEqual(told(reply), [403, 'forbidden', undefined])
  assert.equal((await get(path, looker)).status, 200)
  assert.equal((await post(`/templates/${mine}/preview`, undefined, looker)).status, 200, 'looking changes nothing')
})

test('every signed-in caller can read the default templates, and none can change them', async () => {
  const list = await get('/default_templates?limit=1000&fields=channel_id,language_id')
  const pairs = list.body.map((each: { channel_id: string; language_id: string }) => Object.values(each).join(' '))
  assert.deepEqual(pairs, [...channels.flatMap(({ id }) => languages.map((language) => `${id} ${language}`))].sort())
  const sms = (await get('/default_templates/sms/en')).body
  assert.deepEqual(Object.keys(sms).sort(), [
    'artifact_type_ids',
    'channel_id',
    'end_subject',
    'end_template',
    'language_id',
    'start_subject',
    'start_template',
  ])
  assert.match(sms.start_template, /^\{\{status\}\}: \{\{service_name\}\}/)
  const found = await post('/default_templates/search', {
    filters: { channel_id: ['email'], language_id: ['pl'], 'permissions.read': [true] },
    embed: ['channel.id', 'language.id', 'permissions'],
    fields: ['channel_id'],
  })
  assert.deepEqual(found.body, [
    {
      channel_id: 'email',
      channel: { id: 'email' },
      language: { id: 'pl' },
      permissions: { delete: false, own: false, read: true, update: false },
    },
  ])
  assert.equal((await get('/default_templates/sms/de')).status, 404)
  assert.equal((await put('/default_templates/sms/en', { start_template: '' }, administrator)).status, 404)
  assert.equal((await api.call('GET', '/default_templates')).status, 401)
})

test('every default template passes the validation of custom templates', async () => {
  for (const { id, templates } of channels)
    for (const language_id of languages) {
      const reply = await post('/templates/preview', {
        channel_id: id,
        language_id,
        start_template: templates[language_id].start_template,
        end_template: templates[language_id].end_template,
        start_subject: templates[language_id].start_subject,
        end_subject: templates[language_id].end_subject,
      })
      assert.equal(reply.status, 200, `${id} ${language_id}: ${reply.text}`)
      assert.doesNotMatch(reply.text, /\{\{/)
    }
})

test('a preview renders the texts with sample values', async () => {
  const draft = {
    channel_id: 'email',
    language_id: 'pl',
    start_template: '<b>{{service_name}}</b> {{status}} {{service_address}}',
    start_subject: '{{service_name}} & {{error_type}}',
    end_template: '{{status}} {{duration}}',
  }
  const { service_name, service_address, error_type, duration } = sampleValues.pl
  const expected = {
    start_subject: `${service_name} & ${error_type}`,
    start_text: `<b>${service_name}</b> Awaria ${service_address}`,
    end_subject: `Wachta: ${service_name}`,
    end_text: `Działa ${duration}`,
  }
  const shown = await post('/templates/preview', draft)
  assert.deepEqual([shown.status, shown.body], [200, expected])
  const id = await created('/templates', { name: 'Shown', ...draft })
  assert.deepEqual((await post(`/templates/${id}/preview`)).body, expected)

  const { language_id: _, ...inMyLanguage } = draft
  assert.match((await post('/templates/preview', inMyLanguage)).body.start_text, /Online shop/)
  const sms = await post('/templates/preview', {
    channel_id: 'sms',
    language_id: 'pl',
    start_template: '{{service_name}}',
  })
  assert.deepEqual(sms.body, {
    start_subject: '',
    start_text: 'Sklep glowny',
    start_segments: { alphabet: 'gsm7', count: 1 },
    end_subject: '',
    end_text: '',
  })
})

test('a preview of an SMS counts segments like the delivery', async () => {
  const previewed = async (start_template: string, end_template: string) =>
    (await post('/templates/preview', { channel_id: 'sms', language_id: 'pl', start_template, end_template })).body
  for (const [start, end] of [
    ['a'.repeat(160), 'a'.repeat(161)],
    ['ż'.repeat(70), 'ż'.repeat(71)],
    ['€'.repeat(80), '{{service_name}}€'],
    ['Сервер {{service_name}}', 'a'.repeat(459)],
  ] as const) {
    const { start_text, start_segments, end_text, end_segments } = await previewed(start, end)
    for (const [text, counted] of [
      [start_text, start_segments],
      [end_text, end_segments],
    ]) {
      const { alphabet, parts } = splitIntoSegments(text)
      assert.deepEqual(counted, { alphabet, count: parts.length }, text)
    }
  }
  const { start_segments } = await previewed('Сервер', '')
  assert.deepEqual(start_segments, { alphabet: 'ucs2', count: 1 })
})

test('a preview can use the values of a real alert that the caller may read', async () => {
  const service = await created('/services', {
    type_id: 'ping',
    name: 'Księgarnia',
    address: 'books.example.com',
    description: 'Shelf 7',
  })
  const event = await created('/events', { name: 'Bookshop is down' })
  const start = new Date('2026-03-29T00:30:00Z')
  const end = new Date('2026-03-29T02:35:00Z')
  const occurrence_id = await addAlert(api.owner, { service, event, start, end, errorType: 1 })
  const sensors = await addSensors(api.owner, 3)
  const [one = 0, two = 0, three = 0] = sensors
  await api.owner.query(sql`update service_revision set sensor_ids = ${sensors} where service_id = ${service}`)
  const failed = { result: 'error', error_type_id: 1 } as const
  const checks = [buildCheck(one, failed), buildCheck(two, { ...failed, response_time: 200 }), buildCheck(three)]
  await storeAnalyses(api.owner, service, sensors, [{ time: start.getTime(), checks }])
  const draft = {
    channel_id: 'email',
    language_id: 'pl',
    start_template:
      '{{service_name}} {{event_name}} {{start_time}} {{failing_sensors}} {{failing_sensors_count}}/{{sensors_count}}',
    end_template: '{{end_time}} {{duration}} {{time_zone}} {{response_time}}',
  }
  const shown = await post('/templates/preview', { ...draft, occurrence_id })
  assert.equal(shown.status, 200, shown.text)
  assert.equal(shown.body.start_text, 'Księgarnia Bookshop is down 2026-03-29 01:30 Sensor 1, Sensor 2 2/3')
  assert.equal(shown.body.end_text, '2026-03-29 04:35 2 godz. i 5 min Europe/Warsaw 133')
  const id = await created('/templates', { name: 'Shown', ...draft })
  assert.deepEqual((await post(`/templates/${id}/preview`, { occurrence_id })).body, shown.body)
  const example = await post(`/templates/${id}/preview`, {})
  assert.match(example.body.start_text, /^Sklep główny/, 'without one it is the example')

  const absent = await post('/templates/preview', { ...draft, occurrence_id: 987_654_321 })
  assert.deepEqual(told(absent), [422, 'unknown_reference', 'data.occurrence_id'])
  const foreign = await post('/templates/preview', { ...draft, occurrence_id }, stranger)
  assert.deepEqual(foreign.body, absent.body, 'a template of another account looks like a missing one')
  assert.ok(!foreign.text.includes('Księgarnia'))
})

test('a preview of a real alert shows durations and lost sensors as messages do', async () => {
  const service = await created('/services', { type_id: 'ping', name: 'Tower', address: 'tower.example.com' })
  const event = await created('/events', { name: 'Sensor gone', kind: 'sensor_lost' })
  const [sensor = 0] = await addSensors(api.owner, 1)
  const at = (time: string) => new Date(`2026-05-${time}Z`)
  const shown = async (start: Date, end: Date) => {
    const occurrence_id = await addAlert(api.owner, { service, event, sensor, start, end })
    const draft = {
      channel_id: 'email',
      language_id: 'en',
      start_template: '{{service_name}}',
      end_template: '{{duration}}',
    }
    const { start_text, end_text } = (await post('/templates/preview', { ...draft, occurrence_id })).body
    return [start_text, end_text]
  }
  const [row] = await api.owner.query(sql<{ name: string }>`select name from sensor where id = ${sensor}`)
  const name = `Sensor ${row?.name}`
  assert.deepEqual(await shown(at('04T10:00:00'), at('06T13:04:00')), [name, '2 days, 3 hr'])
  assert.deepEqual(await shown(at('07T10:00:00'), at('07T10:00:42')), [name, '42 sec'])
})

test('a preview escapes values for the channel, and keeps subjects on one line', async () => {
  const hostile = { service_name: '<b>"A" & B</b>\r\nBcc: {{status}} `x`' }
  const shown = (channel_id: string, text = '<i>{{service_name}}</i>') =>
    renderPreview(readChannelTexts({ channel_id, start_template: text, start_subject: '{{service_name}}' }), hostile)
  const email = shown('email')
  assert.equal(email.start_subject, '<b>"A" & B</b>  Bcc: {{status}} `x`')
  assert.equal(
    email.start_text,
    '<i>&lt;b&gt;&quot;A&quot; &amp; B&lt;/b&gt;  Bcc: {{status}} `x`</i>',
    'the template is HTML, the value is not',
  )
  assert.match(shown('ms_teams').start_text, /\\`x\\`/)
  assert.deepEqual(JSON.parse(shown('webhook', '{"a": "{{service_name}}"}').start_text), { a: hostile.service_name })
})

test('a preview reports the same errors as saving, and stores nothing', async () => {
  const count = async () =>
    (await api.owner.query(sql<{ count: number }>`select count(*)::int as count from audit`))[0]?.count
  const before = await count()
  const draft = { channel_id: 'webhook', start_template: '{', end_template: '{{weather}}' }
  const preview = await post('/templates/preview', draft)
  assert.equal(preview.status, 422)
  assert.deepEqual(preview.body, (await post('/templates', { name: 'Same', ...draft })).body)
  assert.deepEqual(told(await post('/templates/preview', { channel_id: 'pigeon' })), [
    422,
    'unknown_reference',
    'data.channel_id',
  ])
  assert.deepEqual(told(await post('/templates/preview', { channel_id: 'email', language_id: 'tlh' })), [
    422,
    'unknown_reference',
    'data.language_id',
  ])
  assert.deepEqual(told(await post('/templates/preview', { channel_id: 'email', name: 'x' })), [
    400,
    'unknown_field',
    'data.name',
  ])
  assert.equal((await api.call('POST', '/templates/preview', { body: { channel_id: 'email' } })).status, 401)
  assert.equal(await count(), before)
})

test('deleting an account deletes its templates, assigned or not', async () => {
  const id = await addAccount(api.owner)
  const session = await openSession(api.owner, id)
  const contact = await created('/contacts', { name: 'Leaving' }, session)
  const template_id = await created('/templates', { name: 'Leaving', channel_id: 'email' }, session)
  assert.equal((await put(`/contacts/${contact}/custom_templates/email`, { template_id }, session)).status, 204)
  assert.equal((await remove(`/admin/accounts/${id}`, administrator)).status, 204)
  assert.equal((await get(`/templates/${template_id}`, administrator)).status, 404)
})
