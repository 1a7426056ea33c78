import { createMasks } from '../masking.ts'
import type { Probe } from '../probe.ts'
import { decodeAnswer } from '../web/expectations.ts'
import type { fetchOnce } from '../web/fetch-once.ts'
import { type CheckRequest, getHeaderValue, maskCredentials, type WebResponse } from '../web/web-request.ts'

interface Entry {
  readonly page: number
  readonly startedAt: Date
  readonly request: CheckRequest
  answer: WebResponse | null
  time: number
}

interface Page {
  readonly title: string
  readonly startedAt: Date
}

/** The maximum number of characters of one text in the archive, and of the whole archive. */
const maxTextLength = 16_384
const maxArchiveLength = 900_000

/** The requests of a scenario and their answers as HAR 1.2, for tools that show such archives. */
export class HttpArchive {
  readonly #pages: Page[] = []
  readonly #entries: Entry[] = []

  /** Adds a page for the step that begins. */
  addPage(title: string, startedAt: Date): void {
    this.#pages.push({ title, startedAt })
  }

  /** Returns a function that fetches in the same way and records the exchange in this archive. */
  wrapFetch(fetch: typeof fetchOnce): typeof fetchOnce {
    return async (request: CheckRequest, probe: Probe) => {
      const entry: Entry = { page: this.#pages.length, startedAt: probe.today(), request, answer: null, time: 0 }
      this.#entries.push(entry)
      const started = probe.now()
      try {
        entry.answer = await fetch(request, probe)
        return entry.answer
      } finally {
        entry.time = probe.now() - started
      }
    }
  }

  /** Returns the archive as text with secrets masked. If it is too large, the last requests are kept. */
  serialize(secrets: readonly unknown[]): string {
    const { maskText } = createMasks(secrets)
    // Mask the texts before they are encoded: a JSON body inside JSON would contain the secrets escaped twice.
    const toMaskedJson = (value: object) =>
      JSON.stringify(value, (_, part) => (typeof part === 'string' ? maskText(part) : part))
    const entries: string[] = []
    let size = 0
    for (const entry of this.#entries.toReversed()) {
      const serialized = toMaskedJson(toEntry(entry))
      size += serialized.length
      if (size > maxArchiveLength) break
      entries.unshift(serialized)
    }
    const pages = toMaskedJson(this.#pages.map(toPage))
    const creator = '{"name":"Wachta","version":"1"}'
    return `{"log":{"version":"1.2","creator":${creator},"pages":${pages},"entries":[${entries.join(',')}]}}`
  }
}

const toPage = ({ title, startedAt }: Page, index: number) => ({
  id: `step_${index + 1}`,
  title,
  startedDateTime: startedAt.toISOString(),
  pageTimings: {},
})

function toEntry({ page, startedAt, request, answer, time }: Entry) {
  return {
    pageref: `step_${page}`,
    startedDateTime: startedAt.toISOString(),
    time: Math.round(time),
    request: toRequest(request),
    response: toResponse(answer),
    cache: {},
    timings: { send: 0, wait: Math.round(time), receive: 0 },
  }
}

function toRequest({ method, url, headers, body }: CheckRequest) {
  const type = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? ''
  return {
    method,
    url: url.href,
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: headers.map(([name, value]) => toHeader(name, value)),
    queryString: [...url.searchParams].map(([name, value]) => ({ name, value })),
    ...(body !== null && { postData: { mimeType: type, text: body.toString().slice(0, maxTextLength) } }),
    headersSize: -1,
    bodySize: body?.length ?? 0,
  }
}

/** Without an answer the status is 0, as in the archives of browsers. */
function toResponse(answer: WebResponse | null) {
  const rawHeaders = answer?.rawHeaders ?? []
  return {
    status: answer?.status ?? 0,
    statusText: '',
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: rawHeaders.flatMap((name, index) =>
      index % 2 === 0 ? [toHeader(name, rawHeaders[index + 1] ?? '')] : [],
    ),
    content: {
      size: answer?.body.length ?? 0,
      mimeType: (answer && getHeaderValue(answer, 'content-type')) ?? '',
      ...(answer !== null && { text: decodeAnswer(answer).slice(0, maxTextLength) }),
    },
    redirectURL: (answer && getHeaderValue(answer, 'location')) ?? '',
    headersSize: -1,
    bodySize: -1,
  }
}

const toHeader = (name: string, value: string) => ({ name, value: maskCredentials(name, value) })
