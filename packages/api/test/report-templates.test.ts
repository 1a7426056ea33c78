import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { addAccount, addPackage, openSession } from '@wachta/testing/api/accounts'
import { type Reply, startApi, type TestApi } from '@wachta/testing/api/start-api'
import { sql } from 'kysely'

let api: TestApi
let owner: number
let anna: string
let colleague: string
let reader: string
let bert: string

before(async () => {
  api = await startApi()
  const basic = await addPackage(api.owner)
  await api.owner.query(sql`update package set monthly_reports_limit = 7 where id = ${basic}`)
  owner = await addAccount(api.owner, { name: 'Anna', language: 'pl' })
  await api.owner.query(sql`update account set time_zone_id = 'europe_london' where id = ${owner}`)
  anna = await openSession(api.owner, owner)
  colleague = await openSession(api.owner, await addAccount(api.owner, { parent: owner }))
  reader = await openSession(api.owner, await addAccount(api.owner, { parent: owner, readOnly: true }))
  bert = await openSession(api.owner, await addAccount(api.owner, { name: 'Bert' }))
})
after(() => api[Symbol.asyncDispose]())

const method = { unknown: false, paused: false, suspended: true, corrected: true, business_hours: [] }

test('a report template can be created with defaults, found, changed and deleted', async () => {
  const id = await create({ name: 'Monthly', section_ids: ['summary', 'failures', 'accounting_method'] })
  const path = `/report_templates/${id}`
  const { created_at, ...rest } = (await get(path)).body
  assert.ok(Math.abs(Date.parse(created_at) - Date.now()) < 60_000)
  assert.deepEqual(rest, {
    id,
    owner_id: owner,
    name: 'Monthly',
    description: '',
    title: '',
    introduction: '',
    email_subject: '',
    email_body: '',
    tags: [],
    delivery: 'attachment',
    is_active: true,
    language_id: 'pl',
    time_zone_id: 'europe_london',
    section_ids: ['summary', 'failures', 'accounting_method'],
    reporting_plan_ids: [],
    attachment_type_ids: ['pdf'],
    scope: { all_services: true, group_ids: [], service_ids: [] },
    accounting_method: method,
    recipients: [],
    external_id: null,
    service_level_target: null,
  })
  const search = {
    filters: { language_id: ['pl'] },
    query: 'month',
    fields: ['id'],
    embed: ['time_zone.id', 'plans.id'],
  }
  const found = await api.call('POST', '/report_templates/search', { as: anna, body: search })
  assert.deepEqual(found.body, [{ id, time_zone: { id: 'europe_london' }, plans: [] }])

  const changes = {
    name: 'Weekly',
    language_id: 'en',
    section_ids: ['failures', 'summary'],
    reporting_plan_ids: ['weekly'],
    attachment_type_ids: ['json', 'pdf'],
    recipients: ['board@example.com'],
  }
  assert.equal((await put(path, { created_at, ...rest, ...changes })).status, 204)
  assert.deepEqual((await get('/accounts/my_account/report_templates')).body, [{ created_at, ...rest, ...changes }])
  assert.equal((await get(`${path}/owner`)).body.id, owner)
  assert.deepEqual(faults(await put(path, { created_at: '2020-01-01T00:00:00Z' })), ['read_only_field data.created_at'])

  assert.equal((await api.call('DELETE', path, { as: anna })).status, 204)
  assert.equal((await get(path)).status, 404)
})

