/** Formats a time as the API returns it: RFC 3339 in UTC, with a fraction only if it is not zero. */
export function formatWireTime(time: number | Date): string {
  return new Date(time).toISOString().replace(/\.?0+Z$/, 'Z')
}
