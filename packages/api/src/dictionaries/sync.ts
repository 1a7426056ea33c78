import { errorTypes } from '@wachta/checks'
import type { Transaction } from '@wachta/database'
import { sql } from 'kysely'
import { dictionaries } from './index.ts'

/** Copies the dictionaries and error types, which are code, into the tables that statements join. */
export async function syncDictionaries(db: Transaction): Promise<void> {
  const entries = dictionaries.flatMap(({ collection, entries: values }) =>
    values.map(({ id, name, description }, position) => ({ dictionary: collection, id, position, name, description })),
  )
  await db.query(sql`delete from dictionary_entry`)
  await db.query(sql`insert into dictionary_entry (dictionary, id, position, name, description)
select dictionary, id, position, name, nullif(description, 'null'::jsonb) from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb)
  as e (dictionary text, id text, position integer, name jsonb, description jsonb)`)

  const types = errorTypes.map(({ categories, nextSteps, ...rest }) => ({
    ...rest,
    extra_info: nextSteps,
    category_ids: categories,
  }))
  await db.query(sql`delete from error_type`)
  await db.query(sql`insert into error_type (id, kind, name, description, diagnosis, extra_info, category_ids)
select id, kind, name, description, diagnosis, extra_info, array(select jsonb_array_elements_text(category_ids))
from jsonb_to_recordset(${JSON.stringify(types)}::jsonb)
  as e (id bigint, kind text, name jsonb, description jsonb, diagnosis jsonb, extra_info jsonb, category_ids jsonb)`)
}
