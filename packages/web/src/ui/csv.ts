/** Converts rows to the content of a file that spreadsheets open. */
export function toCsv(rows: readonly (readonly string[])[]): string {
  // The byte order mark tells spreadsheets that the file is UTF-8.
  return `\uFEFF${rows.map((row) => row.map(escapeCell).join(',')).join('\r\n')}\r\n`
}

/**
 * Quotes a cell. Text that begins like a formula gets an apostrophe in front, because other people choose the names of
 * services, and a spreadsheet would run the formula.
 */
function escapeCell(text: string): string {
  const safeText = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safeText) ? `"${safeText.replaceAll('"', '""')}"` : safeText
}

/** Has the browser save something as a file. */
export function saveFile(name: string, type: string, content: BlobPart): void {
  const url = URL.createObjectURL(new Blob([content], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Revoke it later: the browser has not read it yet.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
