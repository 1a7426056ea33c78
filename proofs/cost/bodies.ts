import type { Schema } from './document.ts'
import { createSettingsBodies } from './settings-bodies.ts'
import { createLargest, createSmallest, findSlowText, typeOf } from './values.ts'

/** A body of nearly 1 MiB that is expensive in one way. */
export interface WorstBody {
  readonly shape: string
  /** Created only when it is sent, because all of them together would fill the memory. */
  readonly text: () => string
}

const bodyBytes = 1_040_000

/** Returns the most expensive bodies that the schema of an operation suggests. */
export function createWorstBodies(schema: Schema): WorstBody[] {
  const small = createSmallest(schema) as object
  const writeLargest = () => JSON.stringify(createLargest(schema, bodyBytes * 0.6))
  return [
    { shape: 'largest valid', text: writeLargest },
    { shape: 'invalid last field', text: () => addUnknownField(writeLargest()) },
    ...createSettingsBodies(schema, small),
    ...selectLocations(schema).flatMap((location) => createLocationBodies(location, small)),
    ...createDocuments(small),
  ]
}

/** Returns a quick selection: at most three of the shapes that were the worst without bounds. */
export function createQuickBodies(schema: Schema): WorstBody[] {
  const all = createWorstBodies(schema)
  const findBody = (part: string) => all.find(({ shape }) => shape.includes(part))
  return [findBody('patterns at the bound'), findBody('objects at'), findBody('keys in objects')].filter(
    (body) => body !== undefined,
  )
}

