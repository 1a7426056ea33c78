import assert from 'node:assert/strict'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { createServer as createTcpServer, type Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { DeliveryError } from '@wachta/channels'
import { allowPublicOnly, createGuard } from '@wachta/egress'
import { startListening } from '@wachta/testing/listening'
import { lookUpByDns, lookUpBySystem } from '../src/carriers/guarded-connector.ts'
import { openWeb, type WebSettings } from '../src/carriers/web.ts'
import { certificate } from './delivery/web-provider.ts'

const loopback = createGuard({ allow: ['127.0.0.0/8'] })
const usual: WebSettings = { guard: loopback, lookUp: async () => ['127.0.0.1'] }

test('each status is sent, to be tried again, or refused for good', async (t) => {
  const { url } = await serving(t, ({ url: path }, response) => {
    response.writeHead(Number(path?.slice(1)), 'phrase of the provider').end('body of the provider')
  })
  const web = opened(t)
  const outcome = async (status: number) => {
    const cause = await thrown(web.send({ url: `${url}/${status}`, body: {} }))
    return cause === undefined ? 'sent' : cause.isPermanent ? 'permanent' : 'temporary'
  }
  const expected = {
    sent: [200, 201, 202, 204, 299],
    temporary: [408, 425, 429, 500, 501, 502, 503, 504, 507, 599],
    permanent: [300, 301, 302, 303, 304, 307, 308, 400, 401, 402, 403, 404, 405, 406, 409, 410, 413, 415, 422, 451],
  }
  for (const [outcomeOf, statuses] of Object.entries(expected)) {
    for (const status of statuses) assert.equal(await outcome(status), outcomeOf, String(status))
  }
})

test('an answer is a status and a phrase of ours', async (t) => {
  const { url } = await serving(t, ({ url: path }, response) => {
    response.writeHead(Number(path?.slice(1)), 'CANARY').end('CANARY')
  })
  const web = opened(t)
  const said = async (status: number) => (await thrown(web.send({ url: `${url}/${status}`, body: {} })))?.message
  assert.equal(await said(429), '429 Too Many Requests')
  assert.equal(await said(403), '403 Forbidden')
  assert.equal(await said(599), '599')
})

test('redirects are not followed, wherever they lead', async (t) => {
  let visits = 0
  const target = await serving(t, (_request, response) => {
    visits++
    response.end()
  })
  const { url } = await serving(t, ({ url: path }, response) => {
    response.writeHead(Number(path?.slice(1)), { location: target.url }).end()
  })
  for (const status of [301, 302, 303, 307, 308]) {
    const cause = await thrown(opened(t).send({ url: `${url}/${status}`, body: {} }))
    assert.ok(cause?.isPermanent)
    assert.match(cause.message, /: redirects are not followed$/)
  }
  assert.equal(visits, 0)
})

test('how long to wait is told in seconds, as a date or in the text of the answer', async (t) => {
  const now = new Date('2026-11-15T03:12:30Z')
  const waits: [Record<string, string>, string, number | undefined][] = [
    [{ 'retry-after': '120' }, '', 120_000],
    [{ 'retry-after': '0' }, '', 0],
    [{ 'retry-after': '0.25' }, '', 250],
    [{ 'retry-after': 'Sun, 15 Nov 2026 03:13:30 GMT' }, '', 60_000],
    [{ 'retry-after': 'Sun, 15 Nov 2026 03:00:00 GMT' }, '', 0],
    [{ 'retry-after': 'soon' }, '', undefined],
    [{ 'retry-after': '-5' }, '', undefined],
    [{}, '{"ok":false,"error_code":429,"parameters":{"retry_after":17}}', 17_000],
    [{}, '{"message":"rate limited","retry_after":0.529,"global":false}', 529],
    [{}, '{"errcode":"M_LIMIT_EXCEEDED","retry_after_ms":2000}', 2_000],
    [{}, '{"retry_after":"later"}', undefined],
  ]
  for (const [headers, text, expected] of waits) {
    for (const status of [429, 503, 500]) {
      const { url } = await serving(t, (_request, response) => {
        response.writeHead(status, headers).end(text)
      })
      const cause = await thrown(opened(t, { now: () => now }).send({ url, body: {} }))
      assert.equal(cause?.retryAfterMs, status === 500 ? undefined : expected, `${status} ${text}`)
    }
  }
})

test('an address outside the public network is refused before anything is sent', async (t) => {
  const { url, port, connections } = await serving(t, (_request, response) => {
    response.end()
  })
  const guarded = (lookUp: WebSettings['lookUp'] = lookUpByDns) => opened(t, { guard: allowPublicOnly, lookUp })
  const hosts = [
    '127.0.0.1',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '2130706433',
    '0x7f.1',
    '0177.0.0.1',
    '10.0.0.1',
    '0.0.0.0',
  ]
  for (const host of [...hosts, '169.254.169.254', '[fd00:ec2::254]', '[64:ff9b::7f00:1]']) {
    await assert.rejects(guarded().send({ url: `http://${host}:${port}/`, body: {} }), {
      isPermanent: true,
      message: /^requests to this network are not allowed \([A-Za-z0-9 -]+\)$/,
    })
  }
  for (const found of [['127.0.0.1'], ['10.1.2.3', '192.168.0.1'], ['::1'], ['not an address']]) {
    const sent = guarded(async () => found).send({ url: `http://hook.example.com:${port}/`, body: {} })
    await assert.rejects(sent, { isPermanent: true, message: /^requests to this network are not allowed/ })
  }
  assert.equal(connections(), 0)
  // Control: without the guard, the request gets through.
  await opened(t).send({ url, body: {} })
  assert.equal(connections(), 1)
})

test('of several addresses only those that are allowed are connected to, and each was looked up once', async (t) => {
  const { port, hosts } = await serving(t, (_request, response) => {
    response.end()
  })
  const inside = await serving(t, (_request, response) => void response.end(), { host: '127.0.0.2', port })
  let lookUps = 0
  const lookUp = async () => {
    // A second lookup returns another address.
    lookUps++
    return lookUps === 1 ? ['127.0.0.2', '127.0.0.3', '127.0.0.1'] : ['127.0.0.2']
  }
  const guard = (address: string) => address === '127.0.0.1' || address === '127.0.0.3'
  await opened(t, { guard, lookUp }).send({ url: `http://hook.example.com:${port}/`, body: {} })
  assert.deepEqual(hosts, [`hook.example.com:${port}`])
  assert.deepEqual([lookUps, inside.connections()], [1, 0])
})

test('a name with very many addresses causes no connections after the time of a request', async (t) => {
  let connections = 0
  const sockets = new Set<Socket>()
  // It accepts connections, and never begins with TLS.
  const server = createTcpServer((socket) => {
    connections++
    sockets.add(socket.on('error', () => undefined))
  })
  const { port, close } = await startListening(server)
  t.after(async () => {
    for (const socket of sockets) socket.destroy()
    await close()
  })
  const limits = { connectTimeoutMs: 300, totalTimeoutMs: 250 }
  const web = opened(t, { limits, lookUp: async () => Array.from({ length: 100 }, () => '127.0.0.1') })
  await assert.rejects(web.send({ url: `https://hook.example.com:${port}/`, body: {} }), { isPermanent: false })
  await delay(4_000)
  assert.equal(connections, 1)
})

test('a host without an address, or without a listener, is retried later', async (t) => {
  const { url, close } = await serving(t, () => undefined)
  await close()
  const unknown = Object.assign(new Error('queryA ENOTFOUND CANARY.example.com'), { code: 'ENOTFOUND' })
  const refused = opened(t).send({ url, body: {} })
  await assert.rejects(refused, { message: 'connection refused', isPermanent: false })
  const lost = opened(t, { lookUp: () => Promise.reject(unknown) }).send({
    url: 'http://CANARY.example.com/',
    body: {},
  })
  await assert.rejects(lost, { message: 'host name could not be resolved', isPermanent: false })
  const none = opened(t, { lookUp: async () => [] }).send({ url: 'http://hook.example.com/', body: {} })
  await assert.rejects(none, { message: 'host name could not be resolved', isPermanent: false })
  assert.ok((await lookUpBySystem('localhost')).length > 0)
})

test('a certificate is verified, against the name as well as its issuer', async (t) => {
  const server = createSecureServer(certificate, (_request, response) => response.end())
  const { port, close } = await startListening(server)
  t.after(close)
  const authorities = [certificate.cert]
  await opened(t, { authorities }).send({ url: `https://127.0.0.1:${port}/`, body: {} })
  await opened(t, { authorities }).send({ url: `https://localhost:${port}/`, body: {} })
  const untrusted = () => opened(t).send({ url: `https://localhost:${port}/`, body: {} })
  const misnamed = () => opened(t, { authorities }).send({ url: `https://hook.example.com:${port}/`, body: {} })
  for (const sending of [untrusted, misnamed]) {
    await assert.rejects(sending, { message: 'invalid certificate', isPermanent: false })
  }
})

test('a proxy from the environment is not asked', async (t) => {
  const proxy = await serving(t, (_request, response) => void response.end())
  const { url, connections } = await serving(t, (_request, response) => void response.end())
  const names = ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'ALL_PROXY', 'NODE_USE_ENV_PROXY']
  const before = names.map((name) => process.env[name])
  t.after(() => {
    for (const [index, name] of names.entries()) restore(name, before[index])
  })
  for (const name of names) process.env[name] = name === 'NODE_USE_ENV_PROXY' ? '1' : proxy.url
  await opened(t).send({ url, body: {} })
  assert.deepEqual([connections(), proxy.connections()], [1, 0])
})

