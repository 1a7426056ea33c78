import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rename, rm, rmdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Takes a lock, also that of a dead holder, and returns the function that releases it; undefined if another process
 * holds it.
 *
 * The lock is a directory with one file, which is named after the process that holds it and has another name each time:
 * a process that removes the file of a dead holder, however late, cannot remove that of its successor.
 */
export async function tryLockPath(
  path: string,
  isDead: (holder: string) => Promise<boolean>,
): Promise<(() => Promise<void>) | undefined> {
  for (const holder of await listHolders(path)) {
    if (!(await isDead(holder))) return undefined
    await removeHolder(path, holder)
  }
  const holder = `${process.pid}-${randomUUID()}`
  const prepared = `${path}.${holder}`
  try {
    await mkdir(prepared)
    await writeFile(join(prepared, holder), '')
    // A directory can replace an empty one, but none with a file.
    await rename(prepared, path)
  } catch (error) {
    await rm(prepared, { recursive: true, force: true })
    if (hasCode(error, 'ENOTEMPTY', 'EEXIST')) return undefined
    throw error
  }
  return () => removeHolder(path, holder)
}

async function listHolders(path: string): Promise<string[]> {
  try {
    return await readdir(path)
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return []
    throw error
  }
}

async function removeHolder(path: string, holder: string): Promise<void> {
  await rm(join(path, holder), { force: true })
  // Fails if another process holds the lock already.
  await rmdir(path).catch(() => undefined)
}

const hasCode = (error: unknown, ...codes: string[]): boolean =>
  codes.includes((error as NodeJS.ErrnoException).code ?? '')
