import type { LocaleFormats } from '../../app/i18n/formats.ts'
import type { AuditedChange } from './changes.ts'

/** The fields with a displayed name, and the format of their values; `hidden` values are not shown in sentences. */
export const auditFields = {
  address: 'text',
  channel_ids: 'hidden',
  condition_event_ids: 'hidden',
  contact_group_ids: 'hidden',
  contact_ids: 'hidden',
  delay: 'seconds',
  description: 'hidden',
  email_address: 'text',
  end_delay: 'seconds',
  end_time: 'time',
  error_tolerance: 'percent',
  extended_settings: 'hidden',
  group_id: 'group',
  interval: 'seconds',
  language_id: 'text',
  name: 'text',
  note: 'hidden',
  notification_channel_ids: 'hidden',
  notification_condition_ids: 'hidden',
  password: 'hidden',
  phone_number: 'text',
  repeat_interval: 'seconds',
  scope: 'hidden',
  sensor_ids: 'hidden',
  service_level_target: 'percent',
  settings: 'hidden',
  start_delay: 'seconds',
  start_time: 'time',
  tags: 'hidden',
  username: 'text',
} as const
export type AuditField = keyof typeof auditFields

export const toAuditField = (name: string): AuditField | undefined =>
  Object.hasOwn(auditFields, name) ? (name as AuditField) : undefined

const maxValueLength = 60

interface ValueContext {
  readonly formats: LocaleFormats
  readonly getGroupName: (id: number) => string | undefined
}

/** Formats a value for a sentence; undefined if the sentence has to do without it. */
export function formatAuditValue(field: AuditField, value: AuditedChange['before'], context: ValueContext) {
  if (value === undefined || value === '' || value === 'null' || value.length > maxValueLength) return undefined
  const { formats, getGroupName } = context
  switch (auditFields[field]) {
    case 'seconds':
      return Number.isFinite(Number(value)) ? formats.duration(Number(value)) : undefined
    case 'percent':
      return `${value}%`
    case 'time':
      return Number.isNaN(Date.parse(value)) ? undefined : formats.dateTime(value)
    case 'group':
      return getGroupName(Number(value))
    case 'text':
      return value
    default:
      return undefined
  }
}
