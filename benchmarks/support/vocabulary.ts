import { type RawBuilder, sql } from 'kysely'

/** Selects a word by a number. */
export const pickWord = (words: string, n: RawBuilder<unknown>): RawBuilder<string> =>
  sql`(${sql.lit(`{${words}}`)}::text[])[1 + ${n} % ${sql.lit(words.split(',').length)}]`

/** A pseudo-random number that is the same in every run; `which` distinguishes several numbers of one row. */
export const pseudoRandom = (n: RawBuilder<unknown>, which: number): RawBuilder<number> =>
  sql`(hashint8extended(${n}, ${sql.lit(which)}) & 2147483647)`
