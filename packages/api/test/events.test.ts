import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { languages, toLegacyRule } from '@wachta/domain'
import { eventKinds, getProperties, settingsOfAllKinds } from '@wachta/events'
import { compileSchema } from '@wachta/resource'
import { addAccount, addPackage, openSession } from '@wachta/testing/api/accounts'
import { type Reply, startApi, type TestApi } from '@wachta/testing/api/start-api'
import fc from 'fast-check'
import { sql } from 'kysely'
import { recoveryNotificationModes } from '../src/features/dictionaries/recovery-notification-modes.ts'
import { addDefaults } from '../src/platform/defaults.ts'

let api: TestApi
let owner: number
let anna: string
let colleague: string
let reader: string
let stranger: number
let bert: string
let administrator: string

before(async () => {
  api = await startApi()
  await addPackage(api.owner, { services: 100 })
  owner = await addAccount(api.owner, { name: 'Anna' })
  anna = await openSession(api.owner, owner)
  colleague = await openSession(api.owner, await addAccount(api.owner, { parent: owner }))
  reader = await openSession(api.owner, await addAccount(api.owner, { parent: owner, readOnly: true }))
  stranger = await addAccount(api.owner, { name: 'Bert' })
  bert = await openSession(api.owner, stranger)
  const root = await addAccount(api.owner, { administrator: true })
  administrator = await openSession(api.owner, root, 'administrator')
})
after(() => api[Symbol.asyncDispose]())

test('an alert rule can be created with defaults, found, changed and deleted', async () => {
  const id = await create({ name: 'Website is down' })
  const whole = {
    id,
    owner_id: owner,
    name: 'Website is down',
    description: '',
    is_active: true,
    kind: 'failure',
    settings: {},
    scope: { all_services: true, group_ids: [], service_ids: [] },
    start_delay: 0,
    end_delay: 0,
    condition_event_ids: [],
    external_id: null,
  }
  assert.deepEqual((await api.call('GET', `/events/${id}`, { as: anna })).body, whole)

  const search = {
    filters: { kind: ['failure'], 'permissions.update': [true] },
    query: 'WEBSITE',
    embed: ['owner.name'],
  }
  const found = await api.call('POST', '/events/search', { as: anna, body: search })
  assert.deepEqual(found.body, [{ ...whole, owner: { name: 'Anna' } }])

  assert.equal((await put(id, { ...whole, name: 'Shop is down', start_delay: 120 })).status, 204)
  const listed = await api.call('GET', '/accounts/my_account/events?fields=name,start_delay', { as: anna })
  assert.deepEqual(listed.body, [{ name: 'Shop is down', start_delay: 120 }])
  assert.equal((await api.call('GET', `/events/${id}/owner?fields=name`, { as: anna })).body.name, 'Anna')

  assert.equal((await api.call('DELETE', `/events/${id}`, { as: anna })).status, 204)
  assert.equal((await api.call('GET', `/events/${id}`, { as: anna })).status, 404)
})

test('invalid alert rules are rejected with all errors at once', async () => {
  const attempt = (body: object) => api.call('POST', '/events', { as: anna, body: { name: 'x', ...body } })
  assert.deepEqual(faults(await attempt({ kind: 'earthquake' })), ['not_an_allowed_value data.kind'])
  assert.deepEqual(faults(await attempt({ start_delay: 604_801 })), ['too_large data.start_delay'])
  assert.deepEqual(faults(await attempt({ scope: { hosts: [] } })), ['unknown_field data.scope.hosts'])
  assert.deepEqual(faults(await attempt({ kind: 'certificate_expiry', settings: { days: 0, hours: 1 } })), [
    'too_small data.settings.days',
    'unknown_field data.settings.hours',
  ])
  assert.deepEqual(faults(await attempt({ settings: { days: 3 } })), ['unknown_field data.settings.days'])
  assert.deepEqual(
    faults(await attempt({ settings: { days: 3 }, scope: { service_ids: [987654] }, condition_event_ids: [987654] })),
    [
      'unknown_field data.settings.days',
      'unknown_reference data.condition_event_ids',
      'unknown_reference data.scope.service_ids',
    ],
  )
  assert.deepEqual(faults(await attempt({ scope: { all_services: true, service_ids: [await service()] } })), [
    'contradiction data.scope.all_services',
  ])
  assert.equal((await attempt({ scope: { service_ids: [await service()] } })).status, 201, 'the same without all')

  const id = await create({ name: 'fixed' })
  assert.deepEqual(faults(await put(id, { kind: 'performance' })), ['read_only_field data.kind'])
  assert.deepEqual(faults(await put(id, { external_id: 'mine' })), ['read_only_field data.external_id'])
  assert.equal((await put(id, { kind: 'failure' })).status, 204)
})

