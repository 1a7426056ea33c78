import type { Operation } from '@wachta/resource'
import { createExample } from './examples.ts'
import type { Random } from './random.ts'
import { createSearchRequest } from './searches.ts'
import { impossible, keysOfEveryObject, pickOddText } from './strings.ts'
import {
  createBrokenValue,
  createJson,
  createValue,
  getAdditionalSchema,
  pickStrangeValue,
  type Schema,
  writeJson,
} from './values.ts'
import { findSearchedResource, type World } from './world.ts'

/** Returns the body of a request: valid by the schema, or with one or more mistakes. */
export function createBody(operation: Operation, random: Random, world: World): string | Buffer | undefined {
  const { body, bodyOptional } = operation
  if (!body) return random.chance(0.05) ? writeJson(pickStrangeValue(random)) : undefined
  if (random.chance(bodyOptional ? 0.05 : 0.01)) return undefined
  const schema = body.schema as Schema
  const resource = findSearchedResource(operation, world.registry)
  const valid = resource ? createSearchRequest(resource, random, world) : createValidValue(operation, random, world)
  // A password that passes every check costs a hash; most requests should be rejected before that.
  const validShare = hashesPassword(schema) ? 0.12 : 0.35
  if (random.chance(validShare)) return writeJson(valid)
  if (random.chance(0.12)) return breakDocument(writeJson(valid), random)
  const faults = random.pickWeighted([
    [7, 1],
    [2, 2],
    [1, 4],
  ])
  let value = valid
  for (let count = 0; count < faults; count += 1) value = breakValue(value, schema, random)
  const text = writeJson(value)
  return random.chance(0.06) ? withRepeatedKey(text, random) : text
}

/** Returns a value that follows the schema, the rules, or both. */
function createValidValue(operation: Operation, random: Random, world: World): unknown {
  const value = createValue(operation.body?.schema as Schema, '', random, world)
  const example = createExample(operation, random, world)
  return random.pickWeighted<() => unknown>([
    [3, () => value],
    [example === undefined ? 0 : 5, () => example],
    [isObject(example) && isObject(value) ? 2 : 0, () => ({ ...(value as object), ...(example as object) })],
  ])()
}

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value)

const hashesPassword = ({ properties = {} }: Schema): boolean =>
  'password' in properties || 'new_password' in properties

interface SchemaLocation {
  readonly path: readonly (string | number)[]
  readonly schema: Schema
  readonly value: unknown
}

/** Returns every place inside a value with its schema. */
function listLocations(value: unknown, schema: Schema, path: readonly (string | number)[] = []): SchemaLocation[] {
  const location = { path, schema, value }
  if (Array.isArray(value))
    return [
      location,
      ...value.slice(0, 20).flatMap((item, index) => listLocations(item, schema.items ?? {}, [...path, index])),
    ]
  if (typeof value !== 'object' || value === null) return [location]
  const entries = Object.entries(value).slice(0, 40)
  return [
    location,
    ...entries.flatMap(([key, item]) =>
      listLocations(item, schema.properties?.[key] ?? getAdditionalSchema(schema), [...path, key]),
    ),
  ]
}

/** Returns the value with one mistake somewhere. */
function breakValue(value: unknown, schema: Schema, random: Random): unknown {
  const { path, schema: currentSchema, value: current } = random.pick(listLocations(value, schema))
  const hasKeys = isObject(current)
  const change = random.pickWeighted<(old: unknown) => unknown>([
    [6, () => createBrokenValue(currentSchema, random)],
    [1, () => null],
    [hasKeys ? 3 : 0, (old) => withUnknownKey(old as object, random)],
    [hasKeys ? 3 : 0, (old) => withoutKey(old as object, random)],
    [hasKeys ? 3 : 0, (old) => withAnotherKnownKey(old as object, currentSchema, random)],
    [Array.isArray(current) ? 2 : 0, (old) => [...(old as unknown[]), ...(old as unknown[]), pickStrangeValue(random)]],
    [typeof current === 'string' ? 3 : 0, () => pickOddText(random)],
  ])
  return replaceAt(value, path, change)
}

function replaceAt(
  value: unknown,
  [step, ...rest]: readonly (string | number)[],
  change: (old: unknown) => unknown,
): unknown {
  if (step === undefined) return change(value)
  if (Array.isArray(value)) return value.map((item, index) => (index === step ? replaceAt(item, rest, change) : item))
  const entries = Object.entries(value as object)
  return Object.fromEntries(entries.map(([key, item]) => [key, key === step ? replaceAt(item, rest, change) : item]))
}

