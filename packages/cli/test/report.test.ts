import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { createReportTask } from '@wachta/reporter/src/reports/make-report.ts'
import { startTestServer, type TestServer } from '@wachta/testing/api/start-service'
import { sql } from 'kysely'
import { parsePeriod } from '../src/reports/report-period.ts'
import { programOf, type Run } from './support/program.ts'

let service: TestServer
let run: Run
let folder: string
let template: number

before(async () => {
  service = await startTestServer()
  run = programOf(service)
  folder = await mkdtemp(join(tmpdir(), 'wachta-report-'))
  await service.api.owner.query(sql`update package set monthly_reports_limit = 100`)
  await service.api.owner.query(sql`update account set time_zone_id = 'europe_warsaw', language_id = 'en'`)
  const client = service.client()
  const { id } = await client.call('create_service', { body: { name: 'Shop', type_id: 'ping', address: '192.0.2.1' } })
  await service.api.owner.query(sql`update service set created_at = '2026-01-01' where id = ${id}`)
  template = (
    await client.call('create_report_template', {
      body: { name: 'Monthly', section_ids: ['summary', 'failures'], attachment_type_ids: ['pdf', 'json', 'csv'] },
    })
  ).id
})
after(async () => {
  await rm(folder, { recursive: true })
  await service[Symbol.asyncDispose]()
})

/** Generates the ordered reports, as the reporter does. */
async function makeOrdered(): Promise<void> {
  const quiet = { info: () => undefined, error: () => undefined }
  const make = createReportTask({ database: service.api.owner, log: quiet, now: () => new Date() })
  const waiting = await service.api.owner.query(sql<{ id: number }>`select id from report where status = 'pending'`)
  for (const { id } of waiting) await make({ report: id })
}

const listed = async (...words: string[]) => JSON.parse((await run(['report', 'list', '--json', ...words])).out)

test('templates and reports are listed, and an order prints the id of the report', async () => {
  assert.deepEqual(await run(['report', 'list']), { code: 0, out: 'No reports.\n', error: '' })
  const templates = await run(['report', 'templates'])
  assert.match(
    templates.out,
    /^ *ID +Name +Active +Schedule +Time zone +Recipients\n *\d+ +Monthly +yes +– +europe_warsaw +–\n$/,
  )
  const ordered = await run(['report', 'order', 'Monthly', '--period', '2026-10'])
  assert.match(ordered.out, /^Report \d+ was requested\. Wait for it with: wachta report wait \d+\n$/, ordered.error)
  const [report] = await listed('--template', 'Monthly')
  assert.deepEqual(
    [report.template_id, report.start_time, report.end_time],
    [template, '2026-09-30T22:00:00Z', '2026-10-31T23:00:00Z'],
  )
  assert.match((await run(['report', 'list'])).out, /Monthly +In the queue +2026-10-01 +2026-10-31 +\S/)
  assert.match((await run(['report', 'list', '--language', 'pl'])).out, /Monthly +W kolejce/)
  const [header] = (await run(['report', 'list', '--csv'])).out.split('\n')
  assert.match(header ?? '', /^id,owner_id,template_id,.*status/)
  const early = await run(['report', 'download', String(report.id), '--to', folder])
  assert.deepEqual([early.code, /is not ready yet/.test(early.error)], [1, true])
})

test('an order waits for the report, whose files are downloaded and compared with their digests', async () => {
  const ordering = run(['report', 'order', 'Monthly', '--wait=60', '--json'])
  await new Promise((resolve) => setTimeout(resolve, 300))
  await makeOrdered()
  const ordered = await ordering
  assert.equal(ordered.code, 0, ordered.error)
  assert.match(ordered.error, /report \d+ is in the queue/)
  const report = JSON.parse(ordered.out)
  assert.equal(report.status, 'completed')
  assert.match((await run(['report', 'wait', String(report.id)])).out, /^Report \d+ is ready\.\n$/)

  const only = await run(['report', 'download', 'Monthly', '--to', folder])
  assert.match(only.out, /\/monthly-\d{4}-\d{2}-\d{2}\.pdf\n$/, only.error)
  assert.match((await readFile(only.out.trim())).subarray(0, 8).toString('latin1'), /^%PDF-1\./)
  const all = await run(['report', 'download', String(report.id), '--all', '--to', join(folder, 'all'), '--json'])
  const files = JSON.parse(all.out) as { type_id: string; path: string; sha256: string }[]
  assert.deepEqual(files.map(({ type_id }) => type_id).sort(), ['csv', 'json', 'pdf'])
  for (const { path, sha256 } of files)
    assert.equal(
      createHash('sha256')
        .update(await readFile(path))
        .digest('hex'),
      sha256,
      path,
    )
  assert.equal((await readdir(join(folder, 'all'))).length, 3)
  const missing = await run(['report', 'download', String(report.id), '--type', 'checks_csv', '--to', folder])
  assert.deepEqual([missing.code, /no checks_csv.*It has: /.test(missing.error)], [2, true], missing.error)
})

