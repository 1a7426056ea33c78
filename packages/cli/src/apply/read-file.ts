import { open } from 'node:fs/promises'
import { CommandError, type Invocation } from '../frame/command.ts'

/** More than any configuration or export as text has; somebody has named the wrong file. */
const largestFile = 64 * 1024 * 1024
const sqliteHeader = 'SQLite format 3\0'

/** Of a database, which may be of any size and is read by its path, only this is read here. */
export const isSqlite = (content: Buffer): boolean =>
  content.subarray(0, sqliteHeader.length).toString('latin1') === sqliteHeader

/** What is in a file, or with `-` what is piped in. */
export async function readNamedFile(file: string, input: Invocation['input']): Promise<Buffer> {
  if (file === '-') return Buffer.from(await input.all())
  try {
    const content = await contentOf(file)
    if (content.length <= largestFile) return content
  } catch (error) {
    if (error instanceof CommandError) throw error
    const { code } = error as NodeJS.ErrnoException
    throw new CommandError({
      en: `${file} cannot be read (${code}).`,
      pl: `Nie można odczytać pliku ${file} (${code}).`,
    })
  }
  throw tooLarge(file)
}

async function contentOf(file: string): Promise<Buffer> {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(sqliteHeader.length))
    const begun = buffer.subarray(0, bytesRead)
    if (isSqlite(begun)) return begun
    if ((await handle.stat()).size > largestFile) throw tooLarge(file)
    // From there on, for what comes through a pipe is read once.
    return Buffer.concat([begun, await handle.readFile()])
  } finally {
    await handle.close()
  }
}

const tooLarge = (file: string): CommandError =>
  new CommandError({
    en: `${file} is larger than ${largestFile / 1024 / 1024} MiB.`,
    pl: `Plik ${file} jest większy niż ${largestFile / 1024 / 1024} MiB.`,
  })
