import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startTestServer, type TestServer } from '@wachta/testing/api/start-service'
import { recordKinds } from '../src/kinds/kinds.ts'
import { programOf, type Run } from './support/program.ts'

let service: TestServer
let run: Run
const ids: Record<string, number> = {}

before(async () => {
  service = await startTestServer()
  run = programOf(service)
  const client = service.client()
  const create = async (name: string, interval: number) => {
    const body = { name, type_id: 'https', address: 'shop.example.com', interval }
    ids[name] = (await client.call('create_service', { body })).id
  }
  for (const [name, interval] of [
    ['Shop', 60],
    ['Shop window', 300],
    ['Mail', 300],
    ['Twin', 60],
  ] as const)
    await create(name, interval)
  const first = ids['Twin']
  await create('Twin', 120)
  ids['first twin'] = first ?? 0
})
after(async () => {
  await service[Symbol.asyncDispose]()
})

test('a signed-in user can list every kind, or gets the reason why not', async () => {
  for (const { name } of recordKinds.values()) {
    const { code, out, error } = await run(['list', name, '--limit', '2'])
    if (name.startsWith('admin-')) assert.equal(code, 1, name)
    else assert.equal(code, 0, `${name}: ${error}`)
    if (code === 0) assert.ok(out.length > 0 || error === '', name)
  }
})

test('a list is filtered, sorted, cut and counted', async () => {
  const { out } = await run([
    'list',
    'services',
    '--filter',
    'name~Shop',
    'interval>=60',
    '--sort',
    '-name',
    '--fields',
    'name,interval,group.name',
  ])
  assert.match(out, /^Name +Interval +Group\nShop window +5 min +\S.*\nShop +1 min +\S.*\n$/)
  const cut = await run(['list', 'service', '--limit', '2', '--sort', 'id'])
  assert.match(cut.out, /2 of 5\. See more with --offset 2, or all with --all\.\n$/)
  const all = await run(['list', 'services', '--all', '--json', '--fields', 'id,name'])
  assert.equal(JSON.parse(all.out).length, 5)
  assert.deepEqual(Object.keys(JSON.parse(all.out)[0]).sort(), ['id', 'name'])
  const wrong = await run(['list', 'services', '--filter', 'colour=red', '--language', 'pl'])
  assert.deepEqual([wrong.code, wrong.error], [1, 'wachta: Nie ma takiego pola.\n'])
  assert.equal((await run(['list', 'unicorns'])).code, 2)
})

test('a list for people has headings, states and ports that they know, and fits the terminal', async () => {
  const client = service.client()
  const body = { name: 'Database', type_id: 'tcp', address: 'db.example.com', extended_settings: { port: 5432 } }
  const { id } = await client.call('create_service', { body })
  await client.call('bulk_pause_services', { body: { ids: [id] } })
  const filter = ['--filter', `id=${id}`]
  const { out } = await run(['list', 'services', ...filter])
  assert.match(out, /^ *ID +Name +State +Type +Address +Interval +Group\n/)
  assert.match(out, /Database +Paused +tcp +db\.example\.com:5432 +\d+ (?:s|min) /)
  assert.match(
    (await run(['list', 'services', ...filter, '--language', 'pl'])).out,
    /Nazwa +Stan +Typ[\s\S]*Wstrzymana/,
  )
  assert.match((await run(['show', 'service', String(id)])).out, /^Address +db\.example\.com:5432$/m)
  for (const columns of [40, 60, 80]) {
    const narrow = (await run(['list', 'services', '--all'], { columns })).out.trimEnd().split('\n')
    assert.ok(
      narrow.length > 3 && narrow.every((line) => [...line].length <= columns),
      `${columns}: ${narrow.join('\n')}`,
    )
    assert.match(narrow.join('\n'), /Shop window/)
  }
  await client.call('delete_service', { path: { _id: id } })
})