test('a report is shown with its files; a test is sent to the account', async () => {
  await run(['report', 'order', 'Monthly', '--test'])
  await makeOrdered()
  const { out } = await run(['report', 'show', 'Monthly'])
  assert.match(out, /^Title +Monthly$/m)
  assert.match(out, /^Status +Completed$/m)
  assert.match(out, /monthly-\S+\.pdf +pdf +[\d.]+ kB +[0-9a-f]+/)
  assert.match(out, /^Recipient +Status/m)
  assert.match(out, /Pending/)
  const shown = JSON.parse((await run(['report', 'show', 'Monthly', '--json'])).out)
  assert.deepEqual([shown.is_test, shown.deliveries.length], [true, 1])
  assert.match((await run(['report', 'list', '--language', 'pl'])).out, /Gotowy .*test/)
})

test('links are revoked, and a report is deleted after a question', async () => {
  const [{ id }] = await listed()
  const [file] = await service.client().call('list_report_generated_attachments', { path: { _id: id } })
  const url = file?.url ?? ''
  const address = new URL(new URL(url).pathname + new URL(url).search, service.baseUrl)
  assert.equal((await fetch(address)).status, 200)
  assert.match((await run(['report', 'revoke-links', String(id)])).out, /are no longer valid/)
  assert.equal((await fetch(address)).status, 404)
  assert.equal((await run(['report', 'delete', String(id)])).code, 2, 'no terminal to ask at')
  assert.equal((await run(['report', 'delete', 'Monthly', '--yes'])).code, 2)
  assert.match((await run(['report', 'delete', String(id), '--yes'])).out, /^Deleted: report \d+ \(Monthly\)\n$/)
  assert.ok((await listed()).every((each: { id: number }) => each.id !== id))
})

test('a report that fails says why', async () => {
  const client = service.client()
  const body = { name: 'Empty', section_ids: ['summary' as const], scope: { all_services: false } }
  await client.call('create_report_template', { body })
  assert.match((await run(['report', 'show', 'Empty'])).error, /There is no report from the template Empty yet/)
  assert.match((await run(['report', 'templates', '--limit', '1'])).out, /\n1 of 2\. See more with --limit\.\n$/)
  const ordering = run(['report', 'order', 'Empty', '--wait', '--from', '2026-10-05', '--to', '2026-10-06'])
  await new Promise((resolve) => setTimeout(resolve, 300))
  await makeOrdered()
  const failed = await ordering
  assert.deepEqual([failed.code, /failed: no services in the period/.test(failed.error)], [1, true], failed.error)
  assert.match((await run(['report', 'list', '--template', 'Empty'])).out, /Failed: no services in the period/)
  const both = await run(['report', 'order', 'Empty', '--period', '2026-10', '--from', '2d'])
  assert.deepEqual([both.code, /either --period/.test(both.error)], [2, true])
  assert.equal((await run(['report', 'order', 'Empty', '--period', 'October'])).code, 2)
})

test('periods begin at midnight of their zone, whatever its clocks do', () => {
  const range = (text: string, zone: string) => {
    const { from, to } = parsePeriod(text, zone)
    return [from.toISOString(), to.toISOString()]
  }
  assert.deepEqual(range('2026-10', 'Europe/Warsaw'), ['2026-09-30T22:00:00.000Z', '2026-10-31T23:00:00.000Z'])
  assert.deepEqual(range('2026-q1', 'Asia/Kathmandu'), ['2025-12-31T18:15:00.000Z', '2026-03-31T18:15:00.000Z'])
  assert.deepEqual(range('2026', 'UTC'), ['2026-01-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z'])
  assert.deepEqual(range('2026-02', 'America/St_Johns'), ['2026-02-01T03:30:00.000Z', '2026-03-01T03:30:00.000Z'])
  // On 1 October 2023 the clocks of Asunción went from midnight to one o'clock.
  assert.equal(range('2023-10', 'America/Asuncion')[0], '2023-10-01T04:00:00.000Z')
})
