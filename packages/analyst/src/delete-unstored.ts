import type { Database } from '@wachta/database'
import type { ObjectStore } from '@wachta/objects'
import { sql } from 'kysely'

interface UnstoredRow {
  readonly service_id: number
  readonly time: Date
  readonly sensor_id: number
  readonly artifact_id: string
  readonly object_key: string
}

export interface UnstoredOptions {
  readonly database: Pick<Database, 'query'>
  readonly objects: Pick<ObjectStore, 'get'>
  /** Only rows from before this time are examined: the broker no longer has their artifacts. */
  readonly before: Date
  /** Called with the sensor of each lost artifact, also if the object store fails later. */
  readonly onLost: (sensor_id: number) => void
}

const maxRows = 1_000

/**
 * Deletes rows of artifacts whose bytes were never stored, for example because an analyst was killed while the object
 * store was down. If the bytes exist, only marks the row as stored.
 */
export async function deleteUnstored({ database, objects, before, onLost }: UnstoredOptions): Promise<void> {
  const rows =
    await database.query(sql<UnstoredRow>`select service_id, time, sensor_id, artifact_id, object_key from artifact
where not is_stored and stored_at < ${before} order by stored_at limit ${maxRows}`)
  for (const row of rows) {
    const found = await objects.get(row.object_key)
    found?.stream.destroy()
    const isRow = sql`service_id = ${row.service_id} and time = ${row.time} and sensor_id = ${row.sensor_id} and artifact_id = ${row.artifact_id} and not is_stored`
    if (found !== undefined) await database.query(sql`update artifact set is_stored = true where ${isRow}`)
    else {
      const deleted = await database.query(sql`delete from artifact where ${isRow} returning object_key`)
      // Another analyst may have deleted it, while the leadership changes.
      if (deleted.length > 0) onLost(row.sensor_id)
    }
  }
}
