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

/** What a backup holds; it is written last, so a backup without it was never finished. */
const Manifest = Type.Object({
  format: Type.Literal(1),
  version: Type.String(),
  made_at: Type.String(),
  /** The newest link of the chain of seals in it. */
  head: Type.Union([Type.Null(), Type.Object({ number: count, hash: digest })]),
  migrations: Type.Array(Type.String()),
  counts: Type.Record(Type.String(), count),
  /** Gone: they had their time while the backup was made. Missing: they should have been there; some of them by name. */
  objects: Type.Object({ count, bytes: count, gone: count, missing: count, named: Type.Array(Type.String()) }),
  /** The keys that it takes to read the secrets in it, by id, with a digest of each: the keys themselves are kept elsewhere. */
  keys: Type.Array(Type.Object({ id: Type.String(), fingerprint: Type.String() })),
  files: Type.Array(Type.Object({ path: Type.String(), size: count, sha256: digest })),
})
export type Manifest = Static<typeof Manifest>

/** What is wrong with a backup, or with where it is to go, in a form that can be said in any language. */
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
