import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { ApplicationCreateData } from '@wachta/client'
import { password, startTestServer, type TestServer } from '@wachta/testing/api/start-service'
import { sql } from 'kysely'
import { generateSync } from 'otplib'
import { connectCli } from '../src/session/connection.ts'
import { explainError, isPermanent } from '../src/session/explain.ts'
import { programOf } from './support/program.ts'
import { atTerminal } from './support/terminal.ts'

const run = programOf()
let service: TestServer
let home: string
let environment: NodeJS.ProcessEnv

before(async () => {
  service = await startTestServer()
  home = await mkdtemp(join(tmpdir(), 'wachta-home-'))
  environment = { XDG_CONFIG_HOME: home }
})
after(async () => {
  await service[Symbol.asyncDispose]()
  await rm(home, { recursive: true })
})

const file = () => join(home, 'wachta', 'session.json')
const signIn = (input: string, ...more: string[]) =>
  run(['sign-in', '--url', service.baseUrl, '--username', service.username, '--password-stdin', ...more], {
    environment,
    input,
  })

test('a session is kept for its owner alone, used by the next command, and ended', async () => {
  assert.equal(
    (await run(['whoami'], { environment })).error,
    'wachta: You are not signed in. Use: wachta sign-in --url https://wachta.example.com\n',
  )
  const { code, out } = await signIn(`${password}\n`)
  assert.deepEqual([code, out], [0, `Signed in at ${service.baseUrl} as ${service.username}.\n`])
  assert.equal((await stat(file())).mode & 0o777, 0o600)
  assert.equal((await stat(join(home, 'wachta'))).mode & 0o777, 0o700)
  assert.ok(!(await readFile(file(), 'utf8')).includes(password))
  const who = await run(['whoami', '--json'], { environment })
  assert.equal(JSON.parse(who.out).username, service.username)
  assert.match((await run(['whoami'], { environment })).out, /^Username +client_user$/m)

  const { token } = JSON.parse(await readFile(file(), 'utf8'))
  assert.equal((await run(['sign-out'], { environment })).code, 0)
  await assert.rejects(stat(file()), { code: 'ENOENT' })
  await assert.rejects(service.client({ token: () => token }).call('list_services'), { status: 401 })
  assert.equal((await run(['sign-out'], { environment })).out, 'You are not signed in.\n')
})

/** Signs in with the browser: the user approves or denies the code in a session of the web app. */
async function signInByBrowser(decision: 'approve' | 'deny') {
  const code = Promise.withResolvers<string>()
  const onError = (text: string) => {
    const [found] = /\b[A-Z]{4}-[A-Z]{4}\b(?=\.)/.exec(text) ?? []
    if (found) code.resolve(found)
  }
  const running = run(['sign-in', '--url', service.baseUrl], { environment, onError })
  const user_code = await code.promise
  const { scopes } = await service.client().call('find_device_authorization', { body: { user_code } })
  if (decision === 'deny') await service.client().call('deny_device_authorization', { body: { user_code } })
  else
    await service.client().call('approve_device_authorization', {
      body: { user_code, scopes: scopes as ApplicationCreateData['scopes'] },
    })
  return { ...(await running), scopes }
}

test('the browser signs the command in without a password, and its tokens are refreshed and revoked', async () => {
  const { code, out, scopes } = await signInByBrowser('approve')
  assert.deepEqual([code, out], [0, `Signed in at ${service.baseUrl}.\n`])
  assert.ok(scopes.includes('services:write') && !scopes.includes('services:read'))
  assert.equal((await stat(file())).mode & 0o777, 0o600)
  assert.equal((await run(['whoami'], { environment })).code, 0)
  const closed = await run(['keys', 'list'], { environment })
  assert.match(closed.error, /Applications cannot do this\. Sign in\. Use: wachta sign-in --password\./)

  // Concurrent commands refresh only once: a second use of a refresh token would revoke the access.
  const before = JSON.parse(await readFile(file(), 'utf8'))
  await writeFile(file(), JSON.stringify({ ...before, expiresAt: 0 }))
  const ran = await Promise.all([1, 2, 3].map(() => run(['whoami'], { environment })))
  assert.deepEqual(
    ran.map((each) => each.code),
    [0, 0, 0],
    ran.map(({ error }) => error).join(),
  )
  const after = JSON.parse(await readFile(file(), 'utf8'))
  assert.notEqual(after.refreshToken, before.refreshToken)

  assert.equal((await run(['sign-out'], { environment })).code, 0)
  await assert.rejects(stat(file()), { code: 'ENOENT' })
  await assert.rejects(service.client({ token: () => after.token }).call('list_services'), { status: 401 })
})

