import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { TLSSocket } from 'node:tls'
import { createLogLimiter, type Log } from '@wachta/runtime'
import { languageParameter, type PageLanguage } from '@wachta/status-page'
import type { VisitorAdmission, VisitorRequest } from './admission.ts'
import { type Challenges, challengePath } from './challenges.ts'
import type { Gate } from './gate.ts'
import { getCaching, noIndex, plainHeaders } from './headers.ts'
import { locatePage, readHostName } from './locate-page.ts'
import { chooseEncoding, chooseLanguage } from './negotiate.ts'
import type { PageSource, ServedPage } from './page-source.ts'
import { answerProtectedPage, type VisitorAuth } from './protected-page.ts'
import type { RenderedFiles } from './rendered-files.ts'
import { createRenewal } from './renewal.ts'
import { emptyBody } from './response-body.ts'
import { healthy, notAllowed, notAllowedWithForm, notFound, type PageResponse, unavailable } from './responses.ts'
import { answerDomainCheck, domainCheckPath, isPlainHttp, redirectToTls, strictTransport } from './transport.ts'
import { getVisitorAddress } from './visitor-address.ts'

interface HandlerOptions {
  readonly source: Pick<PageSource, 'find' | 'has' | 'findHost'>
  readonly challenges: Challenges
  /** Whether this process also serves TLS. */
  readonly hasTls: boolean
  readonly files: RenderedFiles
  readonly isTrustedProxy: (address: string) => boolean
  readonly admit: (visitorRequest: VisitorRequest) => Promise<VisitorAdmission>
  readonly log: Pick<Log, 'error'>
  readonly now: () => number
  readonly onAnswer: (status: number) => void
}

type Options = HandlerOptions & { readonly auth: VisitorAuth }

/** Creates the request handler for status pages. Only protected pages set a cookie. */
export function createHandler(handlerOptions: HandlerOptions): RequestListener {
  const logLimiter = createLogLimiter()
  const { admit, now } = handlerOptions
  const options: Options = { ...handlerOptions, auth: { admit, now, renew: createRenewal({ admit, now }) } }
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

function answerRequest(request: IncomingMessage, options: Options): PageResponse | Promise<PageResponse> {
  const { url = '/' } = request
  const queryStart = url.indexOf('?')
  const pathname = queryStart < 0 ? url : url.slice(0, queryStart)
  if (pathname === '/health') return healthy
  const query = queryStart < 0 ? '' : url.slice(queryStart + 1)
  if (pathname === domainCheckPath) return answerDomainCheck(query, options.source)
  const name = readHostName(request.headers.host)
  const host = options.source.findHost(name)
  if (host && pathname.startsWith(challengePath))
    return options.challenges.answer(name, pathname.slice(challengePath.length))
  if (host?.certificate && isPlainHttp(request, options)) return redirectToTls(name, url)
  const location = locatePage(pathname, host)
  if (!location) return notFound
  const target = { path: location.path, root: location.root, query }
  const page = options.source.find(location.slug)
  if (page instanceof Promise) return page.then((one) => answerPage(one, { ...target, request, options }))
  return answerPage(page, { ...target, request, options })
}

interface PageRequest {
  readonly request: IncomingMessage
  readonly options: Options
  readonly path: string | undefined
  readonly root: string
  readonly query: string
}

function answerPage(page: ServedPage | undefined, pageRequest: PageRequest): PageResponse | Promise<PageResponse> {
  const { request, options, path, root } = pageRequest
  // Visitors from other addresses must not learn that the page exists.
  const isHidden = page?.isAllowed && !page.isAllowed(getVisitorAddress(request, options.isTrustedProxy))
  const { gate } = isHidden ? {} : (page ?? {})
  const rejection = rejectMethod(request, gate)
  if (rejection) return rejection
  if (!page || isHidden) return notFound
  if (path === undefined) return redirectTo(page)
  if (!gate) return serveFile(page, path, pageRequest)
  return answerProtectedPage(
    {
      ...{ request, path, root, page: { ...page, gate } },
      parameters: new URLSearchParams(pageRequest.query),
      language: findLanguage(page, pageRequest),
      address: getVisitorAddress(request, options.isTrustedProxy),
      serve: () => serveFile(page, path, pageRequest),
      hasFile: options.files.has(page, path),
    },
    options.auth,
  )
}

/** Returns the answer to a method that the page does not accept: only a password is sent with POST. */
function rejectMethod({ method }: IncomingMessage, gate: Gate | undefined): PageResponse | undefined {
  if (method === 'GET' || method === 'HEAD') return undefined
  if (gate?.kind !== 'password') return notAllowed
  return method === 'POST' ? undefined : notAllowedWithForm
}

function serveFile(page: ServedPage, path: string, pageRequest: PageRequest): PageResponse {
  const { request, options } = pageRequest
  const file = options.files.find(page, path, findLanguage(page, pageRequest))
  if (!file) return notFound
  const encoded = file.encode(chooseEncoding(request.headers['accept-encoding'] as string | undefined))
  const { headers, body, etag } = encoded
  return matchesEtag(request.headers['if-none-match'], etag) ? { status: 304, headers } : { status: 200, headers, body }
}

/** Returns the language in the URL, if the page has it; otherwise the one that the visitor prefers. */
function findLanguage({ view }: ServedPage, { query, request }: PageRequest): PageLanguage {
  const requested = query === '' ? null : new URLSearchParams(query).get(languageParameter)
  const chosen = view.languages.find((language) => language === requested)
  return chosen ?? chooseLanguage(view.languages, request.headers['accept-language'])
}

/** `If-None-Match` contains one or several ETags, or an asterisk; caches may mark ETags as weak. */
function matchesEtag(header: string | undefined, etag: string): boolean {
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
