import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { TLSSocket } from 'node:tls'
import { createLogLimiter, type Log } from '@wachta/runtime'
import { languageParameter, type PageLanguage } from '@wachta/status-page'
import type { VisitorAdmission, VisitorRequest } from './admission.ts'
import { type Challenges, challengePath } from './challenges.ts'
import { getCaching, noIndex, plainHeaders } from './headers.ts'
import { locatePage, readHostName } from './locate-page.ts'
import { chooseEncoding, chooseLanguage } from './negotiate.ts'
import type { PageSource, ServedPage } from './page-source.ts'
import { answerProtectedPage, type VisitorAuth } from './protected-page.ts'
import type { RenderedFiles } from './rendered-files.ts'
import { createRenewal } from './renewal.ts'
import { emptyBody } from './response-body.ts'
import { healthy, notAllowed, notFound, type PageResponse, unavailable } from './responses.ts'
import { answerDomainCheck, domainCheckPath, isPlain, redirectToTls, strictTransport } from './transport.ts'
import { getVisitorAddress } from './visitor-address.ts'

interface HandlerOptions {
  readonly source: Pick<PageSource, 'find' | 'has' | 'findHost'>
  readonly challenges: Challenges
  /** Whether this process speaks TLS too. */
  readonly hasTls: boolean
  readonly files: RenderedFiles
  readonly isTrustedProxy: (address: string) => boolean
  readonly admit: (asked: VisitorRequest) => Promise<VisitorAdmission>
  readonly log: Pick<Log, 'error'>
  readonly now: () => number
  readonly onAnswer: (status: number) => void
}

type Options = HandlerOptions & { readonly auth: VisitorAuth }

/** Creates the request handler for status pages. Only protected pages set a cookie. */
export function createHandler(given: HandlerOptions): RequestListener {
  const logLimiter = createLogLimiter()
  const { admit, now } = given
  const options: Options = { ...given, auth: { admit, now, renew: createRenewal({ admit, now }) } }
  return (request, response) => {
    const send = (answer: PageResponse) => {
      options.onAnswer(answer.status)
      sendResponse(request, response, answer)
    }
    const fail = (err: unknown) => {
      const due = logLimiter('answer')
      if (due)
        options.log.error(
          { err, suppressed: due.suppressed },
          'could not serve a status page; the visitor got an error page',
        )
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

const methods: readonly (string | undefined)[] = ['GET', 'HEAD', 'POST']

function answerRequest(request: IncomingMessage, options: Options): PageResponse | Promise<PageResponse> {
  if (!methods.includes(request.method)) return notAllowed
  const { url = '/' } = request
  const mark = url.indexOf('?')
  const pathname = mark < 0 ? url : url.slice(0, mark)
  if (pathname === '/health') return healthy
  const query = mark < 0 ? '' : url.slice(mark + 1)
  if (pathname === domainCheckPath) return answerDomainCheck(query, options.source)
  const name = readHostName(request.headers.host)
  const host = options.source.findHost(name)
  if (host && pathname.startsWith(challengePath))
    return options.challenges.answer(name, pathname.slice(challengePath.length))
  if (host?.certificate && isPlain(request, options)) return redirectToTls(name, url)
  const location = locatePage(pathname, host)
  if (!location) return notFound
  const wanted = { path: location.path, root: location.root, query }
  const page = options.source.find(location.slug)
  if (page instanceof Promise) return page.then((one) => answerPage(one, { ...wanted, request, options }))
  return answerPage(page, { ...wanted, request, options })
}

interface PageRequest {
  readonly request: IncomingMessage
  readonly options: Options
  readonly path: string | undefined
  readonly root: string
  readonly query: string
}

function answerPage(page: ServedPage | undefined, asked: PageRequest): PageResponse | Promise<PageResponse> {
  const { request, options, path, root } = asked
  const { gate } = page ?? {}
  if (request.method === 'POST' && !gate) return notAllowed
  if (!page) return notFound
  // Visitors from other addresses must not learn that the page exists.
  if (page.isAllowed && !page.isAllowed(getVisitorAddress(request, options.isTrustedProxy))) return notFound
  if (path === undefined) return redirectTo(page)
  if (!gate) return serveFile(page, path, asked)
  return answerProtectedPage(
    {
      ...{ request, path, root, page: { ...page, gate } },
      parameters: new URLSearchParams(asked.query),
      language: findLanguage(page, asked),
      address: getVisitorAddress(request, options.isTrustedProxy),
      serve: () => serveFile(page, path, asked),
      hasFile: options.files.has(page, path),
    },
    options.auth,
  )
}

function serveFile(page: ServedPage, path: string, asked: PageRequest): PageResponse {
  const { request, options } = asked
  const file = options.files.find(page, path, findLanguage(page, asked))
  if (!file) return notFound
  const encoded = file.encode(chooseEncoding(request.headers['accept-encoding'] as string | undefined))
  const { headers, body, etag } = encoded
  return isKnown(request.headers['if-none-match'], etag) ? { status: 304, headers } : { status: 200, headers, body }
}

/** The language in the address, if the page has it; otherwise the one that the visitor prefers. */
function findLanguage({ view }: ServedPage, { query, request }: PageRequest): PageLanguage {
  const wanted = query === '' ? null : new URLSearchParams(query).get(languageParameter)
  const chosen = view.languages.find((language) => language === wanted)
  return chosen ?? chooseLanguage(view.languages, request.headers['accept-language'])
}

/** `If-None-Match` holds one ETag, several or an asterisk; caches may mark theirs as weak. */
function isKnown(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  if (header === etag || header === '*') return true
  return header.split(',').some((one) => one.trim().replace(/^W\//, '') === etag)
}

const redirectTo = (page: ServedPage): PageResponse => ({
  status: 308,
  headers: [...plainHeaders, ...['Location', `/${page.view.slug}/`], ...getCaching(page), ...noIndex],
  body: emptyBody,
})

function sendResponse(
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers, body }: PageResponse,
): void {
  // The visitor has disconnected.
  if (response.destroyed || response.headersSent) return
  const secure = request.socket instanceof TLSSocket ? strictTransport : []
  response.writeHead(status, [...headers, ...secure, ...(body?.lengthHeader ?? [])])
  if (body === undefined || request.method === 'HEAD') response.end()
  else response.end(body.content, 'latin1')
}
