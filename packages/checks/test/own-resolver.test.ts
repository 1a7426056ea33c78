import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allowAll, runCheck } from '@wachta/checks'

test('a resolver of the sensor that is not there says nothing of the service', async () => {
  const order = { type_id: 'http', address: 'http://service.example/', settings: {}, timeout_ms: 3000 }
  const outcome = await runCheck(order, { guard: allowAll, nameServers: ['127.0.0.1:1'] })
  assert.deepEqual([outcome.result, outcome.error_type_id], ['unknown', null])
})
