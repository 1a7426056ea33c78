import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { addAccount, addPackage, openSession } from '@wachta/testing/api/accounts'
import { type Reply, startApi, type TestApi } from '@wachta/testing/api/start-api'
import { sql } from 'kysely'

let api: TestApi
let owner: number
let anna: string
let reader: string
let bert: string
let template: number

before(async () => {
  api = await startApi()
  const basic = await addPackage(api.owner)
  await api.owner.query(sql`update package set monthly_reports_limit = 3 where id = ${basic}`)
  owner = await addAccount(api.owner, { name: 'Anna', language: 'pl' })
  await api.owner.query(sql`update account set time_zone_id = 'europe_warsaw' where id = ${owner}`)
  anna = await openSession(api.owner, owner)
  reader = await openSession(api.owner, await addAccount(api.owner, { parent: owner, readOnly: true }))
  bert = await openSession(api.owner, await addAccount(api.owner, { name: 'Bert' }))
  const body = { name: 'Monthly', section_ids: ['failures', 'summary'], introduction: 'For {{account_name}}' }
  template = (await api.call('POST', '/report_templates', { as: anna, body })).body.id
})
after(() => api[Symbol.asyncDispose]())

const day = 86_400_000
const inWarsaw = (time: string) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Warsaw', dateStyle: 'short', timeStyle: 'medium' }).format(
    Date.parse(time),
  )
const faults = ({ body }: Reply) =>
  body.map((fault: { error: string; field?: string }) => `${fault.error} ${fault.field ?? ''}`.trim())
const get = (path: string, as = anna) => api.call('GET', path, { as })
const order = (body: object, as = anna) =>
  api.call('POST', '/reports', { as, body: { template_id: template, ...body } })

test('an ordered report is queued, is about the last whole month in its zone, and keeps its template', async () => {
  const answer = await order({})
  assert.equal(answer.status, 201)
  const { id } = answer.body
  const { created_at: _created, start_time, end_time, ...rest } = (await get(`/reports/${id}`)).body
  for (const edge of [start_time, end_time]) assert.match(inWarsaw(edge), /^\d{4}-\d{2}-01 00:00:00$/)
  const age = Date.now() - Date.parse(end_time)
  assert.ok(age >= 0 && age < 32 * day && Date.parse(start_time) < Date.parse(end_time))
  assert.deepEqual(rest, {
    id,
    owner_id: owner,
    template_id: template,
    group_id: null,
    name: 'Monthly',
    status: 'pending',
    failure_reason: null,
    reporting_plan_id: null,
    is_test: false,
    language_id: 'pl',
    time_zone_id: 'europe_warsaw',
    section_ids: ['failures', 'summary'],
    attachment_type_ids: ['pdf'],
    completed_at: null,
    signature_fingerprint: null,
    time_stamp_status: null,
  })
  const jobs = await api.owner.query(
    sql<{ payload: unknown }>`select payload from graphile_worker._private_jobs where key = ${`report:${id}`}`,
  )
  assert.deepEqual(jobs, [{ payload: { report: id } }])
  await api.call('PUT', `/report_templates/${template}`, {
    as: anna,
    body: { section_ids: ['summary'], language_id: 'en' },
  })
  assert.deepEqual((await get(`/reports/${id}`)).body.section_ids, ['failures', 'summary'])
  assert.equal((await get(`/reports/${id}/template`)).body.id, template)
  assert.equal((await get(`/reports/${id}/owner`)).body.id, owner)
  const sections = (await get(`/reports/${id}/sections`)).body as { id: string }[]
  assert.deepEqual(sections.map((each) => each.id).sort(), ['failures', 'summary'])
  for (const path of [`/report_templates/${template}/reports`, `/accounts/${owner}/reports`, '/reports'])
    assert.deepEqual(
      (await get(path)).body.map((each: { id: number }) => each.id),
      [id],
      path,
    )
  assert.deepEqual(faults(await get(`/reports/${id}/json`)), ['report_not_ready'])
  assert.equal((await api.call('DELETE', `/reports/${id}`, { as: anna })).status, 204)
  assert.equal((await get(`/reports/${id}`)).status, 404)
})

