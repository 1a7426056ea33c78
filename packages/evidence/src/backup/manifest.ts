import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'

export const manifestName = 'manifest.json'
export const objectList = 'objects.jsonl'
export const databaseFolder = 'database'
export const objectFolder = 'objects'

const count = Type.Integer({ minimum: 0 })
const digest = Type.String({ pattern: '^[0-9a-f]{64}$' })

/** The content of a backup. It is written last, so a backup without it is incomplete. */
const Manifest = Type.Object({
  format: Type.Literal(1),
  version: Type.String(),
  made_at: Type.String(),
  /** The last link of the hash chain at the time of the backup. */
  head: Type.Union([Type.Null(), Type.Object({ number: count, hash: digest })]),
  migrations: Type.Array(Type.String()),
  counts: Type.Record(Type.String(), count),
  /**
   * `count`: objects that were copied. `gone`: objects that retention deleted during the backup.
   * `missing`: objects that are referenced but not in the object store. `named`: the keys of the first missing ones.
   */
  objects: Type.Object({ count, bytes: count, gone: count, missing: count, named: Type.Array(Type.String()) }),
  /**
   * The keys that are needed to read the secrets of this backup, as fingerprints. The keys themselves are not in it.
   */
  keys: Type.Array(Type.Object({ id: Type.String(), fingerprint: Type.String() })),
  files: Type.Array(Type.Object({ path: Type.String(), size: count, sha256: digest })),
})
export type Manifest = Static<typeof Manifest>

/** An error of a backup or of its target, with structured data so that the CLI can describe it in each language. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
  readonly fault: BackupFault

  constructor(fault: BackupFault, options: { cause?: unknown } = {}) {
    super(JSON.stringify(fault), options)
    this.fault = fault
  }
}

export type BackupFault =
  | { readonly kind: 'folder_not_empty' | 'no_manifest' | 'not_a_manifest'; readonly path: string }
  | { readonly kind: 'file_differs'; readonly path: string }
  | { readonly kind: 'database_not_empty'; readonly tables: number }
  | { readonly kind: 'newer_version'; readonly version: string; readonly migrations: readonly string[] }
  | { readonly kind: 'tool_missing' | 'tool_failed'; readonly tool: string; readonly said: string }

export async function readManifest(folder: string): Promise<Manifest> {
  const path = join(folder, manifestName)
  const text = await readFile(path, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    throw cause.code === 'ENOENT' || cause.code === 'ENOTDIR' ? new BackupError({ kind: 'no_manifest', path }) : cause
  })
  let found: unknown
  try {
    found = JSON.parse(text)
  } catch (cause) {
    throw new BackupError({ kind: 'not_a_manifest', path }, { cause })
  }
  if (!Value.Check(Manifest, found)) throw new BackupError({ kind: 'not_a_manifest', path })
  return found
}
