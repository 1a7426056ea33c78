import { noIndex, plainHeaders, type RawHeaders } from './headers.ts'

/** What is sent to a visitor. */
export interface Answer {
  readonly status: number
  readonly headers: RawHeaders
  readonly body?: Buffer
}

const privateHeaders: RawHeaders = [
  ...plainHeaders,
  ...['Content-Type', 'text/html; charset=utf-8'],
  ...['Cache-Control', 'no-store'],
  ...noIndex,
]

/** An HTML document that no cache keeps. */
export const toDocument = (status: number, html: string, more: RawHeaders = []): Answer => ({
  status,
  headers: [...privateHeaders, ...more],
  body: Buffer.from(html),
})

const createPlainAnswer = (status: number, title: string, more: RawHeaders = []): Answer =>
  toDocument(
    status,
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title><h1>${title}</h1></html>\n`,
    more,
  )

export const notFound = createPlainAnswer(404, 'Not found')
export const notAllowed = createPlainAnswer(405, 'Method not allowed', ['Allow', 'GET, HEAD'])
export const forbidden = createPlainAnswer(403, 'Sign in on the status page first')
export const badForm = createPlainAnswer(400, 'The form cannot be read')
export const unavailable = createPlainAnswer(503, 'Try again in a moment', ['Retry-After', '5'])
export const healthy: Answer = {
  status: 200,
  headers: ['Content-Type', 'text/plain; charset=utf-8', 'Cache-Control', 'no-store', ...plainHeaders],
  body: Buffer.from('ok\n'),
}
