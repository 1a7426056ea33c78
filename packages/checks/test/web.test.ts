import assert from 'node:assert/strict'
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http'
import { type TestContext, test } from 'node:test'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { allowAll, type CheckOutcome, type CheckSettings, errorTypes, runCheck } from '../src/index.ts'
import { listening } from './faults/servers.ts'

test('a request carries what the settings say, and nothing that they do not', async (t) => {
  const seen: { method?: string | undefined; url?: string | undefined; headers: IncomingHttpHeaders; body: string }[] =
    []
  const address = await serving(t, (request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      seen.push({ method: request.method, url: request.url, headers: request.headers, body })
      response.end('OK')
    })
  })
  await passes(`${address}/a?b=ł`, {})
  await passes(`http://${address}/`, {
    http_method: 'PUT',
    content: 'zażółć',
    content_type: 'text/plain; charset=utf-8',
    request_headers: ['X-Own: 1', 'user-agent: mine', 'Host: other.example'],
    username: 'anna',
    password: 'secret',
    api_key_header: 'X-Key',
    api_key: 'key',
  })
  await passes(`${address}#top`, { bearer_token: 'token', http_method: 'POST' })
  const host = address
  assert.deepEqual(
    seen.map(({ method, url, body }) => [method, url, body]),
    [
      ['GET', '/a?b=%C5%82', ''],
      ['PUT', '/', 'zażółć'],
      ['POST', '/', ''],
    ],
  )
  assert.deepEqual(seen[0]?.headers, { host, 'user-agent': 'Wachta (monitoring)', accept: '*/*', connection: 'close' })
  assert.deepEqual(seen[1]?.headers, {
    host: 'other.example',
    accept: '*/*',
    'x-own': '1',
    'user-agent': 'mine',
    'content-type': 'text/plain; charset=utf-8',
    authorization: `Basic ${Buffer.from('anna:secret').toString('base64')}`,
    'x-key': 'key',
    'content-length': '10',
    connection: 'close',
  })
  assert.equal(seen[2]?.headers.authorization, 'Bearer token')
  assert.equal(seen[2]?.headers['content-length'], '0')
})

test('the port of the address goes before the setting', async (t) => {
  const address = await serving(t, (_, response) => response.end('OK'))
  const [host = '', port = ''] = address.split(':')
  await passes(host, { port: Number(port) })
  await passes(address, { port: 1 })
  assert.equal(kindOf(await check(`http://${host}:80/`, { port: Number(port) })), 'connection_refused')
})

test('credentials, own headers and cookies stay with the origin that they were meant for', async (t) => {
  const heard: IncomingHttpHeaders[] = []
  const stranger = await serving(t, (request, response) => {
    heard.push(request.headers)
    response.end('OK')
  })
  const mine: IncomingHttpHeaders[] = []
  const home = await serving(t, (request, response) => {
    mine.push(request.headers)
    const location = request.url === '/' ? '/next' : `http://${stranger}/`
    response
      .writeHead(302, { location, 'set-cookie': ['session=1; Path=/', 'gone=1; Max-Age=0', 'tls=1; Secure'] })
      .end()
  })
  await passes(home, {
    request_headers: ['Cookie: consent=1', 'X-Own: 1', 'Accept-Language: pl'],
    username: 'anna',
    password: 'secret',
    api_key_header: 'X-Key',
    api_key: 'key',
  })
  assert.equal(mine.length, 2)
  assert.equal(mine[1]?.cookie, 'consent=1; session=1')
  assert.equal(mine[1]?.['x-key'], 'key')
  assert.match(mine[1]?.authorization ?? '', /^Basic /)
  assert.deepEqual(heard, [
    {
      host: stranger,
      'user-agent': 'Wachta (monitoring)',
      accept: '*/*',
      'accept-language': 'pl',
      connection: 'close',
    },
  ])
})

test('a redirect asks again as browsers do', async (t) => {
  const expected = [
    [301, 'GET', ''],
    [302, 'GET', ''],
    [303, 'GET', ''],
    [307, 'POST', 'hello'],
    [308, 'POST', 'hello'],
  ] as const
  for (const [status, method, body] of expected) {
    let seen = ''
    const address = await serving(t, (request, response) => {
      if (request.url !== '/there') return response.writeHead(status, { location: '/there' }).end()
      request.on('data', (chunk) => {
        seen += chunk
      })
      return request.on('end', () => response.end(request.method))
    })
    await passes(address, { http_method: 'POST', content: 'hello', content_regex: `^${method}$` })
    assert.equal(seen, body)
  }
})

test('a body stays with the site that it was meant for', async (t) => {
  for (const status of [307, 308]) {
    let seen = 'nothing'
    const elsewhere = await serving(t, (request, response) => {
      seen = ''
      request.on('data', (chunk) => {
        seen += chunk
      })
      return request.on('end', () => response.end(request.method))
    })
    const address = await serving(t, (_request, response) =>
      response.writeHead(status, { location: `http://${elsewhere}/` }).end(),
    )
    await passes(address, { http_method: 'POST', content: 'hello', content_regex: '^POST$' })
    assert.equal(seen, '')
  }
})

