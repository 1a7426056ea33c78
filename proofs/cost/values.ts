import type { Schema } from './document.ts'

/** Texts that slow patterns take long for: long runs of one piece, ended by a piece that does not match. */
const runs = ['a', '1', '-', 'a.', 'a-', ' ', '/', ':', '@', 'a@', '%', ',', '[', '"', '{{', '$.a', 'ą', '\\']

const longestTried = 8192
const slowest = new Map<string, string>()

/** Returns the text of the given length that a pattern takes longest for. */
export function slowTextFor(pattern: string, length: number): string {
  const size = Math.min(length, longestTried)
  const key = `${size} ${pattern}`
  const known = slowest.get(key)
  if (known !== undefined) return known
  const expression = new RegExp(pattern, 'u')
  let worst = { text: '', time: -1 }
  for (const run of runs) {
    const text = `${run.repeat(Math.max(1, Math.floor((size - 1) / run.length)))}\u0001`.slice(0, size)
    const started = performance.now()
    expression.test(text)
    const time = performance.now() - started
    if (time > worst.time) worst = { text, time }
  }
  slowest.set(key, worst.text)
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
function someText({ pattern, format, minLength = 0, maxLength = 64, enum: choices }: Schema, number: number): string {
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
export const smallest = (schema: Schema, number = 1): unknown => make(schema, { isLargest: false, budget: 0, number })

/** Returns the largest value that a schema accepts, up to a length. */
export const largest = (schema: Schema, budget: number): unknown => make(schema, { isLargest: true, budget, number: 1 })

function make(schema: Schema, making: ValueOptions): unknown {
  making.budget -= 8
  switch (typeOf(schema)) {
    case 'object':
      return makeObject(schema, making)
    case 'array':
      return makeArray(schema, making)
    case 'integer':
    case 'number':
      return Math.min(schema.maximum ?? Number.MAX_SAFE_INTEGER, Math.max(schema.minimum ?? 0, making.number))
    case 'boolean':
      return false
    case 'string':
      return makeText(schema, making)
    default:
      return schema.enum?.[0] ?? null
  }
}

function makeObject({ properties = {}, required = [] }: Schema, making: ValueOptions): unknown {
  const names = making.isLargest ? Object.keys(properties) : required
  const entries: [string, unknown][] = []
  for (const name of names) {
    if (making.isLargest && making.budget <= 0 && !required.includes(name)) continue
    making.budget -= name.length
    entries.push([name, make(properties[name] ?? {}, making)])
  }
  return Object.fromEntries(entries)
}

function makeArray({ items = {}, minItems = 0, maxItems = 1000, ...rest }: Schema, making: ValueOptions): unknown {
  const list: unknown[] = []
  const isFixed = items.enum !== undefined
  const most = isFixed ? Math.min(maxItems, items.enum?.length ?? 0) : maxItems
  // A list uses its share and leaves some for its siblings.
  const floor = making.budget * 0.3
  while (list.length < (making.isLargest ? most : minItems) && (making.budget > floor || list.length < minItems)) {
    making.number += 1
    list.push(isFixed ? items.enum?.[list.length] : make(items, making))
  }
  return 'uniqueItems' in rest ? [...new Set(list)] : list
}

function makeText(schema: Schema, making: ValueOptions): string {
  const short = someText(schema, making.number)
  if (!making.isLargest || schema.enum || schema.format || schema.pattern !== undefined) return short
  const length = Math.min(schema.maxLength ?? 10_000, Math.max(0, making.budget))
  making.budget -= length
  return short.padEnd(length, 'ą {{x}} <b>')
}
