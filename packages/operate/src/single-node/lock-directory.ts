import { readdir, readFile, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { CommandError, tryLockPath } from '@wachta/cli'
import { isRunning } from '../engines/daemon.ts'

/** The name of the lock in existing data directories. */
export const lockName = 'box.pid'
/** Occurs in every command line of this program. */
const marker = 'main.ts'

/** Locks a data directory for this process: two supervisors of one directory would stop each other's servers. */
export async function lockDataDirectory(directory: string): Promise<AsyncDisposable> {
  const path = join(directory, lockName)
  for (;;) {
    const pid = await findLockHolder(directory)
    if (pid !== undefined)
      throw new CommandError({
        en: `${directory} is already in use by process ${pid}.`,
        pl: `${directory} jest już w użyciu przez proces ${pid}.`,
      })
    // In existing data directories, a dead process may have left a file; a directory cannot be removed in this way.
    await unlink(path).catch(() => undefined)
    const unlock = await tryLockPath(path, async (holder) => (await findRunningPid(holder)) === undefined)
    if (unlock) return { [Symbol.asyncDispose]: unlock }
  }
}

/** Returns the pid of another process that holds the lock. */
export async function findLockHolder(directory: string): Promise<number | undefined> {
  for (const holder of await readHolders(join(directory, lockName))) {
    const pid = await findRunningPid(holder)
    if (pid !== undefined) return pid
  }
  return undefined
}

/** Returns what begins with the pid of the holder: the names in the directory, or the content of a file. */
async function readHolders(path: string): Promise<string[]> {
  const content = await readFile(path, 'utf8').catch(() => undefined)
  return content === undefined ? readdir(path).catch(() => []) : [content]
}

/** Returns the pid at the beginning of the text, if it is that of another process of this program. */
async function findRunningPid(text: string): Promise<number | undefined> {
  const pid = Number.parseInt(text, 10)
  const isOther = pid > 0 && pid !== process.pid
  return isOther && (await isRunning({ name: 'wachta', pid, marker, stopSignal: 'SIGTERM' })) ? pid : undefined
}