test('every hop goes past the guard', async (t) => {
  const asked: string[] = []
  const address = await serving(t, (request, response) => {
    if (request.url === '/') response.writeHead(302, { location: '/there' }).end()
    else response.end('OK')
  })
  const guard = (found: string) => asked.push(found) < 2
  const outcome = await runCheck({ type_id: 'http', address, settings: {}, timeout_ms: 5000 }, { guard })
  assert.equal(kindOf(outcome), 'http_redirect_forbidden')
  assert.deepEqual(asked, ['127.0.0.1', '127.0.0.1'])
})

test('no request goes to a port of another protocol, by redirect neither', async (t) => {
  const asked: string[] = []
  const guard = (found: string) => asked.push(found) < 2
  const run = (type_id: string, address: string, settings: CheckSettings = {}) =>
    runCheck({ type_id, address, settings, timeout_ms: 5000 }, { guard })
  assert.equal(kindOf(await run('http', 'http://127.0.0.1:25/')), 'address_forbidden')
  assert.equal(kindOf(await run('https', '127.0.0.1', { port: 6667 })), 'address_forbidden')
  assert.equal(kindOf(await run('websocket', 'ws://127.0.0.1:22/')), 'address_forbidden')
  assert.equal(kindOf(await run('grpc_health', '127.0.0.1:6000')), 'address_forbidden')
  assert.deepEqual(asked, [], 'no lookup took place')
  const address = await serving(t, (_, response) =>
    response.writeHead(302, { location: 'http://127.0.0.1:587/' }).end(),
  )
  assert.equal(kindOf(await run('http', address)), 'http_redirect_forbidden')
  assert.deepEqual(asked, ['127.0.0.1'])
})

test('packed content is unpacked before it is looked at', async (t) => {
  const text = 'hello '.repeat(100)
  const packed: Record<string, Buffer> = {
    gzip: gzipSync(text),
    'x-gzip': gzipSync(text),
    deflate: deflateSync(text),
    ' Deflate': deflateRawSync(text),
    br: brotliCompressSync(text),
    zstd: zstdCompressSync(text),
    'gzip, br': brotliCompressSync(gzipSync(text)),
    identity: Buffer.from(text),
  }
  for (const [encoding, content] of Object.entries(packed)) {
    const address = await serving(t, (_, response) =>
      response.writeHead(200, { 'content-encoding': encoding }).end(content),
    )
    const outcome = await check(address, { content_regex: '^(?:hello ){100}$', maximum_data_size: text.length })
    assert.equal(outcome.result, 'ok', `${encoding}: ${outcome.error_message}`)
    assert.equal(outcome.data_size, text.length)
  }
})

test('content is read in the charset that it says', async (t) => {
  const address = await serving(t, (_, response) =>
    response
      .writeHead(200, { 'content-type': 'text/html; charset=ISO-8859-2' })
      .end(Buffer.from([0xbf, 0xf3, 0xb3, 0xf6, 0x77])),
  )
  await passes(address, { content_regex: '^żółöw$' })
})

test('JSON is looked up by members and positions', async (t) => {
  const document = { items: [{ 'full name': 'Anna' }], ok: true, n: 1.5, nothing: null, deep: { a: [] } }
  const address = await serving(t, (_, response) => response.end(JSON.stringify(document)))
  const right: readonly (readonly [path: string, value: string | null])[] = [
    ["$.items[0]['full name']", 'Anna'],
    ['$.ok', 'true'],
    ['$.n', '1.5'],
    ['$.nothing', 'null'],
    ['$.nothing', null],
    ['$.deep', '{"a":[]}'],
    ['$', null],
  ]
  for (const [json_path, json_path_value] of right) await passes(address, { json_path, json_path_value })
})

