import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { findFreePort } from '@wachta/testing/free-port'
import { pages } from './pages.ts'

/** What can be broken in the shop, as a customer would notice it. */
export type ShopFault =
  | 'login answers 500'
  | 'password changed'
  | 'codes out of step'
  | 'cart script broken'
  | 'banner over the button'
  | 'pay button disabled'
  | 'card frame missing'
  | 'payments down'
  | 'payments redirect in a circle'
  | 'checkout hangs'
  | 'invoice cut off'

/** A shop with a login, one-time codes, a cart, payment on another origin with a frame, and an invoice to download. */
export interface Shop extends AsyncDisposable {
  readonly address: string
  readonly customer: typeof customer
  /** Breaks the shop; undefined repairs it. */
  fault: ShopFault | undefined
}

const customer = { email: 'anna@example.com', password: 'correct horse', secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP' }

export async function startShop(): Promise<Shop> {
  const state = { fault: undefined as ShopFault | undefined, address: '', paymentAddress: '', closedAddress: '' }
  const shop = createServer((request, response) => void serveShop(request, response, state))
  const payments = createServer((request, response) => servePayments(request, response, state))
  state.address = await listen(shop)
  state.paymentAddress = await listen(payments)
  state.closedAddress = `http://127.0.0.1:${await findFreePort()}`
  return {
    get address() {
      return state.address
    },
    customer,
    get fault() {
      return state.fault
    },
    set fault(fault) {
      state.fault = fault
    },
    async [Symbol.asyncDispose]() {
      for (const server of [shop, payments]) {
        server.closeAllConnections()
        server.close()
        await once(server, 'close')
      }
    },
  }
}

interface ShopState {
  readonly fault: ShopFault | undefined
  readonly address: string
  readonly paymentAddress: string
  readonly closedAddress: string
}

async function serveShop(request: IncomingMessage, response: ServerResponse, state: ShopState): Promise<void> {
  const { fault } = state
  const [path = '/'] = (request.url ?? '/').split('?')
  const session = /session=(\w+)/.exec(request.headers.cookie ?? '')?.[1]
  const form = request.method === 'POST' ? new URLSearchParams(await read(request)) : new URLSearchParams()
  const show = (html: string, status = 200) => send(response, status, html)
  if (path === '/') return show(pages.home())
  if (path === '/login' && request.method === 'GET')
    return fault === 'login answers 500' ? show('<h1>Internal error</h1>', 500) : show(pages.login())
  if (path === '/login') {
    const isKnown = form.get('email') === customer.email && form.get('password') === customer.password
    if (!isKnown || fault === 'password changed') return show(pages.login('Wrong e-mail or password.'))
    return redirect(response, '/code', 'session=half; Path=/')
  }
  if (path === '/code' && request.method === 'GET') return show(pages.code())
  if (path === '/code') {
    if (!isCode(form.get('code') ?? '', fault === 'codes out of step' ? 3_600 : 0))
      return show(pages.code('Wrong code.'))
    return redirect(response, '/products', 'session=full; Path=/')
  }
  if (session !== 'full') return redirect(response, '/login')
  if (path === '/cart/add') return send(response, 200, '{"items":1}', 'application/json')
  if (path === '/products')
    return show(pages.products(fault === 'cart script broken', fault === 'banner over the button'))
  if (path === '/cart') return show(pages.cart())
  if (path === '/checkout') {
    if (fault === 'checkout hangs') return
    const payment = fault === 'payments down' ? state.closedAddress : state.paymentAddress
    return show(pages.checkout(payment, state.paymentAddress, fault === 'pay button disabled'))
  }
  if (path === '/done') return show(pages.done())
  if (path === '/invoice') return sendInvoice(response, fault === 'invoice cut off')
  if (path === '/logout') return redirect(response, '/', 'session=; Path=/; Max-Age=0')
  show('<h1>Not found</h1>', 404)
}

function servePayments(request: IncomingMessage, response: ServerResponse, { fault, address }: ShopState): void {
  const [path] = (request.url ?? '/').split('?')
  if (path === '/card')
    send(response, fault === 'card frame missing' ? 404 : 200, fault === 'card frame missing' ? '' : pages.card())
  else if (fault === 'payments redirect in a circle') redirect(response, '/pay')
  else redirect(response, `${address}/done`)
}

/** RFC 6238, implemented independently of the product; accepts the current time step and its two neighbours. */
function isCode(code: string, offsetSeconds: number): boolean {
  const bits = [...customer.secret].reduce(
    (sum, letter) => sum * 32n + BigInt('ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter)),
    0n,
  )
  const key = Buffer.from(bits.toString(16).padStart(40, '0'), 'hex')
  const step = Math.floor((Date.now() / 1000 + offsetSeconds) / 30)
  return [step - 1, step, step + 1].some((counter) => {
    const hash = createHmac('sha1', key)
      .update(Buffer.from(counter.toString(16).padStart(16, '0'), 'hex'))
      .digest('hex')
    const offset = Number.parseInt(hash.slice(-1), 16) * 2
    const number = Number.parseInt(hash.slice(offset, offset + 8), 16) & 0x7fffffff
    return code === String(number).slice(-6).padStart(6, '0')
  })
}

function send(response: ServerResponse, status: number, body: string, type = 'text/html; charset=utf-8'): void {
  response.writeHead(status, { 'content-type': type }).end(body)
}

function redirect(response: ServerResponse, location: string, cookie?: string): void {
  response.writeHead(303, { location, ...(cookie !== undefined && { 'set-cookie': cookie }) }).end()
}

function sendInvoice(response: ServerResponse, isCut: boolean): void {
  const disposition = 'attachment; filename="invoice-1001.pdf"'
  response.writeHead(200, {
    'content-type': 'application/pdf',
    'content-disposition': disposition,
    'content-length': 4_000,
  })
  if (!isCut) return void response.end(Buffer.alloc(4_000, '%'))
  response.write(Buffer.alloc(1_000, '%'))
  setTimeout(() => response.destroy(), 100)
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