test('settings get their defaults, and a change is merged into the stored settings', async () => {
  const id = await create({ name: 'Slow', kind: 'performance', settings: { response_time: 800 } })
  assert.deepEqual(await field(id, 'settings'), { response_time: 800, measure: 'average', minutes: 15 })
  assert.equal((await put(id, { settings: { measure: 'percentile_95' } })).status, 204)
  assert.deepEqual(await field(id, 'settings'), { response_time: 800, measure: 'percentile_95', minutes: 15 })
  assert.deepEqual(faults(await put(id, { settings: { measure: 'guess' } })), [
    'not_an_allowed_value data.settings.measure',
  ])
})

test('a scope contains groups and services of the owner, and deleted ones are removed from it', async () => {
  const group = (await api.call('POST', '/groups', { as: anna, body: { name: 'Shops' } })).body.id
  const [first, second] = [await service(), await service()]
  const id = await create({ name: 'Scoped', scope: { group_ids: [group], service_ids: [first, second] } })
  const other = await create({ name: 'Other', scope: { service_ids: [second] } })
  assert.equal((await api.call('DELETE', `/services/${first}`, { as: anna })).status, 204)
  assert.deepEqual(await field(id, 'scope'), { all_services: false, group_ids: [group], service_ids: [second] })
  assert.equal((await api.call('DELETE', `/services/${second}`, { as: anna })).status, 204)
  assert.equal((await api.call('DELETE', `/groups/${group}`, { as: anna })).status, 204)
  const nothing = { all_services: false, group_ids: [], service_ids: [] }
  assert.deepEqual([await field(id, 'scope'), await field(other, 'scope')], [nothing, nothing], 'it never grows')
  const { body } = await api.call('GET', `/events/${id}`, { as: anna })
  assert.equal((await put(id, { ...body, name: 'Renamed' })).status, 204, 'what is there can be sent back')
  assert.equal((await put(id, { scope: { all_services: true } })).status, 204)
  assert.deepEqual(await field(id, 'scope'), { all_services: true, group_ids: [], service_ids: [] })
})

test('objects of other accounts cannot be used in scopes and conditions, and their existence is not revealed', async () => {
  const group = (await api.call('POST', '/groups', { as: bert, body: { name: 'Foreign' } })).body.id
  const foreign = (await api.call('POST', '/services', { as: bert, body: { ...watched, group_id: group } })).body.id
  const event = (await api.call('POST', '/events', { as: bert, body: { name: 'Foreign' } })).body.id
  const lists = { scope: { group_ids: [group], service_ids: [foreign] }, condition_event_ids: [event] }
  const hidden = [
    'unknown_reference data.condition_event_ids',
    'unknown_reference data.scope.group_ids',
    'unknown_reference data.scope.service_ids',
  ]
  const attempt = (as: string) => api.call('POST', '/events', { as, body: { name: 'x', owner_id: owner, ...lists } })
  assert.deepEqual(faults(await attempt(anna)), hidden)
  const mine = await create({ name: 'Mine' })
  assert.deepEqual(faults(await put(mine, { scope: lists.scope })), hidden.slice(1))
  assert.deepEqual(faults(await put(mine, { condition_event_ids: [event] })), hidden.slice(0, 1))

  // Callers who may read the objects get the real reason.
  await api.owner.query(sql`insert into group_share (group_id, account_id) values (${group}, ${owner})`)
  assert.deepEqual(faults(await attempt(anna)), [
    'belongs_to_another_account data.scope.group_ids',
    'belongs_to_another_account data.scope.service_ids',
    'unknown_reference data.condition_event_ids',
  ])
  assert.deepEqual(faults(await attempt(administrator)), [
    'belongs_to_another_account data.condition_event_ids',
    'belongs_to_another_account data.scope.group_ids',
    'belongs_to_another_account data.scope.service_ids',
  ])
  const theirs = await api.call('POST', '/events', { as: bert, body: { name: 'Right', ...lists } })
  assert.equal(theirs.status, 201, 'their owner may')
})

