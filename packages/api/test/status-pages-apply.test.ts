import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { addPackage } from '@wachta/testing/api/accounts'
import { listErrors } from '@wachta/testing/api/configuration'
import { startApi, type TestApi } from '@wachta/testing/api/start-api'
import { addHolder, type Holder } from '@wachta/testing/api/watched'

let api: TestApi
let owner: Holder

before(async () => {
  api = await startApi()
  await addPackage(api.owner, { services: 100 })
  owner = await addHolder(api.owner)
})
after(() => api[Symbol.asyncDispose]())

const apply = (document: object, as = owner.as) =>
  api.call('POST', '/apply', { as, body: { ...document, dry_run: false } })
const get = async (path: string) => (await api.call('GET', path, { as: owner.as })).body

const page = {
  external_id: 'public',
  title: 'Acme',
  slug: 'acme',
  description: 'Our shops',
  languages: ['pl', 'en'],
  time_zone: 'Europe/Warsaw',
  appearance: 'light',
  accent_colour: '#FFCC00',
  home_url: 'https://acme.example',
  footer: 'Acme Ltd',
  availability: 'raw',
  visibility: 'addresses',
  allowed_addresses: ['203.0.113.0/24', '192.0.2.1'],
  is_published: true,
  incident_posts: 'draft',
  incident_post_delay: 60,
  maintenance_posts: 'published',
  maintenance_notice: 86_400,
  announcement_templates: { pl: { resolved_text: 'Działa: {{components}}', incident_title: 'Awaria' } },
}
const shop = {
  external_id: 'shop',
  status_page: 'public',
  name: 'Shop',
  section: 'Shops',
  position: 1,
  description: 'Where you buy',
  service: 'shop/pl',
  shows_history: false,
  shows_availability: false,
  shows_response_time: true,
  only_show_if_degraded: true,
}
const mail = {
  external_id: 'mail',
  status_page: 'public',
  name: 'Mail',
  group: 'mail',
  group_rule: 'share',
  group_share: 80,
}
const phone = { external_id: 'phone', status_page: 'public', name: 'Phone', manual_status: 'operational' }
const document = {
  groups: [{ external_id: 'mail', name: 'Mail' }],
  services: [{ external_id: 'shop/pl', type_id: 'ping', name: 'Shop', address: '192.0.2.1' }],
  status_pages: [page],
  status_page_components: [shop, mail, phone],
}

test('a page with its components is declared, compared, changed and deleted', async () => {
  const applied = await apply(document)
  assert.equal(applied.status, 200, applied.text)
  const [stored] = await get('/status_pages')
  assert.equal(stored.accent_colour, '#ffcc00')
  const components = await get(`/status_pages/${stored.id}/components`)
  assert.deepEqual(
    components.map(({ name, manual_status, group_share }: Record<string, unknown>) => [
      name,
      manual_status,
      group_share,
    ]),
    [
      ['Shop', null, 50],
      ['Mail', null, 80],
      ['Phone', 'operational', 50],
    ],
  )
  const again = await apply({
    ...document,
    status_pages: [{ ...page, allowed_addresses: page.allowed_addresses.toReversed() }],
  })
  assert.equal(again.body.summary.unchanged, 6, again.text)

  const manual = {
    external_id: 'shop',
    status_page: 'public',
    name: 'Shop',
    manual_status: 'partial_outage',
    shows_response_time: false,
  }
  const changed = await apply({ status_page_components: [manual, mail] })
  assert.equal(changed.status, 200, changed.text)
  const { create, change, delete: deleted } = changed.body.summary
  assert.deepEqual([create, change, deleted], [0, 1, 1])
  const [first] = await get(`/status_pages/${stored.id}/components`)
  assert.deepEqual([first.id, first.service_id, first.manual_status], [components[0].id, null, 'partial_outage'])
  const plan = changed.body.plan.find((step: { action: string }) => step.action === 'change')
  assert.deepEqual(plan.changes.manual_status, { before: null, after: 'partial_outage' })

  assert.equal((await apply({ status_pages: [] })).body.summary.delete, 1)
  assert.deepEqual(await get('/status_page_components'), [])
})

test('errors have their place in the document', async () => {
  const at = async (more: object) => listErrors(await apply({ ...document, ...more }))
  assert.deepEqual(await at({ status_pages: [{ ...page, slug: 'api' }] }), [
    ['slug_reserved', 'data.status_pages.0.slug'],
  ])
  assert.deepEqual(await at({ status_page_components: [{ ...shop, service: 'no' }] }), [
    ['unknown_reference', 'data.status_page_components.0.service'],
  ])
  assert.deepEqual(await at({ status_page_components: [{ ...shop, group: 'mail' }] }), [
    ['component_source', 'data.status_page_components.0'],
  ])
  const unlimited = { ...page, visibility: 'addresses', allowed_addresses: [] }
  assert.deepEqual(await at({ status_pages: [unlimited] }), [
    ['needed_for_visibility', 'data.status_pages.0.allowed_addresses'],
  ])
})

test('a key needs the scope of status pages besides those of the document', async () => {
  const usual = ['groups:write', 'services:write', 'contacts:write', 'alerts:write']
  const withKey = async (scopes: readonly string[]) => {
    const { body } = await api.call('POST', '/api_keys', { as: owner.as, body: { name: 'ci', scopes } })
    return apply({ status_pages: [], prune: false }, `Bearer ${body.key}`)
  }
  const refused = await withKey(usual)
  assert.equal(refused.status, 403)
  assert.match(refused.text, /status_pages:write/)
  assert.equal((await withKey([...usual, 'status_pages:write'])).status, 200)
})
