import type { Schema } from './document.ts'
import { settingsBodies } from './settings-bodies.ts'
import { largest, slowTextFor, smallest, typeOf } from './values.ts'

/** A body of nearly 1 MiB that is expensive in one way. */
export interface WorstBody {
  readonly shape: string
  /** Created only when it is sent, because all of them together would fill the memory. */
  readonly text: () => string
}

const size = 1_040_000

/** Returns the most expensive bodies that the schema of an operation suggests. */
export function worstBodies(schema: Schema): WorstBody[] {
  const small = smallest(schema) as object
  const whole = () => JSON.stringify(largest(schema, size * 0.6))
  return [
    { shape: 'largest valid', text: whole },
    { shape: 'invalid at the last place', text: () => withLast(whole()) },
    ...settingsBodies(schema, small),
    ...places(schema).flatMap((place) => placeBodies(place, small)),
    ...documents(small),
  ]
}

/** Returns a quick selection: at most three of the shapes that were the worst without bounds. */
export function quickBodies(schema: Schema): WorstBody[] {
  const all = worstBodies(schema)
  const first = (part: string) => all.find(({ shape }) => shape.includes(part))
  return [first('patterns at the bound'), first('objects at'), first('keys in objects')].filter(
    (body) => body !== undefined,
  )
}

