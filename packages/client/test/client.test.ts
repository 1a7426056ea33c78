import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startTestServer, type TestServer } from '@wachta/testing/api/start-service'
import { ApiError, type Client, fieldFaults, hasSymbol, NetworkError } from '../src/index.ts'

let service: TestServer
let client: Client

before(async () => {
  service = await startTestServer()
  client = service.client()
})
after(async () => {
  await service[Symbol.asyncDispose]()
})

const newService = (name: string) => ({ name, type_id: 'https', address: 'example.com', interval: 600 })
const create = async (name: string) => (await client.call('create_service', { body: newService(name) })).id

test('an object is created, read, changed and deleted', async () => {
  const _id = await create('shop')
  const read = await client.call('read_service', { path: { _id } })
  assert.deepEqual([read.name, read.owner_id, read.external_id], ['shop', service.accountId, null])
  assert.equal(await client.call('update_service', { path: { _id }, body: { ...read, name: 'store' } }), undefined)
  const { name } = await client.call('read_service', { path: { _id }, query: { fields: ['name'] } })
  assert.equal(name, 'store')
  await client.call('delete_service', { path: { _id } })
  await assert.rejects(client.call('read_service', { path: { _id } }), { status: 404 })
})

test('chosen fields come alone, and what is embedded with them', async () => {
  const _id = await create('chosen')
  const query = { fields: ['id', 'name'], embed: ['owner.username', 'permissions'] } as const
  const found = await client.call('read_service', { path: { _id }, query })
  assert.deepEqual(Object.keys(found).sort(), ['id', 'name', 'owner', 'permissions'])
  assert.deepEqual(found.owner, { username: service.username })
  assert.equal(found.permissions?.update, true)
})

test('a list says how many there are in all', async () => {
  for (const name of ['listed a', 'listed b', 'listed c']) await create(name)
  const body = { filters: { name: [{ type: 'starts_with', argument: 'listed' }] }, limit: 2 } as const
  const { items, total } = await client.list('search_services', { body })
  assert.deepEqual([items.length, total], [2, 3])
  assert.equal((await client.call('search_services', { body })).length, 2)
  const query = { 'filter.name': 'starts_with:listed', sort: ['-name'], limit: 1 }
  const listed = await client.list('list_services', { query })
  assert.deepEqual([listed.items[0]?.name, listed.total], ['listed c', 3])
})

test('pages are everything once, in searches and in lists', async () => {
  const names = Array.from({ length: 7 }, (_, index) => `paged ${index}`)
  for (const name of names) await create(name)
  const filters = { name: [{ type: 'starts_with', argument: 'paged' }] } as const
  for (const size of [1, 3, 7, 100]) {
    const searched: string[] = []
    const body = { filters, fields: ['name'], sort: [{ field: 'name' }] } as const
    for await (const { items, total } of client.pages('search_services', { body }, { size })) {
      assert.equal(total, names.length)
      searched.push(...items.map(({ name }) => name))
    }
    assert.deepEqual(searched, names, `pages of ${size}`)
  }
  const listed: string[] = []
  const query = { 'filter.name': 'starts_with:paged', sort: ['name'], offset: 2 }
  for await (const { items } of client.pages('list_services', { query }, { size: 2 }))
    listed.push(...items.map(({ name }) => name))
  assert.deepEqual(listed, names.slice(2), 'from the offset on')
})

test('nothing at all has no pages, and a page has a size that the service gives', async () => {
  const none = client.pages('search_services', { body: { filters: { name: ['no such name'] } } })
  assert.deepEqual(await none.next(), { done: true, value: undefined })
  for (const size of [0, -1, 1.5, 1001, Number.NaN])
    await assert.rejects(client.pages('list_services', {}, { size }).next(), RangeError)
})

test('faults are all there, by field, in the language of the person', async () => {
  const polish = service.client({ language: () => 'pl' })
  const wrong = { ...newService(''), interval: 0 }
  const error = await polish.call('create_service', { body: wrong }).catch((thrown: unknown) => thrown)
  assert.ok(error instanceof ApiError)
  assert.equal(error.status, 400)
  assert.match(error.requestId ?? '', /^[0-9a-f-]{36}$/)
  const fields = fieldFaults(error)
  assert.deepEqual([...fields.keys()].sort(), ['interval', 'name'])
  const english = await client.call('create_service', { body: wrong }).catch((thrown: unknown) => thrown)
  assert.notDeepEqual(fieldFaults(english), fields)
  assert.deepEqual([...fieldFaults(english).keys()].sort(), ['interval', 'name'])
})

