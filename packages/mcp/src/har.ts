const maxEntries = 15
const maxUrlLength = 200

interface HarEntry {
  readonly url: string
  readonly status: number
  readonly time_ms: number
}

/** Summarises an HTTP archive: how many requests, which failed, which took longest. Undefined for other text. */
export function summarizeHar(text: string): object | undefined {
  const entries = readEntries(text)
  if (!entries) return undefined
  const failed = entries.filter(({ status }) => status === 0 || status >= 400)
  return {
    requests: entries.length,
    failed: failed.slice(0, maxEntries),
    failed_count: failed.length,
    slowest: entries.toSorted((one, other) => other.time_ms - one.time_ms).slice(0, maxEntries),
  }
}

function readEntries(text: string): HarEntry[] | undefined {
  try {
    const { log } = JSON.parse(text) as { log?: { entries?: unknown } }
    return Array.isArray(log?.entries) ? log.entries.map(readEntry) : undefined
  } catch {
    return undefined
  }
}

const readEntry = (
  entry: { request?: { url?: unknown }; response?: { status?: unknown }; time?: unknown } | null,
): HarEntry => ({
  url: String(entry?.request?.url ?? '').slice(0, maxUrlLength),
  status: Number(entry?.response?.status ?? 0) || 0,
  time_ms: Math.round(Number(entry?.time ?? 0)) || 0,
})
