import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { addStatusChanges, buildCheck, storeAnalyses } from '@wachta/testing/api/history'
import { addAlert, addNotification } from '@wachta/testing/api/notifications'
import { startTestServer, type TestServer } from '@wachta/testing/api/start-service'
import { waitForValue } from '@wachta/testing/eventually'
import { sql } from 'kysely'
import { programOf, type Run } from './support/program.ts'

let service: TestServer
let run: Run
let shop: number
let mail: number
const minute = 60_000
const children: ChildProcess[] = []

before(async () => {
  service = await startTestServer()
  run = programOf(service)
  const client = service.client()
  const create = async (name: string) => {
    const body = {
      name,
      type_id: 'https',
      address: `https://${name.toLowerCase()}.example.com:8443/health`,
      interval: 60,
    }
    return (await client.call('create_service', { body: { ...body, sensor_ids: [service.sensorId] } })).id
  }
  shop = await create('Shop')
  mail = await create('Mail')
})
after(async () => {
  for (const child of children) child.kill('SIGKILL')
  await service[Symbol.asyncDispose]()
})

test('a forced analysis is waited for, and fails the command when it fails', async () => {
  const { owner } = service.api
  const different = {
    ok: {},
    error: { result: 'error', error_type_id: 803 },
    unknown: { result: 'unknown', reason: 'overloaded', response_time: null },
  } as const
  const answering = async (result: keyof typeof different) => {
    const id = await waitForValue(async () => {
      const [row] = await owner.query(
        sql<{ time: Date }>`select max(time) as time from forced_analysis where service_id = ${shop}`,
      )
      return row?.time ?? undefined
    })
    const check = buildCheck(service.sensorId, different[result])
    await storeAnalyses(owner, shop, [service.sensorId], [{ time: id.getTime(), kind: 'f', checks: [check] }])
    await owner.query(sql`delete from forced_analysis where service_id = ${shop}`)
  }
  const [well] = await Promise.all([run(['check', 'now', 'Shop']), answering('ok')])
  assert.deepEqual([well.code, well.error.startsWith('waiting for the sensors (')], [0, true], well.error)
  assert.match(well.out, /^Gdańsk +OK +100 ms +–$/m)
  assert.match(well.out, /^Up: 1 OK, 0 error, 0 unknown\.$/m)
  const [ill] = await Promise.all([run(['check', 'now', String(shop), '--language', 'pl']), answering('error')])
  assert.equal(ill.code, 3)
  assert.match(ill.out, /Awaria: OK 0, błąd 1, brak wyniku 0\.\n$/)
  const [unsure] = await Promise.all([run(['check', 'now', 'Shop']), answering('unknown')])
  assert.deepEqual([unsure.code, unsure.out.endsWith('\nUnknown: no sensor had a result.\n')], [0, true], unsure.out)
  const [colored] = await Promise.all([run(['check', 'now', 'Shop', '--color', 'always']), answering('unknown')])
  assert.ok(colored.out.includes('\u001b[33mUnknown: no sensor had a result.'), 'not in the colour of what is up')
  const late = await run(['check', 'now', 'Shop', '--wait', '0'])
  assert.deepEqual([late.code, late.error.includes('--wait')], [1, true])
})

test('a diagnosis is asked from the sensors of a service, and about its host', async () => {
  const { owner } = service.api
  const answering = async (results: string) => {
    const settings = await waitForValue(async () => {
      const [row] = await owner.query(sql<{
        settings: object
      }>`update diagnostic set status = 'completed', results = ${results}::jsonb
where status = 'pending' returning settings`)
      return row?.settings
    })
    return settings
  }
  await service.client().call('update_service', { path: { _id: shop }, body: { sensor_ids: [service.sensorId] } })
  const [dug, asked] = await Promise.all([
    run(['dig', 'Shop', '--type', 'AAAA', '--server', '192.0.2.53']),
    answering('"ANSWER 1"'),
  ])
  assert.deepEqual(asked, { address: 'shop.example.com', record_type: 'AAAA', dns_server: '192.0.2.53' })
  assert.deepEqual([dug.code, dug.out], [0, ';; Gdańsk\nANSWER 1\n'])
  const hops = JSON.stringify([{ hop: 1, address: '192.0.2.9', name: null, times: [1.5, null, 2] }])
  const [traced, of] = await Promise.all([
    run(['traceroute', 'www.example.org', '--sensor', 'Gdańsk']),
    answering(hops),
  ])
  assert.deepEqual(of, { address: 'www.example.org' })
  assert.deepEqual([traced.code, traced.out], [0, 'Gdańsk\n  1  192.0.2.9  1.5 ms  *  2 ms\n'])
  const [failed] = await Promise.all([run(['traceroute', 'www.example.org']), answering('"no privileges"')])
  assert.deepEqual([failed.code, failed.out.includes('no privileges')], [3, true])
  assert.match((await run(['dig', 'no such'])).error, /There is no "no such" among the services/)
  // A word without a dot is a host, unless it may be a misspelt service name.
  assert.match((await run(['dig', 'sho'])).error, /no "sho" among the services\. Did you mean:\n {2}\d+ {2}Shop/)
  const [own, local] = await Promise.all([run(['dig', 'localhost', '--sensor', 'Gdańsk']), answering('"NXDOMAIN"')])
  assert.deepEqual([own.code, own.error, own.out], [0, 'looking up localhost from 1 sensor\n', ';; Gdańsk\nNXDOMAIN\n'])
  assert.equal((local as { address: string }).address, 'localhost')
})

