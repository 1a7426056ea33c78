import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Database, openDatabase, type Queryable, type Transaction } from '@wachta/database'
import { openObjectStore } from '@wachta/objects'
import { sql } from 'kysely'
import { loadHead } from '../verify/head.ts'
import { countTables } from './counts.ts'
import { fileAt, filesUnder, makeFolder, writeWhole } from './files.ts'
import { fingerprints } from './keys.ts'
import { databaseFolder, type Manifest, manifestName, objectList } from './manifest.ts'
import { type CopyResult, copyObjects, findReferenced } from './objects.ts'
import { runTool } from './tool.ts'

export interface BackupProgress {
  readonly stage: 'database' | 'objects' | 'files'
  readonly done: number
}

export interface BackupOptions {
  readonly url: string
  readonly folder: string
  /** Where evidence is kept, as OBJECTS_URL has it. */
  readonly objects: string
  readonly version: string
  /** As SECRET_KEYS has them; only their digests are kept. */
  readonly keys: string
  readonly now: Date
  readonly jobs?: number
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: (progress: BackupProgress) => void
}

/** Missing objects are named up to so many. */
const maxNamed = 100
/** Retention takes objects first and rows soon after, as soon as the dump lets go of them. */
const patience = { tries: 10, pause_ms: 5000 }

/** Writes all that an installation holds into a folder, as it stands at one moment, while it goes on working. */
export async function backUp(options: BackupOptions): Promise<Manifest> {
  const { folder, signal, onProgress = () => undefined } = options
  await makeFolder(folder)
  await using store = await openObjectStore(options.objects)
  await using database = openDatabase(options.url, { role: null, connections: 1 })
  const { state, copied } = await atSnapshot(database, async (tx, snapshot) => {
    onProgress({ stage: 'database', done: 0 })
    // Before anything else: what is counted stays until the end, and a day that is dropped meanwhile would be lacking.
    const counts = await countTables(tx)
    const head = await plainHead(tx)
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
  const objects = await settled(database, copied, signal)
  const files = await filesUnder(join(folder, databaseFolder), folder, signal)
  const manifest: Manifest = {
    format: 1,
    version: options.version,
    made_at: options.now.toISOString(),
    ...state,
    objects,
    keys: fingerprints(options.keys),
    files: [...files, await fileAt(join(folder, objectList), folder)],
  }
  onProgress({ stage: 'files', done: manifest.files.length })
  await writeWhole(join(folder, manifestName), `${JSON.stringify(manifest, null, 2)}\n`)
  return manifest
}

/** Tells objects that had their time from those that are missing, in a look of its own: not at the snapshot, but now. */
async function settled(
  database: Database,
  { count, bytes, lacking }: CopyResult,
  signal: AbortSignal | undefined,
): Promise<Manifest['objects']> {
  let missing = await findReferenced(database, lacking)
  // Where none was found at all there is nothing to wait for: they are looked for in the wrong place.
  for (let tries = 0; missing.length > 0 && count > 0 && tries < patience.tries; tries += 1) {
    await wait(patience.pause_ms, undefined, { signal })
    missing = await findReferenced(database, lacking)
  }
  const gone = lacking.length - missing.length
  return { count, bytes, gone, missing: missing.length, named: missing.slice(0, maxNamed) }
}

const plainHead = async (db: Queryable): Promise<Manifest['head']> => {
  const head = await loadHead(db)
  return head && { number: head.number, hash: head.hash }
}

const dump = ({ url, folder, jobs = 2, signal }: BackupOptions, snapshot: string): Promise<void> =>
  runTool(
    'pg_dump',
    ['--format=directory', `--jobs=${jobs}`, `--snapshot=${snapshot}`, `--file=${join(folder, databaseFolder)}`],
    { url, signal },
  )

/** What is counted and what is dumped is one state of the database: the dump takes over the snapshot of the transaction. */
async function atSnapshot<T>(database: Database, work: (tx: Transaction, snapshot: string) => Promise<T>): Promise<T> {
  return database.transaction(async (tx) => {
    await tx.query(sql`set transaction isolation level repeatable read, read only`)
    await tx.query(sql`set local statement_timeout = 0`)
    await tx.query(sql`set local idle_in_transaction_session_timeout = 0`)
    const [exported] = await tx.query(sql<{ snapshot: string }>`select pg_export_snapshot() as snapshot`)
    return work(tx, exported?.snapshot ?? '')
  })
}