test('invalid report templates are rejected', async () => {
  const attempt = (body: object) =>
    api.call('POST', '/report_templates', { as: anna, body: { name: 'x', section_ids: ['summary'], ...body } })
  assert.deepEqual(faults(await api.call('POST', '/report_templates', { as: anna, body: { name: 'x' } })), [
    'missing_field data.section_ids',
  ])
  assert.deepEqual(faults(await attempt({ section_ids: [] })), ['too_few_items data.section_ids'])
  assert.deepEqual(faults(await attempt({ section_ids: ['summary', 'summary'] })), ['repeated_item data.section_ids'])
  const unknown = { section_ids: ['poem'], reporting_plan_ids: ['hourly'], attachment_type_ids: ['exe'] }
  assert.deepEqual(faults(await attempt({ ...unknown, language_id: 'tlh', time_zone_id: 'mars_olympus' })), [
    'unknown_reference data.attachment_type_ids',
    'unknown_reference data.language_id',
    'unknown_reference data.reporting_plan_ids',
    'unknown_reference data.section_ids',
    'unknown_reference data.time_zone_id',
  ])
  assert.deepEqual(faults(await attempt({ recipients: ['a@example.com', 'nobody'] })), [
    'wrong_format data.recipients.1',
  ])
  assert.deepEqual(faults(await attempt({ accounting_method: { rounded: true } })), [
    'unknown_field data.accounting_method.rounded',
  ])
  assert.deepEqual(faults(await attempt({ scope: { service_ids: [987654] } })), [
    'unknown_reference data.scope.service_ids',
  ])
  const id = await create({ name: 'Right', section_ids: ['summary'], recipients: ['a@example.com'] })
  assert.deepEqual(faults(await put(`/report_templates/${id}`, unknown)), [
    'unknown_reference data.attachment_type_ids',
    'unknown_reference data.reporting_plan_ids',
    'unknown_reference data.section_ids',
  ])
})

test('the accounting method gets its defaults, and a change is merged into the stored one', async () => {
  const minute = (day_of_week: number, hour: number) => ({ day_of_week, hour, minute: 0 })
  const monday = { start_minute: minute(1, 8), end_minute: minute(1, 16) }
  const id = await create({ name: 'Hours', section_ids: ['summary'], accounting_method: { business_hours: [monday] } })
  const path = `/report_templates/${id}`
  assert.deepEqual((await get(path)).body.accounting_method, { ...method, business_hours: [monday] })
  assert.equal((await put(path, { accounting_method: { unknown: true, corrected: false } })).status, 204)
  const expected = { ...method, unknown: true, corrected: false, business_hours: [monday] }
  assert.deepEqual((await get(path)).body.accounting_method, expected)
  assert.deepEqual(
    faults(await put(path, { accounting_method: { business_hours: [{ start_minute: minute(8, 0) }] } })),
    [
      'missing_field data.accounting_method.business_hours.0.end_minute',
      'too_large data.accounting_method.business_hours.0.start_minute.day_of_week',
    ],
  )
})

test('deleted services are removed from the scope, and those of other accounts are rejected', async () => {
  const watched = { type_id: 'ping', name: 'Router', address: 'router.example.com' }
  const mine = (await api.call('POST', '/services', { as: anna, body: watched })).body.id
  const theirs = (await api.call('POST', '/services', { as: bert, body: watched })).body.id
  const group = (await api.call('POST', '/groups', { as: anna, body: { name: 'Shops' } })).body.id
  const id = await create({
    name: 'Scoped',
    section_ids: ['summary'],
    scope: { service_ids: [mine], group_ids: [group] },
  })
  const path = `/report_templates/${id}`
  assert.deepEqual(faults(await put(path, { scope: { service_ids: [theirs] } })), [
    'unknown_reference data.scope.service_ids',
  ])
  assert.equal((await api.call('DELETE', `/services/${mine}`, { as: anna })).status, 204)
  assert.equal((await api.call('DELETE', `/groups/${group}`, { as: anna })).status, 204)
  assert.deepEqual((await get(path)).body.scope, { all_services: false, group_ids: [], service_ids: [] })
})

test('sections and active plans are dictionary values, in the language of the caller', async () => {
  const id = await create({
    name: 'Plans',
    section_ids: ['summary', 'failures'],
    reporting_plan_ids: ['monthly', 'daily'],
  })
  const path = `/report_templates/${id}`
  const read = async (what: string, language: string) => {
    const reply = await api.call('GET', `${path}/${what}`, { as: anna, headers: { 'accept-language': language } })
    assert.equal(reply.headers['x-total-count'], String(reply.body.length))
    return reply.body.map((each: { id: string; name: string }) => `${each.id}: ${each.name}`)
  }
  assert.deepEqual(await read('sections', 'pl'), ['failures: Awarie', 'summary: Podsumowanie'])
  assert.deepEqual(await read('sections', 'en'), ['failures: Failures', 'summary: Summary'])
  assert.deepEqual(await read('reporting_plans', 'en'), ['daily: Daily', 'monthly: Monthly'])
  assert.equal((await put(path, { is_active: false })).status, 204)
  assert.deepEqual(await read('reporting_plans', 'en'), [], 'nothing is made by plan')
  assert.deepEqual((await get(path)).body.reporting_plan_ids, ['monthly', 'daily'], 'but it is remembered')
})

