import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { buildCheck, storeAnalyses } from '@wachta/testing/api/history'
import { addAlert } from '@wachta/testing/api/notifications'
import { password, startTestServer, type TestServer } from '@wachta/testing/api/start-service'
import { waitForValue } from '@wachta/testing/eventually'
import { sql } from 'kysely'
import { generateSync } from 'otplib'

const examples = join(import.meta.dirname, '..', 'examples')
let service: TestServer
let key: string

before(async () => {
  service = await startTestServer()
  const scopes = ['services:write', 'groups:write', 'contacts:write', 'alerts:write', 'sensors:read'] as const
  key = (await service.client().call('create_api_key', { body: { name: 'Examples', scopes } })).key
})
after(async () => {
  await service[Symbol.asyncDispose]()
})

test('services are created, found and deleted', async () => {
  const printed = await run('services.ts')
  assert.deepEqual(printed.split('\n').slice(0, 1), ['1 of 1'])
  assert.match(printed, /^Shop: every 60 s, in .+$/m)
  assert.match(printed, /^1 more$/m)
  assert.equal((await service.client().list('list_services')).total, 0)
})

test('a form shows what is wrong with its fields', async () => {
  assert.match(await run('form.ts'), /^name: \p{Lu}.+\.$/mu)
})

test('what fails is listed', async () => {
  const id = await newService('Mail')
  assert.equal(await run('failing.ts'), '0 failing\n')
  await setState(id, 'failure')
  assert.match(await run('failing.ts'), /^1 failing\nMail since \S+Z\n$/)
})

test('a new service is waited for until its first analysis', async () => {
  const { owner } = service.api
  const running = run('first-analysis.ts')
  const id = await waitForValue(async () => {
    const { items } = await service.client().list('list_services', { query: { 'filter.name': 'Blog' } })
    return items[0]?.id
  })
  const analyses = [{ time: Date.now(), checks: [buildCheck(service.sensorId)] }]
  await storeAnalyses(owner, id, [service.sensorId], analyses)
  assert.equal(await running, 'no failure: 1 ok\n')
})

test('changes are followed until the caller stops', async () => {
  const id = await newService('Shop window')
  await setState(id, 'ok')
  let printed = ''
  const child = start('live.ts')
  try {
    child.stdout.on('data', (chunk: Buffer) => {
      printed += chunk.toString()
    })
    await waitForValue(async () => printed.includes('following') || undefined)
    await setState(id, 'failure')
    await waitForValue(async () => printed.includes(`${id}: failure`) || undefined)
    const ended = once(child, 'close')
    child.kill('SIGINT')
    assert.equal((await ended)[0], 0)
  } finally {
    child.kill('SIGKILL')
  }
})

test('a document is applied from code, and a second time changes nothing', async () => {
  const first = await run('apply.ts')
  assert.match(first, /^create services shop\/pl$/m)
  assert.match(first, /4 created, 0 changed, 0 as they were\n$/)
  assert.match(await run('apply.ts'), /0 created, 0 changed, 4 as they were\n$/)
})

test('events that occur are acknowledged', async () => {
  const id = await newService('Shop')
  const body = { name: 'Down', kind: 'failure' as const, scope: { service_ids: [id] } }
  const { id: event } = await service.client().call('create_event', { body })
  await addAlert(service.api.owner, { service: id, event })
  assert.equal(await run('acknowledge.ts'), 'Down on Shop: nobody else is told any more\n')
  assert.equal(await run('acknowledge.ts'), '')
})

test('a code is asked for until it is right', async () => {
  const client = service.client()
  const path = { _id: 'my_account' }
  const { key } = await client.call('setup_account_2fa', { path })
  await client.call('verify_account_2fa', { path, body: { code: codeOf(key) } })
  service.api.clock = new Date(Date.now() + 60_000)
  const printed = await run('two-factor.ts', `000000\n${codeOf(key)}\n`)
  assert.match(printed, /^The code of your authenticator:\n[^\n]+\nSigned in as client_user\.\n$/)
})

test('every example is run here', async () => {
  assert.deepEqual((await readdir(examples)).sort(), [
    'acknowledge.ts',
    'apply.ts',
    'failing.ts',
    'first-analysis.ts',
    'form.ts',
    'live.ts',
    'services.ts',
    'two-factor.ts',
  ])
})

test('the page about the client quotes the examples word for word', async () => {
  const page = await readFile(join(examples, '..', 'README.md'), 'utf8')
  const files = await Promise.all((await readdir(examples)).map((name) => readFile(join(examples, name), 'utf8')))
  assert.deepEqual(foreignQuotes(page, files), [])
  assert.equal(foreignQuotes(page.replace('const client', 'const clint'), files).length, 1)
})

const codeOf = (secret: string): string =>
  generateSync({ secret, epoch: Math.floor((service.api.clock ?? new Date()).getTime() / 1000) })

/** The code blocks of a page that are in none of the files. */
function foreignQuotes(page: string, files: readonly string[]): string[] {
  const quotes = [...page.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, code = '']) => code)
  assert.ok(quotes.length > 5)
  return quotes.filter((code) => !files.some((file) => file.includes(code)))
}

/** Runs an example as its reader would, and returns what it printed. */
async function run(name: string, input = ''): Promise<string> {
  const child = start(name)
  const ended = once(child, 'close')
  child.stdin.end(input)
  const [printed, complaints, [code]] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  assert.equal(code, 0, complaints)
  return printed
}

const start = (name: string) =>
  spawn(process.execPath, [join(examples, name)], {
    env: {
      ...process.env,
      WACHTA_URL: service.baseUrl,
      WACHTA_USERNAME: service.username,
      WACHTA_PASSWORD: password,
      // A stream needs a session; everything else works with an API key.
      WACHTA_TOKEN: name === 'live.ts' ? service.token : key,
    },
  })

const newService = async (name: string): Promise<number> =>
  (await service.client().call('create_service', { body: { name, type_id: 'ping', address: '192.0.2.1' } })).id

const setState = (id: number, status: string) =>
  service.api.owner.query(sql`insert into service_state (service_id, status, since) values (${id}, ${status}, now())
on conflict (service_id) do update set status = excluded.status, since = excluded.since`)
