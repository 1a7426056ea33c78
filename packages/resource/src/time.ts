const rfc3339 = /^(\d{4}-\d\d-\d\d)T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?(Z|[+-](?:0\d|1[0-5]):[0-5]\d)$/
/** Within these, no offset leads out of the years that four digits can write. */
const earliest = Date.parse('0001-01-02T00:00:00Z')
const latest = Date.parse('9999-12-31T00:00:00Z')

/**
 * RFC 3339 with an offset that PostgreSQL knows (less than 16 hours), for days that exist and that PostgreSQL can hold. Leap seconds are not accepted: no clock
 * of ours can show one, and storing it would mean another instant.
 */
export function isTime(text: string): boolean {
  const written = text.toUpperCase()
  const [, day] = rfc3339.exec(written) ?? []
  if (day === undefined) return false
  const instant = Date.parse(written)
  return instant >= earliest && instant < latest && isDay(day)
}

/** `Date` takes 30 February for 2 March. */
function isDay(day: string): boolean {
  const midnight = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(day)
}
