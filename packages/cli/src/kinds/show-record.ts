import type { Output } from '../frame/output.ts'
import { toText } from './columns.ts'

/** One record, a line for each field; related ones below it, under their names. */
export function showRecord(out: Output, record: object): void {
  out.result(record, () => {
    const lines = linesOf(record, '')
    const width = Math.max(...lines.map(([name]) => name.length))
    for (const [name, value] of lines) out.line(`${name.padEnd(width)}  ${value}`)
  })
}

const linesOf = (record: object, before: string): [string, string][] =>
  Object.entries(record).flatMap(([name, value]): [string, string][] =>
    typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length > 0
      ? linesOf(value, `${before}${name}.`)
      : [[`${before}${name}`, toText(value) ?? '–']],
  )
