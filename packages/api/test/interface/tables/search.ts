import { permissions, usualFlags } from './permissions.ts'
import type { Table } from './table.ts'

/** The body of every search. The names that its arrays and filters accept are listed below, per resource. */
export const searchRequest: Omit<Table, 'schema'> = {
  closed: true,
  rows: [
    ['fields', 'array of string', { unique: true, named: true }],
    ['embed', 'array of string', { unique: true, named: true }],
    ['filters', 'object'],
    // The API has no limit; without one, a search could take arbitrarily long.
    ['query', 'string', { ours: { maxLength: 1000 } }],
    ['sort', 'array of object', { max: 256 }],
    ['limit', 'integer', { min: 0, max: 1000, default: 10 }],
    ['offset', 'integer', { min: 0, default: 0 }],
  ],
}

export const maxFilterElements = 32

/** The names that one resource's search accepts. */
export interface SearchableNames {
  readonly fields: readonly string[]
  readonly filters: readonly string[]
  readonly sort: readonly string[]
  readonly embed: readonly string[]
  /** Names that the API does not document, so they are optional. */
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

const correctionFields = ['created_at', 'description', 'end_time', 'id', 'service_id', 'start_time', 'status']
const correctionPaths = [
  'service.id',
  'service.interval',
  'service.is_active',
  'service.is_archived',
  'service.name',
  'service.owner_id',
]

const serviceFields = [
  'address',
  'description',
  'extended_settings',
  'group_id',
  'id',
  'interval',
  'is_active',
  'is_archived',
  'name',
  'notification_channel_ids',
  'notification_condition_ids',
  'notification_mode_id',
  'owner_id',
  'recovery_notification_mode_id',
  'sensor_ids',
  'silent_hours',
  'step_names',
  'suspension_hours',
  'type_id',
]

const errorTypeFields = ['category_ids', 'description', 'diagnosis', 'extra_info', 'id', 'name']
const errorTypeScalars = ['description', 'diagnosis', 'extra_info', 'id', 'name']

const contactFields = ['description', 'id', 'language_id', 'name', 'owner_id']
const ofOwner = ['owner.name', 'owner.username']
const usual = usualFlags.map((flag) => `permissions.${flag}`)
const contactAddressFields = ['address', 'channel_id', 'contact_id', 'id']
const contactGroupScalars = ['description', 'id', 'name', 'owner_id']
const contactSuspensionFields = ['contact_id', 'description', 'end_time', 'id', 'start_time']
const contactWeeklyScalars = ['contact_id', 'description', 'id']
const minutes = ['end_minute', 'start_minute']
const defaultTemplateScalars = [
  'channel_id',
  'end_subject',
  'end_template',
  'language_id',
  'start_subject',
  'start_template',
]

export const searches: Readonly<Record<string, SearchableNames>> = {
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
  correction_search: {
    fields: correctionFields,
    filters: [...correctionFields, ...correctionPaths, ...flagsOf('correction_permission')],
    sort: [...correctionFields, ...correctionPaths, ...flagsOf('correction_permission')],
    embed: ['permissions', ...flagsOf('correction_permission'), ...under('service', serviceFields)],
  },
  contact_address_search: {
    fields: contactAddressFields,
    filters: [...contactAddressFields, 'contact.name', ...usual],
    sort: [...contactAddressFields, 'contact.name', ...usual],
    embed: [...under('channel', dictionaryFields), ...under('contact', contactFields), 'permissions', ...usual],
  },
  contact_search: {
    fields: contactFields,
    filters: [...contactFields, ...ofOwner, ...flagsOf('contact_permission')],
    sort: [...contactFields, ...ofOwner, ...flagsOf('contact_permission')],
    embed: [
      ...under('language', dictionaryFields),
      ...under('owner', accountFields),
      'permissions',
      ...flagsOf('contact_permission'),
    ],
  },
  contact_group_search: {
    fields: ['contact_ids', ...contactGroupScalars],
    filters: [...contactGroupScalars, ...ofOwner, ...usual],
    sort: [...contactGroupScalars, ...ofOwner, ...usual],
    embed: [...under('contacts', contactFields), ...under('owner', accountFields), 'permissions', ...usual],
  },
  contact_suspension_search: {
    fields: contactSuspensionFields,
    filters: [...contactSuspensionFields, 'contact.name', ...usual],
    sort: [...contactSuspensionFields, 'contact.name', ...usual],
    embed: [...under('contact', contactFields), 'permissions', ...usual],
  },
  contact_weekly_suspension_search: {
    fields: [...contactWeeklyScalars, ...minutes],
    filters: [...contactWeeklyScalars, 'contact.name', ...usual],
    sort: [...contactWeeklyScalars, ...minutes, 'contact.name', ...usual],
    embed: [...under('contact', contactFields), 'permissions', ...usual],
  },
  default_template_search: {
    fields: ['artifact_type_ids', ...defaultTemplateScalars],
    filters: [...defaultTemplateScalars, ...usual],
    sort: [...defaultTemplateScalars, ...usual],
    embed: [...under('channel', dictionaryFields), ...under('language', dictionaryFields), 'permissions', ...usual],
  },
  error_type_search: {
    fields: errorTypeFields,
    filters: [...errorTypeScalars, ...flagsOf('error_type_permission')],
    sort: [...errorTypeScalars, 'permissions.delete'],
    maySort: flagsOf('error_type_permission'),
    embed: [...under('categories', dictionaryFields), 'permissions', ...flagsOf('error_type_permission')],
  },
}
