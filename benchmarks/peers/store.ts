import { lstat, readdir, realpath } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Returns the size of the files of folders in bytes, without files and folders of the given names: a write-ahead log
 * that is written over again and again does not grow with the number of checks.
 */
export async function measureStore(folders: readonly string[], excludedNames: readonly string[]): Promise<number> {
  const sizes = await Promise.all(folders.map((folder) => measureFolder(folder, excludedNames)))
  return sizes.reduce((sum, size) => sum + size, 0)
}

async function measureFolder(path: string, excludedNames: readonly string[]): Promise<number> {
  const folder = await realpath(path)
  const entries = await readdir(folder, { withFileTypes: true })
  const sizes = await Promise.all(
    entries
      .filter(({ name }) => !excludedNames.includes(name))
      .map((entry) => {
        const entryPath = join(folder, entry.name)
        // A link to a folder is followed, because a database may keep its data elsewhere.
        return entry.isDirectory() || entry.isSymbolicLink()
          ? measureFolder(entryPath, excludedNames)
          : measureFile(entryPath)
      }),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

/** Returns the size of a file, or 0 if it has just been deleted. */
const measureFile = async (path: string): Promise<number> => (await lstat(path).catch(() => ({ size: 0 }))).size