test('a correction foretells the service level that it brings', async () => {
  const { owner } = service.api
  const at = (time: string) => new Date(`2026-09-10T${time}Z`)
  await addStatusChanges(owner, mail, [
    { status: 'ok', start: at('00:00:00'), end: at('10:00:00') },
    { status: 'failure', start: at('10:00:00'), end: at('12:00:00') },
    { status: 'ok', start: at('12:00:00'), end: at('20:00:00') },
  ])
  const words = [
    'correct',
    'Mail',
    '--from',
    '2026-09-10T10:30Z',
    '--to',
    '2026-09-10T11:30Z',
    '--reason',
    'planned works',
  ]
  assert.equal((await run(words)).code, 2, 'no question was asked')
  const { code, out } = await run([...words, '--as', 'ignore', '--yes', '--json'])
  assert.equal(code, 0)
  const { before: was, after: foretold } = JSON.parse(out)
  const range = { from: '2026-09-01T00:00:00Z', to: '2026-10-01T00:00:00Z' }
  const level = await service.client().call('read_service_level', { path: { _id: mail }, query: range })
  assert.ok(Math.abs((level.service_level ?? 0) - foretold) < 1e-6, `${level.service_level} is not ${foretold}`)
  assert.ok(foretold > was)
  const [kept] = (await service.client().list('list_service_corrections', { path: { _id: mail } })).items
  assert.deepEqual([kept?.status, kept?.description], ['paused', 'planned works'])
  assert.equal((await run([...words.slice(0, 2), '--from', '1h', '--to', '2h', '--reason', 'x', '--yes'])).code, 2)
})

test('logs say what happened, of everything or of one service', async () => {
  const { owner } = service.api
  const start = new Date(Date.now() - 30 * minute)
  await addStatusChanges(owner, shop, [{ status: 'failure', start, end: null }])
  const whole = await run(['logs', '--from', '1h'])
  assert.match(whole.out, /^\d{4}-\S+ \S+ {2}30 min ago {2}Down +Shop +–$/m)
  assert.equal((await run(['logs', 'Mail', '--from', '1h'])).out, 'No entries in this time range.\n')
  const { id: contact } = await service.client().call('create_contact', { body: { name: 'Duty' } })
  await addNotification(owner, service.accountId, {
    service_id: shop,
    contact_id: contact,
    status: 'suppressed',
    reason: 'repeated',
  })
  const body = { name: 'Gone', kind: 'failure' as const, scope: { service_ids: [shop] } }
  const { id: event } = await service.client().call('create_event', { body })
  await addAlert(owner, { service: shop, event })
  assert.match((await run(['logs', '--kind', 'events'])).out, /Open +Shop +Gone$/m)
  const audit = JSON.parse((await run(['logs', 'Shop', '--kind', 'audit', '--json'])).out)
  assert.ok(audit.some(({ operation }: { operation: string }) => operation === 'create_service'))
  assert.match(
    (await run(['logs', 'Shop', '--kind', 'notifications'])).out,
    /Suppressed +Shop +start, email night@example\.com {2}\(repeated\)/,
  )
  assert.equal((await run(['logs', 'Mail', '--kind', 'notifications'])).out, 'No entries in this time range.\n')
  assert.match((await run(['logs', '--from', '1h', '--account', service.username])).out, /Down +Shop +–$/m)
  assert.equal((await run(['logs', '--account', 'nobody'])).code, 1)
  assert.equal((await run(['logs', '--from', 'yesterday'])).code, 2)
  const [header, row] = (await run(['logs', 'Shop', '--from', '1h', '--csv'])).out.split('\n')
  assert.match(header ?? '', /^id,service_id,status,start_time,/)
  assert.match(row ?? '', /^\d+,\d+,failure,\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z,/)
})

