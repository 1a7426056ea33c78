import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startTestServer, type TestServer } from '@wachta/testing/api/start-service'
import { ApiError, type Client, NetworkError } from '../src/index.ts'
import { disconnects, refuses, startUnsteady, type Trouble, type UnsteadyServer } from './support/unsteady.ts'

let service: TestServer
let way: UnsteadyServer
let client: Client

before(async () => {
  service = await startTestServer()
  way = await startUnsteady(service.baseUrl)
  client = service.client({ baseUrl: way.baseUrl })
})
after(async () => {
  await way[Symbol.asyncDispose]()
  await service[Symbol.asyncDispose]()
})

const body = { type_id: 'https', address: 'example.com', interval: 600 }
const countOf = async (name: string) =>
  (await service.client().list('search_services', { body: { filters: { name: [name] } } })).total

const passing: readonly (readonly [string, Trouble])[] = [
  ['a lost connection', disconnects],
  ['503 with Retry-After', refuses(503, 0)],
  ['429 with Retry-After', refuses(429, 0)],
]

for (const [name, trouble] of passing) {
  test(`a read gets past ${name}, twice`, async () => {
    way.meets(trouble, trouble)
    assert.ok(Array.isArray(await client.call('list_services')))
    assert.equal(way.counted.came, 3)
  })

  test(`a read gives up after ${name} the third time`, async () => {
    way.meets(trouble, trouble, trouble)
    await assert.rejects(client.call('list_services'), trouble === disconnects ? NetworkError : ApiError)
    assert.equal(way.counted.came, 3)
  })

  test(`a write without a key is not repeated after ${name}`, async () => {
    way.meets(trouble)
    await assert.rejects(client.call('create_service', { body: { ...body, name: 'unkeyed' } }))
    assert.equal(way.counted.came, 1)
    assert.equal(await countOf('unkeyed'), 0)
  })
}

test('a search is a read too', async () => {
  way.meets(disconnects, refuses(503, 0))
  assert.ok(Array.isArray(await client.call('search_services', { body: {} })))
  assert.equal(way.counted.came, 3)
})

test('a write whose answer was lost is repeated under its key, and done once', async () => {
  way.meets('answer lost')
  const options = { idempotencyKey: 'answer-lost' }
  const { id } = await client.call('create_service', { body: { ...body, name: 'kept' } }, options)
  assert.deepEqual([way.counted.passed, await countOf('kept')], [2, 1])
  assert.equal((await service.client().call('read_service', { path: { _id: id } })).name, 'kept')
})

test('waits as long as Retry-After says', async () => {
  way.meets(refuses(503, 1))
  const start = performance.now()
  await client.call('list_services')
  assert.ok(performance.now() - start >= 990)
})

for (const [name, trouble] of [
  ['that would keep it waiting for more than half a minute', refuses(429, 31)],
  ['that does not say when to come again', refuses(503)],
  ['for good', refuses(400, 0)],
  ['because of a fault of its own', refuses(500, 0)],
] as const)
  test(`a refusal ${name} is not tried again`, async () => {
    way.meets(trouble)
    await assert.rejects(client.call('list_services'), ApiError)
    assert.equal(way.counted.came, 1)
  })

test('second attempts can be switched off, for the client or one call', async () => {
  const once = service.client({ baseUrl: way.baseUrl, retry: false })
  way.meets(disconnects)
  await assert.rejects(once.call('list_services'), NetworkError)
  assert.equal(way.counted.came, 1)
  way.meets(disconnects)
  await assert.rejects(client.call('list_services', {}, { retry: false }), NetworkError)
  assert.equal(way.counted.came, 1)
  way.meets(disconnects)
  await once.call('list_services', {}, { retry: true })
  assert.equal(way.counted.came, 2)
})

test('an abort ends the wait before the next attempt', async () => {
  way.meets(refuses(503, 30))
  const controller = new AbortController()
  const called = client.call('list_services', {}, { signal: controller.signal })
  setTimeout(() => controller.abort(new Error('enough')), 100)
  const start = performance.now()
  await assert.rejects(called, /enough/)
  assert.ok(performance.now() - start < 5000)
})

test('what stands between and answers in its own way is an error without errors of the API', async () => {
  way.meets((response) => response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>'))
  await assert.rejects(client.call('list_services'), (error) => {
    assert.ok(error instanceof ApiError)
    assert.deepEqual([error.status, error.errors, error.retryAfter], [502, [], undefined])
    assert.match(error.message, /HTTP 502/)
    return true
  })
  way.meets((response) => response.writeHead(500, { 'content-type': 'application/json' }).end('{"oops"'))
  await assert.rejects(client.call('list_services'), { status: 500, errors: [] })
  way.meets((response) => response.writeHead(200, { 'content-type': 'application/json' }).end('[{"id"'))
  await assert.rejects(client.call('list_services', {}, { retry: false }), NetworkError)
})

test('the limit of the service itself is told with the seconds to wait', async () => {
  await using limited = await startTestServer({ requestsPerMinute: 1 })
  const impatient = limited.client({ retry: false })
  await impatient.call('list_services')
  await assert.rejects(impatient.call('list_services'), (error) => {
    assert.ok(error instanceof ApiError)
    assert.deepEqual([error.status, error.errors[0]?.error], [429, 'too_many_requests'])
    assert.ok((error.retryAfter ?? 0) >= 1 && (error.retryAfter ?? 0) <= 60)
    return true
  })
})
