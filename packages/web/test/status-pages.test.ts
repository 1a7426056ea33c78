import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClient, type StatusPageComponent, type StatusPagePost } from '@wachta/client'
import { toComponentData, toStatusPageData } from '../src/features/status-pages/page-data.ts'
import {
  makeComponentValues,
  type StatusPageValues,
  toComponentValues,
  toSlug,
  toStatusPageValues,
} from '../src/features/status-pages/page-values.ts'
import { toPostView } from '../src/features/status-pages/post-preview.ts'
import {
  makePostValues,
  toPostChangeData,
  toPostCreateData,
  toPostValues,
  UnreadablePostTime,
} from '../src/features/status-pages/post-values.ts'
import { toPreviewView } from '../src/features/status-pages/preview-view.ts'
import { makeSaveProgress, saveStatusPage } from '../src/features/status-pages/save-page.ts'
import { savePost } from '../src/features/status-pages/save-post.ts'
import { omitSentText } from '../src/features/status-pages/update-draft.ts'
import { createAnsweredClient } from './support/answered-client.ts'

const component: StatusPageComponent = {
  ...{ id: 7, status_page_id: 1, public_id: 'p7', section: 'Shops', position: 0, name: 'Shop', description: 'All' },
  ...{ service_id: null, group_id: 3, manual_status: null, group_rule: 'share', group_share: 60, external_id: null },
  ...{ shows_history: true, shows_availability: false, shows_response_time: true, only_show_if_degraded: true },
}
const values = (changed: Partial<StatusPageValues> = {}): StatusPageValues => ({
  ...toStatusPageValues({ page: { id: 1, title: 'Acme', slug: 'acme' } }, { language: 'en', zone: 'UTC' }),
  ...changed,
})

test('a component comes out of the form as it went in', () => {
  const { id: _id, status_page_id: _page, public_id: _public, external_id: _external, ...data } = component
  assert.deepEqual(toComponentData(toComponentValues(component), 0), data)
})

test('settings that a component does not use are sent as their defaults', () => {
  const manual = { ...toComponentValues(component), source: 'manual', manualStatus: 'major_outage' } as const
  const { group_id, manual_status, group_rule, group_share, shows_response_time } = toComponentData(manual, 0)
  assert.deepEqual(
    [group_id, manual_status, group_rule, group_share, shows_response_time],
    [null, 'major_outage', 'worst', 50, false],
  )
  const worst = { ...toComponentValues(component), groupRule: 'worst' } as const
  assert.equal(toComponentData(worst, 0).group_share, 50)
})

test('only the chosen visibility has settings', () => {
  const allowedAddresses = '192.0.2.1\n 2001:db8::/32, 192.0.2.1'
  const chosen = toStatusPageData(values({ visibility: 'addresses', allowedAddresses }))
  assert.deepEqual(chosen.allowed_addresses, ['192.0.2.1', '2001:db8::/32'])
  const others = toStatusPageData(values({ visibility: 'unlisted', allowedAddresses }))
  assert.deepEqual([others.visibility, others.allowed_addresses], ['unlisted', []])
})

test('a title suggests an address', () => {
  assert.deepEqual(['Łódź – sklepy', '  Acme!  ', '日本', 'x'.repeat(80)].map(toSlug), [
    'lodz-sklepy',
    'acme',
    '',
    'x'.repeat(63),
  ])
})

/** A client that answers without an installation and records its requests; the given one is rejected once. */
function makeRecorder(rejected?: string) {
  const asked: string[] = []
  let isRejecting = rejected !== undefined
  const client = createClient({
    baseUrl: 'http://127.0.0.1/v3',
    token: () => 'none',
    retry: false,
    fetch: async (input, init) => {
      const request = `${init?.method} ${String(input).replace(/^.*\/v3/, '')}`
      asked.push(request)
      if (!isRejecting || request !== rejected) return Response.json({ id: 9 })
      isRejecting = false
      return Response.json([{ error: 'component_source', message: 'none', field: 'data' }], { status: 422 })
    },
  })
  return { client, asked }
}
const progressOf = (id?: number) => makeSaveProgress(id === undefined ? {} : { id })

test('saving sends only what has changed', async () => {
  const kept = toComponentValues(component)
  const gone = { ...kept, key: '8', id: 8 }
  const before = values({ components: [kept, gone] })
  const { client, asked } = makeRecorder()
  await saveStatusPage(client, { before, after: before }, progressOf(1))
  assert.deepEqual(asked, [])
  const logo = { media_type: 'image/png', content: 'AA==' } as const
  const after = values({ logo, components: [makeComponentValues('new', ''), kept] })
  await saveStatusPage(client, { before, after }, progressOf(1))
  assert.deepEqual(asked, [
    'PUT /status_pages/1/pictures',
    'DELETE /status_page_components/8',
    'POST /status_page_components',
    'PUT /status_page_components/7',
  ])
})

