import { permissions } from './permissions.ts'
import type { Table } from './table.ts'

/** The body of every search. The names that its arrays and filters take follow below, for each resource. */
export const searchRequest: Omit<Table, 'schema'> = {
  closed: true,
  rows: [
    ['fields', 'array of string', { unique: true, named: true }],
    ['embed', 'array of string', { unique: true, named: true }],
    ['filters', 'object'],
    // The interface sets no bound; a text of any length would be a scan of any length.
    ['query', 'string', { ours: { maxLength: 1000 } }],
    ['sort', 'array of object', { max: 256 }],
    ['limit', 'integer', { min: 0, max: 1000, default: 10 }],
    ['offset', 'integer', { min: 0, default: 0 }],
  ],
}

export const maximumFilterElements = 32

/** The closed names of one resource's search. */
export interface Names {
  readonly fields: readonly string[]
  readonly filters: readonly string[]
  readonly sort: readonly string[]
  readonly embed: readonly string[]
  /** Names that the interface does not show, and may therefore be there or not. */
  readonly mayFilter?: readonly string[]
  readonly maySort?: readonly string[]
}

const under = (relation: string, names: readonly string[]): string[] => [
  relation,
  ...names.map((name) => `${relation}.${name}`),
]

const flagsOf = (permission: string): string[] =>
  (permissions[permission]?.flags ?? []).map((flag) => `permissions.${flag}`)

const dictionaryFields = ['id', 'name', 'description']

const accountFields = [
  'id',
  'name',
  'username',
  'package_id',
  'parent_account_id',
  'is_activated',
  'is_blocked',
  'is_read_only',
  'language_id',
  'time_zone_id',
  'disable_legacy_notifications',
]

const adminAccountFields = [
  'address',
  'comment',
  'contact_person',
  'email_address',
  'id',
  'is_activated',
  'is_blocked',
  'is_read_only',
  'language_id',
  'name',
  'package_id',
  'parent_account_id',
  'phone_number',
  'tax_identification_number',
  'time_zone_id',
  'username',
]

const packageScalars = [
  'can_force_custom_analyses',
  'id',
  'is_available_for_new_accounts',
  'maximum_sensors',
  'maximum_services',
  'maximum_sms_numbers',
  'minimum_interval',
  'monthly_reports_limit',
  'name',
]
const packageFields = ['available_notification_channel_ids', 'available_service_types', ...packageScalars]

const userDataFields = [
  'address',
  'contact_person',
  'created_at',
  'email_address',
  'has_2fa_enabled',
  'id',
  'ip_whitelist',
  'ip_whitelist_enabled',
  'phone_number',
  'settings',
  'tax_identification_number',
]

const errorTypeFields = ['category_ids', 'description', 'diagnosis', 'extra_info', 'id', 'name']
const errorTypeScalars = ['description', 'diagnosis', 'extra_info', 'id', 'name']

export const searches: Readonly<Record<string, Names>> = {
  account_search: {
    fields: accountFields,
    filters: [...accountFields, ...flagsOf('account_permission')],
    sort: [...accountFields, ...flagsOf('account_permission')],
    embed: [
      ...under('language', dictionaryFields),
      ...under('package', packageFields),
      ...under('parent_account', accountFields),
      'permissions',
      ...flagsOf('account_permission'),
      ...under('time_zone', dictionaryFields),
      ...under('user_data', userDataFields),
    ],
  },
  admin_account_search: {
    fields: adminAccountFields,
    filters: [...adminAccountFields, ...flagsOf('admin_account_permission')],
    sort: [...adminAccountFields, ...flagsOf('admin_account_permission')],
    embed: [
      ...under('language', dictionaryFields),
      ...under('package', packageFields),
      'permissions',
      ...flagsOf('admin_account_permission'),
    ],
  },
  admin_package_search: {
    fields: packageFields,
    filters: flagsOf('admin_package_permission'),
    mayFilter: packageFields,
    sort: [...packageScalars, ...flagsOf('admin_package_permission')],
    embed: [
      ...under('available_notification_channels', dictionaryFields),
      'permissions',
      ...flagsOf('admin_package_permission'),
    ],
  },
  error_type_search: {
    fields: errorTypeFields,
    filters: [...errorTypeScalars, ...flagsOf('error_type_permission')],
    sort: [...errorTypeScalars, 'permissions.delete'],
    maySort: flagsOf('error_type_permission'),
    embed: [...under('categories', dictionaryFields), 'permissions', ...flagsOf('error_type_permission')],
  },
}
