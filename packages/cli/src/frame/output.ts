import type { CliLanguage, LocalizedText } from './localized-text.ts'

export interface OutputColumn<Row> {
  readonly title: LocalizedText
  readonly value: (row: Row) => string | number | null | undefined
}

/** Where a command says what it found. With `--json`, results alone go to standard output, and as JSON. */
export interface Output {
  readonly isJson: boolean
  /** A sentence to a person; not there with `--json`. */
  say(words: LocalizedText): void
  /** How far a long work is; on standard error, one line that renews itself where there is a terminal. */
  progress(words: LocalizedText): void
  /** What was asked for: as JSON, or by `show` for a person. */
  result(value: unknown, show: () => void): void
  /** Rows under headings; as JSON, the rows themselves. */
  table<Row>(rows: readonly Row[], columns: readonly OutputColumn<Row>[]): void
  /** A line as it is. */
  line(text: string): void
  /** What a person should know beside the result: on standard error, with `--json` too. */
  aside(words: LocalizedText): void
}

export interface Streams {
  readonly stdout: { write(text: string): unknown; readonly columns?: number }
  readonly stderr: { write(text: string): unknown; readonly isTTY?: boolean }
}

export function createOutput({ stdout, stderr }: Streams, language: CliLanguage, isJson: boolean): Output {
  let isUnderway = false
  const endProgress = () => {
    if (isUnderway) stderr.write('\n')
    isUnderway = false
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
      isUnderway = stderr.isTTY === true
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
      for (const each of aligned([titles, ...cells])) line(each)
    },
  }
}

/** What others have named must not move the cursor or change colours: control characters are shown, not obeyed. */
export const visible = (text: string): string =>
  text.replace(
    /(?![\t\n])[\p{Cc}\p{Bidi_Control}]/gu,
    (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

const lengths = new Intl.Segmenter()
const lengthOf = (text: string): number => [...lengths.segment(text)].length

function aligned(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0]?.map((_, place) => Math.max(...rows.map((row) => lengthOf(row[place] ?? '')))) ?? []
  const pad = (text: string, place: number) => text + ' '.repeat((widths[place] ?? 0) - lengthOf(text))
  return rows.map((row) => row.map(pad).join('  ').trimEnd())
}
