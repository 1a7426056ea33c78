import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { addAccount, addPackage, openSession } from '@wachta/testing/api/accounts'
import { dumpDatabase, listErrors } from '@wachta/testing/api/configuration'
import { startApi, type TestApi } from '@wachta/testing/api/start-api'
import { sql } from 'kysely'

let api: TestApi
let owner: number
let anna: string
let colleague: string
let reader: string
let bert: string

before(async () => {
  api = await startApi()
  await addPackage(api.owner)
  owner = await addAccount(api.owner, { name: 'Anna' })
  anna = await openSession(api.owner, owner)
  colleague = await openSession(api.owner, await addAccount(api.owner, { parent: owner }))
  reader = await openSession(api.owner, await addAccount(api.owner, { parent: owner, readOnly: true }))
  bert = await openSession(api.owner, await addAccount(api.owner, { name: 'Bert' }))
})
after(() => api[Symbol.asyncDispose]())

const keys = (account: number | string = 'my_account') => `/accounts/${account}/signing_keys`

test('a key is shown only when it is created, and keys can be rotated', async () => {
  const first = await api.call('POST', keys(), { as: anna })
  assert.equal(first.status, 201)
  assert.deepEqual(Object.keys(first.body), ['id', 'key'])
  assert.equal(Buffer.from(first.body.key, 'base64url').length, 32)
  const second = await api.call('POST', keys(owner), { as: colleague })
  assert.equal(second.status, 201, 'a user who acts for the account')
  assert.notEqual(second.body.key, first.body.key)
  assert.deepEqual(listErrors(await api.call('POST', keys(), { as: anna })), [['too_many_objects']])

  const listed = await api.call('GET', keys(), { as: anna })
  assert.deepEqual(
    listed.body.map(({ id }: { id: number }) => id),
    [first.body.id, second.body.id],
  )
  assert.deepEqual(Object.keys(listed.body[0]), ['id', 'account_id', 'created_at'])
  const [row] = await api.owner.query(
    sql<{ sealed_key: string }>`select sealed_key from signing_key where id = ${first.body.id}`,
  )
  const { vault } = api.interface.context
  assert.equal(vault.open(row?.sealed_key ?? '', ['signing_key', String(owner)]), first.body.key)
  assert.ok(!(await dumpDatabase(api.owner)).includes(first.body.key), 'nowhere in clear')

  assert.equal((await api.call('DELETE', `${keys()}/${first.body.id}`, { as: anna })).status, 204)
  assert.equal((await api.call('DELETE', `${keys()}/${first.body.id}`, { as: anna })).status, 404)
  assert.equal((await api.call('POST', keys(), { as: anna })).status, 201, 'there is room again')
})

test('an answer with a key is not stored for idempotency', async () => {
  const account = await addAccount(api.owner)
  const as = await openSession(api.owner, account)
  const headers = { 'idempotency-key': 'again' }
  const replies = [await api.call('POST', keys(), { as, headers }), await api.call('POST', keys(), { as, headers })]
  assert.notEqual(replies[0]?.body.key, replies[1]?.body.key)
})

test('other accounts cannot see, create or delete keys', async () => {
  const { body } = await api.call('GET', keys(), { as: anna })
  const [{ id }] = body
  for (const as of [bert]) {
    assert.equal((await api.call('GET', keys(owner), { as })).status, 404)
    assert.equal((await api.call('POST', keys(owner), { as })).status, 404)
    assert.equal((await api.call('DELETE', `${keys(owner)}/${id}`, { as })).status, 404)
  }
  const mine = keys((await api.call('GET', '/accounts/my_account', { as: bert })).body.id)
  assert.equal((await api.call('DELETE', `${mine}/${id}`, { as: bert })).status, 404, 'under its own account neither')
  assert.equal((await api.call('POST', keys(owner), { as: reader })).status, 403)
  assert.equal((await api.call('GET', keys(owner), { as: reader })).status, 403)
})