test('other accounts see nothing, read-only users change nothing, additional users act for the account', async () => {
  const id = await create({ name: 'Private' })
  for (const [as, expected] of [
    [bert, [404, 404, 404, 404, 404, 404]],
    [reader, [200, 403, 403, 200, 200, 200]],
    [colleague, [200, 204, 403, 200, 200, 200]],
  ] as const) {
    const replies = [
      await api.call('GET', `/events/${id}`, { as }),
      await api.call('PUT', `/events/${id}`, { as, body: { description: `by ${as}` } }),
      // The colleague is allowed to delete it, so only the read-only user tries.
      as === colleague ? { status: 403 } : await api.call('DELETE', `/events/${id}`, { as }),
      await api.call('GET', `/events/${id}/possible_conditions`, { as }),
      await api.call('GET', `/events/${id}/permissions`, { as }),
      await api.call('GET', `/accounts/${owner}/events`, { as }),
    ]
    assert.deepEqual(
      replies.map(({ status }) => status),
      expected,
    )
  }
  const flags = (await api.call('GET', `/events/${id}/permissions`, { as: reader })).body
  assert.deepEqual(flags, { create_escalations: false, delete: false, own: true, read: true, update: false })
  const made = await api.call('POST', '/events', { as: colleague, body: { name: "The colleague's" } })
  assert.equal(await field(made.body.id, 'owner_id'), owner)
  assert.equal((await api.call('DELETE', `/events/${made.body.id}`, { as: colleague })).status, 204)
  assert.equal((await api.call('POST', '/events', { as: reader, body: { name: 'x' } })).status, 403)
  assert.deepEqual(faults(await api.call('POST', '/events', { as: bert, body: { name: 'x', owner_id: owner } })), [
    'unknown_reference data.owner_id',
  ])
})

test('deleting an alert rule deletes its escalation steps and removes it from conditions', async () => {
  const [router, shop] = [await create({ name: 'Router' }), await create({ name: 'Shop' })]
  assert.equal((await put(shop, { condition_event_ids: [router] })).status, 204)
  const contact = (await api.call('POST', '/contacts', { as: anna, body: { name: 'Night shift' } })).body.id
  const told = { name: 'First', event_id: router, contact_ids: [contact] }
  const escalation = (await api.call('POST', '/escalations', { as: anna, body: told })).body.id
  const embedded = await api.call('GET', `/events/${shop}?fields=id&embed=conditions.name`, { as: anna })
  assert.deepEqual(embedded.body, { id: shop, conditions: [{ name: 'Router' }] })
  assert.equal((await api.call('DELETE', `/events/${router}`, { as: anna })).status, 204)
  assert.equal((await api.call('GET', `/escalations/${escalation}`, { as: anna })).status, 404)
  assert.deepEqual(await field(shop, 'condition_event_ids'), [])
})

test('erasing an account deletes its alert rules, whatever they refer to', async () => {
  const leaving = await addAccount(api.owner)
  const as = await openSession(api.owner, leaving)
  const post = async (path: string, body: object) => (await api.call('POST', path, { as, body })).body.id
  const scope = {
    group_ids: [await post('/groups', { name: 'Shops' })],
    service_ids: [await post('/services', watched)],
  }
  const first = await post('/events', { name: 'First', scope })
  const second = await post('/events', { name: 'Second', condition_event_ids: [first] })
  const contact_ids = [await post('/contacts', { name: 'Day' }), await post('/contacts', { name: 'Night' })]
  const group = await post('/contact_groups', { name: 'All' })
  await post('/escalations', { name: 'x', event_id: second, contact_ids, contact_group_ids: [group] })
  await post('/report_templates', { name: 'x', section_ids: ['summary'], scope })
  await api.owner.query(sql`delete from account where id = ${leaving}`)
  const left = await api.owner.query(sql`select from event where owner_id = ${leaving}
union all select from escalation where owner_id = ${leaving} union all select from report_template where owner_id = ${leaving}`)
  assert.equal(left.length, 0)
  assert.ok(second > first, 'there was something to erase')
})

