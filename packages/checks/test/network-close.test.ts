import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createServer } from 'node:tls'
import { allowAll, runCheck } from '@wachta/checks'
import { getTestAuthority } from '@wachta/testing/certificates'
import { startListening } from '@wachta/testing/listening'
import { kindOf } from './support/kind-of.ts'

// The server supports TLS, but not HTTP/2: the check ends while its connection is open and idle.
test('a connection that is open when the check ends does not end the process', async () => {
  const { port, close } = await startListening(createServer(getTestAuthority().localhost))
  const settings = { verify_certificate: false }
  const order = { type_id: 'grpc_health', address: `127.0.0.1:${port}`, settings, timeout_ms: 3000 }
  for (let times = 0; times < 3; times += 1) {
    assert.equal(kindOf(await runCheck(order, { guard: allowAll })), 'tls_no_application_protocol')
  }
  await close()
})
