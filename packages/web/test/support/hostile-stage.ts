import { sql } from 'kysely'
import { hostileStrings } from './hostile.ts'
import type { World } from './world.ts'

/** Strings for a place: what is there, how many, and how long at most. */
type Give = (what: string, count: number, longest?: number) => readonly string[]

export interface Stage {
  readonly api: World['api']
  readonly account: number
  readonly give: Give
}

/** Every place gets strings of its own, from all over the families, so that what is read tells where it was written. */
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

/** Rows made of texts that stand side by side, numbered from one. */
export const rows = (...columns: readonly (readonly string[])[]) =>
  sql`jsonb_array_elements(${JSON.stringify(columns[0]?.map((_, at) => columns.map((each) => each[at % each.length])))}::jsonb) with ordinality as t (r, n)`
