import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { addAccount, addPackage, openSession } from '@wachta/testing/api/accounts'
import {
  addSensor,
  createGroup,
  createTestService,
  findDefaultGroup,
  listRevisions,
  type Revision,
} from '@wachta/testing/api/configuration'
import { addNotification } from '@wachta/testing/api/notifications'
import { startApi, type TestApi } from '@wachta/testing/api/start-api'
import fc from 'fast-check'
import { sql } from 'kysely'
import { registry } from '../src/features/registry.ts'
import { cleanUp } from '../src/platform/cleanup.ts'

const fence = 30_000
let api: TestApi
let administrator: string
let account: number
let groups: readonly [number, number]
let sensors: readonly [number, number, number]

before(async () => {
  api = await startApi()
  await addPackage(api.owner, { services: 10_000 })
  const member = await addAccount(api.owner, { administrator: true })
  administrator = await openSession(api.owner, member, 'administrator')
  sensors = [await addSensor(api.owner), await addSensor(api.owner), await addSensor(api.owner)]
})
beforeEach(async () => {
  api.clock = new Date()
  account = await addAccount(api.owner)
  groups = [await findDefaultGroup(api.owner, account), await createGroup(api, administrator, { owner_id: account })]
  for (const [index, group] of groups.entries()) await call('PUT', `/groups/${group}`, { sensor_ids: [sensors[index]] })
})
after(async () => {
  await api[Symbol.asyncDispose]()
})

/** Calls the API as an administrator, which also works for blocked accounts. */
async function call(method: string, path: string, body?: object): Promise<void> {
  const reply = await api.call(method, path, { as: administrator, ...(body && { body }) })
  assert.ok(reply.status < 300, `${method} ${path}: ${reply.text}`)
}
const put = (id: number, body: object) => call('PUT', `/services/${id}`, body)
const wait = (ms: number) => {
  api.clock = new Date(now().getTime() + ms)
}
const now = () => api.clock ?? new Date()
const create = (more: object = {}) => createTestService(api, administrator, { owner_id: account, ...more })
const inForce = (all: readonly Revision[], instant: Date) =>
  all.filter(
    ({ effective_from, effective_to }) =>
      effective_from <= instant && (effective_to === null || effective_to > instant),
  )
const last = async (id: number) => (await listRevisions(api.owner, id)).at(-1)
const numbers = async (id: number) => (await listRevisions(api.owner, id)).length

test('a service is checked by its own sensors, or else by those of its group for its category', async () => {
  const [one, two, three] = sensors
  const follower = await create()
  const empty = await create({ sensor_ids: [] })
  const own = await create({ sensor_ids: [three, two] })
  assert.deepEqual((await last(follower))?.sensor_ids, [one])
  assert.deepEqual((await last(empty))?.sensor_ids, [one], 'an empty choice is none')
  assert.deepEqual((await last(own))?.sensor_ids, [two, three])

  await call('PUT', `/groups/${groups[0]}`, { assigned_sensor_ids: { default: [three, one] } })
  assert.deepEqual((await last(follower))?.sensor_ids, [one, three])
  assert.deepEqual((await last(empty))?.sensor_ids, [one, three])
  assert.equal(await numbers(own), 1, 'those with sensors of their own do not follow')
  await call('PUT', `/groups/${groups[0]}`, { name: 'Renamed' })
  assert.equal(await numbers(follower), 2)

  await put(own, { sensor_ids: null })
  assert.deepEqual((await last(own))?.sensor_ids, [one, three])
  await call('POST', '/services/bulk_change_group', { service_ids: [own, follower], group_id: groups[1] })
  for (const id of [own, follower])
    assert.deepEqual([(await last(id))?.group_id, (await last(id))?.sensor_ids], [groups[1], [two]])
})

test('only changes that affect checks or usage statistics create a revision', async () => {
  const id = await create({ type_id: 'https', extended_settings: { password: 'one' } })
  await put(id, { name: 'Another', description: 'x', notification_mode_id: 'off' })
  await put(id, { extended_settings: { password: '********', timeout: null } })
  assert.equal(await numbers(id), 1)
  await put(id, { extended_settings: { password: 'two' } })
  await put(id, { address: 'example.org', extended_settings: { password: 'two' } })
  await put(id, { group_id: groups[1], sensor_ids: [sensors[0]] })
  assert.equal(await numbers(id), 4)
  assert.equal((await last(id))?.step_count, 1)
})

