import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { minuteMs } from '@wachta/domain'
import { listFiles, type PageLanguage, renderFile } from '@wachta/status-page'
import { BoundedMap } from './bounded-map.ts'
import { buildHeaders } from './headers.ts'
import type { ServedPage } from './page-source.ts'
import { type ResponseBody, toBody } from './response-body.ts'

export type ContentEncoding = 'identity' | 'br' | 'gzip'

/** A file as it is sent in one encoding. */
export interface EncodedFile {
  readonly body: ResponseBody
  readonly etag: string
  /** Names and values in turn. */
  readonly headers: readonly string[]
}

export interface RenderedFile {
  readonly encode: (encoding: ContentEncoding) => EncodedFile
}

interface Entry extends RenderedFile {
  readonly headers: readonly string[]
  readonly contentVersion: string
  readonly staleSince: number | null
  readonly hash: string
  readonly renderedAt: number
  readonly bytes: number
}

/** Rendered and compressed files in memory. */
const maxBytes = 128 * 1024 ** 2
/** Files are rendered again after this time, because some of them depend on the time. */
const keepMs = minuteMs
/** Compression hardly helps smaller files. */
const minCompressBytes = 512

/** Renders files on their first request, and keeps them until the page changes. */
export class RenderedFiles {
  readonly #entries = new BoundedMap<Entry>(maxBytes, ({ bytes }) => bytes)
  readonly #paths = new WeakMap<ServedPage['view'], ReadonlySet<string>>()
  readonly #now: () => number
  #rendered = 0

  constructor(now: () => number) {
    this.#now = now
  }

  get bytes(): number {
    return this.#entries.size
  }

  get rendered(): number {
    return this.#rendered
  }

  /** Returns a file of a page in a language; undefined if the page has no such file. */
  find(page: ServedPage, path: string, language: PageLanguage): RenderedFile | undefined {
    if (!this.has(page, path)) return undefined
    const key = `${page.view.slug} ${language} ${path}`
    const known = this.#entries.get(key)
    const now = this.#now()
    const { contentVersion, staleSince } = page
    const isCurrent = known?.contentVersion === contentVersion && known.staleSince === staleSince
    if (isCurrent && now - known.renderedAt < keepMs) return known
    const file = renderFile(page.view, path, { language, now, staleSince })
    if (!file) return undefined
    this.#rendered += 1
    const body = Buffer.from(file.body)
    const hash = createHash('sha256').update(body).digest('base64url').slice(0, 22)
    const headers = [...buildHeaders(page, path), 'Content-Type', file.mediaType]
    const isSame = known?.hash === hash && isDeepStrictEqual(known.headers, headers)
    const shouldCompress = isCompressible(file.mediaType) && body.length >= minCompressBytes
    const encode = isSame ? known.encode : createEncoder({ body, hash, headers, shouldCompress })
    const kept = { headers, encode, contentVersion, staleSince, hash, renderedAt: now }
    // Compressed forms are made on request; together they are smaller than the file.
    this.#entries.set(key, { ...kept, bytes: 2 * body.length + key.length })
    return kept
  }

  has({ view }: ServedPage, path: string): boolean {
    const known = this.#paths.get(view) ?? new Set(listFiles(view))
    this.#paths.set(view, known)
    return known.has(path)
  }
}

const isCompressible = (mediaType: string): boolean => /^text\/|json|xml|javascript/.test(mediaType)

interface Encodable {
  readonly body: Buffer
  readonly hash: string
  readonly headers: readonly string[]
  readonly shouldCompress: boolean
}

function createEncoder({ body, hash, headers, shouldCompress }: Encodable): (encoding: ContentEncoding) => EncodedFile {
  const forms = new Map<ContentEncoding, EncodedFile>()
  return (wanted) => {
    const encoding = shouldCompress ? wanted : 'identity'
    const known = forms.get(encoding)
    if (known) return known
    // Each form is another sequence of bytes, so a strong ETag names the form too.
    const made =
      encoding === 'identity'
        ? { body: toBody(body), etag: `"${hash}"`, headers: [...headers, 'ETag', `"${hash}"`] }
        : toCompressed({ body, hash, headers }, encoding)
    forms.set(encoding, made)
    return made
  }
}

function toCompressed(
  { body, hash, headers }: Omit<Encodable, 'shouldCompress'>,
  encoding: 'br' | 'gzip',
): EncodedFile {
  const etag = `"${hash}-${encoding}"`
  return {
    body: toBody(compress(body, encoding)),
    etag,
    headers: [...headers, 'ETag', etag, 'Content-Encoding', encoding],
  }
}

function compress(body: Buffer, encoding: 'br' | 'gzip'): Buffer {
  if (encoding === 'gzip') return gzipSync(body)
  return brotliCompressSync(body, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
  })
}
