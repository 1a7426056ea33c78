import { defineResource, many, one } from '@wachta/resource'
import { flag, id, idList, nullable, text, unlisted, value } from '@wachta/resource/field'
import { administrator, all, any, own, where, writer } from '@wachta/resource/permission'
import { sql } from 'kysely'
import { Type } from 'typebox'
import { canEditGroup, canReadGroup, editor, limitToGroups } from '../../platform/access.ts'
import { buildTargetField, readTarget } from '../../platform/service-level-target.ts'
import { prepareGroup, reviseGroupServices } from './rules.ts'

/** Sensor ids by category, at least one each; a category without sensors is omitted. */
const assignedSensorIds = Type.Unsafe<Record<string, number[]>>({
  type: 'object',
  additionalProperties: { ...idList().schema, minItems: 1 },
  maxProperties: 50,
  description: 'The sensors that monitor services of the group, by category of service types.',
})

const reportFields = [
  'periodic_daily_reports',
  'periodic_weekly_reports',
  'periodic_monthly_reports',
  'archived_services_in_periodic_reports',
] as const

const isOrdinary = where((row) => sql`not ${row('is_default')}`)
const modifier = canEditGroup('id', 'can_modify_group')

/** A group of services. */
export const group = defineResource('group', {
  table: 'service_group',
  fields: {
    id: id(),
    name: text({ min: 1, max: 255 }),
    owner_id: id(),
    is_default: flag({ description: 'The group of services that name none; it cannot be deleted.' }),
    periodic_daily_reports: flag({
      default: true,
      description: 'A report on each day goes to the periodic report addresses of the group with this frequency.',
    }),
    periodic_weekly_reports: flag({ default: true, description: 'The same for weeks, from Monday.' }),
    periodic_monthly_reports: flag({ default: true, description: 'The same for months.' }),
    archived_services_in_periodic_reports: flag({
      default: true,
      description: 'Whether archived services are in these reports.',
    }),
    assigned_sensor_ids: value(assignedSensorIds),
    sensor_ids: idList({ description: 'Deprecated: the assigned sensors of category `default`.' }),
    external_id: unlisted(nullable(text({ description: 'Its identifier in a declarative configuration.' }))),
    service_level_target: buildTargetField('The agreed service level in percent, for services without their own.'),
  },
  computed: {
    service_level_target: readTarget,
    sensor_ids: (row) =>
      sql`array(select s::bigint from jsonb_array_elements_text(coalesce(${row('assigned_sensor_ids')} -> 'default', '[]')) s)`,
  },
  relations: {
    owner: one('account', 'owner_id', {
      route: { tag: 'accounts', summary: 'Owning account of a group.' },
      collection: { path: 'groups', tag: 'groups', summary: 'Groups of an account.' },
    }),
    sensors: many('sensor', 'sensor_ids', {
      route: { tag: 'sensors', summary: 'Sensors assigned to the group in category default.' },
    }),
  },
  paths: ['owner.name', 'owner.username'],
  query: ['name'],
  owner: 'owner_id',
  groupLimit: limitToGroups('id'),
  permissions: {
    create_notification_addresses: modifier,
    create_periodic_report_addresses: modifier,
    create_services: canEditGroup('id', 'can_create_services'),
    delete: all(writer, isOrdinary, any(own(), administrator)),
    own: own(),
    read: canReadGroup('id'),
    share: editor,
    update: modifier,
  },
  serve: {
    path: '/groups',
    tag: 'groups',
    operations: ['list', 'search', 'read', 'create', 'update', 'delete', 'permissions'],
  },
  create: {
    required: ['name'],
    optional: ['owner_id', ...reportFields, 'assigned_sensor_ids', 'sensor_ids', 'service_level_target'],
    under: ['owner', 'create_groups'],
    defaults: (_data, { caller }) => ({ owner_id: caller.actsFor }),
    prepare: async (data, call) => ({ columns: await prepareGroup(data, undefined, call) }),
  },
  update: {
    fields: ['name', ...reportFields, 'assigned_sensor_ids', 'sensor_ids', 'service_level_target'],
    prepare: prepareGroup,
    changed: reviseGroupServices,
  },
})
