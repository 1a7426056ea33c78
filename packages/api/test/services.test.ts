import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { findCheckType, getDefaultSettings } from '@wachta/checks'
import { addAccount, addPackage, openSession } from '@wachta/testing/api/accounts'
import {
  addSensor,
  createGroup,
  createTestService,
  findDefaultGroup,
  listErrors,
} from '@wachta/testing/api/configuration'
import { startApi, type TestApi } from '@wachta/testing/api/start-api'
import fc from 'fast-check'
import { sql } from 'kysely'

let api: TestApi
let account: number
let as: string
let group: number
let stranger: string

before(async () => {
  api = await startApi()
  await addPackage(api.owner, { services: 10_000 })
  account = await addAccount(api.owner)
  as = await openSession(api.owner, account)
  group = await findDefaultGroup(api.owner, account)
  stranger = await openSession(api.owner, await addAccount(api.owner))
})
after(async () => {
  await api[Symbol.asyncDispose]()
})

const read = async (id: number, session = as) => (await api.call('GET', `/services/${id}`, { as: session })).body
const put = (id: number, body: object, session = as) => api.call('PUT', `/services/${id}`, { as: session, body })
const defaults = (type: string) => {
  const found = findCheckType(type)
  assert.ok(found)
  return getDefaultSettings(found)
}

test('a new service has all 19 fields, with their defaults', async () => {
  const reply = await api.call('POST', '/services', {
    as,
    body: { type_id: 'ping', name: 'Brama', address: 'example.com' },
  })
  assert.equal(reply.status, 201)
  assert.deepEqual(Object.keys(reply.body), ['id'])
  const { external_id, tags, service_level_target, ...service } = await read(reply.body.id)
  assert.deepEqual([external_id, tags, service_level_target], [null, [], null])
  assert.deepEqual(service, {
    id: reply.body.id,
    type_id: 'ping',
    owner_id: account,
    name: 'Brama',
    address: 'example.com',
    group_id: group,
    interval: 60,
    description: '',
    is_active: true,
    is_archived: false,
    sensor_ids: null,
    step_names: [],
    notification_channel_ids: ['email', 'sms'],
    notification_condition_ids: ['failure', 'recovery'],
    notification_mode_id: 'default',
    recovery_notification_mode_id: 'default',
    extended_settings: defaults('ping'),
    silent_hours: [],
    suspension_hours: [],
  })
  assert.equal(Object.keys(service).length, 19)
  const status = await api.call('GET', `/service_statuses/${reply.body.id}`, { as })
  assert.deepEqual([status.body.service_id, status.body.status], [reply.body.id, 'unknown'])
})

test('an additional user creates services of the account it acts for, under the id that clients send', async () => {
  const user = await openSession(api.owner, await addAccount(api.owner, { parent: account }))
  assert.equal((await read(await createTestService(api, user))).owner_id, account)
  const id = await createTestService(api, user, { owner_id: account })
  assert.deepEqual([(await read(id)).owner_id, (await read(id)).group_id], [account, group])
})

test('an invalid service is rejected with all errors at once, each with its field', async () => {
  const attempt = (more: object, session = as) =>
    api.call('POST', '/services', {
      as: session,
      body: { type_id: 'ping', name: 'x', address: 'example.com', ...more },
    })
  assert.deepEqual(listErrors(await attempt({ type_id: 'nonsense' })), [['unknown_reference', 'data.type_id']])
  assert.deepEqual(
    listErrors(
      await attempt({
        address: 'http://example.com/a b',
        extended_settings: { bytes_to_send: 0, nonsense: 1 },
        sensor_ids: [999_999],
        notification_channel_ids: ['email', 'nonsense'],
      }),
    ).toSorted(),
    [
      ['too_small', 'data.extended_settings.bytes_to_send'],
      ['unknown_field', 'data.extended_settings.nonsense'],
      ['unknown_reference', 'data.notification_channel_ids'],
      ['unknown_reference', 'data.sensor_ids'],
      ['wrong_address', 'data.address'],
    ],
  )
  assert.deepEqual(listErrors(await attempt({ notification_mode_id: 'nonsense' })), [
    ['unknown_reference', 'data.notification_mode_id'],
  ])
  assert.deepEqual(listErrors(await attempt({ is_archived: true, is_active: true })), [
    ['service_is_archived', 'data.is_active'],
  ])
  assert.equal((await attempt({ silent_hours: [] })).status, 400, 'it is not created with')
  for (const body of [{}, { type_id: 'ping' }, { type_id: 'ping', name: 'x' }])
    assert.equal((await api.call('POST', '/services', { as, body })).status, 400)
  const reader = await openSession(api.owner, await addAccount(api.owner, { parent: account, readOnly: true }))
  assert.equal((await attempt({}, reader)).status, 403)
})

