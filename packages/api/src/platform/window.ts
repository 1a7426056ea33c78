import { type Call, type PreparedRow, reject, type Values } from '@wachta/resource'
import { minuteOfWeek, text, time } from '@wachta/resource/field'

/** The fields of every one-off suspension. */
export const oneOffFields = {
  description: text({ max: 255, default: '' }),
  start_time: time({ description: 'Now, unless given.' }),
  end_time: time(),
}

/** The fields of a maintenance window, which affects the service level. */
export const serviceWindowFields = {
  ...oneOffFields,
  start_time: time({
    description: 'Now, unless given. The service level before the suspension was created is not changed.',
  }),
}

/** The fields of every weekly suspension, in the time zone of the account. */
export const weeklyFields = {
  description: text({ max: 255, default: '' }),
  start_minute: minuteOfWeek(),
  end_minute: minuteOfWeek({
    description: 'Not included; if less than start_minute, the window continues past the end of the week.',
  }),
}

/** The default start time of a new suspension. */
export const setDefaultStart = (_data: Values, { now }: Call): Values => ({ start_time: now.toISOString() })

export async function prepareWindow(data: Values, { now }: Call): Promise<PreparedRow> {
  rejectEmptyWindow(data, now)
  return { columns: data }
}

/** Checks the window with the changes applied, because a request may change only one of its ends. */
export async function prepareWindowChange(changes: Values, before: Values, { now }: Call): Promise<Values> {
  rejectEmptyWindow({ ...before, ...changes }, now)
  return changes
}

/** Rejects a window that does not end after it starts; the default start is `now`. */
function rejectEmptyWindow({ start_time, end_time }: Values, now: Date): void {
  const start = start_time === undefined ? now.toISOString() : String(start_time)
  if (isEmptyWindow(start, String(end_time))) reject('wrong_window', 'data.end_time')
}

/**
 * Returns whether a window ends before or at its start. The database keeps microseconds but `Date` truncates to
 * milliseconds, so a start with a finer fraction is rounded up: no window passes that is empty in the database.
 */
export const isEmptyWindow = (start: string, end: string): boolean =>
  Date.parse(end) <= Date.parse(start) + (/\.\d{3}\d*[1-9]/.test(start) ? 1 : 0)
