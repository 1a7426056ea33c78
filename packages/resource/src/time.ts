const rfc3339Pattern = /^(\d{4}-\d\d-\d\d)T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?(Z|[+-](?:0\d|1[0-5]):[0-5]\d)$/
/** Between these times, the year has four digits with every offset. */
const earliest = Date.parse('0001-01-02T00:00:00Z')
const latest = Date.parse('9999-12-31T00:00:00Z')

/**
 * Returns whether the text is an RFC 3339 time that PostgreSQL can store: an existing day, and an offset of less than
 * 16 hours. Leap seconds are rejected, because PostgreSQL would store them as another time.
 */
export function isTime(text: string): boolean {
  const upperCased = text.toUpperCase()
  const [, day] = rfc3339Pattern.exec(upperCased) ?? []
  if (day === undefined) return false
  const instant = Date.parse(upperCased)
  return instant >= earliest && instant < latest && isDay(day)
}

/** Returns whether the day exists; `Date` parses 30 February as 2 March. */
function isDay(day: string): boolean {
  const midnight = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(day)
}
