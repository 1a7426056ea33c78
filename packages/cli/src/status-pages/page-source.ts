import { CommandError, type Invocation } from '../frame/command.ts'
import { createWrongExportError, parseImportedJson } from '../import/reading.ts'
import { openSource } from '../import/source.ts'
import type { ForeignPage } from './page-import.ts'
import { readKumaPage } from './read-kuma-page.ts'
import { readStatuspage } from './read-statuspage.ts'

interface PageSystem {
  readonly name: string
  /** The URLs that a published page is read from. */
  readonly getUrls: (page: URL) => readonly URL[]
  /** Names of files that are also read if they are in the folder of the given one. */
  readonly siblingFiles: readonly string[]
  /** Undefined if the files are something else. */
  readonly read: (files: readonly unknown[]) => ForeignPage | undefined
}

/** The systems that a status page can be imported from. */
const pageSystems: Readonly<Record<'statuspage' | 'uptime-kuma', PageSystem>> = {
  statuspage: {
    name: 'Statuspage',
    getUrls: (page) => ['api/v2/summary.json', 'api/v2/incidents.json'].map((path) => new URL(`/${path}`, page)),
    siblingFiles: ['incidents.json'],
    read: readStatuspage,
  },
  'uptime-kuma': {
    name: 'Uptime Kuma',
    getUrls: (page) => [new URL(page.pathname.replace(/^\/status\//, '/api/status-page/'), page)],
    siblingFiles: [],
    read: readKumaPage,
  },
}

/** Reads a page from a file or from the web. */
export async function readForeignPage(
  from: keyof typeof pageSystems,
  source: string,
  { input, stopping }: Pick<Invocation, 'input' | 'stopping'>,
): Promise<ForeignPage> {
  const system = pageSystems[from]
  const url = /^https?:\/\//i.test(source) ? URL.parse(source) : null
  const files = url
    ? await Promise.all(system.getUrls(url).map((address) => readAddress(address, stopping)))
    : await readFiles(source, system, input)
  return system.read(files) ?? fail(createWrongExportError(source, system.name))
}

async function readFiles(path: string, { siblingFiles }: PageSystem, input: Invocation['input']): Promise<unknown[]> {
  const source = await openSource(path, input)
  const others =
    path === '-' ? [] : (await Promise.all(siblingFiles.map((name) => source.readMatchingFiles(name)))).flat()
  const files = [source, ...others.filter((other) => !other.content.equals(source.content))]
  return files.map((file) => parseImportedJson(file.content, file.path))
}

const timeoutMs = 30_000
const maxBytes = 16 * 1024 * 1024

async function readAddress(address: URL, stopping: AbortSignal): Promise<unknown> {
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(timeoutMs)])
  try {
    const response = await fetch(address, { signal, headers: { accept: 'application/json' } })
    if (!response.ok) throw new Error(String(response.status))
    return parseImportedJson(await readBody(response), address.href)
  } catch (cause) {
    if (cause instanceof CommandError) throw cause
    throw new CommandError(
      {
        en: `${address.href} cannot be read (${(cause as Error).message}).`,
        pl: `Nie można odczytać ${address.href} (${(cause as Error).message}).`,
      },
      { cause },
    )
  }
}

async function readBody(response: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > maxBytes) throw new Error(`> ${maxBytes / 1024 / 1024} MiB`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const fail = (error: Error): never => {
  throw error
}
