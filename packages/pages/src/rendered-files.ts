import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { minuteMs } from '@wachta/domain'
import { isWaiting } from '@wachta/runtime'
import { listFiles, type PageLanguage, renderFile } from '@wachta/status-page'
import { BoundedMap } from './bounded-map.ts'
import { buildHeaders } from './headers.ts'
import type { ServedPage } from './page-source.ts'
import { type ResponseBody, toBody } from './response-body.ts'

export type ContentEncoding = 'identity' | 'br' | 'gzip'

/** A file in one encoding, ready to be sent. */
export interface EncodedFile {
  readonly body: ResponseBody
  readonly etag: string
  /** Alternating names and values. */
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

/** The maximum size of rendered and compressed files in memory. */
const maxBytes = 128 * 1024 ** 2
/** Files are rendered again after this time, because some of them depend on the time. */
const maxAgeMs = minuteMs
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
    const cached = this.#entries.get(key)
    const now = this.#now()
    const { contentVersion, staleSince } = page
    const isCurrent = cached?.contentVersion === contentVersion && cached.staleSince === staleSince
    if (isCurrent && isWaiting(now, cached.renderedAt + maxAgeMs, maxAgeMs)) return cached
    const file = renderFile(page.view, path, { language, now, staleSince })
    if (!file) return undefined
    this.#rendered += 1
    const body = Buffer.from(file.body)
    const hash = createHash('sha256').update(body).digest('base64url').slice(0, 22)
    const headers = [...buildHeaders(page, path), 'Content-Type', file.mediaType]
    const isSame = cached?.hash === hash && isDeepStrictEqual(cached.headers, headers)
    const shouldCompress = isCompressible(file.mediaType) && body.length >= minCompressBytes
    const encode = isSame ? cached.encode : createEncoder({ body, hash, headers, shouldCompress })
    const rendered = { headers, encode, contentVersion, staleSince, hash, renderedAt: now }
    // The factor 2 covers the compressed forms: they are made on request, and together they are smaller than the file.
    this.#entries.set(key, { ...rendered, bytes: 2 * body.length + key.length })
    return rendered
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
  return (requested) => {
    const encoding = shouldCompress ? requested : 'identity'
    const known = forms.get(encoding)
    if (known) return known
    // The bytes of each form differ, so its strong ETag contains the encoding.
    const encoded =
      encoding === 'identity'
        ? { body: toBody(body), etag: `"${hash}"`, headers: [...headers, 'ETag', `"${hash}"`] }
        : toCompressed({ body, hash, headers }, encoding)
    forms.set(encoding, encoded)
    return encoded
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
