import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { pino } from 'pino'
import { type Installation, startInstallation } from './support/installation.ts'

let installation: Installation
let key: string
const lines: Record<string, unknown>[] = []

before(async () => {
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  installation = await startInstallation({ log })
  key = await installation.key(['services:read'])
})
after(() => installation[Symbol.asyncDispose]())

const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' }

function post(body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(installation.url, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
}

const symbolOf = async (response: Response) => ((await response.json()) as { error: string }[])[0]?.error

test('pages of other sites are rejected, also when their name leads to this server', async () => {
  const { host } = installation.url
  for (const origin of ['https://evil.example', `http://${host}`, 'null', 'https://wachta.test.evil.example']) {
    const response = await post(list, { origin })
    assert.deepEqual([response.status, await symbolOf(response)], [403, 'cross_site_request'], origin)
  }
  assert.equal((await post(list, { origin: installation.publicUrl })).status, 200)
  assert.equal((await post(list)).status, 200)
})

test('malformed, huge and batched messages are rejected', async () => {
  const batch = Array.from({ length: 1000 }, () => ({ ...list }))
  for (const [body, status, headers] of [
    ['{', 400],
    ['', 400],
    ['"text"', 400],
    ['{"jsonrpc":"2.0","id":1,"method":"ping","method":"tools/list"}', 400],
    [batch, 400],
    [`{"a":"${'x'.repeat(1_100_000)}"}`, 413],
    [`[${'[],'.repeat(60_000)}[]]`, 400],
    [list, 415, { 'content-type': 'text/plain' }],
    [{ jsonrpc: '1.0', id: 1, method: 'tools/list' }, 400],
    [{ ...list, method: 7 }, 400],
  ] as const) {
    const response = await post(body, headers ?? {})
    await response.arrayBuffer()
    assert.equal(response.status, status, JSON.stringify(body).slice(0, 80))
  }
  const text = await (await post({ ...list, method: 'nothing/like/this' })).text()
  assert.match(text, /-32601/)
})

test('invalid arguments are explained, and nothing is called', async () => {
  const client = await installation.connect(key)
  for (const input of [{}, { service: '' }, { service: {} }, { service: 'Shop', more: 1 }, { service: '\0' }]) {
    const result = await client
      .callTool({ name: 'get_service_status', arguments: input })
      .catch(() => ({ isError: true }))
    assert.equal(result.isError, true, JSON.stringify(input))
  }
  await client.close()
})

test('there is nothing to subscribe to, and no stream to open', async () => {
  const headers = { authorization: `Bearer ${key}`, accept: 'text/event-stream' }
  assert.equal((await fetch(installation.url, { headers })).status, 405)
  assert.equal((await fetch(installation.url, { headers, method: 'DELETE' })).status, 405)
})

test('requests are limited per IP address, the calls of tools included', async () => {
  await using limited = await startInstallation({ requestsPerMinute: 12 })
  const client = await limited.connect(await limited.key(['services:read']))
  const results = []
  for (let call = 0; call < 6; call += 1)
    results.push(
      await client.callTool({ name: 'find_services', arguments: {} }).then(
        ({ isError, content }) => (isError ? String(content[0]?.type === 'text' && content[0].text) : 'done'),
        (error: Error) => error.message,
      ),
    )
  assert.equal(results[0], 'done')
  assert.match(results.at(-1) ?? '', /too many|429|seconds/i)
  await client.close().catch(() => undefined)
})

test('requests, tools and the operations that they call are logged under one request id, without arguments', async () => {
  lines.length = 0
  const client = await installation.connect(key, { name: 'logger', version: '9' })
  await client.callTool({ name: 'find_services', arguments: { query: 'shop.example' } })
  await client.close()
  const called = lines.find(({ msg }) => msg === 'tool called')
  assert.deepEqual([called?.['tool'], called?.['client'], called?.['isError']], ['find_services', 'logger/9', false])
  const operations = lines.filter(({ requestId, msg }) => requestId === called?.['requestId'] && msg === 'answered')
  assert.deepEqual(operations.map(({ operation }) => operation).toSorted(), [
    'list_service_statuses',
    'list_services',
    'mcp',
  ])
  assert.ok(!JSON.stringify(lines).includes('shop.example'))
})
