import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { addPackage } from '@wachta/testing/api/accounts'
import { listErrors } from '@wachta/testing/api/configuration'
import { startApi, type TestApi } from '@wachta/testing/api/start-api'
import { addHolder, type Holder } from '@wachta/testing/api/watched'
import { sql } from 'kysely'

let api: TestApi
let owner: Holder
let page: number
let shop: number
let elsewhere: number

before(async () => {
  api = await startApi()
  await addPackage(api.owner)
  owner = await addHolder(api.owner)
  page = await make('/status_pages', { title: 'Acme', slug: 'acme' })
  const other = await make('/status_pages', { title: 'Other', slug: 'other' })
  shop = await make('/status_page_components', { status_page_id: page, name: 'Shop', manual_status: 'operational' })
  elsewhere = await make('/status_page_components', {
    status_page_id: other,
    name: 'Till',
    manual_status: 'operational',
  })
})
after(() => api[Symbol.asyncDispose]())

const send = (method: string, path: string, body?: object) =>
  api.call(method, path, { as: owner.as, ...(body && { body }) })
const put = (path: string, body: object) => send('PUT', path, body)
async function make(path: string, body: object): Promise<number> {
  const created = await send('POST', path, body)
  assert.equal(created.status, 201, created.text)
  return created.body.id
}
const makePost = (more: object = {}) =>
  make('/status_page_posts', { status_page_id: page, kind: 'incident', title: 'Slow', ...more })
const makeUpdate = (post_id: number, state: string, time?: string) =>
  make('/status_page_updates', { post_id, state, text: `Now ${state}`, ...(time && { time }) })
const read = async (id: number) => (await send('GET', `/status_page_posts/${id}`)).body
const refused = async (body: object) =>
  listErrors(
    await send('POST', '/status_page_posts', { status_page_id: page, kind: 'incident', title: 'Slow', ...body }),
  )

test('a post begins as a draft in the first state of its kind', async () => {
  const id = await makePost({ component_ids: [shop], text: 'We are looking into it.' })
  const { public_id, start_time, created_at, ...post } = await read(id)
  assert.match(public_id, /^[0-9a-f]{16}$/)
  assert.ok(Math.abs(Date.parse(start_time) - Date.parse(created_at)) < 60_000)
  assert.deepEqual(post, {
    id,
    status_page_id: page,
    kind: 'incident',
    title: 'Slow',
    state: 'investigating',
    impact: 'minor',
    component_ids: [shop],
    end_time: null,
    post_mortem: '',
    is_draft: true,
    published_at: null,
    incident_id: null,
    is_automatic: false,
  })
  const updates = (await send('GET', `/status_page_posts/${id}/updates?fields=state,text`)).body
  assert.deepEqual(updates, [{ state: 'investigating', text: 'We are looking into it.' }])
  assert.deepEqual((await send('GET', `/status_page_posts/${id}/components?fields=id`)).body, [{ id: shop }])
  assert.equal((await send('GET', `/status_page_posts/${id}/status_page?fields=id`)).body.id, page)
  assert.ok((await send('GET', `/status_pages/${page}/posts`)).body.some((each: { id: number }) => each.id === id))
  const maintenance = await read(await makePost({ kind: 'maintenance', title: 'New disks' }))
  assert.deepEqual([maintenance.state, maintenance.impact], ['scheduled', 'maintenance'])
})

test('an update gives the post its state; resolving ends it, reopening takes the end back', async () => {
  const id = await makePost()
  await makeUpdate(id, 'identified')
  assert.equal((await read(id)).state, 'identified')
  const resolved = await makeUpdate(id, 'resolved')
  const over = await read(id)
  const { time } = (await send('GET', `/status_page_updates/${resolved}`)).body
  assert.deepEqual([over.state, over.end_time], ['resolved', time])
  await makeUpdate(id, 'monitoring')
  const open = await read(id)
  assert.deepEqual([open.state, open.end_time], ['monitoring', null])
  assert.equal((await send('GET', `/status_page_updates/${resolved}/post?fields=id`)).body.id, id)
  const log = await send('GET', `/accounts/${owner.id}/logs/audit?limit=1000`)
  const changes = log.body.filter(
    (entry: { resource: string; object_id: string; operation: string }) =>
      entry.resource === 'status_page_post' &&
      entry.object_id === String(id) &&
      entry.operation === 'create_status_page_update',
  )
  assert.equal(changes.length, 3, 'each change of the post is in the log')
})

