import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { createReportTask } from '@wachta/reporter/src/reports/make-report.ts'
import { addPackage } from '@wachta/testing/api/accounts'
import { startApi, type TestApi } from '@wachta/testing/api/start-api'
import { addGroup, addHolder, addServices, type Holder } from '@wachta/testing/api/watched'
import { type Smtp, startSmtp } from '@wachta/testing/smtp'
import { sql } from 'kysely'
import { createReportMailTask } from '../src/features/reports/send-report.ts'
import { createMailTransport } from '../src/platform/mail/transport.ts'

const run = promisify(execFile)
const canary = 'CANARY-OF-A-FILE'
const executed = String(49 * 49 * 49)
const servicesCount = 40
const publicUrl = 'https://watch.example'
const now = () => new Date('2026-11-02T12:00:00Z')

let requests = 0
const server = createServer((_, response) => {
  requests++
  response.end()
})
let api: TestApi
let smtp: Smtp
let owner: Holder
let directory: string
let next: () => string

before(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  directory = await mkdtemp(join(tmpdir(), 'hostile-'))
  await writeFile(join(directory, 'canary.txt'), canary)
  next = createHostileStrings(
    `http://127.0.0.1:${(server.address() as AddressInfo).port}/x`,
    join(directory, 'canary.txt'),
  )
  api = await startApi()
  smtp = await startSmtp()
  const basic = await addPackage(api.owner)
  await api.owner.query(sql`update package set monthly_reports_limit = 100 where id = ${basic}`)
  owner = await addHolder(api.owner)
})
after(async () => {
  server.close()
  await rm(directory, { recursive: true, force: true })
  await smtp[Symbol.asyncDispose]()
  await api[Symbol.asyncDispose]()
})

test('4,000 hostile strings go from the database to PDF, CSV and e-mail as text', async () => {
  const used = await fillEveryField()
  assert.ok(used >= 4000, `${used} strings`)
  const report = await makeReport()
  const files = await api.owner.query(
    sql<{ type_id: string; content: Buffer }>`select type_id, content from report_file where report_id = ${report}`,
  )
  assert.deepEqual(files.map(({ type_id }) => type_id).sort(), [
    'corrections_csv',
    'csv',
    'json',
    'pdf',
    'status_changes_csv',
  ])
  for (const { type_id, content } of files) {
    if (type_id === 'pdf') await assertHarmlessPdf(content)
    if (type_id.endsWith('csv')) assertHarmlessCsv(content.toString('utf8'))
  }
  await assertHarmlessMail(report)
  assert.equal(requests, 0, 'an address was read')
})

/** Returns strings, all different, that a renderer could run, read as a file, take for markup, or fail to lay out. */
function createHostileStrings(address: string, file: string): () => string {
  const seeds = [
    '#(49*49*49)',
    `#read("${file}")`,
    '#image("/etc/passwd")',
    '\\#eval("49*49*49") $x^2$ *bold* _it_ `raw` @ref <label>',
    `<script>fetch("${address}")</script>`,
    `"><img src="${address}" onerror="alert(1)">`,
    `</style></title><iframe src="${address}"></iframe>`,
    `'-alert(1)-' javascript:alert(1)`,
    `=HYPERLINK("${address}";"x")`,
    `+cmd|' /C calc'!A0`,
    '-2+3',
    '@SUM(1+1)*cmd',
    '\t=1+1',
    '\r\nBcc: evil@example.com\r\n\r\n<b>x</b>',
    `{{service_level}} {{nothing}} \${7*7} $& $1`,
    `'; drop table report; --`,
    `<!DOCTYPE x [<!ENTITY e SYSTEM "file://${file}">]>&e;]]>`,
    ') Tj ET endstream endobj /JavaScript (app.alert(1))',
    '\u202egnp.exe\u202c \u2066isolated\u2069 \u200b\u200d\u2060',
    '漢字 한국어 العربية עברית 👩‍👩‍👧‍👦 🇵🇱',
    `e${'\u0301'.repeat(60)}`,
    'W'.repeat(190),
    'a;b,"c"\nd\u2028e\u0085f',
    '\u001b[31m\u0007\ufeff\u{e0001}',
  ]
  let count = 0
  return () => {
    const seed = seeds[count % seeds.length] ?? ''
    const other = seeds[(count * 7 + 3) % seeds.length] ?? ''
    count += 1
    return count <= seeds.length ? seed : `${seed} ${count} ${other}`.slice(0, 200)
  }
}

