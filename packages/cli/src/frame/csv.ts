/** Returns records as CSV lines (RFC 4180) below their header: the given fields, or all fields of all records. */
export function formatCsvLines(records: readonly unknown[], fields?: readonly string[]): string[] {
  const rows = records.map(flattenRecord)
  const names = fields ?? [...new Set(rows.flatMap((row) => [...row.keys()]))]
  if (names.length === 0) return []
  return [formatCsvLine(names), ...rows.map((row) => formatCsvLine(names.map((name) => row.get(name) ?? '')))]
}

/** Returns the fields of a record; those of a related record have names with a dot. Lists are written as JSON. */
function flattenRecord(record: unknown): ReadonlyMap<string, string> {
  const flat = new Map<string, string>()
  addFields(flat, '', record)
  return flat
}

/** Returns only the fields of the record itself; related records and lists are written as JSON. */
export const readCells = (record: object): ReadonlyMap<string, string> =>
  new Map(Object.entries(record).map(([name, value]) => [name, formatCell(value)]))

export const formatCsvLine = (values: readonly string[]): string => values.map(formatCsvValue).join(',')

function addFields(flat: Map<string, string>, name: string, value: unknown): void {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  if (isObject && (name === '' || Object.keys(value).length > 0))
    for (const [key, inner] of Object.entries(value)) addFields(flat, name === '' ? key : `${name}.${key}`, inner)
  else flat.set(name, formatCell(value))
}

const formatCell = (value: unknown): string =>
  typeof value === 'string' ? escapeFormula(value) : value == null ? '' : JSON.stringify(value)

/**
 * A spreadsheet would evaluate a name that begins like a formula. Numbers, including telephone numbers, are not
 * changed.
 */
const escapeFormula = (text: string): string => (/^[=@\t\r]|^[+-](?![\d\s().-]*$)/.test(text) ? `'${text}` : text)

const formatCsvValue = (text: string): string =>
  /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