test('impossible periods, unknown variables and foreign templates are rejected', async () => {
  const times = { start_time: '2026-11-02T00:00:00Z', end_time: '2026-11-01T00:00:00Z' }
  assert.deepEqual(faults(await order(times)), ['wrong_window data.end_time'])
  const ordered = await order({ end_time: '2026-11-01T00:00:00Z', is_test: true })
  assert.equal((await get(`/reports/${ordered.body.id}`)).body.start_time, '2026-10-02T00:00:00Z')
  assert.deepEqual(faults(await order({ start_time: '2024-01-01T00:00:00Z' })), ['range_too_long data.start_time'])
  const tomorrow = new Date(Date.now() + day).toISOString()
  assert.deepEqual(faults(await order({ start_time: tomorrow })), ['wrong_window data.end_time'])
  assert.equal((await order({}, reader)).status, 403)
  assert.equal((await order({}, bert)).status, 422)
  const body = { name: 'x', section_ids: ['summary'], email_subject: '{{service_level}} {{poem}}', email_body: '{{x}}' }
  assert.deepEqual(faults(await api.call('POST', '/report_templates', { as: anna, body })), [
    'unknown_variable data.email_subject',
    'unknown_variable data.email_body',
  ])
  const change = { as: anna, body: { introduction: '{{y}}' } }
  assert.deepEqual(faults(await api.call('PUT', `/report_templates/${template}`, change)), [
    'unknown_variable data.introduction',
  ])
})

test('the package limits reports of a month, also when ordered at once; tests and failed ones do not count', async () => {
  await api.owner.query(sql`delete from report`)
  const answers = await Promise.all(Array.from({ length: 5 }, () => order({})))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 201, 201, 422, 422])
  const refused = answers.find(({ status }) => status === 422)
  assert.deepEqual(refused && faults(refused), ['too_many_reports data.template_id'])
  assert.equal((await order({ is_test: true })).status, 201)
  await api.owner.query(
    sql`update report set status = 'failed' where id = (select min(id) from report where not is_test)`,
  )
  assert.equal((await order({})).status, 201)
  assert.equal((await order({})).status, 422)
  await api.owner.query(sql`update report set created_at = created_at - interval '40 days'`)
  assert.equal((await order({})).status, 201)
})

test('files are read by those who may, and by links until they expire or are revoked', async () => {
  await api.owner.query(sql`delete from report`)
  const { id } = (await order({})).body
  const other = (await order({})).body.id
  for (const report of [id, other]) {
    await api.owner.query(sql`insert into report_file (report_id, type_id, file_name, media_type, content, size, sha256, reason) values
  (${report}, 'pdf', 'monthly.pdf', 'application/pdf', '\\x255044462d'::bytea, 5, sha256('\\x255044462d'), null),
  (${report}, 'json', 'monthly.json', 'application/json', '{}'::bytea, 2, sha256('{}'), null),
  (${report}, 'checks_csv', 'checks.csv', 'text/csv', null, 99000000, sha256(''), 'too_large')`)
    await api.owner.query(sql`update report set status = 'completed' where id = ${report}`)
  }
  const list = (await get(`/reports/${id}/generated_attachments`, reader)).body
  assert.deepEqual(
    list.map((each: { type_id: string; reason: string | null }) => [each.type_id, each.reason]),
    [
      ['checks_csv', 'too_large'],
      ['json', null],
      ['pdf', null],
    ],
  )
  assert.equal((await get(`/reports/${id}/generated_attachments/json`)).body.file_name, 'monthly.json')
  assert.equal((await get(`/reports/${id}/generated_attachments/json/plain`)).text, '{}')
  assert.equal((await get(`/reports/${id}/json`)).text, '{}')
  const pdf = await get(`/reports/${id}/pdf`)
  assert.deepEqual([pdf.text, pdf.headers['content-type']], ['%PDF-', 'application/pdf'])
  assert.equal((await get(`/reports/${id}/generated_attachments/checks_csv/plain`)).status, 404)
  for (const path of ['', '/json', '/pdf', '/generated_attachments', '/generated_attachments/json/plain'])
    assert.equal((await get(`/reports/${id}${path}`, bert)).status, 404, path)

  const [json, printed] = ['json', 'pdf'].map(
    (type) => new URL(list.find((each: { type_id: string }) => each.type_id === type).url),
  )
  assert.ok(json && printed)
  const follow = (url: URL, from = '', to = '') =>
    api.call('GET', `${url.pathname.replace('/v3', '').replace(from, to)}${url.search}`)
  assert.equal((await follow(json)).text, '{}')
  assert.equal((await follow(printed)).text, '%PDF-')
  assert.equal((await follow(printed, `/reports/${id}`, `/reports/${other}`)).status, 404, 'another report')
  assert.equal((await follow(json, 'attachments/json', 'attachments/checks_csv')).status, 404, 'another file')
  const altered = new URL(json)
  altered.searchParams.set('token', `${json.searchParams.get('token')?.slice(0, -2)}AA`)
  assert.equal((await follow(altered)).status, 404, 'altered')
  await api.owner.query(sql`update report set link_version = link_version + 1 where id = ${id}`)
  assert.equal((await follow(json)).status, 404, 'revoked')
})

test('the variables of templates are those of the dictionary', async () => {
  const { reportVariables } = await import('@wachta/report')
  const listed = (await get('/dictionaries/report_template_variables?limit=100')).body as { id: string }[]
  assert.deepEqual([...reportVariables].sort(), listed.map(({ id }) => id).sort())
})
