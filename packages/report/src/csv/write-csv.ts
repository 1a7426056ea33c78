/** A number stays a number; null is an empty cell. */
export type CsvCell = string | number | boolean | null

/** Writes rows as a file by RFC 4180. Use `generateCsvLines` for rows that do not fit in memory. */
export function writeCsv(header: readonly string[], rows: Iterable<readonly CsvCell[]>): string {
  return [...generateCsvLines(header, rows)].join('')
}

/** Yields the header and every row as a line of its own. */
export function* generateCsvLines(header: readonly string[], rows: Iterable<readonly CsvCell[]>): Generator<string> {
  // With the byte order mark, spreadsheets recognise the file as UTF-8.
  yield `\uFEFF${toCsvLine(header)}`
  for (const row of rows) yield toCsvLine(row)
}

/** Writes a time as ISO 8601 in UTC, in whole seconds. */
export function toCsvTime(iso: string | null): string | null {
  return iso === null ? null : new Date(iso).toISOString().replace(/\.\d+Z$/, 'Z')
}

function toCsvLine(row: readonly CsvCell[]): string {
  return `${row.map(toCsvText).join(',')}\r\n`
}

function toCsvText(cell: CsvCell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return Number.isFinite(cell) ? String(cell) : ''
  if (typeof cell === 'boolean') return String(cell)
  // A spreadsheet would compute a text that begins like a formula, and texts of a report come from many people.
  const harmless = /^[=+\-@\t\r\n]/.test(cell) ? `'${cell}` : cell
  return /[",;\r\n\t]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
