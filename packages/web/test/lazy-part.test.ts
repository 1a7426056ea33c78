import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'

const server = createServer((_request, response) => response.end())
before(() => once(server.listen(0, '127.0.0.1'), 'listening'))
after(() => server.close())

let isConnected = true
const send = globalThis.fetch
Object.assign(globalThis, {
  window: new EventTarget(),
  // In a browser, addresses are relative to the page.
  fetch: (path: string, init?: RequestInit) =>
    isConnected
      ? send(new URL(path, `http://127.0.0.1:${(server.address() as AddressInfo).port}`), init)
      : Promise.reject(new TypeError('offline')),
})
const { loadWithRetry, MissingFileError } = await import('../src/app/routing/lazy-part.ts')

test('a file that the server no longer has is not waited for, and can be told from other errors', async () => {
  const load = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))
  const isMissing = (error: unknown) => error instanceof MissingFileError && /dynamically imported/.test(error.message)
  await assert.rejects(loadWithRetry(load), isMissing)
})

test('a file is loaded again when the connection is back', { timeout: 4000 }, async () => {
  isConnected = false
  const loading = loadWithRetry(async () => {
    if (!isConnected) throw new TypeError('offline')
    return 'loaded'
  })
  await wait(50)
  isConnected = true
  window.dispatchEvent(new Event('online'))
  assert.equal(await loading, 'loaded')
})
