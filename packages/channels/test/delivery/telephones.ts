import assert from 'node:assert/strict'
import { json } from './chats.ts'
import { type ProviderRequest, webFixture } from './web-provider.ts'

/** Gateways that the operator runs or rents. */

const token = 'CANARY-TOKEN-77aa'

const sms = webFixture({
  channel: 'sms',
  isOurs: true,
  carries: ['id'],
  address: () => '+48 600 100 200',
  settings: (base) => ({ sms: { url: base.replace('//', `//${token}@`), sender: 'Wachta' } }),
  secrets: [token, '+48600100200'],
  read: (request) => {
    admitted(request)
    const { id, to, from, text } = json(request)
    assert.deepEqual([to, from], ['+48600100200', 'Wachta'])
    return { text, id }
  },
})

const telephone = webFixture({
  channel: 'telephone',
  isOurs: true,
  carries: ['id'],
  address: () => '0048 600 100 200',
  settings: (base) => ({ voice: { url: `${base}/calls`, token } }),
  secrets: [token, '+48600100200'],
  read: (request) => {
    admitted(request)
    const { id, to, text, language } = json(request)
    assert.deepEqual([request.url.pathname, to, language], ['/calls', '+48600100200', 'en'])
    return { text, id }
  },
})

export const telephones = [sms, telephone] as const

function admitted({ headers }: ProviderRequest): void {
  assert.equal(headers['authorization'], `Bearer ${token}`)
}
