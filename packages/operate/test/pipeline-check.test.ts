import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { toMetricsUrl } from '../src/serve/metrics-address.ts'
import { assertPipelineWorks } from '../src/serve/pipeline-check.ts'
import type { RoleState } from '../src/serve/role-keeper.ts'

let failing: string[] = []
const planner = createServer((_request, response) =>
  response.writeHead(failing.length === 0 ? 200 : 503).end(JSON.stringify({ ready: failing.length === 0, failing })),
)
planner.listen(0, '127.0.0.1')
await once(planner, 'listening')
after(() => void planner.close())

const state = (given: Partial<RoleState>): RoleState => ({
  ...{ role: 'planner', state: 'running', since: '', pid: 1, restarts: 0, last_exit: null, next_start: null },
  metrics_port: (planner.address() as AddressInfo).port,
  ...given,
})
const look = (...states: RoleState[]) => assertPipelineWorks(states, AbortSignal.timeout(5_000))

test('the supervisor reports the problems of the pipeline that the planner finds', async () => {
  await look(state({}))
  failing = ['flow']
  await assert.rejects(look(state({ role: 'api' }), state({})), /pipeline from checks to notifications/)
  failing = ['database']
  await look(state({}))
})

test('a planner that does not answer is not reported as a problem of the pipeline', async () => {
  failing = ['flow']
  await look()
  await look(state({ state: 'waiting' }), state({ role: 'api' }))
  await look(state({ metrics_port: null }))
})

test('a planner answers wherever its metrics port is, also on an IPv6 address', async () => {
  assert.deepEqual(
    ['', '0.0.0.0', '::', '127.0.0.1', '::1', '10.0.0.1'].map((host) => toMetricsUrl(host, 9465)),
    [
      ...['http://127.0.0.1:9465', 'http://127.0.0.1:9465', 'http://127.0.0.1:9465', 'http://127.0.0.1:9465'],
      ...['http://[::1]:9465', 'http://10.0.0.1:9465'],
    ],
  )
})
