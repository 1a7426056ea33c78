/** One request of a HAR file. */
export interface HarRow {
  readonly method: string
  readonly url: string
  /** 0 if there was no response. */
  readonly status: number
  /** The start of the request after that of the first one, and its duration, in milliseconds. */
  readonly start: number
  readonly length: number
}

export interface Waterfall {
  readonly rows: readonly HarRow[]
  /** From the first request to the end of the last. */
  readonly length: number
}

/** Parses a HAR file; null if the text is not one. Its content is not trusted. */
export function buildWaterfall(text: string): Waterfall | null {
  const entries = entriesIn(text)
  if (entries === null) return null
  const timed = entries.flatMap((entry) => {
    const started = Date.parse(String(valueAt(entry, 'startedDateTime')))
    return Number.isFinite(started) ? [{ entry, started }] : []
  })
  const first = Math.min(...timed.map(({ started }) => started))
  const rows = timed.map(({ entry, started }) => ({
    method: String(valueAt(entry, 'request', 'method') ?? ''),
    url: String(valueAt(entry, 'request', 'url') ?? ''),
    status: numberOf(valueAt(entry, 'response', 'status')),
    start: started - first,
    length: numberOf(valueAt(entry, 'time')),
  }))
  return {
    rows: rows.sort((one, other) => one.start - other.start),
    length: Math.max(0, ...rows.map(({ start, length }) => start + length)),
  }
}

function entriesIn(text: string): readonly unknown[] | null {
  try {
    const entries = valueAt(JSON.parse(text), 'log', 'entries')
    return Array.isArray(entries) ? entries : null
  } catch {
    return null
  }
}

function valueAt(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (inside, name) =>
      typeof inside === 'object' && inside !== null ? Object.getOwnPropertyDescriptor(inside, name)?.value : undefined,
    value,
  )
}

const numberOf = (value: unknown): number => (typeof value === 'number' && value >= 0 ? value : 0)