test('no alert rule can depend on itself, directly or indirectly', async () => {
  const [a, b, c] = [await create({ name: 'a' }), await create({ name: 'b' }), await create({ name: 'c' })]
  const circular = ['circular_condition data.condition_event_ids']
  assert.deepEqual(faults(await put(a, { condition_event_ids: [a] })), circular)
  assert.equal((await put(a, { condition_event_ids: [b] })).status, 204)
  assert.equal((await put(b, { condition_event_ids: [c] })).status, 204)
  assert.deepEqual(faults(await put(c, { condition_event_ids: [a] })), circular)
  assert.deepEqual(faults(await put(c, { condition_event_ids: [b, a] })), circular)
  assert.deepEqual(await field(c, 'condition_event_ids'), [], 'nothing was written')
  assert.equal((await put(b, { condition_event_ids: [] })).status, 204)
  assert.equal((await put(c, { condition_event_ids: [b, a] })).status, 204, 'the other way round it is no circle')
})

test('two concurrent requests cannot create a cycle of conditions', async () => {
  for (let round = 0; round < 8; round += 1) {
    const [a, b] = [await create({ name: `a${round}` }), await create({ name: `b${round}` })]
    const replies = await Promise.all([put(a, { condition_event_ids: [b] }), put(b, { condition_event_ids: [a] })])
    assert.deepEqual(replies.map(({ status }) => status).sort(), [204, 422])
  }
})

test('a rule that is deleted while another adds it as a condition is not a condition afterwards', async () => {
  for (let round = 0; round < 8; round += 1) {
    const [a, b] = [await create({ name: `a${round}` }), await create({ name: `b${round}` })]
    const writes = [put(a, { condition_event_ids: [b] }), api.call('DELETE', `/events/${b}`, { as: anna })]
    const [taken, deleted] = await Promise.all(round % 2 === 0 ? writes : writes.toReversed())
    assert.ok([taken, deleted].every((reply) => reply && [204, 422].includes(reply.status)))
    assert.deepEqual(await field(a, 'condition_event_ids'), [])
  }
})

type Graph = readonly (readonly number[])[]

/** Whether `to` can be reached from `from`: written independently of the query that it verifies. */
function reaches(graph: Graph, from: number, to: number, seen = new Set<number>()): boolean {
  if (from === to) return true
  if (seen.has(from)) return false
  seen.add(from)
  return (graph[from] ?? []).some((next) => reaches(graph, next, to, seen))
}
const hasCircle = (graph: Graph): boolean => graph.some((next, at) => next.some((each) => reaches(graph, each, at)))

const size = 5
const edit = fc.record({
  at: fc.nat({ max: size - 1 }),
  conditions: fc.uniqueArray(fc.nat({ max: size - 1 }), { maxLength: 3 }),
})

