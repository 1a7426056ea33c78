import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, beforeEach, test } from 'node:test'
import { NetworkError } from '@wachta/client'
import { AccessEndedError, explainError, isPermanent } from '../src/session/explain.ts'
import { awaitTokens, ensureFreshTokens } from '../src/session/oauth.ts'
import { programOf } from './support/program.ts'

const run = programOf()
let home: string
let environment: NodeJS.ProcessEnv
let server: Server
let url: string
/** The forms that the installation received; `status` and `answer` define its reply. */
let forms: URLSearchParams[]
let status: number
let answer: string
/** The first replies, before that of `status` and `answer`; a status of 0 is silence. */
let replies: [status: number, answer: string][]

before(async () => {
  home = await mkdtemp(join(tmpdir(), 'wachta-home-'))
  environment = { XDG_CONFIG_HOME: home }
  server = createServer(async (request, response) => {
    const chunks = await request.toArray()
    forms.push(new URLSearchParams(Buffer.concat(chunks).toString()))
    const [code, text] = replies.shift() ?? [status, answer]
    if (code !== 0) response.writeHead(code).end(text)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v3`
})
beforeEach(() => {
  forms = []
  replies = []
  status = 200
  answer = JSON.stringify({ access_token: 'new', refresh_token: 'renewed', expires_in: 900 })
})
after(async () => {
  server.close()
  await rm(home, { recursive: true })
})

const file = () => join(home, 'wachta', 'session.json')
const keep = async (session: object) => {
  await mkdir(dirname(file()), { recursive: true })
  await writeFile(file(), JSON.stringify(session))
}
const read = async () => JSON.parse(await readFile(file(), 'utf8'))
const tokens = (of: string, name: string) => ({ url: of, token: name, refreshToken: `refresh-${name}`, expiresAt: 0 })
const refresh = () => ensureFreshTokens(environment, tokens(url, 'own'), new AbortController().signal)

test('a running command refreshes its own tokens, even if another user has signed in elsewhere meanwhile', async () => {
  for (const kept of [tokens('https://other.example.com/v3', 'other'), { url, id: 1, token: 'a session' }]) {
    forms = []
    await keep(kept)
    assert.equal((await refresh()).refreshToken, 'renewed')
    assert.deepEqual(
      forms.map((form) => form.get('refresh_token')),
      ['refresh-own'],
    )
    assert.deepEqual(await read(), kept)
  }
})

test('a refresh without an answer ends before another command may take the lock', { timeout: 10_000 }, async ({
  mock,
}) => {
  const createSignal = AbortSignal.timeout
  const setDeadline = mock.method(AbortSignal, 'timeout', () => createSignal.call(AbortSignal, 200))
  await keep(tokens(url, 'own'))
  replies = [[0, '']]
  await assert.rejects(refresh(), /127\.0\.0\.1:\d+ did not answer within 20 seconds\. You are still signed in/)
  const lockExpiryMs = 30_000
  assert.ok((setDeadline.mock.calls[0]?.arguments[0] ?? lockExpiryMs) < lockExpiryMs)
  assert.equal(forms.length, 1)
  mock.restoreAll()
  assert.equal((await refresh()).refreshToken, 'renewed', 'the lock is free')
})

test('tokens of the same installation that another command has renewed are used and renewed', async () => {
  await keep(tokens(url, 'later'))
  assert.equal((await refresh()).refreshToken, 'renewed')
  assert.equal(forms[0]?.get('refresh_token'), 'refresh-later')
  assert.equal((await read()).refreshToken, 'renewed')
})

test('signing out reports a failure of the installation, and can be repeated', async () => {
  await keep(tokens(url, 'own'))
  for (const [failure, text] of [
    [500, '{"error":"server_error"}'],
    [502, '<html>Bad gateway</html>'],
  ] as const) {
    status = failure
    answer = text
    const failed = await run(['sign-out'], { environment })
    assert.deepEqual([failed.code, failed.out], [1, ''])
    assert.match(failed.error, new RegExp(`You are still signed in.*${failure}`))
    assert.equal((await read()).refreshToken, 'refresh-own')
  }
  status = 200
  answer = ''
  assert.deepEqual((await run(['sign-out'], { environment })).out, `Signed out of ${url}.\n`)
  await assert.rejects(read(), { code: 'ENOENT' })
})

test('only an answer about the token ends the access; any other failure can pass', async () => {
  for (const [failure, text] of [
    [503, '{"error":"server_error"}'],
    [429, ''],
    [200, '<html>Sign in to this network</html>'],
  ] as const) {
    await keep(tokens(url, 'own'))
    replies = [[failure, text]]
    const failed = await run(['whoami'], { environment })
    assert.deepEqual([failed.code, failed.error.includes(`${url} answered with ${failure}. You are still`)], [1, true])
    assert.equal((await read()).refreshToken, 'refresh-own')
  }
  replies = [[400, '{"error":"invalid_grant"}']]
  const ended = await run(['whoami'], { environment })
  assert.match(ended.error, /Your access has ended or was revoked/)
})

test('access that ends while a command runs is reported as that, and not tried again', () => {
  const cause = new AccessEndedError({ en: 'It has ended.', pl: 'Koniec.' })
  const wrapped = new NetworkError(cause)
  assert.deepEqual([explainError(wrapped), isPermanent(wrapped), isPermanent(cause)], [cause, true, true])
  assert.equal(isPermanent(new NetworkError(new TypeError('fetch failed'))), false)
})

test('an installation that cannot be reached or fails is named when somebody signs in by browser', async () => {
  const signIn = (at: string) => run(['sign-in', '--url', at], { environment })
  const away = await signIn('http://127.0.0.1:47999')
  assert.match(away.error, /^wachta: 127\.0\.0\.1:47999 cannot be reached \(\w+\)\.\n$/)
  const metadata: [number, string] = [200, '{"scopes_supported":["services:write"]}']
  for (const failing of [[[500, '']], [[200, '<html>']], [metadata, [429, '{}']]] as [number, string][][]) {
    replies = [...failing]
    const [last = 0] = failing.at(-1) ?? []
    const { code, out, error } = await signIn(url)
    assert.deepEqual([code, out], [1, ''])
    assert.match(error, new RegExp(`answered with ${last}, so the browser cannot sign you in now`))
  }
})

test('a sign-in by browser outlasts a failure of the installation', async () => {
  replies = [
    [502, '<html>Bad gateway</html>'],
    [400, '{"error":"authorization_pending"}'],
  ]
  const code = { userCode: 'A', page: url, deviceCode: 'device', intervalMs: 5, expiresAt: Date.now() + 10_000 }
  assert.equal((await awaitTokens(url, code, new AbortController().signal)).token, 'new')
  assert.equal(forms.length, 3)
  replies = [[400, '{"error":"expired_token"}']]
  await assert.rejects(awaitTokens(url, code, new AbortController().signal), /The code has expired/)
})
