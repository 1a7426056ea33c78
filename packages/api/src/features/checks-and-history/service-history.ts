import { defaultMethod, type Interval, type ServiceHistory } from '@wachta/domain'
import { loadHistories, TooManyChangesError } from '@wachta/report'
import { type Call, reject } from '@wachta/resource'
import type { Range } from '../../platform/range.ts'

/** Loads the data from which the service level of a range is computed, up to now. */
export async function loadServiceHistory(
  service: number,
  { from, to }: Range,
  { db, now }: Call,
): Promise<ServiceHistory> {
  const end = Math.max(Math.min(to.getTime(), now.getTime()), from.getTime())
  const range = { start: from.getTime(), end }
  const found = (await loadHistories(db, [service], range).catch(rejectTooMany)).get(service)
  if (!found) return { ...noHistory, from: range.start, to: end }
  const { raw, corrections, suspensions, zone, created_at } = found
  // Measurements and corrections count even if they are older than the service itself.
  const since = [...raw, ...corrections].reduce((first, { start }) => Math.min(first, start), created_at)
  return { from: range.start, to: end, raw, corrections, suspensions, zone, method: defaultMethod, since }
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
