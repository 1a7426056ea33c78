/**
 * Returns how many milliseconds a provider asks us to wait: from the header (seconds or a date), or else from the JSON
 * of its answer: `retry_after` in seconds (Telegram, Discord) or `retry_after_ms` (Matrix).
 */
export function readRetryAfter(header: string | undefined, text: string, now: Date): number | undefined {
  const waitMs = header === undefined ? undefined : parseHeader(header.trim(), now)
  return waitMs ?? parseBody(text)
}

function parseHeader(value: string, now: Date): number | undefined {
  if (/^\d{1,9}(?:\.\d+)?$/.test(value)) return Math.ceil(Number(value) * 1000)
  // `Date.parse` accepts nearly any text.
  const time = httpDatePattern.test(value) ? Date.parse(value) : Number.NaN
  return Number.isNaN(time) ? undefined : Math.max(0, time - now.getTime())
}

const httpDatePattern = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/

function parseBody(text: string): number | undefined {
  const [, seconds] = /"retry_after"\s*:\s*(\d{1,9}(?:\.\d{1,9})?)\s*[,}]/.exec(text) ?? []
  if (seconds !== undefined) return Math.ceil(Number(seconds) * 1000)
  const [, milliseconds] = /"retry_after_ms"\s*:\s*(\d{1,12})\s*[,}]/.exec(text) ?? []
  return milliseconds === undefined ? undefined : Number(milliseconds)
}
