import assert from 'node:assert/strict'
import { test } from 'node:test'
import { renderScreen } from './support/render-screen.ts'

const render = (deliveries: readonly unknown[]) =>
  renderScreen({
    file: 'reports/report-deliveries.tsx',
    component: 'ReportDeliveries',
    language: 'en',
    answers: [[['reports', 'deliveries', 7], deliveries]],
    properties: { id: 7 },
  })

test('a report that was sent to no one has no list of recipients', async () => {
  const html = await render([])
  assert.match(html, /Not sent\./)
  assert.doesNotMatch(html, /<ul/)
})

test('the recipients are listed with what became of the message', async () => {
  const sent = { recipient: 'anna@example.com', status: 'failed', failure_reason: 'address_not_confirmed' }
  const html = await render([{ ...sent, created_at: '2026-11-18T10:00:00Z', sent_at: null }])
  assert.match(html, /<ul[^>]*><li[^>]*>.*anna@example\.com.*Not delivered.*The address is not confirmed yet\./)
})
