import type { Random } from './random.ts'
import { createLetters, createPlainLetters, naughty, pickOddText, pickSlowText } from './strings.ts'
import type { World } from './world.ts'

/** The part of JSON Schema that the published schemas use. */
export interface Schema {
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly pattern?: string
  readonly format?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly multipleOf?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly readOnly?: boolean
  readonly minProperties?: number
  readonly maxProperties?: number
  /** The schema of properties that are not listed, or whether any are allowed. */
  readonly additionalProperties?: Schema | boolean
}

/** The schema of properties that are not listed by name. */
export const getAdditionalSchema = ({ additionalProperties }: Schema): Schema =>
  typeof additionalProperties === 'object' ? additionalProperties : {}

/** Returns a value that the schema allows. References mostly name existing rows, or most requests would fail early. */
export function createValue(schema: Schema, name: string, random: Random, world: World): unknown {
  const types = [schema.type ?? []].flat()
  if (types.includes('null') && random.chance(0.2)) return null
  if (schema.enum) return random.pick(schema.enum)
  const existing = pickExistingValue(name, random, world)
  if (existing !== undefined && types.some((type) => type === jsonType(existing))) return existing
  switch (types[0]) {
    case 'string':
      return createText(schema, random)
    case 'integer':
    case 'number':
      return createNumber(schema, random)
    case 'boolean':
      return random.chance(0.5)
    case 'array':
      return createList(schema, name, random, world)
    case 'object':
      return createObject(schema, random, world)
    default:
      return createJson(random)
  }
}

function createObject(schema: Schema, random: Random, world: World): unknown {
  const { properties = {}, required = [], additionalProperties: additional, maxProperties = 3 } = schema
  const chosen = Object.entries(properties).filter(
    // Read-only properties may only be repeated unchanged.
    ([name, { readOnly }]) => required.includes(name) || (!readOnly && random.chance(0.4)),
  )
  const entries = chosen.map(([name, property]) => [name, createValue(property, name, random, world)])
  if (typeof additional !== 'object') return Object.fromEntries(entries)
  const names = random.pickSome(
    [...(world.keys.get('service_type_category') ?? []).map(String), ...additionalNames],
    maxProperties,
  )
  return Object.fromEntries([
    ...entries,
    ...names.map((name) => [name, createValue(additional, 'sensor_ids', random, world)]),
  ])
}

/** Unusual names for the entries of a map, including those of built-in properties. */
const additionalNames = ['x', '__proto__', 'constructor', 'a.b', '', 'ł']

function createList(schema: Schema, name: string, random: Random, world: World): unknown {
  const { items = {}, minItems = 0, maxItems = 4 } = schema
  const length = random.between(minItems, Math.max(minItems, Math.min(maxItems, 4)))
  const values = Array.from({ length }, () => createValue(items, name, random, world))
  const distinct = new Map(values.map((value) => [JSON.stringify(value), value]))
  return distinct.size < minItems ? values : [...distinct.values()]
}

function createNumber({ type, minimum = -9, maximum = 2_147_483_647, multipleOf }: Schema, random: Random): number {
  const between = random.between(minimum, Math.min(maximum, minimum + 1000))
  return random.pick(
    [
      minimum,
      maximum,
      between,
      ...([type].flat().includes('number') ? [roundToMultiple(between / 3, multipleOf)] : []),
    ].map((number) => Math.min(maximum, Math.max(minimum, number))),
  )
}

/** Rounds to the number of decimals that the schema allows. */
const roundToMultiple = (number: number, multipleOf?: number): number =>
  multipleOf === undefined ? number : Math.round(number / multipleOf) / Math.round(1 / multipleOf)

function createText(schema: Schema, random: Random): string {
  const { minLength = 0, maxLength = 60, format } = schema
  if (format === 'dateTime') return random.pick(times)
  const length = random.chance(0.15)
    ? maxLength
    : random.between(minLength, Math.max(minLength, Math.min(maxLength, 24)))
  return createTextOfLength(schema, length, random)
}

const times = [
  '2026-03-01T12:00:00Z',
  '2026-03-01T12:00:00.123456789+02:00',
  '0001-01-02T00:00:00Z',
  '9999-12-31T23:59:59Z',
]

/** Returns text of the length that matches the pattern, if one of the generators makes such a text. */
function createTextOfLength({ pattern }: Schema, length: number, random: Random): string {
  if (pattern === undefined) return createLetters(random, length)
  const expression = new RegExp(pattern, 'u')
  const candidates = textGenerators.map((write) => write(random, length)).filter((text) => expression.test(text))
  return candidates.length > 0 ? random.pick(candidates) : 'a'.repeat(length)
}