const addUnknownField = (text: string): string => `${text.replace(/\}$/, '')},"no such field":1}`.replace(/^\{,/, '{')

/**
 * Bodies that need no schema: they measure the cost of parsing. They follow the smallest valid body and are the same
 * for all operations.
 */
function createDocuments(small: object): WorstBody[] {
  const open = JSON.stringify(small).slice(0, -1)
  const start = open.length > 1 ? `${open},` : open
  return [
    ...fillings.map(({ shape, text }) => ({ shape, text: () => `${start}${text()}}` })),
    { shape: 'deepest nesting', text: () => `${'['.repeat(bodyBytes / 2)}${']'.repeat(bodyBytes / 2)}` },
    { shape: 'cut off', text: () => `${start}${fillings[0]?.text()}` },
  ]
}

/** Repeats a piece up to a length, or at most this number of times. */
function repeatPiece(piece: (index: number) => string, maxCount = Number.POSITIVE_INFINITY): string {
  const pieces: string[] = []
  for (let bytes = 0; bytes < bodyBytes - 20_000 && pieces.length < maxCount; ) {
    const next = piece(pieces.length)
    pieces.push(next)
    bytes += Buffer.byteLength(next) + 1
  }
  return pieces.join()
}

const key = (index: number): string => `"${index.toString(36).padEnd(16, '-')}"`

/** The maximum number of keys in one object, and of objects in one document. */
const objectOfKeys = (index: number): string =>
  `{${Array.from({ length: 990 }, (_, keyIndex) => `${key(index * 1000 + keyIndex)}:0`).join()}}`

const createFilling = (shape: string, make: () => string): WorstBody => {
  let cached: string | undefined
  return { shape, text: () => (cached ??= make()) }
}
const createList = (piece: string): string => `"a":[${repeatPiece(() => piece)}]`

const fillings: readonly WorstBody[] = [
  createFilling('unknown keys', () => repeatPiece((index) => `"${index.toString(36)}":0`)),
  createFilling('fewer unknown keys', () => repeatPiece((index) => `${key(index)}:0`)),
  createFilling('keys in objects', () => repeatPiece((index) => `${key(index)}:${objectOfKeys(index)}`, 24)),
  createFilling('one key many times', () => repeatPiece(() => '"aaaaaaaaaaaaaaaa":0', 24_000)),
  createFilling('objects in objects', () => repeatPiece((index) => `"${index.toString(36)}":{"a":{}}`, 990)),
  createFilling('escaped keys', () => repeatPiece((index) => `"\\u0061\\u0062${index.toString(36)}":0`, 990)),
  createFilling('escaped texts', () => createList('"\\naaaaaaaaaaaaaaaaa"')),
  createFilling('inexact numbers', () => createList('1e9999999999999999999')),
  createFilling('numbers', () => createList('123456789012345.678901')),
  createFilling('nested lists', () => createList(`${'['.repeat(60)}${' '.repeat(1200)}${']'.repeat(60)}`)),
  createFilling('one long number', () => `"a":${'9'.repeat(bodyBytes)}`),
  createFilling('one long fraction', () => `"a":0.${'1'.repeat(bodyBytes)}e-5`),
  createFilling('one long text', () => `"a":"${'ą'.repeat(bodyBytes / 2)}"`),
  createFilling('forbidden characters', () => `"a":"${'\\u0000'.repeat(bodyBytes / 6 - 1000)}"`),
]

interface SchemaLocation {
  readonly path: readonly string[]
  readonly schema: Schema
}

const maxLocations = 6
const marker = 777_777

/** Returns the lists and texts of a schema; of many similar ones, such as the filters of a search, only some. */
function selectLocations(schema: Schema): SchemaLocation[] {
  const all = walk(schema, [])
  const kinds = new Map<string, SchemaLocation>()
  for (const location of all) {
    const kind = JSON.stringify([
      location.path.length,
      location.schema.pattern,
      location.schema.items?.type,
      location.schema.maxItems,
    ])
    if (!kinds.has(kind)) kinds.set(kind, location)
  }
  return [...kinds.values()].slice(0, maxLocations)
}

function walk(schema: Schema, path: readonly string[]): SchemaLocation[] {
  const type = typeOf(schema)
  if (type === 'array') return [{ path, schema }, ...walk(schema.items ?? {}, [...path, '0'])]
  if (type === 'string') return schema.enum || schema.format ? [] : [{ path, schema }]
  const properties = Object.entries(schema.properties ?? {})
  return properties.flatMap(([name, property]) => walk(property, [...path, name]))
}

/** With this many items, the document is still parsed and the list is still examined. */
const maxListItems = 12_000

function createLocationBodies({ path, schema }: SchemaLocation, small: object): WorstBody[] {
  const body = (shape: string, createValue: () => string): WorstBody => ({
    shape: `${shape} at ${path.join('.')}`,
    text: () => replaceAt(small, path, createValue()),
  })
  if (typeOf(schema) === 'string') return textBodies(schema, body)
  const items = schema.items ?? {}
  const { pattern, maxLength = 8192 } = items
  // One item is built and then numbered, because building thousands would take longer than sending them.
  const model = JSON.stringify(createSmallest(items, marker))
  const item = (index: number) => model.replaceAll(String(marker), String(index + 1))
  const slow = () => JSON.stringify(findSlowText(pattern ?? '', maxLength))
  return [
    body('distinct items', () => `[${repeatPiece(item, maxListItems)}]`),
    body('equal items', () => `[${repeatPiece(() => item(0), maxListItems)}]`),
    body('objects', () => `[${repeatPiece((index) => `{"a":${index}}`, maxListItems)}]`),
    ...(pattern === undefined ? [] : [body('slow texts', () => `[${repeatPiece(slow, maxListItems)}]`)]),
  ]
}

function textBodies(
  { pattern, maxLength = bodyBytes }: Schema,
  body: (shape: string, inside: () => string) => WorstBody,
): WorstBody[] {
  if (pattern !== undefined)
    return [maxLength, 8192].map((length) =>
      body(`a slow text of ${Math.min(length, 8192)}`, () => JSON.stringify(findSlowText(pattern, length))),
    )
  const maxBytes = Math.min(maxLength, bodyBytes - 10_000)
  return ['{{a}}', '<b>', 'ą'].map((piece) =>
    body(`a long text of ${piece}`, () => `"${piece.repeat(Math.floor(maxBytes / Buffer.byteLength(piece)))}"`),
  )
}

/** The small body with the value at a path replaced by a text. */
function replaceAt(value: unknown, [step, ...rest]: readonly string[], replacement: string): string {
  if (step === undefined) return replacement
  if (step === '0') return `[${replaceAt(undefined, rest, replacement)}]`
  const others = Object.entries((value ?? {}) as object).filter(([name]) => name !== step)
  const texts = others.map(([name, other]) => `${JSON.stringify(name)}:${JSON.stringify(other)}`)
  return `{${[...texts, `${JSON.stringify(step)}:${replaceAt(Reflect.get((value ?? {}) as object, step), rest, replacement)}`].join()}}`
}
