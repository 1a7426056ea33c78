import assert from 'node:assert/strict'
import { cp, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { parse } from 'yaml'
import { importers } from '../src/import/importers.ts'
import { openSource } from '../src/import/source.ts'
import { makeKumaDatabase } from './support/kuma-database.ts'
import { programOf } from './support/program.ts'

const run = programOf()
const nobody = { isTerminal: false, all: async () => '' } as unknown as Parameters<typeof openSource>[1]
let folder: string

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wachta-losses-'))
})
after(() => rm(folder, { recursive: true }))

/** Imports a file with this content; returns the document, and the list of what is lost. */
async function taken(id: string, content: unknown) {
  const path = join(folder, 'given.json')
  if (content !== undefined) await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content))
  const importer = importers.find((each) => each.id === id)
  assert.ok(importer)
  const options = { minInterval: 60 }
  const { document, lost } = importer.convert(await importer.read(await openSource(path, nobody), options), options)
  return { ...document, lost: lost.map(({ what, why }) => `${what}: ${why.en}`) }
}

test('a database may be larger than a text', async () => {
  const [small, large] = [join(folder, 'kuma.db'), join(folder, 'large.db')]
  makeKumaDatabase(small)
  await cp(small, large)
  // Enlarge the file with unused pages.
  await truncate(large, 65 * 1024 * 1024)
  const out = join(folder, 'kuma.yaml')
  assert.equal((await run(['import', 'uptime-kuma', large, '--out', out])).code, 0)
  const text = join(folder, 'large.json')
  await writeFile(text, '{}')
  await truncate(text, 65 * 1024 * 1024)
  assert.match((await run(['import', 'uptime-kuma', text, '--out', out])).error, /is larger than 64 MiB/)
})

test('targets that are not at hand are named', async () => {
  const job = {
    job_name: 'web',
    metrics_path: '/probe',
    file_sd_configs: [{ files: ['gone/*.yml', 'here.yml'] }],
    http_sd_configs: [{ url: 'http://inventory.example.com' }],
  }
  await writeFile(join(folder, 'here.yml'), '[{"targets": ["example.com"]}]')
  const { lost } = await taken('blackbox', { scrape_configs: [job, { job_name: 'x', dns_sd_configs: [{}] }] })
  assert.equal(lost.length, 3, lost.join('\n'))
  assert.match(lost[0] ?? '', /^web: gone\/\*\.yml: this targets file was not found/)
  assert.match(lost[1] ?? '', /^web: targets of http_sd_configs are only discovered by Prometheus itself/)
  assert.match(lost[2] ?? '', /^web: example\.com: the module "http_2xx" was not found/)
})

const monitor = { id: 1, friendly_name: 'Shop', type: 1, url: 'https://shop.example.com', interval: 300, status: 2 }

test('a file with one page of several is said to be that', async () => {
  const robots = (total: number) => ({ pagination: { total }, monitors: [monitor] })
  const stack = (next: string | null) => ({
    data: [
      { id: '1', type: 'monitor', attributes: { monitor_type: 'ping', url: 'example.com', check_frequency: 180 } },
    ],
    pagination: { last: 'https://uptime.betterstack.com/api/v2/monitors?page=2', next },
  })
  const cakes = (total_count: number) => ({
    data: [{ id: '1', name: 'Shop', test_type: 'PING', website_url: 'example.com', check_rate: 300 }],
    metadata: { page: 1, total_count },
  })
  for (const [id, part, whole] of [
    ['uptimerobot', robots(2), [robots(2), robots(2)]],
    ['better-stack', stack('page=2'), [stack('page=2'), stack(null)]],
    ['better-stack', stack(null), [stack('page=2'), stack(null)]],
    ['statuscake', cakes(2), [cakes(2), cakes(2)]],
  ] as const) {
    assert.match((await taken(id, part)).lost.join('\n'), /fetch the other pages too/, id)
    assert.deepEqual((await taken(id, whole)).lost, [], id)
  }
})

test('what cannot be said or read is lost with a reason', async () => {
  const down = { ...monitor, custom_http_statuses: { up: [401], down: [204, 500] } }
  assert.deepEqual((await taken('uptimerobot', { monitors: [down] })).lost, [
    'Shop: the status codes 204 count as a failure there, here they do not; set expected_status_codes by hand',
  ])
  const cake = { id: '1', name: 'Shop', test_type: 'HTTP', website_url: 'https://example.com', check_rate: 300 }
  const cakes = await taken('statuscake', [{ data: { ...cake, custom_header: '{"X-Team": ' } }])
  assert.deepEqual(cakes.lost, ['Shop: "custom_header" is malformed; set it by hand'])
  assert.equal(cakes.services?.length, 1)
  const login = { ...monitor, url: 'https://u:hush%zz@example.com/' }
  const { lost } = await taken('uptimerobot', { monitors: [login] })
  assert.deepEqual(lost, ['Shop: "https://********@example.com/" is not a valid address for this check; skipped'])
})

