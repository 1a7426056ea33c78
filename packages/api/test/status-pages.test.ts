import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { announcementTexts, announcementTitles } from '@wachta/domain'
import { addAccount, addPackage, openSession } from '@wachta/testing/api/accounts'
import { listErrors } from '@wachta/testing/api/configuration'
import { startApi, type TestApi } from '@wachta/testing/api/start-api'
import { addGroup, addHolder, addServices, type Holder, shareGroup } from '@wachta/testing/api/watched'
import { sql } from 'kysely'

let api: TestApi
let owner: Holder
let stranger: Holder
let admin: string
let group: number
let service: number
let count = 0

before(async () => {
  api = await startApi()
  await addPackage(api.owner)
  owner = await addHolder(api.owner)
  stranger = await addHolder(api.owner)
  admin = await openSession(api.owner, await addAccount(api.owner, { administrator: true }), 'administrator')
  group = await addGroup(api.owner, owner)
  ;[service = 0] = await addServices(api.owner, group, 1)
})
after(() => api[Symbol.asyncDispose]())

const post = (path: string, body: object, as = owner.as) => api.call('POST', path, { as, body })
const put = (path: string, body: object, as = owner.as) => api.call('PUT', path, { as, body })
const get = (path: string, as = owner.as) => api.call('GET', path, { as })

async function addPage(more: object = {}): Promise<string> {
  count += 1
  const created = await post('/status_pages', { title: 'Acme', slug: `acme-${count}`, ...more })
  assert.equal(created.status, 201, created.text)
  return `/status_pages/${created.body.id}`
}

const idOf = (path: string): number => Number(path.split('/').at(-1))

test('a page is created with its defaults, found, changed and deleted', async () => {
  const path = await addPage({ slug: 'status-of-acme', description: 'Our shops' })
  const { id, created_at, ...page } = (await get(path)).body
  assert.ok(id > 0 && Date.parse(created_at) > 0)
  assert.deepEqual(page, {
    owner_id: owner.id,
    title: 'Acme',
    slug: 'status-of-acme',
    description: 'Our shops',
    languages: ['en'],
    time_zone: 'UTC',
    appearance: 'auto',
    accent_colour: null,
    home_url: null,
    footer: '',
    availability: 'corrected',
    visibility: 'public',
    allowed_addresses: [],
    visitor_account_ids: [],
    has_password: false,
    has_link: false,
    is_published: false,
    allows_subscribers: true,
    domain: null,
    domain_record_name: null,
    domain_record_value: null,
    domain_target: null,
    domain_state: null,
    domain_problem: null,
    domain_detail: null,
    certificate_expires_at: null,
    incident_posts: 'none',
    incident_post_delay: 300,
    maintenance_posts: 'none',
    maintenance_notice: 259_200,
    announcement_templates: {},
    has_logo: false,
    has_favicon: false,
    external_id: null,
  })

  const change = {
    title: 'Acme shops',
    slug: 'acme-shops',
    description: 'All shops',
    languages: ['pl', 'en'],
    time_zone: 'Europe/Warsaw',
    appearance: 'dark',
    accent_colour: '#FFCC00',
    home_url: 'https://acme.example',
    footer: 'Acme Ltd',
    availability: 'raw',
    visibility: 'unlisted',
    is_published: true,
    incident_posts: 'published',
    incident_post_delay: 0,
    maintenance_posts: 'published',
    maintenance_notice: 3600,
    announcement_templates: { en: { incident_title: '{{components}} down', cancelled_text: '' } },
  }
  assert.equal((await put(path, change)).status, 204)
  const changed = (await get(path)).body
  assert.deepEqual(Object.fromEntries(Object.keys(change).map((name) => [name, changed[name]])), {
    ...change,
    accent_colour: '#ffcc00',
  })
  assert.equal((await put(path, changed)).status, 204, 'the whole record is sent back')
  const found = await post('/status_pages/search', { query: 'ACME SHOPS', fields: ['slug'] })
  assert.deepEqual(found.body, [{ slug: 'acme-shops' }])
  const listed = await get(`/accounts/${owner.id}/status_pages?fields=id&filter.slug=equals:acme-shops`)
  assert.deepEqual(listed.body, [{ id }])
  assert.equal((await get(`${path}/owner?fields=id`)).body.id, owner.id)

  assert.equal((await api.call('DELETE', path, { as: owner.as })).status, 204)
  assert.equal((await get(path)).status, 404)
})

