import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClient } from '@wachta/client'
import { createWindowDraft, toSuspensionPlan } from '../src/features/maintenance/draft.ts'
import { createWindow, type SuspensionPlan } from '../src/features/maintenance/plan-suspension.ts'

/** A client that answers without an installation and records the targets; the given one is rejected once. */
function makeRecorder(rejected: number) {
  const asked: number[] = []
  let isRejecting = true
  const client = createClient({
    baseUrl: 'http://127.0.0.1/v3',
    token: () => 'none',
    retry: false,
    fetch: async (_input, init) => {
      const { contact_id, service_ids } = JSON.parse(String(init?.body))
      asked.push(...(service_ids ?? [contact_id]))
      if (!isRejecting || !(service_ids ?? [contact_id]).includes(rejected)) return Response.json({ id: 9 })
      isRejecting = false
      return Response.json([{ error: 'package_limit', message: 'full' }], { status: 422 })
    },
  })
  return { client, asked }
}

const plan: SuspensionPlan = {
  targetKind: 'contact',
  description: '',
  onlyNotifications: true,
  when: { start: Date.UTC(2026, 10, 19, 20), end: Date.UTC(2026, 10, 20, 6) },
}

test('a second attempt creates a window only for those that do not have it yet', async () => {
  const { client, asked } = makeRecorder(3)
  const done = new Set<string>()
  const targets = [1, 2, 3, 4]
  await assert.rejects(createWindow(client, { plan, targets }, done))
  await createWindow(client, { plan, targets }, done)
  assert.deepEqual(asked, [1, 2, 3, 3, 4])
  const later = { ...plan, description: 'Later' }
  await createWindow(client, { plan: later, targets: [1] }, done)
  assert.equal(asked.at(-1), 1, 'another window is created for the same contact')
})

test('of more services than one request takes, those of the first request are not planned twice', async () => {
  const { client, asked } = makeRecorder(1500)
  const done = new Set<string>()
  const targets = Array.from({ length: 1500 }, (_, index) => index + 1)
  const ofServices: SuspensionPlan = { ...plan, targetKind: 'service' }
  await assert.rejects(createWindow(client, { plan: ofServices, targets }, done))
  await createWindow(client, { plan: ofServices, targets }, done)
  assert.deepEqual(asked, [...targets, ...targets.slice(1000)])
})

test('times are read as they are typed, because Enter sends the form before they are completed', () => {
  const zone = 'Europe/Warsaw'
  const draft = {
    ...createWindowDraft(zone, { start: 0, end: 3_600_000 }),
    ...{ start: '15.11.2026 9:30', end: '2026-11-15 11' },
    ...{ fromDay: 0, fromTime: '930', toDay: 1, toTime: '6' },
  }
  const once = { start: Date.parse('2026-11-15T08:30:00Z'), end: Date.parse('2026-11-15T10:00:00Z') }
  assert.deepEqual(toSuspensionPlan(zone, draft)?.when, once)
  assert.equal(toSuspensionPlan(zone, { ...draft, end: 'tomorrow' }), null)
  const weekly = { ...draft, isWeekly: true }
  assert.deepEqual(toSuspensionPlan(zone, weekly)?.when, { from: 570, to: 1800 })
  assert.equal(toSuspensionPlan(zone, { ...weekly, fromTime: '22:005' }), null)
})
