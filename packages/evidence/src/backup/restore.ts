import { join } from 'node:path'
import {
  becomeApplication,
  type Database,
  databaseRoles,
  listKnownMigrations,
  listPendingMigrations,
  openDatabase,
} from '@wachta/database'
import { openObjectStore } from '@wachta/objects'
import { sql } from 'kysely'
import type { VerifyProgress, VerifyResult } from '../verify/verification.ts'
import { verifyRecord } from '../verify/verify.ts'
import { countTables, findDifferentCounts } from './counts.ts'
import { checkFiles } from './files.ts'
import { compareKeys, computeFingerprints } from './keys.ts'
import { BackupError, databaseFolder, type Manifest, readManifest } from './manifest.ts'
import { checkObjects, restoreObjects } from './objects.ts'
import { runTool } from './tool.ts'

export interface RestoreProgress {
  readonly stage: 'files' | 'database' | 'objects' | VerifyProgress['stage']
  readonly done: number
}

export interface RestoreOptions {
  readonly folder: string
  /** The URL of an empty database. */
  readonly url: string
  /** The URL of the object store, in the format of OBJECTS_URL. */
  readonly objects: string
  /** The secret keys in the format of SECRET_KEYS. */
  readonly keys: string
  readonly jobs?: number
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: (progress: RestoreProgress) => void
}

export interface RestoreResult {
  readonly manifest: Manifest
  readonly verified: VerifyResult
  /** Whether the restored hash chain ends with the head in the manifest. */
  readonly isHead: boolean
  /** The tables that have another number of rows than in the backup. */
  readonly otherCounts: readonly { readonly table: string; readonly before: number; readonly after: number }[]
  readonly keys: { readonly missing: readonly string[]; readonly others: readonly string[] }
  /** Migrations of this version that are not applied in the backup. */
  readonly pending: readonly string[]
}

/** Restores a backup into an empty database, and verifies that it is complete and matches its seals. */
export async function restoreBackup(options: RestoreOptions): Promise<RestoreResult> {
  const { folder, url, signal, onProgress = () => undefined } = options
  const trackStage = (stage: RestoreProgress['stage'], before = 0) => ({
    signal,
    onDone: (done: number) => onProgress({ stage, done: before + done }),
  })
  await using store = await openObjectStore(options.objects)
  const manifest = await readManifest(folder)
  await rejectNewerVersion(manifest)
  await checkFiles(folder, manifest, trackStage('files'))
  await checkObjects(folder, trackStage('files', manifest.files.length))
  await using database = openDatabase(url, { role: null, connections: 2, statementTimeoutMs: 0 })
  await rejectNonEmpty(database)
  onProgress({ stage: 'database', done: 0 })
  await createRoles(database)
  await restoreDatabase(options)
  await restoreObjects(store, folder, trackStage('objects'))
  const verified = await verifyRecord(database, {
    signal,
    onProgress: ({ stage, count }) => onProgress({ stage, done: count }),
  })
  return {
    manifest,
    verified,
    isHead: verified.head?.number === manifest.head?.number && verified.head?.hash === manifest.head?.hash,
    otherCounts: findDifferentCounts(manifest.counts, await countTables(database)),
    keys: compareKeys(manifest.keys, computeFingerprints(options.keys)),
    pending: await listPendingMigrations(database.pool),
  }
}

/** Throws if a newer version wrote the backup: this version does not know its schema. */
async function rejectNewerVersion({ version, migrations }: Manifest): Promise<void> {
  const known = await listKnownMigrations()
  const unknown = migrations.filter((name) => !known.includes(name))
  if (unknown.length > 0) throw new BackupError({ kind: 'newer_version', version, migrations: unknown })
}

/** Throws if the database is not empty: a restore never overwrites data, and no option changes that. */
async function rejectNonEmpty(database: Database): Promise<void> {
  const [found] = await database.query(sql<{ count: number }>`select count(*) as count from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
where c.relkind in ('r', 'p', 'v', 'm', 'S', 'f') and n.nspname not in ('pg_catalog', 'information_schema') and n.nspname !~ '^pg_'`)
  if (found && found.count > 0) throw new BackupError({ kind: 'database_not_empty', tables: found.count })
}

/**
 * Creates the roles and their memberships: both belong to the server, so a dump of the database does not contain them.
 */
async function createRoles(database: Database): Promise<void> {
  for (const role of databaseRoles)
    await database.query(sql`do $$
begin
  create role ${sql.id(role)} nologin;
exception when duplicate_object or unique_violation then null;
end
$$`)
  await database.query(sql.raw(becomeApplication))
}

async function restoreDatabase({ folder, url, jobs = 2, signal }: RestoreOptions): Promise<void> {
  const toolArguments = ['--no-owner', '--exit-on-error', `--jobs=${jobs}`, join(folder, databaseFolder)]
  await runTool('pg_restore', toolArguments, { url, signal })
  await using database = openDatabase(url, { role: null, connections: 1, statementTimeoutMs: 0 })
  await database.transaction(async (tx) => {
    // Without statistics the first queries would scan whole tables.
    await tx.query(sql`analyze`)
  })
}
