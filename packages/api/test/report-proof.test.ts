import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type ReportProof, readProof, verifyReportFiles, writeSealedFiles } from '@wachta/proof'
import { addAccount, addPackage, openSession } from '@wachta/testing/api/accounts'
import { type Reply, startApi, type TestApi } from '@wachta/testing/api/start-api'
import { sql } from 'kysely'

let api: TestApi
let anna: string
let bert: string
let report: number

before(async () => {
  api = await startApi()
  const basic = await addPackage(api.owner)
  await api.owner.query(sql`update package set monthly_reports_limit = 9 where id = ${basic}`)
  anna = await openSession(api.owner, await addAccount(api.owner, { name: 'Anna' }))
  bert = await openSession(api.owner, await addAccount(api.owner, { name: 'Bert' }))
  const body = { name: 'Monthly', section_ids: ['summary'] }
  const template_id = (await api.call('POST', '/report_templates', { as: anna, body })).body.id
  report = (await api.call('POST', '/reports', { as: anna, body: { template_id } })).body.id
})
after(() => api[Symbol.asyncDispose]())

const read = (as = anna) => api.call('GET', `/reports/${report}/proof`, { as })
const proofOf = ({ text }: Reply): ReportProof => readProof(Buffer.from(text))
const faults = ({ body }: Reply) => body.map(({ error }: { error: string }) => error)

async function seal(kind: string, content: Uint8Array): Promise<number> {
  const [made] = await api.owner.query(
    sql<{ number: number }>`select append_seal(${kind}, null, ${Buffer.from(content)}, now()) as number`,
  )
  return made?.number ?? 0
}

test('the proof of a report has its link and the headers up to the next time stamp', async () => {
  assert.deepEqual(faults(await read()), ['report_not_ready'])
  await api.owner.query(sql`update report set status = 'completed' where id = ${report}`)
  assert.deepEqual(faults(await read()), ['report_not_provable'])
  await seal('audit', Buffer.from('before'))
  const content = writeSealedFiles({ report_id: report, files: [{ type_id: 'pdf', sha256: Buffer.alloc(32, 7) }] })
  const number = await seal('report', content)
  await api.owner.query(sql`update report set seal_number = ${number} where id = ${report}`)
  const secret = 'a secret of Bert'
  for (const kind of ['audit', 'report', 'audit']) await seal(kind, Buffer.from(secret))

  const answer = await read()
  assert.equal(answer.status, 200)
  assert.match(String(answer.headers['content-disposition']), new RegExp(`report-${report}-proof.json`))
  const proof = proofOf(answer)
  assert.deepEqual([proof.report_id, proof.link.number, proof.link.content], [report, number, content.toString()])
  assert.deepEqual([proof.until, proof.stamp, proof.links.length], ['head', null, 3])
  assert.ok(!answer.text.includes(Buffer.from(secret).toString('hex')) && !answer.text.includes(secret))
  const { findings } = verifyReportFiles({ files: [], proof: Buffer.from(answer.text), trust: {}, now: new Date() })
  assert.deepEqual(
    findings.map(({ check, outcome }) => `${check} ${outcome}`),
    ['signature untrusted', 'seal passed', 'links passed', 'chain_stamp not_checked'],
  )

  await api.owner.query(sql`insert into seal_stamp (day, number, hash, token, time)
select '2026-11-01', number, hash, '\\x0102', now() from seal where number = ${number + 1}`)
  const stamped = proofOf(await read())
  assert.deepEqual([stamped.until, stamped.stamp?.number, stamped.links.length], ['stamp', number + 1, 1])
  assert.deepEqual(stamped.stamp?.token, Buffer.from([1, 2]))
})

test('those who may not read the report get no proof of it, except by a link', async () => {
  assert.equal((await read(bert)).status, 404)
  const link = new URL(String((await read()).headers['content-location']))
  const follow = (path = link.pathname) => api.call('GET', `${path.replace('/v3', '')}${link.search}`)
  assert.equal((await follow()).text, (await read()).text)
  assert.equal((await follow(link.pathname.replace('/proof/', '/pdf/'))).status, 404, 'another file')
  assert.equal((await follow(link.pathname.replace(`/${report}/`, `/${report + 1}/`))).status, 404, 'another report')
  assert.equal((await api.call('POST', `/reports/${report}/revoke_links`, { as: anna })).status, 204)
  assert.equal((await follow()).status, 404, 'revoked')
})

test('a report that an older version sealed has no proof', async () => {
  await api.owner.query(sql`update seal set version = 1, content_sha256 = null`)
  assert.deepEqual(faults(await read()), ['report_not_provable'])
})
