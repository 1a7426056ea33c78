import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, stat } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { BackupError, type Manifest } from './manifest.ts'

type File = Manifest['files'][number]

/** A new folder that only its owner reads; one with something in it is left alone. */
export async function makeFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 })
  if ((await readdir(path)).length > 0) throw new BackupError({ kind: 'folder_not_empty', path })
}

async function digestOfFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

/** Every file under a folder with its size and digest, by name, as seen from another folder. */
export async function filesUnder(folder: string, from: string, signal?: AbortSignal): Promise<File[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const files: File[] = []
  for (const path of paths.sort()) {
    signal?.throwIfAborted()
    files.push(await fileAt(path, from))
  }
  return files
}

export const fileAt = async (path: string, from: string): Promise<File> => ({
  path: relative(from, path),
  size: (await stat(path)).size,
  sha256: await digestOfFile(path),
})

/** Who is told how far a long work is, and what ends it. */
export interface Watching {
  readonly onDone: (done: number) => void
  readonly signal?: AbortSignal | undefined
}

/** Holds files against what the manifest says of them. */
export async function checkFiles(folder: string, { files }: Manifest, { onDone, signal }: Watching): Promise<void> {
  for (const [index, { path, size, sha256 }] of files.entries()) {
    signal?.throwIfAborted()
    const at = join(folder, path)
    // A manifest that leads elsewhere is none of ours.
    if (relative(folder, at).startsWith('..')) throw new BackupError({ kind: 'file_differs', path })
    const found = await stat(at).catch(() => undefined)
    if (found?.size !== size || (await digestOfFile(at)) !== sha256)
      throw new BackupError({ kind: 'file_differs', path })
    onDone(index + 1)
  }
}

/** Whole or not there at all, and on the disk before it has its name. */
export async function writeWhole(path: string, content: string | Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const unfinished = `${path}.unfinished`
  {
    await using file = await open(unfinished, 'wx', 0o600)
    await file.writeFile(content)
    await file.sync()
  }
  await rename(unfinished, path)
}
