import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, stat } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { BackupError, type Manifest } from './manifest.ts'

type File = Manifest['files'][number]

/** Creates a folder that only its owner can read; throws if it exists and is not empty. */
export async function makeFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 })
  if ((await readdir(path)).length > 0) throw new BackupError({ kind: 'folder_not_empty', path })
}

async function digestFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

/** Returns every file under a folder with its size and digest, sorted by path; paths are relative to `from`. */
export async function listBackupFiles(folder: string, from: string, signal?: AbortSignal): Promise<File[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const files: File[] = []
  for (const path of paths.sort()) {
    signal?.throwIfAborted()
    files.push(await readFileEntry(path, from))
  }
  return files
}

export const readFileEntry = async (path: string, from: string): Promise<File> => ({
  path: relative(from, path),
  size: (await stat(path)).size,
  sha256: await digestFile(path),
})

/** Progress callback and abort signal of a long operation. */
export interface ProgressOptions {
  readonly onDone: (done: number) => void
  readonly signal?: AbortSignal | undefined
}

/** Throws unless every file of the manifest exists with the recorded size and digest. */
export async function checkFiles(
  folder: string,
  { files }: Manifest,
  { onDone, signal }: ProgressOptions,
): Promise<void> {
  for (const [index, { path, size, sha256 }] of files.entries()) {
    signal?.throwIfAborted()
    const absolutePath = join(folder, path)
    // A path outside the folder cannot come from our backup; it is not read.
    if (relative(folder, absolutePath).startsWith('..')) throw new BackupError({ kind: 'file_differs', path })
    const stats = await stat(absolutePath).catch(() => undefined)
    if (stats?.size !== size || (await digestFile(absolutePath)) !== sha256)
      throw new BackupError({ kind: 'file_differs', path })
    onDone(index + 1)
  }
}

/** Writes a file atomically: the content is synced under a temporary name and then renamed. */
export async function writeAtomically(path: string, content: string | Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const unfinished = `${path}.unfinished`
  {
    await using file = await open(unfinished, 'wx', 0o600)
    await file.writeFile(content)
    await file.sync()
  }
  await rename(unfinished, path)
}
