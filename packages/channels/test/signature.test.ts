import assert from 'node:assert/strict'
import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { test } from 'node:test'
import { type Channel, channel } from '@wachta/channels'
import type { WebRequest } from '../src/carrier.ts'
import { awkward } from './delivery/awkward.ts'
import { messageTo } from './delivery/message.ts'

const tolerance_s = 300
const signedAt = new Date('2026-11-15T09:00:00.700Z')
const keys = ['first key of the account', 'second key of the account']
const to = { address: 'https://example.com/hook' }

interface ReceivedRequest {
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

/** Verifies a request like a customer, implemented only from the documentation. */
function isGenuine({ headers, body }: ReceivedRequest, key: string, now: Date): boolean {
  const { 'wachta-id': id = '', 'wachta-time': time = '', 'wachta-signature': signatures = '' } = headers
  if (!/^[0-9]+$/.test(time) || Math.abs(now.getTime() / 1000 - Number(time)) > tolerance_s) return false
  const expected = createHmac('sha256', key).update(`${id}.${time}.`).update(body).digest()
  return signatures.split(',').some((each) => {
    const given = /^v1=[0-9a-f]{64}$/.test(each) ? Buffer.from(each.slice(3), 'hex') : Buffer.alloc(0)
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}

for (const id of ['json_post', 'webhook']) {
  test(`${id}: a holder of one of the keys can verify that a request is ours`, async () => {
    for (const text of ['{"a": "b"}', ...awkward]) {
      const received = await receivedOf(id, text)
      for (const key of keys) assert.ok(isGenuine(received, key, signedAt), JSON.stringify(text))
      assert.ok(!isGenuine(received, 'another key', signedAt))
    }
  })

  test(`${id}: any flipped bit is noticed`, async () => {
    const received = await receivedOf(id, JSON.stringify({ text: randomBytes(600).toString('base64') }))
    let accepted = 0
    for (let flips = 0; flips < 10_000; flips++) {
      if (isGenuine(withFlippedBit(received), keys[0] ?? '', signedAt)) accepted++
    }
    assert.equal(accepted, 0)
  })
}

test('a request is believed for five minutes, in both directions', async () => {
  const received = await receivedOf('json_post', 'a')
  const after = (seconds: number) => new Date(signedAt.getTime() + seconds * 1000)
  for (const seconds of [-299, 0, 60, 299]) assert.ok(isGenuine(received, keys[0] ?? '', after(seconds)))
  for (const seconds of [-302, 301, 3_600, 86_400]) assert.ok(!isGenuine(received, keys[0] ?? '', after(seconds)))
})

test('an attempt after hours is signed anew and has the same id and the same body', async () => {
  const later = new Date(signedAt.getTime() + 7_200_000)
  const [first, second] = [await receivedOf('json_post', 'a'), await receivedOf('json_post', 'a', { now: later })]
  assert.ok(isGenuine(second, keys[0] ?? '', later))
  assert.equal(first.headers['wachta-id'], second.headers['wachta-id'])
  assert.deepEqual(first.body, second.body)
})

test('an account without a key gets an id and a time, and no signature', async () => {
  const { headers } = await receivedOf('json_post', 'a', { signingKeys: [] })
  assert.deepEqual([headers['wachta-id'], headers['wachta-time']], ['main-n4711', '1794733200'])
  assert.equal(headers['wachta-signature'], undefined)
  const [one] = keys
  const single = await receivedOf('json_post', 'a', { signingKeys: [one ?? ''] })
  assert.match(single.headers['wachta-signature'] ?? '', /^v1=[0-9a-f]{64}$/)
})

test('a verifier that leaves out a part would be seen here', async () => {
  const received = await receivedOf('json_post', 'a')
  const careless = ({ body }: ReceivedRequest): boolean => body.equals(received.body)
  let accepted = 0
  for (let flips = 0; flips < 10_000; flips++) if (careless(withFlippedBit(received))) accepted++
  assert.ok(accepted > 0)
})

/** The request as a server receives it: lower-case header names, and bytes. */
async function receivedOf(
  id: string,
  text: string,
  { now = signedAt, signingKeys = keys }: { readonly now?: Date; readonly signingKeys?: readonly string[] } = {},
): Promise<ReceivedRequest> {
  const sent: WebRequest[] = []
  const web = {
    send: async (request: WebRequest) => {
      sent.push(request)
      return { status: 200, text: '' }
    },
  }
  await known(id).deliver?.(messageTo(to, known(id), { text, signingKeys }), { web, gateway: web, now: () => now })
  const [request] = sent
  assert.ok(sent.length === 1 && typeof request?.body === 'string')
  const headers = Object.entries(request.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value])
  return { headers: Object.fromEntries(headers), body: Buffer.from(request.body) }
}

/** Flips one bit of the signed parts or of the signature. Keeps only one signature, as the other would be valid. */
function withFlippedBit({ headers, body }: ReceivedRequest): ReceivedRequest {
  const [signature = ''] = (headers['wachta-signature'] ?? '').split(',')
  const single: ReceivedRequest['headers'] = { ...headers, 'wachta-signature': signature }
  const parts = ['wachta-id', 'wachta-time', 'wachta-signature', 'body'] as const
  const part = parts[randomInt(parts.length)] ?? 'body'
  if (part === 'body') return { headers: single, body: flipped(body) }
  const value = flipped(Buffer.from(single[part] ?? '', 'latin1')).toString('latin1')
  return { headers: { ...single, [part]: value }, body }
}

function flipped(bytes: Buffer): Buffer {
  const changed = Buffer.from(bytes)
  const position = randomInt(changed.length)
  changed[position] = (changed[position] ?? 0) ^ (1 << randomInt(8))
  return changed
}

function known(id: string): Channel {
  const found = channel(id)
  assert.ok(found, id)
  return found
}