/** Writes them to every field that people and programs fill, bypassing the API's validation. Returns their number. */
async function fillEveryField(): Promise<number> {
  let used = 0
  const some = (length: number, max = 200) =>
    Array.from({ length }, () => {
      used += 1
      return cut(next(), max)
    })
  const [name = '', group = '', ...brand] = some(6, 60)
  await api.owner.query(
    sql`update account set name = ${name}, email_address = 'anna@mail.example', is_activated = true where id = ${owner.id}`,
  )
  await api.owner.query(sql`insert into branding (account_id, name, contact_text, contact_email_address, contact_phone_number, contact_url)
values (${owner.id}, ${brand[0]}, ${brand[1]}, ${brand[2]}, ${cut(brand[3] ?? '', 50)}, ${cut(next(), 200)})`)
  const groupId = await addGroup(api.owner, owner)
  await api.owner.query(sql`update service_group set name = ${group} where id = ${groupId}`)
  const ids = await addServices(api.owner, groupId, servicesCount)
  await api.owner.query(sql`update service set created_at = '2026-01-01'`)
  await api.owner.query(sql`insert into error_type (id, kind, name, description, diagnosis, extra_info)
select 900000 + n, 'hostile_' || n, jsonb_build_object('en', t, 'pl', t), '{}', '{}', '{}'
from unnest(${some(servicesCount)}::text[]) with ordinality x(t, n)`)
  for (const [index, id] of ids.entries()) {
    const [label, address] = some(2, 60)
    await api.owner.query(
      sql`update service set name = ${label}, address = ${address}, tags = ${some(20, 50)} where id = ${id}`,
    )
    await api.owner.query(sql`insert into correction (service_id, start_time, end_time, status, description, created_at)
select ${id}, '2026-10-02'::timestamptz + n * interval '5 minutes', '2026-10-02'::timestamptz + (n + 1) * interval '5 minutes', 'failure', t, '2026-10-03'
from unnest(${some(78)}::text[]) with ordinality x(t, n)`)
    await api.owner.query(sql`insert into status_change (service_id, owner_id, status, start_time, end_time, error_type_id) values
  (${id}, 0, 'ok', '2026-01-01', '2026-10-10 10:00Z', null), (${id}, 0, 'failure', '2026-10-10 10:00Z', '2026-10-10 10:30Z', ${900_001 + index}),
  (${id}, 0, 'ok', '2026-10-10 10:30Z', null, null)`)
  }
  return used
}

const cut = (text: string, max: number) => [...text].slice(0, max).join('').trim() || 'x'

async function makeReport(): Promise<number> {
  const [title, introduction, subject, body] = [next(), next(), next(), next()]
  const [made] = await api.owner.query(sql<{ id: number }>`insert into report_template
  (owner_id, name, title, introduction, email_subject, email_body, language_id, time_zone_id, section_ids, attachment_type_ids, accounting_method, recipients)
values (${owner.id}, ${cut(next(), 60)}, ${title}, ${`${introduction}\n\n{{service_names}}`}, ${`${subject} {{account_name}}`.slice(0, 255)}, ${`${body}\n\n{{group_names}}`},
  'pl', 'europe_warsaw', '{summary,accounting_method,service_level,failures,corrections,suspensions,events,error_types,performance}',
  '{csv,status_changes_csv,corrections_csv}', '{"unknown": false, "paused": false, "suspended": true, "corrected": true, "business_hours": []}', '{anna@mail.example}') returning id`)
  const [report] = await api.owner.query(sql<{
    id: number
  }>`insert into report (template_id, name, start_time, end_time, template)
select id, name, '2026-09-30 22:00Z', '2026-10-31 23:00Z', report_template_snapshot(t) from report_template t where id = ${made?.id ?? 0} returning id`)
  const id = report?.id ?? 0
  const log = { info: () => undefined, error: () => undefined }
  await createReportTask({ database: api.owner, log, now, publicUrl })({ report: id })
  return id
}

