import { ToolError } from './tool.ts'

const unitMs: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 }

export const timeDescription = 'ISO 8601 with time zone, or how long ago: 90m, 24h, 7d, 4w'

/** Reads a time of the past: an instant, or how long ago. */
export function readTime(text: string, now: Date): string {
  const [, count, unit = ''] = /^(\d{1,5})([mhdw])$/.exec(text) ?? []
  return count === undefined
    ? readInstant(text)
    : new Date(now.getTime() - Number(count) * (unitMs[unit] ?? 0)).toISOString()
}

/** Reads an instant. A time without a zone is rejected, because it would be ambiguous. */
export function readInstant(text: string): string {
  const [, day = ''] = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/.exec(text) ?? []
  const time = isDay(day) ? new Date(text) : undefined
  if (!time || Number.isNaN(time.getTime()))
    throw new ToolError(`"${text.slice(0, 40)}" is not a time. Write it like 2026-11-18T09:00:00Z.`)
  return time.toISOString()
}

/** Whether the day exists; `Date` parses 30 February as 2 March. */
function isDay(day: string): boolean {
  const midnight = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(day)
}

/** The range of a query about the past: the last day unless given. */
export function readRange(
  { from, to }: { readonly from?: string | undefined; readonly to?: string | undefined },
  now: Date,
): { from: string; to: string } {
  const end = to === undefined ? now.toISOString() : readTime(to, now)
  const start = from === undefined ? new Date(Date.parse(end) - 86_400_000).toISOString() : readTime(from, now)
  if (start >= end) throw new ToolError('"from" must be before "to".')
  return { from: start, to: end }
}
