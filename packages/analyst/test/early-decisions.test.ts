import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sliceChecks } from '@wachta/domain'
import { createReceivedReport, createServiceRevision, start } from '@wachta/testing/analyst/simulated'
import { decideOutcome, EarlyDecisions, reopenDecided } from '../src/slots/early-decisions.ts'
import { closeSlot, openSlot } from '../src/slots/open-slot.ts'
import { toPlan } from '../src/slots/plan.ts'
import { createServiceSlots, insertOpen } from '../src/slots/service-slots.ts'
import { addResult, countResult } from '../src/slots/slot-results.ts'

const plan = toPlan(createServiceRevision({ sensor_ids: [1, 2, 3, 4, 5] }))
const close = (open: Parameters<typeof closeSlot>[0]) => closeSlot(open, { heartbeatCheck: () => undefined })

function answered(...results: readonly ('ok' | 'error' | 'unknown')[]) {
  const open = openSlot(7, start, { kind: 's', deadline: start + plan.waitMs, expectation: plan })
  for (const [rank, result] of results.entries()) {
    addResult(open, rank, createReceivedReport({ service_id: 7, slot: start, sensor_id: rank + 1, result }))
    countResult(open, rank, false)
  }
  return open
}

test('an outcome is decided as soon as no missing sensor can change it', () => {
  assert.equal(decideOutcome(answered('error', 'error')), undefined)
  assert.equal(decideOutcome(answered('error', 'error', 'error')), 'failure')
  assert.equal(decideOutcome(answered('ok', 'ok', 'ok')), 'ok')
  assert.equal(decideOutcome(answered('unknown', 'unknown', 'unknown')), 'unknown')
})

test('a decision is published once, with the analysis so far', () => {
  const service = createServiceSlots({ service_id: 7, plans: [plan], frontier: start - 1 })
  const decisions = new EarlyDecisions(close)
  const open = answered('error', 'error', 'error')
  insertOpen(service, open)
  decisions.decide(service, open)
  const [decision, ...others] = decisions.take()
  assert.deepEqual([decision?.slot, decision?.outcome, others], [start, 'failure', []])
  assert.deepEqual([decision?.toPartialAnalysis().error, decision?.toPartialAnalysis().unknown], [3, 2])
  assert.deepEqual([service.lastDecidedSlot, open.isPublished], [start, true])
  decisions.decide(service, open)
  decisions.retryPublishing(service)
  assert.deepEqual(decisions.take(), [])
})

test('an unknown outcome is never published early', () => {
  const service = createServiceSlots({ service_id: 7, plans: [plan], frontier: start - 1 })
  const decisions = new EarlyDecisions(close)
  const open = answered('unknown', 'unknown', 'unknown')
  insertOpen(service, open)
  decisions.decide(service, open)
  assert.deepEqual([decisions.take(), open.isPublished], [[], false])
})

test('a slot that was decided before a takeover is rebuilt from its known checks', () => {
  const checks = sliceChecks(close(answered('error', 'unknown', 'ok')).checks)
  const service = { service_id: 7, plans: [plan] }
  const open = reopenDecided(service, { slot: start, revision: 1, checks: [...checks] })
  assert.deepEqual([open?.ok, open?.error, open?.missing, open?.isPublished], [1, 1, 3, true])
  assert.deepEqual(
    open?.reports.map((each) => each?.result),
    ['error', undefined, 'ok', undefined, undefined],
  )
  assert.equal(reopenDecided(service, { slot: start, revision: 2, checks: [...checks] }), undefined)
})
