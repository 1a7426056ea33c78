import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { getSearchNames } from '@wachta/resource'
import { addAccount, addPackage, openSession } from '@wachta/testing/api/accounts'
import { startApi, type TestApi } from '@wachta/testing/api/start-api'
import fc from 'fast-check'
import { sql } from 'kysely'
import { registry } from '../src/features/registry.ts'

let api: TestApi
let root: number
let as: string
let administrator: string
let family: number[]

before(async () => {
  api = await startApi()
  await addPackage(api.owner)
  root = await addAccount(api.owner, { username: 'root', name: 'Żółw 100% Sp. z o.o.' })
  const children = []
  for (const name of ['Ada', 'Łucja', 'ada', 'Zed_1', 'Ćma'])
    children.push(await addAccount(api.owner, { name, parent: root, readOnly: name === 'Zed_1' }))
  family = [root, ...children]
  for (const name of ['Ada', 'Stranger']) await addAccount(api.owner, { name })
  as = await openSession(api.owner, root)
  administrator = await openSession(api.owner, await addAccount(api.owner, { administrator: true }), 'administrator')
})
after(async () => {
  await api[Symbol.asyncDispose]()
})

const search = async (body: object, session = as) => {
  const reply = await api.call('POST', '/accounts/search', { as: session, body })
  assert.equal(reply.status, 200, reply.text)
  return reply.body
}
const names = async (filters: object) =>
  (await search({ filters, fields: ['name'], sort: [{ field: 'id' }] })).map(({ name }: { name: string }) => name)

test('filters go by the kind of the field', async () => {
  assert.deepEqual(await names({ name: ['Ada'] }), ['Ada'])
  assert.deepEqual(await names({ name: [{ type: 'contains', argument: 'ADA' }] }), ['Ada', 'ada'])
  assert.deepEqual(await names({ name: [{ type: 'starts_with', argument: 'luc' }] }), ['Łucja'])
  assert.deepEqual(await names({ name: [{ type: 'one_of', argument: ['Ćma', 'Ada', 'Stranger'] }] }), ['Ada', 'Ćma'])
  assert.deepEqual(
    await names({ name: [{ type: 'contains', argument: '_' }] }),
    ['Zed_1'],
    'wildcards stand for themselves',
  )
  assert.deepEqual(await names({ name: [{ type: 'contains', argument: '0%' }] }), ['Żółw 100% Sp. z o.o.'])
  assert.deepEqual(await names({ is_read_only: [true] }), ['Zed_1'])
  assert.deepEqual(await names({ parent_account_id: [{ type: 'is_null', argument: true }] }), ['Żółw 100% Sp. z o.o.'])
  assert.deepEqual(await names({ parent_account_id: [{ type: 'not_equals', argument: root }] }), [
    'Żółw 100% Sp. z o.o.',
  ])
  assert.deepEqual(
    await names({
      name: [
        { type: 'contains', argument: 'a' },
        { type: 'not_equals', argument: 'ada' },
      ],
    }),
    ['Ada', 'Łucja', 'Ćma'],
    'all elements of a key must hold',
  )
})

test('the query finds every word in any text field, without case and accents', async () => {
  const found = async (query: string) => (await search({ query, fields: ['name'] })).length
  assert.equal(await found('zolw'), 1)
  assert.equal(await found('ROOT sp.'), 1)
  assert.equal(await found('zolw nothing'), 0)
  assert.equal(await found('   '), family.length)
})

test('sorting follows the wish and ends with the id', async () => {
  const ids = (await search({ fields: ['id'], sort: [{ field: 'is_read_only', order: 'descending' }] })).map(
    ({ id }: { id: number }) => id,
  )
  assert.deepEqual(ids, [family[4], ...family.filter((id) => id !== family[4])])
})

