import type { Violation } from '@wachta/resource'
import { isStorable } from './text.ts'

/** The maximum nesting: more than any request needs, and safe for recursive functions. */
const maxDepth = 64

/** Bounds the error answer: a body can contain a hundred thousand violations, and keys of any length. */
const maxViolations = 100
const maxStepLength = 128

/**
 * The maximum number of keys, values, lists and objects of one document. The largest declared configuration that fits
 * into a body has fewer; parsing and reporting a document of more, tiny pieces would block other requests.
 */
const maxPieces = 50_000

/** The maximum number of keys of one object; the largest in the API, the filters of a search, has far fewer. */
const maxKeys = 1000

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

export interface ParsedJson {
  readonly value?: unknown
  readonly violations: readonly Violation[]
  /** True if there is no value, because the body is not valid JSON, too deep or too large. */
  readonly isUnusable?: true
}

/**
 * Parses a request body more strictly than `JSON.parse`, which keeps the last of two equal keys, rounds large integers,
 * and accepts text that PostgreSQL cannot store. The scan runs only over text that is known to be valid JSON.
 */
export function parseJson(bytes: Buffer): ParsedJson {
  if (hasTooManyPieces(bytes)) return { violations: [createTooManyViolation(maxPieces)], isUnusable: true }
  try {
    const text = utf8.decode(bytes)
    const value: unknown = JSON.parse(text)
    return scanValue(value, text)
  } catch {
    return { violations: [{ symbol: 'malformed_json' }], isUnusable: true }
  }
}

/** Counts separators byte by byte without allocating; this takes a hundredth of the time of parsing. */
function hasTooManyPieces(bytes: Buffer): boolean {
  let pieces = 0
  let isInText = false
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index]
    if (byte === characterCodes.quote) isInText = !isInText
    else if (isInText) index += byte === characterCodes.backslash ? 1 : 0
    else if (
      byte === characterCodes.comma ||
      byte === characterCodes.colon ||
      byte === characterCodes.list ||
      byte === characterCodes.object
    )
      pieces += 1
    if (pieces > maxPieces) return true
  }
  return false
}

const characterCodes = { quote: 0x22, backslash: 0x5c, comma: 0x2c, colon: 0x3a, list: 0x5b, object: 0x7b } as const

interface Level {
  readonly keys: Set<string> | null
  step: string | number
  expectsKey: boolean
}

const createTooManyViolation = (limit: number): Violation => ({
  symbol: 'too_many_items',
  field: 'data',
  params: { limit },
})

/** The violations that end the scan; the value is then not validated any further. */
const fatalSymbols: ReadonlySet<string> = new Set(['malformed_json', 'too_many_items'])

function scanValue(value: unknown, text: string): ParsedJson {
  const violations = scan(text)
  return violations.some(({ symbol }) => fatalSymbols.has(symbol))
    ? { violations, isUnusable: true }
    : { value, violations }
}

/** Finds violations in valid JSON text. Scans characters instead of tokens, which takes a third of the time. */
function scan(text: string): Violation[] {
  const violations: Violation[] = []
  const levels: Level[] = []
  const path = () => ['data', ...levels.map(({ step }) => String(step).slice(0, maxStepLength))].join('.')
  const report = (symbol: string) => void violations.push({ symbol, field: path() })
  for (let index = 0; index < text.length && violations.length < maxViolations; index += 1) {
    const character = text[index]
    if (character === '"') {
      const end = findStringEnd(text, index)
      const string = readString(text, index, end)
      if (addKey(levels.at(-1), string)) report('duplicate_key')
      if ((levels.at(-1)?.keys?.size ?? 0) > maxKeys) return [createTooManyViolation(maxKeys)]
      if (!isStorable(string)) report('forbidden_character')
      index = end
    } else if (character === '{') levels.push({ keys: new Set(), step: '', expectsKey: true })
    else if (character === '[') levels.push({ keys: null, step: 0, expectsKey: false })
    else if (character === '}' || character === ']') levels.pop()
    else if (character === ',') advance(levels.at(-1))
    else if (character === '-' || isDigit(character)) {
      const end = findNumberEnd(text, index)
      if (!isExactNumber(text.slice(index, end))) report('inexact_number')
      index = end - 1
    }
    if (levels.length > maxDepth) return [{ symbol: 'malformed_json' }]
  }
  return violations
}

/** If the string is a key, adds it to the keys of its object. Returns whether the object already had the key. */
function addKey(level: Level | undefined, string: string): boolean {
  if (!level?.expectsKey || !level.keys) return false
  level.step = string
  level.expectsKey = false
  const isRepeated = level.keys.has(string)
  level.keys.add(string)
  return isRepeated
}

function findStringEnd(text: string, start: number): number {
  let end = start + 1
  while (text[end] !== '"') end += text[end] === '\\' ? 2 : 1
  return end
}

function readString(text: string, start: number, end: number): string {
  const inside = text.slice(start + 1, end)
  return inside.includes('\\') ? (JSON.parse(text.slice(start, end + 1)) as string) : inside
}

function findNumberEnd(text: string, start: number): number {
  let end = start + 1
  while (isDigit(text[end]) || '.eE+-'.includes(text[end] ?? ' ')) end += 1
  return end
}

const isDigit = (character: string | undefined): boolean =>
  character !== undefined && character >= '0' && character <= '9'

function advance(level: Level | undefined): void {
  if (!level) return
  if (level.keys) level.expectsKey = true
  else level.step = Number(level.step) + 1
}

/** Returns false for a number that is too large to be stored exactly. Fractions are rounded, as everywhere in JSON. */
function isExactNumber(token: string): boolean {
  const number = Number(token)
  return Number.isFinite(number) && (!Number.isInteger(number) || Number.isSafeInteger(number))
}