test('an address is taken once in the installation, and some words are reserved', async () => {
  await addPage({ slug: 'taken' })
  const twice = await post('/status_pages', { title: 'Other', slug: 'taken' }, stranger.as)
  assert.deepEqual(listErrors(twice), [['already_taken', 'data.slug']])
  for (const slug of ['api', 'health', 'assets', 'static', 'v10'])
    assert.deepEqual(listErrors(await post('/status_pages', { title: 'Other', slug })), [
      ['slug_reserved', 'data.slug'],
    ])
  for (const slug of ['ab', 'Acme', 'a_b', '-acme', 'acme-', 'a--b', 'ącki'])
    assert.equal((await post('/status_pages', { title: 'Other', slug })).status, 400, slug)
})

test('a time zone must exist, and a link must lead somewhere', async () => {
  const path = await addPage()
  assert.deepEqual(listErrors(await put(path, { time_zone: 'Mars/Olympus' })), [
    ['unknown_time_zone', 'data.time_zone'],
  ])
  assert.deepEqual(listErrors(await put(path, { home_url: 'https://[::' })), [['wrong_format', 'data.home_url']])
  assert.equal((await put(path, { home_url: 'javascript:alert(1)' })).status, 400)
  assert.equal((await put(path, { languages: [] })).status, 400)
  assert.equal((await put(path, { languages: ['de'] })).status, 400)
})

test('a visibility needs its setting, and what it would ignore is refused', async () => {
  const path = await addPage()
  const refused = async (body: object) => listErrors(await put(path, body))
  assert.deepEqual(await refused({ visibility: 'addresses' }), [['needed_for_visibility', 'data.allowed_addresses']])
  assert.deepEqual(await refused({ visibility: 'addresses', allowed_addresses: ['nowhere'] }), [
    ['not_a_network', 'data.allowed_addresses.0'],
  ])
  assert.deepEqual(await refused({ allowed_addresses: ['192.0.2.1'] }), [
    ['not_for_visibility', 'data.allowed_addresses'],
  ])
  const addresses = { visibility: 'addresses', allowed_addresses: ['192.0.2.0/24', '2001:db8::1'] }
  assert.equal((await put(path, addresses)).status, 204)
  assert.deepEqual(await refused({ visibility: 'unlisted' }), [['not_for_visibility', 'data.allowed_addresses']])
  assert.equal((await put(path, { visibility: 'unlisted', allowed_addresses: [] })).status, 204)
})

test('logo and favicon are tried, kept apart from the record, and logged as digests', async () => {
  const path = `${await addPage()}/pictures`
  const svg = (inner: string) => ({
    media_type: 'image/svg+xml',
    content: Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">${inner}</svg>`).toString('base64'),
  })
  const logo = svg('<rect width="9" height="9" fill="#a30"/>')
  assert.equal((await put(path, { logo, favicon: logo })).status, 204)
  assert.deepEqual((await get(path)).body, { status_page_id: idOf(path.replace('/pictures', '')), logo, favicon: logo })
  assert.deepEqual(listErrors(await put(path, { favicon: svg('<script>alert(1)</script>') })), [
    ['logo_not_self_contained', 'data.favicon'],
  ])
  assert.equal((await put(path, { favicon: null })).status, 204)
  const page = (await get(path.replace('/pictures', ''))).body
  assert.deepEqual([page.has_logo, page.has_favicon], [true, false])
  const log = await get(`/accounts/${owner.id}/logs/audit?limit=1000`)
  assert.ok(log.text.includes('sha256') && !log.text.includes(logo.content))
  assert.equal((await put(path, { logo }, stranger.as)).status, 404)
  assert.equal((await get(path, stranger.as)).status, 404)
})

