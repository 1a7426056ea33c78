import { buildItemSchema, pickFields } from '../../platform/apply/fields.ts'
import type { ApplyKind } from '../../platform/apply/kind.ts'
import { group } from './group.ts'

const optional = [
  'periodic_daily_reports',
  'periodic_weekly_reports',
  'periodic_monthly_reports',
  'archived_services_in_periodic_reports',
  'assigned_sensor_ids',
  'service_level_target',
]
const fields = ['name', ...optional]

export const groupKind: ApplyKind = {
  section: 'groups',
  resource: group,
  itemSchema: buildItemSchema(group, { required: ['name'], optional, extraFields: {} }),
  references: () => [],
  data: (item) => pickFields(item, fields),
  toDeclared: (record) => ({ external_id: String(record['external_id']), ...pickFields(record, fields) }),
}
