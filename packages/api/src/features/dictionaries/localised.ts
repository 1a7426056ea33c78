import type { CallerRef, RowRef } from '@wachta/resource/permission'
import { type RawBuilder, sql } from 'kysely'

/** A text that is kept in every language, in that of the caller. */
export const defineLocalizedField =
  (column: string) =>
  (row: RowRef, caller: CallerRef): RawBuilder<unknown> =>
    sql`(${row(column)} ->> ${caller.language})`
