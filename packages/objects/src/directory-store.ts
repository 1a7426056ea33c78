import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ObjectStore } from './store.ts'

/** Stores objects in a local directory. Writes are atomic, and survive a power failure. */
export function openDirectoryStore(url: URL): ObjectStore {
  const root = fileURLToPath(url)
  return {
    async put(key, bytes) {
      const path = join(root, key)
      const folder = dirname(path)
      const firstCreated = await mkdir(folder, { recursive: true, mode: 0o700 })
      const unfinished = `${path}.${randomUUID()}`
      try {
        await writeFile(unfinished, bytes, { flag: 'wx', mode: 0o600, flush: true })
        await rename(unfinished, path)
      } catch (error) {
        await rm(unfinished, { force: true }).catch(() => undefined)
        throw error
      }
      await syncFolders(folder, firstCreated === undefined ? folder : dirname(firstCreated))
    },
    async get(key) {
      // Opened before anything else, so that an object that is removed meanwhile can still be read.
      const file = await open(join(root, key)).catch(ignoreAbsent)
      if (!file) return undefined
      const stats = await file.stat()
      if (stats.isFile()) return { size: stats.size, stream: file.createReadStream() }
      await file.close()
      return undefined
    },
    async remove(prefix) {
      const path = join(root, prefix)
      const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch(ignoreAbsent)
      await rm(path, { recursive: true, force: true })
      // Keys have no dot: a file with a dot was left by a process that was killed while writing.
      return entries?.filter((entry) => entry.isFile() && !entry.name.includes('.')).length ?? 0
    },
    async [Symbol.asyncDispose]() {},
  }
}

/** Writes the entries of a directory, and of its parents up to `top`, to the disk: until then, they can be lost. */
async function syncFolders(folder: string, top: string): Promise<void> {
  // If the directory is missing, the object was removed meanwhile.
  await using handle = await open(folder).catch(ignoreAbsent)
  await handle?.sync().catch(ignoreUnsupported)
  if (folder !== top) await syncFolders(dirname(folder), top)
}

function ignoreAbsent(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined
  throw error
}

/** Some network file systems cannot synchronize a directory. */
function ignoreUnsupported(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EINVAL' && error.code !== 'ENOTSUP') throw error
}
