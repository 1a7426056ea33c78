/**
 * Whether a wait until a time of the wall clock continues. If more than the whole duration is left, the clock was set
 * back; the wait then ends, because it could last as long as the clock had been ahead.
 */
export const isWaiting = (now: number, until: number, durationMs: number): boolean =>
  now < until && until - now <= durationMs