test('statistics count the reports of the template per month in UTC', async () => {
  const [id, other] = [
    await create({ name: 'Counted', section_ids: ['summary'], time_zone_id: 'pacific_auckland' }),
    await create({ name: 'Other', section_ids: ['summary'] }),
  ]
  const stats = async (of: number) => (await get(`/report_templates/${of}/stats`)).body
  const none = { reports_count: 0, reports_this_month: 0, monthly_reports_limit: 7, last_report_time: null }
  assert.deepEqual(await stats(id), none)
  for (const time of ['2026-04-30T23:59:59Z', '2026-05-01T00:00:00Z', '2026-05-20T12:00:00Z'])
    await api.owner.query(sql`insert into report (template_id, created_at, start_time, end_time, template)
select id, ${time}, '2026-01-01', '2026-02-01', report_template_snapshot(t) from report_template t where id = ${id}`)
  const counted = { reports_count: 3, monthly_reports_limit: 7, last_report_time: '2026-05-20T12:00:00Z' }
  try {
    api.clock = new Date('2026-05-31T23:59:59Z')
    assert.deepEqual(await stats(id), { ...counted, reports_this_month: 2 })
    api.clock = new Date('2026-06-01T00:00:00Z')
    assert.deepEqual(await stats(id), { ...counted, reports_this_month: 0 })
  } finally {
    api.clock = null
  }
  assert.deepEqual(await stats(other), none)
  assert.equal((await api.call('DELETE', `/report_templates/${id}`, { as: anna })).status, 204)
  const left = await api.owner.query(sql`select from report where template_id = ${id}`)
  assert.equal(left.length, 0, 'reports go with their template')
})

test('other accounts see nothing, read-only users change nothing, additional users act for the account', async () => {
  const id = await create({ name: 'Private', section_ids: ['summary'] })
  const path = `/report_templates/${id}`
  const reads = [
    path,
    ...['stats', 'sections', 'reporting_plans', 'owner', 'permissions'].map((what) => `${path}/${what}`),
  ]
  for (const [as, read, change, remove] of [
    [bert, 404, 404, 404],
    [reader, 200, 403, 403],
    [colleague, 200, 204, 204],
  ] as const) {
    for (const each of reads) assert.equal((await api.call('GET', each, { as })).status, read, each)
    assert.equal((await api.call('PUT', path, { as, body: { description: as } })).status, change)
    assert.equal((await api.call('DELETE', path, { as })).status, remove)
  }
  const body = { name: 'x', section_ids: ['summary'] }
  assert.equal((await api.call('POST', '/report_templates', { as: reader, body })).status, 403)
  const made = await api.call('POST', '/report_templates', { as: colleague, body })
  assert.equal((await get(`/report_templates/${made.body.id}`)).body.owner_id, owner)
  const planted = await api.call('POST', '/report_templates', { as: bert, body: { ...body, owner_id: owner } })
  assert.deepEqual(faults(planted), ['unknown_reference data.owner_id'])
})

test('recipients are in the erasable part of the audit log', async () => {
  const recipient = 'somebody.special@example.com'
  const id = await create({ name: 'Audited', section_ids: ['summary'], recipients: [recipient] })
  const [entry] = await api.owner.query(
    sql<{ chained: string; personal: string }>`select a::text as chained, p::text as personal
from audit a join audit_personal p on p.audit_id = a.id where p.part = 'subject' and a.resource = 'report_template' and a.object_id = ${String(id)}`,
  )
  assert.equal(entry?.chained.includes(recipient), false)
  assert.equal(entry?.chained.includes('Audited'), true)
  assert.equal(entry?.personal.includes(recipient), true)
})

async function create(body: object): Promise<number> {
  const reply = await api.call('POST', '/report_templates', { as: anna, body })
  assert.equal(reply.status, 201, reply.text)
  return reply.body.id
}

const get = (path: string) => api.call('GET', path, { as: anna })
const put = (path: string, body: object) => api.call('PUT', path, { as: anna, body })

const faults = ({ body }: Reply): string[] =>
  body.map((each: { error: string; field?: string }) => `${each.error} ${each.field ?? ''}`.trim()).sort()
