import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { findCheckType } from '@wachta/checks'
import { addAccount, addPackage, openSession } from '@wachta/testing/api/accounts'
import { createGroup, findDefaultGroup, share } from '@wachta/testing/api/configuration'
import { startApi, type TestApi } from '@wachta/testing/api/start-api'
import fc from 'fast-check'
import { sql } from 'kysely'
import { serviceTypeCategories } from '../src/features/dictionaries/service-type-categories.ts'
import { counterNames } from '../src/features/statistics/counters.ts'

let api: TestApi
let owner: number
let sharee: number
let as: string
let shared: string
let groups: readonly [number, number]

before(async () => {
  api = await startApi()
  await addPackage(api.owner, { services: 10_000 })
  owner = await addAccount(api.owner)
  as = await openSession(api.owner, owner)
  sharee = await addAccount(api.owner, { reseller: owner })
  shared = await openSession(api.owner, sharee)
  groups = [await findDefaultGroup(api.owner, owner), await createGroup(api, as)]
  await share(api.owner, groups[1], sharee)
})
after(async () => {
  await api[Symbol.asyncDispose]()
})

interface Service {
  readonly owner_id: number
  readonly group_id: number
  readonly type_id: string
  readonly steps: number
  readonly status: 'ok' | 'failure' | 'paused' | 'unknown'
  readonly is_archived: boolean
}

const stats = async (session: string, path = '/stats', account: unknown = 'my_account') => {
  const reply = await api.call('GET', `/accounts/${account}${path}`, { as: session })
  assert.equal(reply.status, 200, reply.text)
  return reply.body
}

test('the sixteen counters are what one counts by hand, all together and by category', async () => {
  const own = await findDefaultGroup(api.owner, sharee)
  const categories = serviceTypeCategories.entries.map(({ id }) => id)
  const service = fc.record({
    place: fc.constantFrom(
      { owner_id: owner, group_id: groups[0] },
      { owner_id: owner, group_id: groups[1] },
      { owner_id: sharee, group_id: own },
    ),
    type_id: fc.constantFrom('ping', 'https', 'browser_scenario', 'heartbeat', 'http_scenario'),
    steps: fc.integer({ min: 0, max: 4 }),
    state: fc.constantFrom(
      { status: 'ok', is_archived: false },
      { status: 'failure', is_archived: false },
      { status: 'paused', is_archived: false },
      { status: 'unknown', is_archived: false },
      { status: 'paused', is_archived: true },
    ),
  })
  let seen = 0
  await fc.assert(
    fc.asyncProperty(fc.array(service, { maxLength: 25 }), async (generated) => {
      const services = generated.map(({ place, state, type_id, steps }) => ({ ...place, ...state, type_id, steps }))
      await replaceServices(services as Service[])
      for (const [session, account] of [
        [as, owner],
        [shared, sharee],
      ] as const) {
        const readable = account === owner ? [] : [groups[1]]
        const counted = (chosen: readonly Service[]) => naive(chosen, account, readable)
        assert.deepEqual(await stats(session), counted(services as Service[]))
        const split = await stats(session, '/stats/by_service_type_category')
        assert.deepEqual(
          split.map((each: { service_type_category: { id: string } }) => each.service_type_category.id),
          categories,
        )
        for (const { service_type_category, ...counters } of split)
          assert.deepEqual(
            counters,
            counted((services as Service[]).filter((each) => categoryOf(each) === service_type_category.id)),
          )
      }
      seen += generated.length
    }),
    { numRuns: 25 },
  )
  assert.ok(seen > 50)
  const some = { owner_id: owner, group_id: groups[1], type_id: 'ping', steps: 0 } as const
  await replaceServices([{ ...some, status: 'failure', is_archived: false }])
  assert.notDeepEqual(await stats(as), naive([], owner, []), 'and a service more or less makes a difference')
})

test('sixteen there are, by name', () => {
  assert.equal(new Set(counterNames).size, 16)
  for (const name of [
    'own_services',
    'own_paused_service_steps',
    'shared_failure_services',
    'shared_archived_services',
  ])
    assert.ok((counterNames as readonly string[]).includes(name), name)
})

test('statistics are for those who act for the account, its reseller and administrators', async () => {
  await replaceServices([
    {
      owner_id: sharee,
      group_id: await findDefaultGroup(api.owner, sharee),
      type_id: 'ping',
      steps: 0,
      status: 'ok',
      is_archived: false,
    },
  ])
  assert.equal((await stats(as, '/stats', sharee)).own_services, 1, 'the reseller of a dependent account')
  const user = await openSession(api.owner, await addAccount(api.owner, { parent: sharee }))
  assert.deepEqual(await stats(user), await stats(shared), 'an additional user has those of the account it acts for')
  const stranger = await openSession(api.owner, await addAccount(api.owner))
  for (const path of ['/stats', '/stats/by_service_type_category'])
    assert.equal((await api.call('GET', `/accounts/${sharee}${path}`, { as: stranger })).status, 404)
  assert.equal((await api.call('GET', `/accounts/${owner}/stats`, { as: shared })).status, 404)
})

/** The expected counters, computed service by service. */
function naive(services: readonly Service[], account: number, readable: readonly number[]): Record<string, number> {
  const counters = Object.fromEntries(counterNames.map((name) => [name, 0])) as Record<string, number>
  const add = (name: string, steps: number) => {
    counters[`${name}services`] = (counters[`${name}services`] ?? 0) + 1
    counters[`${name}service_steps`] = (counters[`${name}service_steps`] ?? 0) + steps
  }
  for (const { owner_id, group_id, steps, status, is_archived } of services) {
    if (owner_id !== account && !readable.includes(group_id)) continue
    const whose = owner_id === account ? 'own_' : 'shared_'
    const counted = Math.max(1, steps)
    add(whose, counted)
    if (status === 'paused') add(`${whose}paused_`, counted)
    if (status === 'failure') add(`${whose}failure_`, counted)
    if (is_archived) add(`${whose}archived_`, counted)
  }
  return counters
}

const categoryOf = ({ type_id }: Service): string => findCheckType(type_id)?.category ?? ''

async function replaceServices(services: readonly Service[]): Promise<void> {
  await api.owner.query(sql`delete from service`)
  await api.owner.query(sql`insert into service (owner_id, group_id, type_id, name, address, interval, step_names, is_active, is_archived, status)
select owner_id, group_id, type_id, 'S', 'example.com', 60, array(select 'step' from generate_series(1, steps)), status <> 'paused', is_archived, status
from jsonb_to_recordset(${JSON.stringify(services)}::jsonb) as s (owner_id bigint, group_id bigint, type_id text, steps integer, status text, is_archived boolean)`)
}
