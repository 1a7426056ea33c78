import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { changesData } from '@wachta/resource'
import { addAccount, addPackage, openSession } from '@wachta/testing/api/accounts'
import { listErrors } from '@wachta/testing/api/configuration'
import { startApi, type TestApi } from '@wachta/testing/api/start-api'
import { sql } from 'kysely'

let api: TestApi
let reseller: number
let shop: number
let adam: number
const as = { reseller: '', shop: '', adam: '', stranger: '' }

before(async () => {
  api = await startApi()
  await addPackage(api.owner)
  reseller = await addAccount(api.owner, { name: 'Reseller' })
  shop = await addAccount(api.owner, { name: 'Shop', reseller, edit: true, block: true })
  adam = await addAccount(api.owner, { name: 'Adam', administrator: true })
  as.reseller = await openSession(api.owner, reseller)
  as.shop = await openSession(api.owner, shop)
  as.adam = await openSession(api.owner, adam, 'administrator')
  as.stranger = await openSession(api.owner, await addAccount(api.owner))
})
after(() => api[Symbol.asyncDispose]())

const observe = (account: number, by: string) => api.call('POST', `/accounts/${account}/observe`, { as: by })

async function observed(account: number, by: string): Promise<{ id: number; as: string }> {
  const { status, body } = await observe(account, by)
  assert.equal(status, 201)
  return { id: body.id, as: `Bearer ${body.token}` }
}

test('resellers and administrators can observe an account as its holder sees it', async () => {
  for (const by of [as.reseller, as.adam]) {
    const { as: watching } = await observed(shop, by)
    const me = await api.call('GET', '/accounts/my_account', { as: watching })
    assert.equal(me.body.id, shop)
    const lists = ['/services', '/groups', '/contacts', '/events', '/accounts/my_account/stats']
    for (const path of lists) {
      const [holder, observer] = [
        await api.call('GET', path, { as: as.shop }),
        await api.call('GET', path, { as: watching }),
      ]
      assert.deepEqual([observer.status, observer.body], [holder.status, holder.body], path)
    }
    const found = await api.call('POST', '/services/search', { as: watching, body: {} })
    assert.equal(found.status, 200, 'a search changes nothing')
    assert.equal((await api.call('GET', '/admin/accounts', { as: watching })).status, 403, 'never as an administrator')
  }
})

test('every write of an observer is rejected in the same way, while the holder could do it', async () => {
  const { as: watching } = await observed(shop, as.reseller)
  const writes = api.interface.operations.filter(changesData)
  assert.ok(writes.length > 120)
  const before = await everything()
  for (const { id, method, path } of writes) {
    const url = path.replaceAll('{_id}', '1').replaceAll(/\{\w+\}/g, '1')
    const refused = await api.call(method, url, { as: watching, ...(method !== 'GET' && { body: {} }) })
    assert.deepEqual([id, refused.status, listErrors(refused)], [id, 403, [['observer_only_reads']]])
  }
  assert.deepEqual(await everything(), before)
  const control = await api.call('PUT', '/accounts/my_account', { as: as.shop, body: { name: 'Shop' } })
  assert.equal(control.status, 204, 'the holder may')
})

test('the permissions of an observer contain nothing that would be rejected', async () => {
  const { as: watching } = await observed(shop, as.adam)
  const flags = async (path: string, by: string): Promise<string[]> => {
    const { body } = await api.call('GET', path, { as: by })
    return Object.keys(body).filter((flag) => body[flag])
  }
  assert.deepEqual((await flags('/accounts/my_account/permissions', watching)).toSorted(), [
    'own',
    'read',
    'read_logs',
    'read_stats',
  ])
  assert.ok((await flags('/accounts/my_account/permissions', as.shop)).includes('change_password'), 'the holder has it')
  const embedded = await api.call('GET', '/sessions?embed=permissions', { as: watching })
  assert.ok(embedded.body.length > 0)
  for (const { permissions } of embedded.body) assert.equal(permissions.delete, false)
})

