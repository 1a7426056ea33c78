import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { addAccount, addPackage, openSession } from '@wachta/testing/api/accounts'
import { type Reply, startApi, type TestApi } from '@wachta/testing/api/start-api'
import fc from 'fast-check'
import { sql } from 'kysely'

let api: TestApi
let sensor: number

before(async () => {
  api = await startApi()
  await addPackage(api.owner, { services: 1000 })
  const [row] = await api.owner.query(sql<{ id: number }>`insert into sensor (name) values ('Warsaw') returning id`)
  sensor = row?.id ?? 0
})
after(async () => {
  await api[Symbol.asyncDispose]()
})

interface Tenant {
  readonly id: number
  apply(document: object, carryOut?: boolean): Promise<Reply>
  get(path: string): Promise<Reply>
  readonly as: string
}

async function tenant(): Promise<Tenant> {
  const id = await addAccount(api.owner)
  const as = await openSession(api.owner, id)
  return {
    id,
    as,
    apply: (document, carryOut = true) => api.call('POST', '/apply', { as, body: { ...document, dry_run: !carryOut } }),
    get: (path) => api.call('GET', path, { as }),
  }
}

const document = () => ({
  groups: [
    { external_id: 'shops', name: 'Shops', assigned_sensor_ids: { default: [sensor] } },
    { external_id: 'mail', name: 'Mail' },
  ],
  services: [
    {
      external_id: 'shop/pl',
      group: 'shops',
      type_id: 'https',
      name: 'Shop',
      address: 'shop.example.com',
      interval: 300,
      extended_settings: { http_method: 'POST', username: 'probe', password: 'hush', content_regex: null },
    },
    { external_id: 'mx', group: 'mail', type_id: 'smtp_helo', name: 'MX', address: 'mx.example.com' },
    { external_id: 'loose', type_id: 'ping', name: 'Gateway', address: '192.0.2.1' },
  ],
  contacts: [
    {
      external_id: 'duty',
      name: 'On duty',
      addresses: [
        { channel_id: 'sms', address: '48123456789' },
        { channel_id: 'email', address: 'duty@example.com' },
      ],
    },
  ],
  events: [
    { external_id: 'down', name: 'Down', kind: 'failure', scope: { groups: ['shops'] }, conditions: ['gateway'] },
    { external_id: 'gateway', name: 'Gateway down', kind: 'failure', scope: { services: ['loose'] } },
  ],
  escalations: [{ external_id: 'first', event: 'down', name: 'At once', contacts: ['duty'] }],
})

const summary = ({ body }: Reply) => body.summary

test('a document is planned and applied, and a second run changes nothing', async () => {
  const { id, as, apply, get } = await tenant()
  const planned = await apply(document(), false)
  assert.equal(planned.status, 200, planned.text)
  assert.deepEqual(summary(planned), { create: 9, change: 0, delete: 0, unchanged: 0 })
  assert.equal((await get('/services')).body.length, 0, 'a dry run leaves nothing behind')
  assert.deepEqual(await api.owner.query(sql`select from audit where account_id = ${id} and operation = 'apply'`), [])

  const done = await apply(document())
  assert.equal(done.status, 200, done.text)
  assert.deepEqual(summary(done), summary(planned))
  assert.deepEqual(summary(await apply(document())), { create: 0, change: 0, delete: 0, unchanged: 9 })
  // A dry run does not reveal whether the password is the stored one.
  assert.deepEqual(summary(await apply(document(), false)), { create: 0, change: 1, delete: 0, unchanged: 8 })

  const [shop] = (await api.call('GET', '/services?filter.name=Shop&embed=group.name', { as })).body
  assert.equal(shop.group.name, 'Shops')
  assert.equal(shop.extended_settings.password, '********')
  assert.equal(shop.external_id, 'shop/pl')
  const [down] = (await get('/events?filter.name=Down&embed=conditions.name')).body
  assert.deepEqual(down.conditions, [{ name: 'Gateway down' }])
  const written = await api.owner.query(
    sql<{
      resource: string
    }>`select distinct resource from audit where account_id = ${id} and operation = 'apply' order by 1`,
  )
  assert.deepEqual(
    written.map(({ resource }) => resource),
    ['contact', 'contact_address', 'escalation', 'event', 'group', 'service'],
  )
})