test('an error that is not of the API has no errors of fields', () => {
  assert.equal(fieldFaults(new Error('data.name')).size, 0)
  const errors = [
    { code: 1, error: 'a', message: 'A.', field: 'data.scope.group_ids' },
    { code: 2, error: 'b', message: 'B.', field: 'data.scope.group_ids' },
    { code: 3, error: 'c', message: 'C.' },
  ]
  assert.deepEqual(
    [...fieldFaults(new ApiError({ status: 400, errors }))],
    [
      ['scope.group_ids', ['A.', 'B.']],
      ['', ['C.']],
    ],
  )
})

test('without a token, or with a wrong one, the answer is 401', async () => {
  const stranger = service.client({ token: () => undefined })
  await assert.rejects(stranger.call('list_services'), (error) => hasSymbol(error, 'authentication_required'))
  const forged = service.client({ token: () => '0'.repeat(32) })
  await assert.rejects(forged.call('list_services'), { name: 'ApiError', status: 401 })
  await assert.rejects(client.call('list_services', {}, { token: null }), { status: 401 })
  assert.ok(Array.isArray(await stranger.call('list_services', {}, { token: service.token })))
})

test('the token is asked for anew before every request', async () => {
  let token: string | undefined
  const late = service.client({ token: () => token })
  await assert.rejects(late.call('list_services'), { status: 401 })
  token = service.token
  assert.ok(Array.isArray(await late.call('list_services')))
})

test('the same key creates once; the same key with another body is refused', async () => {
  const body = newService('only once')
  const options = { idempotencyKey: 'only-once-1' }
  const first = await client.call('create_service', { body }, options)
  assert.deepEqual(await client.call('create_service', { body }, options), first)
  const filters = { name: ['only once'] }
  assert.equal((await client.list('search_services', { body: { filters } })).total, 1)
  await assert.rejects(client.call('create_service', { body: { ...body, name: 'other' } }, options), (error) =>
    hasSymbol(error, 'idempotency_key_reused'),
  )
  // Control: without a key, there are two.
  await client.call('create_service', { body })
  assert.equal((await client.list('search_services', { body: { filters } })).total, 2)
})

test('what stands in a path stays in its part of it', async () => {
  const keys = ['a/b', 'with space', 'zażółć', 'a?b=c', 'a#b', '%2e%2e', '../services']
  for (const _key of keys) {
    const path = { _id: 'my_user_data', _key }
    // Each is rejected as a setting name: if it had left its path segment, the operation would be unknown.
    const refused = client.call('update_user_setting', { path, body: true })
    await assert.rejects(refused, (error) => error instanceof ApiError && !hasSymbol(error, 'unknown_operation'), _key)
  }
  for (const _key of ['', '.', '..'])
    await assert.rejects(client.call('read_user_setting', { path: { _id: 'my_user_data', _key } }), TypeError)
})

test('a file comes as a blob', async () => {
  const archive = await client.call('export_account', { path: { _id: 'my_account' } })
  assert.ok(archive instanceof Blob)
  assert.equal(Buffer.from(await archive.arrayBuffer()).toString('latin1', 0, 2), 'PK')
})

test('an abort is thrown as it was made, before and during a request', async () => {
  const reason = new Error('enough')
  await assert.rejects(client.call('list_services', {}, { signal: AbortSignal.abort(reason) }), reason)
  const controller = new AbortController()
  const called = client.call('list_services', {}, { signal: controller.signal })
  controller.abort(reason)
  await assert.rejects(called, reason)
})

test('a service that cannot be reached is a network error that says what to do', async () => {
  const nowhere = service.client({ baseUrl: 'http://127.0.0.1:1/v3', language: () => 'pl-PL', retry: false })
  await assert.rejects(nowhere.call('list_services'), (error) => {
    assert.ok(error instanceof NetworkError)
    assert.match(error.message, /Sprawdź połączenie/)
    assert.ok(error.cause instanceof Error)
    return true
  })
})
