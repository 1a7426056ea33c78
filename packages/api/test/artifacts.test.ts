import assert from 'node:assert/strict'
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { parseAnalysisId } from '@wachta/domain'
import { addAccount, addPackage, openSession } from '@wachta/testing/api/accounts'
import { addSensor, createTestService } from '@wachta/testing/api/configuration'
import { startApi, type TestApi } from '@wachta/testing/api/start-api'
import { sql } from 'kysely'
import { fromBuffer } from 'yauzl'

let api: TestApi
let as: string
let account: number
let stranger: string
let service: number
let path: string
let folder: string

const time = new Date('2026-11-15T12:00:00.250Z')
const content = '<script>alert("łódź")</script>\n'

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'artifacts-'))
  api = await startApi({ objects: pathToFileURL(folder).href })
  await addPackage(api.owner)
  account = await addAccount(api.owner)
  as = await openSession(api.owner, account)
  stranger = await openSession(api.owner, await addAccount(api.owner))
  service = await createTestService(api, as)
  path = `/services/${service}/history/analyses/261115120000250/checks/4/artifacts`
  await api.database.query(sql`select partition_days(array['2026-11-15'::date])`)
  for (const [artifact, type] of [
    ['content', 'text/html'],
    ['har', 'application/json'],
  ] as const) {
    const key = `20261115/${account}/${artifact}`
    await api.objects.put(key, Buffer.from(content))
    await api.database.query(sql`insert into artifact (service_id, time, sensor_id, artifact_id, object_key, content_type, file_name, size, is_cut, stored_at)
values (${service}, ${time}, 4, ${artifact}, ${key}, ${type}, ${`${artifact}.html`}, ${Buffer.byteLength(content)}, false, now())`)
  }
})
after(async () => {
  await api[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

test('artifacts are listed with all their fields', async () => {
  const list = await api.call('GET', path, { as })
  assert.equal(list.status, 200, list.text)
  assert.equal(list.headers['x-total-count'], '2')
  const { url, ...first } = list.body[0]
  assert.deepEqual(first, {
    service_id: service,
    sensor_id: 4,
    analysis_id: '261115120000250',
    artifact_id: 'content',
    content_type: 'text/html',
    file_name: 'content.html',
    size: Buffer.byteLength(content),
    is_cut: false,
  })
  assert.equal(new URL(url).origin, 'https://evidence.wachta.test')
  assert.equal((await api.call('GET', `${path}/har`, { as })).body.artifact_id, 'har')
  assert.equal((await api.call('GET', `${path}/nothing`, { as })).status, 404)
})

test('the previous artifact is that of an earlier check of the same sensor', async () => {
  const [earlier, other, later] = ['261115115500000', '261115115900000', '261115120100000']
  for (const [minute, sensor] of [
    ['11:50', 4],
    ['11:55', 4],
    ['11:59', 5],
    ['12:01', 4],
  ] as const)
    await api.database.query(sql`insert into artifact (service_id, time, sensor_id, artifact_id, object_key, content_type, file_name, size, is_cut, stored_at)
values (${service}, ${new Date(`2026-11-15T${minute}:00Z`)}, ${sensor}, 'content', ${`earlier-${minute}`}, 'text/html', 'content.html', 1, false, now())`)
  const reply = await api.call('GET', `${path}/content/earlier`, { as })
  assert.deepEqual([reply.status, reply.body.analysis_id, reply.body.sensor_id], [200, earlier, 4], reply.text)
  assert.match(reply.body.url, new RegExp(`/analyses/${earlier}/checks/4/artifacts/content/by_token/`))
  const of = (analysis: string | undefined, sensor: number) =>
    `/services/${service}/history/analyses/${analysis}/checks/${sensor}/artifacts/content/earlier`
  assert.equal((await api.call('GET', of(later, 4), { as })).body.analysis_id, '261115120000250')
  assert.equal((await api.call('GET', of(other, 5), { as })).status, 404, 'of another sensor')
  assert.equal((await api.call('GET', `${path}/har/earlier`, { as })).status, 404, 'another artifact')
  assert.equal((await api.call('GET', `${path}/content/earlier`, { as: stranger })).status, 404)
  await api.database.query(sql`delete from artifact where object_key like 'earlier-%'`)
})

test('the previous artifact of a good check is found behind many of failures', async () => {
  const good = ['11:40', '11:45', '12:02']
  for (const minute of ['11:30', ...good, '11:50', '11:51', '11:52', '11:53'])
    await api.database.query(sql`insert into artifact (service_id, time, sensor_id, artifact_id, object_key, content_type, file_name, size, is_cut, is_reference, is_stored, stored_at)
values (${service}, ${new Date(`2026-11-15T${minute}:00Z`)}, 4, 'screenshot', ${`good-${minute}`}, 'image/jpeg', 'screenshot.jpg', 1, false,
  ${good.includes(minute)}, ${minute !== '11:45'}, now())`)
  const earlier = (query: string, session = as) =>
    api.call('GET', `${path}/screenshot/earlier${query}`, { as: session })
  assert.equal((await earlier('')).body.analysis_id, '261115115300000')
  assert.equal((await earlier('?result=ok')).body.analysis_id, '261115114000000', 'of those whose content is stored')
  assert.equal((await earlier('?result=error')).status, 400)
  assert.equal((await earlier('?result=ok', stranger)).status, 404)
  assert.equal((await api.call('GET', `${path}/content/earlier?result=ok`, { as })).status, 404)
  await api.database.query(sql`delete from artifact where object_key like 'good-%'`)
})

test('hostile content is always served as a download', async () => {
  for (const way of [
    `${path}/content/plain`,
    path.replace('artifacts', 'uncompressed_content'),
    path.replace('artifacts', 'har'),
  ]) {
    const reply = await api.call('GET', way, { as })
    assert.deepEqual([reply.status, reply.text], [200, content], way)
    assert.equal(reply.headers['content-type'], 'application/octet-stream')
    assert.match(String(reply.headers['content-disposition']), /^attachment; filename="(content|har)\.html"$/)
    assert.equal(reply.headers['x-content-type-options'], 'nosniff')
    assert.match(String(reply.headers['content-security-policy']), /sandbox/)
  }
})

test('content is also served compressed and as an archive', async () => {
  const raw = async (way: string) =>
    (await api.app.inject({ url: `/v3${way}`, headers: { authorization: as } })).rawPayload
  assert.equal(gunzipSync(await raw(path.replace('artifacts', 'content'))).toString(), content)
  const zip = await raw(`${path}/content/zip`)
  const names = await new Promise<string[]>((resolve, reject) => {
    const found: string[] = []
    fromBuffer(zip, (error, archive) => {
      if (error) return reject(error)
      archive.on('entry', ({ fileName }) => found.push(fileName))
      archive.on('end', () => resolve(found))
    })
  })
  assert.deepEqual(names, ['content.html'])
})

test('a token gives access to one artifact for an hour, and to nothing else', async () => {
  const { body } = await api.call('GET', `${path}/content`, { as })
  const url = new URL(body.url)
  const open = (at = url) => api.call('GET', `${at.pathname}${at.search}`)
  assert.deepEqual([(await open()).status, (await open()).text], [200, content])
  const elsewhere = new URL(url)
  elsewhere.pathname = elsewhere.pathname.replace('/content/', '/har/')
  assert.equal((await open(elsewhere)).status, 404)
  const other = new URL(url)
  other.pathname = other.pathname.replace('/checks/4/', '/checks/5/')
  assert.equal((await open(other)).status, 404)
  const token = url.searchParams.get('token') ?? ''
  for (const tampered of ['', 'x', `${token.slice(0, -2)}AA`, token.replace('v1', 'v2')]) {
    const wrong = new URL(url)
    wrong.searchParams.set('token', tampered)
    assert.equal((await open(wrong)).status, 404, tampered)
  }
  api.clock = new Date(Date.now() + 3_600_001)
  assert.equal((await open()).status, 404)
  api.clock = null
})

test('evidence needs the permission to read the service', async () => {
  for (const way of [
    path,
    `${path}/content`,
    `${path}/content/plain`,
    `${path}/content/zip`,
    path.replace('artifacts', 'content'),
  ])
    assert.equal((await api.call('GET', way, { as: stranger })).status, 404, way)
})

test('pictures of a manual check are listed while it still runs, to those who may read the service', async () => {
  await api.owner.query(sql`update package set can_force_custom_analyses = true`)
  const sensor = await addSensor(api.owner)
  const body = { sensor_ids: [sensor] }
  const { body: forced } = await api.call('POST', `/services/${service}/force_custom_analysis`, { as, body })
  const check = `/services/${service}/history/analyses/${forced.analysis_id}/checks/${sensor}`
  const listed = async (by: string) => {
    const { status, body: found } = await api.call('GET', `${check}/artifacts`, { as: by })
    return status === 200 ? found.map(({ artifact_id }: { artifact_id: string }) => artifact_id) : status
  }
  assert.deepEqual(await listed(as), [], 'nothing yet, and no error')
  const at = new Date(parseAnalysisId(forced.analysis_id) ?? 0)
  await api.database.query(sql`select partition_days(array[${at.toISOString().slice(0, 10)}::date])`)
  const key = `pictures/${account}`
  await api.database.query(sql`insert into artifact (service_id, time, sensor_id, artifact_id, object_key, content_type, file_name, size, is_cut, stored_at, is_stored)
values (${service}, ${at}, ${sensor}, 'screenshot_step_1', ${key}, 'image/jpeg', 'screenshot_step_1.jpg', 1, false, now(), false)`)
  assert.deepEqual(await listed(as), [], 'its bytes are not stored yet')
  await api.objects.put(key, Buffer.from('x'))
  await api.database.query(sql`update artifact set is_stored = true where object_key = ${key}`)
  assert.equal((await api.call('GET', check, { as })).status, 404, 'the check has no result yet')
  assert.deepEqual(await listed(as), ['screenshot_step_1'])
  assert.equal((await api.call('GET', `${check}/artifacts/screenshot_step_1/plain`, { as })).text, 'x')
  assert.equal(await listed(stranger), 404)
  assert.equal((await api.call('GET', `${check}/artifacts/screenshot_step_1/plain`, { as: stranger })).status, 404)
})

test('an error of the object store ends only that answer', async () => {
  // This file can be opened, but not read.
  await symlink('/proc/self/mem', join(folder, '20261115', String(account), 'broken'))
  const broken = '261115120000251'
  await api.database.query(sql`insert into artifact (service_id, time, sensor_id, artifact_id, object_key, content_type, file_name, size, is_cut, stored_at)
values (${service}, ${new Date(time.getTime() + 1)}, 4, 'content', ${`20261115/${account}/broken`}, 'text/html', '../content.html', 1, false, now())`)
  const at = path.replace('261115120000250', broken)
  for (const way of [`${at}/content/plain`, `${at}/content/zip`, at.replace('artifacts', 'content')]) {
    const answered = api.app.inject({ url: `/v3${way}`, headers: { authorization: as } })
    const status = await answered.then(
      ({ statusCode }) => statusCode,
      () => 'broken off',
    )
    assert.ok(status === 500 || status === 'broken off', `${way} ${status}`)
  }
  assert.equal((await api.call('GET', `${path}/content/plain`, { as })).status, 200)
})
