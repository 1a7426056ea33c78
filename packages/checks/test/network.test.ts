import assert from 'node:assert/strict'
import { createSocket } from 'node:dgram'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { createServer as createTlsServer } from 'node:tls'
import { getTestAuthority } from '@wachta/testing/certificates'
import { createSelfSignedCertificate } from '@wachta/testing/self-signed'
import { decode, encode } from 'dns-packet'
import { allowAll, type CheckContext, errorTypes, runCheck } from '../src/index.ts'
import { parseHosts } from '../src/network/hosts-file.ts'
import { toNetworkFailure } from '../src/network/network-failure.ts'
import { listening, tlsServer } from './faults/servers.ts'

test('every kind that is thrown anywhere is in the dictionary', () => {
  const source = join(import.meta.dirname, '../src')
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.startsWith('error-types'),
  )
  const known = new Set(errorTypes.map(({ kind }) => kind))
  const heads = new Set(errorTypes.map(({ kind }) => kind.split('_')[0]))
  let seen = 0
  for (const file of files) {
    const text = readFileSync(join(source, file), 'utf8')
    const thrown = [...text.matchAll(/new CheckFailure\(\s*'([a-z0-9_]+)'/g)].map(([, kind]) => kind ?? '')
    // These files also have kinds in tables and conditions: every string that looks like a kind counts.
    const listed = /(?:network-failure|expectations|network\/certificate)\.ts$/.test(file)
      ? [...text.matchAll(/'([a-z]+(?:_[a-z0-9]+)+)'/g)].map(([, word]) => word ?? '')
      : []
    for (const kind of [...thrown, ...listed.filter((word) => heads.has(word.split('_')[0]))]) {
      seen += 1
      assert.ok(known.has(kind), `${file}: ${kind}`)
    }
  }
  assert.ok(seen > 60, `${seen} seen`)
  for (const phase of ['total', 'lookup', 'connect', 'tls', 'first_byte', 'transfer', 'greeting', 'command'])
    assert.ok(known.has(`timeout_${phase}`), phase)
})

test('faults of the sensor itself say nothing about the service', () => {
  for (const [code, more] of [
    ['EMFILE', {}],
    ['ENOBUFS', {}],
    ['ENOMEM', {}],
    ['EACCES', {}],
    ['EADDRNOTAVAIL', { address: '192.0.2.1' }],
  ] as const)
    assert.equal(toNetworkFailure(Object.assign(new Error(code), { code, ...more }), 'connect'), undefined, code)
  assert.equal(toNetworkFailure(new TypeError('a bug'), 'connect'), undefined)
  const away = Object.assign(new Error('no'), { code: 'EADDRNOTAVAIL', address: '2001:db8::1' })
  assert.equal(toNetworkFailure(away, 'connect')?.kind, 'address_family_unavailable')
})

test('a code of the system is the failure that it means', () => {
  for (const [code, kind] of [
    ['EAI_AGAIN', 'dns_temporary_failure'],
    ['EHOSTUNREACH', 'host_unreachable'],
    ['ENETUNREACH', 'network_unreachable'],
    ['ETIMEDOUT', 'connection_timed_out'],
    ['CERT_REVOKED', 'tls_certificate_revoked'],
    ['ERR_SSL_DH_KEY_TOO_SMALL', 'tls_weak_parameters'],
  ] as const)
    assert.equal(toNetworkFailure(Object.assign(new Error(code), { code }), 'transfer')?.kind, kind, code)
})

test('a good certificate passes, and its days are counted', async (t) => {
  const { address, checkContext, close } = await tlsServer({})
  t.after(close)
  for (const at of [address, address.replace('localhost', '127.0.0.1')]) {
    const outcome = await https(at, checkContext)
    assert.equal(outcome.result, 'ok', outcome.error_message ?? '')
    assert.ok((outcome.metrics['certificate_days_left'] ?? 0) > 2900)
    assert.deepEqual(Object.keys(outcome.timings).toSorted().at(-1), 'tls')
  }
})

test('certificates are verified unless that is switched off', async (t) => {
  const wrong = [
    { names: 'DNS:other.example' },
    { issuer: 'stranger' },
    { to: '20210101000000Z', from: '20200101000000Z' },
  ] as const
  for (const leaf of wrong) {
    const identity = getTestAuthority().leaf(leaf)
    const { address, checkContext, close } = await tlsServer(identity)
    t.after(close)
    const refused = await https(address, checkContext)
    assert.equal(refused.result, 'error')
    const chain = refused.artifacts.find(({ artifact_id }) => artifact_id === 'certificate_chain')
    assert.deepEqual(certificatesIn(Buffer.from(chain?.content ?? '').toString()), certificatesIn(identity.cert))
    assert.equal((await https(address, checkContext, { verify_certificate: false })).result, 'ok')
  }
})

