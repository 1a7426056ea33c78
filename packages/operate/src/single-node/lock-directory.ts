import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CommandError } from '@wachta/cli'
import { isRunning } from '../engines/daemon.ts'

const fileName = 'box.pid'
/** Occurs in every command line of this program. */
const marker = 'main.ts'

/** Locks a data directory for this process: two supervisors of one directory would stop each other's servers. */
export async function lockDataDirectory(directory: string): Promise<AsyncDisposable> {
  const path = join(directory, fileName)
  for (;;) {
    try {
      await writeFile(path, `${process.pid}\n`, { flag: 'wx' })
      return { [Symbol.asyncDispose]: () => rm(path, { force: true }) }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    const pid = await findLockHolder(directory)
    if (pid !== undefined)
      throw new CommandError({
        en: `${directory} is already in use by process ${pid}.`,
        pl: `${directory} jest już w użyciu przez proces ${pid}.`,
      })
    // The process that wrote the file was killed.
    await rm(path, { force: true })
  }
}

/** Returns the pid of another process that holds the lock. */
export async function findLockHolder(directory: string): Promise<number | undefined> {
  const pid = Number(await readFile(join(directory, fileName), 'utf8').catch(() => ''))
  const isOther = pid > 0 && pid !== process.pid
  return isOther && (await isRunning({ name: 'wachta', pid, marker, stopSignal: 'SIGTERM' })) ? pid : undefined
}