test('accounts and groups of others look as if they did not exist', async () => {
  const other = await addAccount(api.owner)
  const attempt = async (more: object) => {
    const body = { type_id: 'ping', name: 'x', address: 'example.com', ...more }
    return (await api.call('POST', '/services', { as, body })).text
  }
  assert.equal(await attempt({ owner_id: other }), await attempt({ owner_id: 999_999 }))
  assert.match(await attempt({ owner_id: other }), /data\.owner_id/)
  const foreign = await findDefaultGroup(api.owner, other)
  assert.equal(await attempt({ group_id: foreign }), await attempt({ group_id: 999_999 }))
  assert.equal(
    await attempt({ group_id: foreign, address: 'a b', type_id: 'nonsense' }),
    await attempt({ group_id: 999_999, address: 'a b', type_id: 'nonsense' }),
    'whatever else is wrong',
  )
  const id = await createTestService(api, as)
  for (const method of ['GET', 'DELETE'] as const)
    assert.equal((await api.call(method, `/services/${id}`, { as: stranger })).status, 404)
  const [unknown, absent] = [await put(id, { name: '' }, stranger), await put(999_999, { name: '' }, stranger)]
  assert.equal(unknown.text, absent.text)
})

test('a whole object can be sent back with a change, and nothing else changes', async () => {
  const id = await createTestService(api, as, {
    type_id: 'https',
    name: 'Sklep',
    extended_settings: { password: 'tajne' },
  })
  const whole = await read(id)
  assert.equal((await put(id, whole)).status, 204)
  assert.deepEqual(await read(id), whole)
  const { id: _, ...withoutId } = whole
  assert.equal((await put(id, { ...withoutId, name: 'Sklepik', interval: 700 })).status, 204)
  assert.deepEqual(await read(id), { ...whole, name: 'Sklepik', interval: 700 })
})

test('type, owner and fields with separate operations cannot be changed, but may be repeated', async () => {
  const id = await createTestService(api, as)
  const other = await addAccount(api.owner)
  assert.equal(
    (await put(id, { type_id: 'ping', owner_id: account, is_archived: false, silent_hours: [] })).status,
    204,
  )
  assert.deepEqual(listErrors(await put(id, { type_id: 'dns', owner_id: other, is_archived: true })), [
    ['read_only_field', 'data.type_id'],
    ['read_only_field', 'data.owner_id'],
    ['read_only_field', 'data.is_archived'],
  ])
  assert.equal((await read(id)).type_id, 'ping')
})

test('given settings are merged into the stored ones; null stands for the default', async () => {
  const id = await createTestService(api, as, {
    type_id: 'https',
    extended_settings: { port: 8443, content_regex: 'OK' },
  })
  const settings = async () => (await read(id)).extended_settings
  assert.deepEqual(await settings(), { ...defaults('https'), port: 8443, content_regex: 'OK' })
  await put(id, { extended_settings: { timeout: 7000 } })
  assert.deepEqual(await settings(), { ...defaults('https'), port: 8443, content_regex: 'OK', timeout: 7000 })
  await put(id, { extended_settings: { port: null, content_regex: null } })
  assert.deepEqual(await settings(), { ...defaults('https'), timeout: 7000 })
  assert.deepEqual(listErrors(await put(id, { extended_settings: { port: 0, http_method: 'FETCH' } })), [
    ['too_small', 'data.extended_settings.port'],
    ['not_an_allowed_value', 'data.extended_settings.http_method'],
  ])
  assert.deepEqual(await settings(), { ...defaults('https'), timeout: 7000 })
})

