import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { createMoveError, type MoveContext } from './move-context.ts'

const keysPerQuery = 500

/**
 * Copies the bytes of artifacts that the destination does not have yet, by default of all times. Artifacts keep their
 * keys.
 */
export async function copyArtifacts({ source, tree, stores }: MoveContext, from = new Date(0)): Promise<void> {
  let last = ''
  for (;;) {
    const rows = await source.database.query(sql<{ key: string }>`select distinct object_key as key from artifact
where service_id = any(${tree.services}::bigint[]) and is_stored and time >= ${from} and object_key > ${last} order by 1 limit ${keysPerQuery}`)
    if (rows.length === 0) return
    if (stores === undefined)
      throw createMoveError(
        'The account has artifacts. Name the object stores of both cells in CELL_OBJECTS_URLS.',
        'Konto ma artefakty. Podaj magazyny obiektów obu komórek w CELL_OBJECTS_URLS.',
      )
    for (const { key } of rows) {
      const present = await stores.destination.get(key)
      present?.stream.destroy()
      const found = present === undefined ? await stores.source.get(key) : undefined
      if (found !== undefined) await stores.destination.put(key, await buffer(found.stream))
    }
    last = rows.at(-1)?.key ?? last
  }
}
