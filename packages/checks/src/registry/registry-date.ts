const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

type Parts = Partial<Record<'year' | 'month' | 'day' | 'time', string>>

/**
 * The date formats of registries. In numeric dates the month is never first, so the position of the year determines the
 * order.
 */
const dateFormats: readonly RegExp[] = [
  // 2026-08-13, 2026/08/13, 2026.08.13, 2026. 08. 13., 2026-Aug-13
  /^(?<year>\d{4})[-/.] ?(?<month>\d{1,2}|[a-z]{3})[-/.] ?(?<day>\d{1,2})\b\.?(?:[t ]+(?<time>\d{2}:\d{2}:\d{2}))?/i,
  // 20260813
  /^(?<year>\d{4})(?<month>\d{2})(?<day>\d{2})\b/,
  // 13-Aug-2026, 13 August 2026, 13.08.2026, 13/08/2026
  /^(?<day>\d{1,2})[-/. ](?<month>\d{1,2}|[a-z]{3,9})[-/. ](?<year>\d{4})\b(?:[t ]+(?<time>\d{2}:\d{2}:\d{2}))?/i,
  // Thu Aug 13 23:59:59 GMT 2026
  /^[a-z]{3} (?<month>[a-z]{3}) +(?<day>\d{1,2}) (?<time>\d{2}:\d{2}:\d{2}) [a-z]{3,4} (?<year>\d{4})\b/i,
]

/** A complete ISO timestamp with a time zone, which is unambiguous. */
const isoTimestamp = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}(?::?\d{2})?)$/

/** Parses a date of a registry; undefined if there is none. Only in a complete ISO timestamp, the time zone counts. */
export function parseRegistryDate(text: string): Date | undefined {
  const trimmed = text.trim()
  if (isoTimestamp.test(trimmed))
    return toValidDate(
      new Date(
        trimmed.replace(' ', 'T').replace(/([+-]\d{2})(\d{2})?$/, (_, hours, minutes) => `${hours}:${minutes ?? '00'}`),
      ),
    )
  for (const format of dateFormats) {
    const parts: Parts | undefined = format.exec(trimmed)?.groups
    if (parts !== undefined) return buildDate(parts)
  }
  return undefined
}

function buildDate({ year = '', month = '', day = '', time = '00:00:00' }: Parts): Date | undefined {
  const monthNumber = /^\d+$/.test(month) ? Number(month) : months.indexOf(month.slice(0, 3).toLowerCase()) + 1
  const padToTwo = (value: number) => String(value).padStart(2, '0')
  const isoDate = `${year}-${padToTwo(monthNumber)}-${padToTwo(Number(day))}`
  const date = toValidDate(new Date(`${isoDate}T${time}Z`))
  // Rejects impossible days such as 31 February, which Date would convert to another day.
  return date?.toISOString().startsWith(isoDate) ? date : undefined
}

const toValidDate = (date: Date): Date | undefined => (Number.isNaN(date.getTime()) ? undefined : date)
