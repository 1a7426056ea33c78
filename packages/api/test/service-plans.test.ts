import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { SearchRequest } from '@wachta/resource'
import { addAccount, addPackage, openSession } from '@wachta/testing/api/accounts'
import { createGroup, findDefaultGroup, share } from '@wachta/testing/api/configuration'
import { startApi, type TestApi } from '@wachta/testing/api/start-api'
import { type RawBuilder, sql } from 'kysely'
import { registry } from '../src/features/registry.ts'

const accounts = 500
const servicesEach = 100
let api: TestApi
let account: number
let as: string

before(async () => {
  api = await startApi()
  await addPackage(api.owner, { services: 100_000 })
  await api.owner.query(sql`insert into account (name, username, package_id, email_address, tree_id)
select 'Bulk ' || n, 'bulk' || n, (select min(id) from package), 'b@example.com', 0 from generate_series(1, ${accounts}) n`)
  account = await addAccount(api.owner)
  as = await openSession(api.owner, account)
  const lender = await addAccount(api.owner)
  const lent = await createGroup(api, await openSession(api.owner, lender))
  await share(api.owner, lent, account)
  // Building the text index once, at the end, takes a fraction of the time.
  const [text] = await api.owner.query(
    sql<{ index: string }>`select pg_get_indexdef('service_text'::regclass) as index`,
  )
  await api.owner.query(sql`drop index service_text`)
  await api.owner.query(sql`insert into service (owner_id, group_id, type_id, name, address, description, interval, status)
select g.owner_id, g.id, 'ping', 'Usługa ' || g.id || '/' || n, 'host' || n || '.example.com', 'opis ' || md5(n::text || g.id), 60,
  case when n % 50 = 0 then 'failure' else 'ok' end
from service_group g, generate_series(1, ${servicesEach}) n`)
  await api.owner.run({ text: text?.index ?? '', values: [] })
  await api.owner.query(sql`vacuum analyze service`)
  await api.owner.query(sql`analyze`)
})
after(async () => {
  await api[Symbol.asyncDispose]()
})

interface SeenStatement {
  readonly text: string
  /** The plan for these values, and the generic plan, which prepared statements use after some executions. */
  readonly plans: readonly string[]
}

/** A connection that explains each statement before it runs it. */
function watched() {
  const seen: SeenStatement[] = []
  const run = async <T>(query: { text: string; values: readonly unknown[] }): Promise<T[]> => {
    const planned = await api.owner.run<Plan>({ text: `explain ${query.text}`, values: query.values })
    seen.push({ text: query.text, plans: [written(planned), await generic(query)] })
    return api.database.run<T>({ text: query.text, values: query.values })
  }
  const query = <T>(statement: RawBuilder<T>): Promise<T[]> => run<T>(api.database.compile(statement))
  return { seen, db: { ...api.database, run, query } }
}

type Plan = { readonly 'QUERY PLAN': string }

const written = (plan: readonly Plan[]): string => plan.map((row) => row['QUERY PLAN']).join('\n')

const generic = ({ text, values }: { text: string; values: readonly unknown[] }): Promise<string> =>
  api.owner.transaction(async (tx) => {
    await tx.query(sql`set local plan_cache_mode = force_generic_plan`)
    await tx.run({ text: `prepare watched as ${text}`, values: [] })
    const given = values.length > 0 ? `(${values.map(() => 'null').join(', ')})` : ''
    const plan = await tx.run<Plan>({ text: `explain execute watched${given}`, values: [] })
    await tx.query(sql`deallocate watched`)
    return written(plan)
  })

const caller = () => ({
  accountId: account,
  actsFor: account,
  packageId: 1,
  sessionId: null,
  scope: 'customer' as const,
  readOnly: false,
  language: 'en',
})

const scans = ({ plans }: SeenStatement) => plans.filter((plan) => /Seq Scan on service\b/.test(plan))

async function search(resource: string, request: SearchRequest): Promise<{ seen: SeenStatement[]; total: number }> {
  const { seen, db } = watched()
  const call = { caller: caller(), db } as never
  const { total } = await api.interface.context.searcher.search({ resource: registry.get(resource), request }, call)
  return { seen, total }
}

