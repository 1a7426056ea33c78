/** Lengths of time in milliseconds. */
const secondMs = 1_000
export const minuteMs = 60 * secondMs
export const hourMs = 60 * minuteMs
/** A day of 24 hours; a day of the calendar may be an hour shorter or longer. */
export const dayMs = 24 * hourMs