test('a pause takes effect at once, all other changes after the fence', async () => {
  const id = await create()
  const start = now()
  assert.deepEqual(inForce(await listRevisions(api.owner, id), start), [], 'not yet')
  wait(fence)
  assert.equal(inForce(await listRevisions(api.owner, id), now())[0]?.is_active, true)
  wait(5000)
  await put(id, { is_active: false })
  assert.equal(inForce(await listRevisions(api.owner, id), now())[0]?.is_active, false)
  wait(5000)
  await put(id, { is_active: true })
  assert.equal(inForce(await listRevisions(api.owner, id), now())[0]?.is_active, false, 'resumed after the fence')
  wait(5000)
  await put(id, { is_active: false })
  const all = await listRevisions(api.owner, id)
  assert.equal(inForce(all, now())[0]?.revision, 4)
  const never = all.find(({ revision }) => revision === 3)
  assert.deepEqual(never?.effective_from, never?.effective_to, 'what was overtaken never comes into force')
})

test('blocking, closing and archiving stop checks, and their reversal resumes them', async () => {
  const [id, paused] = [await create(), await create({ is_active: false })]
  const isWatched = async (service: number) => (await last(service))?.is_active
  wait(fence)
  const stops = async (...request: Parameters<typeof call>) => {
    await call(...request)
    assert.equal(inForce(await listRevisions(api.owner, id), now())[0]?.is_active, false, request[1])
    assert.equal(await isWatched(paused), false)
  }
  const resumes = async (...request: Parameters<typeof call>) => {
    await call(...request)
    assert.equal(await isWatched(id), true, request[1])
    assert.equal(await isWatched(paused), false, 'what was paused by itself stays so')
    wait(fence)
  }
  await stops('POST', `/accounts/${account}/block`)
  await resumes('POST', `/accounts/${account}/unblock`)
  await stops('POST', `/admin/accounts/${account}/block`)
  const born = await create()
  assert.equal(await isWatched(born), false, 'nor is a new one while it is blocked')
  await resumes('POST', `/admin/accounts/${account}/unblock`)
  assert.equal(await isWatched(born), true)
  await stops('POST', `/accounts/${account}/close`)
  await resumes('POST', `/admin/accounts/${account}/unblock`)
  await stops('POST', `/services/${id}/archive`)
  await call('POST', `/services/${id}/restore`)
  assert.equal(await isWatched(id), false, 'restored, it stays switched off')
  await resumes('PUT', `/services/${id}`, { is_active: true })
})

test('the revisions of a deleted service are kept closed, without configuration, for 13 months', async () => {
  const [id, bulk, kept] = [await create(), await create(), await create()]
  await call('DELETE', `/services/${id}`)
  await call('POST', '/services/bulk_delete', { ids: [bulk] })
  for (const gone of [id, bulk])
    assert.deepEqual(
      (await listRevisions(api.owner, gone)).map(({ configuration, effective_to }) => [
        configuration,
        effective_to === null,
      ]),
      [[null, false]],
    )
  assert.deepEqual(Object.keys((await last(kept))?.configuration ?? {}).toSorted(), [
    'address',
    'extended_settings',
    'secrets',
  ])
  await put(kept, { interval: 600 })
  const inMonths = (months: number) => {
    const later = new Date()
    later.setUTCMonth(later.getUTCMonth() + months, later.getUTCDate() + 1)
    return later
  }
  await cleanUp({ ...api, registry }, inMonths(12))
  assert.equal(await numbers(id), 1)
  await cleanUp({ ...api, registry }, inMonths(13))
  assert.deepEqual([await numbers(id), await numbers(bulk)], [0, 0])
  assert.equal(await numbers(kept), 2, 'of a service that is there, everything is kept')
  // The sessions have expired in the meantime.
  administrator = await openSession(api.owner, await addAccount(api.owner, { administrator: true }), 'administrator')
})

interface Model {
  active: boolean
  archived: boolean
  blocked: boolean
}

