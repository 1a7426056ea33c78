import { type Call, type Prepared, reject, type Values } from '@wachta/resource'
import { minuteOfWeek, text, time } from '@wachta/resource/field'

/** What all one-off suspensions have in common. */
export const oneOffFields = {
  description: text({ max: 255, default: '' }),
  start_time: time({ description: 'Now, unless given.' }),
  end_time: time(),
}

/** Of a service: the window counts in the service level. */
export const serviceWindowFields = {
  ...oneOffFields,
  start_time: time({
    description: 'Now, unless given. The service level before the suspension was created is not changed.',
  }),
}

/** What all weekly suspensions have in common: a window in the time zone of the account. */
export const weeklyFields = {
  description: text({ max: 255, default: '' }),
  start_minute: minuteOfWeek(),
  end_minute: minuteOfWeek({
    description: 'Not included; before start_minute, the window goes over the end of the week.',
  }),
}

/** Where a request does not say when it begins. */
export const startsNow = (_data: Values, { now }: Call): Values => ({ start_time: now.toISOString() })

export async function prepareWindow(data: Values, { now }: Call): Promise<Prepared> {
  rejectEmptyWindow(data, now)
  return { columns: data }
}

/** Of a change, the window is looked at as it will be: one end may come from the request and the other be there. */
export async function prepareWindowChange(changes: Values, before: Values, { now }: Call): Promise<Values> {
  rejectEmptyWindow({ ...before, ...changes }, now)
  return changes
}

/** A window ends after it begins; `now` is where one begins that does not say. */
function rejectEmptyWindow({ start_time, end_time }: Values, now: Date): void {
  const start = start_time === undefined ? now.toISOString() : String(start_time)
  if (isEmptyWindow(start, String(end_time))) reject('wrong_window', 'data.end_time')
}

/**
 * The database rounds to microseconds, and `Date` cuts off at milliseconds: a start between two of these counts as the
 * later one, so that no window passes here which is empty there.
 */
export const isEmptyWindow = (start: string, end: string): boolean =>
  Date.parse(end) <= Date.parse(start) + (/\.\d{3}\d*[1-9]/.test(start) ? 1 : 0)