test('embeds bring related objects, whole or in part, and permissions', async () => {
  const [row] = await search({
    fields: ['id'],
    filters: { id: [family[1]] },
    embed: [
      'parent_account.name',
      'permissions.own',
      'permissions.update',
      'language',
      'time_zone.id',
      'user_data.email_address',
    ],
  })
  assert.deepEqual(row, {
    id: family[1],
    parent_account: { name: 'Żółw 100% Sp. z o.o.' },
    permissions: { own: false, update: true },
    language: { id: 'en', name: 'English', description: 'Notifications, reports and messages in English.' },
    time_zone: { id: 'europe_warsaw' },
    user_data: { email_address: row.user_data.email_address },
  })
})

test('a list says in its query what a search says in its body', async () => {
  const list = await api.call(
    'GET',
    '/accounts?fields=id,name&filter.name=contains:ADA&sort=-name,id&limit=5&offset=0',
    { as },
  )
  const searched = await api.call('POST', '/accounts/search', {
    as,
    body: {
      fields: ['id', 'name'],
      filters: { name: [{ type: 'contains', argument: 'ADA' }] },
      sort: [{ field: 'name', order: 'descending' }, { field: 'id' }],
      limit: 5,
    },
  })
  assert.equal(list.text, searched.text)
  assert.equal(list.headers['x-total-count'], '2')
})

test('the total is right on every page, also past the end and with limit 0', async () => {
  for (const [limit, offset] of [
    [2, 0],
    [2, 4],
    [3, 6],
    [0, 0],
    [10, 50],
    [6, 0],
    [1000, 0],
  ]) {
    const reply = await api.call('POST', '/accounts/search', { as, body: { limit, offset } })
    assert.equal(reply.headers['x-total-count'], String(family.length), `${limit} from ${offset}`)
    assert.equal(reply.body.length, Math.max(0, Math.min(Number(limit), family.length - Number(offset))))
  }
})

test('pages put together are the whole, whatever the order', async () => {
  const sorts = getSearchNames(registry.get('account'), registry).sorts
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ field: fc.constantFrom(...sorts), order: fc.constantFrom('ascending', 'descending') }), {
        maxLength: 3,
      }),
      fc.integer({ min: 1, max: 4 }),
      async (sort, limit) => {
        const ids: number[] = []
        for (let offset = 0; offset < family.length; offset += limit)
          ids.push(...(await search({ fields: ['id'], sort, limit, offset })).map(({ id }: { id: number }) => id))
        assert.deepEqual([...ids].sort(), [...family].sort())
      },
    ),
    { numRuns: 60 },
  )
})

test('every name that is allowed compiles and runs, for every resource and caller', async () => {
  for (const resource of registry.all.filter(({ serve }) => serve?.operations.includes('search'))) {
    const { fields, embeds, filters, sorts } = getSearchNames(resource, registry)
    for (const session of [administrator, as]) {
      if (resource.serve?.scope === 'administrator' && session === as) continue
      const body = {
        fields,
        embed: embeds,
        sort: sorts.map((field) => ({ field })),
        query: 'a b',
        filters: Object.fromEntries(filters.map((name) => [name, []])),
      }
      const reply = await api.call('POST', `${resource.serve?.path}/search`, { as: session, body })
      assert.equal(reply.status, 200, `${resource.name}: ${reply.text}`)
    }
  }
})

