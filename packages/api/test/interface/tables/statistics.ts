import type { Row, Table } from './table.ts'

/** Counter names consist of the owner, the state (if any), and what is counted. */
const counters: readonly Row[] = [
  'own_services',
  'own_service_steps',
  'own_paused_services',
  'own_paused_service_steps',
  'own_failure_services',
  'own_failure_service_steps',
  'own_archived_services',
  'own_archived_service_steps',
  'shared_services',
  'shared_service_steps',
  'shared_paused_services',
  'shared_paused_service_steps',
  'shared_failure_services',
  'shared_failure_service_steps',
  'shared_archived_services',
  'shared_archived_service_steps',
].map((name) => [name, 'integer', { min: 0 }])

const counterNames = counters.map(([name]) => name)

export const accountStats: Table = { schema: 'account_stats', closed: true, required: counterNames, rows: counters }

export const accountStatsByCategory: Table = {
  schema: 'account_stats_by_service_type_category',
  closed: false,
  required: [...counterNames, 'service_type_category'],
  rows: [...counters, ['service_type_category', 'object']],
}

/** The field refers to the resource, so its value is an entry of that dictionary. */
export const serviceTypeCategory: Table = {
  schema: 'account_stats_by_service_type_category.service_type_category',
  closed: false,
  rows: [
    ['id', 'string', { key: true }],
    ['name', 'string'],
    ['description', 'string|null'],
  ],
}
