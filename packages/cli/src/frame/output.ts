import type { CliLanguage, LocalizedText } from './localized-text.ts'

export interface OutputColumn<Row> {
  readonly title: LocalizedText
  readonly value: (row: Row) => string | number | null | undefined
}

/** The output of a command. With `--json`, standard output contains only results, as JSON. */
export interface Output {
  readonly isJson: boolean
  /** Prints a sentence; nothing with `--json`. */
  say(words: LocalizedText): void
  /** Prints progress to standard error; on a terminal it replaces the previous line. */
  progress(words: LocalizedText): void
  /** Prints the result: as JSON, or by calling `show`. */
  result(value: unknown, show: () => void): void
  /** Prints a table, or the rows as JSON. */
  table<Row>(rows: readonly Row[], columns: readonly OutputColumn<Row>[]): void
  /** Prints a line, with `--json` too. */
  line(text: string): void
  /** Prints a remark to standard error, with `--json` too. */
  aside(words: LocalizedText): void
}

export interface Streams {
  readonly stdout: { write(text: string): unknown; readonly columns?: number }
  readonly stderr: { write(text: string): unknown; readonly isTTY?: boolean }
}

export function createOutput({ stdout, stderr }: Streams, language: CliLanguage, isJson: boolean): Output {
  let isProgressShown = false
  const endProgress = () => {
    if (isProgressShown) stderr.write('\n')
    isProgressShown = false
  }
  const line = (text: string) => {
    endProgress()
    stdout.write(`${visible(text)}\n`)
  }
  return {
    isJson,
    line,
    say(words) {
      if (!isJson) line(words[language])
    },
    aside(words) {
      endProgress()
      stderr.write(`${visible(words[language])}\n`)
    },
    progress(words) {
      if (stderr.isTTY) stderr.write(`\r\u001b[2K${visible(words[language])}`)
      else stderr.write(`${visible(words[language])}\n`)
      isProgressShown = stderr.isTTY === true
    },
    result(value, show) {
      if (isJson) line(JSON.stringify(value, null, 2))
      else show()
    },
    table(rows, columns) {
      if (isJson) return line(JSON.stringify(rows, null, 2))
      const titles = columns.map(({ title }) => title[language])
      const cells = rows.map((row) =>
        columns.map(({ value }) => visible(String(value(row) ?? '–')).replaceAll('\n', ' ')),
      )
      for (const each of alignColumns([titles, ...cells])) line(each)
    },
  }
}

/** Escapes control characters, so that data such as names cannot move the cursor or change colours. */
export const visible = (text: string): string =>
  text.replace(
    /(?![\t\n])[\p{Cc}\p{Bidi_Control}]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

const segmenter = new Intl.Segmenter()
const lengthOf = (text: string): number => [...segmenter.segment(text)].length

function alignColumns(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => lengthOf(row[column] ?? '')))) ?? []
  const pad = (text: string, column: number) => text + ' '.repeat((widths[column] ?? 0) - lengthOf(text))
  return rows.map((row) => row.map(pad).join('  ').trimEnd())
}