test('report templates are declared with services and groups by name, compared as sets, and pruned', async () => {
  const { apply, get } = await tenant()
  const monthly = {
    external_id: 'monthly',
    name: 'Monthly',
    section_ids: ['summary', 'failures'],
    scope: { groups: ['shops'], services: ['mx', 'loose'] },
    tags: ['b', 'a'],
    attachment_type_ids: ['pdf', 'csv'],
    reporting_plan_ids: ['monthly', 'daily'],
    recipients: ['zoe@example.com', 'adam@example.com'],
    accounting_method: { unknown: true },
    service_level_target: 99.9,
  }
  const declared = (template: object) => ({ ...document(), report_templates: [template] })
  const wrong = await apply(declared({ ...monthly, scope: { services: ['nowhere'] }, introduction: 'Hi' }))
  assert.deepEqual(
    wrong.body.map(({ error, field }: { error: string; field: string }) => [error, field]),
    [['unknown_reference', 'data.report_templates.0.scope.services.0']],
  )
  const variable = await apply(declared({ ...monthly, introduction: '{{nothing}}' }))
  assert.deepEqual(variable.body[0].field, 'data.report_templates.0.introduction')
  assert.deepEqual(summary(await apply(declared(monthly))), { create: 10, change: 0, delete: 0, unchanged: 0 })
  const turned = {
    ...monthly,
    tags: ['a', 'b'],
    scope: { services: ['loose', 'mx'], groups: ['shops'] },
    recipients: monthly.recipients.toReversed(),
    reporting_plan_ids: ['daily', 'monthly'],
  }
  assert.deepEqual(summary(await apply(declared(turned))), { create: 0, change: 0, delete: 0, unchanged: 10 })
  const [template] = (await get('/report_templates')).body
  const [group] = (await get('/groups?filter.name=Shops')).body
  assert.deepEqual([template.external_id, template.scope.group_ids], ['monthly', [group.id]])
  assert.deepEqual([template.accounting_method.unknown, template.accounting_method.corrected], [true, true])

  // Sections keep the order of the document.
  const { body } = await apply(declared({ ...turned, section_ids: ['failures', 'summary'] }), false)
  assert.deepEqual(body.plan.find((step: { section: string }) => step.section === 'report_templates').changes, {
    section_ids: { before: ['summary', 'failures'], after: ['failures', 'summary'] },
  })
  assert.deepEqual(summary(await apply(document(), false)), { create: 0, change: 1, delete: 0, unchanged: 8 })
  const pruned = await apply({ ...document(), report_templates: [] })
  assert.deepEqual(summary(pruned), { create: 0, change: 0, delete: 1, unchanged: 9 })
  assert.deepEqual((await get('/report_templates')).body, [])
})

test('an API key applies report templates only with the scope for them', async () => {
  const { id, as } = await tenant()
  const usual = ['groups:write', 'services:write', 'contacts:write', 'alerts:write']
  const applyWith = async (scopes: string[], document: object) => {
    const { body } = await api.call('POST', '/api_keys', { as, body: { name: 'Key', scopes } })
    return api.call('POST', '/apply', { as: `Bearer ${body.key}`, body: { ...document, dry_run: false } })
  }
  const report_templates = [{ external_id: 'monthly', name: 'Monthly', section_ids: ['summary'] }]
  assert.equal((await applyWith(usual, { groups: [] })).status, 200)
  const refused = await applyWith(usual, { report_templates })
  assert.deepEqual([refused.status, refused.body[0].error], [403, 'api_key_scope_missing'])
  assert.deepEqual(await api.owner.query(sql`select from report_template where owner_id = ${id}`), [])
  assert.equal((await applyWith([...usual, 'reports:write'], { report_templates })).status, 200)
})

