import { standardChannels } from '@wachta/channels'
import { closed, defineResource, many } from '@wachta/resource'
import { component, flag, id, keyList, number, text, unlisted, value } from '@wachta/resource/field'
import { administrator, all, any, never, type Predicate, where, writer } from '@wachta/resource/permission'
import { sql } from 'kysely'
import { Type } from 'typebox'
import { prepareLimits } from './rules.ts'

const buildLimitSchema = (description: string) =>
  Type.Unsafe<number | null>({ type: ['integer', 'null'], minimum: 0, maximum: 2_147_483_647, description })

/** A check type in a package, with its own limits. */
const packageServiceTypeLimit = component(
  'package_service_type_limit',
  Type.Object(
    {
      service_type_id: Type.String({ minLength: 1, maxLength: 256, pattern: '^[A-Za-z0-9_]+$' }),
      maximum_services: buildLimitSchema('Null if the type has no limit of its own.'),
      minimum_interval: buildLimitSchema('Seconds; null if the type has no limit of its own.'),
    },
    closed,
  ),
)

const fields = {
  id: id(),
  available_notification_channel_ids: keyList({ default: standardChannels.map((channel) => channel.id) }),
  available_service_types: value(
    Type.Array(packageServiceTypeLimit, {
      maxItems: 100,
      description: 'Available service types with optional limits per type.',
    }),
  ),
  can_force_custom_analyses: flag({ default: false }),
  is_available_for_new_accounts: flag({ description: 'Whether new accounts may register with the package.' }),
  maximum_sensors: number({ description: 'Number of sensors from which services may be monitored at the same time.' }),
  maximum_services: number(),
  maximum_sms_numbers: number(),
  minimum_interval: number({ min: 1, description: 'Seconds.' }),
  monthly_reports_limit: number(),
  name: text({ min: 1, max: 255 }),
  maximum_requests_per_minute: unlisted(number({ min: 1, description: 'Requests to this interface per minute.' })),
}

const isCallersPackage: Predicate = (row, caller) => sql<boolean>`${row('id')} = ${caller.packageId}`
const isOffered = where((row) => row('is_available_for_new_accounts'))

/** A package: the limits, check types and channels of an account, as its holder sees it. */
export const accountPackage = defineResource('package', {
  fields,
  alias: ['my_package', 'packageId'],
  relations: {
    available_notification_channels: many('notification_channel', 'available_notification_channel_ids', {
      route: { tag: 'packages', summary: 'Notification channels of the package.' },
    }),
  },
  query: ['name'],
  owner: null,
  isPersonal: true,
  permissions: {
    delete: never,
    own: isCallersPackage,
    read: any(isCallersPackage, isOffered, administrator),
    update: never,
  },
  serve: { path: '/packages', tag: 'packages', operations: ['list', 'search', 'read', 'permissions'] },
})

const editor = all(administrator, writer)

const limitFields = [
  'available_notification_channel_ids',
  'available_service_types',
  'can_force_custom_analyses',
  'is_available_for_new_accounts',
  'maximum_sensors',
  'maximum_services',
  'maximum_sms_numbers',
  'minimum_interval',
  'monthly_reports_limit',
  'maximum_requests_per_minute',
] as const

/** The same packages for administrators, who can create, change and delete them. */
export const adminPackage = defineResource('admin_package', {
  table: 'package',
  title: 'package (administrator view)',
  fields,
  relations: { available_notification_channels: many('notification_channel', 'available_notification_channel_ids') },
  query: ['name'],
  owner: null,
  permissions: { create_accounts: editor, delete: editor, own: isCallersPackage, read: administrator, update: editor },
  serve: {
    path: '/admin/packages',
    tag: 'admin',
    scope: 'administrator',
    operations: ['list', 'search', 'read', 'create', 'update', 'delete', 'permissions'],
  },
  create: {
    required: ['name'],
    optional: limitFields,
    mayCreate: ({ scope, readOnly }) => scope === 'administrator' && !readOnly,
  },
  update: { fields: ['name', ...limitFields], prepare: prepareLimits },
})
