import assert from 'node:assert/strict'
import { createECDH, randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { channel, type Message } from '@wachta/channels'
import { openCarriers } from '@wachta/channels/carriers'
import { decryptBody } from '@wachta/testing/web-push/decryption'
import { verifyAuthorization } from '@wachta/testing/web-push/vapid'
import webPush from 'web-push'
import { messageTo } from './delivery/message.ts'
import { keys, startPushService } from './delivery/push-service.ts'

const push = channel('push')
assert.ok(push?.deliver)
const { deliver } = push

test('a push tells what it is about, in what hurry, and where to look', async () => {
  await using service = await startPushService()
  await deliver(messageTo(service.to, push), service.carriers)
  const [headers] = service.headers
  assert.deepEqual(
    [headers?.['ttl'], headers?.['urgency'], headers?.['content-encoding']],
    ['86400', 'high', 'aes128gcm'],
  )
  assert.match(String(headers?.['topic']), /^[A-Za-z0-9_-]{32}$/)
  assert.deepEqual(service.payloads, [
    {
      id: 'main-n4711',
      title: 'CANARY-SUBJECT-51c0',
      body: 'CANARY-TEXT-7d2f: no answer',
      thread: 'main-o1234',
      kind: 'start',
      url: 'https://panel.example.com/analyses/918273645',
    },
  ])
  await deliver(messageTo(service.to, push, { values: { service_link: 'https://a.example/' } }), service.carriers)
  await deliver(messageTo(service.to, push, { values: {}, subject: 'ż'.repeat(2_000) }), service.carriers)
  assert.deepEqual(
    service.payloads.slice(1).map(({ url, title }) => [url, title.length]),
    [
      ['https://a.example/', 19],
      ['', 120],
    ],
  )
})

test('a device that is gone is gone for good', async () => {
  await using service = await startPushService()
  for (const status of [404, 410]) {
    service.behave({ does: 'status', status })
    await assert.rejects(async () => deliver(messageTo(service.to, push), service.carriers), {
      message: /^4\d\d [A-Za-z ]+: the device is gone$/,
      isPermanent: true,
      isAddressGone: true,
    })
  }
})

test('a browser that names a place inside our network is refused', async () => {
  await using service = await startPushService()
  await using carriers = await openCarriers({ push: { subject: 'mailto:a@b.example', ...webPush.generateVAPIDKeys() } })
  await assert.rejects(async () => deliver(messageTo(service.to, push), carriers), {
    message: /not allowed \(loopback\)/,
    isPermanent: true,
  })
  assert.equal(service.arrived.length, 0)
})

test('what is no device of a browser is refused for good, and nothing is sent', async () => {
  await using service = await startPushService()
  const { device } = service.to
  assert.ok(device)
  const refused: [Partial<Message>, RegExp][] = [
    [{ device: { ...device, endpoint: device.endpoint.replace('https', 'http') } }, /no valid push endpoint/],
    [{ device: { ...device, endpoint: 'nowhere' } }, /no valid push endpoint/],
    [{ device: { ...device, p256dh: 'AAAA' } }, /keys of the device/],
    [{ device: { ...device, auth: 'AAAA' } }, /keys of the device/],
    [{ text: '😀'.repeat(1_500) }, /too large for a push message/],
  ]
  for (const [changed, message] of refused) {
    const faulty = messageTo(service.to, push, changed)
    await assert.rejects(async () => deliver(faulty, service.carriers), { message, isPermanent: true })
  }
  const { device: _, ...without } = messageTo(service.to, push)
  await assert.rejects(async () => deliver(without, service.carriers), /the device is not registered/)
  assert.equal(service.arrived.length, 0)
})

test('the push service of the test accepts no other sender, and no other browser can read', async () => {
  await using service = await startPushService()
  await deliver(messageTo(service.to, push), service.carriers)
  const [headers = {}] = service.headers
  const { origin } = new URL(service.to.device?.endpoint ?? '')
  verifyAuthorization(headers, origin, keys.publicKey)
  assert.throws(() => verifyAuthorization(headers, 'https://other.example', keys.publicKey))
  assert.throws(() => verifyAuthorization(headers, origin, webPush.generateVAPIDKeys().publicKey))
  const forged = headers.authorization?.replace(/\.[^.]+, k=/, `.${randomBytes(64).toString('base64url')}, k=`) ?? ''
  assert.throws(() => verifyAuthorization({ ...headers, authorization: forged }, origin, keys.publicKey), /not signed/)

  const other = createECDH('prime256v1')
  other.generateKeys()
  const body = service.bodies[0] ?? Buffer.alloc(0)
  assert.throws(() => decryptBody(body, { ecdh: other, auth: randomBytes(16) }), /authenticate data/)
})

test('keys that cannot work are refused at the start, without telling them', async () => {
  const keys = webPush.generateVAPIDKeys()
  const faulty = [
    { ...keys, subject: 'duty' },
    { ...keys, subject: 'mailto:a@b.example', privateKey: 'CANARY' },
    { ...keys, subject: 'mailto:a@b.example', publicKey: 'CANARY' },
  ]
  for (const settings of faulty) {
    await assert.rejects(openCarriers({ push: settings }), (error: Error) => {
      return /pair of VAPID keys/.test(error.message) && !/CANARY|duty/.test(`${error.stack}${error.cause}`)
    })
  }
})
