import { sql } from 'kysely'
import { hostileStrings } from './hostile.ts'
import type { World } from './world.ts'

/** Returns strings for a kind of field: their number and maximum length. */
type Give = (what: string, count: number, longest?: number) => readonly string[]

export interface Stage {
  readonly api: World['api']
  readonly account: number
  readonly give: Give
}

/** Gives each kind of field its own strings, from all families, so that a found string reveals its origin. */
export function giver(texts: Map<string, readonly string[]>): Give {
  return (what, count, longest = 255) => {
    const fitting = hostileStrings((texts.size + 1) * 10_000).filter(({ length }) => length <= longest)
    const step = fitting.length / Math.min(count, fitting.length)
    const given = Array.from(
      { length: Math.min(count, fitting.length) },
      (_, at) => fitting[Math.floor(at * step)] ?? '',
    )
    texts.set(what, given)
    return given
  }
}

/** Rows with one text of each column, numbered from one. */
export const rows = (...columns: readonly (readonly string[])[]) =>
  sql`jsonb_array_elements(${JSON.stringify(columns[0]?.map((_, at) => columns.map((each) => each[at % each.length])))}::jsonb) with ordinality as t (r, n)`
