import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { startApi, type TestApi } from '@wachta/testing/api/start-api'

const page = '<!doctype html><title>Wachta</title>'
const script = 'export const one = 1\n'.repeat(100)
let folder: string
let api: TestApi

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wachta-web-'))
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'index.html'), page)
  await writeFile(join(folder, 'assets', 'app-a1b2c3.js'), script)
  await writeFile(join(folder, 'verify.html'), page)
  api = await startApi({ webApp: folder })
})
after(async () => {
  await api[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

test('a route inside the app gets the index page with a strict policy', async () => {
  for (const path of ['/', '/services/12', '/reset_password?token=x', '/v30', '/%00', '//', '//evil.example/']) {
    const reply = await api.app.inject(path)
    assert.deepEqual([reply.statusCode, reply.body], [200, page], path)
    assert.equal(reply.headers['content-type'], 'text/html; charset=utf-8')
    assert.equal(reply.headers['cache-control'], 'no-cache')
    const policy = String(reply.headers['content-security-policy'])
    assert.match(policy, /default-src 'self'/)
    assert.match(policy, /frame-ancestors 'none'/)
    assert.doesNotMatch(policy, /unsafe|\*|https?:/)
  }
})

test('the page that verifies reports has no origin: it reaches nothing of the app', async () => {
  const { statusCode, headers } = await api.app.inject('/verify.html')
  assert.equal(statusCode, 200)
  assert.equal(headers['content-security-policy'], "sandbox allow-scripts; frame-ancestors 'none'")
})

test('the API is not affected by the web app', async () => {
  for (const path of ['/v3', '/v3/nothing', '/v3/nothing/at/all']) {
    const reply = await api.app.inject(path)
    assert.equal(reply.statusCode, 404, path)
    assert.equal(reply.json()[0].error, 'unknown_operation')
  }
  assert.equal((await api.app.inject('/v3/system/my_ip_address')).statusCode, 200)
  const posted = await api.app.inject({ method: 'POST', url: '/services' })
  assert.deepEqual([posted.statusCode, posted.json()[0].error], [404, 'unknown_operation'])
})

test('a file with a hash in its name is cached forever, and one of an older build is not found', async () => {
  const plain = await api.app.inject('/assets/app-a1b2c3.js')
  assert.deepEqual([plain.statusCode, plain.body], [200, script])
  assert.equal(plain.headers['content-type'], 'text/javascript; charset=utf-8')
  assert.equal(plain.headers['cache-control'], 'public, max-age=31536000, immutable')
  const headers = { 'accept-encoding': 'br, gzip' }
  const packed = await api.app.inject({ url: '/assets/app-a1b2c3.js', headers })
  assert.equal(packed.headers['content-encoding'], 'gzip')
  assert.equal(gunzipSync(packed.rawPayload).toString(), script)
  assert.ok(packed.rawPayload.length < script.length / 5)
  const again = await api.app.inject({
    url: '/',
    headers: { 'if-none-match': String((await api.app.inject('/')).headers['etag']) },
  })
  assert.deepEqual([again.statusCode, again.body], [304, ''])
  assert.equal((await api.app.inject('/assets/app-older.js')).statusCode, 404)
  for (const path of ['/assets/../../package.json', '/assets/..%2f..%2fpackage.json'])
    assert.doesNotMatch((await api.app.inject(path)).body, /"name"/, path)
})

test('without a built app, a page says how to build it', async () => {
  await using bare = await startApi({ webApp: join(folder, 'nowhere') })
  const reply = await bare.app.inject('/')
  assert.equal(reply.statusCode, 503)
  assert.match(reply.body, /npm run build -w @wachta\/web/)
  assert.match(reply.body, /lang="pl"/)
  assert.equal((await bare.app.inject('/v3/system/my_ip_address')).statusCode, 200)
})