test('a page check rejects the headers that its browser would not send', async () => {
  const attempt = (type_id: string) =>
    api.call('POST', '/services', {
      as,
      body: {
        ...{ type_id, name: 'x', address: 'example.com' },
        extended_settings: { request_headers: ['X-Key: 1', 'Host: shop.example.com', 'Sec-Fetch-Mode: cors'] },
      },
    })
  const field = 'data.extended_settings.request_headers'
  assert.deepEqual(listErrors(await attempt('fullpage')), [
    ['wrong_format', `${field}.1`],
    ['wrong_format', `${field}.2`],
  ])
  assert.equal((await attempt('https')).status, 201)
})

test('patterns that are too large or malformed are rejected at once', async () => {
  const id = await createTestService(api, as, { type_id: 'https' })
  const patterns = { content_regex: '(a{1,1000})'.repeat(90), negative_content_regex: '(?=a)' }
  const started = performance.now()
  assert.deepEqual(listErrors(await put(id, { extended_settings: { ...patterns, port: 0 } })), [
    ['too_small', 'data.extended_settings.port'],
    ['pattern_too_large', 'data.extended_settings.content_regex'],
    ['wrong_format', 'data.extended_settings.negative_content_regex'],
  ])
  assert.ok(performance.now() - started < 5000)
})

test('sensors and channels that were chosen before are accepted in later changes', async () => {
  const [one, two] = [await addSensor(api.owner), await addSensor(api.owner)]
  const id = await createTestService(api, as, { sensor_ids: [one], notification_channel_ids: ['email', 'slack'] })
  await api.owner.query(sql`update sensor set is_active = false where id = ${one}`)
  await api.owner.query(
    sql`update package set available_notification_channel_ids = array_remove(available_notification_channel_ids, 'slack')`,
  )
  assert.equal((await put(id, { sensor_ids: [one, two], notification_channel_ids: ['slack', 'sms'] })).status, 204)
  await put(id, { sensor_ids: [two], notification_channel_ids: ['sms'] })
  assert.deepEqual(listErrors(await put(id, { sensor_ids: [two, one], notification_channel_ids: ['slack'] })), [
    ['sensor_not_available', 'data.sensor_ids.1'],
    ['channel_not_in_package', 'data.notification_channel_ids.0'],
  ])
  await api.owner.query(
    sql`update package set available_notification_channel_ids = available_notification_channel_ids || '{slack}'`,
  )
})

test('an archived service is paused, cannot be activated, and is inactive after it is restored', async () => {
  const id = await createTestService(api, as)
  const act = (what: string, session = as) => api.call('POST', `/services/${id}/${what}`, { as: session })
  const state = async () => {
    const { is_active, is_archived } = await read(id)
    return [is_active, is_archived, (await api.call('GET', `/service_statuses/${id}`, { as })).body.status]
  }
  assert.equal((await act('archive', stranger)).status, 404)
  assert.equal((await act('restore')).status, 403, 'it is not archived')
  assert.equal((await act('archive')).status, 204)
  assert.deepEqual(await state(), [false, true, 'paused'])
  assert.equal((await act('archive')).status, 403)
  assert.deepEqual(listErrors(await put(id, { is_active: true })), [['service_is_archived', 'data.is_active']])
  const bulk = await api.call('POST', '/services/bulk_activate', {
    as,
    body: { ids: [await createTestService(api, as), id] },
  })
  assert.deepEqual(listErrors(bulk), [['service_is_archived', 'data.ids.1']])
  assert.equal((await put(id, { name: 'still named' })).status, 204)
  assert.equal((await act('restore')).status, 204)
  assert.deepEqual(await state(), [false, false, 'paused'])
  assert.equal((await put(id, { is_active: true })).status, 204)
  assert.deepEqual(await state(), [true, false, 'unknown'])

  const born = await createTestService(api, as, { is_archived: true })
  assert.equal((await read(born)).is_active, false)
  await api.call('POST', `/services/${born}/restore`, { as })
  assert.equal((await read(born)).is_active, false, 'restored, it stays switched off')
})

