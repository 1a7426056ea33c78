import { type RawBuilder, sql } from 'kysely'

/** One of the words, by a number. */
export const one = (words: string, n: RawBuilder<unknown>): RawBuilder<string> =>
  sql`(${sql.lit(`{${words}}`)}::text[])[1 + ${n} % ${sql.lit(words.split(',').length)}]`

/** A number that looks random and is the same in every run; another draw of the same row has another number. */
export const draw = (n: RawBuilder<unknown>, which: number): RawBuilder<number> =>
  sql`(hashint8extended(${n}, ${sql.lit(which)}) & 2147483647)`
