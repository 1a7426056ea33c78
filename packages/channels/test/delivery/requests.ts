import assert from 'node:assert/strict'
import { json } from './chats.ts'
import { type ProviderRequest, webFixture } from './web-provider.ts'

/** Customers' own programs: what they accept. */

const jsonPost = webFixture({
  channel: 'json_post',
  carries: ['id', 'thread', 'kind'],
  address: (base) => `${base}/in/CANARY-PATH?source=CANARY-QUERY`,
  secrets: ['CANARY-PATH', 'CANARY-QUERY'],
  read: (request) => {
    const { id, thread, kind, message } = json(request)
    assert.equal(headerOf(request, 'wachta-id'), id)
    return { text: message, id, thread, kind }
  },
})

const webhook = webFixture({
  channel: 'webhook',
  carries: ['id'],
  address: (base) => `${base}/api/webhook/CANARY-PATH`,
  secrets: ['CANARY-PATH'],
  read: (request) => ({ text: request.body, id: headerOf(request, 'wachta-id') }),
  reply: () => ({ status: 204, body: '' }),
})

export const requests = [jsonPost, webhook] as const

function headerOf({ headers }: ProviderRequest, name: string): string {
  const value = headers[name]
  assert.ok(typeof value === 'string', name)
  return value
}
