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

before(async () => {
  api = await startApi()
  await addPackage(api.owner)
  owner = await addAccount(api.owner, { name: 'Anna', language: 'pl' })
  anna = await openSession(api.owner, owner)
  reader = await openSession(api.owner, await addAccount(api.owner, { parent: owner, readOnly: true }))
  bert = await openSession(api.owner, await addAccount(api.owner, { name: 'Bert' }))
})
after(() => api[Symbol.asyncDispose]())

const faults = ({ body }: Reply) =>
  body.map((fault: { error: string; field?: string }) => `${fault.error} ${fault.field ?? ''}`.trim())
const ask = (body: object = {}, as = anna) =>
  api.call('POST', '/report_templates/preview', { as, body: { name: 'Monthly', section_ids: ['summary'], ...body } })
const waiting = () =>
  api.owner.query(
    sql<{
      id: number
      template: object
    }>`select id, template from report_preview where owner_id = ${owner} order by id`,
  )

test('a preview is queued before reports that are due, and the same question is not queued twice', async () => {
  const pending = { status: 'pending', failure_reason: null, pages: null, svg: null }
  const answer = await ask({ title: 'October' })
  assert.equal(answer.status, 200, answer.text)
  assert.deepEqual(answer.body, pending)
  assert.deepEqual((await ask({ title: 'October' })).body, pending)
  const [made, ...others] = await waiting()
  assert.ok(made)
  assert.deepEqual(others, [])
  assert.deepEqual(made.template, {
    name: 'Monthly',
    title: 'October',
    introduction: '',
    section_ids: ['summary'],
    tags: [],
    scope: { all_services: true, group_ids: [], service_ids: [] },
    accounting_method: { unknown: false, paused: false, suspended: true, corrected: true, business_hours: [] },
    language_id: 'pl',
    time_zone_id: 'europe_warsaw',
    service_level_target: null,
    email_subject: '',
    email_body: '',
    attachment_type_ids: [],
    recipients: [],
    delivery: 'attachment',
  })
  const jobs = await api.owner.query(
    sql`select payload, priority from graphile_worker._private_jobs where key = ${`report_preview:${made.id}`}`,
  )
  assert.deepEqual(jobs, [{ payload: { preview: made.id }, priority: -1 }])
})

test('what was drawn is the answer for some minutes', async () => {
  await ask({ title: 'Drawn' })
  await api.owner.query(
    sql`update report_preview set status = 'completed', svg = '<svg/>', pages = 2 where template ->> 'title' = 'Drawn'`,
  )
  assert.deepEqual((await ask({ title: 'Drawn' })).body, {
    status: 'completed',
    failure_reason: null,
    pages: 2,
    svg: '<svg/>',
  })
  await api.owner.query(sql`update report_preview set created_at = created_at - interval '6 minutes'`)
  assert.equal((await ask({ title: 'Drawn' })).body.status, 'pending')
})

test('a preview of a period without an end is the same one when it is asked for again', async () => {
  const minuteMs = 60_000
  const fixed = Math.floor(Date.now() / (5 * minuteMs)) * 5 * minuteMs + minuteMs
  const start_time = new Date(fixed - 48 * 60 * minuteMs).toISOString()
  for (const seconds of [0, 20, 40]) {
    api.clock = new Date(fixed + seconds * 1000)
    assert.equal((await ask({ title: 'So far', start_time })).status, 200)
  }
  api.clock = null
  const asked = (await waiting()).filter(({ template }) => (template as { title: string }).title === 'So far')
  assert.equal(asked.length, 1)
})

test('a form that changes quickly leaves no queue behind', async () => {
  for (const title of ['a', 'b', 'c', 'd', 'e']) await ask({ title })
  const titles = (await waiting()).map(({ template }) => (template as { title: string }).title)
  assert.deepEqual(titles.slice(-3), ['c', 'd', 'e'])
  assert.ok(!titles.includes('b'))
})

test('what could not be saved is not drawn', async () => {
  assert.deepEqual(faults(await ask({ introduction: 'For {{nobody}}' })), ['unknown_variable data.introduction'])
  assert.deepEqual(faults(await ask({ section_ids: ['nonsense'] })), ['unknown_reference data.section_ids'])
  assert.deepEqual(faults(await ask({ scope: { service_ids: [1] } })), ['unknown_reference data.scope.service_ids'])
  const [start_time, end_time] = ['2026-01-01T00:00:00Z', '2025-01-01T00:00:00Z']
  assert.deepEqual(faults(await ask({ start_time, end_time })), ['wrong_window data.end_time'])
})

test('business hours are part of what is drawn', async () => {
  const business_hours = [
    { start_minute: { day_of_week: 1, hour: 8, minute: 15 }, end_minute: { day_of_week: 1, hour: 18, minute: 30 } },
  ]
  assert.equal((await ask({ title: 'Hours', accounting_method: { business_hours } })).status, 200)
  const drawn = (await waiting()).at(-1)?.template as { accounting_method: { business_hours: object[] } }
  assert.deepEqual(drawn.accounting_method.business_hours, business_hours)
})

test('only who may create templates of an account previews them', async () => {
  assert.equal((await ask({}, reader)).status, 403)
  assert.equal((await ask({ owner_id: owner }, bert)).status, 404)
  assert.equal((await ask({ owner_id: owner })).status, 200)
})

test('an account asks for so many in an hour', async () => {
  await api.owner.query(sql`insert into report_preview (owner_id, digest, template, start_time, end_time, created_at)
select ${owner}, sha256(n::text::bytea), '{}', now(), now(), now() from generate_series(1, 240) n`)
  const answer = await ask({ title: 'one more' })
  assert.equal(answer.status, 429)
  assert.deepEqual(faults(answer), ['too_many_for_now'])
})
