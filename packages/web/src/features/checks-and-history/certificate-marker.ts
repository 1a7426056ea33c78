import { type RangeName, ranges } from '../../app/client/ranges.ts'

const day = 86_400

/** How far a chart reaches beyond the present to show when the certificate expires, as a part of its range. */
const shownAhead = 0.25

/**
 * Returns when the certificate expires or expired, in seconds since 1970, if a chart of the range shows it. Sensors
 * report whole days, so the result is right within half a day: a chart of one day shows nothing.
 */
export function findCertificateExpiry(daysLeft: number | null, range: RangeName, now: number): number | null {
  if (daysLeft === null || range === 'day') return null
  const ahead = (daysLeft + 0.5) * day
  return ahead > ranges[range] * shownAhead || ahead < -ranges[range] ? null : now / 1000 + ahead
}
