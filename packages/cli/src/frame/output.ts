import { paint, type Tone } from './color.ts'
import { formatCsvLine, formatCsvLines, readCells } from './csv.ts'
import { columnGap, fitColumns } from './fit-columns.ts'
import type { CliLanguage, LocalizedText } from './localized-text.ts'
import { measureTextWidth, truncateText } from './text-width.ts'

export interface OutputColumn<Row> {
  readonly title: LocalizedText
  readonly value: (row: Row) => string | number | null | undefined
  readonly tone?: (row: Row) => Tone | undefined
  /** Never shortened: an id, a state, a time. */
  readonly isNeverCut?: boolean
  /** Shortened in the middle, because the end of an address distinguishes it from others too. */
  readonly keepsEnd?: boolean
  /** Aligned to the right. */
  readonly isNumber?: boolean
  /** The width in a stream, whose later rows are not known yet. */
  readonly width?: number
}

export type OutputFormat = 'text' | 'json' | 'csv'

/** The output of a command. With `--json` or `--csv`, standard output contains only results. */
export interface Output {
  readonly format: OutputFormat
  readonly isJson: boolean
  /** Prints a sentence; nothing with `--json` or `--csv`. */
  print(message: LocalizedText, tone?: Tone): void
  /** Prints progress to standard error; on a terminal it replaces the previous line. */
  progress(message: LocalizedText): void
  /** Removes what `progress` has printed from the terminal. */
  endProgress(): void
  /** Prints the result: as JSON, as CSV with `records` in its lines, or by calling `show`. */
  result(value: unknown, show: () => void, records?: readonly unknown[]): void
  /** Prints a table that fits the terminal, or the rows as JSON or CSV; `fields` are the columns of the CSV. */
  table<Row>(rows: readonly Row[], columns: readonly OutputColumn<Row>[], fields?: readonly string[]): void
  /** Returns a function that prints one row at a time, for output without an end; `toRecord` is for JSON and CSV. */
  stream<Row>(columns: readonly OutputColumn<Row>[], toRecord: (row: Row) => object): (row: Row) => void
  /** Prints a line, with `--json` too. */
  line(text: string, tone?: Tone): void
  /** Prints a remark to standard error, with `--json` too. */
  remark(message: LocalizedText, tone?: Tone): void
}

export interface Streams {
  readonly stdout: { write(text: string): unknown; readonly columns?: number; readonly isTTY?: boolean }
  readonly stderr: { write(text: string): unknown; readonly isTTY?: boolean }
}

export interface OutputChoices {
  readonly language: CliLanguage
  readonly format?: OutputFormat
  /** Which streams get colours. */
  readonly colors?: { readonly stdout: boolean; readonly stderr: boolean }
}