async function assertHarmlessPdf(pdf: Buffer): Promise<void> {
  const file = join(directory, 'report.pdf')
  await writeFile(file, pdf)
  const read = async (...words: string[]) => (await run('pdftotext', words, { maxBuffer: 256 * 1024 ** 2 })).stdout
  const text = await read('-layout', file, '-')
  assert.ok(!text.includes(canary) && !text.includes('root:x:0:0'), 'a file was read')
  assert.ok(!text.includes(executed), 'code was run')
  assert.ok(text.includes('#(49*49*49)'), 'code is printed as it is')
  assert.doesNotMatch(text, /[\u202d\u202e\u2066-\u2069]/)
  const words = await read('-bbox', file, '-')
  for (const [, left, right] of words.matchAll(/<word xMin="([\d.-]+)" yMin="[\d.-]+" xMax="([\d.-]+)"/g))
    assert.ok(Number(left) >= 40 && Number(right) <= 552, `a word stands from ${left} to ${right}`)
  const { stdout: info } = await run('pdfinfo', [file])
  assert.match(info, /Tagged:\s+yes/)
  assert.match(info, /JavaScript:\s+no/)
  const { stdout: links } = await run('pdfinfo', ['-url', file], { maxBuffer: 64 * 1024 ** 2 })
  for (const [, link = ''] of links.matchAll(/(\w+:\/\/\S+)$/gm))
    assert.ok(link.startsWith(`${publicUrl}/incidents/`), link)
}

/** No cell begins like a formula, and no text breaks out of its cell. */
function assertHarmlessCsv(content: string): void {
  const rows = parseCsv(content.replace(/^\ufeff/, ''))
  const [header = []] = rows
  for (const row of rows) {
    assert.equal(row.length, header.length)
    for (const cell of row) assert.doesNotMatch(cell, /^[=+\-@\t\r](?![\d.]+$)/, cell)
  }
}

function parseCsv(content: string): string[][] {
  const rows: string[][] = [[]]
  for (const [, quoted, plain, end] of content.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g)) {
    rows.at(-1)?.push(quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'))
    if (end === '\r\n') rows.push([])
    if (end === '') break
  }
  return rows.slice(0, -1)
}

/** The HTML has only our own tags: the same as in a message without hostile text. */
async function assertHarmlessMail(report: number): Promise<void> {
  await api.owner.query(
    sql`insert into report_delivery (report_id, recipient) values (${report}, 'anna@mail.example') on conflict do nothing`,
  )
  await createReportMailTask({
    database: api.database,
    transport: createMailTransport({ url: smtp.url, from: 'Wachta <reports@wachta.example>' }),
    context: api.interface.context,
    verifiesRecipients: false,
    now,
  })({ kind: 'report', accountId: owner.id, report, to: 'anna@mail.example' }, { id: '1', createdAt: now() })
  const { email } = await smtp.message(0)
  assert.equal(smtp.received.length, 1)
  assert.equal(email.bcc, undefined)
  assert.doesNotMatch(email.subject ?? '', /[\r\n]/)
  const html = email.html ?? ''
  const names = new Set(Array.from(html.matchAll(/<\/?([a-z!][\w-]*)/gi), ([, name = '']) => name.toLowerCase()))
  const ours = 'a bdi body br div h1 h2 head html !doctype meta p span style table td title tr'.split(' ')
  assert.deepEqual(
    [...names].filter((name) => !ours.includes(name)),
    [],
  )
  assert.equal(html.match(/<(?:style|title|body)\b/g)?.length, 3)
  for (const [tag] of html.matchAll(/<[a-z][^>]*>/g)) assert.doesNotMatch(tag, /\son\w+\s*=|javascript:|src=/i)
  for (const [, link = ''] of html.matchAll(/href="([^"]*)"/g)) assert.match(link, /^(?:https?:\/\/|mailto:)/)
  assert.doesNotMatch(html, /[\u202a-\u202e\u2066-\u2069]/)
}
