import { finished, pipeline, type Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import type { ObjectStore } from '@wachta/objects'
import { type OperationAnswer, reject } from '@wachta/resource'
import { ZipFile } from 'yazl'

/** Headers that make a browser save content of foreign servers as a file, and never open it. */
const downloadHeaders = {
  'content-security-policy': "sandbox; default-src 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
} as const

/** Reads the stored content of an artifact. */
export async function readContent(
  objects: ObjectStore,
  { object_key }: { readonly object_key: string },
): Promise<Readable> {
  const found = await objects.get(object_key)
  return found ? found.stream : reject('not_found')
}

/** Ignores the errors of a stream, because its consumer handles them. */
const ignoreError = () => undefined

export const gzipContent = (content: Readable): Readable => pipeline(content, createGzip(), ignoreError)

/** Packs content into a zip archive. If the store fails, the response ends; if the client disconnects, reading ends. */
export function createZip(content: Readable, name: string): Readable {
  const archive = new ZipFile()
  const output = archive.outputStream as Readable
  archive.on('error', (cause) => output.destroy(cause))
  content.on('error', (cause) => output.destroy(cause))
  finished(output, () => content.destroy())
  archive.addReadStream(content, toSafeFileName(name))
  archive.end()
  return output
}

/** Answers with content as a download. */
export const toDownload = (stream: Readable, name: string, type = 'application/octet-stream'): OperationAnswer => ({
  file: { stream, type, name: toSafeFileName(name) },
  headers: downloadHeaders,
})

/** Returns a file name without special characters, so that it cannot be a path. */
const toSafeFileName = (name: string): string => name.replaceAll(/[^\w.-]/g, '_').replace(/^\.+/, '_')
