import { readClass, readEscape } from './pattern-characters.ts'

/** The cost of compiling a pattern, estimated without compiling it. */
export interface PatternCost {
  /** An upper bound of the instructions of the compiled program. */
  readonly instructions: number
  /** Characters that the parser looks up one by one, for classes such as `\p{L}` and for case-insensitive ranges. */
  readonly characters: number
}

/** A sequence that is being read: the completed part, and the last atom, which a quantifier would repeat. */
interface Sequence {
  instructions: number
  last: number
  /** The instructions that the enclosing group adds at its end. */
  readonly frame: number
}

/** The instructions that start and end every program, and the single one of an empty program. */
const programFrame = 3

/**
 * Computes the cost from the text, because compiling would be too expensive: `(a{1,1000})` repeated 90 times fits into
 * 1000 characters and becomes 180,000 instructions. The result is an upper bound. Reading ends where the compiler would
 * report an error.
 */
export function estimatePatternCost(pattern: string): PatternCost {
  const foldsCase = /\(\?[imsU-]*i/.test(pattern)
  const openSequences: Sequence[] = [createSequence(programFrame)]
  let characters = 0
  for (let at = 0; at < pattern.length; ) {
    const current = openSequences.at(-1) ?? createSequence(0)
    const token = readToken(pattern, at, foldsCase)
    if (token === null) break
    at = token.end
    characters += token.characters ?? 0
    if (token.opens !== undefined) openSequences.push(createSequence(token.opens))
    else if (token.closes) {
      if (openSequences.length === 1) break
      openSequences.pop()
      addAtom(openSequences.at(-1) ?? current, sumInstructions(current))
    } else if (token.separates) addAtom(current, token.separates)
    else if (token.repeats) current.last = current.last * token.repeats.copies + token.repeats.choices
    else for (let atom = 0; atom < (token.atoms ?? 0); atom += 1) addAtom(current, 1)
  }
  return { instructions: openSequences.reduce((sum, each) => sum + sumInstructions(each), 0), characters }
}

const createSequence = (frame: number): Sequence => ({ instructions: 0, last: 0, frame })

const sumInstructions = ({ instructions, last, frame }: Sequence): number => instructions + last + frame

function addAtom(to: Sequence, instructions: number): void {
  to.instructions += to.last
  to.last = instructions
}

/** One piece of a pattern; exactly one of the optional fields besides `characters` is set. */
interface Token {
  readonly end: number
  readonly characters?: number
  /** Single characters, classes or assertions. */
  readonly atoms?: number
  /** How often the program contains the preceding atom, and the instructions that decide whether to repeat. */
  readonly repeats?: { readonly copies: number; readonly choices: number }
  /** Opens a group, which adds this many instructions at its end. */
  readonly opens?: number
  readonly closes?: true
  /** Instructions of a choice and of an empty branch. */
  readonly separates?: number
}

function readToken(pattern: string, at: number, foldsCase: boolean): Token | null {
  switch (pattern[at]) {
    case '(':
      return readGroup(pattern, at)
    case ')':
      return { end: at + 1, closes: true }
    case '|':
      return { end: at + 1, separates: 2 }
    case '*':
    case '+':
    case '?':
      return { end: at + 1, repeats: { copies: 1, choices: 2 } }
    case '{':
      return readRepeat(pattern, at)
    case '[':
      return readClass(pattern, at, foldsCase)
    case '\\':
      return readEscape(pattern, at)
    default:
      return { end: at + ((pattern.codePointAt(at) ?? 0) > 0xffff ? 2 : 1), atoms: 1 }
  }
}

/** Captures cost two instructions, and an empty group one. */
function readGroup(pattern: string, at: number): Token | null {
  if (pattern[at + 1] !== '?') return { end: at + 1, opens: 3 }
  const name = /^\(\?P?<[^>]*>/.exec(pattern.slice(at))
  if (name) return { end: at + name[0].length, opens: 3 }
  const flags = /^\(\?[imsU-]*([:)])/.exec(pattern.slice(at))
  if (!flags) return null
  const end = at + flags[0].length
  return flags[1] === ':' ? { end, opens: 1 } : { end, atoms: 0 }
}

/** Reads a quantifier in braces. Braces without numbers are ordinary characters. */
function readRepeat(pattern: string, at: number): Token {
  const [whole, least, most = least] = /^\{(0|[1-9]\d*)(?:,(0|[1-9]\d*)?)?\}/.exec(pattern.slice(at)) ?? []
  if (whole === undefined) return { end: at + 1, atoms: 1 }
  const copies = Math.max(1, Number(least), Number(most))
  return { end: at + whole.length, repeats: { copies, choices: Math.max(0, Number(most) - Number(least)) + 2 } }
}
