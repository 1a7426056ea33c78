import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { heartbeatSnippet } from '../src/heartbeat-snippet.ts'

const run = promisify(execFile)

test('the shell snippet reports the start, the end and the failure of a job', async () => {
  const calls: string[] = []
  const server = createServer((request, response) => {
    calls.push(request.url ?? '')
    response.end()
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v3/heartbeats/abc`
  const snippet = heartbeatSnippet('curl', url, 3600)
  await run('sh', ['-c', snippet.replace('/path/to/job', 'true')])
  await run('sh', ['-c', snippet.replace('/path/to/job', 'sh -c "exit 3"')])
  server.close()
  assert.deepEqual(calls, [
    '/v3/heartbeats/abc?state=started',
    '/v3/heartbeats/abc',
    '/v3/heartbeats/abc?state=started',
    '/v3/heartbeats/abc?state=failed&message=exit+3',
  ])
})

test('the line for cron reports how the job ended, once, even if the report is not accepted', async () => {
  const calls: string[] = []
  const server = createServer((request, response) => {
    calls.push(request.url ?? '')
    response.writeHead(404).end()
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v3/heartbeats/abc`
  const line = heartbeatSnippet('cron', url, 60).replace('* * * * * ', '')
  for (const job of ['true', 'false'])
    await run('sh', ['-c', line.replace('/path/to/job', job)]).catch(() => 'curl fails too')
  server.close()
  assert.deepEqual(calls, ['/v3/heartbeats/abc?state=finished', '/v3/heartbeats/abc?state=failed'])
})

test('the line for cron starts the job at least as often as it is expected', () => {
  const schedule = (interval: number) => heartbeatSnippet('cron', 'https://x.example/', interval).split(' /path')[0]
  assert.equal(schedule(60), '* * * * *')
  assert.equal(schedule(900), '*/15 * * * *')
  assert.equal(schedule(40 * 60), '*/30 * * * *')
  assert.equal(schedule(3600), '0 * * * *')
  assert.equal(schedule(7 * 3600), '0 */6 * * *')
  assert.equal(schedule(86_400), '0 3 * * *')
  assert.equal(schedule(7 * 86_400), '0 3 * * 0')
})
