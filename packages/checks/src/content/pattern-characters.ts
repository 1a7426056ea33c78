/** A piece of a pattern: its end, the number of its atoms, and how many characters the parser looks up for it. */
export interface PatternPiece {
  readonly end: number
  readonly atoms: number
  readonly characters?: number
}

/** The cost of a table such as that of `\p{L}`: hundreds of ranges, sorted and merged. */
const tableCharacters = 5000

/** The range of all characters with another case. The parser handles a range that contains all of it at once. */
const foldRange = { first: 0x41, last: 0x1e943 }

/** The highest character of an escape that is not hexadecimal: an octal one of three digits. */
const lastOctal = 0o777

/** Reads a class in brackets; null if it is not closed. */
export function readClass(pattern: string, start: number, foldsCase: boolean): PatternPiece | null {
  let at = start + (pattern[start + 1] === '^' ? 2 : 1)
  let characters = 0
  for (let isFirst = true; pattern[at] !== ']' || isFirst; isFirst = false) {
    if (at >= pattern.length) return null
    const member = readNamed(pattern, at) ?? readRange(pattern, at, foldsCase)
    if (member === null) return null
    at = member.end
    characters += member.characters
  }
  return { end: at + 1, atoms: 1, characters }
}

/** Reads an escape outside of a class; null if its braces are not closed. */
export function readEscape(pattern: string, at: number): PatternPiece | null {
  if (pattern[at + 1] !== 'Q') {
    const table = readTable(pattern, at)
    if (table !== undefined) return table && { ...table, atoms: 1 }
    return { end: readCharacter(pattern, at).end, atoms: 1 }
  }
  const found = pattern.indexOf('\\E', at + 2)
  const quoted = pattern.slice(at + 2, found < 0 ? undefined : found)
  return { end: at + 2 + quoted.length + (found < 0 ? 0 : 2), atoms: [...quoted].length }
}

interface Member {
  readonly end: number
  readonly characters: number
}

/** Reads `[:alpha:]`, `\p{L}` or `\d`; null if the braces are not closed, undefined if it is none of these. */
function readNamed(pattern: string, at: number): Member | null | undefined {
  if (pattern.startsWith('[:', at)) {
    const end = pattern.indexOf(':]', at)
    return end < 0 ? undefined : { end: end + 2, characters: 100 }
  }
  if (/^\\[dDsSwW]/.test(pattern.slice(at, at + 2))) return { end: at + 2, characters: 100 }
  return readTable(pattern, at)
}

/** Reads `\p{L}` or `\pL`; null if the braces are not closed, undefined for anything else. */
function readTable(pattern: string, at: number): Member | null | undefined {
  if (!/^\\[pP]/.test(pattern.slice(at, at + 2))) return undefined
  if (pattern[at + 2] !== '{') return { end: at + 3, characters: tableCharacters }
  const end = pattern.indexOf('}', at)
  return end < 0 ? null : { end: end + 1, characters: tableCharacters }
}

function readRange(pattern: string, at: number, foldsCase: boolean): Member | null {
  const low = readCharacter(pattern, at)
  if (pattern[low.end] !== '-' || pattern[low.end + 1] === ']') return { end: low.end, characters: 1 }
  if (low.end + 1 >= pattern.length) return null
  const high = readCharacter(pattern, low.end + 1)
  const isWhole = low.last <= foldRange.first && high.first >= foldRange.last
  const folded = Math.max(1, Math.min(high.last, foldRange.last) - Math.max(low.first, foldRange.first) + 1)
  return { end: high.end, characters: foldsCase && !isWhole ? folded : 1 }
}

interface Character {
  readonly end: number
  /** The range of possible characters; both ends are equal if the character is known. */
  readonly first: number
  readonly last: number
}

function readCharacter(pattern: string, at: number): Character {
  const code = pattern.codePointAt(at) ?? 0
  if (pattern[at] !== '\\') return { end: at + (code > 0xffff ? 2 : 1), first: code, last: code }
  const [hexadecimal, braced, plain] = /^\\x(?:\{([0-9a-fA-F]+)\}|([0-9a-fA-F]{2}))/.exec(pattern.slice(at)) ?? []
  if (hexadecimal !== undefined) {
    const value = Number.parseInt(braced ?? plain ?? '0', 16)
    return { end: at + hexadecimal.length, first: value, last: value }
  }
  const [octal] = /^\\[0-7]{1,3}/.exec(pattern.slice(at)) ?? []
  const escaped = pattern.codePointAt(at + 1) ?? 0
  const length = octal?.length ?? (escaped > 0xffff ? 3 : 2)
  return { end: at + length, first: 0, last: lastOctal }
}
