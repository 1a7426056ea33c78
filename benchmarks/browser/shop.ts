import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const pictureCount = 12
const scriptCount = 4

/** The number of requests that a browser sends for the page and its parts. */
export const shopRequestCount = 2 + pictureCount + scriptCount

/** The front page of a shop: one style sheet, scripts that build a list, and pictures; about 400 kB. */
const page = `<!doctype html><html lang="en"><head><title>Shop</title><link rel="stylesheet" href="/shop.css"></head><body>
<h1>Bicycles</h1><ul id="list"></ul>
${Array.from({ length: pictureCount }, (_, index) => `<img src="/bicycle-${index}.svg" width="200" height="150" alt="">`).join('')}
${Array.from({ length: scriptCount }, (_, index) => `<script src="/shop-${index}.js"></script>`).join('')}
</body></html>`

const style = Array.from({ length: 500 }, (_, index) => `.item-${index} { color: #${index + 100}; margin: ${index}px }`)
const filler = `/* ${'x'.repeat(50_000)} */`
const script = `${filler}
for (let index = 0; index < 100; index++) {
  const item = document.createElement('li')
  item.className = 'item-' + index
  item.textContent = 'Bicycle ' + index
  document.querySelector('#list').append(item)
}`
const lines = Array.from({ length: 200 }, (_, index) => `<path d="M0 ${index} L200 ${150 - index}" stroke="#446"/>`)
const picture = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 150">${lines.join('')}</svg>`

export interface ShopServer extends AsyncDisposable {
  readonly address: string
}

export async function startShop(): Promise<ShopServer> {
  const server = createServer(({ url = '' }, response) => {
    if (url.endsWith('.css')) response.setHeader('content-type', 'text/css').end(style.join('\n'))
    else if (url.endsWith('.js')) response.setHeader('content-type', 'text/javascript').end(script)
    else if (url.endsWith('.svg')) response.setHeader('content-type', 'image/svg+xml').end(picture)
    else if (url === '/') response.setHeader('content-type', 'text/html').end(page)
    else response.writeHead(204).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