test('a plan shows changes by field, but never secrets', async () => {
  const { apply, get } = await tenant()
  await apply(document())
  const next = document()
  Object.assign(next.services[0] ?? {}, { interval: 600, extended_settings: { password: 'other' } })
  next.contacts = [{ external_id: 'duty', name: 'On duty', addresses: [{ channel_id: 'sms', address: '48123456789' }] }]
  next.services = next.services.filter(({ external_id }) => external_id !== 'mx')
  const { body, text } = await apply(next, false)
  const changed = (body.plan as { action: string }[]).filter(({ action }) => action !== 'unchanged')
  assert.deepEqual(
    changed.map((step) => ({ ...step, id: 0 })),
    [
      { action: 'delete', external_id: 'mx', id: 0, section: 'services' },
      {
        action: 'change',
        external_id: 'shop/pl',
        id: 0,
        changes: {
          interval: { before: 300, after: 600 },
          extended_settings: {
            before: body.plan.find((step: { external_id: string }) => step.external_id === 'shop/pl').changes
              .extended_settings.before,
            after: { password: '******** (new)' },
          },
        },
        section: 'services',
      },
      {
        action: 'change',
        external_id: 'duty',
        id: 0,
        changes: {
          addresses: {
            before: [
              { channel_id: 'email', address: 'duty@example.com' },
              { channel_id: 'sms', address: '48123456789' },
            ],
            after: [{ channel_id: 'sms', address: '48123456789' }],
          },
        },
        section: 'contacts',
      },
    ],
  )
  assert.doesNotMatch(text, /other|hush/)
  await apply(next)
  assert.deepEqual(summary(await apply(next)), { create: 0, change: 0, delete: 0, unchanged: 8 })
  assert.equal((await get('/contact_addresses')).body.length, 1)
})

test('objects without an external id and omitted sections are not changed', async () => {
  const { as, apply, get } = await tenant()
  await api.call('POST', '/groups', { as, body: { name: 'By hand' } })
  await apply(document())
  assert.deepEqual(summary(await apply({ groups: document().groups })), {
    create: 0,
    change: 0,
    delete: 0,
    unchanged: 2,
  })
  assert.equal((await get('/services')).body.length, 3)
  const unpruned = await apply({ services: [], prune: false })
  assert.deepEqual(summary(unpruned), { create: 0, change: 0, delete: 0, unchanged: 0 })
  const emptied = await apply({ groups: [], services: [], contacts: [], events: [], escalations: [] })
  assert.deepEqual(summary(emptied), { create: 0, change: 0, delete: 9, unchanged: 0 })
  const left = (await get('/groups')).body.map(({ name }: { name: string }) => name)
  assert.deepEqual(left, ['Default group', 'By hand'])
})

test('only the deletions of the plan that was seen are carried out', async () => {
  const { apply, get } = await tenant()
  const groups = [{ external_id: 'shops', name: 'Shops' }]
  await apply({ groups: [...groups, { external_id: 'old', name: 'Old' }] })
  const { deletions_digest } = (await apply({ groups }, false)).body
  await apply({ groups: [...groups, { external_id: 'new', name: 'New' }] })
  const others = await apply({ groups, expected_deletions: deletions_digest })
  assert.deepEqual([others.status, others.body[0].error], [409, 'deletions_changed'])
  assert.equal((await get('/groups?filter.name=New')).body.length, 1, 'nothing was changed')
  const again = (await apply({ groups }, false)).body
  const done = await apply({ groups, expected_deletions: again.deletions_digest })
  assert.equal(summary(done).delete, 1, done.text)
  assert.equal((await get('/groups?filter.name=New')).body.length, 0)
})

test('archived services are not pruned', async () => {
  const { as, apply, get } = await tenant()
  await apply(document())
  const [shop] = (await get('/services?filter.name=Shop')).body
  assert.equal((await api.call('POST', `/services/${shop.id}/archive`, { as })).status, 204)
  const less = { ...document(), services: document().services.filter(({ name }) => name === 'Gateway') }
  const pruned = await apply(less)
  // Control: the service that is not archived is deleted.
  assert.deepEqual(summary(pruned), { create: 0, change: 0, delete: 1, unchanged: 7 }, pruned.text)
  assert.equal((await get(`/services/${shop.id}`)).body.is_archived, true)
  // If it is declared again, it is the same service and stays archived; activating it is rejected.
  const { services } = document()
  assert.deepEqual(summary(await apply({ services, prune: false })), { create: 1, change: 0, delete: 0, unchanged: 2 })
  assert.equal((await get(`/services/${shop.id}`)).body.is_archived, true)
  const on = await apply({ services: [{ ...services[0], is_active: true }], prune: false })
  assert.deepEqual([on.body[0].error, on.body[0].field], ['service_is_archived', 'data.services.0.is_active'])
})

