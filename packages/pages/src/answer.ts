import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { createSeldom, type Log } from '@wachta/runtime'
import { languageParameter, type PageLanguage } from '@wachta/status-page'
import { getCaching, noIndex, plainHeaders, type RawHeaders } from './headers.ts'
import { locatePage } from './locate-page.ts'
import { chooseEncoding, chooseLanguage } from './negotiate.ts'
import type { PageSource, ServedPage } from './page-source.ts'
import type { RenderedFiles } from './rendered-files.ts'
import { getVisitorAddress } from './visitor-address.ts'

interface HandlerOptions {
  readonly source: Pick<PageSource, 'find'>
  readonly files: RenderedFiles
  readonly isTrustedProxy: (address: string) => boolean
  readonly log: Pick<Log, 'error'>
  readonly onAnswer: (status: number) => void
}

interface Answer {
  readonly status: number
  readonly headers: RawHeaders
  readonly body?: Buffer
}

/** Creates what answers requests for status pages. It sets no cookies. */
export function createHandler(options: HandlerOptions): RequestListener {
  const seldom = createSeldom()
  return (request, response) => {
    const send = (answer: Answer) => {
      options.onAnswer(answer.status)
      sendAnswer(request, response, answer)
    }
    const fail = (err: unknown) => {
      const said = seldom('answer')
      if (said) options.log.error({ err, unsaid: said.unsaid }, 'a status page was not served')
      send(unavailable)
    }
    try {
      const answer = answerRequest(request, options)
      if (answer instanceof Promise) answer.then(send).catch(fail)
      else send(answer)
    } catch (error) {
      fail(error)
    }
  }
}

function answerRequest(request: IncomingMessage, options: HandlerOptions): Answer | Promise<Answer> {
  if (request.method !== 'GET' && request.method !== 'HEAD') return notAllowed
  const { url = '/' } = request
  const mark = url.indexOf('?')
  const pathname = mark < 0 ? url : url.slice(0, mark)
  if (pathname === '/health') return healthy
  const location = locatePage(pathname)
  if (!location) return notFound
  const wanted = { path: location.path, query: mark < 0 ? '' : url.slice(mark + 1) }
  const page = options.source.find(location.slug)
  if (page instanceof Promise) return page.then((one) => answerWith(one, { ...wanted, request, options }))
  return answerWith(page, { ...wanted, request, options })
}

interface PageRequest {
  readonly request: IncomingMessage
  readonly options: HandlerOptions
  readonly path: string | undefined
  readonly query: string
}

function answerWith(page: ServedPage | undefined, { request, options, path, query }: PageRequest): Answer {
  if (!page) return notFound
  // Others learn not even that the page exists.
  if (page.isAllowed && !page.isAllowed(getVisitorAddress(request, options.isTrustedProxy))) return notFound
  if (path === undefined) return redirectTo(page)
  const chosen = query === '' ? undefined : findLanguage(page, query)
  const language = chosen ?? chooseLanguage(page.view.languages, request.headers['accept-language'])
  const file = options.files.find(page, path, language)
  if (!file) return notFound
  const encoded = file.encode(chooseEncoding(request.headers['accept-encoding'] as string | undefined))
  const { headers, body, etag } = encoded
  return isKnown(request.headers['if-none-match'], etag) ? { status: 304, headers } : { status: 200, headers, body }
}

/** The language that the address asks for, if the page has it. */
function findLanguage({ view }: ServedPage, query: string): PageLanguage | undefined {
  const wanted = new URLSearchParams(query).get(languageParameter)
  return view.languages.find((language) => language === wanted)
}

/** `If-None-Match` holds one ETag, several or an asterisk; caches may mark theirs as weak. */
function isKnown(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  if (header === etag || header === '*') return true
  return header.split(',').some((one) => one.trim().replace(/^W\//, '') === etag)
}

const redirectTo = (page: ServedPage): Answer => ({
  status: 308,
  headers: [...plainHeaders, ...['Location', `/${page.view.slug}/`], ...getCaching(page), ...noIndex],
  body: Buffer.alloc(0),
})

function createPlainAnswer(status: number, title: string, more: RawHeaders = []): Answer {
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title><h1>${title}</h1></html>\n`
  return {
    status,
    headers: [
      ...plainHeaders,
      ...['Content-Type', 'text/html; charset=utf-8'],
      ...['Cache-Control', 'no-store'],
      ...noIndex,
      ...more,
    ],
    body: Buffer.from(html),
  }
}

const notFound = createPlainAnswer(404, 'Not found')
const notAllowed = createPlainAnswer(405, 'Method not allowed', ['Allow', 'GET, HEAD'])
const unavailable = createPlainAnswer(503, 'Try again in a moment', ['Retry-After', '5'])
const healthy: Answer = {
  status: 200,
  headers: ['Content-Type', 'text/plain; charset=utf-8', 'Cache-Control', 'no-store', ...plainHeaders],
  body: Buffer.from('ok\n'),
}

function sendAnswer(request: IncomingMessage, response: ServerResponse, { status, headers, body }: Answer): void {
  // A visitor that has gone needs no answer.
  if (response.destroyed || response.headersSent) return
  if (body === undefined) {
    response.writeHead(status, headers as string[])
    response.end()
    return
  }
  response.writeHead(status, [...headers, 'Content-Length', String(body.length)])
  if (request.method === 'HEAD') response.end()
  else response.end(body)
}