test('the newest update counts, also when an older one is added, changed or deleted', async () => {
  const id = await makePost({ start_time: '2026-01-01T10:00:00Z' })
  const later = await makeUpdate(id, 'resolved', '2026-01-01T12:00:00Z')
  await makeUpdate(id, 'identified', '2026-01-01T11:00:00Z')
  assert.equal((await read(id)).state, 'resolved')
  assert.equal((await read(id)).end_time, '2026-01-01T12:00:00Z')
  assert.equal((await put(`/status_page_updates/${later}`, { time: '2026-01-01T10:30:00Z' })).status, 204)
  assert.equal((await read(id)).state, 'identified')
  assert.equal((await put(`/status_page_updates/${later}`, { time: '2026-01-01T13:00:00Z', text: 'Over' })).status, 204)
  assert.equal((await read(id)).end_time, '2026-01-01T13:00:00Z')
  assert.equal((await put(`/status_page_updates/${later}`, { state: 'monitoring' })).status, 204)
  assert.equal((await read(id)).end_time, null)
  assert.equal((await send('DELETE', `/status_page_updates/${later}`)).status, 204)
  assert.equal((await read(id)).state, 'identified')
})

test('a maintenance keeps its planned end until it is completed', async () => {
  const [start_time, end_time] = ['2026-01-01T10:00:00Z', '2026-01-01T12:00:00Z']
  const id = await makePost({ kind: 'maintenance', title: 'New disks', start_time, end_time })
  await makeUpdate(id, 'in_progress', '2026-01-01T10:01:00Z')
  assert.equal((await read(id)).end_time, '2026-01-01T12:00:00Z')
  assert.equal((await put(`/status_page_posts/${id}`, { end_time: '2026-01-01T13:00:00Z' })).status, 204)
  await makeUpdate(id, 'completed', '2026-01-01T11:30:00Z')
  assert.equal((await read(id)).end_time, '2026-01-01T11:30:00Z')
})

test('states, impacts and ends must fit the kind and the state', async () => {
  assert.deepEqual(await refused({ state: 'scheduled' }), [['value_of_other_kind', 'data.state']])
  assert.deepEqual(await refused({ impact: 'maintenance' }), [['value_of_other_kind', 'data.impact']])
  assert.deepEqual(await refused({ end_time: '2030-01-01T00:00:00Z' }), [['end_follows_state', 'data.end_time']])
  const backwards = { state: 'resolved', start_time: '2026-01-02T00:00:00Z', end_time: '2026-01-01T00:00:00Z' }
  assert.deepEqual(await refused(backwards), [['wrong_window', 'data.end_time']])
  const fine = { start_time: '2030-01-01T00:00:00.0009Z', end_time: '2030-01-01T00:00:00.0001Z' }
  const { start_time, end_time } = await read(await makePost({ state: 'resolved', ...fine }))
  assert.deepEqual([Date.parse(start_time), Date.parse(end_time)], Array(2).fill(Date.parse('2030-01-01T00:00:00Z')))
  await makePost({ state: 'resolved', start_time: '2030-01-01T00:00:00.0009Z' })
  const past = await makePost({ state: 'resolved', impact: 'critical', start_time: '2026-01-01T00:00:00Z' })
  const path = `/status_page_posts/${past}`
  assert.ok(Date.parse((await read(past)).end_time) > 0, 'a post that is over has an end')
  assert.deepEqual(listErrors(await put(path, { end_time: null })), [['end_follows_state', 'data.end_time']])
  assert.equal((await put(path, { end_time: '2026-01-01T01:00:00Z', impact: 'none' })).status, 204)
  assert.deepEqual(listErrors(await put(path, { state: 'monitoring' })), [['read_only_field', 'data.state']])
  assert.deepEqual(listErrors(await put(path, { kind: 'maintenance' })), [['read_only_field', 'data.kind']])
  const update = (body: object) => send('POST', '/status_page_updates', { post_id: past, text: 'Hm', ...body })
  assert.deepEqual(listErrors(await update({ state: 'completed' })), [['value_of_other_kind', 'data.state']])
  assert.deepEqual(listErrors(await update({ state: 'resolved', time: '2999-01-01T00:00:00Z' })), [
    ['time_in_the_future', 'data.time'],
  ])
})

test('every state and impact of a kind is accepted, and those of the other kind are refused', async () => {
  const impacts = ['none', 'minor', 'major', 'critical']
  for (const impact of impacts) assert.equal((await read(await makePost({ impact }))).impact, impact)
  for (const state of ['investigating', 'identified', 'monitoring', 'resolved'])
    assert.equal((await read(await makePost({ state }))).state, state)
  for (const state of ['scheduled', 'in_progress', 'verifying', 'completed']) {
    const post = await read(await makePost({ kind: 'maintenance', state }))
    assert.deepEqual([post.state, post.impact], [state, 'maintenance'])
  }
  for (const impact of impacts)
    assert.deepEqual(await refused({ kind: 'maintenance', impact }), [['value_of_other_kind', 'data.impact']])
})

