import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { addAccount, addPackage, openSession } from '@wachta/testing/api/accounts'
import {
  addSensor,
  createGroup,
  createTestService,
  findDefaultGroup,
  listErrors,
} from '@wachta/testing/api/configuration'
import { startApi, type TestApi } from '@wachta/testing/api/start-api'
import { sql } from 'kysely'
import { type ShareFlag, shareFlags } from '../src/platform/access.ts'

let api: TestApi
let owner: number
let as: string
let sharee: number
let shared: string
let administrator: string

before(async () => {
  api = await startApi()
  await addPackage(api.owner, { services: 10_000 })
  owner = await addAccount(api.owner)
  as = await openSession(api.owner, owner)
  sharee = await addAccount(api.owner, { reseller: owner })
  shared = await openSession(api.owner, sharee)
  administrator = await openSession(api.owner, await addAccount(api.owner, { administrator: true }), 'administrator')
})
after(async () => {
  await api[Symbol.asyncDispose]()
})

const path = (group: number, account = sharee) => `/groups/${group}/shares/${account}`
const put = (group: number, body: object = {}, { session = as, account = sharee } = {}) =>
  api.call('PUT', path(group, account), { as: session, body })
const flagsOf = (...given: ShareFlag[]) => Object.fromEntries(shareFlags.map((flag) => [flag, given.includes(flag)]))

test('every combination of share flags allows exactly what it grants', async () => {
  const group = await createGroup(api, as)
  let allowed = 0
  for (let mask = 0; mask < 64; mask += 1) {
    const flags = shareFlags.filter((_flag, index) => mask & (1 << index))
    const has = (flag: ShareFlag) => flags.includes(flag)
    const given = await put(group, flagsOf(...flags))
    assert.equal(given.status, 204, given.text)
    const [id, doomed, bulk] = await services(group, 3)
    const about = flags.join(' ') || 'nothing'
    const attempt = async (what: string, expected: boolean, done: number, ...request: Parameters<TestApi['call']>) => {
      const reply = await api.call(...request)
      assert.equal(reply.status, expected ? done : 403, `${about}: ${what}: ${reply.text}`)
      if (expected) allowed += 1
    }
    await attempt('read', true, 200, 'GET', `/services/${id}`, { as: shared })
    await attempt('read group', true, 200, 'GET', `/groups/${group}`, { as: shared })

    const ofGroup = (await api.call('GET', `/groups/${group}/permissions`, { as: shared })).body
    assert.deepEqual(ofGroup, {
      create_notification_addresses: has('can_modify_group'),
      create_periodic_report_addresses: has('can_modify_group'),
      create_services: has('can_create_services'),
      delete: false,
      own: false,
      read: true,
      share: false,
      update: has('can_modify_group'),
    })
    const ofService = (await api.call('GET', `/services/${id}/permissions`, { as: shared })).body
    assert.deepEqual(ofService, {
      archive: has('can_archive_services'),
      create_corrections: has('can_modify_services'),
      create_suspensions: has('can_modify_services'),
      create_weekly_suspensions: has('can_modify_services'),
      delete: has('can_delete_services'),
      force_analysis: has('can_force_analyses'),
      move: has('can_modify_services') && has('can_delete_services'),
      own: false,
      read: true,
      restore: false,
      update: has('can_modify_services'),
    })

    await attempt('change group', has('can_modify_group'), 204, 'PUT', `/groups/${group}`, {
      as: shared,
      body: { name: `Group ${mask}` },
    })
    await attempt('change', has('can_modify_services'), 204, 'PUT', `/services/${id}`, {
      as: shared,
      body: { description: about },
    })
    await attempt('create', has('can_create_services'), 201, 'POST', '/services', {
      as: shared,
      body: { type_id: 'ping', name: 'x', address: 'example.com', group_id: group },
    })
    await attempt('archive', has('can_archive_services'), 204, 'POST', `/services/${id}/archive`, { as: shared })
    if (has('can_archive_services'))
      await attempt('restore', true, 204, 'POST', `/services/${id}/restore`, { as: shared })
    await attempt('delete', has('can_delete_services'), 204, 'DELETE', `/services/${doomed}`, { as: shared })
    const paused = await api.call('POST', '/services/bulk_pause', { as: shared, body: { ids: [bulk] } })
    if (has('can_modify_services')) assert.equal(paused.status, 204)
    else assert.deepEqual(listErrors(paused), [['forbidden', 'data.ids.0']])
    await attempt('share on', false, 204, 'PUT', path(group), { as: shared, body: {} })
    await attempt('delete group', false, 204, 'DELETE', `/groups/${group}`, { as: shared })
  }
  assert.equal(allowed, 64 * 2 + 32 * 6, 'and each flag opened its door every time')
})

