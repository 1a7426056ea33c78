const rfc3339 = /^(\d{4}-\d\d-\d\d)T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/
/** With any offset this is still a day of the year 1, where PostgreSQL's calendar and ours begin. */
const earliest = Date.parse('0001-01-02T00:00:00Z')

/**
 * RFC 3339 with any offset, for days that exist and that PostgreSQL can hold. Leap seconds are not accepted: no clock
 * of ours can show one, and storing it would mean another instant.
 */
export function isTime(text: string): boolean {
  const written = text.toUpperCase()
  const [, day] = rfc3339.exec(written) ?? []
  if (day === undefined) return false
  const instant = Date.parse(written)
  return instant >= earliest && isDay(day)
}

/** `Date` takes 30 February for 2 March. */
function isDay(day: string): boolean {
  const midnight = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(day)
}
