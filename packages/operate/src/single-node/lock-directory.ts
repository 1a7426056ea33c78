import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CommandError } from '@wachta/cli'
import { isAlive } from '../engines/daemon.ts'

const fileName = 'box.pid'
/** What every command line of ours has in it. */
const marker = 'main.ts'

/** Holds a box for this process: two that run the same one would end each other's servers. */
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
        en: `${directory} is in use already, by process ${pid}.`,
        pl: `${directory} jest już w użyciu przez proces ${pid}.`,
      })
    // Whoever wrote it was killed.
    await rm(path, { force: true })
  }
}

/** The process that holds a box, other than this one. */
export async function findLockHolder(directory: string): Promise<number | undefined> {
  const pid = Number(await readFile(join(directory, fileName), 'utf8').catch(() => ''))
  const isOther = pid > 0 && pid !== process.pid
  return isOther && (await isAlive({ name: 'wachta', pid, marker, stopSignal: 'SIGTERM' })) ? pid : undefined
}
