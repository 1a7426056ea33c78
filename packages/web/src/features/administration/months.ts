/** Returns the last months as `2026-11`, the current one first; the API counts them in UTC. */
export const listLastMonths = (now: Date, count: number): string[] =>
  Array.from({ length: count }, (_, monthsAgo) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - monthsAgo, 1)).toISOString().slice(0, 7),
  )