test('a second attempt goes on where the first one failed', async () => {
  const before = values()
  const after = values({ components: [makeComponentValues('a', ''), makeComponentValues('b', '')] })
  const { client, asked } = makeRecorder('POST /status_page_components')
  const progress = progressOf()
  await assert.rejects(saveStatusPage(client, { before, after }, progress), { name: 'ComponentRejected', key: 'a' })
  assert.equal(await saveStatusPage(client, { before, after }, progress), 9)
  assert.deepEqual(
    asked.filter((request) => request === 'POST /status_pages'),
    ['POST /status_pages'],
    'the page is made once',
  )
  assert.deepEqual([...progress.created.keys()], ['a', 'b'])
  // A component that was created and then removed from the form is deleted.
  await saveStatusPage(client, { before, after: values() }, progress)
  assert.equal(asked.at(-1), 'DELETE /status_page_components/9')
})

test('what a failed attempt has stored is set back, if the form was changed back since', async () => {
  const kept = toComponentValues(component)
  const before = values({ components: [kept] })
  const other = { ...kept, name: 'Other' }
  const after = { ...before, title: 'Other', isPublished: true, components: [other, makeComponentValues('new', '')] }
  const { client, asked } = makeRecorder('POST /status_page_components')
  const progress = progressOf(1)
  await assert.rejects(saveStatusPage(client, { before, after }, progress), { name: 'ComponentRejected', key: 'new' })
  asked.length = 0
  await saveStatusPage(client, { before, after: before }, progress)
  assert.deepEqual(asked, ['PUT /status_pages/1', 'PUT /status_page_components/7'])
})

test('what was saved is set back too, if the form stayed open and was changed back since', async () => {
  const kept = toComponentValues(component)
  const before = values({ components: [kept] })
  const added = makeComponentValues('new', '')
  const after = { ...before, title: 'Other', components: [{ ...kept, name: 'Other' }, added] }
  const { client, asked } = makeRecorder()
  const progress = progressOf(1)
  await saveStatusPage(client, { before, after }, progress)
  asked.length = 0
  await saveStatusPage(client, { before, after }, progress)
  assert.deepEqual(asked, [], 'nothing has changed since')
  await saveStatusPage(client, { before, after: { ...before, components: [kept, added] } }, progress)
  assert.deepEqual(asked, ['PUT /status_pages/1', 'PUT /status_page_components/7'])
})

test('an update that was sent leaves an empty field, unless more was typed meanwhile', () => {
  const sent = { state: 'identified', text: 'We know why.' } as const
  assert.deepEqual(omitSentText(sent, sent), { state: 'identified', text: '' })
  const typed = { state: 'monitoring', text: 'We know why. It is' } as const
  assert.equal(omitSentText(typed, sent), typed)
})

test('a post has an end once it is over, and maintenance a planned one', () => {
  const zone = 'Europe/Warsaw'
  const incident = {
    ...makePostValues('incident'),
    title: ' Slow ',
    start: '2026-11-18T10:00',
    end: '2026-11-18T11:00',
  }
  assert.deepEqual(toPostCreateData(incident, zone), {
    ...{ kind: 'incident', title: 'Slow', state: 'investigating', impact: 'minor', component_ids: [] },
    start_time: '2026-11-18T09:00:00Z',
  })
  assert.equal(toPostCreateData({ ...incident, state: 'resolved' }, zone).end_time, '2026-11-18T10:00:00Z')
  assert.equal(toPostCreateData({ ...incident, start: '18.11.2026 9.30' }, zone).start_time, '2026-11-18T08:30:00Z')
  const planned = { ...makePostValues('maintenance'), end: '2026-11-18T11:00', text: 'x' }
  const { start_time, end_time, impact, text } = toPostCreateData(planned, zone)
  assert.deepEqual([start_time, end_time, impact, text], [undefined, '2026-11-18T10:00:00Z', 'maintenance', 'x'])
  assert.throws(() => toPostChangeData({ ...incident, start: 'tomorrow' }, zone), UnreadablePostTime)
})

