import { sql } from 'kysely'

/** A time column in milliseconds since 1970, as a number. */
export const toEpochMilliseconds = (time: string) => sql.raw(`(extract(epoch from ${time}) * 1000)::float8`)
