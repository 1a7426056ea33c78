import { randomBytes } from 'node:crypto'
import type { Database } from '@wachta/database'
import type { ObjectStore } from '@wachta/objects'
import { sql } from 'kysely'
import type { ByteQuota } from './byte-quota.ts'
import type { WholeArtifact } from './evidence-pieces.ts'

/** The reason why an artifact is not kept. */
export type ArtifactRejection = 'unwanted' | 'unknown_type' | 'quota'

export interface ArtifactStorage {
  readonly database: Database
  readonly objects: ObjectStore
  readonly quota: ByteQuota
  readonly now: () => Date
}

/** Public sensors check the services of all accounts, so their quota is this many times larger. */
const publicShare = 16
/** Limits for the age of the slot. The broker keeps artifacts for an hour; a forced check may be a little ahead. */
const maxAgeMs = 2 * 86_400_000
const maxAheadMs = 300_000

/**
 * Keeps an artifact: inserts its row, which is unique for each check and kind, then stores the bytes, then marks the
 * row as stored; before that it is not shown. So the object store contains nothing without a row. If an artifact
 * arrives again, its row is found, and its bytes are written if they are missing.
 */
export async function keepArtifact(
  whole: WholeArtifact,
  keeping: ArtifactStorage,
): Promise<ArtifactRejection | undefined> {
  const { objects, quota, now } = keeping
  const age = now().getTime() - whole.slot
  if (age > maxAgeMs || age < -maxAheadMs) return 'unwanted'
  const owner = await readOwner(whole, keeping)
  if (owner === undefined) return 'unwanted'
  if (!owner.is_known_type) return 'unknown_type'
  const before = await readObjectKey(whole, keeping)
  if (before !== undefined && (await hasObject(objects, before))) return undefined
  const isReference = whole.isReference === true && !owner.is_custom
  const use = { share: owner.is_public ? publicShare : 1, isReference }
  if (before === undefined && !quota.take(whole.sensor_id, whole.bytes.length, use)) return 'quota'
  const object_key = before ?? (await insertArtifactRow({ ...whole, isReference }, owner.owner_id, keeping))
  if (object_key === undefined) return undefined
  await storeBytes(whole, object_key, keeping)
  return undefined
}

/** Stores the bytes of a row, and then marks the row as stored. */
export async function storeBytes(
  whole: ArtifactKey & Pick<WholeArtifact, 'bytes'>,
  object_key: string,
  { database, objects }: Pick<ArtifactStorage, 'database' | 'objects'>,
): Promise<void> {
  await objects.put(object_key, whole.bytes)
  await database.query(sql`update artifact set is_stored = true where ${isSameArtifact(whole)} and not is_stored`)
}

/** Deletes the row of an artifact whose bytes cannot be stored. */
export async function forgetArtifact(
  whole: WholeArtifact,
  { database }: Pick<ArtifactStorage, 'database'>,
): Promise<void> {
  await database.query(sql`delete from artifact where ${isSameArtifact(whole)} and not is_stored`)
}

interface Owner {
  readonly owner_id: number
  readonly is_known_type: boolean
  readonly is_public: boolean
  /** Whether the check was forced with other settings, so that it says nothing about the service. */
  readonly is_custom: boolean
}

/** Reads the owner of the service; undefined if the sensor did not have to check the service at that time. */
async function readOwner(
  whole: WholeArtifact,
  { database }: Pick<ArtifactStorage, 'database'>,
): Promise<Owner | undefined> {
  const time = new Date(whole.slot)
  const [owner] = await database.query(sql<Owner>`select v.owner_id, s.owner_id is null as is_public,
  exists (select from service_type t where ${whole.artifact_id} = any(t.artifact_type_ids)) as is_known_type,
  exists (select from forced_analysis c where c.service_id = v.id and c.time = ${time} and c.kind = 'c') as is_custom
from service v join sensor s on s.id = ${whole.sensor_id} where v.id = ${whole.service_id} and (
  exists (select from service_revision r where r.service_id = v.id and r.effective_from <= ${time}
    and (r.effective_to is null or r.effective_to > ${time}) and ${whole.sensor_id} = any(r.sensor_ids))
  or exists (select from forced_analysis f where f.service_id = v.id and f.time = ${time} and ${whole.sensor_id} = any(f.sensor_ids)))`)
  return owner
}

type ArtifactKey = Pick<WholeArtifact, 'service_id' | 'slot' | 'sensor_id' | 'artifact_id'>

const isSameArtifact = (whole: ArtifactKey) =>
  sql`service_id = ${whole.service_id} and time = ${new Date(whole.slot)} and sensor_id = ${whole.sensor_id} and artifact_id = ${whole.artifact_id}`

async function readObjectKey(
  whole: WholeArtifact,
  { database }: Pick<ArtifactStorage, 'database'>,
): Promise<string | undefined> {
  const [row] = await database.query(
    sql<{ object_key: string }>`select object_key from artifact where ${isSameArtifact(whole)}`,
  )
  return row?.object_key
}

/** The part of an artifact that its row is made from. */
type ArtifactRow = Omit<WholeArtifact, 'messages' | 'sha256' | 'size'>

/** Inserts the row, and returns the key for the bytes; undefined if the row already exists. */
export async function insertArtifactRow(
  whole: ArtifactRow,
  owner_id: number,
  keeping: Pick<ArtifactStorage, 'database' | 'now'>,
): Promise<string | undefined> {
  const time = new Date(whole.slot)
  const day = time.toISOString().slice(0, 10).replaceAll('-', '')
  const object_key = `${day}/${owner_id}/${randomBytes(16).toString('hex')}`
  const [row] = await keeping.database.query(sql<{
    object_key: string
  }>`insert into artifact (service_id, time, sensor_id, artifact_id, object_key, content_type, file_name, size, is_cut, is_reference, stored_at, is_stored)
values (${whole.service_id}, ${time}, ${whole.sensor_id}, ${whole.artifact_id}, ${object_key}, ${whole.content_type}, ${whole.file_name},
  ${whole.bytes.length}, ${whole.isTruncated}, ${whole.isReference ?? false}, ${keeping.now()}, false) on conflict do nothing returning object_key`)
  return row?.object_key
}

async function hasObject(objects: ObjectStore, key: string): Promise<boolean> {
  const found = await objects.get(key)
  found?.stream.destroy()
  return found !== undefined
}
