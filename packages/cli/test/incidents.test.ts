import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { addAlert, addNotification } from '@wachta/testing/api/notifications'
import { startTestServer, type TestServer } from '@wachta/testing/api/start-service'
import { sql } from 'kysely'
import { programOf, type Run } from './support/program.ts'

let service: TestServer
let run: Run
let shop: number
let mail: number
let down: number

const ago = (seconds: number) => new Date(Date.now() - seconds * 1000)

before(async () => {
  service = await startTestServer()
  run = programOf(service)
  const client = service.client()
  const create = async (name: string) =>
    (await client.call('create_service', { body: { name, type_id: 'ping', address: '192.0.2.1' } })).id
  shop = await create('Shop')
  mail = await create('Mail')
  down = (
    await client.call('create_event', { body: { name: 'Is down', kind: 'failure', scope: { all_services: true } } })
  ).id
})
after(async () => {
  await service[Symbol.asyncDispose]()
})

const listed = async (...words: string[]) => JSON.parse((await run(['incidents', 'list', '--json', ...words])).out)

test('without incidents the list says so; with one it says what, since when and who is on it', async () => {
  assert.deepEqual(await run(['incidents', 'list']), { code: 0, out: 'No open incidents.\n', error: '' })
  await addAlert(service.api.owner, { service: shop, event: down, start: ago(200) })
  const { code, out } = await run(['incidents', 'list'])
  assert.equal(code, 3, 'not acknowledged')
  assert.match(
    out,
    /^ *ID +Service +State +Started +Problem +Acknowledged by +Ends\n *\d+ +Shop +Open +3 min ago +Failure +– +–\n$/,
  )
  assert.match((await run(['incidents', 'list', '--language', 'pl'])).out, /Shop +Otwarty +3 min temu +Awaria/)
  const [record] = await listed('--service', 'Shop')
  assert.deepEqual([record.state, record.service_id, record.service.name], ['open', shop, 'Shop'])
  const [header, row] = (await run(['incidents', 'list', '--csv'])).out.split('\n')
  assert.match(header ?? '', /^id,service_id,.*state.*service\.name/)
  assert.match(row ?? '', /,open,.*,Shop/)
  assert.deepEqual(await listed('--service', 'Mail'), [])
})

test('an incident is acknowledged by the name of its service or its id, taken back and noted', async () => {
  const [{ id }] = await listed()
  assert.match((await run(['ack', 'Mail'])).error, /Mail has no open incidents/)
  const acknowledged = await run(['ack', 'Shop', '--note', 'on it'])
  assert.deepEqual([acknowledged.code, acknowledged.out], [0, `Acknowledged: Shop (${id})\n`], acknowledged.error)
  const attended = await run(['incidents', 'list'])
  assert.deepEqual([attended.code, /Shop +Acknowledged .*client_user/.test(attended.out)], [0, true], attended.out)
  assert.equal((await run(['incidents', 'unack', String(id)])).out, `No longer acknowledged: Shop (${id})\n`)
  assert.equal((await listed())[0].state, 'open')
  assert.equal((await run(['incidents', 'note', 'Shop', 'router restarted'])).code, 0)
  assert.equal((await run(['incidents', 'note', 'Shop', ' '])).code, 2)
  const again = await run(['incidents', 'ack', String(id), '--json', '--language', 'pl'])
  assert.deepEqual(
    JSON.parse(again.out).map(({ state }: { state: string }) => state),
    ['acknowledged'],
  )
})

test('what happened in an incident is shown in order, for people and for programs', async () => {
  const [{ id }] = await listed()
  await addNotification(service.api.owner, service.accountId, {
    service_id: shop,
    occurrence_id: await alertOf(id),
    status: 'suppressed',
    reason: 'repeated',
  })
  const { out } = await run(['incidents', 'show', 'Shop'])
  assert.match(out, /^Service +Shop$/m)
  assert.match(out, /^State +Acknowledged$/m)
  assert.match(out, /^Start +\d{4}-\S+ \S+ \(\d+ min ago\)$/m)
  assert.match(out, /^Notifications +Suppressed: 1$/m)
  const told = ['Alert started', 'Acknowledged', 'on it', 'Acknowledgement undone', 'router restarted', 'suppressed']
  for (const each of told) assert.ok(out.includes(each), `${each} in ${out}`)
  assert.ok(out.indexOf('on it') < out.indexOf('router restarted'))
  const { timeline } = JSON.parse((await run(['incidents', 'show', String(id), '--json'])).out)
  assert.equal(timeline.alerts[0].event_name, 'Is down')
  assert.match(
    (await run(['incidents', 'show', String(id), '--csv'])).out,
    /^time,what,details\n\d{4}-\S+Z,Alert started,Is down\n/,
  )
})

test('what is resolved is not acknowledged, and several are acknowledged together or not at all', async () => {
  const [{ id }] = await listed()
  await addAlert(service.api.owner, { service: mail, event: down, start: ago(7200), end: ago(3600) })
  const [resolved] = await listed('--all', '--service', 'Mail')
  assert.equal(resolved.state, 'resolved')
  assert.match((await run(['incidents', 'list', '--all'])).out, /Mail +Resolved +2 h ago .*1 h ago/)
  await run(['incidents', 'unack', String(id)])
  const refused = await run(['ack', 'Shop', String(resolved.id)])
  assert.deepEqual([refused.code, (await listed())[0].state], [1, 'open'])
  assert.match(refused.error, /\(Mail\) is resolved already/)
  await addAlert(service.api.owner, { service: mail, event: down, start: ago(60) })
  assert.equal((await run(['ack', 'Shop', 'Mail'])).code, 0)
  assert.deepEqual(
    (await listed()).map(({ state }: { state: string }) => state),
    ['acknowledged', 'acknowledged'],
  )
})

async function alertOf(incident: number): Promise<number> {
  const [row] = await service.api.owner.query(
    sql<{ id: number }>`select id from occurrence where incident_id = ${incident} limit 1`,
  )
  return row?.id ?? 0
}
