import type { OutgoingRequest } from '@wachta/client'

/** A request as a command for a shell. Who sends it is left to the variable TOKEN: what is copied is often pasted where others read. */
export function toCurl({ method, address, body }: OutgoingRequest): string {
  const parts = [
    `curl -X ${method} ${quoted(address)}`,
    '-H "Authorization: Bearer $TOKEN"',
    ...(body === undefined ? [] : [`-H 'Content-Type: application/json'`, `--data-raw ${quoted(spaced(body))}`]),
  ]
  return parts.join(' \\\n  ')
}

/** Nothing means anything between single quotes but their end. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** People change a command before they send it; on lines of its own, a field is found. Passwords and codes they fill in anew. */
const spaced = (json: string): string =>
  JSON.stringify(JSON.parse(json), (name, value) => (/^(?:\w+_)?password$|^code$/.test(name) && value ? '…' : value), 2)