test('what is declared can refer to an archived service that is not declared', async () => {
  const { as, apply, get } = await tenant()
  await apply(document())
  const [gateway] = (await get('/services?filter.name=Gateway')).body
  const withoutGateway = { ...document(), services: document().services.filter(({ name }) => name !== 'Gateway') }
  const dangling = await apply(withoutGateway)
  assert.deepEqual(
    [dangling.body[0].error, dangling.body[0].field],
    ['unknown_reference', 'data.events.1.scope.services.0'],
    'a service that would be deleted',
  )
  assert.equal((await api.call('POST', `/services/${gateway.id}/archive`, { as })).status, 204)
  const kept = await apply(withoutGateway)
  assert.equal(kept.status, 200, kept.text)
  assert.deepEqual(summary(kept), { create: 0, change: 0, delete: 0, unchanged: 8 })
})

test('a null group leaves a service in its group', async () => {
  const { as, apply, get } = await tenant()
  const loose = { external_id: 'loose', type_id: 'ping', name: 'Gateway', address: '192.0.2.1', group: null }
  assert.deepEqual(summary(await apply({ services: [loose] })), { create: 1, change: 0, delete: 0, unchanged: 0 })
  const [made] = (await get('/services?embed=group.name')).body
  assert.equal(made.group.name, 'Default group')
  const { body: byHand } = await api.call('POST', '/groups', { as, body: { name: 'By hand' } })
  await api.call('PUT', `/services/${made.id}`, { as, body: { group_id: byHand.id } })
  assert.equal(summary(await apply({ services: [loose] })).unchanged, 1)
  assert.equal(summary(await apply({ services: [{ ...loose, name: 'Other' }] })).change, 1)
  assert.equal((await get(`/services/${made.id}`)).body.group_id, byHand.id)
  // Control: a service without a group moves to the default group.
  const { group: _, ...moved } = { ...loose, name: 'Other' }
  assert.equal(summary(await apply({ services: [moved] })).change, 1)
  assert.notEqual((await get(`/services/${made.id}`)).body.group_id, byHand.id)
})

test('a group is deleted last, after its services have left it', async () => {
  const { apply, get } = await tenant()
  await apply(document())
  const next = document()
  next.groups = next.groups.filter(({ external_id }) => external_id !== 'shops')
  next.services[0] = { ...next.services[0], group: 'mail' } as (typeof next.services)[0]
  next.events = [{ external_id: 'down', name: 'Down', kind: 'failure', scope: { groups: ['mail'] }, conditions: [] }]
  const { status, text } = await apply(next)
  assert.equal(status, 200, text)
  assert.equal((await get('/groups')).body.length, 2)
})

test('an address is declared once', async () => {
  const { apply } = await tenant()
  const twice = { channel_id: 'email', address: 'duty@example.com' }
  const { status, body } = await apply({
    contacts: [{ external_id: 'duty', name: 'On duty', addresses: [twice, { ...twice }] }],
  })
  assert.equal(status, 400)
  assert.deepEqual(
    body.map(({ error, field }: Record<string, string>) => [error, field]),
    [['repeated_item', 'data.contacts.0.addresses']],
  )
})