type Bulk = 'bulk_activate' | 'bulk_pause' | 'bulk_delete' | 'bulk_change_group'

test('a bulk request changes all services or none, and reports every rejected id', async () => {
  const target = await createGroup(api, as)
  const foreign = await createTestService(api, stranger)
  const shared = await openSession(api.owner, await sharee())
  let [done, refused] = [0, 0]
  const kinds = ['own', 'archived', 'foreign', 'absent'] as const
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom<Bulk>('bulk_activate', 'bulk_pause', 'bulk_delete', 'bulk_change_group'),
      fc.array(fc.oneof({ arbitrary: fc.constant(kinds[0]), weight: 6 }, fc.constantFrom(...kinds)), {
        minLength: 1,
        maxLength: 6,
      }),
      async (operation, chosen) => {
        const own = await services(chosen.length + 1)
        const [witness = 0] = own.splice(-1)
        const archived = own.filter((_id, index) => chosen[index] === 'archived')
        await api.owner.query(sql`update service set is_archived = true, is_active = false where id = any(${archived})`)
        const ids = chosen.map((kind, index) =>
          kind === 'foreign' ? foreign : kind === 'absent' ? 1_000_000 + index : Number(own[index]),
        )
        if (new Set(ids).size < ids.length) return
        const before = await states()
        const body = operation === 'bulk_change_group' ? { service_ids: ids, group_id: target } : { ids }
        const at = operation === 'bulk_change_group' ? 'data.service_ids' : 'data.ids'
        const reply = await api.call('POST', `/services/${operation}`, { as, body })
        const after = await states()
        const unseen = chosen.flatMap((kind, index) =>
          kind === 'foreign' || kind === 'absent' ? [['unknown_reference', `${at}.${index}`]] : [],
        )
        const stuck = chosen.flatMap((kind, index) =>
          kind === 'archived' && operation === 'bulk_activate' ? [['service_is_archived', `${at}.${index}`]] : [],
        )
        const expected = unseen.length > 0 ? unseen : stuck
        if (expected.length > 0) {
          refused += 1
          assert.deepEqual(listErrors(reply), expected)
          assert.deepEqual(after, before, 'nothing has changed')
          return
        }
        done += 1
        assert.equal(reply.status, 204, reply.text)
        for (const id of ids) {
          const now = after.get(id)
          if (operation === 'bulk_delete') assert.equal(now, undefined)
          if (operation === 'bulk_change_group') assert.equal(now?.group_id, target)
          if (operation === 'bulk_activate') assert.equal(now?.is_active, true)
          if (operation === 'bulk_pause') assert.equal(now?.is_active, false)
        }
        assert.deepEqual(after.get(witness), before.get(witness), 'others are left alone')
      },
    ),
    { numRuns: 60 },
  )
  assert.ok(done > 5 && refused > 5, `both happened: ${done} done, ${refused} refused`)

  const [mine] = await services(1)
  for (const id of [mine, 1_000_000]) await put(Number(id), { is_active: false })
  assert.equal((await states()).get(Number(mine))?.is_active, false, 'one by one, the first would have been done')
  const readable = await api.call('POST', '/services/bulk_pause', { as: shared, body: { ids: [mine] } })
  assert.deepEqual(listErrors(readable), [['forbidden', 'data.ids.0']], 'seen, but not to be changed')
  for (const ids of [[mine, mine], Array.from({ length: 1001 }, (_each, index) => index + 1)])
    assert.equal((await api.call('POST', '/services/bulk_pause', { as, body: { ids } })).status, 400)
  assert.equal((await api.call('POST', '/services/bulk_pause', { as, body: { ids: [] } })).status, 204)
})

