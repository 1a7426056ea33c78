import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getFileHeaders, type PageLanguage, type PageView, renderFile } from '@wachta/status-page'
import { sampleNow } from './sample-view.ts'

export interface ServedView {
  /** The address of the page, with a trailing slash. */
  readonly address: string
  /** Replaces the content of the page. */
  readonly change: (view: PageView) => void
  readonly requests: string[]
  [Symbol.asyncDispose]: () => Promise<void>
}

/** Serves a page below its slug, as the pages process does, for a browser or a client. */
export async function serveView(view: PageView): Promise<ServedView> {
  let current = view
  const requests: string[] = []
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://page')
    requests.push(`${request.method} ${url.pathname}`)
    const path = url.pathname.replace(/^\/[^/]+\//, '')
    const language = (url.searchParams.get('lang') ?? current.languages[0]) as PageLanguage
    const file = renderFile(current, path, { language, now: sampleNow, staleSince: null })
    if (file === undefined) return void response.writeHead(404).end()
    const etag = `"${createHash('sha256').update(file.body).digest('hex')}"`
    const headers = {
      ...getFileHeaders(path, current),
      'Content-Type': file.mediaType,
      ETag: etag,
      'Cache-Control': 'no-cache',
    }
    if (request.headers['if-none-match'] === etag) response.writeHead(304, headers).end()
    else response.writeHead(200, headers).end(file.body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/${view.slug}/`,
    change: (next) => {
      current = next
    },
    requests,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
