import { dayMs, type Interval } from '@wachta/domain'
import { buildEnum, type Call, type QueryParameter, reject } from '@wachta/resource'
import { Type } from 'typebox'

/** Thirteen months: a year, and one more month to compare with. */
export const maxRangeMs = 397 * dayMs
/** The longest range of lists that are read row by row; clients request longer ones in parts. */
export const maxListRangeMs = 31 * dayMs

/** The earliest time that can be written with every offset. */
const earliestMs = Date.parse('0001-01-02T00:00:00Z')

/** A time range from `from` up to, not including, `to`. */
export interface Range {
  readonly from: Date
  readonly to: Date
}

export const toInterval = ({ from, to }: Range): Interval => ({ start: from.getTime(), end: to.getTime() })

export const rangeParameters: readonly QueryParameter[] = [
  {
    name: 'from',
    schema: Type.String({ format: 'dateTime' }),
    description: 'Start of the time range; by default one day before its end.',
  },
  {
    name: 'to',
    schema: Type.String({ format: 'dateTime' }),
    description: 'End of the time range, not included; by default now.',
  },
]

/** Reads the time range from the query; by default the last 24 hours. */
export function parseRange({ query, now }: Pick<Call, 'query' | 'now'>, maxMs = maxRangeMs): Range {
  const to = query['to'] === undefined ? now : new Date(String(query['to']))
  const dayBefore = new Date(Math.max(to.getTime() - dayMs, earliestMs))
  const from = query['from'] === undefined ? dayBefore : new Date(String(query['from']))
  if (from >= to) reject('wrong_window', 'query.to')
  if (to.getTime() - from.getTime() > maxMs) reject('range_too_long', 'query.from', { limit: maxMs / dayMs })
  return { from, to }
}

/** Returns the range without its part in the future, for which nothing is recorded. */
export const omitFuture = ({ from, to }: Range, now: Date): Range => ({
  from,
  to: new Date(Math.max(Math.min(to.getTime(), now.getTime()), from.getTime())),
})

/** Splits a range into days, so that no more than the rows of one day are in memory at once. */
export function* splitIntoDays({ from, to }: Range): Generator<Range> {
  for (let start = from.getTime(); start < to.getTime(); start += dayMs)
    yield { from: new Date(start), to: new Date(Math.min(start + dayMs, to.getTime())) }
}

export const pageParameters: readonly QueryParameter[] = [
  {
    name: 'limit',
    schema: Type.Integer({ minimum: 0, maximum: 1000, default: 10 }),
    description: 'The maximum number of records to return.',
  },
  {
    name: 'offset',
    schema: Type.Integer({ minimum: 0, maximum: 999_999_999, default: 0 }),
    description: 'The number of records to skip.',
  },
]

export const sortParameter = (field: string): QueryParameter => ({
  name: 'sort',
  schema: buildEnum([field, `-${field}`]),
  description: `\`${field}\` for the oldest first (default); \`-${field}\` for the newest.`,
})

export interface Paging {
  readonly limit: number
  readonly offset: number
  readonly descending: boolean
}

export const parsePaging = ({ query }: Pick<Call, 'query'>): Paging => ({
  limit: Number(query['limit'] ?? 10),
  offset: Number(query['offset'] ?? 0),
  descending: String(query['sort'] ?? '').startsWith('-'),
})
