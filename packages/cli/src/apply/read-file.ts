import { open } from 'node:fs/promises'
import { CommandError, type Invocation } from '../frame/command.ts'

/** No configuration or text export is larger; a larger file must be the wrong one. */
const maxFileBytes = 64 * 1024 * 1024
const sqliteHeader = 'SQLite format 3\0'

export const isSqlite = (content: Buffer): boolean =>
  content.subarray(0, sqliteHeader.length).toString('latin1') === sqliteHeader

/**
 * Reads a file, or standard input for `-`. Only the header of an SQLite database is read, because a database can have
 * any size and is opened by its path.
 */
export async function readNamedFile(file: string, input: Invocation['input']): Promise<Buffer> {
  if (file === '-') return Buffer.from(await input.readAll())
  try {
    const content = await readContent(file)
    if (content.length <= maxFileBytes) return content
  } catch (error) {
    if (error instanceof CommandError) throw error
    const { code } = error as NodeJS.ErrnoException
    throw new CommandError({
      en: `${file} cannot be read (${code}).`,
      pl: `Nie można odczytać pliku ${file} (${code}).`,
    })
  }
  throw createTooLargeError(file)
}

async function readContent(file: string): Promise<Buffer> {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(sqliteHeader.length))
    const beginning = buffer.subarray(0, bytesRead)
    if (isSqlite(beginning)) return beginning
    if ((await handle.stat()).size > maxFileBytes) throw createTooLargeError(file)
    // Reads on after the header, because a pipe cannot be read twice.
    return Buffer.concat([beginning, await handle.readFile()])
  } finally {
    await handle.close()
  }
}

const createTooLargeError = (file: string): CommandError =>
  new CommandError({
    en: `${file} is larger than ${maxFileBytes / 1024 / 1024} MiB.`,
    pl: `Plik ${file} jest większy niż ${maxFileBytes / 1024 / 1024} MiB.`,
  })
