/** A number is written as a number, null as an empty cell. */
export type CsvCell = string | number | boolean | null

/** Writes rows as a CSV file (RFC 4180). Use `generateCsvLines` for rows that do not fit in memory. */
export function writeCsv(header: readonly string[], rows: Iterable<readonly CsvCell[]>): string {
  return [...generateCsvLines(header, rows)].join('')
}

/** Yields the header and each row as a separate line. */
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
  // A spreadsheet would evaluate a text that starts like a formula, and many people can enter texts of a report.
  const escaped = /^[=+\-@\t\r\n]/.test(cell) ? `'${cell}` : cell
  return /[",;\r\n\t]/.test(escaped) ? `"${escaped.replaceAll('"', '""')}"` : escaped
}
