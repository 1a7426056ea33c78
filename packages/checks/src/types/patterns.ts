/**
 * The patterns of texts in settings. Every repetition is over one class or is told apart by its first character, so none
 * of them backtracks beyond the length of the text. They are read with and without the flag `u`.
 */

/** A text that goes into one line of a protocol must not be able to end it. */
export const singleLine = '^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$'

export const visibleAscii = '^[\\u0020-\\u007e]*$'

const token = "[A-Za-z0-9!#$%&'*+.^_`|~-]"

/** A word by the rules of HTTP, such as the name of a header. */
export const httpToken = `^${token}+$`

// These decide where a request ends. A check that could set them could smuggle a second request behind the first.
const framing = ['connection', 'content-length', 'te', 'trailer', 'transfer-encoding', 'upgrade']
const credentials = ['authorization', 'proxy-authorization']

export const headerName = `^(?!(?:${anyOf(framing)})$)${token}+$`

/** A header as in `Accept: text/html`. */
export const headerLine = header(framing)

/** The same without credentials: those have settings of their own, which are kept encrypted. */
export const openHeaderLine = header([...framing, ...credentials])

/** A type of content without its parameters, such as `text/html`. */
export const mediaType = `^${token}{1,127}/${token}{1,127}$`

const statusRange = '[1-5][0-9]{2}(?:-[1-5][0-9]{2})?'

/** HTTP status codes and their ranges, such as `200-299, 304`. */
export const statusCodesPattern = `^${statusRange}(?:, ?${statusRange}){0,19}$`

/** A way into a JSON document: members and positions, no search and no expressions. */
export const jsonPath =
  "^\\$(?:\\.[A-Za-z_][A-Za-z0-9_-]{0,63}|\\[[0-9]{1,6}\\]|\\['[^'\\\\\\u0000-\\u001f]{1,64}'\\]){0,20}$"

// Neither blanks nor control characters.
const dark = '\\s\\u0000-\\u001f\\u007f-\\u009f'

/** Where a step goes: the web, or a path at the address of the service. Never a file, never with a password inside. */
export const webTargetPattern = `^(?:https?://[^${dark}/?#@\\\\]+(?:[/?#][^${dark}]*)?|/(?:[^${dark}/\\\\][^${dark}]*)?)$`

/** A mail address as it stands in an envelope: nothing in it can end the line or the address. */
export const mailboxAddress = "^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9.-]{1,189}$"

/** A host name or an IP address; never something that a program could take for an option. */
export const host = '^[0-9A-Za-z_:][0-9A-Za-z_.:-]*$'

export const fullyQualifiedName = '^[A-Za-z0-9_][A-Za-z0-9_.-]*$'

/** A language as browsers name it, such as `pl` or `pl-PL`. */
export const languageTag = '^[a-z]{2,3}(?:-[A-Z]{2})?$'

/** A host, or all hosts below one: `*.example.com`. */
export const hostPatternLine = '^(?:\\*\\.)?[0-9A-Za-z_][0-9A-Za-z_.-]*$'

function header(forbidden: readonly string[]): string {
  return `^(?!(?:${anyOf(forbidden)}):)${token}{1,64}:[\\t\\u0020-\\u007e\\u00a0-\\u00ff]*$`
}

/** In capital and small letters alike, for readers of patterns that know no flags. */
function anyOf(words: readonly string[]): string {
  return words.map((word) => word.replace(/[a-z]/g, (letter) => `[${letter.toUpperCase()}${letter}]`)).join('|')
}
