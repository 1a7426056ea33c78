import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { startTestServer, type TestServer } from '@wachta/testing/api/start-service'
import { repositoryRoot } from '@wachta/testing/repository'
import { parseFutureTime } from '../src/times/time.ts'
import { programOf, type Run } from './support/program.ts'

let service: TestServer
let run: Run

before(async () => {
  service = await startTestServer()
  run = programOf(service)
})
after(() => service[Symbol.asyncDispose]())

const withKey = (words: string[], key: string) => run(words, { environment: { WACHTA_TOKEN: key } })

test('a key is created, used in place of a session, listed and revoked', async () => {
  const made = await run(['keys', 'create', 'deploy', '--scope', 'services:write', '--scope', 'groups:read'])
  assert.equal(made.code, 0, made.error)
  const key = made.out.trim()
  assert.match(made.out, /^wak_[0-9A-Za-z]{36}\n$/, 'nothing but the key, so that it can be piped')
  assert.match(made.error, /Store the key now/)

  assert.equal((await withKey(['list', 'services'], key)).code, 0)
  const refused = await withKey(['list', 'contacts'], key)
  assert.equal(refused.code, 1)
  assert.match(refused.error, /lacks the required scope: contacts:read/)
  assert.match((await withKey(['keys', 'list'], key)).error, /API keys cannot be used for this/)

  const listed = await run(['keys', 'list'])
  assert.match(listed.out, /^ID +Name +Key +Expires +Last used +Scopes +Groups$/m)
  assert.match(
    listed.out,
    new RegExp(`deploy +${key.slice(0, 10)}… +20\\S+ +(?:just now|\\d+ (?:s|min) ago) +groups:read services:write +–`),
  )
  assert.ok(!listed.out.includes(key))

  const revoked = await run(['keys', 'revoke', 'deploy'])
  assert.deepEqual([revoked.code, revoked.out], [0, `Revoked: deploy (${key.slice(0, 10)}…)\n`])
  const late = await withKey(['list', 'services'], key)
  assert.deepEqual([late.code, late.error], [1, 'wachta: This API key was revoked.\n'])
  assert.ok(!(await run(['keys', 'list'])).out.includes('deploy'))
  assert.match((await run(['keys', 'list', '--all'])).out, /deploy .* Revoked /m)
})

test('a key is limited to groups, found by how it begins, and a typo is told', async () => {
  const { id } = await service.client().call('create_group', { body: { name: 'Shops' } })
  const made = await run([
    'keys',
    'create',
    'ci',
    '--scope',
    'services:read',
    '--group',
    'Shops',
    '--expires',
    'never',
    '--json',
  ])
  const { key, expires_at } = JSON.parse(made.out)
  assert.equal(expires_at, null)
  const [row] = JSON.parse((await run(['keys', 'list', '--json'])).out)
  assert.deepEqual(row.group_ids, [id])
  const typo = await withKey(
    ['list', 'services', '--language', 'pl'],
    `${key.slice(0, -1)}${key.endsWith('x') ? 'y' : 'x'}`,
  )
  assert.match(typo.error, /Klucz API zawiera literówkę/)
  assert.equal((await run(['keys', 'revoke', key])).code, 0, 'the whole key names it')
  assert.match((await run(['keys', 'revoke', key])).error, /There is no API key/)
})

test('a configuration is applied with a key that has the scopes for it', async () => {
  const file = join(repositoryRoot, 'docs', 'examples', 'first.yaml')
  const some = await run(['keys', 'create', 'some', '--scope', 'services:write', 'groups:write'])
  assert.match((await withKey(['apply', '-f', file, '--yes'], some.out.trim())).error, /contacts:write, alerts:write/)
  const scopes = ['services:write', 'groups:write', 'contacts:write', 'alerts:write']
  const all = await run(['keys', 'create', 'all', '--scope', ...scopes])
  const applied = await withKey(['apply', '-f', file, '--yes'], all.out.trim())
  assert.equal(applied.code, 0, applied.error)
})

test('what is missing or ambiguous is asked for', async () => {
  assert.equal((await run(['keys', 'create', 'x'])).code, 2)
  assert.equal((await run(['keys', 'create', 'x', '--scope', 'services:read', '--expires', 'soon'])).code, 2)
  assert.match(
    (await run(['keys', 'create', 'x', '--scope', 'all:read'])).error,
    /Allowed: services:read, services:write/,
  )
  for (const _ of [1, 2]) await run(['keys', 'create', 'twin', '--scope', 'services:read'])
  assert.match((await run(['keys', 'revoke', 'twin'])).error, /Several API keys match/)
})

test('an expiry is ahead, however it is written', () => {
  const now = new Date('2026-11-15T12:00:00Z')
  assert.equal(parseFutureTime('90d', now).toISOString(), '2027-02-13T12:00:00.000Z')
  assert.equal(parseFutureTime('2027-01-31T00:00Z', now).toISOString(), '2027-01-31T00:00:00.000Z')
})

test('the help of a new key names every scope', async () => {
  const { error } = await run(['keys', 'create', 'odd', '--scope', 'odd:read'])
  const families = [...error.matchAll(/\b([a-z_]+):(?:read|write)\b/g)].map(([, family]) => family ?? '')
  assert.ok(families.includes('status_pages'), error)
  const { out } = await run(['keys', 'create', '--help'])
  assert.deepEqual(
    families.filter((family) => family !== 'odd' && !new RegExp(`\\b${family}\\b`).test(out)),
    [],
  )
})
