import assert from 'node:assert/strict'
import type { IncomingHttpHeaders } from 'node:http'
import { test } from 'node:test'
import { allowAll, allowPublicOnly, type CheckOutcome, type CheckSettings, runCheck } from '@wachta/checks'
import { getTestAuthority } from '@wachta/testing/certificates'
import { kindOf } from '../support/kind-of.ts'
import { startWebSocketServer } from '../support/websocket-server.ts'

const token = 'a-token-nobody-may-see'

const check = (address: string, settings: CheckSettings = {}): Promise<CheckOutcome> =>
  runCheck({ type_id: 'websocket', address, settings, timeout_ms: 3000 }, { guard: allowAll })

const kept = ({ artifacts }: CheckOutcome, id: string): string =>
  Buffer.from(artifacts.find(({ artifact_id }) => artifact_id === id)?.content ?? []).toString()

test('a channel opens', async () => {
  const { address, close } = await startWebSocketServer()
  const outcomes: CheckOutcome[] = []
  for (let turn = 0; turn < 5; turn += 1) outcomes.push(await check(address))
  await close()
  for (const outcome of outcomes) {
    assert.equal(outcome.error_message, null)
    assert.equal(outcome.result, 'ok')
    assert.match(kept(outcome, 'headers'), /^HTTP\/1\.1 101 Switching Protocols\n/)
    assert.deepEqual(Object.keys(outcome.timings), ['connect', 'first_byte'])
  }
  // Use the fastest of several checks, because any single one may be delayed on a busy machine.
  assert.ok(Math.min(...outcomes.map(({ response_time }) => response_time ?? 200)) < 200)
})

test('a message is sent and its answer compared', async () => {
  const { address, close } = await startWebSocketServer()
  const outcome = await check(address, { message: 'line one\nline two', expected_regex: 'two$' })
  await close()
  assert.equal(outcome.error_message, null)
  assert.equal(outcome.data_size, 'line one\nline two'.length)
  assert.equal(kept(outcome, 'transcript'), '> line one\nline two\n< line one\nline two\n')
})

test('a greeting that comes in the packet of the handshake is heard', async () => {
  const { address, close } = await startWebSocketServer({ connected: (channel) => channel.send('welcome') })
  const outcome = await check(address, { expected_regex: '^welcome$' })
  await close()
  assert.equal(outcome.error_message, null)
})

test('headers, token, subprotocol and path reach the server; the token goes no further', async () => {
  let heard: IncomingHttpHeaders & { url?: string } = {}
  const { address, close } = await startWebSocketServer({
    subprotocol: 'chat',
    connected: (channel, { headers, url = '' }) => {
      heard = { ...headers, url }
      channel.send(`you are ${headers.authorization} alias ${Buffer.from(token).toString('base64')}`)
    },
  })
  const request_headers = ['Origin: https://www.example.com', 'X-Colour:red']
  const settings = { request_headers, bearer_token: token, subprotocol: 'chat', expected_regex: 'nobody else' }
  const outcome = await check(`${address}/feed?a=1`, settings)
  await close()
  assert.equal(heard.authorization, `Bearer ${token}`)
  assert.equal(heard.origin, 'https://www.example.com')
  assert.equal(heard['x-colour'], 'red')
  assert.equal(heard['sec-websocket-protocol'], 'chat')
  assert.equal(heard.url, '/feed?a=1')
  assert.equal(kindOf(outcome), 'websocket_message_mismatch')
  assert.match(outcome.error_message ?? '', /you are Bearer \*\*\* alias \*\*\*\w?=*$/)
  assert.ok(!JSON.stringify([outcome.error_message, kept(outcome, 'transcript')]).includes(token))
})

test('the server is told goodbye', async () => {
  const goodbye = Promise.withResolvers<number>()
  const { address, close } = await startWebSocketServer({
    connected: (channel) => channel.on('close', goodbye.resolve),
  })
  await check(address)
  assert.equal(await goodbye.promise, 1000)
  await close()
})

test('with TLS, and without a prefix', async () => {
  const { localhost, authorities } = getTestAuthority()
  const { port, close } = await startWebSocketServer({ tls: localhost })
  const order = { type_id: 'websocket', address: `localhost:${port}`, settings: {}, timeout_ms: 3000 }
  const trusted = await runCheck(order, { guard: allowAll, authorities })
  const untrusted = await runCheck(order, { guard: allowAll })
  await close()
  assert.equal(trusted.error_message, null)
  assert.ok(trusted.timings.tls !== undefined)
  assert.equal(kindOf(untrusted), 'tls_certificate_untrusted')
})

test('the guard has the first word', async () => {
  const { address, close } = await startWebSocketServer()
  const order = { type_id: 'websocket', address, settings: {}, timeout_ms: 3000 }
  const outcome = await runCheck(order, { guard: allowPublicOnly })
  await close()
  assert.equal(kindOf(outcome), 'address_forbidden')
})

test('a pattern that the matcher does not know is a fault of the settings', async () => {
  const { address, close } = await startWebSocketServer()
  const outcome = await check(address, { message: 'a', expected_regex: '(?=a)' })
  await close()
  assert.equal(kindOf(outcome), 'settings_invalid')
})
