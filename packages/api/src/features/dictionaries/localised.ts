import type { CallerRef, RowRef } from '@wachta/resource/permission'
import { type RawBuilder, sql } from 'kysely'

/** Defines a field with a text that is stored in every language. The caller gets it in its own language. */
export const defineLocalizedField =
  (column: string) =>
  (row: RowRef, caller: CallerRef): RawBuilder<unknown> =>
    sql`(${row(column)} ->> ${caller.language})`
