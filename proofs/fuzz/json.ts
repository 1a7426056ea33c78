import { isUtf8 } from 'node:buffer'
import type { Expectation } from './expectation.ts'

const maxCertainDepth = 60
const maxCertainBytes = 1_000_000

interface JsonReading {
  readonly value?: unknown
  readonly expected: Expectation
}

/** Properties of a body as a JSON document, independent of its schema. */
export function readJson(body: string | Buffer): JsonReading {
  if (typeof body !== 'string' && !isUtf8(body)) return { expected: { wrong: 'its body is not UTF-8' } }
  const text = body.toString()
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { expected: { wrong: 'its body is not JSON' } }
  }
  const { bare, strings } = splitStrings(text)
  const numbers = bare.match(/-?\d[\d.eE+-]*/g) ?? []
  if (
    numbers.some(
      (token) => !Number.isFinite(Number(token)) || (/^-?\d+$/.test(token) && !Number.isSafeInteger(Number(token))),
    )
  )
    return { expected: { wrong: 'its body contains a number that cannot be stored exactly' } }
  if (strings.some((string) => string.includes('\0') || !string.isWellFormed()))
    return { expected: { wrong: 'its body contains text that cannot be stored' } }
  const depth = measureDepth(bare)
  if (depth > maxCertainDepth || Buffer.byteLength(text) > maxCertainBytes) return { expected: 'unsure' }
  if ((bare.match(/:/g)?.length ?? 0) > countKeys(value))
    return { expected: { wrong: 'a key is repeated in its body' } }
  const isLarge = numbers.some((token) => Math.abs(Number(token)) > Number.MAX_SAFE_INTEGER)
  return { value, expected: isLarge ? 'unsure' : 'sound' }
}

/** Splits a document into its strings and the rest. */
function splitStrings(text: string): { bare: string; strings: string[] } {
  const strings: string[] = []
  const otherText: string[] = []
  let from = 0
  for (let start = text.indexOf('"'); start >= 0; start = text.indexOf('"', from)) {
    otherText.push(text.slice(from, start))
    let end = start + 1
    while (text[end] !== '"') end += text[end] === '\\' ? 2 : 1
    strings.push(JSON.parse(text.slice(start, end + 1)) as string)
    from = end + 1
  }
  otherText.push(text.slice(from))
  return { bare: otherText.join(' '), strings }
}

function measureDepth(bare: string): number {
  let depth = 0
  let deepest = 0
  for (const character of bare) {
    if (character === '{' || character === '[') deepest = Math.max(deepest, ++depth)
    else if (character === '}' || character === ']') depth -= 1
  }
  return deepest
}

/** Returns the number of keys in all objects of a value: fewer than were written, if one was repeated. */
function countKeys(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const innerCount = Object.values(value).reduce((sum: number, item) => sum + countKeys(item), 0)
  return Array.isArray(value) ? innerCount : innerCount + Object.keys(value).length
}
