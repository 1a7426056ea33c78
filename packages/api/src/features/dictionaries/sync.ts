import { channels } from '@wachta/channels'
import { canRun, checkTypes, errorTypes } from '@wachta/checks'
import type { Transaction } from '@wachta/database'
import { languages } from '@wachta/domain'
import { sql } from 'kysely'
import { allDictionaries } from './all.ts'

/**
 * Copies definitions from the code into tables that SQL statements can join: dictionaries, error types, service types
 * and default templates.
 */
export async function syncDictionaries(db: Transaction): Promise<void> {
  await syncEntries(db)
  await syncErrorTypes(db)
  await syncServiceTypes(db)
  await syncDefaultTemplates(db)
}

async function syncEntries(db: Transaction): Promise<void> {
  const entries = allDictionaries.flatMap(({ collection, entries: values }) =>
    values.map(({ id, name, description }, position) => ({ dictionary: collection, id, position, name, description })),
  )
  await db.query(sql`delete from dictionary_entry`)
  await db.query(sql`insert into dictionary_entry (dictionary, id, position, name, description)
select dictionary, id, position, name, nullif(description, 'null'::jsonb) from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb)
  as e (dictionary text, id text, position integer, name jsonb, description jsonb)`)
}

async function syncErrorTypes(db: Transaction): Promise<void> {
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

/** Services refer to their type, so a type is updated in place. */
async function syncServiceTypes(db: Transaction): Promise<void> {
  const types = checkTypes.map((type, position) => ({
    id: type.id,
    position,
    name: type.name,
    description: type.description,
    category_id: type.category,
    address_format: type.addressFormat,
    default_interval: type.defaultInterval,
    supports_steps: type.supportsSteps,
    artifact_type_ids: type.artifactTypes,
    is_runnable: canRun(type),
  }))
  await db.query(sql`insert into service_type (id, position, name, description, category_id, address_format, default_interval,
  supports_steps, artifact_type_ids, is_runnable)
select id, position, name, description, category_id, address_format, default_interval, supports_steps,
  array(select jsonb_array_elements_text(artifact_type_ids)), is_runnable
from jsonb_to_recordset(${JSON.stringify(types)}::jsonb) as t (id text, position integer, name jsonb, description jsonb,
  category_id text, address_format jsonb, default_interval integer, supports_steps boolean, artifact_type_ids jsonb, is_runnable boolean)
on conflict (id) do update set position = excluded.position, name = excluded.name, description = excluded.description,
  category_id = excluded.category_id, address_format = excluded.address_format, default_interval = excluded.default_interval,
  supports_steps = excluded.supports_steps, artifact_type_ids = excluded.artifact_type_ids, is_runnable = excluded.is_runnable`)
}

async function syncDefaultTemplates(db: Transaction): Promise<void> {
  const templates = channels.flatMap(({ id, templates: texts }) =>
    languages.map((language_id) => ({ channel_id: id, language_id, ...texts[language_id] })),
  )
  await db.query(sql`delete from default_template`)
  await db.query(sql`insert into default_template (channel_id, language_id, start_template, end_template, start_subject, end_subject, artifact_type_ids)
select channel_id, language_id, start_template, end_template, start_subject, end_subject, array(select jsonb_array_elements_text(artifact_type_ids))
from jsonb_to_recordset(${JSON.stringify(templates)}::jsonb) as t (channel_id text, language_id text, start_template text, end_template text,
  start_subject text, end_subject text, artifact_type_ids jsonb)`)
}