test('of an answer the first 4 kB are read, and an endless one ends', async (t) => {
  const { url } = await serving(t, (_request, response) => {
    response.writeHead(200)
    const timer = setInterval(() => response.write('a'.repeat(1_000)), 1)
    response.once('close', () => clearInterval(timer))
  })
  const { text } = await opened(t).send({ url, body: {} })
  assert.equal(text, 'a'.repeat(4_096))
})

test('who has said yes has taken the message, even if nothing follows', async (t) => {
  const { url } = await serving(t, ({ url: path }, response) => {
    response.writeHead(200, { 'content-length': '100' }).write('a')
    if (path === '/cut') setTimeout(() => response.destroy(), 20)
  })
  const web = opened(t, { limits: { responseTimeoutMs: 800, totalTimeoutMs: 1_600 } })
  assert.deepEqual(await web.send({ url: `${url}/cut`, body: {} }), { status: 200, text: 'a' })
  assert.deepEqual(await web.send({ url: `${url}/silent`, body: {} }), { status: 200, text: 'a' })
})

test('no request takes longer than the limits', async (t) => {
  const { url } = await serving(t, ({ url: path }, response) => {
    if (path === '/hang') return
    // Endless headers.
    const socket = response.socket
    socket?.write('HTTP/1.1 200 OK\r\n')
    const timer = setInterval(() => socket?.write('X-Header: a\r\n'), 20)
    socket?.once('close', () => clearInterval(timer))
  })
  const limits = { responseTimeoutMs: 200, totalTimeoutMs: 500 }
  for (const path of ['/hang', '/drip']) {
    const started = performance.now()
    const cause = await thrown(opened(t, { limits }).send({ url: `${url}${path}`, body: {} }))
    assert.deepEqual([cause?.message, cause?.isPermanent], ['no response in time', false])
    assert.ok(performance.now() - started < 4_000)
  }
  // A name server that never answers.
  const silent = opened(t, { limits, lookUp: () => new Promise(() => undefined) })
  await assert.rejects(silent.send({ url: 'http://hook.example.com/', body: {} }), { isPermanent: false })
})

