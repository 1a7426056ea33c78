import { type RangeName, rangeSeconds } from '../../app/client/ranges.ts'

const daySeconds = 86_400

/** How far a chart extends into the future to show the expiry of a certificate, as a fraction of its range. */
const maxAheadFraction = 0.25

/**
 * Returns when the certificate expires or expired, in seconds since 1970; null if it is outside a chart of the range.
 * Sensors report whole days, so the result is accurate to half a day, which is too inaccurate for a chart of one day.
 */
export function findCertificateExpiry(daysLeft: number | null, range: RangeName, now: number): number | null {
  if (daysLeft === null || range === 'day') return null
  const secondsAhead = (daysLeft + 0.5) * daySeconds
  return secondsAhead > rangeSeconds[range] * maxAheadFraction || secondsAhead < -rangeSeconds[range]
    ? null
    : now / 1000 + secondsAhead
}
