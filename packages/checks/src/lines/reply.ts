import type { Lines } from './lines.ts'

const maxLines = 100

/** An answer that begins with a code of three digits, as in SMTP and FTP. */
export interface Reply {
  readonly code: number
  /** The texts after the code, line by line. */
  readonly texts: readonly string[]
  /** The last line, unchanged. */
  readonly last: string
}

/** In SMTP every line of an answer has the code; in FTP only the first and the last must. */
export type Continuation = 'coded' | 'free'

export async function readReply(lines: Lines, continuation: Continuation): Promise<Reply> {
  const first = await lines.readLine()
  const head = parseLine(first)
  if (head === undefined) throw lines.createUnexpectedFailure(first)
  const texts = [head.text]
  let last = first
  let { more } = head
  while (more) {
    last = await lines.readLine()
    const next = parseLine(last)
    const hasSameCode = next?.code === head.code
    if ((!hasSameCode && continuation === 'coded') || texts.length >= maxLines)
      throw lines.createUnexpectedFailure(last)
    texts.push(hasSameCode && next !== undefined ? next.text : last)
    more = !hasSameCode || next?.more !== false
  }
  return { code: Number(head.code), texts, last }
}

function parseLine(line: string): { code: string; more: boolean; text: string } | undefined {
  const [, code, separator, text = ''] = /^([1-5][0-9]{2})(?:([ -])(.*))?$/s.exec(line) ?? []
  return code === undefined ? undefined : { code, more: separator === '-', text }
}
