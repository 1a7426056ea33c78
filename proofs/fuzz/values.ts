import type { Random } from './random.ts'
import { letters, naughty, oddText, plainLetters, slowText } from './strings.ts'
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
  /** The schema of properties with other names, or whether there may be any. */
  readonly additionalProperties?: Schema | boolean
}

/** The schema of properties that are not listed by name. */
export const furtherSchema = ({ additionalProperties }: Schema): Schema =>
  typeof additionalProperties === 'object' ? additionalProperties : {}

/** A value that the schema allows. References mostly name existing rows, because otherwise most requests would fail early. */
export function validValue(schema: Schema, name: string, random: Random, world: World): unknown {
  const types = [schema.type ?? []].flat()
  if (types.includes('null') && random.chance(0.2)) return null
  if (schema.enum) return random.pick(schema.enum)
  const existing = existingValue(name, random, world)
  if (existing !== undefined && types.some((type) => type === jsonType(existing))) return existing
  switch (types[0]) {
    case 'string':
      return validText(schema, random)
    case 'integer':
    case 'number':
      return validNumber(schema, random)
    case 'boolean':
      return random.chance(0.5)
    case 'array':
      return validList(schema, name, random, world)
    case 'object':
      return validObject(schema, random, world)
    default:
      return anyJson(random)
  }
}

function validObject(schema: Schema, random: Random, world: World): unknown {
  const { properties = {}, required = [], additionalProperties: further, maxProperties = 3 } = schema
  const chosen = Object.entries(properties).filter(
    // Read-only properties may only be repeated unchanged.
    ([name, { readOnly }]) => required.includes(name) || (!readOnly && random.chance(0.4)),
  )
  const named = chosen.map(([name, property]) => [name, validValue(property, name, random, world)])
  if (typeof further !== 'object') return Object.fromEntries(named)
  const names = random.some(
    [...(world.keys.get('service_type_category') ?? []).map(String), ...furtherNames],
    maxProperties,
  )
  return Object.fromEntries([
    ...named,
    ...names.map((name) => [name, validValue(further, 'sensor_ids', random, world)]),
  ])
}

/** Unusual names for the entries of a map, including those of built-in properties. */
const furtherNames = ['x', '__proto__', 'constructor', 'a.b', '', 'ł']

function validList(schema: Schema, name: string, random: Random, world: World): unknown {
  const { items = {}, minItems = 0, maxItems = 4 } = schema
  const length = random.between(minItems, Math.max(minItems, Math.min(maxItems, 4)))
  const values = Array.from({ length }, () => validValue(items, name, random, world))
  const distinct = new Map(values.map((value) => [JSON.stringify(value), value]))
  return distinct.size < minItems ? values : [...distinct.values()]
}

function validNumber({ type, minimum = -9, maximum = 2_147_483_647, multipleOf }: Schema, random: Random): number {
  const between = random.between(minimum, Math.min(maximum, minimum + 1000))
  return random.pick(
    [minimum, maximum, between, ...([type].flat().includes('number') ? [fraction(between / 3, multipleOf)] : [])].map(
      (number) => Math.min(maximum, Math.max(minimum, number)),
    ),
  )
}

/** Rounds to the number of decimals that the schema allows. */
const fraction = (number: number, multipleOf?: number): number =>
  multipleOf === undefined ? number : Math.round(number / multipleOf) / Math.round(1 / multipleOf)

function validText(schema: Schema, random: Random): string {
  const { minLength = 0, maxLength = 60, format } = schema
  if (format === 'dateTime') return random.pick(times)
  const length = random.chance(0.15)
    ? maxLength
    : random.between(minLength, Math.max(minLength, Math.min(maxLength, 24)))
  return textOfLength(schema, length, random)
}

const times = [
  '2026-03-01T12:00:00Z',
  '2026-03-01T12:00:00.123456789+02:00',
  '0001-01-02T00:00:00Z',
  '9999-12-31T23:59:59Z',
]

/** Returns text of the length that matches the pattern, if one of the generators makes such a text. */
function textOfLength({ pattern }: Schema, length: number, random: Random): string {
  if (pattern === undefined) return letters(random, length)
  const fits = new RegExp(pattern, 'u')
  const written = writers.map((write) => write(random, length)).filter((text) => fits.test(text))
  return written.length > 0 ? random.pick(written) : 'a'.repeat(length)
}

