import assert from 'node:assert/strict'
import { test } from 'node:test'
import { convertPage, type ForeignPage, type KnownService, toPageSlug } from '../src/status-pages/page-import.ts'
import { readKumaPage } from '../src/status-pages/read-kuma-page.ts'
import { readStatuspage } from '../src/status-pages/read-statuspage.ts'

const page = (changed: Partial<ForeignPage> = {}): ForeignPage => ({
  key: 'statuspage/p1',
  title: 'Acme',
  components: [{ key: 'c1', name: 'Shop' }],
  lost: [],
  ...changed,
})
const services: readonly KnownService[] = [
  { id: 1, name: 'shop', external_id: 'shop/front' },
  { id: 2, name: 'Mail', external_id: null },
  { id: 3, name: 'Twice', external_id: null },
  { id: 4, name: 'twice', external_id: null },
  { id: 5, name: 'Магазин', external_id: null },
  { id: 6, name: 'API Łódź', external_id: null },
  { id: 7, name: 'API 北京', external_id: null },
]
const named = (name: string) => convertPage(page({ components: [{ key: 'c1', name }] }), services)
const reasons = ({ lost }: { lost: readonly { why: { en: string } }[] }) => lost.map(({ why }) => why.en)

test('components find services by name; what is not clear is set by hand and said', () => {
  const [declared] = named('SHOP').document.status_page_components ?? []
  assert.deepEqual([declared?.service, declared?.manual_status], ['shop/front', undefined])
  const later = named('Mail')
  assert.equal(later.document.status_page_components?.[0]?.manual_status, 'operational')
  assert.deepEqual(
    later.links.map(({ component, service }) => [component, service.id]),
    [['statuspage/p1/c1', 2]],
  )
  assert.deepEqual(later.lost, [])
  assert.match(String(reasons(named('Twice'))), /^2 services have this name/)
  assert.match(String(reasons(named('Phone'))), /^no service has this name/)
  assert.match(String(reasons(named('–'))), /^no service has this name/)
})

test('names are compared in every script', () => {
  const linked = (name: string) => named(name).links[0]?.service.id
  assert.deepEqual(['магазин', 'api: lodz', 'API 北京'].map(linked), [5, 6, 7])
  for (const name of ['Склад', 'API 上海', 'API'])
    assert.match(String(reasons(named(name))), /^no service has this name/)
})

test('what is too long or too much is cut and said', () => {
  const long = convertPage(
    page({
      title: 'T'.repeat(300),
      components: [{ key: 'c', name: `N${'n'.repeat(200)}\n\u0000`, section: 's'.repeat(101) }],
    }),
    [],
  )
  assert.equal(long.document.status_pages?.[0]?.title.length, 100)
  assert.equal(long.document.status_page_components?.[0]?.name.length, 100)
  assert.equal(reasons(long).filter((reason) => /^shortened to 100/.test(reason)).length, 3)
  const many = convertPage(
    page({ components: Array.from({ length: 201 }, (_, key) => ({ key: String(key), name: 'x' })) }),
    [],
  )
  assert.equal(many.document.status_page_components?.length, 200)
  assert.match(String(reasons(many)), /only the first 200/)
})

test('time zones and links are taken only if they are any', () => {
  const first = (changed: Partial<ForeignPage>) => convertPage(page(changed), services).document.status_pages?.[0]
  assert.equal(first({ timeZone: 'Etc/UTC' })?.time_zone, 'UTC')
  assert.equal(first({ timeZone: 'Europe/Warsaw' })?.time_zone, 'Europe/Warsaw')
  assert.equal(first({ timeZone: 'Moon/Base' })?.time_zone, undefined)
  assert.match(String(reasons(convertPage(page({ timeZone: 'Moon/Base' }), services))), /"Moon\/Base" is not known/)
  assert.equal(first({ homeUrl: 'https://acme.example' })?.home_url, 'https://acme.example')
  assert.equal(first({ homeUrl: 'javascript:alert(1)' })?.home_url, undefined)
  assert.deepEqual(['Łódź: sklep', 'A', '–'].map(toPageSlug), ['lodz-sklep', 'a-status', 'unnamed'])
})

test('whatever a file contains, the result is a page or none, and never more than it says', () => {
  const hostile: unknown[] = [
    null,
    42,
    'text',
    [],
    {},
    [[[]]],
    { components: null },
    { components: 'many' },
    { components: [null, 1, 'x', [], {}] },
    { publicGroupList: [null, { monitorList: 'x' }] },
    { page: { name: { en: 'x' } }, components: [{ name: {} }] },
    JSON.parse('{"__proto__": {"components": [{"name": "x"}]}, "constructor": 1}'),
  ]
  for (const file of hostile) {
    assert.equal(readStatuspage([file]), undefined, JSON.stringify(file))
    const read = readKumaPage([file])
    if (read) assert.deepEqual(convertPage(read, services).document.status_page_components, undefined)
  }
  const strange = readStatuspage([
    {
      page: { id: '../../x', name: 'A\u202e\u0000B', time_zone: 7 },
      components: [
        { id: 'same', name: 'One', status: 'on fire', group_id: 'gone', position: 'first' },
        { id: 'same', name: 'Two', status: ['x'], group: 'yes' },
        { name: 'Three', status: 'major_outage', group_id: '__proto__' },
      ],
      incidents: [null, { name: 5 }],
    },
  ])
  assert.ok(strange)
  const { document } = convertPage(strange, services)
  const ids = document.status_page_components?.map(({ external_id }) => external_id) ?? []
  assert.equal(new Set(ids).size, 3, 'ids differ')
  for (const id of [...ids, document.status_pages?.[0]?.external_id ?? ''])
    assert.match(id, /^[a-z0-9][a-z0-9_./:@-]*$/)
  assert.deepEqual(
    document.status_page_components?.map(({ manual_status }) => manual_status),
    ['operational', 'operational', 'major_outage'],
  )
  assert.ok(strange.lost.some(({ why }) => /"on fire" is not known/.test(why.en)))
})
