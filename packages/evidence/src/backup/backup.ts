import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Database, openDatabase, type Queryable, type Transaction } from '@wachta/database'
import { openObjectStore } from '@wachta/objects'
import { sql } from 'kysely'
import { loadHead } from '../verify/head.ts'
import { countTables } from './counts.ts'
import { listBackupFiles, makeFolder, readFileEntry, writeAtomically } from './files.ts'
import { computeFingerprints } from './keys.ts'
import { databaseFolder, type Manifest, manifestName, objectList } from './manifest.ts'
import { type CopyResult, copyObjects, findReferenced } from './objects.ts'
import { runTool } from './tool.ts'

export interface BackupProgress {
  readonly stage: 'database' | 'objects' | 'files'
  readonly done: number
}

export interface BackupOptions {
  /** The URL of the database. */
  readonly url: string
  readonly folder: string
  /** The URL of the object store, in the format of OBJECTS_URL. */
  readonly objects: string
  readonly version: string
  /** The secret keys in the format of SECRET_KEYS; the backup contains only their fingerprints. */
  readonly keys: string
  readonly now: Date
  readonly jobs?: number
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: (progress: BackupProgress) => void
}

/** The maximum number of missing objects that the manifest lists by key. */
const maxMissingExamples = 100
/** Retention deletes an object first and its row soon after, but the dump's locks can delay the row: so check again. */
const recheck = { attempts: 10, pause_ms: 5000 }

/**
 * Writes a consistent backup of the database and the objects into a new folder, while the installation keeps running.
 */
export async function createBackup(options: BackupOptions): Promise<Manifest> {
  const { folder, signal, onProgress = () => undefined } = options
  await makeFolder(folder)
  await using store = await openObjectStore(options.objects)
  await using database = openDatabase(options.url, { role: null, connections: 1, statementTimeoutMs: 0 })
  const { state, copied } = await runAtSnapshot(database, async (tx, snapshot) => {
    onProgress({ stage: 'database', done: 0 })
    // Count first: it locks the tables, so that retention cannot drop a day's partition before it is dumped.
    const counts = await countTables(tx)
    const head = await readHead(tx)
    const migrations = await tx.query(sql<{ name: string }>`select name from migration order by id`)
    await dump(options, snapshot)
    return {
      state: { head, migrations: migrations.map(({ name }) => name), counts },
      copied: await copyObjects(
        tx,
        { store, folder },
        { signal, onDone: (done) => onProgress({ stage: 'objects', done }) },
      ),
    }
  })
  const objects = await classifyAbsentObjects(database, copied, signal)
  const files = await listBackupFiles(join(folder, databaseFolder), folder, signal)
  const manifest: Manifest = {
    format: 1,
    version: options.version,
    made_at: options.now.toISOString(),
    ...state,
    objects,
    keys: computeFingerprints(options.keys),
    files: [...files, await readFileEntry(join(folder, objectList), folder)],
  }
  onProgress({ stage: 'files', done: manifest.files.length })
  await writeAtomically(join(folder, manifestName), `${JSON.stringify(manifest, null, 2)}\n`)
  return manifest
}

/**
 * Separates absent objects into those that retention deleted during the backup and those that are really missing. It
 * reads the current rows, not those of the snapshot, because the snapshot still contains rows that were deleted
 * meanwhile.
 */
async function classifyAbsentObjects(
  database: Database,
  { count, bytes, absent }: CopyResult,
  signal: AbortSignal | undefined,
): Promise<Manifest['objects']> {
  let missing = await findReferenced(database, absent)
  // If not a single object was found, the object store is the wrong one and waiting does not help.
  for (let attempts = 0; missing.length > 0 && count > 0 && attempts < recheck.attempts; attempts += 1) {
    await wait(recheck.pause_ms, undefined, { signal })
    missing = await findReferenced(database, absent)
  }
  const gone = absent.length - missing.length
  return { count, bytes, gone, missing: missing.length, named: missing.slice(0, maxMissingExamples) }
}

const readHead = async (db: Queryable): Promise<Manifest['head']> => {
  const head = await loadHead(db)
  return head && { number: head.number, hash: head.hash }
}

const dump = ({ url, folder, jobs = 2, signal }: BackupOptions, snapshot: string): Promise<void> =>
  runTool(
    'pg_dump',
    ['--format=directory', `--jobs=${jobs}`, `--snapshot=${snapshot}`, `--file=${join(folder, databaseFolder)}`],
    { url, signal },
  )

/** Runs the work in a transaction whose snapshot pg_dump can share, so that counts and dump show the same state. */
async function runAtSnapshot<T>(
  database: Database,
  work: (tx: Transaction, snapshot: string) => Promise<T>,
): Promise<T> {
  return database.transaction(async (tx) => {
    await tx.query(sql`set transaction isolation level repeatable read, read only`)
    await tx.query(sql`set local idle_in_transaction_session_timeout = 0`)
    const [exported] = await tx.query(sql<{ snapshot: string }>`select pg_export_snapshot() as snapshot`)
    return work(tx, exported?.snapshot ?? '')
  })
}
