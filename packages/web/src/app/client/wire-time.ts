/** Times as the API writes them. */
export const wireTimestamp = (at: Date | number): string => `${new Date(at).toISOString().slice(0, 19)}Z`