test('the times of a post are sent if they were edited, and a removed end is reset', () => {
  const zone = 'Europe/Warsaw'
  // The second of the two hours from 02:00 to 03:00 that night.
  const former = { start_time: '2026-10-25T01:30:00Z', end_time: '2026-10-25T05:00:00Z' }
  const form = { ...makePostValues('maintenance'), start: '2026-10-25T02:30', end: '2026-10-25T06:00' }
  const send = (changed: Partial<typeof form>) => {
    const { start_time, end_time } = toPostChangeData({ ...form, ...changed }, zone, former)
    return [start_time, end_time]
  }
  assert.deepEqual(send({}), [undefined, undefined])
  assert.deepEqual(send({ start: '2026-10-25T04:00' }), ['2026-10-25T03:00:00Z', undefined])
  assert.deepEqual(send({ end: '2026-10-25T07:00' }), [undefined, '2026-10-25T06:00:00Z'])
  assert.deepEqual(send({ end: '' }), [undefined, null])
  assert.throws(() => send({ start: '' }), UnreadablePostTime)
})

test('a post is created once; what is typed meanwhile goes to it and to its first update', async () => {
  const created: number[] = []
  const { client, sent } = createAnsweredClient((request) => {
    if (request === 'GET /status_page_posts/9/updates') return created.map((id) => ({ id }))
    if (request === 'POST /status_page_updates') created.push(5)
    return { id: 9 }
  })
  const form = { ...makePostValues('incident'), title: 'Slow' }
  const save = async (stored: Parameters<typeof savePost>[1]['stored'], changed: Partial<typeof form>) => {
    const values = { ...form, ...changed }
    const saved = await savePost(client, { pageId: 1, stored, zone: 'UTC', values }, changed.title ? 'publish' : 'save')
    return { saved, requests: sent.splice(0) }
  }
  const first = await save(undefined, {})
  assert.deepEqual(
    first.requests.map(([request]) => request),
    ['POST /status_page_posts'],
  )
  const second = await save(first.saved, { text: 'We are looking.' })
  const update = { state: 'investigating', text: 'We are looking.' }
  const change = { title: 'Slow', impact: 'minor', component_ids: [], post_mortem: '' }
  assert.deepEqual(second.requests, [
    ['GET /status_page_posts/9/updates', undefined],
    ['POST /status_page_updates', { post_id: 9, ...update }],
    ['PUT /status_page_posts/9', change],
  ])
  assert.equal(second.saved.isDraft, true)
  const third = await save(second.saved, { text: 'Found it.', title: 'Very slow', start: '2026-11-18T10:00' })
  assert.deepEqual(third.requests, [
    ['GET /status_page_posts/9/updates', undefined],
    ['PUT /status_page_updates/5', { ...update, text: 'Found it.' }],
    [
      'PUT /status_page_posts/9',
      { ...change, title: 'Very slow', start_time: '2026-11-18T10:00:00Z', is_draft: false },
    ],
  ])
  assert.equal(third.saved.isDraft, false)
  const fourth = await save(third.saved, { text: 'Found it.', start: '2026-11-18T10:00' })
  assert.deepEqual(fourth.requests, [['PUT /status_page_posts/9', change]])
  await assert.rejects(save(third.saved, { start: '' }), UnreadablePostTime)
})

test('the preview shows the form: the update that is being written, and named components', () => {
  const now = Date.UTC(2026, 10, 18)
  const draft = { state: 'resolved', text: ' Done. ' } as const
  const post: StatusPagePost = {
    ...{ id: 1, status_page_id: 1, public_id: 'x', kind: 'incident', title: 'Slow', state: 'monitoring' },
    ...{ impact: 'minor', component_ids: [7], start_time: '2026-11-17T10:00:00Z', end_time: null, post_mortem: '' },
    ...{
      is_draft: false,
      is_automatic: false,
      published_at: null,
      incident_id: null,
      created_at: '2026-11-17T10:00:00Z',
    },
  }
  const loaded = { id: 1, post, updates: [] }
  const view = toPostView({ values: toPostValues(post, 'UTC'), draft, loaded, zone: 'UTC' }, now)
  assert.deepEqual([view.state, view.updates.length, view.componentPublicIds], ['resolved', 1, ['7']])
  const unwritten = { ...draft, text: ' ' }
  assert.equal(
    toPostView({ values: toPostValues(post, 'UTC'), draft: unwritten, loaded, zone: 'UTC' }, now).state,
    'monitoring',
  )
  const components = [toComponentValues(component), makeComponentValues('new', '')]
  const { sections } = toPreviewView({ values: values({ components }), branding: undefined, posts: [view] }, now)
  assert.deepEqual(
    sections.map(({ name, components: shown }) => [name, shown.map((each) => each.name)]),
    [['Shops', ['Shop']]],
  )
})