/** All actions that create revisions, and some that do not. Actions that do not apply in a state are skipped. */
const actions = {
  rename: (id: number) => put(id, { name: `N${now().getTime()}` }),
  faster: (id: number) => put(id, { interval: 60 }),
  slower: (id: number) => put(id, { interval: 600 }),
  address: (id: number) => put(id, { address: 'example.org', extended_settings: { password: null } }),
  secret: (id: number) => put(id, { extended_settings: { password: `p${now().getTime()}` } }),
  timeout: (id: number) => put(id, { extended_settings: { timeout: 5000 + (now().getTime() % 100) } }),
  ownSensors: (id: number) => put(id, { sensor_ids: [sensors[2], sensors[0]] }),
  noSensors: (id: number) => put(id, { sensor_ids: [] }),
  groupSensors: (id: number) => put(id, { sensor_ids: null }),
  there: (id: number) => put(id, { group_id: groups[1] }),
  back: (id: number) => call('POST', '/services/bulk_change_group', { service_ids: [id], group_id: groups[0] }),
  assign: () => call('PUT', `/groups/${groups[0]}`, { assigned_sensor_ids: { default: [sensors[1], sensors[2]] } }),
  clear: () => call('PUT', `/groups/${groups[0]}`, { assigned_sensor_ids: {} }),
  async pause(id: number, model: Model) {
    model.active = false
    await put(id, { is_active: false })
  },
  async bulkPause(id: number, model: Model) {
    model.active = false
    await call('POST', '/services/bulk_pause', { ids: [id] })
  },
  async activate(id: number, model: Model) {
    if (model.archived) return
    model.active = true
    await call('POST', '/services/bulk_activate', { ids: [id] })
  },
  async archive(id: number, model: Model) {
    if (model.archived) return
    Object.assign(model, { archived: true, active: false })
    await call('POST', `/services/${id}/archive`)
  },
  async restore(id: number, model: Model) {
    if (!model.archived) return
    model.archived = false
    await call('POST', `/services/${id}/restore`)
  },
  async block(_id: number, model: Model) {
    model.blocked = true
    await call('POST', `/admin/accounts/${account}/block`)
  },
  async unblock(_id: number, model: Model) {
    model.blocked = false
    await call('POST', `/admin/accounts/${account}/unblock`)
  },
} as const

test('after random changes, at most one revision is in force at any time', async () => {
  const step = fc.tuple(
    fc.constantFrom(...(Object.keys(actions) as (keyof typeof actions)[])),
    fc.constantFrom(0, 1, 5000, 29_999, 30_000, 45_000),
  )
  let checked: Revision[] = []
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
      api.clock = new Date()
      await call('POST', `/admin/accounts/${account}/unblock`)
      const id = await create({ type_id: 'https' })
      const model = { active: true, archived: false, blocked: false }
      let known: Revision[] = []
      for (const [action, ms] of steps) {
        wait(ms)
        const reached = inForce(known, now())
        await actions[action](id, model)
        known = await listRevisions(api.owner, id)
        assert.deepEqual(faultsOf(known), [], steps.join(' '))
        const isWatched = model.active && !model.archived && !model.blocked
        assert.equal(known.at(-1)?.is_active, isWatched, `${action}: the newest says what holds`)
        if (!isWatched)
          assert.ok(
            inForce(known, now()).every((each) => !each.is_active),
            `${action}: a pause is in force at once`,
          )
        for (const before of reached)
          assert.deepEqual(
            contentOf(known.find(({ revision }) => revision === before.revision)),
            contentOf(before),
            'what has been in force is never rewritten',
          )
      }
      if (known.length > checked.length) checked = known
      await call('DELETE', `/services/${id}`)
      assert.deepEqual(faultsOf(await listRevisions(api.owner, id)), [])
      assert.deepEqual(
        (await listRevisions(api.owner, id)).filter(({ effective_to }) => effective_to === null),
        [],
      )
    }),
    { numRuns: 40 },
  )
  assert.ok(checked.length > 5, `sequences of some length: ${checked.length}`)
  const reopened = checked.map((each) => ({ ...each, effective_to: null }))
  assert.notDeepEqual(faultsOf(reopened), [], 'left open, they would have been found to overlap')
  assert.notDeepEqual(faultsOf(checked.toSpliced(1, 1)), [], 'and a missing number would have been found')
})

