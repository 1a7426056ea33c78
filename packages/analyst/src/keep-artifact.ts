import { randomBytes } from 'node:crypto'
import type { Database } from '@wachta/database'
import type { ObjectStore } from '@wachta/objects'
import { sql } from 'kysely'
import type { ByteQuota } from './byte-quota.ts'
import type { CompleteArtifact } from './evidence-pieces.ts'

/** The reason why an artifact is not kept. */
export type ArtifactRejection = 'unwanted' | 'unknown_type' | 'quota'

export interface ArtifactStorage {
  readonly database: Database
  readonly objects: ObjectStore
  readonly quota: ByteQuota
  readonly now: () => Date
}

/** Public sensors check the services of all accounts, so their quota is this many times larger. */
const publicQuotaFactor = 16
/** Limits for the age of the slot. The broker keeps artifacts for an hour; a forced check may be a little ahead. */
const maxAgeMs = 2 * 86_400_000
const maxAheadMs = 300_000

/**
 * Keeps an artifact: inserts its row, which is unique for each check and kind of artifact, then stores the bytes, then
 * marks the row as stored. Until then the artifact is not shown. So every object has a row. If an artifact arrives
 * again, its row is found, and its bytes are written if they are missing.
 */
export async function keepArtifact(
  artifact: CompleteArtifact,
  storage: ArtifactStorage,
): Promise<ArtifactRejection | undefined> {
  const { objects, quota, now } = storage
  const age = now().getTime() - artifact.slot
  if (age > maxAgeMs || age < -maxAheadMs) return 'unwanted'
  const owner = await readOwner(artifact, storage)
  if (owner === undefined) return 'unwanted'
  if (!owner.is_known_type) return 'unknown_type'
  const existingKey = await readObjectKey(artifact, storage)
  if (existingKey !== undefined && (await hasObject(objects, existingKey))) return undefined
  const isReference = artifact.isReference === true && !owner.is_custom
  const use = { factor: owner.is_public ? publicQuotaFactor : 1, isReference }
  if (existingKey === undefined && !quota.take(artifact.sensor_id, artifact.bytes.length, use)) return 'quota'
  const object_key = existingKey ?? (await insertArtifactRow({ ...artifact, isReference }, owner.owner_id, storage))
  if (object_key === undefined) return undefined
  await storeBytes(artifact, object_key, storage)
  return undefined
}

/** Stores the bytes of a row, and then marks the row as stored. */
export async function storeBytes(
  artifact: ArtifactKey & Pick<CompleteArtifact, 'bytes'>,
  object_key: string,
  { database, objects }: Pick<ArtifactStorage, 'database' | 'objects'>,
): Promise<void> {
  await objects.put(object_key, artifact.bytes)
  await database.query(sql`update artifact set is_stored = true where ${isSameArtifact(artifact)} and not is_stored`)
}

/** Deletes the row of an artifact whose bytes cannot be stored. */
export async function deleteArtifact(
  artifact: CompleteArtifact,
  { database }: Pick<ArtifactStorage, 'database'>,
): Promise<void> {
  await database.query(sql`delete from artifact where ${isSameArtifact(artifact)} and not is_stored`)
}

interface Owner {
  readonly owner_id: number
  readonly is_known_type: boolean
  readonly is_public: boolean
  /** Whether the check was forced with other settings (kind `c`), so that it says nothing about the service. */
  readonly is_custom: boolean
}

/** Reads the owner of the service; undefined if the sensor did not have to check the service at that time. */
async function readOwner(
  artifact: CompleteArtifact,
  { database }: Pick<ArtifactStorage, 'database'>,
): Promise<Owner | undefined> {
  const time = new Date(artifact.slot)
  const [owner] = await database.query(sql<Owner>`select v.owner_id, s.owner_id is null as is_public,
  exists (select from service_type t where ${artifact.artifact_id} = any(t.artifact_type_ids)) as is_known_type,
  exists (select from forced_analysis c where c.service_id = v.id and c.time = ${time} and c.kind = 'c') as is_custom
from service v join sensor s on s.id = ${artifact.sensor_id} where v.id = ${artifact.service_id} and (
  exists (select from service_revision r where r.service_id = v.id and r.effective_from <= ${time}
    and (r.effective_to is null or r.effective_to > ${time}) and ${artifact.sensor_id} = any(r.sensor_ids))
  or exists (select from forced_analysis f where f.service_id = v.id and f.time = ${time} and ${artifact.sensor_id} = any(f.sensor_ids)))`)
  return owner
}

type ArtifactKey = Pick<CompleteArtifact, 'service_id' | 'slot' | 'sensor_id' | 'artifact_id'>

const isSameArtifact = (artifact: ArtifactKey) =>
  sql`service_id = ${artifact.service_id} and time = ${new Date(artifact.slot)} and sensor_id = ${artifact.sensor_id} and artifact_id = ${artifact.artifact_id}`

async function readObjectKey(
  artifact: CompleteArtifact,
  { database }: Pick<ArtifactStorage, 'database'>,
): Promise<string | undefined> {
  const [row] = await database.query(
    sql<{ object_key: string }>`select object_key from artifact where ${isSameArtifact(artifact)}`,
  )
  return row?.object_key
}

/** The part of an artifact that its row is made from. */
type ArtifactRow = Omit<CompleteArtifact, 'messages' | 'sha256' | 'size'>

/** Inserts the row, and returns the key for the bytes; undefined if the row already exists. */
export async function insertArtifactRow(
  artifact: ArtifactRow,
  owner_id: number,
  storage: Pick<ArtifactStorage, 'database' | 'now'>,
): Promise<string | undefined> {
  const time = new Date(artifact.slot)
  const day = time.toISOString().slice(0, 10).replaceAll('-', '')
  const object_key = `${day}/${owner_id}/${randomBytes(16).toString('hex')}`
  const [row] = await storage.database.query(sql<{
    object_key: string
  }>`insert into artifact (service_id, time, sensor_id, artifact_id, object_key, content_type, file_name, size, is_cut, is_reference, stored_at, is_stored)
values (${artifact.service_id}, ${time}, ${artifact.sensor_id}, ${artifact.artifact_id}, ${object_key}, ${artifact.content_type}, ${artifact.file_name},
  ${artifact.bytes.length}, ${artifact.isTruncated}, ${artifact.isReference ?? false}, ${storage.now()}, false) on conflict do nothing returning object_key`)
  return row?.object_key
}

async function hasObject(objects: ObjectStore, key: string): Promise<boolean> {
  const found = await objects.get(key)
  found?.stream.destroy()
  return found !== undefined
}