test('there is enough to make a scan worth avoiding', async () => {
  const [all] = await api.owner.query(sql<{ count: number }>`select count(*)::int as count from service`)
  assert.ok(Number(all?.count) >= accounts * servicesEach)
  assert.equal((await search('service', {})).total, 2 * servicesEach, 'own and shared')
  // Control: a condition without an index does scan, and is detected.
  const { seen, db } = watched()
  await db.query(sql`select count(*) from service v where v.created_at > now()`)
  assert.equal(seen.flatMap(scans).length, 2)
})

const requests: Readonly<Record<string, [resource: string, request: SearchRequest, total: number]>> = {
  'the list': ['service', {}, 200],
  'the list by name, with embeds': [
    'service',
    { sort: [{ field: 'name' }], embed: ['group.name', 'permissions', 'type'], limit: 100 },
    200,
  ],
  'the failing ones': ['service_status', { filters: { status: [{ type: 'equals', argument: 'failure' }] } }, 4],
  'free text': ['service', { query: 'usluga host7.example' }, 2],
  'free text that everybody has': ['service', { query: 'example.com' }, 200],
  'those of a type that are active': [
    'service',
    {
      filters: {
        type_id: [{ type: 'equals', argument: 'ping' }],
        is_active: [{ type: 'equals', argument: true }],
      },
      sort: [{ field: 'interval', order: 'descending' }],
    },
    200,
  ],
  'those of groups by name': ['service', { filters: { 'group.name': [{ type: 'starts_with', argument: 'gr' }] } }, 100],
  'the group counters': ['group_stats', { limit: 100 }, 2],
}

for (const [name, [resource, request, total]] of Object.entries(requests))
  test(`a customer with a handful of services never scans the table: ${name}`, async () => {
    const found = await search(resource, request)
    assert.equal(found.total, total)
    assert.equal(found.seen.length, 1)
    for (const each of found.seen) assert.deepEqual(scans(each), [], each.text)
  })

for (const path of ['/accounts/{_id}/stats', '/accounts/{_id}/stats/by_service_type_category'])
  test(`a customer with a handful of services never scans the table: ${path}`, async () => {
    const operation = api.interface.operations.find((each) => each.path === path)
    assert.ok(operation)
    const { seen, db } = watched()
    const answer = await operation.handle({
      caller: caller(),
      params: { _id: String(account) },
      db,
      query: {},
    } as never)
    const { value } = answer as { value: unknown }
    const [first] = [value].flat() as { own_services: number; shared_services: number }[]
    assert.ok(first)
    if (!Array.isArray(value)) assert.deepEqual([first.own_services, first.shared_services], [100, 100])
    assert.ok(seen.some(({ text }) => text.includes('from service v')))
    for (const each of seen) assert.deepEqual(scans(each), [], each.text)
  })

test('the counters of an account are read from the index alone', async () => {
  const operation = api.interface.operations.find(({ id }) => id === 'read_account_stats')
  const { seen, db } = watched()
  await operation?.handle({ registry, caller: caller(), params: { _id: String(account) }, db, query: {} } as never)
  const [plan = ''] = seen.find(({ text }) => text.includes('from service v'))?.plans ?? []
  assert.match(plan, /Index Only Scan using service_owner/)
  assert.match(plan, /Index Only Scan using service_group_id/)
})

test('what is created, changed and moved is found by its key', async () => {
  const group = await findDefaultGroup(api.owner, account)
  const created = await api.call('POST', '/services', {
    as,
    body: { type_id: 'ping', name: 'x', address: 'example.com', group_id: group },
  })
  assert.equal(created.status, 201, created.text)
  const { seen, db } = watched()
  const operation = api.interface.operations.find(({ id }) => id === 'bulk_pause_services')
  const nothing = async () => undefined
  await operation?.handle({
    registry,
    caller: caller(),
    params: {},
    body: { ids: [created.body.id] },
    db,
    query: {},
    now: new Date(),
    record: nothing,
  } as never)
  assert.ok(seen.length >= 4)
  for (const each of seen) assert.deepEqual(scans(each), [], each.text)
})