export function createOutput(
  { stdout, stderr }: Streams,
  { language, format = 'text', colors = { stdout: false, stderr: false } }: OutputChoices,
): Output {
  let isProgressShown = false
  const endProgress = () => {
    if (isProgressShown) stderr.write(clearedLine)
    isProgressShown = false
  }
  const write = (text: string) => {
    endProgress()
    stdout.write(`${text}\n`)
  }
  const color = (text: string, tone?: Tone) => (colors.stdout && format === 'text' ? paint(text, tone) : text)
  const line = (text: string, tone?: Tone) => write(color(escapeControlCharacters(text), tone))
  // A file gets the data unchanged; only a terminal would interpret control characters in it.
  const writeCsv = (text: string) => write(stdout.isTTY ? escapeControlCharacters(text) : text)
  const writeJson = (value: unknown) => line(JSON.stringify(value, null, 2))
  const printTable = <Row>(rows: readonly Row[], columns: readonly OutputColumn<Row>[]) => {
    const titles = columns.map(({ title }) => title[language])
    const cells = rows.map((row) => columns.map((column) => formatCell(column, row)))
    const layout = { columns, widths: fitColumns(columns, [titles, ...cells], stdout.columns), color }
    write(formatRow(titles, layout, () => 'strong'))
    for (const [index, row] of rows.entries())
      write(formatRow(cells[index] ?? [], layout, (column) => columns[column]?.tone?.(row)))
  }
  return {
    format,
    isJson: format === 'json',
    line,
    endProgress,
    print(message, tone) {
      if (format === 'text') line(message[language], tone)
    },
    remark(message, tone) {
      endProgress()
      const text = escapeControlCharacters(message[language])
      stderr.write(`${colors.stderr ? paint(text, tone) : text}\n`)
    },
    progress(message) {
      if (stderr.isTTY) stderr.write(`${clearedLine}${escapeControlCharacters(message[language])}`)
      else stderr.write(`${escapeControlCharacters(message[language])}\n`)
      isProgressShown = stderr.isTTY === true
    },
    result(value, show, records) {
      if (format === 'json') writeJson(value)
      else if (format === 'text') show()
      else for (const each of formatCsvLines(records ?? (Array.isArray(value) ? value : [value]))) writeCsv(each)
    },
    table(rows, columns, fields) {
      if (format === 'json') writeJson(rows)
      else if (format === 'text') printTable(rows, columns)
      else for (const each of formatCsvLines(rows, fields)) writeCsv(each)
    },
    stream(columns, toRecord) {
      if (format === 'json') return (row) => line(JSON.stringify(toRecord(row)))
      if (format === 'csv') {
        const print = createCsvPrinter(writeCsv)
        return (row) => print(toRecord(row))
      }
      return (row) => {
        const cells = columns.map((column) => formatCell(column, row))
        const paddedCells = columns.map(({ width }, index) => (cells[index] ?? '').padEnd(width ?? 0))
        const layout = { columns, widths: fitColumns(columns, [paddedCells], stdout.columns), color }
        write(formatRow(cells, layout, (index) => columns[index]?.tone?.(row)))
      }
    },
  }
}

/** Clears the line of the terminal, so that progress leaves nothing behind. */
const clearedLine = '\r\u001b[2K'

/** Escapes control characters, so that data such as names cannot move the cursor or change colours. */
export const escapeControlCharacters = (text: string): string =>
  text.replace(
    /(?![\t\n])[\p{Cc}\p{Bidi_Control}]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

const formatCell = <Row>({ value }: OutputColumn<Row>, row: Row): string =>
  escapeControlCharacters(String(value(row) ?? '–')).replaceAll(/[\n\t]/g, ' ')

/**
 * The header comes from the first record, because all records of a stream have the same fields. Objects in them, whose
 * fields differ, are written as JSON.
 */
function createCsvPrinter(print: (line: string) => void): (record: object) => void {
  let names: readonly string[] | undefined
  return (record) => {
    const cells = readCells(record)
    if (!names) print(formatCsvLine([...cells.keys()]))
    names ??= [...cells.keys()]
    print(formatCsvLine(names.map((name) => cells.get(name) ?? '')))
  }
}

interface Layout {
  readonly columns: readonly { readonly isNumber?: boolean; readonly keepsEnd?: boolean }[]
  readonly widths: readonly number[]
  readonly color: (text: string, tone?: Tone) => string
}

/** One line of a table. Padding comes after the colour, so that a coloured cell ends with its text. */
function formatRow(
  cells: readonly string[],
  { columns, widths, color }: Layout,
  tone: (column: number) => Tone | undefined,
): string {
  const parts = widths.flatMap((width, index) => {
    if (width === 0) return []
    const text = truncateText(cells[index] ?? '', width, columns[index]?.keepsEnd)
    const padding = ' '.repeat(Math.max(0, width - measureTextWidth(text)))
    const painted = color(text, tone(index))
    return [columns[index]?.isNumber ? `${padding}${painted}` : `${painted}${padding}`]
  })
  return parts.join(' '.repeat(columnGap)).trimEnd()
}