test('following goes on until it is stopped, and tells everything once', { timeout: 60_000 }, async () => {
  const { owner } = service.api
  await owner.query(sql`insert into service_state (service_id, status, since) values (${mail}, 'ok', now())
on conflict (service_id) do update set status = 'ok'`)
  const watching = start('watch')
  const following = start('logs', '--follow', '--from', '1m')
  // Once the failing services are printed, the stream is open.
  await watching.hasTold(/Shop/)
  await owner.query(sql`update service_state set status = 'failure', since = now() where service_id = ${mail}`)
  await watching.hasTold(/Down +Mail/)
  await addStatusChanges(owner, mail, [{ status: 'failure', start: new Date(), end: null }])
  await following.hasTold(/Down +Mail/)
  for (const each of [watching, following]) {
    const code = await each.stopped()
    assert.equal(code, 0)
    assert.equal(each.text().match(/Down +Mail/g)?.length, 1, each.text())
  }
})

test('what is followed begins where it is said, and has no end', { timeout: 60_000 }, async () => {
  const both = await run(['logs', '--follow', '--to', '1h'])
  assert.deepEqual([both.code, /either --follow or --to/.test(both.error)], [2, true], both.error)
  const change = async (name: string) => (await service.client().call('create_contact', { body: { name } })).id
  const early = await change('Early')
  // Times are sent to the second.
  await new Promise((resolve) => setTimeout(resolve, 2_000))
  const following = start('logs', '--follow', '--kind', 'audit', '--from', 'now')
  await new Promise((resolve) => setTimeout(resolve, 3_000))
  const late = await change('Late')
  await following.hasTold(new RegExp(`create_contact +contact ${late}\\b`))
  assert.doesNotMatch(following.text(), new RegExp(`contact ${early}\\b`))
  assert.equal(await following.stopped(), 0)
})

test('a service that no sensor can check says so', { timeout: 60_000 }, async () => {
  const client = service.client()
  const body = { name: 'Page', type_id: 'fullpage', address: 'http://page.example.com/' }
  const { id } = await client.call('create_service', { body })
  assert.match((await run(['list', 'statuses'])).out, /Page +Unknown .*No assigned sensor can run this type of check$/m)
  assert.match(
    (await run(['show', 'status', String(id), '--language', 'pl'])).out,
    /^Niesprawdzana +Żaden z przypisanych sensorów nie może wykonać sprawdzenia tego typu$/m,
  )
  const watching = start('watch')
  await watching.hasTold(/Unknown +Page +No assigned sensor can run this type of check/)
  assert.equal(await watching.stopped(), 0)
  await client.call('delete_service', { path: { _id: id } })
})

/** Starts the command as a separate process, which is stopped as a person would stop it. */
function start(...words: string[]) {
  const child: ChildProcess = spawn(process.execPath, [join(import.meta.dirname, '..', 'src', 'main.ts'), ...words], {
    env: { ...process.env, WACHTA_URL: service.baseUrl, WACHTA_TOKEN: service.token, LANG: 'C' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  let told = ''
  child.stdout?.on('data', (chunk: Buffer) => {
    told += chunk.toString()
  })
  return {
    text: () => told,
    hasTold: (what: RegExp) => waitForValue(async () => (what.test(told) ? true : undefined)),
    async stopped() {
      const ended = once(child, 'exit')
      child.kill('SIGINT')
      return (await ended)[0]
    },
  }
}

test('a heartbeat is created with the URL and the lines for its job, and its URL is replaced', async () => {
  const made = await run(['heartbeat', 'create', 'Nightly backup', '--every', '1h', '--grace', '10min'])
  assert.equal(made.code, 0, made.error)
  assert.match(made.out, /\/v3\/heartbeats\/[0-9a-f]{32}$/m)
  assert.match(made.out, /^0 \* \* \* \* \/path\/to\/job && s=finished \|\| s=failed; curl/m)
  const [row] = await service.api.owner.query(
    sql<{
      interval: number
      grace: number
    }>`select "interval", (extended_settings ->> 'grace')::int as grace from service where name = 'Nightly backup'`,
  )
  assert.deepEqual(row, { interval: 3600, grace: 600 })
  const again = await run(['heartbeat', 'url', 'Nightly backup', '--json'])
  assert.match(JSON.parse(again.out).url, /\/v3\/heartbeats\/[0-9a-f]{32}$/)
  assert.notEqual(again.code, 2)
  const wrong = await run(['heartbeat', 'url', 'Shop'])
  assert.notEqual(wrong.code, 0)
  const odd = await run(['heartbeat', 'create', 'Odd', '--every', 'often'])
  assert.equal(odd.code, 2)
  assert.match(odd.error, /is not a valid duration/)
})
