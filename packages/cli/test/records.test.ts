import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Service, startService } from '@wachta/testing/api/start-service'
import { recordKinds } from '../src/kinds/kinds.ts'
import { programOf, type Run } from './support/program.ts'

let service: Service
let run: Run
const ids: Record<string, number> = {}

before(async () => {
  service = await startService()
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

test('every kind can be listed by whoever is signed in, or says why not', async () => {
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
  assert.match(out, /^name +interval +group\.name\nShop window +300 +\S.*\nShop +60 +\S.*\n$/)
  const cut = await run(['list', 'service', '--limit', '2', '--sort', 'id'])
  assert.match(cut.out, /2 of 5\. See more with --offset 2, or all with --all\.\n$/)
  const all = await run(['list', 'services', '--all', '--json', '--fields', 'id,name'])
  assert.equal(JSON.parse(all.out).length, 5)
  assert.deepEqual(Object.keys(JSON.parse(all.out)[0]).sort(), ['id', 'name'])
  const wrong = await run(['list', 'services', '--filter', 'colour=red', '--language', 'pl'])
  assert.deepEqual([wrong.code, wrong.error], [1, 'wachta: Nie ma takiego pola.\n'])
  assert.equal((await run(['list', 'unicorns'])).code, 2)
})

test('one record is found by its id or its name; a name of several lists them', async () => {
  assert.match((await run(['show', 'service', 'Shop'])).out, /^extended_settings\.http_method +GET$/m)
  const byId = await run(['show', 'services', String(ids['Mail']), '--json', '--fields', 'name,group.name'])
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
