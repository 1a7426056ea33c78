/**
 * Patterns of the texts in settings. Every repetition is over one character class or begins with a distinct character,
 * so matching takes linear time. The patterns work with and without the flag `u`.
 */

/** A text that becomes part of one protocol line must not be able to end the line. */
export const singleLinePattern = '^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$'

export const visibleAsciiPattern = '^[\\u0020-\\u007e]*$'

const token = "[A-Za-z0-9!#$%&'*+.^_`|~-]"

/** A token of HTTP, such as the name of a header. */
export const httpTokenPattern = `^${token}+$`

// These decide where a request ends; a check that could set them could smuggle a second request.
const framingHeaders = ['connection', 'content-length', 'te', 'trailer', 'transfer-encoding', 'upgrade']
const credentialHeaders = ['authorization', 'proxy-authorization']

// Only the browser itself sets these, so a page check could not send them.
const browserHeaders = [
  'accept-charset',
  'accept-encoding',
  ...framingHeaders,
  ...['cookie', 'date', 'dnt', 'expect', 'host', 'keep-alive', 'origin', 'referer', 'set-cookie', 'via'],
]
const browserHeaderPrefixes = ['access-control-request-', 'proxy-', 'sec-']
const browserHeaderAlternatives = `${buildAlternatives(browserHeaders)}|(?:${buildAlternatives(browserHeaderPrefixes)})${token}*`
const browserHeaderName = new RegExp(`^(?:${browserHeaderAlternatives})$`)

/** Whether only the browser itself sets a header. */
export const isBrowserHeader = (name: string): boolean => browserHeaderName.test(name)

export const headerNamePattern = `^(?!(?:${buildAlternatives(framingHeaders)})$)${token}+$`

/** A header as in `Accept: text/html`. */
export const headerLinePattern = buildHeaderPattern(buildAlternatives(framingHeaders))

/** The same without credentials, which have their own encrypted settings. */
export const openHeaderLinePattern = buildHeaderPattern(buildAlternatives([...framingHeaders, ...credentialHeaders]))

/** The same without the headers that only the browser sets. */
export const pageHeaderLinePattern = buildHeaderPattern(
  `${buildAlternatives(credentialHeaders)}|${browserHeaderAlternatives}`,
)

/** A type of content without its parameters, such as `text/html`. */
export const mediaTypePattern = `^${token}{1,127}/${token}{1,127}$`

const statusRange = '[1-5][0-9]{2}(?:-[1-5][0-9]{2})?'

/** HTTP status codes and their ranges, such as `200-299, 304`. */
export const statusCodesPattern = `^${statusRange}(?:, ?${statusRange}){0,19}$`

/** A JSONPath of member names and indices only, without filters or expressions. */
export const jsonPathPattern =
  "^\\$(?:\\.[A-Za-z_][A-Za-z0-9_-]{0,63}|\\[[0-9]{1,6}\\]|\\['[^'\\\\\\u0000-\\u001f]{1,64}'\\]){0,20}$"

// Blanks and control characters, which a URL must not contain.
const blankOrControl = '\\s\\u0000-\\u001f\\u007f-\\u009f'

/** The URL of a step: a web URL, or a path on the host of the service; never a file, never with credentials. */
export const webTargetPattern = `^(?:https?://[^${blankOrControl}/?#@\\\\]+(?:[/?#][^${blankOrControl}]*)?|/(?:[^${blankOrControl}/\\\\][^${blankOrControl}]*)?)$`

/** An e-mail address of an SMTP envelope; no character can end the line or the address. */
export const mailboxAddressPattern = "^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9.-]{1,189}$"

/** A host name or an IP address; it never begins like a command-line option. */
export const hostPattern = '^[0-9A-Za-z_:][0-9A-Za-z_.:-]*$'

export const fullyQualifiedNamePattern = '^[A-Za-z0-9_][A-Za-z0-9_.-]*$'

/** A language as browsers name it, such as `pl` or `pl-PL`. */
export const languageTagPattern = '^[a-z]{2,3}(?:-[A-Z]{2})?$'

/** A host, or all hosts below one: `*.example.com`. */
export const wildcardHostPattern = '^(?:\\*\\.)?[0-9A-Za-z_][0-9A-Za-z_.-]*$'

function buildHeaderPattern(forbidden: string): string {
  return `^(?!(?:${forbidden}):)${token}{1,64}:[\\t\\u0020-\\u007e\\u00a0-\\u00ff]*$`
}

/** Makes a pattern case-insensitive without flags, which JSON Schema does not support. */
function buildAlternatives(words: readonly string[]): string {
  return words.map((word) => word.replace(/[a-z]/g, (letter) => `[${letter.toUpperCase()}${letter}]`)).join('|')
}
