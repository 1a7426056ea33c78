import type { Channel } from './channel.ts'
import { escapedCharacters, isHarmless } from './escape.ts'

/**
 * Templates have the tags of mustache and, of all its tags, only the one that puts in a variable. There is nothing to
 * loop over or to call, so a template costs what its text costs, and reads the same to everybody who opens it.
 */
export interface TemplateProblem {
  readonly symbol: 'unknown_variable' | 'template_not_allowed' | 'template_malformed'
  readonly variable?: string
}

const maxTemplateLength = 10_000
/** Three dots and not the one character: that one would turn an SMS into three. */
const ellipsis = '...'

/** What keeps a template from being saved, each fault once. */
export function findTemplateProblems(text: string, variables: ReadonlySet<string>): TemplateProblem[] {
  if (isLongerThan(text, maxTemplateLength)) return [{ symbol: 'template_not_allowed' }]
  const problems = new Map<string, TemplateProblem>()
  for (const token of tokens(text)) {
    const problem = findTokenProblem(token, variables)
    if (problem) problems.set(`${problem.symbol} ${problem.variable ?? ''}`, problem)
  }
  return [...problems.values()]
}

/**
 * The text of a notification. It never throws: a template that is wrong after all leaves a gap in the message, which is
 * better than no message. Values are written, never read, so a tag inside a value stays text.
 *
 * What is too long loses its end. In HTML and JSON the values are shortened instead, first come, first served: without
 * its last brackets such a text is worth nothing.
 */
export function renderTemplate(
  text: string,
  values: Readonly<Record<string, string>>,
  escaping: Channel['escape'],
  maxLength: number,
): string {
  const parts = tokens(text.toWellFormed())
  const write = (token: Token): Iterable<string> =>
    token.kind === 'variable' ? escapedCharacters(lookUp(values, token.name), escaping) : token.text

  const whole = renderWhole(parts, values, escaping, maxLength)
  if (whole !== undefined) return whole

  const frame = parts.reduce((length, token) => length + (token.kind === 'text' ? token.text.length : 0), 0)
  const keepsFrame = (escaping === 'html' || escaping === 'json') && frame <= maxLength
  if (!keepsFrame) return fit(joined(parts, write), maxLength)

  let room = maxLength - frame
  let result = ''
  for (const token of parts) {
    if (token.kind === 'text') result += token.text
    else {
      const value = fit(write(token), room)
      room -= value.length
      result += value
    }
  }
  return result
}

/**
 * Most messages fit, and most values need no escaping: then there is nothing to look at character by character.
 * Undefined where it does not fit.
 */
function renderWhole(
  parts: readonly Token[],
  values: Readonly<Record<string, string>>,
  escaping: Channel['escape'],
  maxLength: number,
): string | undefined {
  let whole = ''
  for (const token of parts) {
    const text = token.kind === 'variable' ? lookUp(values, token.name) : token.text
    if (whole.length + text.length > maxLength) return undefined
    const isPlain = token.kind !== 'variable' || isHarmless(text)
    whole += isPlain ? text : [...escapedCharacters(text, escaping)].join('')
  }
  return whole.length <= maxLength ? whole : undefined
}

type Token =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'variable'; readonly name: string }
  | { readonly kind: 'fault'; readonly text: ''; readonly symbol: 'template_not_allowed' | 'template_malformed' }

/** One pass from left to right; what stands between {{ and }} is looked at, never searched again. */
function tokens(text: string): Token[] {
  const found: Token[] = []
  let position = 0
  while (position < text.length) {
    const open = text.indexOf('{{', position)
    const close = open < 0 ? -1 : text.indexOf('}}', open + 2)
    const isUnclosed = open >= 0 && close < 0
    const textEnd = open < 0 || isUnclosed ? text.length : open
    if (textEnd > position) found.push({ kind: 'text', text: text.slice(position, textEnd) })
    if (isUnclosed) found.push({ kind: 'fault', text: '', symbol: 'template_malformed' })
    if (close < 0) break
    const tag = text.slice(open + 2, close).trim()
    found.push(tagToken(tag))
    position = close + (tag.startsWith('{') && text.startsWith('}}}', close) ? 3 : 2)
  }
  return found
}

/** A comment is refused with the rest: who opens a template should see what will be sent and nothing beside it. */
function tagToken(tag: string): Token {
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

function* joined(parts: readonly Token[], write: (token: Token) => Iterable<string>): Generator<string> {
  for (const token of parts) yield* write(token)
}

/** As many whole characters as there is room for, with the ellipsis when some are left out. */
function fit(characters: Iterable<string>, room: number): string {
  let all = ''
  let shortened = ''
  for (const character of characters) {
    if (all.length + character.length > room) return shortened + ellipsis.slice(0, Math.max(0, room - shortened.length))
    all += character
    if (all.length + ellipsis.length <= room) shortened = all
  }
  return all
}

/** Only what was put there: every object also inherits a constructor and more. */
function lookUp(values: Readonly<Record<string, string>>, name: string): string {
  return Object.hasOwn(values, name) ? (values[name] ?? '') : ''
}

/** In characters as a reader and a JSON schema count them, not in halves of surrogate pairs. */
function isLongerThan(text: string, maxLength: number): boolean {
  return text.length > maxLength && (text.length > 2 * maxLength || [...text].length > maxLength)
}
