import type { Output } from '../frame/output.ts'
import { measureTextWidth } from '../frame/text-width.ts'
import { getFieldHeading, getFieldLabel } from './field-labels.ts'
import { formatField, formatFieldValue, isWeekMinute, type TextStyle } from './field-text.ts'

interface RecordLine {
  readonly label: string
  /** Undefined for the heading of related fields. */
  readonly value?: string
}

/** Prints one record, a line for each field; the fields of a related record come below its name. */
export function showRecord(out: Output, record: object, style: Omit<TextStyle, 'hasRoom'>): void {
  out.result(record, () => {
    const lines = Object.entries(record).flatMap(([name, value]) =>
      isNamedElsewhere(record, name, value)
        ? []
        : buildFieldLines(name, value, { ...style, hasRoom: true, record, depth: 0 }),
    )
    const width = Math.max(
      0,
      ...lines.flatMap(({ label, value }) => (value === undefined ? [] : [measureTextWidth(label)])),
    )
    for (const { label, value } of lines)
      out.line(
        value === undefined ? label : `${label}${' '.repeat(width - measureTextWidth(label))}  ${value}`,
        value === undefined ? 'strong' : undefined,
      )
  })
}

interface LineStyle extends TextStyle {
  readonly record: object
  readonly depth: number
}

function buildFieldLines(name: string, value: unknown, style: LineStyle): RecordLine[] {
  const { record, depth, language } = style
  const related = depth === 0 ? findRelatedName(record, name) : undefined
  if (related !== undefined)
    return [{ label: getFieldLabel(name.replace(/_id$/, ''))[language], value: `${related} (ID ${value})` }]
  const indent = '  '.repeat(depth)
  const heading = depth === 0 ? getFieldHeading(style.kind, name) : getFieldLabel(name)
  const label = `${indent}${heading[language]}`
  const soleName = getSoleName(value)
  if (soleName !== undefined) return [{ label, value: soleName }]
  const isGroup =
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !isWeekMinute(value) &&
    Object.keys(value).length > 0
  if (isGroup)
    return [
      { label },
      ...Object.entries(value).flatMap(([key, inner]) => buildFieldLines(key, inner, { ...style, depth: depth + 1 })),
    ]
  const text = depth === 0 ? formatField(record, name, style) : formatFieldValue(name, value, style)
  return [{ label, value: text ?? '–' }]
}

/** Returns the name of the record to which an id field refers, if the name was loaded. */
function findRelatedName(record: object, name: string): string | undefined {
  return name.endsWith('_id') ? getSoleName((record as Record<string, unknown>)[name.slice(0, -3)]) : undefined
}

/** The name of a related record whose other fields were not loaded. */
function getSoleName(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || Object.keys(value).length !== 1) return undefined
  const { name, username } = value as { name?: unknown; username?: unknown }
  const found = name ?? username
  return typeof found === 'string' ? found : undefined
}

/** If only the name of a related record was loaded, it is printed next to the id. */
const isNamedElsewhere = (record: object, name: string, value: unknown): boolean =>
  getSoleName(value) !== undefined && `${name}_id` in record
