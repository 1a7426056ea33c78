import type { Channel } from './channel.ts'
import { escapeCharacters, isHarmless } from './escape.ts'

/**
 * A problem of a template. Templates use Mustache syntax, but only its variables: without loops and calls, rendering
 * cost depends on the length alone, and a template reads the same to everyone.
 */
export interface TemplateProblem {
  readonly symbol: 'unknown_variable' | 'template_not_allowed' | 'template_malformed'
  readonly variable?: string
}

/** How values are escaped, and the maximum length of the text. */
type TextFormat = Pick<Channel, 'escape' | 'maxText'>

const maxTemplateLength = 10_000
/** Three dots, because the single character is not in the SMS alphabet. */
const ellipsis = '...'

/** Finds the problems that keep a template from being saved, each once. */
export function findTemplateProblems(text: string, variables: ReadonlySet<string>): TemplateProblem[] {
  if (isLongerThan(text, maxTemplateLength)) return [{ symbol: 'template_not_allowed' }]
  const problems = new Map<string, TemplateProblem>()
  for (const token of tokenize(text)) {
    const problem = findTokenProblem(token, variables)
    if (problem) problems.set(`${problem.symbol} ${problem.variable ?? ''}`, problem)
  }
  return [...problems.values()]
}

/**
 * Renders the text of a notification. It never throws: a malformed template leaves a gap in the message, which is
 * better than no message. Values are not parsed, so a tag inside a value stays text.
 *
 * A text that is too long is truncated. In HTML and JSON the values are shortened instead, the last ones first, because
 * such a text is invalid without its closing brackets.
 */
export function renderTemplate(text: string, values: Readonly<Record<string, string>>, format: TextFormat): string {
  const { escape: escaping, maxText } = format
  const parts = tokenize(text.toWellFormed())
  const write = (token: Token): Iterable<string> =>
    token.kind === 'variable' ? escapeCharacters(lookUp(values, token.name), escaping) : token.text

  const complete = renderIfFits(parts, values, format)
  if (complete !== undefined) return complete

  const fixedLength = parts.reduce((length, token) => length + (token.kind === 'text' ? token.text.length : 0), 0)
  const shortensValues = (escaping === 'html' || escaping === 'json') && fixedLength <= maxText
  if (!shortensValues) return fit(joinTokens(parts, write), maxText)

  let remaining = maxText - fixedLength
  let result = ''
  for (const token of parts) {
    if (token.kind === 'text') result += token.text
    else {
      const value = fit(write(token), remaining)
      remaining -= value.length
      result += value
    }
  }
  return result
}

/** The fast path: most messages fit, and most values need no escaping. Returns undefined if the text does not fit. */
function renderIfFits(
  parts: readonly Token[],
  values: Readonly<Record<string, string>>,
  { escape: escaping, maxText }: TextFormat,
): string | undefined {
  let result = ''
  for (const token of parts) {
    const text = token.kind === 'variable' ? lookUp(values, token.name) : token.text
    if (result.length + text.length > maxText) return undefined
    const isPlain = token.kind !== 'variable' || isHarmless(text)
    result += isPlain ? text : [...escapeCharacters(text, escaping)].join('')
  }
  return result.length <= maxText ? result : undefined
}

type Token =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'variable'; readonly name: string }
  | { readonly kind: 'fault'; readonly text: ''; readonly symbol: 'template_not_allowed' | 'template_malformed' }

/** One pass from left to right; text between {{ and }} is not scanned again. */
function tokenize(text: string): Token[] {
  const tokens: Token[] = []
  let position = 0
  while (position < text.length) {
    const open = text.indexOf('{{', position)
    const close = open < 0 ? -1 : text.indexOf('}}', open + 2)
    const isUnclosed = open >= 0 && close < 0
    const textEnd = open < 0 || isUnclosed ? text.length : open
    if (textEnd > position) tokens.push({ kind: 'text', text: text.slice(position, textEnd) })
    if (isUnclosed) tokens.push({ kind: 'fault', text: '', symbol: 'template_malformed' })
    if (close < 0) break
    const tag = text.slice(open + 2, close).trim()
    tokens.push(toToken(tag))
    position = close + (tag.startsWith('{') && text.startsWith('}}}', close) ? 3 : 2)
  }
  return tokens
}

/** Comments are rejected too, because everything in a template should be sent. */
function toToken(tag: string): Token {
  if (tag === '') return { kind: 'fault', text: '', symbol: 'template_malformed' }
  if (/^[#^/>{&=!]/.test(tag)) return { kind: 'fault', text: '', symbol: 'template_not_allowed' }
  return { kind: 'variable', name: tag }
}

function findTokenProblem(token: Token, variables: ReadonlySet<string>): TemplateProblem | undefined {
  if (token.kind === 'fault') return { symbol: token.symbol }
  if (token.kind === 'variable' && !variables.has(token.name)) {
    return { symbol: 'unknown_variable', variable: fit(token.name, 100) }
  }
  return undefined
}

function* joinTokens(parts: readonly Token[], write: (token: Token) => Iterable<string>): Generator<string> {
  for (const token of parts) yield* write(token)
}

/** As many complete characters as fit, with an ellipsis if the text is cut. */
function fit(characters: Iterable<string>, room: number): string {
  let fitting = ''
  let shortened = ''
  for (const character of characters) {
    if (fitting.length + character.length > room)
      return shortened + ellipsis.slice(0, Math.max(0, room - shortened.length))
    fitting += character
    if (fitting.length + ellipsis.length <= room) shortened = fitting
  }
  return fitting
}

/** Own properties only, because objects inherit `constructor` and others. */
function lookUp(values: Readonly<Record<string, string>>, name: string): string {
  return Object.hasOwn(values, name) ? (values[name] ?? '') : ''
}

/** Counts code points, as JSON Schema does, not UTF-16 code units. */
function isLongerThan(text: string, maxLength: number): boolean {
  return text.length > maxLength && (text.length > 2 * maxLength || [...text].length > maxLength)
}
