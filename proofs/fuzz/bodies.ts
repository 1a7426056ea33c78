import type { Operation } from '@wachta/resource'
import { exampleOf } from './examples.ts'
import type { Random } from './random.ts'
import { searchRequest } from './searches.ts'
import { impossible, keysOfEveryObject, oddText } from './strings.ts'
import { anyJson, brokenValue, furtherSchema, type Schema, strangeValue, validValue, writeJson } from './values.ts'
import { searchedResource, type World } from './world.ts'

/** Returns the body of a request: valid by the schema, or with one or more mistakes. */
export function requestBody(operation: Operation, random: Random, world: World): string | Buffer | undefined {
  const { body, bodyOptional } = operation
  if (!body) return random.chance(0.05) ? writeJson(strangeValue(random)) : undefined
  if (random.chance(bodyOptional ? 0.05 : 0.01)) return undefined
  const schema = body.schema as Schema
  const resource = searchedResource(operation, world.registry)
  const sound = resource ? searchRequest(resource, random, world) : soundValue(operation, random, world)
  // A password that passes every check costs a hash; most requests should be rejected before that.
  const soundShare = hashesPassword(schema) ? 0.12 : 0.35
  if (random.chance(soundShare)) return writeJson(sound)
  if (random.chance(0.12)) return breakDocument(writeJson(sound), random)
  const faults = random.weighted([
    [7, 1],
    [2, 2],
    [1, 4],
  ])
  let value = sound
  for (let made = 0; made < faults; made += 1) value = breakValue(value, schema, random)
  const text = writeJson(value)
  return random.chance(0.06) ? withRepeatedKey(text, random) : text
}

/** Returns a value that follows the schema, the rules, or both. */
function soundValue(operation: Operation, random: Random, world: World): unknown {
  const value = validValue(operation.body?.schema as Schema, '', random, world)
  const example = exampleOf(operation, random, world)
  return random.weighted<() => unknown>([
    [3, () => value],
    [example === undefined ? 0 : 5, () => example],
    [isObject(example) && isObject(value) ? 2 : 0, () => ({ ...(value as object), ...(example as object) })],
  ])()
}

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value)

const hashesPassword = ({ properties = {} }: Schema): boolean =>
  'password' in properties || 'new_password' in properties

interface SchemaPlace {
  readonly path: readonly (string | number)[]
  readonly schema: Schema
  readonly value: unknown
}

/** Returns every place inside a value with its schema. */
function places(value: unknown, schema: Schema, path: readonly (string | number)[] = []): SchemaPlace[] {
  const here = { path, schema, value }
  if (Array.isArray(value))
    return [here, ...value.slice(0, 20).flatMap((item, index) => places(item, schema.items ?? {}, [...path, index]))]
  if (typeof value !== 'object' || value === null) return [here]
  const inside = Object.entries(value).slice(0, 40)
  return [
    here,
    ...inside.flatMap(([key, item]) => places(item, schema.properties?.[key] ?? furtherSchema(schema), [...path, key])),
  ]
}

/** Returns the value with one mistake somewhere. */
function breakValue(value: unknown, schema: Schema, random: Random): unknown {
  const { path, schema: said, value: there } = random.pick(places(value, schema))
  const hasKeys = isObject(there)
  const change = random.weighted<(old: unknown) => unknown>([
    [6, () => brokenValue(said, random)],
    [1, () => null],
    [hasKeys ? 3 : 0, (old) => withUnknownKey(old as object, random)],
    [hasKeys ? 3 : 0, (old) => withoutKey(old as object, random)],
    [hasKeys ? 3 : 0, (old) => withAnotherKnownKey(old as object, said, random)],
    [Array.isArray(there) ? 2 : 0, (old) => [...(old as unknown[]), ...(old as unknown[]), strangeValue(random)]],
    [typeof there === 'string' ? 3 : 0, () => oddText(random)],
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
    [unknownKey(random), random.chance(0.5) ? anyJson(random) : { admin: true }],
  ])

const unknownKey = (random: Random): string =>
  random.weighted<() => string>([
    [4, () => random.pick(keysOfEveryObject)],
    [
      2,
      () => random.pick(['is_administrator', 'password_hash', 'tree_id', 'x', 'data.name', 'a.b', '{limit}', '?', '0']),
    ],
    [1, () => random.pick(impossible)],
    [2, () => oddText(random)],
  ])()

function withoutKey(old: object, random: Random): object {
  const entries = Object.entries(old)
  const gone = random.below(Math.max(1, entries.length))
  return Object.fromEntries(entries.filter((_, place) => place !== gone))
}

function withAnotherKnownKey(old: object, { properties = {} }: Schema, random: Random): object {
  const names = Object.keys(properties)
  if (names.length === 0) return old
  const name = random.pick(names)
  return Object.fromEntries([...Object.entries(old), [name, brokenValue(properties[name] ?? {}, random)]])
}

/** Parsers disagree on which of two equal keys counts. Sometimes the second one is written with an escape. */
function withRepeatedKey(text: string, random: Random): string {
  const starts = [...text.matchAll(/\{"((?:[^"\\]){1,60})":/g)]
  if (starts.length === 0) return text
  const { 1: key = '', index } = random.pick(starts)
  const spelt = random.chance(0.3) ? `\\u${key.charCodeAt(0).toString(16).padStart(4, '0')}${key.slice(1)}` : key
  return `${text.slice(0, index)}{"${spelt}":${random.pick(['null', '1', '"x"', '{}'])},${text.slice(index + 1)}`
}

/** Returns a document with a mistake in its JSON. */
function breakDocument(text: string, random: Random): string | Buffer {
  return random.weighted<() => string | Buffer>([
    [2, () => ''],
    [1, () => random.pick([' ', '\n', '\t ', '\0'])],
    [3, () => text.slice(0, random.below(text.length + 1))],
    [2, () => text.replace(/([}\]])$/, ',$1')],
    [1, () => `\ufeff${text}`],
    [3, () => notUtf8(text, random)],
    [1, () => Buffer.from(text, 'utf16le')],
    [1, () => `${text}${text}`],
    [1, () => `${text} // comment`],
    [1, () => text.replaceAll('"', "'")],
    [2, () => writeJson(strangeValue(random))],
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
    [0.3, () => `{${Array.from({ length: 20_000 }, (_, place) => `"k${place}":${place}`).join()}}`],
    [0.3, () => `{${'"a":1,'.repeat(20_000)}"a":1}`],
    [0.3, () => `{"${'k'.repeat(10_000)}":[${'1e400,'.repeat(1000)}1e400]}`],
    [0.3, () => `${'['.repeat(500_000)}${']'.repeat(500_000)}`],
  ])()
}

/** Returns bytes that are not UTF-8, within a string if there is one. */
function notUtf8(text: string, random: Random): Buffer {
  const at = text.indexOf('"', text.indexOf(':') + 1) + 1
  const bytes = random.pick([[0xff], [0xc3], [0xed, 0xa0, 0x80], [0xc0, 0x80], [0xf4, 0x90, 0x80, 0x80]])
  return Buffer.concat([Buffer.from(text.slice(0, at)), Buffer.from(bytes), Buffer.from(text.slice(at))])
}
