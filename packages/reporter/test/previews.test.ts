import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Database, openDatabase } from '@wachta/database'
import { createTestDatabase, type TestDatabase } from '@wachta/testing/database'
import { addRawJob, jobTable } from '@wachta/testing/jobs'
import { sql } from 'kysely'
import { createPreviewTask } from '../src/reports/draw-preview.ts'
import { failExhausted } from '../src/reports/fail-exhausted.ts'
import { addServices } from './histories.ts'

const quiet = { info: () => undefined, error: () => undefined }
const now = new Date('2026-11-02T12:00:00Z')

let server: TestDatabase
let db: Database

before(async () => {
  server = await createTestDatabase()
  db = openDatabase(server.url, { role: null, connections: 4 })
  await addServices(db, 3)
  await db.query(sql`update service set created_at = '2026-01-01'`)
})
after(async () => {
  await db[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
})

async function order(scope: object, section_ids: readonly string[] = ['summary']): Promise<number> {
  const template = {
    ...{ name: 'Monthly', title: 'October', introduction: 'For {{account_name}}', email_subject: '', email_body: '' },
    ...{ language_id: 'en', time_zone_id: 'europe_warsaw', section_ids, attachment_type_ids: [], scope },
    ...{ tags: [], service_level_target: 99.9, recipients: [], delivery: 'attachment' },
    accounting_method: { unknown: false, paused: false, suspended: true, corrected: true, business_hours: [] },
  }
  const [made] = await db.query(sql<{
    id: number
  }>`insert into report_preview (owner_id, digest, template, start_time, end_time, created_at)
select id, sha256(${JSON.stringify([scope, section_ids])}::bytea), ${JSON.stringify(template)}::jsonb, '2026-09-30T22:00Z', '2026-10-31T23:00Z', ${now} from account returning id`)
  return made?.id ?? 0
}

const draw = (preview: number) => createPreviewTask({ database: db, log: quiet, now: () => now })({ preview })
const read = async (preview: number) =>
  (
    await db.query(
      sql<{
        status: string
        failure_reason: string | null
        pages: number | null
        svg: string | null
      }>`select status, failure_reason, pages, svg from report_preview where id = ${preview}`,
    )
  )[0]

test('a preview has the pages of the document, and is neither sealed nor sent', async () => {
  const id = await order({ all_services: true, group_ids: [], service_ids: [] })
  await draw(id)
  const { svg, ...rest } = (await read(id)) ?? {}
  assert.deepEqual(rest, { status: 'completed', failure_reason: null, pages: 1 })
  assert.match(svg ?? '', /^<svg [^>]*viewBox="0 0 596\.000 842\.000"/)
  assert.doesNotMatch(svg ?? '', /<script|javascript:|\son\w+=/)
  for (const table of ['seal', 'report', 'report_delivery'])
    assert.deepEqual(await db.query(sql`select from ${sql.table(table)}`), [], table)
})

test('a preview without services says why it is empty', async () => {
  const id = await order({ all_services: false, group_ids: [], service_ids: [] })
  await draw(id)
  assert.deepEqual(await read(id), { status: 'failed', failure_reason: 'no_services', pages: null, svg: null })
})

test('a preview fails once every attempt has ended with an unforeseen error', async () => {
  const everything = { all_services: true, group_ids: [], service_ids: [] }
  const [exhausted, retried] = [await order(everything, ['no section']), await order(everything, ['nor this'])]
  for (const preview of [exhausted, retried]) {
    await assert.rejects(draw(preview), TypeError)
    await addRawJob(db, 'report_preview', { payload: { preview }, key: `report_preview:${preview}`, maxAttempts: 2 })
  }
  await db.query(
    sql`update ${jobTable} set attempts = case key when ${`report_preview:${exhausted}`} then 2 else 1 end`,
  )
  await failExhausted({ database: db, log: quiet, now })
  const failed = { status: 'failed', failure_reason: 'not_printable', pages: null, svg: null }
  assert.deepEqual(await read(exhausted), failed)
  assert.equal((await read(retried))?.status, 'in_progress')
})

test('one that was replaced meanwhile is not drawn', async () => {
  await draw(987_654)
  assert.deepEqual(await db.query(sql`select from report_preview where id = 987654`), [])
})
