import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { after, before, test } from 'node:test'
import { addPackage } from '@wachta/testing/api/accounts'
import { listErrors } from '@wachta/testing/api/configuration'
import { startApi, type TestApi } from '@wachta/testing/api/start-api'
import { addGroup, addHolder, addServices, type Holder, shareGroup } from '@wachta/testing/api/watched'
import fc from 'fast-check'
import { sql } from 'kysely'
import { formatExposition } from '../src/features/metrics/exposition.ts'
import { maxMetricServices } from '../src/features/metrics/operation.ts'

let api: TestApi
let owner: Holder
let [group, other] = [0, 0]
let services: number[]

before(async () => {
  api = await startApi()
  await addPackage(api.owner)
  owner = await addHolder(api.owner)
  group = await addGroup(api.owner, owner)
  other = await addGroup(api.owner, owner)
  services = [...(await addServices(api.owner, group, 3)), ...(await addServices(api.owner, other, 1))]
  const [first, second, third] = services
  await api.owner.query(sql`update service set status_since = '2026-03-01'`)
  await api.owner.query(sql`update service set name = E'Sklep "żółty"\\\\nowy' where id = ${first}`)
  await api.owner.query(sql`insert into service_state (service_id, status, since, last_time, response_time)
values (${first}, 'ok', '2026-03-02', '2026-11-15T12:00:00Z', 250), (${second}, 'failure', '2026-03-02', '2026-11-15T12:01:00Z', null)`)
  await api.owner.query(sql`update service set is_archived = true where id = ${third}`)
  await api.owner.query(
    sql`select partition_days(array(select (now() at time zone 'UTC')::date - n from generate_series(0, 1) n))`,
  )
  const detail = (seconds: number, days: number, sensor: number) =>
    api.owner.query(sql`insert into check_detail (service_id, time, sensor_id, metrics)
values (${first}, date_trunc('second', now()) - ${seconds} * interval '1 second', ${sensor}, jsonb_build_object('certificate_days_left', ${days}::int))`)
  await detail(60, 11, 1)
  for (const sensor of [3, 4]) await detail(0, 20 + sensor, sensor)
  await api.owner.query(sql`insert into check_detail (service_id, time, sensor_id, metrics)
values (${second}, date_trunc('second', now()), 1, '{"certificate_days_left": "unknown"}')`)
})
after(() => api[Symbol.asyncDispose]())

const scrape = async (as: string, query = '', account: unknown = 'my_account') => {
  const reply = await api.call('GET', `/accounts/${account}/metrics${query}`, { as })
  return { ...reply, lines: reply.text.split('\n').filter((line) => line !== '' && !line.startsWith('#')) }
}

test('each service is told of, and what is not known of one is left out', async () => {
  const [first, second] = services
  const { status, headers, lines, text } = await scrape(owner.as)
  assert.equal(status, 200, text)
  assert.equal(headers['content-type'], 'text/plain; version=0.0.4; charset=utf-8')
  assert.equal(headers['x-total-count'], '3')
  assert.ok(
    lines.includes(
      `wachta_service_info{service_id="${first}",name="Sklep \\"żółty\\"\\\\nowy",type="http",group_id="${group}"} 1`,
    ),
    text,
  )
  assert.ok(lines.includes(`wachta_service_status{service_id="${first}"} 1`))
  assert.ok(lines.includes(`wachta_service_status{service_id="${second}"} 0`))
  assert.ok(lines.includes(`wachta_service_response_time_seconds{service_id="${first}"} 0.25`))
  assert.ok(lines.includes(`wachta_service_last_analysis_timestamp_seconds{service_id="${second}"} 1794744060`))
  assert.ok(
    lines.includes(`wachta_service_certificate_left_seconds{service_id="${first}"} ${23 * 86_400}`),
    'the least of the newest',
  )
  assert.ok(!lines.some((line) => line.startsWith(`wachta_service_response_time_seconds{service_id="${second}"`)))
  assert.ok(!text.includes(`service_id="${services[2]}"`), 'what is archived is not watched')
})

test('Prometheus itself can read it', async () => {
  const { text } = await scrape(owner.as)
  const check = async (metrics: string) => {
    const child = spawn('promtool', ['check', 'metrics'], { stdio: ['pipe', 'ignore', 'ignore'] })
    child.stdin.end(metrics)
    return (await once(child, 'close'))[0]
  }
  assert.equal(await check(text), 0)
  assert.notEqual(await check(text.replace('"} 1', '} 1')), 0, 'the control: a label that does not end')
})

test('of a group only, page by page, and never too much at once', async () => {
  assert.equal((await scrape(owner.as, `?group_id=${other}`)).headers['x-total-count'], '1')
  const { lines } = await scrape(owner.as, '?offset=1')
  assert.ok(!lines.some((line) => line.includes(`service_id="${services[0]}"`)) && lines.length > 0)
  assert.equal((await scrape(owner.as, '?group_id=evil')).status, 400)
  const big = await addHolder(api.owner)
  const large = await addGroup(api.owner, big)
  await addServices(api.owner, large, maxMetricServices + 1)
  assert.deepEqual(listErrors(await scrape(big.as)), [['too_many_series']])
  const page = await scrape(big.as, '?offset=0')
  assert.equal(page.headers['x-total-count'], String(maxMetricServices + 1))
  assert.ok(page.lines.length <= 10_000)
  assert.equal((await scrape(big.as, `?offset=${maxMetricServices}`)).lines.length, 2)
})

test('strangers see nothing of it, and those with whom a group is shared see that group', async () => {
  const stranger = await addHolder(api.owner)
  const sharee = await addHolder(api.owner)
  await shareGroup(api.owner, other, sharee, false)
  assert.deepEqual((await scrape(stranger.as)).lines, [])
  assert.deepEqual(listErrors(await scrape(stranger.as, '', owner.id)), [['not_found']])
  assert.deepEqual(listErrors(await api.call('GET', '/accounts/my_account/metrics')), [['authentication_required']])
  const seen = (await scrape(sharee.as)).text
  assert.ok(seen.includes(`service_id="${services[3]}"`) && !seen.includes(`service_id="${services[0]}"`))
})

test('what has not changed is not sent again', async () => {
  const { headers } = await scrape(owner.as)
  const etag = String(headers['etag'])
  const again = await api.app.inject({
    url: '/v3/accounts/my_account/metrics',
    headers: { authorization: owner.as, 'if-none-match': etag },
  })
  assert.deepEqual([again.statusCode, again.body], [304, ''])
  await api.owner.query(sql`update service_state set response_time = 251 where service_id = ${services[0]}`)
  assert.notEqual((await scrape(owner.as)).headers['etag'], etag)
})

test('no text that a user enters can end a label or a line', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (name) => {
      const text = formatExposition([{ name: 'm', help: name, samples: [{ labels: { name }, value: 1 }] }])
      const [, , sample = '', end, ...rest] = text.split('\n')
      assert.deepEqual([end, rest], ['', []])
      const [, inner = ''] = /^m\{name="((?:[^"\\]|\\["\\n])*)"\} 1$/su.exec(sample) ?? []
      const read = inner.replaceAll(/\\(.)/gsu, (_, mark) => (mark === 'n' ? '\n' : mark))
      assert.equal(read, name)
    }),
  )
})
