import { closed, defineResource, many, one } from '@wachta/resource'
import {
  flag,
  id,
  idList,
  key,
  keyList,
  minuteOfWeek,
  nullable,
  number,
  text,
  textList,
  unlisted,
  value,
} from '@wachta/resource/field'
import { all, own, type RowRef, where } from '@wachta/resource/permission'
import { sql } from 'kysely'
import { Type } from 'typebox'
import { canEditGroup, canReadGroup, limitToGroups } from '../../platform/access.ts'
import { findGroupOfNewRow } from '../../platform/ownership.ts'
import { buildTargetField, readTarget } from '../../platform/service-level-target.ts'
import { afterServiceChange, afterServiceCreate, prepareService, prepareServiceChange } from './rules.ts'
import { tagList } from './service-tags.ts'

/** The legacy form of weekly maintenance windows, which suppress notifications or also pause the service. */
const buildHoursField = (description: string) =>
  value(
    Type.Array(Type.Object({ start_minute: minuteOfWeek().schema, end_minute: minuteOfWeek().schema }, closed), {
      description: `Deprecated: weekly suspensions ${description}.`,
      readOnly: true,
    }),
  )
const selectHours = (onlyNotifications: boolean) => (row: RowRef) =>
  sql`(select coalesce(jsonb_agg(jsonb_build_object(
  'start_minute', wire_minute(w.start_minute), 'end_minute', wire_minute(w.end_minute)) order by w.start_minute, w.id), '[]')
from weekly_suspension w where w.service_id = ${row('id')} and w.only_notifications = ${sql.lit(onlyNotifications)})`

const modifier = canEditGroup('group_id', 'can_modify_services')
const remover = canEditGroup('group_id', 'can_delete_services')
const archivist = canEditGroup('group_id', 'can_archive_services')

const settings = [
  'description',
  'is_active',
  'sensor_ids',
  'step_names',
  'notification_channel_ids',
  'notification_condition_ids',
  'notification_mode_id',
  'recovery_notification_mode_id',
  'extended_settings',
  'tags',
  'service_level_target',
] as const

/** A monitored service. */
export const service = defineResource('service', {
  fields: {
    id: id(),
    type_id: key({ description: 'Cannot be changed afterwards.' }),
    owner_id: id(),
    name: text({ min: 1, max: 255 }),
    address: text({ min: 1, max: 2048, description: 'What it means depends on the type.' }),
    group_id: id(),
    interval: number({ min: 1, description: 'Seconds between checks.' }),
    description: text({ max: 10_000, default: '' }),
    is_active: flag({ default: true }),
    is_archived: flag({ default: false }),
    sensor_ids: nullable(idList({ description: 'Its own sensors, used instead of those of the group.' })),
    step_names: textList({
      max: 100,
      maxLength: 255,
      repeats: true,
      description:
        'Names of scenario steps, in their order: those of `extended_settings.steps`. Other types have none.',
    }),
    notification_channel_ids: keyList({ max: 100 }),
    notification_condition_ids: keyList({ max: 100, default: ['failure', 'recovery'] }),
    notification_mode_id: key({ default: 'default' }),
    recovery_notification_mode_id: key({ default: 'default' }),
    extended_settings: value(
      Type.Unsafe<Record<string, unknown>>({
        type: 'object',
        maxProperties: 100,
        description: 'Settings of the type; see its extended setting formats. Secrets are never returned.',
      }),
    ),
    silent_hours: buildHoursField('that only suppress notifications'),
    suspension_hours: buildHoursField('that stop monitoring'),
    external_id: unlisted(nullable(text({ description: 'Its identifier in a declarative configuration.' }))),
    tags: unlisted(tagList('Labels for grouping and finding services; see service tags.')),
    service_level_target: buildTargetField('The agreed service level in percent; null takes that of the group.'),
  },
  computed: { silent_hours: selectHours(true), suspension_hours: selectHours(false), service_level_target: readTarget },
  relations: {
    owner: one('account', 'owner_id', {
      route: { tag: 'accounts', summary: 'Owning account of a service.' },
      collection: { path: 'services', tag: 'services', summary: 'Services of an account.' },
    }),
    group: one('group', 'group_id', {
      route: { tag: 'groups', summary: 'Group of a service.' },
      collection: { path: 'services', tag: 'services', summary: 'Services of a group.' },
    }),
    type: one('service_type', 'type_id', { route: { tag: 'service_types', summary: 'Type of a service.' } }),
    sensors: many('sensor', 'sensor_ids'),
    notification_channels: many('notification_channel', 'notification_channel_ids', {
      route: { tag: 'services', summary: 'Notification channels enabled for the service.' },
    }),
    notification_conditions: many('notification_condition', 'notification_condition_ids', {
      route: { tag: 'services', summary: 'Notification conditions enabled for the service.' },
    }),
    notification_mode: one('notification_mode', 'notification_mode_id', {
      route: { tag: 'services', summary: 'Notification mode.' },
    }),
    recovery_notification_mode: one('recovery_notification_mode', 'recovery_notification_mode_id', {
      route: { tag: 'services', summary: 'End-of-failure notification mode.' },
    }),
  },
  paths: ['group.name', 'owner.name', 'owner.username'],
  query: ['name', 'address', 'description'],
  queryColumn: 'query_text',
  owner: 'owner_id',
  groupLimit: limitToGroups('group_id'),
  permissions: {
    archive: all(
      archivist,
      where((row) => sql`not ${row('is_archived')}`),
    ),
    create_corrections: modifier,
    create_suspensions: modifier,
    create_weekly_suspensions: modifier,
    delete: remover,
    force_analysis: canEditGroup('group_id', 'can_force_analyses'),
    // Moving a service out of a group needs the same permission as deleting it.
    move: all(modifier, remover),
    own: own(),
    read: canReadGroup('group_id'),
    restore: all(
      archivist,
      where((row) => row('is_archived')),
    ),
    update: modifier,
  },
  serve: {
    path: '/services',
    tag: 'services',
    operations: ['list', 'search', 'read', 'create', 'update', 'delete', 'permissions'],
  },
  create: {
    required: ['type_id', 'name', 'address'],
    optional: ['owner_id', 'group_id', 'interval', 'is_archived', ...settings],
    under: ['group', 'create_services'],
    defaults: findGroupOfNewRow,
    prepare: prepareService,
    created: afterServiceCreate,
  },
  update: {
    fields: ['name', 'address', 'group_id', 'interval', ...settings],
    prepare: prepareServiceChange,
    changed: afterServiceChange,
  },
})
