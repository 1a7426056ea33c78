import assert from 'node:assert/strict'
import dns from 'node:dns'
import { test } from 'node:test'
import { allowAll, runCheck } from '@wachta/checks'

test('a resolver of the sensor that is not there says nothing of the service', async () => {
  const order = { type_id: 'http', address: 'http://service.example/', settings: {}, timeout_ms: 3000 }
  const outcome = await runCheck(order, { guard: allowAll, nameServers: ['127.0.0.1:1'] })
  assert.deepEqual([outcome.result, outcome.error_type_id], ['unknown', null])
})

test('nor does it say anything of a name that is looked up with it', async (context) => {
  const servers = dns.getServers()
  context.after(() => dns.setServers(servers))
  dns.setServers(['127.0.0.1:1'])
  const order = { type_id: 'dns', address: 'service.example', timeout_ms: 3000 }
  const own = await runCheck({ ...order, settings: {} }, { guard: allowAll })
  assert.deepEqual([own.result, own.error_type_id], ['unknown', null])
  const given = await runCheck({ ...order, settings: { dns_server: '127.0.0.1', port: 1 } }, { guard: allowAll })
  assert.equal(given.result, 'error', 'the control: a server that the service names')
})
