/** Formats an instant as the API does: in UTC, in whole seconds. */
export const toIsoSeconds = (time: number): string =>
  `${new Date(Math.floor(time / 1000) * 1000).toISOString().slice(0, 19)}Z`
