/** A time as the API writes it: RFC 3339 in UTC, with a fraction only where there is one. */
export function formatWireTime(time: number | Date): string {
  return new Date(time).toISOString().replace(/\.?0+Z$/, 'Z')
}