test('1,000 services are paused, activated and moved by one request each in under 5 seconds', async () => {
  const target = await createGroup(api, as)
  const ids = await services(1000)
  const timed = async (operation: Bulk, body: object) => {
    const started = performance.now()
    const reply = await api.call('POST', `/services/${operation}`, { as, body })
    const seconds = (performance.now() - started) / 1000
    assert.equal(reply.status, 204, reply.text)
    console.log(`${operation} of 1,000 services: ${seconds.toFixed(2)} s`)
    assert.ok(seconds < 5, `${operation} took ${seconds} s`)
  }
  const counted = async (condition: ReturnType<typeof sql>) => {
    const [found] = await api.owner.query(
      sql<{ count: number }>`select count(*)::int as count from service v where v.id = any(${ids}) and ${condition}`,
    )
    return found?.count
  }
  await timed('bulk_pause', { ids })
  assert.equal(await counted(sql`not is_active and status = 'paused'`), 1000)
  await timed('bulk_activate', { ids })
  assert.equal(await counted(sql`is_active and status = 'unknown'`), 1000)
  await timed('bulk_change_group', { service_ids: ids, group_id: target })
  assert.equal(await counted(sql`group_id = ${target}`), 1000)
  const [announced] = await api.owner.query(sql<{ count: number }>`select count(*)::int as count from service_revision
where service_id = any(${ids}) and effective_to is null and group_id = ${target} and is_active`)
  assert.equal(announced?.count, 1000, 'and all of it was announced')
  await timed('bulk_delete', { ids })
  assert.equal(await counted(sql`true`), 0)
})

test('free text, filters and sorts find services', async () => {
  const owner = await addAccount(api.owner)
  const session = await openSession(api.owner, owner)
  const other = await createGroup(api, session, { name: 'Żółta' })
  const make = (name: string, more: object = {}) => createTestService(api, session, { name, ...more })
  const [one, two, three] = [
    await make('Łódź', { address: 'lodz.example.com', description: 'sklep i magazyn' }),
    await make('Kraków', { address: 'krk.example.com', group_id: other, interval: 300 }),
    await make('Gdańsk', { type_id: 'https', address: 'https://gda.example.org', is_active: false }),
  ]
  const found = async (body: object) => {
    const reply = await api.call('POST', '/services/search', { as: session, body: { fields: ['id'], ...body } })
    assert.equal(reply.status, 200, reply.text)
    return reply.body.map(({ id }: { id: number }) => id)
  }
  assert.deepEqual(await found({ query: 'lodz MAGAZYN' }), [one], 'words of name, address and description together')
  assert.deepEqual(await found({ query: 'example.com' }), [one, two])
  assert.deepEqual(await found({ query: 'krk nothing' }), [])
  assert.deepEqual(await found({ filters: { type_id: ['https'] } }), [three])
  assert.deepEqual(await found({ filters: { interval: [{ type: 'greater_than', argument: 60 }] } }), [two])
  assert.deepEqual(await found({ filters: { is_active: [false] } }), [three])
  assert.deepEqual(await found({ filters: { 'group.name': ['Żółta'] } }), [two])
  assert.deepEqual(await found({ filters: { 'permissions.own': [true] }, sort: [{ field: 'name' }] }), [
    three,
    two,
    one,
  ])
  assert.deepEqual(await found({ sort: [{ field: 'group.name', order: 'descending' }] }), [two, one, three])
  const list = await api.call('GET', '/services?query=example&sort=-name&fields=name', { as: session })
  assert.deepEqual(
    list.body.map(({ name }: { name: string }) => name),
    ['Łódź', 'Kraków', 'Gdańsk'],
  )
})

async function services(count: number): Promise<number[]> {
  const rows = await api.owner.query(sql<{
    id: number
  }>`insert into service (owner_id, group_id, type_id, name, address, interval)
select ${account}, ${group}, 'ping', 'S', 'example.com', 60 from generate_series(1, ${count}) returning id`)
  return rows.map(({ id }) => id)
}

type State = { readonly id: number; readonly group_id: number; readonly is_active: boolean }

