import { lstat, readdir, realpath } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Returns the size of the files of folders in bytes, without files and folders of the given names: a write-ahead log
 * that is written over again and again does not grow with the number of checks.
 */
export async function measureStore(folders: readonly string[], without: readonly string[]): Promise<number> {
  const sizes = await Promise.all(folders.map((folder) => sizeOf(folder, without)))
  return sizes.reduce((sum, size) => sum + size, 0)
}

async function sizeOf(path: string, without: readonly string[]): Promise<number> {
  const folder = await realpath(path)
  const entries = await readdir(folder, { withFileTypes: true })
  const sizes = await Promise.all(
    entries
      .filter(({ name }) => !without.includes(name))
      .map((entry) => {
        const inside = join(folder, entry.name)
        // A link to a folder is followed, because a database may keep its data elsewhere.
        return entry.isDirectory() || entry.isSymbolicLink() ? sizeOf(inside, without) : sizeOfFile(inside)
      }),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

/** A file that has just been deleted takes no room any more. */
const sizeOfFile = async (path: string): Promise<number> => (await lstat(path).catch(() => ({ size: 0 }))).size
