import { foldToGsm7 } from './gsm7.ts'

/**
 * The format of a message. `markdown` escapes with a backslash (Teams, Discord, Mattermost, Rocket.Chat); `mrkdwn` is
 * Slack's own, which has only entities; `gsm7` is plain text without accents.
 */
export type EscapeFormat = 'plain' | 'html' | 'json' | 'markdown' | 'mrkdwn' | 'gsm7'

/**
 * Escapes a value one character at a time, so that the text can be truncated between two of them without splitting an
 * escape sequence.
 */
export function* escapeCharacters(value: string, escaping: EscapeFormat): Generator<string> {
  const text = value.toWellFormed()
  const write = writers[escaping]
  let before = ''
  let position = 0
  for (const character of text) {
    position += character.length
    yield write(character, before, text.charAt(position))
    before = character
  }
}

/** Whether the value needs no escaping in any format. */
export const isHarmless = (value: string): boolean => /^[A-Za-z0-9 .,:;/+=-]*$/.test(value)

type Write = (character: string, before: string, after: string) => string

const writers: Readonly<Record<EscapeFormat, Write>> = {
  plain: (character) => toSingleLine(character),
  html: (character) => htmlEntities[character] ?? toSingleLine(character),
  json: (character) => JSON.stringify(character).slice(1, -1),
  markdown: (character, before, after) =>
    isMarkup(character, before, after) ? `\\${character}` : toSingleLine(character),
  mrkdwn: (character) => slackEntities[character] ?? toSingleLine(character),
  gsm7: (character) => foldToGsm7(toSingleLine(character)),
}

const htmlEntities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

// Mentions and links of Slack begin with <. Stars and underscores only change the formatting and cannot be escaped.
const slackEntities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** Inside a word, _ and @ have no meaning, and host names, links and e-mail addresses contain many of them. */
function isMarkup(character: string, before: string, after: string): boolean {
  if (character === '_' || character === '@') return !(wordCharacter.test(before) && wordCharacter.test(after))
  if (character === '#') return before === ''
  return '\\`*~|[]()<>'.includes(character)
}

/**
 * A value is one line: the error message of a monitored server must not add lines or e-mail headers, nor change the
 * direction of the text that follows.
 */
function toSingleLine(character: string): string {
  if (lineBreak.test(character)) return ' '
  return invisibleCharacter.test(character) ? '' : character
}

const wordCharacter = /^[\p{L}\p{N}]$/u
const lineBreak = /[\t\n\v\f\r\u0085\u2028\u2029]/
const invisibleCharacter = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u
