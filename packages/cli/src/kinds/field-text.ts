import type { Tone } from '../frame/color.ts'
import type { CliLanguage } from '../frame/localized-text.ts'
import type { OutputColumn } from '../frame/output.ts'
import { formatDurationText, formatFullTime, formatRelativeTime, isWireTime } from '../times/time-text.ts'
import { getFieldHeading } from './field-labels.ts'
import { getServiceAddress } from './service-address.ts'
import { findStateLabel } from './state-labels.ts'

/** How texts are written for a person. */
export interface TextStyle {
  /** The kind of the record, because the same value can mean different things. */
  readonly kind: string
  readonly language: CliLanguage
  readonly now: Date
  /** Whether there is space for a time itself besides how long ago it was, as when one record is shown. */
  readonly hasRoom?: boolean
}

const fieldsInSeconds = new Set([
  'default_interval',
  'delay',
  'end_delay',
  'grace',
  'interval',
  'minimum_interval',
  'repeat_interval',
  'start_delay',
])

const days = {
  en: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'],
  pl: ['pon.', 'wt.', 'śr.', 'czw.', 'pt.', 'sob.', 'niedz.'],
} as const

/** A column of a list: its heading and its cells as people read them. */
export function createFieldColumn(name: string, style: TextStyle): OutputColumn<object> {
  const last = name.split('.').at(-1) ?? name
  return {
    title: getFieldHeading(style.kind, name),
    value: (record) => formatField(record, name, style),
    tone: (record) => getFieldTone(record, name, style),
    // Only texts of any length may be cut.
    isNeverCut: /^(?:id|.*_id|status|state|since|kind|.*_time|.*_at|is_.*|.*interval|.*delay|.*_minute)$/.test(last),
    keepsEnd: last === 'address',
    isNumber: last === 'id' || last === 'service_id' || last === 'average_response_time',
  }
}

/** The value under a name with dots, in one line; null if there is none. */
export function formatField(record: object, name: string, style: TextStyle): string | null {
  if (style.kind === 'services' && name === 'address') return getServiceAddress(record)
  return formatFieldValue(name, readField(record, name), style)
}

function getFieldTone(record: object, name: string, { kind }: TextStyle): Tone | undefined {
  return findStateLabel(kind, name, readField(record, name))?.tone
}

export function formatFieldValue(name: string, value: unknown, style: TextStyle): string | null {
  if (value === null || value === undefined || value === '') return null
  const { kind, language, now, hasRoom = false } = style
  const last = name.split('.').at(-1) ?? name
  const label = findStateLabel(kind, name, value)
  if (label) return label[language]
  if (isWireTime(value) && !last.endsWith('_id'))
    return hasRoom ? formatFullTime(value, now, language) : formatRelativeTime(value, now, language)
  // 0 means that nothing is repeated.
  if (value === 0 && last === 'repeat_interval') return null
  if (typeof value === 'number' && fieldsInSeconds.has(last)) return formatDurationText(value, language)
  if (typeof value === 'number' && last === 'average_response_time') return `${value} ms`
  if (isWeekMinute(value)) return formatMinute(value, language)
  if (typeof value !== 'object') return String(value)
  return Array.isArray(value) && value.every((each) => typeof each !== 'object')
    ? value.join(', ') || null
    : JSON.stringify(value)
}

interface MinuteValue {
  readonly day_of_week: number
  readonly hour: number
  readonly minute: number
}

export const isWeekMinute = (value: unknown): value is MinuteValue =>
  typeof value === 'object' && value !== null && 'day_of_week' in value && 'hour' in value

const formatMinute = ({ day_of_week, hour, minute }: MinuteValue, language: CliLanguage): string =>
  `${days[language][day_of_week - 1]} ${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`

const readField = (record: object, name: string): unknown =>
  name
    .split('.')
    .reduce<unknown>((inner, part) => (inner as Record<string, unknown> | null | undefined)?.[part], record)