test('a share can be created, changed, read by both accounts, and deleted', async () => {
  const group = await createGroup(api, as)
  const service = await createTestService(api, as, { group_id: group })
  const seen = () => api.call('GET', `/services/${service}`, { as: shared })
  assert.equal((await seen()).status, 404)
  assert.equal((await put(group, { group_id: group, account_id: sharee })).status, 204)
  assert.equal((await seen()).status, 200)
  const share = { group_id: group, account_id: sharee, ...flagsOf() }
  assert.deepEqual((await api.call('GET', path(group), { as })).body, share)

  assert.equal((await put(group, { can_modify_services: true })).status, 204)
  assert.equal((await put(group, { can_modify_group: true })).status, 204)
  const changed = { ...share, ...flagsOf('can_modify_services', 'can_modify_group') }
  assert.deepEqual((await api.call('GET', path(group), { as })).body, changed, 'what is left out stays')
  assert.deepEqual(listErrors(await put(group, { account_id: owner })), [['read_only_field', 'data.account_id']])

  const second = await addAccount(api.owner, { reseller: owner })
  await put(group, {}, { account: second })
  const accounts = async (session: string) =>
    (await api.call('GET', `/groups/${group}/shares`, { as: session })).body.map(
      ({ account_id }: { account_id: number }) => account_id,
    )
  assert.deepEqual(await accounts(as), [sharee, second])
  assert.deepEqual(await accounts(shared), [sharee], 'a sharee sees its own share only')
  const ofAccount = await api.call('GET', '/accounts/my_account/group_shares', { as: shared })
  assert.ok(ofAccount.body.some(({ group_id }: { group_id: number }) => group_id === group))
  assert.equal((await api.call('GET', path(group, second), { as: shared })).status, 404)

  const permissions = (session: string) => api.call('GET', `${path(group)}/permissions`, { as: session })
  assert.deepEqual((await permissions(as)).body, { delete: true, own: true, read: true, update: true })
  assert.deepEqual((await permissions(shared)).body, { delete: false, own: false, read: true, update: false })

  assert.equal((await api.call('DELETE', path(group), { as: shared })).status, 403)
  assert.equal((await api.call('DELETE', path(group), { as })).status, 204)
  assert.equal((await seen()).status, 404)
  assert.equal((await api.call('DELETE', path(group), { as })).status, 404)
  const [entry] = await api.owner.query(
    sql<{ operation: string }>`select operation from audit where resource = 'group_share' order by id desc limit 1`,
  )
  assert.equal(entry?.operation, 'delete_group_share')
})

