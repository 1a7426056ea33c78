import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ObjectStore } from './store.ts'

/** Stores objects in a local directory. Writes are atomic. */
export function openDirectoryStore(url: URL): ObjectStore {
  const root = fileURLToPath(url)
  return {
    async put(key, bytes) {
      const path = join(root, key)
      const unfinished = `${path}.${randomUUID()}`
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      await using file = await open(unfinished, 'wx', 0o600)
      await file.writeFile(bytes)
      await file.datasync()
      await rename(unfinished, path)
    },
    async get(key) {
      const path = join(root, key)
      const stats = await stat(path).catch(ignoreAbsent)
      return stats?.isFile() ? { size: stats.size, stream: createReadStream(path) } : undefined
    },
    async remove(prefix) {
      const path = join(root, prefix)
      const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch(ignoreAbsent)
      await rm(path, { recursive: true, force: true })
      return entries?.filter((entry) => entry.isFile()).length ?? 0
    },
    async [Symbol.asyncDispose]() {},
  }
}

function ignoreAbsent(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined
  throw error
}
