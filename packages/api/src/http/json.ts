import type { Fault } from '@wachta/resource'

/** Deep enough for any request there is, and shallow enough for every function that walks one. */
const maximumDepth = 64

/** More faults than this help nobody, and a body can hold a hundred thousand; nor is a whole key needed to find it. */
const maximumFaults = 100
const maximumStep = 128

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

export interface Parsed {
  readonly value?: unknown
  readonly faults: readonly Fault[]
}

/**
 * Parses a request body more strictly than `JSON.parse`, which keeps the last of two equal keys, rounds large integers,
 * and lets text through that the database cannot hold. The scan runs over text that is known to be valid JSON.
 */
export function parseJson(bytes: Buffer): Parsed {
  try {
    const text = utf8.decode(bytes)
    const value: unknown = JSON.parse(text)
    return { value, faults: scan(text) }
  } catch {
    return { faults: [{ symbol: 'malformed_json' }] }
  }
}

interface Level {
  readonly keys: Set<string> | null
  step: string | number
  expectsKey: boolean
}

const tokens = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|[{}[\],:]/g

function scan(text: string): Fault[] {
  const faults: Fault[] = []
  const levels: Level[] = []
  const path = () => ['data', ...levels.map(({ step }) => String(step).slice(0, maximumStep))].join('.')
  const report = (symbol: string) => void faults.push({ symbol, field: path() })
  for (const [token] of text.matchAll(tokens)) {
    const level = levels.at(-1)
    if (token === '{') levels.push({ keys: new Set(), step: '', expectsKey: true })
    else if (token === '[') levels.push({ keys: null, step: 0, expectsKey: false })
    else if (token === '}' || token === ']') levels.pop()
    else if (token === ':') continue
    else if (token === ',') advance(level)
    else if (token.startsWith('"')) {
      const string = JSON.parse(token) as string
      if (level?.expectsKey) {
        level.step = string
        level.expectsKey = false
        if (level.keys?.has(string)) report('duplicate_key')
        level.keys?.add(string)
      }
      if (string.includes('\0') || !string.isWellFormed()) report('forbidden_character')
    } else if (!isExact(token)) report('inexact_number')
    if (levels.length > maximumDepth) return [{ symbol: 'malformed_json' }]
    if (faults.length >= maximumFaults) return faults
  }
  return faults
}

function advance(level: Level | undefined): void {
  if (!level) return
  if (level.keys) level.expectsKey = true
  else level.step = Number(level.step) + 1
}

/** Integers must be exact; fractions are what floating point makes of them, as everywhere in JSON. */
function isExact(token: string): boolean {
  const number = Number(token)
  return Number.isFinite(number) && (!Number.isInteger(number) || Number.isSafeInteger(number))
}
