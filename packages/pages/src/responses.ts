import { noIndex, plainHeaders, type RawHeaders } from './headers.ts'
import { type ResponseBody, toBody } from './response-body.ts'

/** The status, headers and body of an answer to a visitor. */
export interface PageResponse {
  readonly status: number
  readonly headers: RawHeaders
  readonly body?: ResponseBody
}

const privateHeaders: RawHeaders = [
  ...plainHeaders,
  ...['Content-Type', 'text/html; charset=utf-8'],
  ...['Cache-Control', 'no-store'],
  ...noIndex,
]

/** An HTML document that no cache keeps. */
export const toDocument = (status: number, html: string, extraHeaders: RawHeaders = []): PageResponse => ({
  status,
  headers: [...privateHeaders, ...extraHeaders],
  body: toBody(Buffer.from(html)),
})

const createPlainResponse = (status: number, title: string, extraHeaders: RawHeaders = []): PageResponse =>
  toDocument(
    status,
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title><h1>${title}</h1></html>\n`,
    extraHeaders,
  )

const createNotAllowed = (methods: string): PageResponse =>
  createPlainResponse(405, 'Method not allowed', ['Allow', methods])

export const notFound = createPlainResponse(404, 'Not found')
export const notAllowed = createNotAllowed('GET, HEAD')
/** For a page with a password, which visitors send with POST. */
export const notAllowedWithForm = createNotAllowed('GET, HEAD, POST')
export const forbidden = createPlainResponse(403, 'Sign in on the status page first')
export const badForm = createPlainResponse(400, 'The form cannot be read')
export const unavailable = createPlainResponse(503, 'Try again in a moment', ['Retry-After', '5'])
export const healthy: PageResponse = {
  status: 200,
  headers: ['Content-Type', 'text/plain; charset=utf-8', 'Cache-Control', 'no-store', ...plainHeaders],
  body: toBody(Buffer.from('ok\n')),
}
