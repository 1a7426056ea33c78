import assert from 'node:assert/strict'
import type { IncomingHttpHeaders } from 'node:http2'
import { test } from 'node:test'
import { allowAll, allowPublicOnly, type CheckSettings, runCheck } from '@wachta/checks'
import { getTestAuthority } from '@wachta/testing/certificates'
import fc from 'fast-check'
import { CheckFailure } from '../../src/failure.ts'
import { decodeResponse, encodeRequest } from '../../src/grpc/health-message.ts'
import { framed, health, startGrpcServer } from '../support/grpc-server.ts'
import { kindOf } from '../support/kind-of.ts'

const check = (address: string, settings: CheckSettings = {}) =>
  runCheck({ type_id: 'grpc_health', address, settings, timeout_ms: 3000 }, { guard: allowAll })

test('a server and a service of it are serving', async () => {
  const service = `a.b.${'C'.repeat(100)}`
  const { address, port, close } = await startGrpcServer({ handler: health({ '': 1, [service]: 1 }) })
  const whole = await check(`grpc://${address}`, { tls: false })
  const one = await check('127.0.0.1', { tls: false, service, port })
  await close()
  assert.equal(whole.error_message, null)
  assert.equal(one.error_message, null)
  assert.deepEqual([whole.data_size, Object.keys(whole.timings)], [7, ['connect', 'first_byte']])
  assert.match(Buffer.from(whole.artifacts[0]?.content ?? []).toString(), /^:status: 200\n.*^grpc-status: 0$/ms)
})

test('over TLS', async () => {
  const { localhost, authorities } = getTestAuthority()
  const { port, close } = await startGrpcServer({ tls: localhost, handler: health({ '': 1 }) })
  const order = { type_id: 'grpc_health', address: `localhost:${port}`, settings: {}, timeout_ms: 3000 }
  const trusted = await runCheck(order, { guard: allowAll, authorities })
  const untrusted = await runCheck(order, { guard: allowAll })
  await close()
  assert.equal(trusted.error_message, null)
  assert.ok(trusted.timings.tls !== undefined)
  assert.equal(kindOf(untrusted), 'tls_certificate_untrusted')
})

test('the evidence has no cookies of the server', async () => {
  const { address, close } = await startGrpcServer({
    handler: () => ({
      headers: { 'set-cookie': ['id=s3ss10n'] },
      body: framed(8, 1),
      trailers: { 'grpc-status': '0' },
    }),
  })
  const { artifacts } = await check(address, { tls: false })
  await close()
  const kept = artifacts.map(({ content }) => Buffer.from(content).toString()).join('')
  assert.match(kept, /^set-cookie: \*\*\*$/m)
  assert.doesNotMatch(kept, /s3ss10n/)
})

test('the request is the one of the specification', async () => {
  let heard: { headers: IncomingHttpHeaders; body: Buffer } | undefined
  const { address, close } = await startGrpcServer({
    handler: (request) => {
      heard = request
      return { body: framed(8, 1), trailers: { 'grpc-status': '0' } }
    },
  })
  await check(address, { tls: false, service: 'a.B' })
  await close()
  const { ':method': method, ':path': path, ':scheme': scheme, ':authority': authority, te } = heard?.headers ?? {}
  assert.deepEqual(
    [method, path, scheme, authority, te],
    ['POST', '/grpc.health.v1.Health/Check', 'http', address, 'trailers'],
  )
  assert.equal(heard?.headers['content-type'], 'application/grpc')
  assert.deepEqual([...(heard?.body ?? [])], [0, 0, 0, 0, 5, 0x0a, 3, ...Buffer.from('a.B')])
})

test('the guard has the first word', async () => {
  const order = { type_id: 'grpc_health', address: '127.0.0.1', settings: {}, timeout_ms: 3000 }
  assert.equal(kindOf(await runCheck(order, { guard: allowPublicOnly })), 'address_forbidden')
})

test('messages as the compiler of Protocol Buffers writes them', () => {
  assert.deepEqual([...encodeRequest('')], [])
  assert.deepEqual([...encodeRequest('x'.repeat(200)).subarray(0, 3)], [0x0a, 0xc8, 0x01])
  assert.equal(decodeResponse(Buffer.from([0x08, 0x01])), 'SERVING')
  assert.equal(decodeResponse(Buffer.from([])), 'UNKNOWN')
  // Fields of a later version: a string, a 64-bit and a 32-bit value, and a varint of ten bytes.
  const later = [0x12, 1, 65, 0x19, ...Buffer.alloc(8), 0x25, ...Buffer.alloc(4), 0x28, ...Buffer.alloc(9, 0xff), 1]
  assert.equal(decodeResponse(Buffer.from([...later, 0x08, 0x02])), 'NOT_SERVING')
})

test('whatever the server sends as a message, it is read or refused', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
      try {
        decodeResponse(Buffer.from(bytes))
      } catch (cause) {
        assert.ok(cause instanceof CheckFailure)
      }
    }),
    { numRuns: 2000 },
  )
})