const withUnknownKey = (old: object, random: Random): object =>
  Object.fromEntries([
    ...Object.entries(old),
    [unknownKey(random), random.chance(0.5) ? createJson(random) : { admin: true }],
  ])

const unknownKey = (random: Random): string =>
  random.pickWeighted<() => string>([
    [4, () => random.pick(keysOfEveryObject)],
    [
      2,
      () => random.pick(['is_administrator', 'password_hash', 'tree_id', 'x', 'data.name', 'a.b', '{limit}', '?', '0']),
    ],
    [1, () => random.pick(impossible)],
    [2, () => pickOddText(random)],
  ])()

function withoutKey(old: object, random: Random): object {
  const entries = Object.entries(old)
  const removedIndex = random.below(Math.max(1, entries.length))
  return Object.fromEntries(entries.filter((_, index) => index !== removedIndex))
}

function withAnotherKnownKey(old: object, { properties = {} }: Schema, random: Random): object {
  const names = Object.keys(properties)
  if (names.length === 0) return old
  const name = random.pick(names)
  return Object.fromEntries([...Object.entries(old), [name, createBrokenValue(properties[name] ?? {}, random)]])
}

/** Parsers disagree on which of two equal keys counts. Sometimes the second one is written with an escape. */
function withRepeatedKey(text: string, random: Random): string {
  const starts = [...text.matchAll(/\{"((?:[^"\\]){1,60})":/g)]
  if (starts.length === 0) return text
  const { 1: key = '', index } = random.pick(starts)
  const writtenKey = random.chance(0.3) ? `\\u${key.charCodeAt(0).toString(16).padStart(4, '0')}${key.slice(1)}` : key
  return `${text.slice(0, index)}{"${writtenKey}":${random.pick(['null', '1', '"x"', '{}'])},${text.slice(index + 1)}`
}

/** Returns a document with a mistake in its JSON. */
function breakDocument(text: string, random: Random): string | Buffer {
  return random.pickWeighted<() => string | Buffer>([
    [2, () => ''],
    [1, () => random.pick([' ', '\n', '\t ', '\0'])],
    [3, () => text.slice(0, random.below(text.length + 1))],
    [2, () => text.replace(/([}\]])$/, ',$1')],
    [1, () => `\ufeff${text}`],
    [3, () => toInvalidUtf8(text, random)],
    [1, () => Buffer.from(text, 'utf16le')],
    [1, () => `${text}${text}`],
    [1, () => `${text} // comment`],
    [1, () => text.replaceAll('"', "'")],
    [2, () => writeJson(pickStrangeValue(random))],
    [
      1,
      () =>
        random.pick([
          'undefined',
          'NaN',
          '{',
          '[',
          '"',
          '}',
          '{"a"}',
          '{"a":}',
          '{,}',
          '[,]',
          '{a:1}',
          '"\\x"',
          '"\\u12"',
          '"\t"',
          'truefalse',
          'nul',
        ]),
    ],
    [1, () => `{${text.slice(1, -1)}${text.length > 2 ? ',' : ''}"${random.pick(keysOfEveryObject)}":{"a":1}}`],
    [0.3, () => JSON.stringify({ name: 'x'.repeat(random.pick([900_000, 1_048_560, 1_048_577, 1_200_000])) })],
    [0.3, () => `[${'{},'.repeat(50_000)}{}]`],
    [0.3, () => `{${Array.from({ length: 20_000 }, (_, index) => `"k${index}":${index}`).join()}}`],
    [0.3, () => `{${'"a":1,'.repeat(20_000)}"a":1}`],
    [0.3, () => `{"${'k'.repeat(10_000)}":[${'1e400,'.repeat(1000)}1e400]}`],
    [0.3, () => `${'['.repeat(500_000)}${']'.repeat(500_000)}`],
  ])()
}

/** Returns bytes that are not UTF-8, within a string if there is one. */
function toInvalidUtf8(text: string, random: Random): Buffer {
  const offset = text.indexOf('"', text.indexOf(':') + 1) + 1
  const bytes = random.pick([[0xff], [0xc3], [0xed, 0xa0, 0x80], [0xc0, 0x80], [0xf4, 0x90, 0x80, 0x80]])
  return Buffer.concat([Buffer.from(text.slice(0, offset)), Buffer.from(bytes), Buffer.from(text.slice(offset))])
}