/** Lists what is wrong with the revisions of one service. */
function faultsOf(all: readonly Revision[]): string[] {
  const gaps = all.flatMap(({ revision }, index) => (revision === index + 1 ? [] : [`number ${revision}`]))
  const ends = all.flatMap(({ effective_from, effective_to }) =>
    effective_to === null ? [effective_from] : [effective_from, effective_to],
  )
  const instants = ends.flatMap((each) => [each, new Date(each.getTime() - 1), new Date(each.getTime() + 1)])
  const overlaps = instants.flatMap((each) => (inForce(all, each).length > 1 ? [`two at ${each.toISOString()}`] : []))
  const real = all.filter(({ effective_from, effective_to }) => effective_to === null || effective_to > effective_from)
  const holes = real
    .slice(1)
    .flatMap((each, index) =>
      real[index]?.effective_to?.getTime() === each.effective_from.getTime() ? [] : [`before ${each.revision}`],
    )
  return [...gaps, ...overlaps, ...holes]
}

/** The content of a revision without its end and the user who set it, which are only known later. */
const contentOf = (revision: Revision | undefined) => ({ ...revision, effective_to: null, changed_by: null })

test('usage is counted from revisions, per group of the service and once per account', async () => {
  // A past month, so that all of it counts.
  const at = (day: number) => new Date(Date.UTC(2026, 0, day)).toISOString()
  const row = (service: number, revision: number, group: number, from: number, to: number, more: object = {}) => ({
    service_id: service,
    revision,
    owner_id: account,
    group_id: group,
    effective_from: at(from),
    effective_to: at(to),
    is_active: true,
    step_count: 2,
    sensor_ids: [1, 2],
    ...more,
  })
  const rows = [
    row(900_001, 1, groups[0], 1, 11),
    row(900_001, 2, groups[1], 11, 21),
    row(900_002, 1, groups[0], 1, 2, { step_count: 1 }),
    row(900_002, 2, groups[0], 2, 30, { is_active: false }),
    row(900_003, 1, groups[0], -40, -30),
  ]
  await api.owner.query(sql`insert into service_revision (service_id, revision, owner_id, group_id, type_id, effective_from,
  effective_to, is_active, interval_ms, phase_ms, timeout_ms, spread_ms, error_tolerance, sensor_ids, step_count)
select service_id, revision, owner_id, group_id, 'ping', effective_from, effective_to, is_active, 60000, 0, 1000, 0, 51,
  array(select s::bigint from jsonb_array_elements_text(sensor_ids) s), step_count
from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (service_id bigint, revision integer, owner_id bigint,
  group_id bigint, effective_from timestamptz, effective_to timestamptz, is_active boolean, step_count integer, sensor_ids jsonb)`)
  const day = 86_400
  const usage = (path: string) => api.call('GET', `/admin/usage_stats/${path}`, { as: administrator })
  const checks = (days: number) => (days * day * 2) / 60
  const service_id = await create({ group_id: groups[0] })
  for (const channel_id of ['sms', 'email', 'slack'])
    await addNotification(api.owner, account, { service_id, channel_id, sent_at: new Date('2026-01-15T12:00:00Z') })
  const later = { service_id, sent_at: new Date('2026-02-15T12:00:00Z') }
  await addNotification(api.owner, account, later)
  await addNotification(api.owner, account, { service_id, status: 'failed' })
  const told = { notifications: 3, sms: 1 }
  const untold = { notifications: 0, sms: 0 }
  assert.deepEqual((await usage('by_account/2026/1')).body, [
    { account_id: account, services: 2, service_steps: 3, service_seconds: 21 * day, checks: checks(21), ...told },
  ])
  const byGroup = await usage('by_group/2026/01')
  assert.deepEqual(byGroup.body, [
    {
      group_id: groups[0],
      account_id: account,
      services: 2,
      service_steps: 3,
      service_seconds: 11 * day,
      checks: checks(11),
      ...told,
    },
    {
      group_id: groups[1],
      account_id: account,
      services: 1,
      service_steps: 2,
      service_seconds: 10 * day,
      checks: checks(10),
      ...untold,
    },
  ])
  for (const page of ['limit=1', 'limit=1&offset=1', 'offset=5'])
    assert.equal((await usage(`by_group/2026/1?${page}`)).headers['x-total-count'], '2', page)
  assert.deepEqual((await usage('by_account/2025/6')).body, [])
  for (const path of ['by_account/2026/13', 'by_account/x/1']) assert.equal((await usage(path)).status, 404)
})