async function states(): Promise<Map<number, State>> {
  const rows = await api.owner.query(
    sql<State>`select id, group_id, is_active, is_archived, status from service where owner_id = ${account}`,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** An account that may only read the default group. */
async function sharee(): Promise<number> {
  const id = await addAccount(api.owner)
  await api.owner.query(sql`insert into group_share (group_id, account_id) values (${group}, ${id})`)
  return id
}

test('a service that needs a browser can be created before a sensor has one', async () => {
  const actions = [{ open: '/' }, { expect_text: 'Welcome' }]
  for (const [type_id, extended_settings] of [
    ['fullpage', {}],
    ['fullpagehttps', {}],
    ['browser_scenario', { steps: [{ name: 'Open', actions }] }],
  ] as const) {
    const address = type_id === 'fullpage' ? 'http://shop.example.com/' : 'https://shop.example.com/'
    const id = await createTestService(api, as, { address, type_id, extended_settings })
    assert.equal((await read(id)).type_id, type_id)
  }
})

test('a scenario that is too long for one message to a sensor is rejected', async () => {
  const action = { fill: { selector: '#text', value: 'x'.repeat(1000) } }
  const scenario = (actions: number) => ({
    ...{ name: 'Shop', type_id: 'browser_scenario', address: 'https://shop.example.com/' },
    extended_settings: { steps: Array(5).fill({ name: 'Write', actions: Array(actions).fill(action) }) },
  })
  assert.equal((await api.call('POST', '/services', { as, body: scenario(24) })).status, 201)
  const refused = await api.call('POST', '/services', { as, body: scenario(26) })
  assert.deepEqual([refused.status, listErrors(refused)], [400, [['too_long', 'data.extended_settings.steps']]])
})

test('the names and number of scenario steps follow from the settings', async () => {
  const steps = (...names: string[]) => ({ steps: names.map((name) => ({ name, url: '/' })) })
  const id = await createTestService(api, as, {
    ...{ type_id: 'http_scenario', address: 'https://example.com/', extended_settings: steps('Open', 'Log in') },
  })
  const counted = async () => {
    const [row] = await api.owner.query(
      sql<{
        step_count: number
      }>`select step_count from service_revision where service_id = ${id} order by revision desc limit 1`,
    )
    return [(await read(id)).step_names, row?.step_count]
  }
  assert.deepEqual(await counted(), [['Open', 'Log in'], 2])
  // A client may send back everything that it has read, unchanged or with other steps.
  const { id: _, owner_id: __, type_id: ___, ...whole } = await read(id)
  assert.equal((await put(id, whole)).status, 204)
  assert.equal((await put(id, { ...whole, extended_settings: steps('Open', 'Log in', 'Pay') })).status, 204)
  assert.deepEqual(await counted(), [['Open', 'Log in', 'Pay'], 3])
  assert.deepEqual(listErrors(await put(id, { step_names: ['Buy'] })), [['step_names_follow_steps', 'data.step_names']])
  const ping = { type_id: 'ping', name: 'Gate', address: 'example.com' }
  const wrong = await api.call('POST', '/services', { as, body: { ...ping, step_names: ['a', 'b', 'c'] } })
  assert.deepEqual(listErrors(wrong), [['step_names_follow_steps', 'data.step_names']])
  assert.equal((await api.call('POST', '/services', { as, body: { ...ping, step_names: [] } })).status, 201)
})

test('a group without sensors for a category has mail checked by those of its own that can', async () => {
  const [able, unable] = [
    await addSensor(api.owner, { categories: ['default', 'mail'] }),
    await addSensor(api.owner, { categories: ['default'] }),
  ]
  const own = await createGroup(api, as, { assigned_sensor_ids: { default: [able, unable] } })
  const id = await createTestService(api, as, { type_id: 'smtp', address: 'mail.example.com', group_id: own })
  const [row] = await api.owner.query(
    sql<{ sensor_ids: number[] }>`select sensor_ids from service_revision where service_id = ${id}`,
  )
  assert.deepEqual(row?.sensor_ids, [able])
})