test('groups can be shared only with main accounts that the caller may read', async () => {
  const group = await createGroup(api, as)
  const user = await addAccount(api.owner, { parent: owner })
  const stranger = await addAccount(api.owner)
  for (const account of [owner, user])
    assert.deepEqual(listErrors(await put(group, {}, { account })), [['cannot_share_with', 'data.account_id']])
  const [unknown, absent] = [await put(group, {}, { account: stranger }), await put(group, {}, { account: 999_999 })]
  assert.equal(unknown.status, 404)
  assert.equal(unknown.text, absent.text, 'another account and a missing one look alike')
  assert.equal((await put(group, {}, { session: shared })).status, 404)
  const foreign = await openSession(api.owner, stranger)
  assert.equal((await put(group, {}, { session: foreign, account: stranger })).status, 404)
  const reader = await openSession(api.owner, await addAccount(api.owner, { parent: owner, readOnly: true }))
  assert.equal((await put(group, {}, { session: reader })).status, 403)
  assert.equal((await put(group, {}, { session: administrator, account: stranger })).status, 204)
  assert.equal((await put(group, {}, { session: administrator })).status, 204)
})

test('concurrent PUTs of the same share create it once', async () => {
  const group = await createGroup(api, as)
  const replies = await Promise.all(Array.from({ length: 6 }, () => put(group, { can_modify_group: true })))
  assert.deepEqual(
    replies.map(({ status }) => status),
    Array(6).fill(204),
  )
})

test('services that a sharee creates belong to the owner of the group and its package', async () => {
  const group = await createGroup(api, as)
  await put(group, flagsOf('can_create_services', 'can_modify_services'))
  const own = await addSensor(api.owner, { owner: sharee })
  for (const more of [{}, { owner_id: owner }]) {
    const id = await createTestService(api, shared, { group_id: group, ...more })
    const { body } = await api.call('GET', `/services/${id}?embed=owner`, { as: shared })
    assert.deepEqual([body.owner_id, body.group_id, body.owner], [owner, group, null], 'whose account it may not read')
    const sensors = await api.call('PUT', `/services/${id}`, { as: shared, body: { sensor_ids: [own] } })
    assert.deepEqual(listErrors(sensors), [['sensor_not_available', 'data.sensor_ids.0']])
  }
  const wrong = await api.call('POST', '/services', {
    as: shared,
    body: { type_id: 'ping', name: 'x', address: 'example.com', group_id: group, owner_id: sharee },
  })
  assert.deepEqual(listErrors(wrong), [['group_of_another_account', 'data.group_id']])
})

test('a sharee can move services only to groups where it may add them, and never to another account', async () => {
  await api.owner.query(sql`delete from group_share where account_id = ${sharee}`)
  const [from, open, shut] = [await createGroup(api, as), await createGroup(api, as), await createGroup(api, as)]
  const hidden = await createGroup(api, as)
  await put(from, flagsOf('can_modify_services', 'can_delete_services'))
  await put(open, flagsOf('can_create_services'))
  await put(shut, flagsOf('can_modify_services'))
  const id = await createTestService(api, as, { group_id: from })
  const move = (group_id: number) => api.call('PUT', `/services/${id}`, { as: shared, body: { group_id } })
  const bulk = (group_id: number) =>
    api.call('POST', '/services/bulk_change_group', { as: shared, body: { service_ids: [id], group_id } })
  const own = await findDefaultGroup(api.owner, sharee)
  for (const [group, error] of [
    [shut, 'forbidden_field'],
    [hidden, 'unknown_reference'],
    [999_999, 'unknown_reference'],
  ] as const) {
    assert.deepEqual(listErrors(await move(group)), [[error, 'data.group_id']])
    assert.deepEqual(listErrors(await bulk(group)), [[error, 'data.group_id']])
  }
  assert.deepEqual(listErrors(await move(own)), [['group_of_another_account', 'data.group_id']])
  assert.deepEqual(listErrors(await bulk(own)), [['group_of_another_account', 'data.service_ids.0']])
  const offered = await api.call('GET', `/services/${id}/available_groups`, { as: shared })
  assert.deepEqual(
    offered.body.map((group: { id: number }) => group.id),
    [open],
  )
  await put(from, flagsOf('can_modify_services'))
  assert.deepEqual(
    listErrors(await move(open)),
    [['forbidden_field', 'data.group_id']],
    'it may not take anything away',
  )
  assert.deepEqual(listErrors(await bulk(open)), [['forbidden', 'data.service_ids.0']])
  assert.deepEqual((await api.call('GET', `/services/${id}/available_groups`, { as: shared })).body, [])
  await put(from, flagsOf('can_modify_services', 'can_delete_services'))
  assert.equal((await move(open)).status, 204)
  assert.equal((await move(from)).status, 403, 'there it may not change it any more')
})

