import { type AnyResource, type Call, parameter, reject, type Within } from '@wachta/resource'
import { sql } from 'kysely'
import type { ApiContext } from './context.ts'
import { parsePaging, type Range } from './range.ts'

/** Rows that are asked for. */
interface Asked {
  readonly resource: AnyResource
  readonly within: Within
  /** What `keyAt` stands for in the condition. */
  readonly keys: readonly (string | number)[]
}

/** A page of them, by the field that it is sorted by. */
interface AskedPage extends Asked {
  readonly sortBy: string
}

/** One of them, with the parts that are shown only on request. */
interface AskedRow extends Asked {
  readonly embed?: readonly string[]
}

/** A value of the call inside a condition. */
export const keyAt = (place: number) => parameter(({ keys }) => keys[place])

/** Rows that have a start and an end and touch the range that stands behind the given number of keys. */
export const touching = (row: Parameters<Within['condition']>[0], place: number) =>
  sql<boolean>`${row('start_time')} < ${keyAt(place + 1)}::timestamptz
  and (${row('end_time')} is null or ${row('end_time')} > ${keyAt(place)}::timestamptz)`

export const rangeKeys = ({ from, to }: Range): string[] => [from.toISOString(), to.toISOString()]

/** A page of rows that the caller may read. */
export async function searchPage({ searcher }: ApiContext, { sortBy: field, ...asked }: AskedPage, call: Call) {
  const { limit, offset, descending } = parsePaging(call)
  const sort = [{ field, order: descending ? ('descending' as const) : ('ascending' as const) }]
  const { rows, total } = await searcher.search({ ...asked, request: { limit, offset, sort } }, call)
  return { text: rows, headers: { 'x-total-count': String(total) } }
}

/** The one row that the caller may read. */
export async function found({ searcher }: ApiContext, { embed = [], ...asked }: AskedRow, call: Call) {
  const request = embed.length > 0 ? { embed: [...embed] } : {}
  return (await searcher.read({ ...asked, request }, call)) ?? reject('not_found')
}

/** The number of a row in a path; none has another form. */
export const idIn = (text = ''): number =>
  /^[1-9]\d{0,15}$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : reject('not_found')