test('a component is a service, a group or a manual status, and exactly one of them', async () => {
  const status_page_id = idOf(await addPage())
  const add = (body: object, as = owner.as) =>
    post('/status_page_components', { status_page_id, name: 'Shop', ...body }, as)
  const created = await add({ service_id: service, section: 'Shops', position: 2, description: 'Where you buy' })
  assert.equal(created.status, 201, created.text)
  const path = `/status_page_components/${created.body.id}`
  const { id, public_id, ...component } = (await get(path)).body
  assert.match(public_id, /^[0-9a-f]{16}$/)
  assert.deepEqual(component, {
    status_page_id,
    section: 'Shops',
    position: 2,
    name: 'Shop',
    description: 'Where you buy',
    service_id: service,
    group_id: null,
    manual_status: null,
    group_rule: 'worst',
    group_share: 50,
    shows_history: true,
    shows_availability: true,
    shows_response_time: false,
    only_show_if_degraded: false,
    external_id: null,
  })
  assert.equal((await get(`${path}/service?fields=id`)).body.id, service)
  assert.equal((await get(`${path}/status_page?fields=id`)).body.id, status_page_id)

  const source = [['component_source', 'data']]
  assert.deepEqual(listErrors(await add({})), source)
  assert.deepEqual(listErrors(await add({ service_id: service, manual_status: 'operational' })), source)
  assert.deepEqual(listErrors(await put(path, { group_id: group })), source)
  assert.equal(
    (await put(path, { service_id: null, group_id: group, group_rule: 'share', group_share: 75 })).status,
    204,
  )
  assert.equal((await get(`${path}/group?fields=id`)).body.id, group)
  assert.equal((await put(path, { group_rule: 'any_up', group_share: 50 })).status, 204)
  const manual = { group_id: null, manual_status: 'partial_outage' }
  assert.deepEqual(listErrors(await put(path, manual)), [['setting_without_effect', 'data.group_rule']])
  assert.equal((await put(path, { ...manual, group_rule: 'worst' })).status, 204)
  assert.deepEqual(listErrors(await put(path, { shows_response_time: true })), [
    ['setting_without_effect', 'data.shows_response_time'],
  ])
  const shown = { shows_history: false, shows_availability: false, only_show_if_degraded: true, name: 'Till' }
  assert.equal((await put(path, { ...shown, section: '', position: 0, description: '' })).status, 204)
  const listed = await get(`/status_pages/${status_page_id}/components?fields=id,name,manual_status`)
  assert.deepEqual(listed.body, [{ id, name: 'Till', manual_status: 'partial_outage' }])
  const found = await post('/status_page_components/search', { query: 'till', fields: ['id'] })
  assert.deepEqual(found.body, [{ id }])
})

test('people set each status of a manual component', async () => {
  const status_page_id = idOf(await addPage())
  for (const manual_status of [
    'operational',
    'under_maintenance',
    'degraded_performance',
    'partial_outage',
    'major_outage',
  ]) {
    const { body } = await post('/status_page_components', { status_page_id, name: 'Till', manual_status })
    assert.equal((await get(`/status_page_components/${body.id}`)).body.manual_status, manual_status)
  }
  const unknown = await post('/status_page_components', { status_page_id, name: 'Till', manual_status: 'on fire' })
  assert.equal(unknown.status, 400)
})

test('a page shows only what belongs to its owner or is shared with it, regardless of who edits it', async () => {
  const status_page_id = idOf(await addPage())
  const theirs = await addGroup(api.owner, stranger)
  const [foreign = 0] = await addServices(api.owner, theirs, 1)
  const add = (body: object, as = owner.as) =>
    post('/status_page_components', { status_page_id, name: 'Shop', ...body }, as)
  assert.deepEqual(listErrors(await add({ service_id: foreign })), [['unknown_reference', 'data.service_id']])
  assert.deepEqual(listErrors(await add({ group_id: theirs })), [['unknown_reference', 'data.group_id']])
  assert.deepEqual(listErrors(await add({ service_id: foreign }, admin)), [
    ['belongs_to_another_account', 'data.service_id'],
  ])
  await shareGroup(api.owner, theirs, owner, false)
  assert.equal((await add({ service_id: foreign })).status, 201)
  assert.equal((await add({ group_id: theirs })).status, 201)
})

test('components go with their service and with the page, and the page with its account', async () => {
  const holder = await addHolder(api.owner)
  const [own = 0] = await addServices(api.owner, await addGroup(api.owner, holder), 1)
  const page = await post('/status_pages', { title: 'Gone', slug: 'gone' }, holder.as)
  const status_page_id = page.body.id
  const add = async (body: object): Promise<number> =>
    (await post('/status_page_components', { status_page_id, name: 'Shop', ...body }, holder.as)).body.id
  const [first, second, third] = [
    await add({ service_id: own }),
    await add({ manual_status: 'operational' }),
    await add({ manual_status: 'operational' }),
  ]
  const body = {
    status_page_id,
    kind: 'incident',
    title: 'Slow',
    component_ids: [first, second, third],
    text: 'We look.',
  }
  const created = await post('/status_page_posts', body, holder.as)
  assert.equal(created.status, 201, created.text)
  assert.equal((await api.call('DELETE', `/services/${own}`, { as: holder.as })).status, 204)
  const left = await get(`/status_page_posts/${created.body.id}`, holder.as)
  assert.deepEqual(left.body.component_ids, [second, third])
  assert.equal((await api.call('DELETE', `/status_pages/${status_page_id}`, { as: holder.as })).status, 204)
  assert.equal((await get(`/status_page_posts/${created.body.id}`, holder.as)).status, 404)
  await post('/status_pages', { title: 'Gone', slug: 'gone' }, holder.as)
  await api.owner.query(sql`delete from account where id = ${holder.id}`)
  const [counted] = await api.owner.query(
    sql<{ count: number }>`select count(*)::int as count from status_page where owner_id = ${holder.id}`,
  )
  assert.equal(counted?.count, 0)
})