test('what was seen is kept where the check fails, with secrets masked', async (t) => {
  const address = await serving(t, (request, response) => {
    response.writeHead(500, { 'content-type': 'application/json', 'x-echo': request.headers.authorization ?? '' })
    response.end(JSON.stringify(request.headers))
  })
  const name = address.replace('127.0.0.1', 'localhost')
  const outcome = await check(`${name}/a`, {
    username: 'anna',
    password: 'top secret',
    api_key_header: 'K',
    api_key: 'a+b/c',
  })
  assert.equal(kindOf(outcome), 'http_status_server_error')
  assert.equal(outcome.texts.base_url, `http://${name}/a`)
  assert.equal(outcome.texts.content_type, 'application/json')
  assert.match(outcome.texts.response_headers ?? '', /^HTTP 500\ncontent-type: application\/json\nx-echo: Basic /)
  const kept = new Map(
    outcome.artifacts.map(({ artifact_id, content }) => [artifact_id, Buffer.from(content).toString()]),
  )
  assert.deepEqual([...kept.keys()], ['headers', 'content', 'dns_answer'])
  assert.equal(kept.get('dns_answer'), 'localhost 127.0.0.1\n')
  assert.match(kept.get('content') ?? '', /"k":"\*\*\*"/)
  const everything = JSON.stringify(outcome.texts) + [...kept.values()].join('')
  assert.ok(!everything.includes('a+b/c'))
  const echoed = /Basic ([A-Za-z0-9+/*]+)/.exec(everything)?.[1] ?? ''
  assert.match(echoed, /\*\*\*/)
  assert.ok(!Buffer.from(echoed.replace('***', ''), 'base64').toString().includes('secret'))
  assert.deepEqual((await check(name, { expected_status_codes: '500' })).artifacts, [])
})

test('what has come until the time is up is kept too', async (t) => {
  const address = await serving(t, (_, response) => response.writeHead(200, { 'content-length': '10' }).write('abc'))
  const outcome = await runCheck({ type_id: 'http', address, settings: {}, timeout_ms: 300 }, { guard: allowAll })
  assert.equal(kindOf(outcome), 'timeout_transfer')
  assert.deepEqual(
    outcome.artifacts.map(({ artifact_id, content }) => [artifact_id, Buffer.from(content).toString().slice(0, 8)]),
    [
      ['headers', 'HTTP 200'],
      ['content', 'abc'],
    ],
  )
})

test('phases are timed, and the response time is that of the whole exchange', async (t) => {
  const address = await serving(t, (_, response) => {
    setTimeout(() => response.write('a'), 100)
    setTimeout(() => response.end('b'), 200)
  })
  const { timings, response_time, data_size } = await check(address.replace('127.0.0.1', 'localhost'), {})
  assert.deepEqual(Object.keys(timings), ['lookup', 'connect', 'first_byte'])
  assert.ok((timings.first_byte ?? 0) >= 99 && (timings.first_byte ?? 0) < 195, String(timings.first_byte))
  assert.ok((response_time ?? 0) >= 199 && (response_time ?? 0) < 1000, String(response_time))
  assert.equal(data_size, 2)
})

test('no proxy of the environment stands between', async (t) => {
  process.env['http_proxy'] = process.env['HTTP_PROXY'] = 'http://127.0.0.1:1'
  t.after(() => {
    delete process.env['http_proxy']
    delete process.env['HTTP_PROXY']
  })
  await passes(await serving(t, (_, response) => response.end('OK')), {})
})

const kinds = new Map(errorTypes.map(({ id, kind }) => [id, kind]))

const kindOf = ({ error_type_id }: CheckOutcome) => kinds.get(error_type_id ?? 0)

const check = (address: string, settings: CheckSettings): Promise<CheckOutcome> =>
  runCheck({ type_id: 'http', address, settings, timeout_ms: 5000 }, { guard: allowAll })

async function passes(address: string, settings: CheckSettings): Promise<void> {
  const { result, error_message } = await check(address, settings)
  assert.equal(result, 'ok', `${JSON.stringify(settings)}: ${error_message}`)
}

async function serving(t: TestContext, serve: RequestListener): Promise<string> {
  const { address, close } = await listening(createServer(serve), (port) => `127.0.0.1:${port}`)
  t.after(close)
  return address
}

test('evidence holds no cookie that would let its reader in, and no type that is too long for the way', async (t) => {
  const address = await serving(t, (_, response) => {
    const type = `text/html; x=${'y'.repeat(1000)}`
    response.writeHead(500, { 'set-cookie': ['session=s3ss10n; Path=/'], 'content-type': type }).end('broken')
  })
  const { texts, artifacts } = await check(address, {})
  assert.match(texts.response_headers ?? '', /^set-cookie: \*\*\*$/m)
  assert.doesNotMatch(JSON.stringify([texts, artifacts.map(({ content }) => String(content))]), /s3ss10n/)
  assert.equal(artifacts.find(({ artifact_id }) => artifact_id === 'content')?.content_type.length, 255)
})

test('what a request measures: times, sizes, the status and the way to the answer', async (t) => {
  const body = 'x'.repeat(50_000)
  const address = await serving(t, (request, response) => {
    if (request.url === '/') response.writeHead(302, { location: '/page' }).end('go on')
    else
      response
        .writeHead(200, { 'content-encoding': 'gzip', 'content-type': 'text/plain; charset=utf-8' })
        .end(gzipSync(body))
  })
  const { result, metrics } = await check(address, { expected_content_type: 'TEXT/plain' })
  assert.equal(result, 'ok')
  const { transfer_time, transferred_size, ...others } = metrics
  assert.deepEqual(others, { status_code: 200, redirect_count: 1, request_count: 2, response_size: 50_000 })
  assert.ok((transfer_time ?? -1) >= 0)
  assert.ok((transferred_size ?? 0) > 100 && (transferred_size ?? 0) < 2_000, 'headers and what was sent packed')
  const alone = await check(`${address}/`, { follow_redirects: false, expected_status_codes: '200' })
  assert.deepEqual([alone.metrics['status_code'], alone.metrics['response_size']], [302, 5])
})

test('content that is too large is counted once', async (t) => {
  const address = await serving(t, (_, response) => response.end('x'.repeat(20_000)))
  const { result, metrics } = await check(address, { maximum_data_size: 1_000 })
  assert.equal(result, 'error')
  const { transferred_size = 0 } = metrics
  assert.ok(transferred_size > 1_000 && transferred_size < 21_000, `${transferred_size} bytes`)
})
