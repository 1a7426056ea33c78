import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClient, type OutgoingRequest, type StatusPage } from '@wachta/client'
import { toCurl } from '../src/app/forms/curl.ts'
import { toStatusPageData } from '../src/features/status-pages/page-data.ts'
import { checkPassword } from '../src/features/status-pages/page-password.ts'
import { type StatusPageValues, toStatusPageValues } from '../src/features/status-pages/page-values.ts'
import { copySaveProgress, makeSaveProgress, saveStatusPage } from '../src/features/status-pages/save-page.ts'
import { listVisitorAccounts } from '../src/features/status-pages/visitor-account-list.ts'

const password = 'violet-anchor-sled-17'
const stored = { id: 9, title: 'Acme', slug: 'acme', is_published: true } as const
const valuesOf = (page: Partial<StatusPage>): StatusPageValues =>
  toStatusPageValues({ page }, { language: 'en', zone: 'UTC' })

/** A client that answers without an installation and records its requests; these are rejected once each. */
function makeRecorder(...rejected: string[]) {
  const asked: OutgoingRequest[] = []
  const client = createClient({
    baseUrl: 'http://127.0.0.1/v3',
    token: () => 'none',
    retry: false,
    fetch: async (input, { method = 'GET', body } = {}) => {
      asked.push({ method, url: String(input), ...(typeof body === 'string' && { body }) })
      const place = rejected.indexOf(listed(asked).at(-1) ?? '')
      if (place < 0) return Response.json({ id: 9 })
      rejected.splice(place, 1)
      return Response.json([{ error: 'weak_password', message: 'weak', field: 'data.password' }], { status: 422 })
    },
  })
  return { client, asked }
}
const listed = (asked: readonly OutgoingRequest[]) =>
  asked.map(({ method, url }) => `${method} ${url.replace(/^.*\/v3/, '')}`)
const bodies = (asked: readonly OutgoingRequest[]) => asked.map(({ body }) => JSON.parse(body ?? '{}'))

test('the users of chosen sub-accounts are sent only with the visibility of users', () => {
  const values = valuesOf({ ...stored, visibility: 'users', visitor_account_ids: [4, 5] })
  assert.deepEqual(toStatusPageData(values).visitor_account_ids, [4, 5])
  assert.deepEqual(toStatusPageData({ ...values, visibility: 'link' }).visitor_account_ids, [])
})

test('only accounts that the owner created are offered', () => {
  const account = (id: number, reseller_account_id: number | null, parent_account_id: number | null = null) => ({
    ...{ id, reseller_account_id, parent_account_id, name: `Account ${id}`, username: `account${id}` },
  })
  const accounts = [account(1, null), account(2, 1), account(3, 7), account(4, 1, 2), account(5, null, 1)]
  assert.deepEqual(
    listVisitorAccounts(accounts, 1).map(({ id }) => id),
    [2],
  )
})

test('a password is set before the visibility, and kept if the field is empty', async () => {
  const before = valuesOf(stored)
  const after = { ...before, visibility: 'password' } as const
  const { client, asked } = makeRecorder()
  await saveStatusPage(client, { before, after, password }, makeSaveProgress(stored))
  assert.deepEqual(listed(asked.splice(0)), ['PUT /status_pages/9/password', 'PUT /status_pages/9'])
  const withPassword = makeSaveProgress({ ...stored, has_password: true })
  await saveStatusPage(client, { before, after, password: '' }, withPassword)
  assert.deepEqual(listed(asked.splice(0)), ['PUT /status_pages/9'])
  await saveStatusPage(client, { before: after, after, password }, withPassword)
  assert.deepEqual(listed(asked.splice(0)), ['PUT /status_pages/9/password'])
  const untouched = makeSaveProgress({ ...stored, has_password: true })
  await saveStatusPage(client, { before, after: before, password }, untouched)
  assert.deepEqual(listed(asked), [], 'a password that was typed before another visibility was chosen is not set')
})

test('a new page stays unpublished and closed until its password is set', async () => {
  const before = valuesOf({})
  const after = { ...valuesOf(stored), visibility: 'password' } as const
  const { client, asked } = makeRecorder('PUT /status_pages/9/password')
  const progress = makeSaveProgress()
  const isHalf = { name: 'HalfSaved', saved: 'page', message: 'weak' }
  await assert.rejects(saveStatusPage(client, { before, after, password }, progress), isHalf)
  const [created] = bodies(asked)
  assert.deepEqual([created.visibility, created.is_published, created.title], ['users', false, 'Acme'])
  assert.deepEqual(listed(asked.splice(0)), ['POST /status_pages', 'PUT /status_pages/9/password'])
  await saveStatusPage(client, { before, after, password }, progress)
  assert.deepEqual(listed(asked), ['PUT /status_pages/9/password', 'PUT /status_pages/9'])
  const changed = bodies(asked).at(-1)
  assert.deepEqual([changed.visibility, changed.is_published], ['password', true])
})

test('a password that is set although the rest is rejected is reported, and not set twice', async () => {
  const before = valuesOf({ ...stored, visibility: 'password', has_password: true })
  const after = { ...before, title: 'Other' }
  const { client, asked } = makeRecorder('PUT /status_pages/9')
  const progress = makeSaveProgress({ ...stored, has_password: true })
  const isHalf = { name: 'HalfSaved', saved: 'password' }
  await assert.rejects(saveStatusPage(client, { before, after, password }, progress), isHalf)
  await saveStatusPage(client, { before, after, password }, progress)
  const sent = ['PUT /status_pages/9/password', 'PUT /status_pages/9', 'PUT /status_pages/9']
  assert.deepEqual(listed(asked.splice(0)), sent)
  await saveStatusPage(client, { before: after, after, password }, progress)
  assert.deepEqual(listed(asked), ['PUT /status_pages/9/password'], 'the same password, entered again later, is set')
})

test('a page whose password is missing or too short is not even created', () => {
  const after = { ...valuesOf(stored), visibility: 'password' } as const
  const tooShort = { name: 'PasswordTooShort' }
  for (const short of ['', 'short', '🦊'.repeat(11)])
    assert.throws(() => checkPassword({ after, password: short }, makeSaveProgress()), tooShort)
  const withPassword = makeSaveProgress({ ...stored, has_password: true })
  assert.throws(() => checkPassword({ after, password: 'short' }, withPassword), tooShort)
  checkPassword({ after, password: '' }, withPassword)
  checkPassword({ after, password }, makeSaveProgress())
  checkPassword({ after: { ...after, visibility: 'link' }, password: 'short' }, makeSaveProgress())
})

test('commands to copy hold no password, and a rehearsal saves nothing', async () => {
  const before = valuesOf({})
  const after = { ...valuesOf(stored), visibility: 'password' } as const
  const { client, asked } = makeRecorder()
  const progress = makeSaveProgress()
  await saveStatusPage(client, { before, after, password }, copySaveProgress(progress))
  assert.deepEqual(progress, makeSaveProgress())
  const commands = asked.map(toCurl).join('\n')
  assert.doesNotMatch(commands, /violet/)
  assert.match(commands, /"password": "…"[\s\S]*"visibility": "password"/)
})