test('one origin gets 8 connections, which are kept', async (t) => {
  let open = 0
  let most = 0
  const { url, connections } = await serving(t, (_request, response) => {
    most = Math.max(most, ++open)
    setTimeout(() => {
      open--
      response.end()
    }, 20)
  })
  const web = opened(t)
  await Promise.all(Array.from({ length: 40 }, () => web.send({ url, body: {} })))
  assert.deepEqual([most, connections()], [8, 8])
  await web.send({ url, body: {} })
  assert.equal(connections(), 8)
})

test('who waits for a connection is not waited for either, and nothing is sent afterwards', async (t) => {
  let requests = 0
  const { url } = await serving(t, () => {
    requests++
  })
  const web = opened(t, { limits: { responseTimeoutMs: 5_000, totalTimeoutMs: 1_000 } })
  const started = performance.now()
  const all = Array.from({ length: 9 }, () => thrown(web.send({ url, body: {} })))
  for (const cause of await Promise.all(all)) assert.equal(cause?.message, 'no response in time')
  assert.ok(performance.now() - started < 4_000)
  // The ninth request may get a connection just before its timeout, so it may still arrive; after that nothing does.
  await delay(300)
  const meanwhile = requests
  assert.ok(meanwhile === 8 || meanwhile === 9)
  await delay(300)
  assert.equal(requests, meanwhile)
})

