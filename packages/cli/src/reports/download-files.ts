import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Client, ReportGeneratedAttachment } from '@wachta/client'
import { CommandError } from '../frame/command.ts'

export interface DownloadedFile {
  readonly type_id: string
  readonly path: string
  readonly size: number
  readonly sha256: string
}

/** Stores files of a report in a folder, each only if its content has the digest that the API gives for it. */
export async function downloadFiles(
  client: Client,
  files: readonly ReportGeneratedAttachment[],
  folder: string,
): Promise<DownloadedFile[]> {
  const downloaded: DownloadedFile[] = []
  await mkdir(folder, { recursive: true }).catch(rejectUnwritable(folder))
  for (const { report_id, type_id, file_name, sha256 } of files) {
    const path = { _id: report_id, _type_id: type_id }
    const content = await toBuffer(await client.call('read_report_generated_attachment_plain', { path }))
    if (createHash('sha256').update(content).digest('hex') !== sha256) throw createDamagedError(file_name)
    // The name comes from the server; only its last part counts, so that nothing is written elsewhere.
    const target = join(folder, basename(file_name))
    await writeFile(target, content).catch(rejectUnwritable(target))
    downloaded.push({ type_id, path: target, size: content.length, sha256 })
  }
  return downloaded
}

/** The client parses JSON; `JSON.stringify` gives the same bytes again, because the reporter uses it too. */
async function toBuffer(content: unknown): Promise<Buffer> {
  return content instanceof Blob ? Buffer.from(await content.arrayBuffer()) : Buffer.from(JSON.stringify(content))
}

const rejectUnwritable = (path: string) => (error: NodeJS.ErrnoException) => {
  throw new CommandError({
    en: `${path} cannot be written (${error.code}).`,
    pl: `Nie można zapisać ${path} (${error.code}).`,
  })
}

const createDamagedError = (name: string): CommandError =>
  new CommandError({
    en: `${name} was damaged during the download: its digest does not match. It was not stored; try again.`,
    pl: `Plik ${name} został uszkodzony podczas pobierania: skrót się nie zgadza. Nie został zapisany; spróbuj ponownie.`,
  })
