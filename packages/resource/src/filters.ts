import { type RawBuilder, sql } from 'kysely'
import type { Kind } from './field.ts'
import { isTime } from './time.ts'

// Filters depend only on the kind of a field, never on the resource; all of them are defined in this file.

export const maxArguments = 1000

const equalityTypes = ['equals', 'not_equals', 'one_of'] as const
const orderTypes = ['greater_than', 'lower_than', 'not_greater_than', 'not_lower_than'] as const
const textTypes = ['contains', 'starts_with'] as const

export type FilterType =
  | (typeof equalityTypes)[number]
  | (typeof orderTypes)[number]
  | (typeof textTypes)[number]
  | 'is_null'
export type FilterKind = Exclude<Kind, 'list' | 'object' | 'minute'>

const typesByKind: Readonly<Record<FilterKind, readonly FilterType[]>> = {
  text: ['equals', 'not_equals', ...textTypes, 'one_of'],
  number: ['equals', 'not_equals', ...orderTypes, 'one_of'],
  decimal: ['equals', 'not_equals', ...orderTypes, 'one_of'],
  time: ['equals', 'not_equals', ...orderTypes, 'one_of'],
  flag: ['equals'],
  id: equalityTypes,
  key: equalityTypes,
}

export const filterKinds = Object.keys(typesByKind) as FilterKind[]

export const listFilterTypes = (kind: FilterKind, nullable: boolean): readonly FilterType[] =>
  nullable ? [...typesByKind[kind], 'is_null'] : typesByKind[kind]

const allTypes = new Set<string>([...Object.values(typesByKind).flat(), 'is_null'])
export const isFilterType = (word: string): word is FilterType => allTypes.has(word)

const scalarTests: Readonly<Record<FilterKind, (value: unknown) => boolean>> = {
  text: (value) => typeof value === 'string',
  key: (value) => typeof value === 'string',
  id: Number.isSafeInteger,
  number: Number.isSafeInteger,
  decimal: Number.isFinite,
  flag: (value) => typeof value === 'boolean',
  time: (value) => typeof value === 'string' && isTime(value),
}

export type ArgumentViolation = 'wrong_type' | 'wrong_format' | 'too_many_items'

/** Returns the violation of a filter argument; undefined if it is valid. */
export function findArgumentViolation(
  kind: FilterKind,
  type: FilterType,
  argument: unknown,
): ArgumentViolation | undefined {
  if (type === 'is_null') return typeof argument === 'boolean' ? undefined : 'wrong_type'
  if (type !== 'one_of') return findScalarViolation(kind, argument)
  if (!Array.isArray(argument)) return 'wrong_type'
  if (argument.length > maxArguments) return 'too_many_items'
  return argument.map((item) => findScalarViolation(kind, item)).find(Boolean)
}

function findScalarViolation(kind: FilterKind, argument: unknown): ArgumentViolation | undefined {
  if (scalarTests[kind](argument)) return undefined
  return kind === 'time' && typeof argument === 'string' ? 'wrong_format' : 'wrong_type'
}

/**
 * Parses a filter argument of a query string; a malformed one stays text, and `findArgumentViolation` then rejects it.
 */
export function parseArgument(kind: FilterKind, type: FilterType, text: string): unknown {
  if (type === 'is_null') return parseScalar('flag', text)
  return type === 'one_of' ? text.split(',').map((part) => parseScalar(kind, part)) : parseScalar(kind, text)
}

function parseScalar(kind: FilterKind, text: string): unknown {
  if (kind === 'flag') return text === 'true' ? true : text === 'false' ? false : text
  if ((kind === 'id' || kind === 'number') && /^-?\d{1,16}$/.test(text)) return Number(text)
  if (kind === 'decimal' && /^-?\d{1,16}(\.\d{1,16})?$/.test(text)) return Number(text)
  return text
}

const casts: Readonly<Record<FilterKind, RawBuilder<unknown>>> = {
  text: sql`text`,
  key: sql`text`,
  id: sql`bigint`,
  number: sql`bigint`,
  decimal: sql`double precision`,
  flag: sql`boolean`,
  time: sql`timestamptz`,
}

/** The kind of the compared values, and the type of comparison. */
export interface Comparison {
  readonly kind: FilterKind
  readonly type: FilterType
}

/** Builds the SQL condition of a filter; the argument is bound later. */
export function buildCondition(
  { kind, type }: Comparison,
  value: RawBuilder<unknown>,
  argument: RawBuilder<unknown>,
): RawBuilder<boolean> {
  const scalar = sql`${argument}::${casts[kind]}`
  switch (type) {
    case 'equals':
      return sql<boolean>`${value} = ${scalar}`
    case 'not_equals':
      return sql<boolean>`${value} is distinct from ${scalar}`
    case 'greater_than':
      return sql<boolean>`${value} > ${scalar}`
    case 'lower_than':
      return sql<boolean>`${value} < ${scalar}`
    case 'not_greater_than':
      return sql<boolean>`${value} <= ${scalar}`
    case 'not_lower_than':
      return sql<boolean>`${value} >= ${scalar}`
    case 'one_of':
      return sql<boolean>`${value} = any(${argument}::${casts[kind]}[])`
    case 'is_null':
      return sql<boolean>`(${value} is null) = ${argument}::boolean`
    case 'contains':
      return contains(value, argument)
    case 'starts_with':
      return sql<boolean>`folded(${value}) like folded_literal(${argument}::text) || '%'`
  }
}

/** Tests whether a text contains the argument, ignoring case and accents; `folded_literal` also escapes `%` and `_`. */
export const contains = (value: RawBuilder<unknown>, argument: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`folded(${value}) like '%' || folded_literal(${argument}::text) || '%'`