test('what is no HTTP at all is a fault of the connection', async (t) => {
  const server = createTcpServer((socket: Socket) => socket.end('220 mail.example.com ESMTP CANARY\r\n'))
  const { port, close } = await startListening(server)
  t.after(close)
  const cause = await thrown(opened(t).send({ url: `http://127.0.0.1:${port}/`, body: {} }))
  assert.equal(cause?.isPermanent, false)
  assert.doesNotMatch(cause?.message ?? '', /CANARY|127/)
})

test('a request that cannot be written is refused for good', async (t) => {
  const { url, connections } = await serving(t, (_request, response) => void response.end())
  const web = opened(t)
  const broken = [
    { url: 'ftp://example.com/', body: {} },
    { url: 'CANARY', body: {} },
    { url, headers: { 'Wachta-Id': 'a\r\nX: b' }, body: {} },
  ]
  for (const request of broken) {
    await assert.rejects(web.send(request), {
      name: 'DeliveryError',
      message: 'invalid URL',
      isPermanent: true,
    })
  }
  assert.equal(connections(), 0)
})

test('what is sent is sent as it is, with the kind of its content', async (t) => {
  const got: string[] = []
  const { url } = await serving(t, (request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      got.push(`${request.method} ${request.headers['content-type'] ?? '-'} ${Buffer.concat(parts)}`)
      response.end()
    })
  })
  const web = opened(t)
  await web.send({ url, body: { a: 'ż"\n' } })
  await web.send({ url, method: 'PUT', headers: { 'content-type': 'text/plain' }, body: 'ż' })
  await web.send({ url, body: new TextEncoder().encode('ż') })
  await web.send({ url, method: 'GET' })
  assert.deepEqual(got, ['POST application/json {"a":"ż\\"\\n"}', 'PUT text/plain ż', 'POST - ż', 'GET - '])
})

/** An HTTP server on a loopback address that records the Host headers and counts connections. */
async function serving(t: TestContext, listener: RequestListener, place: { host?: string; port?: number } = {}) {
  const hosts: (string | undefined)[] = []
  let connections = 0
  const server = createServer((request, response) => {
    hosts.push(request.headers.host)
    listener(request, response)
  })
  server.on('connection', () => connections++)
  const { port, close } = await startListening(server, place)
  let isOpen = true
  const closeOnce = async () => {
    if (isOpen) await close()
    isOpen = false
  }
  t.after(closeOnce)
  return { url: `http://127.0.0.1:${port}`, port, hosts, connections: () => connections, close: closeOnce }
}

function opened(t: TestContext, changed: Partial<WebSettings> = {}) {
  const web = openWeb({ ...usual, ...changed })
  t.after(() => web[Symbol.asyncDispose]())
  return web
}

async function thrown(sent: Promise<unknown>): Promise<DeliveryError | undefined> {
  try {
    await sent
    return undefined
  } catch (cause) {
    assert.ok(cause instanceof DeliveryError, String(cause))
    return cause
  }
}

function restore(name: string, value: string | undefined): void {
  if (value === undefined) delete process.env[name]
  else process.env[name] = value
}