test('a sign-in that is denied in the browser leaves nothing behind', async () => {
  const { code, error } = await signInByBrowser('deny')
  assert.equal(code, 1)
  assert.match(error, /Access was denied in the browser\./)
  await assert.rejects(stat(file()), { code: 'ENOENT' })
})

test('a wrong password leaves nothing behind, and is told in the language of the terminal', async () => {
  const { code, error } = await run(['sign-in', '--url', service.baseUrl, '--username', 'nobody', '--password-stdin'], {
    environment: { ...environment, LANG: 'pl_PL.UTF-8' },
    input: 'wrong and long enough',
  })
  assert.equal(code, 1)
  assert.equal(error, 'wachta: Nieprawidłowa nazwa użytkownika lub hasło. Nie zalogowano.\n')
  await assert.rejects(stat(file()), { code: 'ENOENT' })
})

test('a command that signs in by itself says what is wrong, and not to sign in', async () => {
  const secret = join(home, 'password')
  await writeFile(secret, 'wrong and long enough\n')
  const given = { WACHTA_URL: service.baseUrl, WACHTA_USERNAME: service.username, WACHTA_PASSWORD_FILE: secret }
  const { code, error } = await run(['whoami'], { environment: given })
  assert.deepEqual([code, error], [1, 'wachta: Wrong username or password. You are not signed in.\n'])
})

test('a command that signs in by itself does so again once when its session has ended, and stops when it cannot', async (t) => {
  const secret = join(home, 'password')
  await writeFile(secret, `${password}\n`)
  const client = await connectCli({
    environment: { WACHTA_URL: service.baseUrl, WACHTA_USERNAME: service.username, WACHTA_PASSWORD_FILE: secret },
    language: 'pl',
    stopping: new AbortController().signal,
  })
  t.after(() => {
    service.api.clock = null
  })
  const idle = (minutes: number) => {
    service.api.clock = new Date((service.api.clock?.getTime() ?? Date.now()) + minutes * 60_000)
  }
  idle(6)
  const lists = await Promise.all([1, 2, 3].map(() => client.list('list_services')))
  const started = await service.api.owner.query(sql`select from session where created_at = ${service.api.clock}`)
  assert.deepEqual([lists.length, started.length], [3, 1])
  idle(6)
  for await (const { event } of await client.call('watch_service_statuses')) {
    assert.equal(event, 'ready')
    break
  }
  idle(6)
  await writeFile(secret, 'changed and long enough\n')
  await assert.rejects(client.list('list_services'), (error: Error) => {
    assert.equal(explainError(error)?.text.pl, 'Nieprawidłowa nazwa użytkownika lub hasło.')
    return isPermanent(error)
  })
})

test('a machine uses a token from its environment, whatever is kept', async () => {
  await signIn(password)
  const given = { ...environment, WACHTA_URL: service.baseUrl, WACHTA_TOKEN: '0'.repeat(32) }
  const refused = await run(['whoami'], { environment: given })
  assert.deepEqual([refused.code, refused.error.includes('wachta sign-in')], [1, true])
  assert.equal((await run(['whoami'], { environment: { ...given, WACHTA_TOKEN: service.token } })).code, 0)
  assert.equal((await run(['whoami'], { environment: { WACHTA_TOKEN: service.token } })).code, 1)
})

test('what cannot be reached, or read, is said so', async () => {
  const { code, error } = await run(['whoami'], {
    environment: { WACHTA_URL: 'http://127.0.0.1:47999', WACHTA_TOKEN: 'x' },
  })
  assert.deepEqual([code, /cannot be reached.*\(\w+\)/.test(error)], [1, true], error)
  await signIn(password)
  await writeFile(file(), '{ "url": 1 }')
  assert.match((await run(['whoami'], { environment })).error, /cannot be read\. Sign in again/)
})

