/** Splits a row at its first colon. */
export function splitRow(row: string): readonly [name: string, value: string] {
  const at = row.indexOf(':')
  return at < 0 ? [row, ''] : [row.slice(0, at), row.slice(at + 1).replace(/^ /, '')]
}
