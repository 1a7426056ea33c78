import type { openDatabase } from '@wachta/database'
import { sql } from 'kysely'
import type { GarbagePlace } from './place.ts'
import { exceptions, places } from './places.ts'
import { garbageBytes, garbageJson } from './values.ts'

type Database = ReturnType<typeof openDatabase>

/**
 * Writes garbage of the hostile tenant into every column that holds JSON or bytes. The columns are read from the
 * catalogue: one that has neither a place nor a reason to be left out fails the proof. Returns how many values were
 * planted.
 */
export async function plantInTables(db: Database, owner: number): Promise<number> {
  const columns = await listColumns(db)
  const known = new Set([...places.flatMap(({ columns: filled }) => filled), ...Object.keys(exceptions)])
  const unknown = columns.filter((column) => !known.has(column))
  if (unknown.length > 0) throw new Error(`no garbage is planted in ${unknown.join(', ')}: see garbage/places.ts`)
  const missing = [...known].filter((column) => !columns.includes(column))
  if (missing.length > 0) throw new Error(`these columns do not exist: ${missing.join(', ')}`)
  await db.query(sql`select partition_days(array[current_date - 1, current_date, current_date + 1])`)
  let planted = 0
  for (const place of places) planted += await plantInPlace(db, place, owner)
  return planted
}

async function plantInPlace(db: Database, { columns, plant }: GarbagePlace, owner: number): Promise<number> {
  for (const [index, json] of garbageJson.entries()) {
    const bytes = garbageBytes[index] ?? Buffer.alloc(0)
    await db.query(plant({ index, json, bytes, owner }))
  }
  return columns.length * garbageJson.length
}

/** Returns the columns of tables, without those of partitions, as `table.column`. */
async function listColumns(db: Database): Promise<string[]> {
  const rows = await db.query(sql<{
    name: string
  }>`select case c.table_schema when 'public' then '' else c.table_schema || '.' end
  || c.table_name || '.' || c.column_name as name
from information_schema.columns c join pg_class k on k.relname = c.table_name and k.relnamespace = c.table_schema::regnamespace
where c.data_type in ('json', 'jsonb', 'bytea') and c.table_schema not in ('pg_catalog', 'information_schema')
  and not k.relispartition and k.relkind in ('r', 'p')`)
  return rows.map(({ name }) => name)
}
