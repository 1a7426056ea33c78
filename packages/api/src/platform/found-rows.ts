import { type AnyResource, type Call, parameter, type RowCondition, reject } from '@wachta/resource'
import { type RawBuilder, sql } from 'kysely'
import type { ApiContext } from './context.ts'
import { parsePaging, type Range } from './range.ts'

/** A query for rows of a resource. */
interface RowQuery {
  readonly resource: AnyResource
  readonly within: RowCondition
  /** The values that `selectKeyAt` refers to in the condition. */
  readonly keys: readonly (string | number)[]
}

interface PageQuery extends RowQuery {
  readonly sortBy: string
}

/** A query for one row, with the related records to embed. */
interface SingleRowQuery extends RowQuery {
  readonly embed?: readonly string[]
}

/** Refers to the key with the given index inside a condition. */
export const selectKeyAt = (index: number) => parameter(({ keys }) => keys[index])

/** Selects rows whose period overlaps a range. */
export const selectOverlapping = (
  row: Parameters<RowCondition['condition']>[0],
  { from, to }: { readonly from: RawBuilder<unknown>; readonly to: RawBuilder<unknown> },
) =>
  sql<boolean>`${row('start_time')} < ${to}::timestamptz
  and (${row('end_time')} is null or ${row('end_time')} > ${from}::timestamptz)`

export const toRangeKeys = ({ from, to }: Range): string[] => [from.toISOString(), to.toISOString()]

/** Answers with a page of the rows that the caller may read. */
export async function searchPage({ searcher }: ApiContext, { sortBy: field, ...query }: PageQuery, call: Call) {
  const { limit, offset, descending } = parsePaging(call)
  const sort = [{ field, order: descending ? ('descending' as const) : ('ascending' as const) }]
  const { rows, total } = await searcher.search({ ...query, request: { limit, offset, sort } }, call)
  return { text: rows, headers: { 'x-total-count': String(total) } }
}

/** Reads one row as JSON text, or rejects with 404 if it does not exist or the caller may not read it. */
export async function findRowText({ searcher }: ApiContext, { embed = [], ...query }: SingleRowQuery, call: Call) {
  const request = embed.length > 0 ? { embed: [...embed] } : {}
  return (await searcher.read({ ...query, request }, call)) ?? reject('not_found')
}

/** Parses the id of a row in a path; rejects with 404 if it cannot be one. */
export const parseId = (text = ''): number =>
  /^[1-9]\d{0,15}$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : reject('not_found')
