import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { summarizeReport } from '@wachta/report'
import { addAccount, addPackage, openSession } from '@wachta/testing/api/accounts'
import { startApi, type TestApi } from '@wachta/testing/api/start-api'
import { createSampleDocument } from '@wachta/testing/report-document'
import { type Smtp, startSmtp } from '@wachta/testing/smtp'
import { sql } from 'kysely'
import { createReportMailTask } from '../src/features/reports/send-report.ts'
import { createMailTransport } from '../src/platform/mail/transport.ts'

let api: TestApi
let smtp: Smtp
let owner: number
let anna: string

before(async () => {
  api = await startApi()
  smtp = await startSmtp()
  const basic = await addPackage(api.owner)
  await api.owner.query(sql`update package set monthly_reports_limit = 100 where id = ${basic}`)
  owner = await addAccount(api.owner, { name: 'Anna' })
  await api.owner.query(
    sql`update account set email_address = 'anna@mail.example', is_activated = true where id = ${owner}`,
  )
  anna = await openSession(api.owner, owner)
})
after(async () => {
  await smtp[Symbol.asyncDispose]()
  await api[Symbol.asyncDispose]()
})

const send = (report: number, to: string, server = smtp) =>
  createReportMailTask({
    database: api.database,
    transport: createMailTransport({ url: server.url, from: 'Wachta <reports@wachta.example>' }),
    context: api.interface.context,
    verifiesRecipients: true,
    now: () => new Date(),
  })({ kind: 'report', accountId: owner, report, to }, { id: '1', createdAt: new Date() })

async function addReport(settings: object, recipient: string): Promise<number> {
  const body = { name: 'Monthly', section_ids: ['summary'], recipients: [recipient], ...settings }
  const template = await api.call('POST', '/report_templates', { as: anna, body })
  assert.equal(template.status, 201, template.text)
  const { id } = (await api.call('POST', '/reports', { as: anna, body: { template_id: template.body.id } })).body
  const document = Buffer.from(JSON.stringify(createSampleDocument()))
  await api.owner.query(sql`insert into report_file (report_id, type_id, file_name, media_type, content, size, sha256) values
  (${id}, 'pdf', 'monthly.pdf', 'application/pdf', '%PDF-1.7'::bytea, 8, sha256('%PDF-1.7')),
  (${id}, 'json', 'monthly.json', 'application/json', ${document}, ${document.length}, sha256(${document}))`)
  const summary = JSON.stringify(summarizeReport(createSampleDocument()))
  await api.owner.query(sql`update report set status = 'completed', summary = ${summary} where id = ${id}`)
  await api.owner.query(sql`insert into report_delivery (report_id, recipient) values (${id}, ${recipient})`)
  return id
}

const deliveries = async (report: number) =>
  (await api.call('GET', `/reports/${report}/deliveries`, { as: anna })).body as {
    status: string
    failure_reason: string | null
    sent_at: string | null
  }[]

test('a report is sent once with its files, in words and figures', async () => {
  const id = await addReport({}, 'anna@mail.example')
  await send(id, 'anna@mail.example')
  await send(id, 'anna@mail.example')
  const { email } = await smtp.message(0)
  assert.equal(smtp.received.length, 1)
  assert.match(email.subject ?? '', /99|100/)
  assert.deepEqual(
    email.attachments.map(({ filename, mimeType }) => [filename, mimeType]),
    [['monthly.pdf', 'application/pdf']],
  )
  for (const part of [email.text, email.html]) {
    assert.match(part?.replaceAll(/\s+/g, ' ') ?? '', /Files of the report are attached\. The link needs no sign-in\./)
    assert.match(part ?? '', /Services with the lowest service level \(up to 5\)/)
  }
  assert.doesNotMatch(`${email.subject} ${email.text} ${email.html}`, /\{\{|undefined|null|NaN/)
  const [delivery] = await deliveries(id)
  assert.deepEqual([delivery?.status, delivery?.failure_reason], ['sent', null])
  assert.ok(delivery?.sent_at)
})

test('with a link there are no files, and the link leads to the report until links are revoked', async () => {
  const texts = { email_subject: 'Level {{service_level}}', email_body: 'First.\n\nSee {{report_link}}' }
  const id = await addReport({ delivery: 'link', ...texts }, 'anna@mail.example')
  await send(id, 'anna@mail.example')
  const { email } = await smtp.message(1)
  assert.match(email.subject ?? '', /^Level \d/)
  assert.deepEqual(email.attachments, [])
  const link = new URL(/https?:\/\/\S+by_token\S+/.exec(email.text ?? '')?.[0] ?? 'none:')
  const follow = () => api.call('GET', `${link.pathname.replace('/v3', '')}${link.search}`)
  assert.equal((await follow()).text, '%PDF-1.7')
  assert.equal((await api.call('POST', `/reports/${id}/revoke_links`, { as: anna })).status, 204)
  assert.equal((await follow()).status, 404)
})

test('who has not confirmed the address is asked once and sent nothing', async () => {
  const id = await addReport({}, 'board@mail.example')
  const asked = await api.owner.query(
    sql<{
      payload: unknown
    }>`select payload from graphile_worker._private_jobs where payload ->> 'to' = 'board@mail.example'`,
  )
  assert.deepEqual(asked, [{ payload: { kind: 'recipient', accountId: owner, to: 'board@mail.example' } }])
  await send(id, 'board@mail.example')
  assert.equal(smtp.received.length, 2)
  assert.deepEqual(
    (await deliveries(id)).map(({ status, failure_reason }) => [status, failure_reason]),
    [['failed', 'address_not_confirmed']],
  )
})

test('what a mail server answers is recorded, and a later attempt can still succeed', async () => {
  const id = await addReport({}, 'anna@mail.example')
  await using refusing = await startSmtp({ refuseRecipients: true })
  await assert.rejects(send(id, 'anna@mail.example', refusing), /550/)
  const state = async () =>
    (await deliveries(id)).map(({ status, failure_reason, sent_at }) => [status, failure_reason, sent_at !== null])
  assert.deepEqual(await state(), [['failed', 'The mail was not sent: EENVELOPE 550 in answer to RCPT.', false]])
  await send(id, 'anna@mail.example')
  assert.deepEqual(await state(), [['sent', null, true]])
})

test('the periodic report about a group is sent like others, and names its group', async () => {
  const id = await addReport({}, 'anna@mail.example')
  const [group] = await api.owner.query(
    sql<{
      id: number
    }>`update report r set template_id = null, group_id = g.id, reporting_plan_id = 'daily', first_day = '2026-11-01'
from service_group g where g.owner_id = ${owner} and r.id = ${id} returning g.id`,
  )
  const { body } = await api.call('GET', `/reports/${id}?embed=group`, { as: anna })
  assert.deepEqual([body.template_id, body.group_id, body.group?.id], [null, group?.id, group?.id])
  assert.equal((await api.call('GET', `/reports/${id}/template`, { as: anna })).status, 404)
  await send(id, 'anna@mail.example')
  assert.equal((await deliveries(id))[0]?.status, 'sent')
  await api.owner.query(sql`update report set group_id = null where id = ${id}`)
  assert.equal((await api.call('GET', `/reports/${id}`, { as: anna })).body.group_id, null)
})