const writers: readonly ((random: Random, length: number) => string)[] = [
  (random, length) => plainLetters(random, length, 'abcdefghijklmnopqrstuvwxyz0123456789_'),
  (random, length) => plainLetters(random, length, '0123456789'),
  (random, length) => plainLetters(random, length, '0123456789abcdef'),
  (random, length) => `${letters(random, Math.max(1, length - 4))}@b.c`,
  (random, length) => `https://app.example.com/${plainLetters(random, Math.max(0, length - 24), 'abc/?=&%.-_~')}`,
  (random, length) => letters(random, length),
  (random) => plainLetters(random, 2, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'),
  (random) => `${random.between(1, 7)}T08:00-${random.between(1, 7)}T16:30`,
  (random) => `#${plainLetters(random, 6, '0123456789abcdef')}`,
]

/** Ids are named after the resource that they refer to. */
function existingValue(name: string, random: Random, { keys, known }: World): unknown {
  if (random.chance(0.25)) return undefined
  const meant = known[name]
  if (meant) return random.chance(0.6) ? random.pick(meant) : undefined
  if (!/_ids?$/.test(name)) return undefined
  const words = name.replace(/_ids?$/, '').split('_')
  const found = words.map((_, at) => keys.get(words.slice(at).join('_'))).find((pool) => pool && pool.length > 0)
  return found ? random.pick(found) : undefined
}

const jsonType = (value: unknown): string => (typeof value === 'number' ? 'integer' : typeof value)

/** A value at a bound of the schema, one next to it, or one of another type. */
export function brokenValue(schema: Schema, random: Random): unknown {
  const beside = boundaries(schema, random)
  return random.chance(0.5) && beside.length > 0 ? random.pick(beside)() : strangeValue(random)
}

function boundaries(schema: Schema, random: Random): (() => unknown)[] {
  const { pattern, minLength, maxLength, minimum, maximum, minItems, maxItems, items = {} } = schema
  const beside = (bound: number | undefined) => (bound === undefined ? [] : [bound - 1, bound, bound + 1])
  const lengths = [...beside(minLength), ...beside(maxLength)].filter((length) => length >= 0 && length <= 100_001)
  const counts = [...beside(minItems), ...beside(maxItems)].filter((count) => count >= 0 && count <= 1001)
  return [
    ...lengths.map((length) => () => textOfLength(schema, length, random)),
    ...[...beside(minimum), ...beside(maximum)].map((number) => () => number),
    ...(pattern === undefined ? [] : [() => slowText(random), () => wideText(maxLength)]),
    ...counts.map((count) => () => Array.from({ length: count }, (_, place) => distinctItem(items, place))),
    ...(typeof schema.additionalProperties === 'object' ? [() => addProperty(schema)] : []),
    ...([schema.type].flat().includes('array') ? [() => ['x', 'x'], () => Array(20_000).fill(0)] : []),
  ]
}

/** Text of the maximum length, in characters of two UTF-16 code units, ending with a line feed. */
const wideText = (maxLength = 5000): string => `${'🦊'.repeat(Math.max(0, Math.min(maxLength, 9000) - 1))}\n`

/** One property more than allowed. */
const addProperty = ({ maxProperties = 0 }: Schema): unknown =>
  Object.fromEntries(Array.from({ length: maxProperties + 1 }, (_, place) => [`name_${place}`, [place + 1]]))

const distinctItem = ({ type, enum: names }: Schema, place: number): unknown =>
  names ? names[place % names.length] : type === 'integer' ? place + 1 : `item_${place}`

export function strangeValue(random: Random): unknown {
  return random.weighted<() => unknown>([
    [6, () => random.pick([null, true, false, 0, 1, -1, 1.5, '', '0', [], {}, [[]], [null], { a: {} }])],
    [3, () => random.pick([2 ** 31, -(2 ** 31) - 1, 2 ** 32, 2 ** 53 - 1, -(2 ** 53) + 1, 1e300, 5e-324])],
    [3, () => raw(random.pick(numberTokens))],
    [6, () => oddText(random)],
    [1, () => nested(random.pick([10, 63, 64, 65, 100, 10_000]), random.chance(0.5))],
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

const nested = (depth: number, inLists: boolean): string =>
  raw(inLists ? `${'['.repeat(depth)}${']'.repeat(depth)}` : `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`)

/** Any JSON value, of modest size. */
export function anyJson(random: Random, depth = 0): unknown {
  return random.weighted<() => unknown>([
    [3, () => random.pick([null, true, 0, -1, 1.5, 'text', 'Łódź', '👩‍👩‍👧', 2 ** 53 - 1])],
    [1, () => random.pick(naughty)],
    [depth < 3 ? 2 : 0, () => Array.from({ length: random.below(4) }, () => anyJson(random, depth + 1))],
    [
      depth < 3 ? 2 : 0,
      () =>
        Object.fromEntries(
          random.some(['a', 'b', 'c d', '__proto__', 'ł'], 3).map((key) => [key, anyJson(random, depth + 1)]),
        ),
    ],
  ])()
}

const mark = '\ue000raw:'

/** Marks text that is inserted into the JSON verbatim, valid or not. */
const raw = (text: string): string => `${mark}${encodeURIComponent(text)}`

export const writeJson = (value: unknown): string =>
  (JSON.stringify(value) ?? '').replaceAll(/"\ue000raw:([^"]*)"/g, (_, text: string) => decodeURIComponent(text))
