import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type ComponentStatus,
  componentStatuses,
  type GroupRule,
  getGroupComponentStatus,
  getServiceComponentStatus,
  type ShownService,
  summarizeStatuses,
} from '@wachta/domain'
import fc from 'fast-check'

const working: ShownService = { status: 'ok', isInMaintenance: false, isFailing: false, isDegraded: false }
const failed: ShownService = { ...working, status: 'failure', isFailing: true }

const anyService: fc.Arbitrary<ShownService> = fc.record({
  status: fc.constantFrom('ok', 'failure', 'paused', 'unknown'),
  isInMaintenance: fc.boolean(),
  isFailing: fc.boolean(),
  isDegraded: fc.boolean(),
})
const anyRule: fc.Arbitrary<GroupRule> = fc.oneof(
  fc.constant<GroupRule>({ kind: 'worst' }),
  fc.constant<GroupRule>({ kind: 'any_up' }),
  fc.integer({ min: 1, max: 100 }).map((percent): GroupRule => ({ kind: 'share', percent })),
)
const badness = (status: ComponentStatus): number => componentStatuses.indexOf(status)

test('a service fails for visitors until it was measured again and works', () => {
  assert.equal(getServiceComponentStatus(failed), 'major_outage')
  assert.equal(getServiceComponentStatus({ ...failed, status: 'unknown' }), 'major_outage', 'no sensor saw it recover')
  assert.equal(getServiceComponentStatus({ ...failed, status: 'ok' }), 'operational', 'the incident ends later')
  assert.equal(getServiceComponentStatus({ ...working, status: 'unknown' }), 'operational')
  assert.equal(getServiceComponentStatus({ ...failed, status: 'paused' }), 'operational')
  assert.equal(getServiceComponentStatus({ ...failed, isInMaintenance: true }), 'under_maintenance')
  assert.equal(getServiceComponentStatus({ ...working, isDegraded: true }), 'degraded_performance')
})

test('a group of one is its service, whatever the rule', () => {
  fc.assert(
    fc.property(anyService, anyRule, (service, rule) => {
      assert.equal(getGroupComponentStatus([service], rule), getServiceComponentStatus(service))
    }),
  )
})

test('one more service that fails never makes a group look better, and its order plays no part', () => {
  fc.assert(
    fc.property(fc.array(anyService, { minLength: 1, maxLength: 8 }), anyRule, fc.nat(), (services, rule, place) => {
      const at = place % services.length
      const worse = services.map((service, index) => (index === at ? failed : service))
      const before = getGroupComponentStatus(services, rule)
      // A failing service in maintenance no longer contributes its maintenance status, so the result may be milder.
      if (!services[at]?.isInMaintenance) assert.ok(badness(getGroupComponentStatus(worse, rule)) >= badness(before))
      assert.equal(getGroupComponentStatus(services.toReversed(), rule), before)
    }),
  )
})

test('rules differ only in how much a part of the group counts', () => {
  const half = [working, working, failed, failed]
  assert.equal(getGroupComponentStatus(half, { kind: 'worst' }), 'partial_outage')
  assert.equal(getGroupComponentStatus(half, { kind: 'any_up' }), 'degraded_performance')
  assert.equal(getGroupComponentStatus(half, { kind: 'share', percent: 50 }), 'partial_outage')
  assert.equal(getGroupComponentStatus(half, { kind: 'share', percent: 51 }), 'major_outage')
  for (const kind of ['worst', 'any_up'] as const)
    assert.equal(getGroupComponentStatus([failed, failed], { kind }), 'major_outage')
})

test('a page is critical when most of it is down', () => {
  assert.equal(summarizeStatuses([]), 'none')
  assert.equal(summarizeStatuses(['operational', 'under_maintenance']), 'maintenance')
  assert.equal(summarizeStatuses(['operational', 'degraded_performance']), 'minor')
  assert.equal(summarizeStatuses(['operational', 'major_outage']), 'major')
  assert.equal(summarizeStatuses(['partial_outage', 'partial_outage']), 'major')
  assert.equal(summarizeStatuses(['operational', 'major_outage', 'major_outage']), 'critical')
})
