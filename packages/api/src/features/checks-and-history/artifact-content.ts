import { finished, pipeline, type Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import type { ObjectStore } from '@wachta/objects'
import { type OperationAnswer, reject } from '@wachta/resource'
import { ZipFile } from 'yazl'

/** What came from foreign servers is handed over as a file to be saved, and as nothing that a browser would open. */
const safe = {
  'content-security-policy': "sandbox; default-src 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
} as const

/** Reads what is stored of an artifact. */
export async function readContent(
  objects: ObjectStore,
  { object_key }: { readonly object_key: string },
): Promise<Readable> {
  const found = await objects.get(object_key)
  return found ? found.stream : reject('not_found')
}

/** Whoever sends the stream on hears of a violation; nobody else needs to. */
const unheard = () => undefined

export const gzipContent = (content: Readable): Readable => pipeline(content, createGzip(), unheard)

/** What happens to one end happens to the other: a store that breaks off ends the answer, a caller who leaves the reading. */
export function zipContent(content: Readable, name: string): Readable {
  const archive = new ZipFile()
  const output = archive.outputStream as Readable
  archive.on('error', (cause) => output.destroy(cause))
  content.on('error', (cause) => output.destroy(cause))
  finished(output, () => content.destroy())
  archive.addReadStream(content, harmless(name))
  archive.end()
  return output
}

/** Content as a file to be saved. */
export const toDownload = (stream: Readable, name: string, type = 'application/octet-stream'): OperationAnswer => ({
  file: { stream, type, name: harmless(name) },
  headers: safe,
})

/** Never a path. */
const harmless = (name: string): string => name.replaceAll(/[^\w.-]/g, '_').replace(/^\.+/, '_')
