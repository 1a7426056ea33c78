import type { Schema } from './document.ts'

/** Pieces of texts on which slow patterns take long: a long run of one, ended by a character that does not match. */
const pieces = ['a', '1', '-', 'a.', 'a-', ' ', '/', ':', '@', 'a@', '%', ',', '[', '"', '{{', '$.a', 'ą', '\\']

const maxTriedLength = 8192
const slowestTexts = new Map<string, string>()

/** Returns the text of at most the given length on which a pattern takes longest. */
export function findSlowText(pattern: string, length: number): string {
  const size = Math.min(length, maxTriedLength)
  const key = `${size} ${pattern}`
  const known = slowestTexts.get(key)
  if (known !== undefined) return known
  const expression = new RegExp(pattern, 'u')
  let worst = { text: '', time: -1 }
  for (const piece of pieces) {
    const text = `${piece.repeat(Math.max(1, Math.floor((size - 1) / piece.length)))}\u0001`.slice(0, size)
    const started = performance.now()
    expression.test(text)
    const time = performance.now() - started
    if (time > worst.time) worst = { text, time }
  }
  slowestTexts.set(key, worst.text)
  return worst.text
}

const samples = [
  'a',
  'aa',
  'abc',
  '1',
  '12345678',
  'a@b.pl',
  'https://a.pl/',
  '127.0.0.1',
  'Aa1!aaaaaaaa',
  '/',
  '2xx',
  '00:00',
  '$.a',
]

/** Returns a text that the schema probably accepts, a different one for each number. */
function createText({ pattern, format, minLength = 0, maxLength = 64, enum: choices }: Schema, number: number): string {
  if (choices) return String(choices.find((choice) => typeof choice === 'string') ?? '')
  if (format === 'dateTime') return '2026-01-01T00:00:00Z'
  const candidates = [
    `a${number}`,
    `a${number}@example.com`,
    `4812345${number}`,
    `https://a${number}.example/`,
    ...samples,
  ]
  const expression = new RegExp(pattern ?? '', 'u')
  const fits = (text: string) => text.length <= maxLength && expression.test(text)
  const found = candidates.map((text) => text.padEnd(minLength, 'a')).find(fits)
  return found ?? 'a'
}

export const typeOf = ({ type, properties, items }: Schema): string | undefined =>
  [type].flat().find((each) => each !== 'null') ?? (properties ? 'object' : items ? 'array' : undefined)

interface ValueOptions {
  /** Includes optional properties, and uses the maximum length of lists and texts. */
  readonly isLargest: boolean
  /** The number of characters that may still be used. */
  budget: number
  number: number
}

/** Returns the smallest value that a schema accepts. */
export const createSmallest = (schema: Schema, number = 1): unknown =>
  createValue(schema, { isLargest: false, budget: 0, number })

/** Returns the largest value that a schema accepts, up to a length. */
export const createLargest = (schema: Schema, budget: number): unknown =>
  createValue(schema, { isLargest: true, budget, number: 1 })

function createValue(schema: Schema, options: ValueOptions): unknown {
  options.budget -= 8
  switch (typeOf(schema)) {
    case 'object':
      return makeObject(schema, options)
    case 'array':
      return makeArray(schema, options)
    case 'integer':
    case 'number':
      return Math.min(schema.maximum ?? Number.MAX_SAFE_INTEGER, Math.max(schema.minimum ?? 0, options.number))
    case 'boolean':
      return false
    case 'string':
      return makeText(schema, options)
    default:
      return schema.enum?.[0] ?? null
  }
}

function makeObject({ properties = {}, required = [] }: Schema, options: ValueOptions): unknown {
  const names = options.isLargest ? Object.keys(properties) : required
  const entries: [string, unknown][] = []
  for (const name of names) {
    if (options.isLargest && options.budget <= 0 && !required.includes(name)) continue
    options.budget -= name.length
    entries.push([name, createValue(properties[name] ?? {}, options)])
  }
  return Object.fromEntries(entries)
}

function makeArray({ items = {}, minItems = 0, maxItems = 1000, ...rest }: Schema, options: ValueOptions): unknown {
  const list: unknown[] = []
  const isFixed = items.enum !== undefined
  const maxCount = isFixed ? Math.min(maxItems, items.enum?.length ?? 0) : maxItems
  // A list uses its share and leaves some for its siblings.
  const reservedBudget = options.budget * 0.3
  while (
    list.length < (options.isLargest ? maxCount : minItems) &&
    (options.budget > reservedBudget || list.length < minItems)
  ) {
    options.number += 1
    list.push(isFixed ? items.enum?.[list.length] : createValue(items, options))
  }
  return 'uniqueItems' in rest ? [...new Set(list)] : list
}

function makeText(schema: Schema, options: ValueOptions): string {
  const short = createText(schema, options.number)
  if (!options.isLargest || schema.enum || schema.format || schema.pattern !== undefined) return short
  const length = Math.min(schema.maxLength ?? 10_000, Math.max(0, options.budget))
  options.budget -= length
  return short.padEnd(length, 'ą {{x}} <b>')
}
