import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { findLimitViolations, type LimitViolation, type ServiceLimits, type ServiceUsage } from '../src/index.ts'

const limits: ServiceLimits = {
  maximum_services: 10,
  maximum_sms_numbers: 2,
  minimum_interval: 60,
  maximum_sensors: 3,
  available_notification_channel_ids: ['email', 'sms'],
  available_service_types: [
    { service_type_id: 'http', maximum_services: null, minimum_interval: null },
    { service_type_id: 'browser_scenario', maximum_services: 1, minimum_interval: 300 },
  ],
}

const full: ServiceUsage = {
  services: 10,
  services_by_type: { http: 9, browser_scenario: 1, ping: 0 },
  minimum_interval: 60,
  minimum_interval_by_type: { http: 60, browser_scenario: 300 },
  maximum_sensors: 3,
  sms_numbers: 2,
  channel_ids: ['email', 'sms'],
}

const beyond: readonly (readonly [part: Partial<ServiceUsage>, fault: LimitViolation])[] = [
  [{ services: 11 }, { limit: 'maximum_services', used: 11, allowed: 10 }],
  [{ minimum_interval: 59 }, { limit: 'minimum_interval', used: 59, allowed: 60 }],
  [{ maximum_sensors: 4 }, { limit: 'maximum_sensors', used: 4, allowed: 3 }],
  [{ sms_numbers: 3 }, { limit: 'maximum_sms_numbers', used: 3, allowed: 2 }],
  [
    { services_by_type: { browser_scenario: 2 } },
    { limit: 'maximum_services_of_type', used: 2, allowed: 1, what: 'browser_scenario' },
  ],
  [
    { minimum_interval_by_type: { browser_scenario: 299 } },
    { limit: 'minimum_interval_of_type', used: 299, allowed: 300, what: 'browser_scenario' },
  ],
  [{ services_by_type: { ping: 1 } }, { limit: 'service_type', used: 1, allowed: 0, what: 'ping' }],
  [{ channel_ids: ['slack', 'sms'] }, { limit: 'notification_channel', used: 1, allowed: 0, what: 'slack' }],
]

test('a usage that reaches every limit fits, and so does no usage', () => {
  const none: ServiceUsage = {
    services: 0,
    services_by_type: {},
    minimum_interval: null,
    minimum_interval_by_type: {},
    maximum_sensors: 0,
    sms_numbers: 0,
    channel_ids: [],
  }
  assert.deepEqual(findLimitViolations(full, limits), [])
  assert.deepEqual(findLimitViolations(none, limits), [])
})

test('one step beyond a limit violates that limit only', () => {
  for (const [part, fault] of beyond) assert.deepEqual(findLimitViolations({ ...full, ...part }, limits), [fault])
})

test('all violated limits are returned together', () => {
  const withoutTypes = beyond.filter(([part]) => part.services_by_type === undefined)
  fc.assert(
    fc.property(fc.subarray([...withoutTypes]), (chosen) => {
      const usage: ServiceUsage = Object.assign({}, full, ...chosen.map(([part]) => part))
      assert.deepEqual(
        new Set(findLimitViolations(usage, limits).map(({ limit }) => limit)),
        new Set(chosen.map(([, { limit }]) => limit)),
      )
    }),
  )
})

test('a package that gives more has no more faults; the same property catches a turned comparison', () => {
  const byLimits = (faults: typeof findLimitViolations) =>
    !fc.check(
      fc.property(usages, fc.nat(20), fc.nat(20), (usage, less, more) => {
        const small = { ...limits, maximum_services: less, minimum_interval: 100 - less }
        const large = { ...small, maximum_services: less + more, minimum_interval: 100 - less - more }
        return faults(usage, large).length <= faults(usage, small).length
      }),
    ).failed
  assert.ok(byLimits(findLimitViolations))
  assert.equal(
    byLimits((usage, { maximum_services, ...rest }) =>
      usage.services < maximum_services ? findLimitViolations(usage, { ...rest, maximum_services: -1 }) : [],
    ),
    false,
  )
})

const usages: fc.Arbitrary<ServiceUsage> = fc.record({
  services: fc.nat(20),
  services_by_type: fc.dictionary(fc.constantFrom('http', 'ping', 'browser_scenario'), fc.nat(3)),
  minimum_interval: fc.option(fc.integer({ min: 60, max: 110 })),
  minimum_interval_by_type: fc.dictionary(fc.constantFrom('http', 'browser_scenario'), fc.nat(400)),
  maximum_sensors: fc.nat(5),
  sms_numbers: fc.nat(4),
  channel_ids: fc.array(fc.constantFrom('email', 'sms', 'slack')),
})