test('no search, however made, shows a row that the caller may not read', async () => {
  const { filters, embeds, sorts } = getSearchNames(registry.get('account'), registry)
  const element = fc.oneof(
    fc.record({
      type: fc.constantFrom('equals', 'not_equals', 'one_of', 'contains', 'is_null'),
      argument: fc.oneof(fc.string(), fc.boolean(), fc.integer(), fc.array(fc.string(), { maxLength: 2 })),
    }),
    fc.boolean(),
  )
  const request = fc.record(
    {
      filters: fc.dictionary(fc.constantFrom(...filters), fc.array(element, { maxLength: 2 }), { maxKeys: 2 }),
      embed: fc.uniqueArray(fc.constantFrom(...embeds), { maxLength: 4 }),
      sort: fc.array(fc.record({ field: fc.constantFrom(...sorts) }), { maxLength: 3 }),
      query: fc.string({ maxLength: 5 }),
      limit: fc.integer({ min: 0, max: 20 }),
    },
    { requiredKeys: [] },
  )
  const allowed = new Set(family)
  let answered = 0
  await fc.assert(
    fc.asyncProperty(request, async (body) => {
      const reply = await api.call('POST', '/accounts/search', { as, body })
      assert.ok(reply.status === 200 || reply.status === 400, reply.text)
      if (reply.status === 200) {
        answered += 1
        for (const row of reply.body) assert.ok(allowed.has(row.id))
        for (const row of reply.body) if (row.parent_account) assert.ok(allowed.has(row.parent_account.id ?? root))
      }
    }),
    { numRuns: 300 },
  )
  assert.ok(answered > 60, 'enough of them were answered to mean something')
})

test('a customer with a handful of accounts never scans the table', async () => {
  await api.owner.query(sql`insert into account (name, username, package_id, email_address, tree_id)
    select 'Bulk ' || n, 'bulk' || n, (select min(id) from package), 'b@example.com', 0 from generate_series(1, 20000) n`)
  await api.owner.query(sql`analyze account`)
  const [bulk] = await api.owner.query(sql<{ plan: string }>`select 1 as plan`)
  assert.ok(bulk)
  const { searcher } = api.interface.context
  const seen: string[] = []
  const db = {
    ...api.database,
    run: async <T>(query: { text: string; values: readonly unknown[] }) => {
      const rows = await api.owner.run<{ 'QUERY PLAN': string }>({
        text: `explain ${query.text}`,
        values: query.values,
      })
      seen.push(rows.map((row) => row['QUERY PLAN']).join('\n'))
      return api.database.run<T>(query)
    },
  }
  const caller = {
    accountId: root,
    actsFor: root,
    packageId: 1,
    sessionId: null,
    scope: 'customer',
    readOnly: false,
    language: 'en',
  } as const
  const call = { caller, db } as never
  await searcher.search(
    {
      resource: registry.get('account'),
      request: {
        filters: { is_blocked: [{ type: 'equals', argument: false }] },
        sort: [{ field: 'name' }],
        embed: ['package', 'permissions'],
      },
    },
    call,
  )
  await searcher.search({ resource: registry.get('account'), request: { query: 'zolw' } }, call)
  assert.equal(seen.length, 2)
  for (const plan of seen) assert.doesNotMatch(plan, /Seq Scan on account/, plan)
})

test('a total is exact, unless the caller prefers to know no more than that there are more than 10,000', async () => {
  const counted = async (prefer: string | null, as: string, query = '') => {
    const headers = prefer === null ? {} : { prefer }
    const { headers: answered, body } = await api.call('GET', `/accounts?limit=2${query}`, { as, headers })
    assert.equal(body.length, 2)
    return [answered['x-total-count'], answered['preference-applied']]
  }
  const [all] = await api.owner.query(sql<{ count: number }>`select count(*) from account`)
  assert.ok(Number(all?.count) > 20_000)
  const exactly = [String(all?.count), undefined]
  assert.deepEqual(await counted(null, administrator), exactly)
  assert.deepEqual(await counted('respond-async, handling=strict', administrator), exactly)
  const bounded = ['10000', 'count=bounded']
  assert.deepEqual(await counted('count=bounded', administrator), bounded)
  assert.deepEqual(await counted('handling=lenient; Count=bounded', administrator, '&query=bulk&offset=15000'), bounded)
  assert.deepEqual(await counted('count=bounded', as), [String(family.length), undefined], 'fewer are counted exactly')
  const under = await api.call('GET', `/accounts/${root}/contacts`, { as, headers: { prefer: 'count=bounded' } })
  assert.deepEqual([under.status, under.headers['x-total-count']], [200, '0'])
})