test('random edits never create a cycle, and the possible conditions are exactly those that are accepted', async () => {
  const ids: number[] = []
  for (let at = 0; at < size; at += 1) ids.push(await create({ name: `node ${at}` }))
  const stored = async (): Promise<Graph> => {
    const rows = await api.owner.query(
      sql<{
        conditions: number[]
      }>`select condition_event_ids as conditions from event where id = any(${ids}) order by id`,
    )
    return rows.map(({ conditions }) => conditions.map((id) => ids.indexOf(id)))
  }
  let refusals = 0
  await fc.assert(
    fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 12 }), async (edits) => {
      await api.owner.query(sql`update event set condition_event_ids = '{}' where id = any(${ids})`)
      let graph: Graph = ids.map(() => [])
      for (const { at, conditions } of edits) {
        const next = graph.with(at, conditions)
        const reply = await put(ids[at] ?? 0, { condition_event_ids: conditions.map((each) => ids[each]) })
        assert.equal(reply.status, hasCircle(next) ? 422 : 204)
        if (reply.status === 204) graph = next
        else refusals += 1
      }
      const now = await stored()
      assert.deepEqual(now, graph)
      assert.equal(hasCircle(now), false)
      for (const [at, id] of ids.entries()) {
        const filter = `fields=id&filter.name=starts_with:node`
        const offered = await api.call('GET', `/events/${id}/possible_conditions?${filter}`, { as: anna })
        const expected = ids.filter((_, other) => !reaches(graph, other, at))
        assert.deepEqual(
          offered.body.map((each: { id: number }) => each.id),
          expected,
        )
      }
    }),
    { numRuns: 25 },
  )
  assert.ok(refusals > 10, 'circles were tried')

  // Control: a circle that bypasses the API is detected.
  await api.owner.query(sql`update event set condition_event_ids = ${[ids[0]]} where id = ${ids[1]}`)
  await api.owner.query(sql`update event set condition_event_ids = ${[ids[1]]} where id = ${ids[0]}`)
  assert.equal(hasCircle(await stored()), true)
  assert.equal((await put(ids[2] ?? 0, { condition_event_ids: [ids[0]] })).status, 204, 'and does not hang the check')
})

for (const kind of eventKinds)
  test(`${kind.id}: the kind is complete, closed and translated into both languages`, async () => {
    const validate = compileSchema(kind.settings)
    const defaults = addDefaults(kind.settings, {})
    const properties = getProperties(kind)
    assert.deepEqual(Object.keys(defaults), Object.keys(properties), 'every setting has a default')
    assert.deepEqual(validate(defaults, 'data'), [])
    assert.deepEqual(validate({ ...defaults, surprise: 1 }, 'data'), [
      { symbol: 'unknown_field', field: 'data.surprise' },
    ])
    for (const name of Object.keys(properties)) {
      assert.notDeepEqual(validate({ ...defaults, [name]: null }, 'data'), [], `${name} takes anything`)
      assert.match(properties[name]?.description ?? '', /\.$/)
    }
    for (const text of [kind.name, kind.description])
      assert.equal(new Set(languages.map((language) => text[language].trim())).size, languages.length)
    const id = await create({ name: kind.id, kind: kind.id })
    assert.deepEqual(await field(id, 'settings'), defaults)
  })

test('a setting that several kinds share has the same meaning in all of them and is published', () => {
  const plain = (setting: object) => JSON.stringify({ ...setting, default: null, description: null })
  const all = eventKinds.flatMap((kind) => Object.entries(getProperties(kind)))
  for (const [name, setting] of all)
    for (const [other, same] of all) if (name === other) assert.equal(plain(setting), plain(same), name)
  const { properties } = settingsOfAllKinds as unknown as { properties: Record<string, { description: string }> }
  assert.deepEqual(new Set(Object.keys(properties)), new Set(all.map(([name]) => name)))
  assert.match(
    properties['days']?.description ?? '',
    /`certificate_expiry`, default 14: .* `domain_expiry`, default 30: /,
  )
})

const watched = { type_id: 'ping', name: 'Router', address: 'router.example.com' }

async function service(): Promise<number> {
  return (await api.call('POST', '/services', { as: anna, body: watched })).body.id
}

async function create(body: object): Promise<number> {
  const reply = await api.call('POST', '/events', { as: anna, body })
  assert.equal(reply.status, 201, reply.text)
  return reply.body.id
}

const put = (id: number, body: object) => api.call('PUT', `/events/${id}`, { as: anna, body })

async function field(id: number, name: string): Promise<unknown> {
  return (await api.call('GET', `/events/${id}?fields=${name}`, { as: anna })).body[name]
}

const faults = ({ body }: Reply): string[] =>
  body.map((each: { error: string; field?: string }) => `${each.error} ${each.field ?? ''}`.trim()).sort()

test('every recovery notification mode has a delay', () => {
  for (const { id } of recoveryNotificationModes.entries) {
    const { endDelayMs } = toLegacyRule(id)
    assert.equal(endDelayMs === 0, id === 'default', id)
  }
})
