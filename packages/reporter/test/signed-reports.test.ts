import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { generateKeyPairSync, hash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { type Database, openDatabase } from '@wachta/database'
import { allowAll, allowPublicOnly } from '@wachta/egress'
import { stampHead, verifyRecord } from '@wachta/evidence'
import { makeSelfSigned, verifyPdf } from '@wachta/signature'
import { createTestDatabase, type TestDatabase } from '@wachta/testing/database'
import { TestAuthority } from '@wachta/testing/signing/authority'
import { makeSmallPdf } from '@wachta/testing/signing/small-pdf'
import { serveStamps } from '@wachta/testing/signing/stamp-server'
import { sql } from 'kysely'
import { ChainStamper } from '../src/chain-stamper.ts'
import { createReportTask, type ReportTaskOptions } from '../src/reports/make-report.ts'
import type { ReportFile } from '../src/reports/render-files.ts'
import { loadSigner } from '../src/reports/signer.ts'
import { createStampAuthority, loadStampRoots, type StampAuthority } from '../src/time-stamps.ts'
import { addServices } from './histories.ts'

const quiet = { info: () => undefined, error: () => undefined }
const at = new TestAuthority()
const folder = mkdtempSync(join(tmpdir(), 'wachta-signed-'))
const root = at.issue('root', { as: 'root' })
const stamps = await serveStamps(at, { signer: at.issue('stamps', { as: 'stamps', by: root }) })
const authority = createStampAuthority({ url: stamps.url, guard: allowAll, roots: [root.certificate] })
const signer = at.issue('reports', { as: 'signer', by: root })
const signing = { key: signer.key, certificates: [signer.certificate] }
const trusted = { trustedRoots: [root.certificate], trustedStamps: [root.certificate] }
const away: StampAuthority = createStampAuthority({ url: 'http://127.0.0.1:9/', guard: allowAll })

let server: TestDatabase
let db: Database
let template: number
// The time of the first test, not of loading this file: files that share a process are loaded long before they run.
let now: Date
let to: Date

before(async () => {
  now = new Date()
  to = new Date(now.getTime() + 60_000)
  server = await createTestDatabase()
  db = openDatabase(server.url, { role: null, connections: 4 })
  await addServices(db, 2)
  const [made] = await db.query(sql<{ id: number }>`insert into report_template
  (owner_id, name, language_id, time_zone_id, section_ids, attachment_type_ids, accounting_method)
select id, 'Monthly', 'en', 'europe_warsaw', '{summary}', '{csv}',
  '{"unknown": false, "paused": false, "suspended": true, "corrected": true, "business_hours": []}' from account limit 1 returning id`)
  template = made?.id ?? 0
})
after(async () => {
  await db[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
  await stamps[Symbol.asyncDispose]()
  at[Symbol.dispose]()
  rmSync(folder, { recursive: true })
})

async function order(): Promise<number> {
  const [made] = await db.query(sql<{
    id: number
  }>`insert into report (template_id, name, start_time, end_time, template)
select id, name, ${new Date(now.getTime() - 86_400_000)}, ${to}, report_template_snapshot(t) from report_template t where id = ${template} returning id`)
  return made?.id ?? 0
}

const make = (report: number, options: Partial<ReportTaskOptions> = {}) =>
  createReportTask({ database: db, log: quiet, now: () => new Date(), signer: signing, authority, ...options })({
    report,
  })

/** Prints a file immediately, for tests of the following steps. */
const printed = async (): Promise<readonly ReportFile[]> => {
  const content = makeSmallPdf()
  const file = {
    file_name: 'a.pdf',
    media_type: 'application/pdf',
    content,
    size: content.length,
    reason: null,
  } as const
  return [{ ...file, type_id: 'pdf', sha256: hash('sha256', content, 'buffer') }]
}

const recordOf = async (report: number) => {
  const [found] = await db.query(sql<{ status: string; stamp: string | null; fingerprint: string | null; pdf: Buffer }>`
select r.status, r.time_stamp_status as stamp, r.signature_fingerprint as fingerprint, f.content as pdf
from report r left join report_file f on f.report_id = r.id and f.type_id = 'pdf' where r.id = ${report}`)
  assert.ok(found)
  return found
}

test('a printed report is signed with a time stamp, its digests are sealed, and a repeated job changes nothing', async () => {
  const report = await order()
  await make(report)
  const { status, stamp, fingerprint, pdf } = await recordOf(report)
  assert.deepEqual([status, stamp], ['completed', 'stamped'])
  const verified = verifyPdf(pdf, { now: new Date(), ...trusted })
  assert.equal(verified.status, 'valid', JSON.stringify(verified.findings))
  assert.equal(verified.signature?.fingerprint, fingerprint)
  const digests = await db.query(sql<{
    type_id: string
    sha256: string
  }>`select type_id, encode(sha256, 'hex') as sha256
from report_file where report_id = ${report} and type_id <> 'pdf' order by 1`)
  assert.deepEqual(
    [...(verified.signature?.files ?? [])].sort(),
    digests.map(({ type_id, sha256 }) => [type_id, sha256]),
  )
  writeFileSync(join(folder, 'report.pdf'), pdf)
  assert.match(execFileSync('pdfsig', ['-nocert', join(folder, 'report.pdf')]).toString(), /Signature is Valid/)
  assert.deepEqual((await verifyRecord(db)).faults, [])
  await make(report)
  assert.ok((await recordOf(report)).pdf.equals(pdf))
})

test('a report waits for an authority that is unavailable, then goes out without a time stamp and says so', async () => {
  const report = await order()
  const counted: string[] = []
  const processMetrics = { countStamp: (what: string, outcome: string) => void counted.push(`${what} ${outcome}`) }
  const options = { authority: away, render: printed, processMetrics }
  await assert.rejects(make(report, options), { name: 'TimeStampError' })
  assert.equal((await recordOf(report)).status, 'in_progress')
  const later = () => new Date(Date.now() + 21 * 60_000)
  await make(report, { ...options, now: later })
  const { status, stamp, pdf } = await recordOf(report)
  assert.deepEqual([status, stamp], ['completed', 'missing'])
  assert.equal(verifyPdf(pdf, { now: new Date(), ...trusted }).status, 'valid')
  assert.deepEqual(counted, ['report failed', 'report missing'])
  const back = await order()
  await assert.rejects(make(back, options), { name: 'TimeStampError' })
  await make(back, { render: printed })
  assert.equal((await recordOf(back)).stamp, 'stamped')
})

test('without an authority or a key, the record says so', async () => {
  const report = await order()
  await make(report, { authority: undefined, render: printed })
  assert.equal((await recordOf(report)).stamp, 'none')
  const unsigned = await order()
  await make(unsigned, { signer: undefined, render: printed })
  const { stamp, fingerprint } = await recordOf(unsigned)
  assert.deepEqual([stamp, fingerprint], ['none', null])
})

test('a clock that is set back delays no time stamp until it has caught up', async () => {
  const clock = { now }
  const stamper = new ChainStamper({
    ...{ database: db, authority: away, processMetrics: { countStamp: () => undefined } },
    now: () => clock.now,
  })
  await assert.rejects(stamper.run(), { name: 'TimeStampError' })
  assert.equal(stamper.isPausing, true)
  clock.now = new Date(now.getTime() - 3_600_000)
  assert.equal(stamper.isPausing, false)
})

test('two reporters stamp the end of the chain once a day, and verify finds what was changed', async () => {
  const counted: string[] = []
  const processMetrics = { countStamp: (what: string, outcome: string) => void counted.push(`${what} ${outcome}`) }
  const stamper = (given: StampAuthority, day = now) =>
    new ChainStamper({ database: db, authority: given, processMetrics, now: () => day })
  const broken = stamper(away)
  await assert.rejects(broken.run(), { name: 'TimeStampError' })
  assert.equal(broken.isPausing, true)
  await Promise.all([stamper(authority).run(), stamper(authority).run()])
  await stamper(authority).run()
  assert.deepEqual(counted, ['chain failed', 'chain stamped'])
  const tomorrow = new Date(now.getTime() + 86_400_000)
  assert.equal(await stampHead(db, tomorrow, authority), 'not_due', 'the chain has not grown')
  await make(await order(), { render: printed })
  assert.equal(await stampHead(db, tomorrow, authority), 'stamped')

  const look = (roots = [root.certificate]) => verifyRecord(db, { stampRoots: roots })
  const whole = await look()
  assert.deepEqual([whole.faults, whole.stamps.count], [[], 2])
  const stranger = at.issue('strangers', { as: 'root' })
  const faults = async (roots?: string[]) => (await look(roots)).faults.map(({ table, fault }) => `${table} ${fault}`)
  assert.deepEqual(await faults([stranger.certificate]), ['seal_stamp untrusted', 'seal_stamp untrusted'])
  const day = now.toISOString().slice(0, 10)
  const [kept] = await db.query(
    sql<{ token: Buffer; number: number }>`select token, number from seal_stamp where day = ${day}::date`,
  )
  await db.query(
    sql`update seal_stamp set token = set_byte(token, 300, get_byte(token, 300) # 1) where day = ${day}::date`,
  )
  assert.deepEqual(await faults(), ['seal_stamp unreadable'])
  await db.query(
    sql`update seal_stamp set token = (select token from seal_stamp where day > ${day}::date) where day = ${day}::date`,
  )
  assert.deepEqual(await faults(), ['seal_stamp other'])
  await db.query(sql`update seal_stamp set token = ${kept?.token}, number = 1000000 where day = ${day}::date`)
  assert.deepEqual(await faults(), ['seal_stamp missing'])
  await db.query(sql`update seal_stamp set number = ${kept?.number} where day = ${day}::date`)
  assert.deepEqual(await faults(), [])
})

test('the authority has to be one that the guard and the roots allow', async () => {
  const digest = Buffer.alloc(32, 1)
  const stranger = at.issue('others', { as: 'root' })
  writeFileSync(join(folder, 'roots.pem'), `${stranger.certificate}${stranger.certificate}`)
  const roots = await loadStampRoots(join(folder, 'roots.pem'))
  assert.equal(roots?.length, 2)
  await assert.rejects(createStampAuthority({ url: stamps.url, guard: allowAll, roots })(digest), /TIME_STAMP_ROOTS/)
  await assert.rejects(createStampAuthority({ url: stamps.url, guard: allowPublicOnly })(digest), /not allowed/)
  writeFileSync(join(folder, 'empty.pem'), '')
  await assert.rejects(loadStampRoots(join(folder, 'empty.pem')), /has no certificate/)
})

test('key and certificate are read from files, both or none', async () => {
  writeFileSync(join(folder, 'key.pem'), signer.key.export({ type: 'pkcs8', format: 'pem' }))
  writeFileSync(join(folder, 'cert.pem'), signer.certificate)
  const paths = { key: join(folder, 'key.pem'), certificate: join(folder, 'cert.pem') }
  assert.equal((await loadSigner(paths))?.certificates.length, 1)
  assert.equal(await loadSigner({ key: undefined, certificate: undefined }), undefined)
  await assert.rejects(loadSigner({ ...paths, certificate: undefined }), /set both or none/)
  const own = makeSelfSigned({ commonName: 'Reports', validFrom: now, validTo: to })
  writeFileSync(join(folder, 'key.pem'), own.key.export({ type: 'pkcs8', format: 'pem' }))
  await assert.rejects(loadSigner(paths), /not that of the key/)
  const { privateKey } = generateKeyPairSync('ed25519')
  writeFileSync(join(folder, 'key.pem'), privateKey.export({ type: 'pkcs8', format: 'pem' }))
  await assert.rejects(loadSigner(paths), /P-256/)
})