const withLast = (text: string): string => `${text.replace(/\}$/, '')},"no such field":1}`.replace(/^\{,/, '{')

/**
 * Bodies that need no schema: they measure the cost of parsing. They follow the smallest valid body and are the same
 * for all operations.
 */
function documents(small: object): WorstBody[] {
  const open = JSON.stringify(small).slice(0, -1)
  const start = open.length > 1 ? `${open},` : open
  return [
    ...fillings.map(({ shape, text }) => ({ shape, text: () => `${start}${text()}}` })),
    { shape: 'deepest nesting', text: () => `${'['.repeat(size / 2)}${']'.repeat(size / 2)}` },
    { shape: 'cut off', text: () => `${start}${fillings[0]?.text()}` },
  ]
}

/** Repeats a piece up to a length, or at most this number of times. */
function repeated(piece: (index: number) => string, most = Number.POSITIVE_INFINITY): string {
  const pieces: string[] = []
  for (let at = 0; at < size - 20_000 && pieces.length < most; ) {
    const next = piece(pieces.length)
    pieces.push(next)
    at += Buffer.byteLength(next) + 1
  }
  return pieces.join()
}

const key = (index: number): string => `"${index.toString(36).padEnd(16, '-')}"`

/** The maximum number of keys in one object, and of objects in one document. */
const objectOfKeys = (index: number): string =>
  `{${Array.from({ length: 990 }, (_, at) => `${key(index * 1000 + at)}:0`).join()}}`

const filling = (shape: string, make: () => string): WorstBody => {
  let made: string | undefined
  return { shape, text: () => (made ??= make()) }
}
const list = (piece: string): string => `"a":[${repeated(() => piece)}]`

const fillings: readonly WorstBody[] = [
  filling('unknown keys', () => repeated((index) => `"${index.toString(36)}":0`)),
  filling('fewer unknown keys', () => repeated((index) => `${key(index)}:0`)),
  filling('keys in objects', () => repeated((index) => `${key(index)}:${objectOfKeys(index)}`, 24)),
  filling('one key many times', () => repeated(() => '"aaaaaaaaaaaaaaaa":0', 24_000)),
  filling('objects in objects', () => repeated((index) => `"${index.toString(36)}":{"a":{}}`, 990)),
  filling('escaped keys', () => repeated((index) => `"\\u0061\\u0062${index.toString(36)}":0`, 990)),
  filling('escaped texts', () => list('"\\naaaaaaaaaaaaaaaaa"')),
  filling('inexact numbers', () => list('1e9999999999999999999')),
  filling('numbers', () => list('123456789012345.678901')),
  filling('nested lists', () => list(`${'['.repeat(60)}${' '.repeat(1200)}${']'.repeat(60)}`)),
  filling('one long number', () => `"a":${'9'.repeat(size)}`),
  filling('one long fraction', () => `"a":0.${'1'.repeat(size)}e-5`),
  filling('one long text', () => `"a":"${'ą'.repeat(size / 2)}"`),
  filling('forbidden characters', () => `"a":"${'\\u0000'.repeat(size / 6 - 1000)}"`),
]

interface SchemaPlace {
  readonly path: readonly string[]
  readonly schema: Schema
}

const maxPlaces = 6
const marker = 777_777

/** Returns the lists and texts of a schema; of many similar ones, such as the filters of a search, only some. */
function places(schema: Schema): SchemaPlace[] {
  const all = walk(schema, [])
  const kinds = new Map<string, SchemaPlace>()
  for (const place of all) {
    const kind = JSON.stringify([
      place.path.length,
      place.schema.pattern,
      place.schema.items?.type,
      place.schema.maxItems,
    ])
    if (!kinds.has(kind)) kinds.set(kind, place)
  }
  return [...kinds.values()].slice(0, maxPlaces)
}

function walk(schema: Schema, path: readonly string[]): SchemaPlace[] {
  const type = typeOf(schema)
  if (type === 'array') return [{ path, schema }, ...walk(schema.items ?? {}, [...path, '0'])]
  if (type === 'string') return schema.enum || schema.format ? [] : [{ path, schema }]
  const inside = Object.entries(schema.properties ?? {})
  return inside.flatMap(([name, property]) => walk(property, [...path, name]))
}

/** The number of items with which the document is still parsed and the list is examined. */
const mostItems = 12_000

function placeBodies({ path, schema }: SchemaPlace, small: object): WorstBody[] {
  const body = (shape: string, inside: () => string): WorstBody => ({
    shape: `${shape} at ${path.join('.')}`,
    text: () => put(small, path, inside()),
  })
  if (typeOf(schema) === 'string') return textBodies(schema, body)
  const items = schema.items ?? {}
  const { pattern, maxLength = 8192 } = items
  // One item is built and then numbered, because building thousands would take longer than sending them.
  const model = JSON.stringify(smallest(items, marker))
  const item = (index: number) => model.replaceAll(String(marker), String(index + 1))
  const slow = () => JSON.stringify(slowTextFor(pattern ?? '', maxLength))
  return [
    body('distinct items', () => `[${repeated(item, mostItems)}]`),
    body('equal items', () => `[${repeated(() => item(0), mostItems)}]`),
    body('objects', () => `[${repeated((index) => `{"a":${index}}`, mostItems)}]`),
    ...(pattern === undefined ? [] : [body('slow texts', () => `[${repeated(slow, mostItems)}]`)]),
  ]
}

function textBodies(
  { pattern, maxLength = size }: Schema,
  body: (shape: string, inside: () => string) => WorstBody,
): WorstBody[] {
  if (pattern !== undefined)
    return [maxLength, 8192].map((length) =>
      body(`a slow text of ${Math.min(length, 8192)}`, () => JSON.stringify(slowTextFor(pattern, length))),
    )
  const room = Math.min(maxLength, size - 10_000)
  return ['{{a}}', '<b>', 'ą'].map((run) =>
    body(`a long text of ${run}`, () => `"${run.repeat(Math.floor(room / Buffer.byteLength(run)))}"`),
  )
}

/** The small body with the value at a path replaced by a text. */
function put(value: unknown, [step, ...rest]: readonly string[], inside: string): string {
  if (step === undefined) return inside
  if (step === '0') return `[${put(undefined, rest, inside)}]`
  const others = Object.entries((value ?? {}) as object).filter(([name]) => name !== step)
  const texts = others.map(([name, other]) => `${JSON.stringify(name)}:${JSON.stringify(other)}`)
  return `{${[...texts, `${JSON.stringify(step)}:${put(Reflect.get((value ?? {}) as object, step), rest, inside)}`].join()}}`
}
