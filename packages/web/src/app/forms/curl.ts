import type { OutgoingRequest } from '@wachta/client'

/**
 * Formats a request as a curl command. The token is a variable, because commands are often pasted where others can read
 * them.
 */
export function toCurl({ method, url, body }: OutgoingRequest): string {
  const parts = [
    `curl -X ${method} ${quoteForShell(url)}`,
    '-H "Authorization: Bearer $TOKEN"',
    ...(body === undefined
      ? []
      : [`-H 'Content-Type: application/json'`, `--data-raw ${quoteForShell(formatRedacted(body))}`]),
  ]
  return parts.join(' \\\n  ')
}

/** Puts a text in single quotes, within which a shell interprets only the closing quote. */
const quoteForShell = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/**
 * Formats JSON over several lines, because people edit the command. Passwords and codes are replaced and must be
 * entered again.
 */
const formatRedacted = (json: string): string =>
  JSON.stringify(JSON.parse(json), (name, value) => (/^(?:\w+_)?password$|^code$/.test(name) && value ? '…' : value), 2)
