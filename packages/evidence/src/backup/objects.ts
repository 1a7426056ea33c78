import { hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { appendFile, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { buffer } from 'node:stream/consumers'
import type { Queryable } from '@wachta/database'
import type { ObjectStore } from '@wachta/objects'
import { sql } from 'kysely'
import { type ProgressOptions, writeAtomically } from './files.ts'
import { BackupError, objectFolder, objectList } from './manifest.ts'

const rowsPerQuery = 500

/** One line of the list of objects in a backup. */
interface ListedObject {
  readonly key: string
  readonly size: number
  readonly sha256: string
}

/** The reference from an artifact to its object. */
export interface ArtifactReference {
  readonly service_id: number
  readonly time: Date
  readonly object_key: string
}

/** Source and target of copying objects. */
interface ObjectCopy {
  readonly store: ObjectStore
  readonly folder: string
}

export interface CopyResult {
  readonly count: number
  readonly bytes: number
  /** Artifacts whose objects are not in the store. */
  readonly absent: readonly ArtifactReference[]
}

/** Copies the objects of all artifacts into the backup and returns which were absent. */
export async function copyObjects(
  db: Queryable,
  { store, folder }: ObjectCopy,
  { onDone, signal }: ProgressOptions,
): Promise<CopyResult> {
  const copied = { count: 0, bytes: 0 }
  const absent: ArtifactReference[] = []
  await writeAtomically(join(folder, objectList), '')
  for await (const artifacts of listArtifacts(db)) {
    const listed: ListedObject[] = []
    for (const artifact of artifacts) {
      signal?.throwIfAborted()
      const key = artifact.object_key
      const found = await store.get(key)
      if (!found) {
        absent.push(artifact)
        continue
      }
      const bytes = await buffer(found.stream)
      await writeAtomically(join(folder, objectFolder, key), bytes)
      listed.push({ key, size: bytes.length, sha256: hash('sha256', bytes, 'hex') })
      copied.count += 1
      copied.bytes += bytes.length
      onDone(copied.count)
    }
    await appendFile(join(folder, objectList), listed.map((each) => `${JSON.stringify(each)}\n`).join(''))
  }
  return { ...copied, absent }
}

async function* listArtifacts(db: Queryable): AsyncGenerator<ArtifactReference[]> {
  const cursor = sql.id('backup_objects')
  await db.query(
    sql`declare ${cursor} no scroll cursor for select service_id, time, object_key from artifact where is_stored`,
  )
  for (;;) {
    const rows = await db.query(sql<ArtifactReference>`fetch forward ${sql.raw(String(rowsPerQuery))} from ${cursor}`)
    if (rows.length === 0) return
    yield rows
  }
}

/**
 * Returns the keys of those absent objects that rows still reference; the rows of the others were deleted meanwhile.
 */
export async function findReferenced(db: Queryable, absent: readonly ArtifactReference[]): Promise<string[]> {
  const keys: string[] = []
  for (let first = 0; first < absent.length; first += rowsPerQuery) {
    const rows = absent.slice(first, first + rowsPerQuery)
    const found = await db.query(sql<{ object_key: string }>`select distinct a.object_key
from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (service_id bigint, time timestamptz, object_key text)
  join artifact a on a.service_id = n.service_id and a.time = n.time and a.object_key = n.object_key order by 1`)
    keys.push(...found.map(({ object_key }) => object_key))
  }
  return keys
}

/** Copies the objects of a backup into the object store. */
export const restoreObjects = (objects: ObjectStore, folder: string, progress: ProgressOptions): Promise<void> =>
  forEachObject(folder, progress, (key, bytes) => objects.put(key, bytes))

/** Checks all objects before the restore starts, so that nothing of a damaged backup is restored. */
export const checkObjects = (folder: string, progress: ProgressOptions): Promise<void> =>
  forEachObject(folder, progress, async () => undefined)

/** Calls `work` for every object of a backup; throws if an object does not match its digest. */
async function forEachObject(
  folder: string,
  { onDone, signal }: ProgressOptions,
  work: (key: string, bytes: Buffer) => Promise<void>,
): Promise<void> {
  let done = 0
  for await (const { key, sha256 } of readObjectList(folder)) {
    signal?.throwIfAborted()
    const path = `${objectFolder}/${key}`
    const bytes = await readFile(join(folder, path)).catch(() => undefined)
    if (!bytes || hash('sha256', bytes, 'hex') !== sha256) throw new BackupError({ kind: 'file_differs', path })
    await work(key, bytes)
    done += 1
    onDone(done)
  }
}

async function* readObjectList(folder: string): AsyncGenerator<ListedObject> {
  const lines = createInterface({
    input: createReadStream(join(folder, objectList)),
    crlfDelay: Number.POSITIVE_INFINITY,
  })
  for await (const line of lines) if (line !== '') yield JSON.parse(line) as ListedObject
}
