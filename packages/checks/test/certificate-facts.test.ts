import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { mock, test } from 'node:test'
import { connect, createServer, type SecureVersion, type Server, TLSSocket } from 'node:tls'
import { getTestAuthority, type Identity, TestAuthority } from '@wachta/testing/certificates'
import fc from 'fast-check'
import { judgeCertificate } from '../src/network/certificate.ts'
import { type CertificateCache, createCertificateCache } from '../src/network/certificate-facts.ts'
import { startTls, waitForHandshake } from '../src/network/handshake.ts'
import type { TlsOptions } from '../src/network/network.ts'
import { findPeer, readSessionCertificate } from '../src/network/session-certificate.ts'
import { getTrust } from '../src/network/trust.ts'

const elliptic = getTestAuthority()
const rsa = new TestAuthority(['rsa', '-pkeyopt', 'rsa_keygen_bits:2048'])

async function serve(identity: Identity, version: SecureVersion): Promise<Server & AsyncDisposable> {
  const server = createServer({ ...identity, minVersion: version, maxVersion: version }, (socket) =>
    socket.on('error', () => undefined).resume(),
  ).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server as Server & AsyncDisposable
}

async function shake(server: Server, servername = 'localhost'): Promise<TLSSocket> {
  const { port } = server.address() as AddressInfo
  const socket = connect({ host: '127.0.0.1', port, servername, rejectUnauthorized: false })
  await once(socket, 'secureConnect')
  return socket
}

/** The certificate facts of a handshake, and how many certificates were decoded for it. */
async function look(server: Server, memory: CertificateCache, servername = 'localhost') {
  const socket = await shake(server, servername)
  const decode = mock.method(TLSSocket.prototype, 'getPeerCertificate')
  const facts = memory.read(socket, servername)
  const decoded = decode.mock.callCount()
  decode.mock.restore()
  socket.destroy()
  return { facts, decoded }
}

for (const version of ['TLSv1.2', 'TLSv1.3'] as const)
  for (const [kind, authority] of Object.entries({ elliptic, rsa }))
    test(`the session holds the certificate that Node decodes: ${version}, ${kind}`, async () => {
      await using server = await serve(authority.localhost, version)
      const socket = await shake(server)
      const { raw } = socket.getPeerCertificate()
      const read = readSessionCertificate(socket)
      socket.destroy()
      assert.ok(read?.equals(raw))
    })

test('a known certificate is not decoded again, and one that changed is seen at once', async () => {
  const memory = createCertificateCache(10)
  const [before, after] = [elliptic.leaf({}), elliptic.leaf({ to: '20400101000000Z' })]
  await using server = await serve(before, 'TLSv1.3')
  const first = await look(server, memory)
  assert.deepEqual([first.decoded, first.facts?.isForName], [1, true])
  assert.deepEqual(await look(server, memory), { facts: first.facts, decoded: 0 })
  server.setSecureContext(after)
  const second = await look(server, memory)
  assert.deepEqual([second.decoded, second.facts?.validTo], [1, Date.UTC(2040, 0)])
  assert.notEqual(first.facts?.validTo, second.facts?.validTo)
})

test('what is known of a certificate for one name says nothing about another', async () => {
  const memory = createCertificateCache(10)
  await using server = await serve(elliptic.leaf({ names: 'DNS:localhost' }), 'TLSv1.3')
  for (const decoded of [1, 0])
    for (const name of ['localhost', 'other.test']) {
      const seen = await look(server, memory, name)
      assert.deepEqual([seen.decoded, seen.facts?.isForName], [decoded, name === 'localhost'])
    }
})

test('however many certificates servers show, only so many are remembered', async () => {
  const memory = createCertificateCache(2)
  await using server = await serve(elliptic.localhost, 'TLSv1.3')
  const decoded: number[] = []
  for (const name of ['a.test', 'b.test', 'c.test', 'c.test', 'a.test']) {
    decoded.push((await look(server, memory, name)).decoded)
    assert.ok(memory.size <= 2)
  }
  assert.deepEqual(decoded, [1, 1, 1, 0, 1])
})

test('a known certificate is still judged: the chain, the name and the time that is left', async () => {
  await using server = await serve(elliptic.leaf({ to: '20400101000000Z' }), 'TLSv1.3')
  const usual = { verify: true, servername: 'localhost' }
  const verdicts = async (authorities: readonly string[], security: TlsOptions, today = new Date()) => {
    const kinds: unknown[] = []
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const { port } = server.address() as AddressInfo
      const socket = startTls({ host: '127.0.0.1', port }, security, getTrust(authorities).context)
      await waitForHandshake(socket)
      const { failure, daysLeft } = judgeCertificate(socket, security, today)
      socket.destroy()
      assert.equal(daysLeft, Math.floor((Date.UTC(2040, 0) - today.getTime()) / 86_400_000))
      kinds.push(failure?.kind)
    }
    return kinds
  }
  const twice = (kind?: string) => [kind, kind]
  assert.deepEqual(await verdicts(elliptic.authorities, usual), twice())
  assert.deepEqual(await verdicts(rsa.authorities, usual), twice('tls_certificate_untrusted'))
  const other = { ...usual, servername: 'other.test' }
  assert.deepEqual(await verdicts(elliptic.authorities, other), twice('tls_certificate_wrong_host'))
  const expiring = { ...usual, expiryDays: 30 }
  assert.deepEqual(await verdicts(elliptic.authorities, expiring), twice())
  const late = new Date('2039-12-15')
  assert.deepEqual(await verdicts(elliptic.authorities, expiring, late), twice('tls_certificate_expiring'))
  assert.deepEqual(await verdicts(elliptic.authorities, usual), twice())
})

test('whatever a session contains, nothing is read beyond its end', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), fc.constantFrom('', 'sequence', 'wrapped'), (bytes, kind) => {
      const head = kind === 'wrapped' ? [...Buffer.from('\0nodejs:tls:session:1\0'), 0, bytes[0] ?? 0] : []
      const sequence = kind === '' ? [] : [0x30, 0x81, Math.min(bytes.length, 255)]
      const session = Buffer.from([...head, ...sequence, ...bytes])
      const found = findPeer(session)
      assert.ok(found === undefined || session.includes(found))
    }),
    { numRuns: 5000 },
  )
})