test('without a terminal no question is asked', async () => {
  // A limit for an idle session means a session, which only the password gives.
  for (const more of [
    ['--username', 'x'],
    ['--timeout', '600'],
  ]) {
    const { code, error } = await run(['sign-in', '--url', service.baseUrl, ...more], { environment, input: '' })
    assert.deepEqual(
      [code, error],
      [2, 'wachta: There is no terminal to ask questions. Pass the answer as an option; see --help.\n'],
    )
  }
})

test('at a terminal the password is asked for and not shown', async () => {
  const answers = { 'Username:': service.username, 'Password:': password }
  const { code, seen } = await atTerminal(`sign-in --password --url ${service.baseUrl}`, environment, answers)
  assert.equal(code, 0, seen)
  assert.match(seen, /Username: \S*client_user/)
  assert.match(seen, /Signed in at/)
  assert.ok(!seen.includes(password), 'the password is on the screen')
})

test('at a terminal a plan is asked about: a no leaves everything, a yes does it', async () => {
  const file = join(home, 'wachta.yaml')
  await writeFile(file, 'groups: [{ external_id: shops, name: Shops }]\n')
  const signedIn = { WACHTA_URL: service.baseUrl, WACHTA_TOKEN: service.token }
  const answering = (answer: string) => atTerminal(`apply -f ${file}`, signedIn, { '[y/N]': answer })
  const groups = async () => (await service.client().list('list_groups', { query: { 'filter.name': 'Shops' } })).total
  const refused = await answering('n')
  assert.deepEqual(
    [refused.code, refused.seen.includes('Cancelled. Nothing was changed.'), await groups()],
    [1, true, 0],
    refused.seen,
  )
  const given = await answering('\u0003')
  assert.deepEqual(
    [given.code, given.seen.includes('No answer. Nothing was changed.'), await groups()],
    [1, true, 0],
    given.seen,
  )
  assert.deepEqual([(await answering('y')).code, await groups()], [0, 1])
})

test('at a terminal, the plan is shown before the question, also with --json', async () => {
  const file = join(home, 'json.yaml')
  const result = join(home, 'result.json')
  await writeFile(file, 'groups: [{ external_id: json, name: Seen }]\n')
  const signedIn = { WACHTA_URL: service.baseUrl, WACHTA_TOKEN: service.token }
  const { code, seen } = await atTerminal(`apply --json -f ${file} > ${result}`, signedIn, { '[y/N]': 'y' })
  assert.equal(code, 0, seen)
  assert.match(seen, /^\+ groups json\r\n {4}name: "Seen"\r\n1 to create, [^\r]*\r\n[\s\S]*\[y\/N\]/)
  assert.equal(JSON.parse(await readFile(result, 'utf8')).summary.create, 1)
})

test('a key is made at a terminal after the password, where the sign-in was long ago', async () => {
  await signIn(password)
  await service.api.owner.query(sql`update session set stepped_up_at = now() - interval '6 minutes'`)
  const line = 'keys create late --scope services:read'
  const wrong = await atTerminal(line, environment, { 'Password:': 'not the right one' })
  assert.deepEqual([wrong.code, wrong.seen.includes('wak_')], [1, false], wrong.seen)
  const right = await atTerminal(line, environment, { 'Password:': password })
  assert.deepEqual([right.code, right.seen.includes('wak_')], [0, true], right.seen)
})

// This test comes last, because it ends the other sessions of the account.
test('two-factor authentication is set up at a terminal, after the password', async () => {
  await signIn(password)
  const code = (seen: string) => generateSync({ secret: /authenticator app: ([A-Z2-7]+)/.exec(seen)?.[1] ?? '' })
  const wrong = await atTerminal('two-factor', environment, { 'Password:': 'not the right one' })
  assert.deepEqual([wrong.code, wrong.seen.includes('authenticator app')], [1, false], wrong.seen)
  const right = await atTerminal('two-factor', environment, { 'Password:': password, 'Code from the app:': code })
  assert.equal(right.code, 0, right.seen)
  assert.equal(right.seen.match(/^([0-9a-f]{8}-){3}[0-9a-f]{8}/gm)?.length, 10, right.seen)
  assert.ok(!right.seen.includes(password), 'the password is on the screen')

  const [recovery = ''] = /([0-9a-f]{8}-){3}[0-9a-f]{8}/.exec(right.seen) ?? []
  const again = { 'Password:': password, 'One-time code:': recovery, 'Code from the app:': code }
  assert.equal((await atTerminal('two-factor', environment, again)).code, 0, 'replaced with a recovery code')
})