test('other callers cannot observe, and blocked accounts, oneself and additional users cannot be observed', async () => {
  const closedToReseller = await addAccount(api.owner, { reseller })
  const blocked = await addAccount(api.owner, { reseller, edit: true, blocked: true })
  const waiting = await addAccount(api.owner, { reseller, edit: true, activated: false })
  const user = await addAccount(api.owner, { parent: shop })
  const readOnly = await openSession(api.owner, await addAccount(api.owner, { parent: reseller, readOnly: true }))
  const attempts: [account: number, by: string, status: number][] = [
    [shop, as.stranger, 404],
    [shop, as.shop, 403],
    [shop, readOnly, 403],
    [closedToReseller, as.reseller, 403],
    [blocked, as.reseller, 403],
    [waiting, as.adam, 403],
    [user, as.adam, 403],
    [adam, as.adam, 403],
    [reseller, as.shop, 404],
  ]
  for (const [account, by, status] of attempts) assert.equal((await observe(account, by)).status, status, `${account}`)
  const { as: watching } = await observed(shop, as.adam)
  assert.deepEqual(listErrors(await observe(shop, watching)), [['observer_only_reads']], 'not from within')
})

test('an observation is in the audit log and the sign-ins of the account, without the address of the observer', async () => {
  const { id } = await observed(shop, as.adam)
  const log = await api.call('GET', '/accounts/my_account/logs/audit?sort=-sequence&limit=1', { as: as.shop })
  const [entry] = log.body
  assert.deepEqual(
    [entry.operation, entry.actor_id, entry.actor_scope, entry.object_id, entry.after, entry.client_ip_address],
    ['observe_account', adam, 'administrator', String(id), { observer_id: adam }, null],
  )
  const signIns = await api.call('GET', '/accounts/my_account/logs/authentications?sort=-time&limit=1', { as: as.shop })
  assert.deepEqual([signIns.body[0].client_id, signIns.body[0].client_ip_address], ['observer', null])
  const listed = await api.call('GET', `/sessions/${id}`, { as: as.shop })
  assert.deepEqual([listed.body.observer_id, listed.body.client_ip_address], [adam, null])
})

test('an observation can be ended by the observer or the account, and ends with the permission', async () => {
  const isOpen = async (watching: string) => (await api.call('GET', '/services', { as: watching })).status === 200
  const ways: [way: string, end: (id: number) => Promise<unknown>][] = [
    ['the observer', (id) => api.call('DELETE', `/sessions/${id}`, { as: as.reseller })],
    ['the holder', (id) => api.call('DELETE', `/sessions/${id}`, { as: as.shop })],
    ['blocked', () => api.call('POST', `/accounts/${shop}/block`, { as: as.adam })],
    [
      'the observer is blocked',
      () => api.owner.query(sql`update account set is_blocked = true where id = ${reseller}`),
    ],
    ['no longer lets', () => api.owner.query(sql`update account set subaccount_edit = false where id = ${shop}`)],
    ['no longer depends', () => api.owner.query(sql`update account set reseller_account_id = null where id = ${shop}`)],
  ]
  for (const [way, end] of ways) {
    const { id, as: watching } = await observed(shop, as.reseller)
    assert.ok(await isOpen(watching), way)
    await end(id)
    // Changes by other processes are noticed within a second.
    api.clock = new Date(Date.now() + 2000)
    assert.ok(!(await isOpen(watching)), way)
    api.clock = null
    await api.owner.query(sql`update account set is_blocked = false where id in (${shop}, ${reseller})`)
    await api.owner.query(
      sql`update account set subaccount_edit = true, reseller_account_id = ${reseller} where id = ${shop}`,
    )
    as.shop = await openSession(api.owner, shop)
  }
})

test('a new password of the observer ends its observations', async () => {
  const { as: watching } = await observed(shop, as.reseller)
  const changed = await api.call('POST', '/accounts/my_account/change_password', {
    as: as.reseller,
    body: { new_password: 'siedemset żurawi nad łąką' },
  })
  assert.equal(changed.status, 204)
  assert.equal((await api.call('GET', '/services', { as: watching })).status, 401)
  as.reseller = await openSession(api.owner, reseller)
})

/** The state of all tables that a write could have changed. */
async function everything(): Promise<unknown> {
  const tables = ['account', 'session', 'service', 'service_group', 'contact', 'event', 'audit', 'signing_key'] as const
  return Promise.all(
    tables.map((table) => api.owner.query(sql`select count(*), max(xmin::text) from ${sql.table(table)}`)),
  )
}