test('others see nothing, and roles decide: editors write pages, operators posts, viewers read', async () => {
  const path = await addPage()
  const status_page_id = idOf(path)
  for (const [method, body] of [['GET'], ['PUT', { title: 'Mine' }], ['DELETE']] as const)
    assert.equal((await api.call(method, path, { as: stranger.as, ...(body && { body }) })).status, 404, method)
  const foreign = await post(
    '/status_page_components',
    { status_page_id, name: 'X', manual_status: 'operational' },
    stranger.as,
  )
  assert.deepEqual(listErrors(foreign), [['unknown_reference', 'data.status_page_id']])

  const user = (role: string, roleGroups?: number[]) =>
    addHolder(api.owner, { parent: owner.id, role, ...(roleGroups && { roleGroups }) })
  const [editor, operator, viewer, limited] = [
    await user('editor'),
    await user('operator'),
    await user('viewer'),
    await user('editor', [group]),
  ]
  assert.equal((await put(path, { footer: 'Hi' }, editor.as)).status, 204)
  assert.equal((await put(path, { footer: 'No' }, operator.as)).status, 403)
  assert.equal((await put(path, { footer: 'No' }, viewer.as)).status, 403)
  const incident = { status_page_id, kind: 'incident', title: 'Slow' }
  const written = await post('/status_page_posts', incident, operator.as)
  assert.equal(written.status, 201, written.text)
  const update = { post_id: written.body.id, state: 'identified', text: 'Disk full' }
  assert.equal((await post('/status_page_updates', update, operator.as)).status, 201)
  assert.equal((await post('/status_page_posts', incident, viewer.as)).status, 403)
  assert.equal((await get(path, viewer.as)).status, 200)
  const flags = (await get(`${path}/permissions`, operator.as)).body
  assert.deepEqual(flags, {
    create_components: false,
    create_posts: true,
    create_subscribers: false,
    delete: false,
    own: true,
    read: true,
    update: false,
  })
  for (const each of [path, '/status_pages', '/status_page_posts', '/status_page_components', '/status_page_updates'])
    assert.deepEqual(listErrors(await get(each, limited.as)), [['role_limited_to_groups']], each)
})

test('the archive of an account has its pages with everything on them', async () => {
  await addPage()
  const archive = await api.call('GET', `/accounts/${owner.id}/export`, { as: owner.as })
  assert.equal(archive.status, 200)
  for (const name of [
    'status_page',
    'status_page_component',
    'status_page_post',
    'status_page_update',
    'status_page_subscriber',
    'status_page_picture',
  ])
    assert.ok(archive.text.includes(`${name}.json`), name)
})

test('templates of announcements are validated when they are saved', async () => {
  const path = await addPage()
  const save = (announcement_templates: object) => put(path, { announcement_templates })
  const wrong = await save({
    pl: { incident_text: '{{service_address}}', resolved_text: '{{#components}}', completed_text: '{{end' },
  })
  const at = (name: string) => `data.announcement_templates.pl.${name}`
  assert.deepEqual(listErrors(wrong), [
    ['unknown_variable', at('incident_text')],
    ['template_not_allowed', at('resolved_text')],
    ['template_malformed', at('completed_text')],
  ])
  const text = '{{components}} {{start}} {{end}} {{page_title}}'
  const title = 'x'.repeat(200)
  const all = {
    ...{ incident_title: title, incident_text: text, resolved_text: text },
    ...{ maintenance_title: title, maintenance_text: text, rescheduled_text: text },
    ...{ started_text: text, completed_text: text, cancelled_text: text },
  }
  assert.deepEqual(Object.keys(all).sort(), [...announcementTexts, ...announcementTitles].sort())
  assert.equal((await save({ en: all, pl: {} })).status, 204)
  for (const refused of [{ de: {} }, { en: { incident_title: 'x'.repeat(201) } }, { en: { other_text: '' } }])
    assert.equal((await save(refused)).status, 400)
  for (const refused of [{ incident_post_delay: 86_401 }, { incident_posts: 'yes' }, { maintenance_posts: 'draft' }])
    assert.equal((await put(path, refused)).status, 400)
  const created = await post('/status_pages', {
    ...{ title: 'Acme', slug: 'acme-wrong', announcement_templates: { en: { started_text: '{{nobody}}' } } },
  })
  assert.deepEqual(listErrors(created), [['unknown_variable', 'data.announcement_templates.en.started_text']])
})
