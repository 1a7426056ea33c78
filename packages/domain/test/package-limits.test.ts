import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { findExceededLimits, type PackageLimits } from '../src/index.ts'

const limits: fc.Arbitrary<PackageLimits> = fc.record({
  maximum_sensors: fc.nat(5),
  maximum_services: fc.nat(5),
  maximum_sms_numbers: fc.nat(5),
  minimum_interval: fc.integer({ min: 1, max: 5 }),
  monthly_reports_limit: fc.nat(5),
  maximum_requests_per_minute: fc.nat(5),
  can_force_custom_analyses: fc.boolean(),
  available_notification_channel_ids: fc.uniqueArray(fc.constantFrom('email', 'sms', 'slack')),
  service_type_ids: fc.uniqueArray(fc.constantFrom('http', 'ping')),
})

test('a package does not exceed itself', () => {
  fc.assert(fc.property(limits, (given) => findExceededLimits(given, given).length === 0))
})

test('two packages that do not exceed each other have equal limits', () => {
  const sorted = (given: PackageLimits) => ({
    ...given,
    available_notification_channel_ids: given.available_notification_channel_ids.toSorted(),
    service_type_ids: given.service_type_ids.toSorted(),
  })
  fc.assert(
    fc.property(limits, limits, (one, other) => {
      const equal = findExceededLimits(one, other).length === 0 && findExceededLimits(other, one).length === 0
      if (equal) assert.deepEqual(sorted(one), sorted(other))
    }),
  )
})

test('each limit that gives more is named: a shorter interval is more', () => {
  const base: PackageLimits = {
    maximum_sensors: 3,
    maximum_services: 3,
    maximum_sms_numbers: 3,
    minimum_interval: 60,
    monthly_reports_limit: 3,
    maximum_requests_per_minute: 3,
    can_force_custom_analyses: false,
    available_notification_channel_ids: ['email'],
    service_type_ids: ['http'],
  }
  const more: PackageLimits = {
    maximum_sensors: 4,
    maximum_services: 4,
    maximum_sms_numbers: 4,
    minimum_interval: 59,
    monthly_reports_limit: 4,
    maximum_requests_per_minute: 4,
    can_force_custom_analyses: true,
    available_notification_channel_ids: ['email', 'sms'],
    service_type_ids: ['http', 'ping'],
  }
  for (const name of Object.keys(base) as (keyof PackageLimits)[]) {
    assert.deepEqual(findExceededLimits({ ...base, [name]: more[name] }, base), [name])
    assert.deepEqual(findExceededLimits({ ...more, [name]: base[name] }, more), [])
  }
})
