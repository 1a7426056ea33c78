import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { startListening } from '@wachta/testing/listening'

export interface Shop {
  /** The address of the service: the origin of the shop. */
  readonly address: string
  /** The received requests, in order: method, path, cookies and body. */
  readonly seen: { readonly line: string; readonly headers: IncomingMessage['headers']; readonly body: string }[]
  close(): Promise<void>
}

/** A small application with a login, a session in a cookie and a token in JSON, as scenarios meet them. */
export async function startShop(): Promise<Shop> {
  const seen: Shop['seen'] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks).toString()
    seen.push({ line: `${request.method} ${request.url}`, headers: request.headers, body })
    answer(request, body, response)
  })
  const { port, close } = await startListening(server)
  return { address: `http://127.0.0.1:${port}`, seen, close }
}

function answer({ url = '', headers }: IncomingMessage, body: string, response: ServerResponse): void {
  const isKnown = headers.cookie?.includes('session=s3ss10n') === true
  const json = (status: number, content: object, more: Record<string, string | string[]> = {}) =>
    response.writeHead(status, { 'Content-Type': 'application/json', ...more }).end(JSON.stringify(content))
  const { pathname, searchParams } = new URL(url, 'http://shop.test')
  switch (pathname) {
    case '/form':
      response.writeHead(200, { 'Content-Type': 'text/html', 'Set-Cookie': 'form=1; Path=/' })
      response.end('<form><input name="csrf" value="c5rf-t0k3n"></form>')
      break
    case '/login':
      if (!body.includes('c5rf-t0k3n')) json(403, { error: 'csrf' })
      else json(200, { token: 'acc355-t0k3n', user: { id: 42 } }, { 'Set-Cookie': 'session=s3ss10n; HttpOnly' })
      break
    case '/orders/42':
      if (!isKnown || headers.authorization !== 'Bearer acc355-t0k3n') json(401, { error: 'who?' })
      else json(200, { orders: [{ number: 'A/7 & more' }] }, { 'X-Page': '3 of 9' })
      break
    case '/order':
      json(200, { number: searchParams.get('number') })
      break
    case '/moved':
      response.writeHead(302, { Location: '/orders/42', 'Set-Cookie': 'moved=1' }).end()
      break
    case '/slow':
      setTimeout(() => json(200, {}), 500)
      break
    case '/broken':
      response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"half": ')
      break
    case '/empty':
      response.writeHead(200).end()
      break
    default:
      json(404, { error: 'nothing here' })
  }
}
