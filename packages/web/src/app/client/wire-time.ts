/** Formats a time for the API. */
export const toWireTime = (at: Date | number): string => `${new Date(at).toISOString().slice(0, 19)}Z`