test('what Kuma pauses with its group is paused, and a body is sent as what it is', async () => {
  const web = { type: 'http', url: 'https://example.com', interval: 60, active: 1, body: 'a=b', method: 'POST' }
  const { services = [], lost } = await taken('uptime-kuma', {
    monitorList: [
      { id: 1, name: 'Old', type: 'group', active: 0 },
      { id: 2, name: 'Inner', type: 'group', active: 1, parent: 1 },
      { ...web, id: 3, name: 'A', parent: 2, httpBodyEncoding: 'form' },
      { ...web, id: 4, name: 'B', httpBodyEncoding: 'xml' },
      { ...web, id: 5, name: 'C', headers: '{"X-Team":' },
    ],
  })
  assert.deepEqual(
    services.map(({ is_active, extended_settings }) => [is_active, extended_settings?.['content_type']]),
    [
      [false, 'application/x-www-form-urlencoded'],
      [undefined, 'text/xml; charset=utf-8'],
      [undefined, 'application/json'],
    ],
  )
  assert.deepEqual(lost, ['C: "headers" is malformed; set it by hand'])
})

test('who is told keeps his rule, whatever comes before it in the file', async () => {
  const told = (id: number, value: string, threshold: number) => ({
    ...monitor,
    id,
    alert_contacts: [{ id: value, type: 2, value: `${value}@example.com`, threshold, recurrence: 0 }],
  })
  const [ewa, jan, slow] = [told(1, 'ewa', 0), told(2, 'jan', 0), told(3, 'jan', 5)]
  const rules = async (...monitors: object[]) => (await taken('uptimerobot', { monitors })).events ?? []
  const all = await rules(ewa, jan, slow)
  assert.equal(new Set(all.map(({ external_id }) => external_id)).size, 3)
  assert.deepEqual(await rules(jan), [all[1]])
  assert.deepEqual(await rules(slow, ewa), [all[2], all[0]])
})

test('with --json, what was lost is in the result', async () => {
  const path = join(folder, 'one.json')
  await writeFile(path, JSON.stringify({ pagination: { total: 2 }, monitors: [monitor] }))
  const out = join(folder, 'one.yaml')
  const { out: printed } = await run(['import', 'uptimerobot', path, '--out', out, '--json'])
  assert.equal(JSON.parse(printed).lost[0].what, 'UptimeRobot')
  assert.equal(parse(printed).document.services.length, 1)
})

test('an IPv6 address stays whole, and a request with a body stays one', async () => {
  const addresses = async (id: string, content: unknown) =>
    ((await taken(id, content)).services ?? []).map(({ address }) => address)
  const robot = (url: string) => ({ ...monitor, type: 3, url })
  assert.deepEqual(
    await addresses('uptimerobot', {
      monitors: [robot('2001:db8::1'), robot('http://[2001:db8::2]/'), robot('a.example:80')],
    }),
    ['2001:db8::1', '2001:db8::2', 'a.example'],
  )
  const cake = { id: '1', name: 'Host', test_type: 'PING', website_url: '2001:db8::1', check_rate: 300 }
  assert.deepEqual(await addresses('statuscake', { data: [cake] }), ['2001:db8::1'])
  const attributes = { monitor_type: 'ping', url: '2001:db8::1', check_frequency: 180 }
  assert.deepEqual(await addresses('better-stack', { data: [{ id: '1', type: 'monitor', attributes }] }), [
    '2001:db8::1',
  ])

  const form = { ...monitor, type: 2, keyword_type: 2, keyword_value: 'Thanks', http_method: 3, post_value: 'a=b' }
  const { services = [], lost } = await taken('uptimerobot', { monitors: [form, { ...form, id: 2, http_method: 1 }] })
  assert.deepEqual(
    services.map(({ extended_settings }) => extended_settings?.['http_method']),
    ['POST', undefined],
  )
  assert.deepEqual(lost, ['Shop: "post_value" has no counterpart here', 'Shop: "post_value" has no counterpart here'])
})
