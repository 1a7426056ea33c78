import type { Page } from 'playwright-core'

/** The console messages of a page, and the unhandled errors of its scripts. */
export interface ConsoleLog {
  /** Lines such as `error: text (https://example.com/a.js:3)`. */
  readonly lines: readonly string[]
  /** Unhandled errors of scripts. */
  readonly scriptErrors: readonly string[]
  /** The number of messages of level error, including unhandled errors. */
  readonly errorCount: number
}

const maxLines = 500
/** Playwright keeps data of each message, so a page that writes endlessly must be stopped. */
const maxMessages = 20_000
const maxLineLength = 500
const loggedTypes: ReadonlySet<string> = new Set(['error', 'warning', 'info', 'log', 'debug', 'assert', 'trace'])

export function logConsole(page: Page, onFlood: (what: string) => void): ConsoleLog {
  const lines: string[] = []
  const scriptErrors: string[] = []
  const state = { messages: 0, errorCount: 0 }
  const addLine = (line: string): void => {
    if (lines.length < maxLines) lines.push(line.slice(0, maxLineLength).replaceAll(/\s+/g, ' '))
  }
  const count = (): void => {
    state.messages += 1
    if (state.messages === maxMessages) onFlood(`the page wrote more than ${maxMessages} messages to its console`)
  }
  page.on('console', (message) => {
    count()
    const type = message.type()
    if (type === 'error') state.errorCount += 1
    if (lines.length >= maxLines || !loggedTypes.has(type)) return
    const { url, lineNumber } = message.location()
    addLine(
      `${type}: ${message.text().slice(0, maxLineLength)}${url === '' ? '' : ` (${url.slice(0, 200)}:${lineNumber + 1})`}`,
    )
  })
  page.on('pageerror', (error) => {
    count()
    state.errorCount += 1
    const text = String(error.message ?? error).slice(0, maxLineLength)
    if (scriptErrors.length < maxLines) scriptErrors.push(text)
    addLine(`error: ${text}`)
  })
  return {
    lines,
    scriptErrors,
    get errorCount() {
      return state.errorCount
    },
  }
}
