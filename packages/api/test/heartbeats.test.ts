import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { addAccount, addPackage, openSession } from '@wachta/testing/api/accounts'
import { createTestService, listErrors } from '@wachta/testing/api/configuration'
import { startApi, type TestApi } from '@wachta/testing/api/start-api'
import { sql } from 'kysely'

let api: TestApi
let as: string

before(async () => {
  api = await startApi()
  await addPackage(api.owner)
  as = await openSession(api.owner, await addAccount(api.owner))
})
after(async () => {
  await api[Symbol.asyncDispose]()
})

const beatOf = async (id: number) => {
  const [row] = await api.owner.query(
    sql<{
      started_at: Date | null
      finished_at: Date | null
      failed_at: Date | null
      message: string | null
    }>`select started_at, finished_at, failed_at, message from heartbeat where service_id = ${id}`,
  )
  return row
}

test('a job reports by calling its secret URL', async () => {
  const id = await createTestService(api, as, { type_id: 'heartbeat', address: 'nightly backup', interval: 3600 })
  const made = await api.call('POST', `/services/${id}/heartbeat_token`, { as })
  assert.equal(made.status, 200, made.text)
  const address = new URL(made.body.url)
  assert.equal(address.origin, 'https://wachta.test')
  api.clock = new Date('2026-11-15T03:00:00Z')
  assert.equal((await api.call('POST', `${address.pathname}?state=started`)).status, 204)
  api.clock = new Date('2026-11-15T03:10:00Z')
  const finished = await api.call('GET', address.pathname)
  assert.deepEqual([finished.status, finished.body], [200, { received: true }])
  api.clock = new Date('2026-11-15T03:20:00Z')
  assert.equal((await api.call('POST', `${address.pathname}?state=failed&message=disk%20full`)).status, 204)
  api.clock = null
  assert.deepEqual(await beatOf(id), {
    started_at: new Date('2026-11-15T03:00:00Z'),
    finished_at: new Date('2026-11-15T03:10:00Z'),
    failed_at: new Date('2026-11-15T03:20:00Z'),
    message: 'disk full',
  })
  const [stored] = await api.owner.query(
    sql<{ text: string }>`select heartbeat::text as text from heartbeat where service_id = ${id}`,
  )
  assert.ok(!stored?.text.includes(address.pathname.split('/').at(-1) ?? ''), 'only the hash is kept')

  const anew = await api.call('POST', `/services/${id}/heartbeat_token`, { as })
  assert.equal((await api.call('GET', address.pathname)).status, 404)
  assert.equal((await api.call('GET', new URL(anew.body.url).pathname)).status, 200)
})

test('a report with an invalid query is rejected and changes nothing', async () => {
  const id = await createTestService(api, as, { type_id: 'heartbeat', address: 'nightly backup', interval: 3600 })
  const { body } = await api.call('POST', `/services/${id}/heartbeat_token`, { as })
  const { pathname } = new URL(body.url)
  const none = { started_at: null, finished_at: null, failed_at: null, message: null }
  for (const method of ['GET', 'POST'] as const) {
    for (const query of ['state=faild', 'stat=failed', `message=${'x'.repeat(1001)}`, 'state=failed&state=finished']) {
      const answer = await api.call(method, `${pathname}?${query}`)
      assert.equal(answer.status, 400, `${method} ${query}`)
      assert.match(answer.text, /"field":"query/)
    }
    assert.deepEqual(await beatOf(id), none)
  }
})

test('callers who may read the service can read the reports of its job; a start keeps the last message', async () => {
  const id = await createTestService(api, as, { type_id: 'heartbeat', address: 'nightly backup', interval: 3600 })
  const read = async () => (await api.call('GET', `/services/${id}/heartbeat`, { as })).body
  const none = { service_id: id, has_url: false, started_at: null, finished_at: null, failed_at: null, message: null }
  assert.deepEqual(await read(), none)
  const { pathname } = new URL((await api.call('POST', `/services/${id}/heartbeat_token`, { as })).body.url)
  assert.deepEqual(await read(), { ...none, has_url: true })
  api.clock = new Date('2026-11-15T03:20:00Z')
  await api.call('POST', `${pathname}?state=failed&message=disk%20full`)
  api.clock = new Date('2026-11-15T04:00:00Z')
  await api.call('POST', `${pathname}?state=started`)
  api.clock = null
  assert.deepEqual(await read(), {
    ...none,
    has_url: true,
    started_at: '2026-11-15T04:00:00Z',
    failed_at: '2026-11-15T03:20:00Z',
    message: 'disk full',
  })
  const stranger = await openSession(api.owner, await addAccount(api.owner))
  assert.equal((await api.call('GET', `/services/${id}/heartbeat`, { as: stranger })).status, 404)
  const other = await createTestService(api, as)
  assert.deepEqual(listErrors(await api.call('GET', `/services/${other}/heartbeat`, { as })), [['not_a_heartbeat']])
})

test('heartbeat is among the check types offered to customers', async () => {
  const { body } = await api.call('GET', '/accounts/my_account/available_service_types?limit=1000', { as })
  assert.ok(body.some(({ id }: { id: string }) => id === 'heartbeat'))
})

test('an unknown URL, a wrong state and another check type are rejected', async () => {
  assert.equal((await api.call('GET', `/heartbeats/${'0'.repeat(32)}`)).status, 404)
  assert.equal((await api.call('GET', `/heartbeats/${'0'.repeat(32)}?state=dancing`)).status, 400)
  const id = await createTestService(api, as)
  assert.deepEqual(listErrors(await api.call('POST', `/services/${id}/heartbeat_token`, { as })), [['not_a_heartbeat']])
  const stranger = await openSession(api.owner, await addAccount(api.owner))
  assert.equal((await api.call('POST', `/services/${id}/heartbeat_token`, { as: stranger })).status, 404)
})