test('the next address is tried where one refuses, and only allowed ones are', async (t) => {
  const taken: string[] = []
  const server = createServer((socket) => {
    taken.push(socket.localAddress ?? '')
    socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'))
  })
  const { address: port, close } = await listening(server, String)
  t.after(close)
  const nameServers = [await naming(t, () => ['127.0.0.9', '127.0.0.8', '127.0.0.1'])]
  const order = { type_id: 'http', address: `service.example:${port}`, settings: {}, timeout_ms: 5000 }
  const outcome = await runCheck(order, { guard: allowAll, nameServers })
  assert.equal(outcome.result, 'ok', outcome.error_message ?? '')
  assert.deepEqual(taken, ['127.0.0.1'])
  const refused = await runCheck(order, { guard: (address) => address !== '127.0.0.1', nameServers })
  assert.equal(refused.result, 'error')
  assert.deepEqual(taken, ['127.0.0.1'])
})

test('a name is asked for once in an attempt, and again in the next', async (t) => {
  const server = createServer((socket) => {
    socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'))
  })
  const { address: port, close } = await listening(server, String)
  t.after(close)
  let asked = 0
  // First an allowed address, then a blocked one: a second lookup would return the blocked one.
  const nameServers = [await naming(t, () => [asked++ % 2 === 0 ? '127.0.0.1' : '127.0.0.66'])]
  const guard = (address: string) => address === '127.0.0.1'
  const results: string[] = []
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const order = { type_id: 'http', address: `service.example:${port}`, settings: {}, timeout_ms: 5000 }
    results.push((await runCheck(order, { guard, nameServers })).result)
  }
  assert.equal(asked, 20)
  assert.deepEqual(
    results,
    Array.from({ length: 20 }, (_, at) => (at % 2 === 0 ? 'ok' : 'error')),
  )
})

test('the file of hosts is read as systems read it', () => {
  const hosts = parseHosts('127.0.0.1 localhost # here\n::1\tlocalhost Ip6\n# 192.0.2.1 no\nrubbish x\n')
  assert.deepEqual(
    hosts.get('localhost')?.map(({ address }) => address),
    ['127.0.0.1', '::1'],
  )
  assert.deepEqual([...hosts.keys()], ['localhost', 'ip6'])
})

test('nothing stays open after a check, whatever came of it', async (t) => {
  let open = 0
  const server = createServer((socket) => {
    open += 1
    socket
      .on('error', () => undefined)
      .on('close', () => {
        open -= 1
      })
    socket.resume()
  })
  const { address, close } = await listening(server, (port) => `127.0.0.1:${port}`)
  t.after(close)
  for (const type_id of ['http', 'https'])
    await runCheck({ type_id, address, settings: {}, timeout_ms: 100 }, { guard: allowAll })
  await new Promise((resolve) => setTimeout(resolve, 100))
  assert.equal(open, 0)
})

const https = (address: string, checkContext: Partial<CheckContext> | undefined, settings = {}) =>
  runCheck({ type_id: 'https', address, settings, timeout_ms: 5000 }, { guard: allowAll, ...checkContext })

/** Starts a name server that knows one name; returns its address. */
async function naming(t: TestContext, addresses: () => readonly string[]): Promise<string> {
  const socket = createSocket('udp4')
  t.after(() => socket.close())
  socket.on('message', (bytes, from) => {
    const { id = 0, questions = [] } = decode(bytes)
    const answers = addresses().map((data) => ({ type: 'A' as const, name: 'service.example', ttl: 60, data }))
    socket.send(encode({ id, type: 'response', questions, answers }), from.port, from.address)
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  return `127.0.0.1:${socket.address().port}`
}

test('asks a server for its name without the dot at the end', async (t) => {
  const asked: string[] = []
  const SNICallback = (name: string, done: (fault: null) => void) => {
    asked.push(name)
    done(null)
  }
  const server = createTlsServer({ ...createSelfSignedCertificate(), SNICallback }, (socket) => {
    socket.on('error', () => undefined).end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n')
  })
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? address.port : 0)
    })
  })
  t.after(() => server.close())
  for (const [type_id, address] of [
    ['https', `https://localhost.:${port}/`],
    ['tls_certificate', `localhost.:${port}`],
  ] as const) {
    const order = { type_id, address, settings: { verify_certificate: false }, timeout_ms: 3000 }
    assert.equal((await runCheck(order, { guard: allowAll })).result, 'ok', type_id)
  }
  assert.deepEqual(asked, ['localhost', 'localhost'])
})

/** The base64 contents of the certificates in a PEM text. */
const certificatesIn = (pem: string): string[] =>
  [...pem.matchAll(/-----BEGIN CERTIFICATE-----([^-]+)-----END/g)].map(([, text = '']) => text.replaceAll(/\s/g, ''))
