import { hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { appendFile, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { buffer } from 'node:stream/consumers'
import type { Queryable } from '@wachta/database'
import type { ObjectStore } from '@wachta/objects'
import { sql } from 'kysely'
import { type Watching, writeWhole } from './files.ts'
import { BackupError, objectFolder, objectList } from './manifest.ts'

const keysAtOnce = 500

interface Listed {
  readonly key: string
  readonly size: number
  readonly sha256: string
}

/** An artifact whose object is not where it is looked for. */
export interface Lacking {
  readonly service_id: number
  readonly time: Date
  readonly object_key: string
}

/** Where objects are kept, and the folder of the backup that they are copied to. */
interface ObjectCopy {
  readonly store: ObjectStore
  readonly folder: string
}

export interface CopyResult {
  readonly count: number
  readonly bytes: number
  readonly lacking: readonly Lacking[]
}

/** Copies what the artifacts lead to, and tells what was not there. */
export async function copyObjects(
  db: Queryable,
  { store, folder }: ObjectCopy,
  { onDone, signal }: Watching,
): Promise<CopyResult> {
  const copied = { count: 0, bytes: 0 }
  const lacking: Lacking[] = []
  await writeWhole(join(folder, objectList), '')
  for await (const artifacts of artifactsIn(db)) {
    const listed: Listed[] = []
    for (const artifact of artifacts) {
      signal?.throwIfAborted()
      const key = artifact.object_key
      const found = await store.get(key)
      if (!found) {
        lacking.push(artifact)
        continue
      }
      const bytes = await buffer(found.stream)
      await writeWhole(join(folder, objectFolder, key), bytes)
      listed.push({ key, size: bytes.length, sha256: hash('sha256', bytes, 'hex') })
      copied.count += 1
      copied.bytes += bytes.length
      onDone(copied.count)
    }
    await appendFile(join(folder, objectList), listed.map((each) => `${JSON.stringify(each)}\n`).join(''))
  }
  return { ...copied, lacking }
}

async function* artifactsIn(db: Queryable): AsyncGenerator<Lacking[]> {
  const named = sql.id('backup_objects')
  await db.query(
    sql`declare ${named} no scroll cursor for select service_id, time, object_key from artifact where is_stored`,
  )
  for (;;) {
    const rows = await db.query(sql<Lacking>`fetch forward ${sql.raw(String(keysAtOnce))} from ${named}`)
    if (rows.length === 0) return
    yield rows
  }
}

/** Of those whose objects were not there, the ones that should have been: they are still named now. The others had their time. */
export async function findReferenced(db: Queryable, lacking: readonly Lacking[]): Promise<string[]> {
  const keys: string[] = []
  for (let first = 0; first < lacking.length; first += keysAtOnce) {
    const rows = lacking.slice(first, first + keysAtOnce)
    const found = await db.query(sql<{ object_key: string }>`select distinct a.object_key
from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (service_id bigint, time timestamptz, object_key text)
  join artifact a on a.service_id = n.service_id and a.time = n.time and a.object_key = n.object_key order by 1`)
    keys.push(...found.map(({ object_key }) => object_key))
  }
  return keys
}

/** Puts objects back where they are looked for. */
export const restoreObjects = (objects: ObjectStore, folder: string, watching: Watching): Promise<void> =>
  eachObject(folder, watching, (key, bytes) => objects.put(key, bytes))

/** Nothing is restored of a backup that is damaged. */
export const checkObjects = (folder: string, watching: Watching): Promise<void> =>
  eachObject(folder, watching, async () => undefined)

/** Every object of a backup, held against its digest. */
async function eachObject(
  folder: string,
  { onDone, signal }: Watching,
  work: (key: string, bytes: Buffer) => Promise<void>,
): Promise<void> {
  let done = 0
  for await (const { key, sha256 } of listedIn(folder)) {
    signal?.throwIfAborted()
    const path = `${objectFolder}/${key}`
    const bytes = await readFile(join(folder, path)).catch(() => undefined)
    if (!bytes || hash('sha256', bytes, 'hex') !== sha256) throw new BackupError({ kind: 'file_differs', path })
    await work(key, bytes)
    done += 1
    onDone(done)
  }
}

async function* listedIn(folder: string): AsyncGenerator<Listed> {
  const lines = createInterface({
    input: createReadStream(join(folder, objectList)),
    crlfDelay: Number.POSITIVE_INFINITY,
  })
  for await (const line of lines) if (line !== '') yield JSON.parse(line) as Listed
}
