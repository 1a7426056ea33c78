import type { Flags } from './permissions.ts'
import type { Row, Table } from './table.ts'

export const accountsScope: Table = {
  schema: 'accounts_scope',
  closed: false,
  rows: [
    ['all', 'boolean'],
    ['by_id', 'array of id', { unique: true, swaggerMax: 1000 }],
  ],
}

export const bulkGroupChangeData: Table = {
  schema: 'bulk_group_change_data',
  closed: false,
  required: ['service_ids', 'group_id'],
  rows: [
    ['service_ids', 'array of id', { unique: true, swaggerMax: 1000 }],
    ['group_id', 'integer', { min: 1 }],
  ],
}

/** The sensors assigned in one category. Only the Swagger form bounds their number. */
export const sensorsOfCategory: Row = ['sensors', 'array of id', { unique: true, swaggerMin: 1, swaggerMax: 1000 }]

/** The fields with the sensors of groups, in answers and in requests. */
export const assignedSensorIds: readonly string[] = ['group', 'group_create_data', 'group_update_data'].map(
  (schema) => `${schema}.assigned_sensor_ids`,
)

const key = (name: string, constraints: object = {}): Row => [name, 'string', { key: true, ...constraints }]
const keys = (name: string, constraints: object = {}): Row => [
  name,
  'array of string',
  { unique: true, key: true, ours: { maxItems: 100 }, ...constraints },
]
const hours = (name: string): Row => [name, 'array of object', { ours: { readOnly: true } }]

/**
 * The API names the fields of a service only where a correction embeds one. Their types come from the answers that
 * existing clients read; their maximum lengths are our own choice.
 */
export const service: Table = {
  schema: 'service',
  closed: false,
  rows: [
    ['address', 'string', { ours: { minLength: 1, maxLength: 2048 } }],
    ['description', 'string', { default: '', ours: { maxLength: 10_000 } }],
    ['extended_settings', 'object', { ours: { maxProperties: 100 } }],
    ['group_id', 'integer', { min: 1 }],
    ['id', 'integer', { min: 1 }],
    ['interval', 'integer', { ours: { minimum: 1, maximum: 2_147_483_647 } }],
    ['is_active', 'boolean', { default: true }],
    ['is_archived', 'boolean', { default: false }],
    ['name', 'string', { ours: { minLength: 1, maxLength: 255 } }],
    keys('notification_channel_ids'),
    keys('notification_condition_ids', { default: ['failure', 'recovery'] }),
    key('notification_mode_id', { default: 'default' }),
    ['owner_id', 'integer', { min: 1 }],
    key('recovery_notification_mode_id', { default: 'default' }),
    // Null if the service uses the sensors of its group.
    ['sensor_ids', 'not shown'],
    hours('silent_hours'),
    ['step_names', 'array of string', { ours: { maxItems: 100, items: { minLength: 1, maxLength: 255 } } }],
    hours('suspension_hours'),
    key('type_id'),
  ],
  ours: ['external_id', 'tags', 'service_level_target'],
}

const usual = ['delete', 'own', 'read', 'update']

/** The API names these resources without flags. They get the usual ones, and one per kind of child or action. */
export const servicePermissions: Readonly<Record<string, Flags>> = {
  service_permission: {
    flags: usual,
    ours: [
      'archive',
      'create_corrections',
      'create_suspensions',
      'create_weekly_suspensions',
      'force_analysis',
      'move',
      'restore',
    ],
  },
  group_permission: {
    flags: usual,
    ours: ['create_notification_addresses', 'create_periodic_report_addresses', 'create_services', 'share'],
  },
  group_share_permission: { flags: usual },
}

/** Searches whose names the API does not document. */
export const searchesBeyond: readonly string[] = [
  'group_search',
  'group_stats_search',
  'sensor_search',
  'service_search',
  'service_status_search',
  'service_type_search',
]
