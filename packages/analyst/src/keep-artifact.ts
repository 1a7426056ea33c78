import { randomBytes } from 'node:crypto'
import type { Database } from '@wachta/database'
import type { ObjectStore } from '@wachta/objects'
import { sql } from 'kysely'
import type { ByteQuota } from './byte-quota.ts'
import type { WholeArtifact } from './evidence-pieces.ts'

/** Why an artifact is not kept. */
export type Unkept = 'unwanted' | 'unknown_type' | 'quota'

export interface Keeping {
  readonly database: Database
  readonly objects: ObjectStore
  readonly quota: ByteQuota
  readonly now: () => Date
}

/** Public sensors look at the services of everybody: they may leave as much more. */
const publicShare = 16
/** Evidence comes within the hour that the broker keeps it, or with a forced check a little ahead. */
const oldest_ms = 2 * 86_400_000
const newest_ms = 300_000

/**
 * Keeps an artifact: first the row, by which there is one for each check and kind, then its bytes, then the note that
 * they are there, without which the row is not shown. So nothing is in the store that no row leads to. One that comes
 * again finds its row, and its bytes are written where they are missing.
 */
export async function keepArtifact(whole: WholeArtifact, keeping: Keeping): Promise<Unkept | undefined> {
  const { objects, quota, now } = keeping
  const age = now().getTime() - whole.slot
  if (age > oldest_ms || age < -newest_ms) return 'unwanted'
  const owner = await ownerOf(whole, keeping)
  if (owner === undefined) return 'unwanted'
  if (!owner.is_known_type) return 'unknown_type'
  const before = await rowOf(whole, keeping)
  if (before !== undefined && (await isThere(objects, before))) return undefined
  if (before === undefined && !quota.take(whole.sensor_id, whole.bytes.length, owner.is_public ? publicShare : 1))
    return 'quota'
  const object_key = before ?? (await insertArtifactRow(whole, owner.owner_id, keeping))
  if (object_key === undefined) return undefined
  await storeBytes(whole, object_key, keeping)
  return undefined
}

/** Stores the bytes of a row, and then notes that they are there. */
export async function storeBytes(
  whole: ArtifactKey & Pick<WholeArtifact, 'bytes'>,
  object_key: string,
  { database, objects }: Pick<Keeping, 'database' | 'objects'>,
): Promise<void> {
  await objects.put(object_key, whole.bytes)
  await database.query(sql`update artifact set is_stored = true where ${isRowOf(whole)} and not is_stored`)
}

/** Takes back the row of an artifact whose bytes will never come. */
export async function forgetArtifact(whole: WholeArtifact, { database }: Pick<Keeping, 'database'>): Promise<void> {
  await database.query(sql`delete from artifact where ${isRowOf(whole)} and not is_stored`)
}

interface Owner {
  readonly owner_id: number
  readonly is_known_type: boolean
  readonly is_public: boolean
}

/** Only of a sensor that was to check the service at that time. */
async function ownerOf(whole: WholeArtifact, { database }: Pick<Keeping, 'database'>): Promise<Owner | undefined> {
  const time = new Date(whole.slot)
  const [owner] = await database.query(sql<Owner>`select v.owner_id, s.owner_id is null as is_public,
  exists (select from service_type t where ${whole.artifact_id} = any(t.artifact_type_ids)) as is_known_type
from service v join sensor s on s.id = ${whole.sensor_id} where v.id = ${whole.service_id} and (
  exists (select from service_revision r where r.service_id = v.id and r.effective_from <= ${time}
    and (r.effective_to is null or r.effective_to > ${time}) and ${whole.sensor_id} = any(r.sensor_ids))
  or exists (select from forced_analysis f where f.service_id = v.id and f.time = ${time} and ${whole.sensor_id} = any(f.sensor_ids)))`)
  return owner
}

type ArtifactKey = Pick<WholeArtifact, 'service_id' | 'slot' | 'sensor_id' | 'artifact_id'>

const isRowOf = (whole: ArtifactKey) =>
  sql`service_id = ${whole.service_id} and time = ${new Date(whole.slot)} and sensor_id = ${whole.sensor_id} and artifact_id = ${whole.artifact_id}`

async function rowOf(whole: WholeArtifact, { database }: Pick<Keeping, 'database'>): Promise<string | undefined> {
  const [row] = await database.query(
    sql<{ object_key: string }>`select object_key from artifact where ${isRowOf(whole)}`,
  )
  return row?.object_key
}

/** What a row of an artifact is made from. */
type ArtifactRow = Omit<WholeArtifact, 'messages' | 'sha256' | 'size'>

/** The key that the bytes are to be written under; undefined where somebody else was faster. */
export async function insertArtifactRow(
  whole: ArtifactRow,
  owner_id: number,
  keeping: Pick<Keeping, 'database' | 'now'>,
): Promise<string | undefined> {
  const time = new Date(whole.slot)
  const day = time.toISOString().slice(0, 10).replaceAll('-', '')
  const object_key = `${day}/${owner_id}/${randomBytes(16).toString('hex')}`
  const [row] = await keeping.database.query(sql<{
    object_key: string
  }>`insert into artifact (service_id, time, sensor_id, artifact_id, object_key, content_type, file_name, size, is_cut, stored_at, is_stored)
values (${whole.service_id}, ${time}, ${whole.sensor_id}, ${whole.artifact_id}, ${object_key}, ${whole.content_type}, ${whole.file_name},
  ${whole.bytes.length}, ${whole.is_cut}, ${keeping.now()}, false) on conflict do nothing returning object_key`)
  return row?.object_key
}

async function isThere(objects: ObjectStore, key: string): Promise<boolean> {
  const found = await objects.get(key)
  found?.stream.destroy()
  return found !== undefined
}
