import assert from 'node:assert/strict'
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { startTestServer, type TestServer } from '@wachta/testing/api/start-service'
import { parse } from 'yaml'
import { programOf, type Run } from './support/program.ts'

const samples = join(import.meta.dirname, 'samples')
let service: TestServer
let run: Run
let page: number
let folder: string

before(async () => {
  service = await startTestServer()
  run = programOf(service)
  folder = await mkdtemp(join(tmpdir(), 'wachta-pages-'))
  const client = service.client()
  page = (await client.call('create_status_page', { body: { title: 'Acme', slug: 'acme', is_published: true } })).id
  for (const name of ['Shop', 'Phone'])
    await client.call('create_status_page_component', {
      body: { status_page_id: page, name, manual_status: 'operational' },
    })
})
after(async () => {
  await service[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

const json = async (...words: string[]) => {
  const { out, error } = await run([...words, '--json'])
  assert.notEqual(out, '', error)
  return JSON.parse(out)
}

test('pages are listed and shown, for people and for programs', async () => {
  const { out } = await run(['status-pages', 'list'])
  assert.match(out, /ID +Title +Slug +Visibility +Published +Open posts\n *\d+ +Acme +acme +public +yes +0\n/)
  assert.match((await run(['status-pages', 'list', '--language', 'pl'])).out, /Tytuł .*\n.* acme +public +tak +0/)
  assert.deepEqual(
    (await json('status-pages', 'list')).map(({ slug, open_posts }: { slug: string; open_posts: number }) => [
      slug,
      open_posts,
    ]),
    [['acme', 0]],
  )
  assert.match((await run(['status-pages', 'list', '--csv'])).out, /^id,.*\n.*,Acme,acme,/)
  const shown = await run(['status-pages', 'show', 'Acme'])
  assert.match(shown.out, /Phone .*operational[\s\S]*No open posts\./)
  const record = await json('status-pages', 'show', 'acme')
  assert.deepEqual([record.id, record.components.length, record.open_posts], [page, 2, []])
  assert.match((await run(['status-pages', 'show', 'nothing'])).error, /There is no "nothing"/)
})

test('a post is written, updated and resolved', async () => {
  const words = [
    'status-page',
    'post',
    'create',
    'acme',
    'Calls are dropped',
    '--impact',
    'major',
    '--component',
    'Phone',
  ]
  const made = await run([...words, '--text', 'We look into it.'])
  assert.match(made.out, /^Calls are dropped \(\d+\): investigating\n$/, made.error)
  const [listed] = await json('status-pages', 'list')
  assert.equal(listed.open_posts, 1)
  const updated = await json('status-page', 'post', 'update', 'Calls are dropped', 'Found it.', '--state', 'identified')
  assert.deepEqual(
    [updated.state, updated.impact, updated.is_draft, updated.component_ids.length],
    ['identified', 'major', false, 1],
  )
  const kept = await run(['status-page', 'post', 'update', String(updated.id), '-', '--json'], {
    input: 'Still *on it*.\n',
  })
  assert.equal(JSON.parse(kept.out).state, 'identified')
  const resolved = await json('status-page', 'post', 'resolve', 'Calls are dropped', 'Calls work again.')
  assert.deepEqual([resolved.state, typeof resolved.end_time], ['resolved', 'string'])
  const updates = await service
    .client()
    .call('list_status_page_post_status_page_updates', { path: { _id: updated.id }, query: { sort: ['id'] } })
  assert.deepEqual(
    updates.map(({ text }) => text),
    ['We look into it.', 'Found it.', 'Still *on it*.', 'Calls work again.'],
  )
})

test('maintenance is a draft until it is published, and is completed in the end', async () => {
  const made = await json(
    ...[
      'status-page',
      'post',
      'create',
      'acme',
      'New exchange',
      '--kind',
      'maintenance',
      '--start',
      '2h',
      '--end',
      '3h',
      '--draft',
    ],
  )
  assert.deepEqual(
    [made.kind, made.state, made.impact, made.is_draft],
    ['maintenance', 'scheduled', 'maintenance', true],
  )
  assert.equal(Date.parse(made.end_time) - Date.parse(made.start_time), 3_600_000)
  assert.equal((await json('status-page', 'post', 'publish', 'New exchange')).is_draft, false)
  assert.equal((await json('status-page', 'post', 'resolve', 'New exchange', 'Done.')).state, 'completed')
})

test('what cannot be meant is rejected before anything is written', async () => {
  const fails = async (words: string[], code: number, message: RegExp) => {
    const { code: left, error } = await run(['status-page', 'post', ...words])
    assert.equal(left, code, error)
    assert.match(error, message)
  }
  await fails(
    ['create', 'acme', 'X', '--component', 'Fax'],
    1,
    /No component is called "Fax"\. The page has: Shop \(\d+\), Phone/,
  )
  await fails(['update', 'Calls are dropped', 'again'], 1, /No open post has the title/)
  await fails(['create', 'acme', 'X', '--text', ' '], 2, /The text is empty/)
  await fails(['create', 'acme', 'X', '--state', 'scheduled'], 1, /investigating/)
  await fails(['create', 'nowhere', 'X'], 1, /There is no "nowhere"/)
  assert.equal((await json('status-pages', 'list'))[0].open_posts, 0)
})

test('a page of Statuspage is imported with its services, and a second time nothing is left to do', async () => {
  const client = service.client()
  const made = await client.call('create_service', {
    body: { name: 'api requests', type_id: 'ping', address: '192.0.2.1' },
  })
  await copyFile(join(samples, 'statuspage-summary.json'), join(folder, 'summary.json'))
  await copyFile(join(samples, 'statuspage-incidents.json'), join(folder, 'incidents.json'))
  const words = ['status-page', 'import', '--from', 'statuspage', join(folder, 'summary.json')]
  const planned = await run([...words, '--dry-run'])
  assert.equal(planned.code, 3, planned.error)
  for (const lost of [
    /^! Webhooks: no service has this name/m,
    /^! Delayed webhooks: posts are not part of a configuration/m,
    /^! Database upgrade: posts/m,
    /^! Acme Cloud: 2 past posts are not imported/m,
  ])
    assert.match(planned.out, lost)
  const done = await run([...words, '--yes'])
  assert.equal(done.code, 0, done.error)
  assert.match(done.out, /Connected to the service api requests\.\n$/)
  const { components, ...stored } = await json('status-pages', 'show', 'acme-cloud')
  assert.deepEqual([stored.title, stored.time_zone, stored.is_published], ['Acme Cloud', 'America/New_York', false])
  const rows = components.map((each: Record<string, unknown>) => [
    each['section'],
    each['name'],
    each['service_id'],
    each['manual_status'],
  ])
  assert.deepEqual(rows, [
    ['', 'Dashboard', null, 'operational'],
    ['Platform', 'API Requests', made.id, null],
    ['Platform', 'Webhooks', null, 'partial_outage'],
  ])
  assert.deepEqual([components[0].only_show_if_degraded, components[1].shows_history], [true, false])
  const again = await run([...words, '--yes', '--json'])
  assert.deepEqual(JSON.parse(again.out).summary, { create: 0, change: 0, delete: 0, unchanged: 4 })
  assert.equal((await json('status-pages', 'show', 'acme-cloud')).components[1].service_id, made.id)
})

test('a page is read from the web, and an address that answers something else says so', async () => {
  const summary = await readFile(join(samples, 'statuspage-summary.json'))
  const server = createServer(({ url }, response) => {
    if (url === '/api/v2/summary.json') response.end(summary)
    else if (url === '/api/v2/incidents.json') response.end('{"incidents": []}')
    else response.writeHead(404).end()
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  try {
    const out = join(folder, 'web.yaml')
    const words = [
      'status-page',
      'import',
      '--from',
      'statuspage',
      `${address}/anything`,
      '--slug',
      'of-the-web',
      '--out',
      out,
    ]
    const { code, error } = await run(words)
    assert.equal(code, 0, error)
    const { status_pages, status_page_components } = parse(await readFile(out, 'utf8'))
    assert.deepEqual([status_pages[0].slug, status_page_components.length], ['of-the-web', 3])
    const other = await run(['status-page', 'import', '--from', 'uptime-kuma', `${address}/status/shops`])
    assert.match(other.error, /api\/status-page\/shops cannot be read \(404\)/)
  } finally {
    server.close()
  }
})

test('a page of Kuma finds the monitors that were imported before', async () => {
  await run(['import', 'uptime-kuma', join(samples, 'uptime-kuma.json'), '--yes'])
  const file = join(samples, 'uptime-kuma-page.json')
  const done = await run(['status-page', 'import', '--from', 'uptime-kuma', file, '--yes'])
  assert.equal(done.code, 0, done.error)
  for (const lost of [/Card payments are slow: posts/, /New disks: posts/, /Shops of Acme: pictures/, /custom styles/])
    assert.match(done.out, lost)
  const { components, ...stored } = await json('status-pages', 'show', 'shops')
  assert.deepEqual([stored.title, stored.appearance, stored.footer], ['Shops of Acme', 'dark', 'Acme Ltd.'])
  assert.deepEqual(
    components.map((each: Record<string, { name?: string }>) => [
      each['section'],
      each['name'],
      each['service']?.name ?? null,
    ]),
    [
      ['Shops', 'Front', 'Front'],
      ['Shops', 'Checkout', 'Basket'],
      ['Office', 'Mail', null],
    ],
  )
  const backup = join(folder, 'backup.yaml')
  const read = await run([
    'status-page',
    'import',
    '--from',
    'uptime-kuma',
    join(samples, 'uptime-kuma.json'),
    '--out',
    backup,
  ])
  assert.equal(read.code, 0, read.error)
  const document = parse(await readFile(backup, 'utf8'))
  assert.equal(document.status_page_components[0].service, 'uptime-kuma/2')
  const other = join(folder, 'other.json')
  await writeFile(other, '{"monitors": []}')
  assert.match(
    (await run(['status-page', 'import', '--from', 'uptime-kuma', other])).error,
    /does not look like an export of Uptime Kuma/,
  )
})