test('every error is reported with its position in the document, and nothing is changed', async () => {
  const { apply, get } = await tenant()
  const wrong = document()
  wrong.services[1] = { ...wrong.services[1], address: 'not an address' } as (typeof wrong.services)[0]
  wrong.contacts = [
    { external_id: 'duty', name: 'On duty', addresses: [{ channel_id: 'email', address: 'nowhere' }] },
    { external_id: 'spare', name: 'Spare', addresses: [] },
  ]
  wrong.escalations.push({ external_id: 'second', event: 'down', name: 'Later', contacts: [] })
  const { status, body } = await apply(wrong)
  assert.equal(status, 422)
  assert.deepEqual(
    body.map(({ error, field }: Record<string, string>) => [error, field]),
    [
      ['wrong_address', 'data.services.1.address'],
      ['wrong_channel_address', 'data.contacts.0.addresses.0.address'],
      ['nobody_to_tell', 'data.escalations.1.contacts'],
    ],
  )
  assert.equal((await get('/groups')).body.length, 1)

  const dangling = document()
  dangling.services[0] = { ...dangling.services[0], group: 'nowhere' } as (typeof dangling.services)[0]
  dangling.escalations = [{ external_id: 'first', event: 'down', name: 'x', contacts: ['nobody'] }]
  assert.deepEqual(
    (await apply(dangling)).body.map(({ error, field }: Record<string, string>) => [error, field]),
    [
      ['unknown_reference', 'data.services.0.group'],
      ['unknown_reference', 'data.escalations.0.contacts.0'],
    ],
  )
  const twice = { groups: [...document().groups, { external_id: 'mail', name: 'Again' }] }
  assert.deepEqual(
    (await apply(twice)).body.map(({ error, field }: Record<string, string>) => [error, field]),
    [['repeated_external_id', 'data.groups.2.external_id']],
  )
  const many = Array.from({ length: 600 }, (_, index) => ({ external_id: String(index), name: 'x' }))
  const huge = await apply({ groups: many, contacts: many })
  assert.deepEqual([huge.status, huge.body[0].error, huge.body[0].field], [400, 'too_many_items', 'data'])
  const circle = {
    events: [
      { external_id: 'a', name: 'A', kind: 'failure', conditions: ['b'] },
      { external_id: 'b', name: 'B', kind: 'failure', conditions: ['a'] },
    ],
  }
  assert.deepEqual(
    (await apply(circle)).body.map(({ error }: Record<string, string>) => error),
    ['circular_condition'],
  )
})

test('an empty scope applies to no services, not to all', async () => {
  const { apply, get } = await tenant()
  await apply(document())
  const next = document()
  next.events[1] = { ...next.events[1], scope: { services: [] } } as unknown as (typeof next.events)[0]
  await apply(next)
  const [gateway] = (await get('/events?filter.name=contains:Gateway')).body
  assert.deepEqual(gateway.scope, { all_services: false, group_ids: [], service_ids: [] })
})

test('a group with an undeclared service cannot be deleted, and nothing is changed', async () => {
  const { as, apply, get } = await tenant()
  await apply(document())
  const [shops] = (await get('/groups?filter.name=Shops')).body
  const byHand = { type_id: 'ping', name: 'By hand', address: '192.0.2.9', group_id: shops.id }
  assert.equal((await api.call('POST', '/services', { as, body: byHand })).status, 201)
  const refused = await apply({ groups: [], services: [], contacts: [], events: [], escalations: [] })
  assert.deepEqual([refused.status, refused.body[0].error, refused.body[0].field], [409, 'still_in_use', 'data.groups'])
  assert.equal((await get('/services')).body.length, 4)
})

test('a dry run does not reveal whether a secret is right', async () => {
  const { apply } = await tenant()
  await apply(document())
  const guessed = (password: string) => {
    const guess = document()
    Object.assign(guess.services[0] ?? {}, { extended_settings: { password } })
    return apply(guess, false)
  }
  const right = (document().services[0] as { extended_settings: { password: string } }).extended_settings.password
  assert.deepEqual((await guessed(right)).body, (await guessed('not the right one')).body)
})

test('a mask in a document means the stored secret, or none if there is none', async () => {
  const { apply } = await tenant()
  const masked = document()
  Object.assign(masked.services[0] ?? {}, { extended_settings: { password: '********' } })
  await apply(masked)
  assert.equal(summary(await apply(masked)).change, 0)
  await apply(document())
  assert.equal(summary(await apply(masked)).change, 0)
})

