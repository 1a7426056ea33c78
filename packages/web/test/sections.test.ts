import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findCustomers } from '../src/features/services/customers.ts'
import { listByCustomer, listByGroup } from '../src/features/services/sections.ts'
import { toServiceWithStatus } from '../src/features/services/watched.ts'
import { findLargest } from '../src/ui/use-fit.ts'

const group = (id: number, name: string, owner_id: number, owner: string) =>
  [id, { id, name, owner_id, owner: { name: owner } }] as const
const groups = new Map([
  group(1, 'Sklep', 7, 'Piekarnia'),
  group(2, 'Poczta', 7, 'Piekarnia'),
  group(3, 'Strony', 8, 'Apteka'),
  group(4, 'Strony', 9, 'Bank'),
])
const service = (service_id: number, group_id: number, status: 'ok' | 'failure' | 'unknown' | 'paused') =>
  toServiceWithStatus({
    service_id,
    status,
    since: '2026-11-15T12:00:00Z',
    last_analysis_time: null,
    average_response_time: 100,
    failing_sensor_ids: [],
    error_type_id: null,
    is_suspended: false,
    is_silenced: false,
    service: { name: `Service ${service_id}`, group_id },
  })

test('customers with the worst state come first, then those with more services in it, then by name', () => {
  const services = [
    service(1, 1, 'ok'),
    service(2, 2, 'failure'),
    service(3, 3, 'ok'),
    service(4, 4, 'failure'),
    service(5, 4, 'failure'),
    service(6, 4, 'paused'),
  ]
  const sections = listByCustomer(services, findCustomers(groups, services))
  assert.deepEqual(
    sections.map(({ name, worst, counts }) => [name, worst, counts.failure]),
    [
      ['Bank', 'failure', 2],
      ['Piekarnia', 'failure', 1],
      ['Apteka', 'ok', 0],
    ],
  )
  assert.deepEqual(
    sections[1]?.services.map(({ id }) => id),
    [2, 1],
  )
})

test('services of one customer are listed by group; a group that is not known yet has no name', () => {
  const services = [service(1, 1, 'ok'), service(2, 2, 'unknown'), service(3, 99, 'ok')]
  const names = listByGroup(services, groups).map(({ name, worst }) => [name, worst])
  assert.deepEqual(names, [
    ['Poczta', 'unknown'],
    ['–', 'ok'],
    ['Sklep', 'ok'],
  ])
})

test('the largest size that fits is found, and none if even the smallest is too large', () => {
  assert.equal(
    findLargest(24, 46, (size) => size <= 31),
    31,
  )
  assert.equal(
    findLargest(24, 46, () => true),
    46,
  )
  assert.equal(
    findLargest(24, 46, () => false),
    null,
  )
})