test('group shares can be copied to named accounts or to all of the same reseller', async () => {
  const reseller = await addAccount(api.owner)
  const session = await openSession(api.owner, reseller)
  const [source, named, other] = [
    await addAccount(api.owner, { reseller }),
    await addAccount(api.owner, { reseller }),
    await addAccount(api.owner, { reseller }),
  ]
  const [one, two] = [await createGroup(api, session), await createGroup(api, session)]
  await put(one, flagsOf('can_modify_group'), { session, account: source })
  await put(two, flagsOf('can_force_analyses', 'can_delete_services'), { session, account: source })
  await put(two, flagsOf('can_modify_services'), { session, account: named })
  // The caller must not share a group of another account that the source may see.
  const foreign = await createGroup(api, as)
  await put(foreign, {}, { session: administrator, account: source })

  const copy = (body: object, by = session, from = source) =>
    api.call('POST', `/accounts/${from}/copy_group_shares`, { as: by, body })
  const sharesOf = async (account: number) =>
    (
      await api.owner.query(
        sql<{
          share: Record<string, unknown>
        }>`select to_jsonb(s) as share from group_share s where account_id = ${account} order by group_id`,
      )
    ).map(({ share: { group_id, account_id: _1, owner_id: _2, ...flags } }) => [group_id, flags])
  const copied = [
    [one, flagsOf('can_modify_group')],
    [two, flagsOf('can_force_analyses', 'can_delete_services')],
  ]

  assert.equal((await copy({ by_id: [named] })).status, 204)
  assert.deepEqual(await sharesOf(named), copied, 'what was there is replaced')
  assert.deepEqual(await sharesOf(other), [])
  assert.equal((await copy({ all: true })).status, 204)
  assert.deepEqual(await sharesOf(other), copied)
  assert.equal((await sharesOf(source)).length, 3, 'the source keeps what it has')
  const [entry] = await api.owner.query(sql<{ count: number }>`select count(*)::int as count from audit
where resource = 'group_share' and operation = 'copy_group_shares' and account_id = ${reseller}`)
  assert.equal(entry?.count, 4, 'what was there already is not written again')

  assert.equal((await copy({})).status, 204, 'to no account')
  assert.deepEqual(listErrors(await copy({ by_id: [named, sharee, 999_999] })), [
    ['unknown_reference', 'data.by_id.1'],
    ['unknown_reference', 'data.by_id.2'],
  ])
  const absent = Array.from({ length: 999 }, (_, place) => 900_000 + place)
  const places = listErrors(await copy({ by_id: [...absent.slice(0, 50), named, ...absent.slice(50)] }))
  assert.equal(places.length, 100, 'no answer names more')
  assert.ok(places.every(([, field]) => field !== 'data.by_id.50'))
  assert.equal((await copy({ by_id: [named] }, as)).status, 404, 'not the account of this reseller')
  const dependent = await openSession(api.owner, source)
  assert.equal((await copy({ all: true }, dependent)).status, 403)
  assert.equal((await copy({ by_id: [sharee] }, administrator)).status, 204)
  assert.ok((await sharesOf(sharee)).some(([group]) => group === foreign || group === one))
})

async function services(group: number, count: number): Promise<number[]> {
  const rows = await api.owner.query(sql<{
    id: number
  }>`insert into service (owner_id, group_id, type_id, name, address, interval)
select ${owner}, ${group}, 'ping', 'S', 'example.com', 60 from generate_series(1, ${count}) returning id`)
  return rows.map(({ id }) => id)
}