test('times are relative for people, and exact for programs', async () => {
  const words = ['list', 'sessions', '--fields', 'id,last_used_at,created_at']
  const { out } = await run(words)
  assert.match(out, /^ *ID +Last used +Created\n.* (?:just now|\d+ s ago|\d+ min ago)\n/)
  const [record] = JSON.parse((await run([...words, '--json'])).out)
  assert.match(record.created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/)
  const csv = (await run([...words, '--csv'])).out.trimEnd().split('\n')
  assert.equal(csv[0], 'id,last_used_at,created_at')
  assert.match(csv[1] ?? '', /^\d+,[^,]*Z,\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/)
  assert.match((await run(['show', 'session', String(record.id)])).out, /^Created +\d{4}-\S+ \d\d:\d\d:\d\d \(.*\)$/m)
})

test('as CSV every field is there, and every value is read back', async () => {
  const client = service.client()
  const name = 'a "b", c'
  const { id } = await client.call('create_service', { body: { name, type_id: 'ping', address: '192.0.2.1' } })
  const [header = '', row = ''] = (await run(['list', 'services', '--filter', `id=${id}`, '--csv'])).out.split('\n')
  const [record] = JSON.parse((await run(['list', 'services', '--filter', `id=${id}`, '--json'])).out)
  for (const field of Object.keys(record).filter((each) => typeof record[each] !== 'object'))
    assert.ok(header.split(',').includes(field), field)
  assert.ok(header.includes('extended_settings.'), header)
  assert.ok(row.includes(',"a ""b"", c",'), row)
  const shown = await run(['show', 'service', String(id), '--csv', '--fields', 'name'])
  assert.match(shown.out, /"a ""b"", c"/)
  assert.equal((await run(['list', 'services', '--csv', '--json'])).code, 2)
  await client.call('delete_service', { path: { _id: id } })
})

test('kinds are found under the words of the web app too', async () => {
  await service.client().call('create_event', { body: { name: 'Down', kind: 'failure' } })
  for (const word of ['rules', 'rule', 'events'])
    assert.match((await run(['list', word])).out, /^ *ID +Name +Kind +Active[\s\S]*Down +Failure +yes/, word)
  assert.equal((await run(['list', 'alerts'])).out, 'No records.\n')
  assert.match((await run(['list', 'ruless'])).error, /Unknown kind "ruless"\. Use one of: .*\brules\b/)
  assert.match((await run(['show', 'rule', 'nowhere'])).error, /no "nowhere" among the rules\. See: wachta list rules/)
})

test('one record is found by its id or its name; a name of several lists them', async () => {
  assert.match((await run(['show', 'service', 'Shop'])).out, /^Settings\n[\s\S]*^ {2}HTTP method +GET$/m)
  const byId = await run(['show', 'services', String(ids['Mail']), '--json', '--fields', 'name, group.name'])
  assert.equal(JSON.parse(byId.out).name, 'Mail')
  const twins = await run(['show', 'service', 'Twin'])
  assert.equal(twins.code, 1)
  for (const id of [ids['Twin'], ids['first twin']]) assert.match(twins.error, new RegExp(`^ {2}${id} {2}Twin$`, 'm'))
  const near = await run(['show', 'service', 'window', '--language', 'pl'])
  assert.match(near.error, /Czy chodziło o:\n {2}\d+ {2}Shop window/)
  assert.match((await run(['show', 'service', 'nowhere'])).error, /See: wachta list services/)
  assert.equal(JSON.parse((await run(['show', 'language', 'pl', '--json'])).out).id, 'pl')
  assert.equal(JSON.parse((await run(['show', 'account', service.username, '--json'])).out).username, service.username)
  assert.equal((await run(['show', 'event-status', '1'])).code, 2)
})

test('pausing takes all or none, by ids and names', async () => {
  const active = async () =>
    JSON.parse((await run(['list', 'services', '--json', '--filter', 'is_active=false', '--sort', 'id'])).out).length
  assert.deepEqual([(await run(['pause', 'Shop', 'Twin'])).code, await active()], [1, 0])
  assert.deepEqual(
    [(await run(['pause', 'Shop', String(ids['Mail'])])).out, await active()],
    [`Paused: Shop, ${ids['Mail']}\n`, 2],
  )
  assert.deepEqual(
    [(await run(['resume', 'Shop', 'Mail', '--language', 'pl'])).out, await active()],
    ['Wznowiono: Shop, Mail\n', 0],
  )
})
