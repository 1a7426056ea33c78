import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startDeadline } from '../src/deadline.ts'
import { findDocumentFailure, isAnswered } from '../src/scenario/document-failure.ts'

const page = (path: string, more: object = {}) => ({
  url: `https://shop.example.com${path}`,
  status: null as number | null,
  error: null as string | null,
  isCancelled: false,
  ...more,
})

test('the last page is judged by its answer', () => {
  const kindOf = (...pages: ReturnType<typeof page>[]) => findDocumentFailure(pages, [])?.kind ?? null
  assert.equal(kindOf(), null)
  assert.equal(kindOf(page('/', { status: 200 })), null)
  assert.equal(kindOf(page('/', { status: 500 }), page('/cart', { status: 200 })), null)
  assert.equal(kindOf(page('/', { status: 200 }), page('/cart', { status: 500 })), 'http_status_server_error')
  assert.equal(kindOf(page('/', { error: 'net::ERR_CONNECTION_RESET' })), 'connection_reset')
  assert.equal(kindOf(page('/file', { error: 'net::ERR_ABORTED', isCancelled: true })), null)
  assert.equal(kindOf(page('/', { status: 200 }), page('/slow')), 'timeout_first_byte')
})

test('a page that has just begun to load is no failure of a step that is done', () => {
  const answered = (...pages: ReturnType<typeof page>[]) => findDocumentFailure(pages.filter(isAnswered), [])
  assert.equal(answered(page('/', { status: 200 }), page('/slow')), null)
  assert.equal(answered(page('/slow')), null)
  assert.equal(answered(page('/', { status: 500 }), page('/slow'))?.kind, 'http_status_server_error')
})

test('a deadline that has passed is still a limit for the library, for which 0 is none', async () => {
  const deadline = startDeadline(0)
  assert.equal(deadline.remainingMs, 0)
  assert.equal(deadline.timeoutMs, 100)
  const later = startDeadline(5_000)
  assert.ok(later.timeoutMs > 4_900 && later.timeoutMs <= 5_000)
})