test('a post names components of its own page alone', async () => {
  const other = [['component_of_another_page', 'data.component_ids']]
  assert.deepEqual(await refused({ component_ids: [shop, elsewhere] }), other)
  const id = await makePost()
  assert.deepEqual(listErrors(await put(`/status_page_posts/${id}`, { component_ids: [elsewhere] })), other)
  assert.deepEqual(listErrors(await put(`/status_page_posts/${id}`, { component_ids: [2 ** 40] })), [
    ['unknown_reference', 'data.component_ids'],
  ])
  assert.equal((await put(`/status_page_posts/${id}`, { component_ids: [shop], title: 'Slower' })).status, 204)
})

test('a post is published once, and never becomes a draft again', async () => {
  const path = `/status_page_posts/${await makePost({ post_mortem: 'A cable.' })}`
  assert.equal((await put(path, { is_draft: true })).status, 204, 'it is one')
  assert.equal((await put(path, { is_draft: false, post_mortem: 'The other cable.' })).status, 204)
  const published = (await send('GET', path)).body
  assert.ok(Date.parse(published.published_at) > 0)
  assert.deepEqual(listErrors(await put(path, { is_draft: true })), [['post_already_published', 'data.is_draft']])
  assert.equal((await put(path, { is_draft: false, title: 'Slower' })).status, 204)
  assert.equal((await send('GET', path)).body.published_at, published.published_at)
  const drafts = await send('POST', '/status_page_posts/search', {
    filters: { is_draft: [{ type: 'equals', argument: false }] },
    fields: ['title', 'post_mortem'],
  })
  assert.deepEqual(drafts.body, [{ title: 'Slower', post_mortem: 'The other cable.' }])
  assert.ok((await read(await makePost({ is_draft: false }))).published_at, 'or at once')
  assert.equal((await send('DELETE', path)).status, 204)
})

test('a post can be about an incident of the owner, once on a page', async () => {
  const add = (holder: number) =>
    api.owner.query(sql<{ id: number }>`with g as (select id from service_group where owner_id = ${holder} limit 1),
s as (insert into service (owner_id, group_id, type_id, name, address, interval)
  select ${holder}, g.id, 'http', 'Shop', 'http://example.com/', 60 from g returning id)
insert into incident (owner_id, service_id, kind, start_time) select ${holder}, s.id, 'failure', now() from s returning id`)
  const [mine] = await add(owner.id)
  const [theirs] = await add((await addHolder(api.owner)).id)
  const id = await makePost({ incident_id: mine?.id })
  assert.equal((await read(id)).incident_id, mine?.id)
  assert.deepEqual(await refused({ incident_id: mine?.id }), [['already_taken', 'data.incident_id']])
  assert.deepEqual(await refused({ incident_id: theirs?.id }), [['unknown_reference', 'data.incident_id']])
})

test('a person who changes an automatic post or its updates takes it over; one who sends it back unchanged does not', async () => {
  const makeAutomatic = async () => {
    const id = await makePost({ is_draft: false, text: 'We are looking into it.' })
    await api.owner.query(sql`update status_page_post set is_automatic = true where id = ${id}`)
    assert.equal((await read(id)).is_automatic, true)
    return id
  }
  const same = await makeAutomatic()
  await put(`/status_page_posts/${same}`, { title: 'Slow' })
  assert.equal((await read(same)).is_automatic, true)
  const takeOver: Readonly<Record<string, (id: number, update: number) => Promise<unknown>>> = {
    change: (id) => put(`/status_page_posts/${id}`, { title: 'Very slow' }),
    'new update': (id) => makeUpdate(id, 'investigating'),
    'changed update': (_, update) => put(`/status_page_updates/${update}`, { text: 'We look.' }),
    'deleted update': (_, update) => send('DELETE', `/status_page_updates/${update}`),
  }
  for (const [name, act] of Object.entries(takeOver)) {
    const id = await makeAutomatic()
    const [update] = (await send('GET', `/status_page_posts/${id}/updates?fields=id`)).body
    await act(id, update.id)
    assert.equal((await read(id)).is_automatic, false, name)
  }
  const id = await makeAutomatic()
  assert.deepEqual(listErrors(await put(`/status_page_posts/${id}`, { is_automatic: false })), [
    ['read_only_field', 'data.is_automatic'],
  ])
})

test('the audit log shows automatic posts and updates as it shows those of people', async () => {
  const incident = { is_draft: false, component_ids: [shop], text: 'We are looking into it.' }
  const post = await makePost(incident)
  const [update] = (await send('GET', `/status_page_posts/${post}/updates`)).body
  const [stored] = await api.owner.query(sql<{
    post: object
    update: object
  }>`select status_page_post_record(p) as post,
  status_page_update_record(u) as update from status_page_post p join status_page_update u on u.post_id = p.id where p.id = ${post}`)
  assert.deepEqual(stored, { post: await read(post), update })
})