test('applying needs the permission to write to the account', async () => {
  const { id, apply } = await tenant()
  const stranger = await tenant()
  const reader = await openSession(api.owner, await addAccount(api.owner, { parent: id, readOnly: true }))
  const user = await openSession(api.owner, await addAccount(api.owner, { parent: id }))
  const foreign = await stranger.apply({ account_id: id, groups: [] })
  assert.deepEqual([foreign.status, foreign.body[0].error], [422, 'unknown_reference'])
  assert.equal((await api.call('POST', '/apply', { as: reader, body: { groups: [] } })).status, 403)
  const body = { ...document(), dry_run: false }
  assert.equal((await api.call('POST', '/apply', { as: user, body })).status, 200)
  assert.deepEqual(summary(await apply(document())), { create: 0, change: 0, delete: 0, unchanged: 9 })
})

const names = ['a', 'b', 'c', 'd']
const groupItem = fc.record({ external_id: fc.constantFrom(...names), name: fc.constantFrom('One', 'Two', 'Three') })
const serviceItem = fc.record(
  {
    external_id: fc.constantFrom(...names),
    type_id: fc.constant('https'),
    name: fc.constantFrom('S1', 'S2'),
    address: fc.constantFrom('one.example.com', 'two.example.com'),
    interval: fc.constantFrom(60, 120),
    is_active: fc.boolean(),
    group: fc.constantFrom(...names),
    extended_settings: fc.record(
      // The password is always given, because a change of the address requires it again.
      { timeout: fc.constantFrom(1000, null), password: fc.constantFrom('p', 'q', null) },
      { requiredKeys: ['password'] },
    ),
  },
  { requiredKeys: ['external_id', 'type_id', 'name', 'address', 'extended_settings'] },
)
const contactItem = fc.record(
  {
    external_id: fc.constantFrom(...names),
    name: fc.constantFrom('C1', 'C2'),
    addresses: fc.uniqueArray(
      fc.record({ channel_id: fc.constant('email'), address: fc.constantFrom('a@example.com', 'b@example.com') }),
      { maxLength: 2, selector: ({ address }) => address },
    ),
  },
  { requiredKeys: ['external_id', 'name'] },
)
const distinct = <T extends { external_id: string }>(item: fc.Arbitrary<T>) =>
  fc.uniqueArray(item, { selector: ({ external_id }) => external_id, maxLength: 4 })
const documents = fc
  .record({ groups: distinct(groupItem), services: distinct(serviceItem), contacts: distinct(contactItem) })
  .map(({ groups, services, contacts }) => ({
    groups,
    contacts,
    // References must be declared.
    services: services.map(({ group, ...rest }) =>
      groups.some(({ external_id }) => external_id === group) ? { ...rest, group } : rest,
    ),
  }))

test('random documents converge, give the same plan twice, and do not depend on order', async () => {
  const one = await tenant()
  const other = await tenant()
  await fc.assert(
    fc.asyncProperty(documents, documents, async (first, second) => {
      for (const each of [first, second]) {
        const done = await one.apply(each)
        assert.equal(done.status, 200, done.text)
        const { create, change, delete: gone } = summary(await one.apply(each))
        assert.deepEqual([create, change, gone], [0, 0, 0])
        const turned = {
          groups: each.groups.toReversed(),
          services: each.services.toReversed(),
          contacts: each.contacts.toReversed(),
        }
        const shuffled = await other.apply(turned)
        assert.deepEqual(summary(shuffled), summary(done))
      }
      assert.deepEqual(await stateOf(one), await stateOf(other))
    }),
    { numRuns: 10 },
  )
})

/** The contents of an account, without the ids that differ between accounts. */
async function stateOf({ get }: Tenant): Promise<unknown> {
  const services = (await get('/services?limit=100&embed=group.name')).body
  const contacts = (await get('/contacts?limit=100')).body
  const groups = (await get('/groups?limit=100')).body
  const addresses = (await get('/contact_addresses?limit=100&embed=contact.name')).body
  const plain = (rows: Record<string, unknown>[], ...left: string[]) =>
    rows
      .map((row) => JSON.stringify(Object.fromEntries(Object.entries(row).filter(([name]) => !left.includes(name)))))
      .toSorted()
  return {
    services: plain(services, 'id', 'owner_id', 'group_id'),
    contacts: plain(contacts, 'id', 'owner_id'),
    groups: plain(groups, 'id', 'owner_id'),
    addresses: plain(addresses, 'id', 'contact_id'),
  }
}
