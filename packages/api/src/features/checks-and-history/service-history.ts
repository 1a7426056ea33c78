import { defaultMethod, type Interval, type ServiceHistory } from '@wachta/domain'
import { loadHistories, TooManyChangesError } from '@wachta/report'
import { type Call, reject } from '@wachta/resource'
import type { Range } from '../../platform/range.ts'

/** The history of a service, and its creation time, which is missing if the service was deleted in the meantime. */
type LoadedServiceHistory = ServiceHistory & { readonly created_at?: number }

/** Loads the data from which the service level of a range is computed, up to now. */
export async function loadServiceHistory(
  service: number,
  { from, to }: Range,
  { db, now }: Call,
): Promise<LoadedServiceHistory> {
  const end = Math.max(Math.min(to.getTime(), now.getTime()), from.getTime())
  const range = { start: from.getTime(), end }
  const found = (await loadHistories(db, [service], range).catch(rejectTooMany)).get(service)
  if (!found) return { ...noHistory, from: range.start, to: end }
  const { raw, corrections, suspensions, zone, created_at } = found
  const history = { from: range.start, to: end, raw, corrections, suspensions, zone, method: defaultMethod, created_at }
  return replaceCorrections(history, corrections)
}

/** Replaces the corrections of a history; those outside its range are left out, as if they were not loaded. */
export function replaceCorrections(
  history: LoadedServiceHistory,
  given: ServiceHistory['corrections'],
): LoadedServiceHistory {
  const { from, to, raw, created_at } = history
  const corrections = given.filter(({ start, end }) => start < to && end > from)
  if (created_at === undefined) return { ...history, corrections }
  // Measurements and corrections count even if they are older than the service itself.
  const since = [...raw, ...corrections].reduce((first, { start }) => Math.min(first, start), created_at)
  return { ...history, corrections, since }
}

/** The history of a service that was deleted in the meantime. */
const noHistory = {
  raw: [],
  corrections: [],
  suspensions: { oneOff: [], weekly: [] },
  zone: 'UTC',
  method: defaultMethod,
}

function rejectTooMany(error: unknown): never {
  if (error instanceof TooManyChangesError) reject('too_many_changes_in_range', 'query.from')
  throw error
}

/** Splits a history into pieces, for charts. */
export function splitHistory(history: ServiceHistory, pieces: readonly Interval[]): ServiceHistory[] {
  const { oneOff } = history.suspensions
  return pieces.map((piece) => {
    const overlaps = ({ start, end }: Interval) => start < piece.end && end > piece.start
    return {
      ...history,
      from: piece.start,
      to: piece.end,
      raw: history.raw.filter(overlaps),
      corrections: history.corrections.filter(overlaps),
      suspensions: { oneOff: oneOff.filter(overlaps), weekly: [] },
    }
  })
}
