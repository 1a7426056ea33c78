/** A PDF file that this package cannot sign or read; the message says why. */
export class PdfError extends Error {
  override readonly name = 'PdfError'
}

/** A part of a file as text, one character per byte. */
export interface PdfSlice {
  readonly start: number
  readonly end: number
  readonly text: string
}

export interface PdfDictionary extends PdfSlice {
  readonly entries: ReadonlyMap<string, PdfSlice>
}

const maxDepth = 64
const spacePattern = /[\0\t\n\f\r ]*(?:%[^\r\n]*[\0\t\n\f\r ]*)*/y
const namePattern = /\/[^\0\t\n\f\r ()<>[\]{}/%]*/y
const referencePattern = /\d{1,10}[\0\t\n\f\r ]+\d{1,5}[\0\t\n\f\r ]+R(?![^\0\t\n\f\r ()<>[\]{}/%])/y
const hexStringPattern = /<[0-9A-Fa-f\0\t\n\f\r ]*>/y
const wordPattern = /[^\0\t\n\f\r ()<>[\]{}/%]+/y

/** Reads the dictionary that starts at a position. A key that occurs twice is rejected: readers disagree which one counts. */
export function readDictionary(file: string, start: number): PdfDictionary {
  const entries = new Map<string, PdfSlice>()
  if (!file.startsWith('<<', start)) throw new PdfError('a dictionary is missing')
  let at = skipSpace(file, start + 2)
  while (!file.startsWith('>>', at)) {
    const keyEnd = match(namePattern, file, at)
    if (keyEnd === undefined) throw new PdfError('a dictionary is damaged')
    const key = decodeName(file.slice(at + 1, keyEnd))
    if (entries.has(key)) throw new PdfError(`/${key} occurs twice in a dictionary`)
    const value = readValue(file, skipSpace(file, keyEnd))
    entries.set(key, value)
    at = skipSpace(file, value.end)
  }
  return { entries, start, end: at + 2, text: file.slice(start, at + 2) }
}

/** Reads the value of any type that starts at a position. */
export function readValue(file: string, start: number): PdfSlice {
  const end = skipValue(file, start, 0)
  return { start, end, text: file.slice(start, end) }
}

/** Lists the values between the brackets of an array. */
export function readArray({ text }: PdfSlice): string[] {
  if (!text.startsWith('[')) throw new PdfError('an array is missing')
  const items: string[] = []
  for (let at = skipSpace(text, 1); text[at] !== ']'; ) {
    const item = readValue(text, at)
    items.push(item.text)
    at = skipSpace(text, item.end)
  }
  return items
}

/** Returns the number of the object that a value refers to; undefined if it is no reference. */
export function readReference(text: string | undefined): number | undefined {
  const found = /^(\d{1,10})\s+0\s+R$/.exec(text ?? '')
  return found === null ? undefined : Number(found[1])
}

export function skipSpace(file: string, at: number): number {
  return match(spacePattern, file, at) ?? at
}

function skipValue(file: string, at: number, depth: number): number {
  if (depth > maxDepth) throw new PdfError('values are nested too deeply')
  if (file.startsWith('<<', at)) return skipUntil('>>', file, { at: at + 2, depth })
  if (file[at] === '[') return skipUntil(']', file, { at: at + 1, depth })
  if (file[at] === '(') return skipString(file, at)
  const end = [referencePattern, hexStringPattern, namePattern, wordPattern]
    .map((pattern) => match(pattern, file, at))
    .find((each) => each !== undefined)
  if (end === undefined) throw new PdfError('a value is damaged')
  return end
}

function skipUntil(closing: string, file: string, from: { readonly at: number; readonly depth: number }): number {
  let at = skipSpace(file, from.at)
  while (!file.startsWith(closing, at)) at = skipSpace(file, skipValue(file, at, from.depth + 1))
  return at + closing.length
}

function skipString(file: string, start: number): number {
  let openCount = 0
  for (let at = start; at < file.length; at += 1) {
    const character = file[at]
    if (character === '\\') at += 1
    else if (character === '(') openCount += 1
    else if (character === ')') {
      openCount -= 1
      if (openCount === 0) return at + 1
    }
  }
  throw new PdfError('a string has no end')
}

const decodeName = (text: string): string =>
  text.replaceAll(/#([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

function match(pattern: RegExp, file: string, at: number): number | undefined {
  pattern.lastIndex = at
  return pattern.test(file) ? pattern.lastIndex : undefined
}
