export const consoleLevels = ['error', 'warning', 'info'] as const
export type ConsoleLevel = (typeof consoleLevels)[number]

/** One message that a page wrote to its console. */
export interface ConsoleMessage {
  readonly level: ConsoleLevel
  readonly text: string
  /** The file and line that wrote it; empty if unknown. */
  readonly place: string
}

/** More lines than this are not read. */
const maxLines = 20_000
const maxTextLength = 2000

/**
 * Parses a console log: one line per message, `error: text (file:line)`. Its content is not trusted; a line without a
 * level is information.
 */
export function parseConsoleLog(content: string): readonly ConsoleMessage[] {
  const messages: ConsoleMessage[] = []
  for (let start = 0; start < content.length && messages.length < maxLines; ) {
    const end = content.indexOf('\n', start)
    const line = content.slice(start, end < 0 ? content.length : end).trim()
    if (line !== '') messages.push(parseLine(line.slice(0, maxTextLength)))
    start = end < 0 ? content.length : end + 1
  }
  return messages
}

const levels: Readonly<Record<string, ConsoleLevel>> = {
  error: 'error',
  assert: 'error',
  warning: 'warning',
  info: 'info',
  log: 'info',
  debug: 'info',
  trace: 'info',
}

function parseLine(line: string): ConsoleMessage {
  const [, name = '', rest = line] = /^([a-z]{1,10}): ?(.*)$/s.exec(line) ?? []
  const level = Object.hasOwn(levels, name) ? levels[name] : undefined
  const message = level === undefined ? line : rest
  const opening = message.lastIndexOf(' (')
  const hasPlace = opening >= 0 && /^ \([^()\s]+:\d{1,9}\)$/.test(message.slice(opening))
  return {
    level: level ?? 'info',
    text: hasPlace ? message.slice(0, opening) : message,
    place: hasPlace ? message.slice(opening + 2, -1) : '',
  }
}
