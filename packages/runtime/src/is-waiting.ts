/**
 * Whether a wait until a time of the wall clock goes on. If it would last longer than it can, the clock was set back:
 * then the wait is over, because it would last as long as the clock was wrong.
 */
export const isWaiting = (now: number, until: number, durationMs: number): boolean =>
  now < until && until - now <= durationMs