const textGenerators: readonly ((random: Random, length: number) => string)[] = [
  (random, length) => createPlainLetters(random, length, 'abcdefghijklmnopqrstuvwxyz0123456789_'),
  (random, length) => createPlainLetters(random, length, '0123456789'),
  (random, length) => createPlainLetters(random, length, '0123456789abcdef'),
  (random, length) => `${createLetters(random, Math.max(1, length - 4))}@b.c`,
  (random, length) => `https://app.example.com/${createPlainLetters(random, Math.max(0, length - 24), 'abc/?=&%.-_~')}`,
  (random, length) => createLetters(random, length),
  (random) => createPlainLetters(random, 2, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'),
  (random) => `${random.between(1, 7)}T08:00-${random.between(1, 7)}T16:30`,
  (random) => `#${createPlainLetters(random, 6, '0123456789abcdef')}`,
]

/** Ids are named after the resource that they refer to. */
function pickExistingValue(name: string, random: Random, { keys, known }: World): unknown {
  if (random.chance(0.25)) return undefined
  const namedValues = known[name]
  if (namedValues) return random.chance(0.6) ? random.pick(namedValues) : undefined
  if (!/_ids?$/.test(name)) return undefined
  const words = name.replace(/_ids?$/, '').split('_')
  const found = words.map((_, index) => keys.get(words.slice(index).join('_'))).find((pool) => pool && pool.length > 0)
  return found ? random.pick(found) : undefined
}

const jsonType = (value: unknown): string => (typeof value === 'number' ? 'integer' : typeof value)

/** Returns a value at or next to a bound of the schema, or one of another type. */
export function createBrokenValue(schema: Schema, random: Random): unknown {
  const boundaryValues = listBoundaryValues(schema, random)
  return random.chance(0.5) && boundaryValues.length > 0 ? random.pick(boundaryValues)() : pickStrangeValue(random)
}

function listBoundaryValues(schema: Schema, random: Random): (() => unknown)[] {
  const { pattern, minLength, maxLength, minimum, maximum, minItems, maxItems, items = {} } = schema
  const listNeighbours = (bound: number | undefined) => (bound === undefined ? [] : [bound - 1, bound, bound + 1])
  const lengths = [...listNeighbours(minLength), ...listNeighbours(maxLength)].filter(
    (length) => length >= 0 && length <= 100_001,
  )
  const counts = [...listNeighbours(minItems), ...listNeighbours(maxItems)].filter(
    (count) => count >= 0 && count <= 1001,
  )
  return [
    ...lengths.map((length) => () => createTextOfLength(schema, length, random)),
    ...[...listNeighbours(minimum), ...listNeighbours(maximum)].map((number) => () => number),
    ...(pattern === undefined ? [] : [() => pickSlowText(random), () => createWideText(maxLength)]),
    ...counts.map((count) => () => Array.from({ length: count }, (_, index) => createDistinctItem(items, index))),
    ...(typeof schema.additionalProperties === 'object' ? [() => addProperty(schema)] : []),
    ...([schema.type].flat().includes('array') ? [() => ['x', 'x'], () => Array(20_000).fill(0)] : []),
  ]
}

/** Text of the maximum length, in characters of two UTF-16 code units, ending with a line feed. */
const createWideText = (maxLength = 5000): string => `${'🦊'.repeat(Math.max(0, Math.min(maxLength, 9000) - 1))}\n`

/** One property more than allowed. */
const addProperty = ({ maxProperties = 0 }: Schema): unknown =>
  Object.fromEntries(Array.from({ length: maxProperties + 1 }, (_, index) => [`name_${index}`, [index + 1]]))

const createDistinctItem = ({ type, enum: names }: Schema, index: number): unknown =>
  names ? names[index % names.length] : type === 'integer' ? index + 1 : `item_${index}`

export function pickStrangeValue(random: Random): unknown {
  return random.pickWeighted<() => unknown>([
    [6, () => random.pick([null, true, false, 0, 1, -1, 1.5, '', '0', [], {}, [[]], [null], { a: {} }])],
    [3, () => random.pick([2 ** 31, -(2 ** 31) - 1, 2 ** 32, 2 ** 53 - 1, -(2 ** 53) + 1, 1e300, 5e-324])],
    [3, () => markRaw(random.pick(numberTokens))],
    [6, () => pickOddText(random)],
    [1, () => createNested(random.pick([10, 63, 64, 65, 100, 10_000]), random.chance(0.5))],
    [1, () => ({ [random.pick(naughty)]: random.pick(naughty) })],
  ])()
}

const numberTokens = [
  '1e400',
  '-1e400',
  '9007199254740993',
  '-9007199254740993',
  '123456789012345678901234567890',
  '-0',
  '1.0',
  '1.5',
  '1e2',
  '1E-2',
  '01',
  '+1',
  '.5',
  '1.',
  '0x10',
  'NaN',
  '-Infinity',
  '1e',
  '--1',
]

const createNested = (depth: number, inLists: boolean): string =>
  markRaw(inLists ? `${'['.repeat(depth)}${']'.repeat(depth)}` : `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`)

/** Any JSON value, of modest size. */
export function createJson(random: Random, depth = 0): unknown {
  return random.pickWeighted<() => unknown>([
    [3, () => random.pick([null, true, 0, -1, 1.5, 'text', 'Łódź', '👩‍👩‍👧', 2 ** 53 - 1])],
    [1, () => random.pick(naughty)],
    [depth < 3 ? 2 : 0, () => Array.from({ length: random.below(4) }, () => createJson(random, depth + 1))],
    [
      depth < 3 ? 2 : 0,
      () =>
        Object.fromEntries(
          random.pickSome(['a', 'b', 'c d', '__proto__', 'ł'], 3).map((key) => [key, createJson(random, depth + 1)]),
        ),
    ],
  ])()
}

const rawMark = '\ue000raw:'

/** Marks text that is inserted into the JSON verbatim, valid or not. */
const markRaw = (text: string): string => `${rawMark}${encodeURIComponent(text)}`

export const writeJson = (value: unknown): string =>
  (JSON.stringify(value) ?? '').replaceAll(/"\ue000raw:([^"]*)"/g, (_, text: string) => decodeURIComponent(text))
