import { isDeepStrictEqual } from 'node:util'
import type { DocumentFormat, Schema } from '@wachta/testing/api/published'
import type { Constraints, Row, Table, Type } from './tables/table.ts'

/** Keywords that do not constrain single values; patterns are compared by the values that they accept. */
const aside = new Set(['description', 'example', 'pattern', 'properties', 'required', 'additionalProperties', 'items'])

/** A dictionary's id: 1-256 letters, digits and underscores. */
const keyBounds = { minLength: 1, maxLength: 256 }

/** Everything in which a published schema differs from the API's table of it, in either direction. */
export function differences(table: Omit<Table, 'schema'>, schema: Schema, form: DocumentFormat): string[] {
  const { rows, required = [], closed, ours = [] } = table
  const properties = schema.properties ?? {}
  const expected = [...rows.map(([name]) => name), ...ours]
  return [
    ...(schema.type === 'object' ? [] : [`type: ${String(schema.type)} instead of object`]),
    ...unequal('additionalProperties', schema.additionalProperties, closed ? false : undefined),
    ...listNameDifferences('fields', Object.keys(properties), expected),
    ...listNameDifferences('required', schema.required ?? [], required),
    ...rows.flatMap((row) => rowDifferences(row, properties[row[0]], form)),
  ]
}

/** Lists missing, unexpected and repeated names. */
export function listNameDifferences(what: string, actual: readonly string[], expected: readonly string[]): string[] {
  return [
    ...expected.filter((name) => !actual.includes(name)).map((name) => `${what}: ${name} is missing`),
    ...actual.filter((name) => !expected.includes(name)).map((name) => `${what}: ${name} is not in the interface`),
    ...actual.filter((name, index) => actual.indexOf(name) !== index).map((name) => `${what}: ${name} is there twice`),
  ]
}

function rowDifferences(
  [name, type, constraints = {}]: Row,
  schema: Schema | undefined,
  form: DocumentFormat,
): string[] {
  if (!schema || type === 'not shown') return []
  const actual = Object.fromEntries(Object.entries(schema).filter(([keyword]) => !aside.has(keyword)))
  const expected = expectedKeywords(type, constraints, form)
  return [
    ...[...new Set([...Object.keys(actual), ...Object.keys(expected)])].flatMap((keyword) =>
      unequal(`${name}.${keyword}`, actual[keyword], expected[keyword]),
    ),
    ...patternDifferences(name, type, constraints, schema),
    ...(type === 'array of string' ? itemDifferences(name, constraints, schema.items ?? {}) : []),
    ...(type === 'array of id' ? unequal(`${name}.items`, schema.items, { type: 'integer', minimum: 1 }) : []),
    ...(type === 'array of object' ? unequal(`${name}.items.type`, schema.items?.type, 'object') : []),
  ]
}

function expectedKeywords(type: Type, constraints: Constraints, form: DocumentFormat): Record<string, unknown> {
  const { min, max, swaggerMin, swaggerMax, oneOf, unique, key, ours } = constraints
  const [kind = '', none] = type.split('|')
  const [least, most] = boundKeywords(kind)
  const { items: _, ...added } = ours ?? {}
  return {
    ...typeKeywords(kind, none === 'null', form),
    ...(key && kind === 'string' && keyBounds),
    ...(min !== undefined && { [least]: min }),
    ...(max !== undefined && { [most]: max }),
    ...(swaggerMin !== undefined && form === 'swagger' && { minItems: swaggerMin }),
    ...(swaggerMax !== undefined && form === 'swagger' && { maxItems: swaggerMax }),
    ...(oneOf && { enum: oneOf }),
    ...(unique && { uniqueItems: true }),
    ...('default' in constraints && { default: constraints.default }),
    ...added,
  }
}

function boundKeywords(kind: string): readonly [string, string] {
  if (kind.startsWith('array')) return ['minItems', 'maxItems']
  return kind === 'integer' ? ['minimum', 'maximum'] : ['minLength', 'maxLength']
}

function typeKeywords(kind: string, nullable: boolean, form: DocumentFormat): Record<string, unknown> {
  const named = kind.startsWith('array') ? 'array' : kind === 'dateTime' ? 'string' : kind
  const type = !nullable ? { type: named } : nullType(named, form)
  return kind === 'dateTime' ? { ...type, format: 'dateTime' } : type
}

const nullType = (name: string, form: DocumentFormat) =>
  form === 'swagger' ? { type: [name, 'null'] } : { type: name, nullable: true }

function patternDifferences(name: string, type: Type, constraints: Constraints, schema: Schema): string[] {
  const isKey = constraints.key === true && type === 'string'
  const ruled = constraints.refuses !== undefined || isKey
  if (ruled === (schema.pattern !== undefined)) return []
  return [ruled ? `${name}: the rule on characters is missing` : `${name}: ${schema.pattern} is not in the interface`]
}

function itemDifferences(name: string, { key, named, ours }: Constraints, items: Schema): string[] {
  const { pattern, enum: names, ...actual } = items
  const expected = { type: 'string', ...(key && keyBounds), ...(ours?.['items'] as object | undefined) }
  return [
    ...unequal(`${name}.items`, actual, expected),
    ...(Boolean(key) === (pattern !== undefined) ? [] : [`${name}.items.pattern: ${pattern}`]),
    ...(Boolean(named) === (names !== undefined) ? [] : [`${name}.items.enum: ${names}`]),
  ]
}

const unequal = (what: string, actual: unknown, expected: unknown): string[] =>
  isDeepStrictEqual(actual, expected)
    ? []
    : [`${what}: ${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}`]
