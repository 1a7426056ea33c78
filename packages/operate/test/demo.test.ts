import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { openDatabase } from '@wachta/database'
import { createTestDatabase } from '@wachta/testing/database'
import { runInProcess } from '@wachta/testing/processes/command'
import fc from 'fast-check'
import { sql } from 'kysely'
import { addAccounts } from '../src/demo/accounts.ts'
import { behaviours, computeBehaviour } from '../src/demo/behaviour.ts'
import { buildDemoConfiguration, demoServices } from '../src/demo/demo-configuration.ts'
import { addHistory } from '../src/demo/history.ts'
import { listAnalysisTimes, listDemoOutages, pastDays } from '../src/demo/past.ts'
import { computeResponseTime, computeTimings } from '../src/demo/patterns.ts'
import { deleteRoleVariables } from '../src/demo/serve-demo.ts'
import { setUpSingleNode } from '../src/single-node/setup.ts'

const time = fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2036, 0, 1) })
const paths = demoServices.map(([, , behaviour], place) => `/${behaviour}/${place + 1}`)
const fails = (path: string, at: number) => computeBehaviour(path, at)?.status !== 200
const day = 86_400_000

test('something fails at every time, most services work, and no answer takes longer than a check', () => {
  fc.assert(
    fc.property(time, (at) => {
      const failing = paths.filter((path) => fails(path, at))
      assert.ok(failing.length >= 1 && failing.length <= 4, failing.join())
      for (const path of paths) assert.ok((computeBehaviour(path, at)?.delay ?? -1) >= 0)
      for (const path of paths) assert.ok((computeBehaviour(path, at)?.delay ?? 9_999) < 5_000)
    }),
  )
})

test('each path behaves as its name says', () => {
  const turn = Array.from({ length: 360 }, (_, second) => 1_790_000_000_000 + second * 1_000)
  const shares = Object.fromEntries(
    behaviours.map((name) => [name, turn.filter((at) => fails(`/${name}/3`, at)).length / turn.length]),
  )
  assert.deepEqual(
    { ...shares, flaps: (shares['flaps'] ?? 0) > 0.2 && (shares['flaps'] ?? 0) < 0.4 },
    { steady: 0, fails: 0.25, slow: 0, flaps: true },
  )
  assert.ok(turn.some((at) => (computeBehaviour('/slow/3', at)?.delay ?? 0) > 1_500))
  assert.equal(computeBehaviour('/elsewhere/3', turn[0] ?? 0), undefined)
})

test('past outages are in order, do not overlap, and ended before now', () => {
  fc.assert(
    fc.property(fc.nat({ max: 40 }), time, (place, now) => {
      const bounds = listDemoOutages(place, now).flatMap(({ start, end }) => [start, end])
      assert.deepEqual(
        bounds,
        [...new Set(bounds)].toSorted((one, other) => one - other),
      )
      for (const bound of bounds) assert.ok(bound <= now && bound > now - pastDays * day)
      const times = listAnalysisTimes(now - (now % day) - 5 * day, now, listDemoOutages(place, now))
      assert.ok(times.every((at, place) => place === 0 || at > (times[place - 1] ?? 0)))
    }),
    { numRuns: 50 },
  )
})

test('services differ: no two have the same day, and noise, spikes, a deployment and a slow week can be seen', () => {
  const now = Date.UTC(2026, 10, 15)
  const series = (index: number, daysAgo: number, rank = 0) =>
    Array.from({ length: 288 }, (_, slot) =>
      computeResponseTime({ index, rank, now, time: now - daysAgo * day + slot * 300_000 }),
    )
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const correlation = (one: readonly number[], other: readonly number[]) => {
    const [left, right] = [one.map((value) => value - mean(one)), other.map((value) => value - mean(other))]
    const product = (a: readonly number[], b: readonly number[]) => mean(a.map((value, at) => value * (b[at] ?? 0)))
    return product(left, right) / Math.sqrt(product(left, left) * product(right, right))
  }
  const all = demoServices.map((_, index) => series(index, 2))
  for (const [place, one] of all.entries())
    for (const other of all.slice(place + 1)) assert.ok(Math.abs(correlation(one, other)) < 0.95)
  assert.ok(mean(series(0, 20)) > 1.2 * mean(series(0, 4)), 'a deployment made the first service faster')
  assert.ok(mean(series(2, 14)) > 1.4 * mean(series(2, 7)), 'the third had a slow week')
  assert.ok(Math.max(...series(8, 3)) > 2 * mean(series(8, 3)), 'single answers are slow')
  assert.deepEqual(series(5, 3), series(5, 3), 'and a second call returns the same')
  fc.assert(
    fc.property(fc.nat({ max: 20 }), fc.nat({ max: 2 }), time, (index, rank, at) => {
      const asked = { index, rank, time: at, now: at }
      const { lookup, connect, first_byte } = computeTimings(computeResponseTime(asked), asked)
      assert.ok(lookup + connect + first_byte <= computeResponseTime(asked))
    }),
  )
})

test('a month of history equals what analyst and reporter would have stored', async (t) => {
  await using database = await createTestDatabase()
  const directory = await mkdtemp(join(tmpdir(), 'wachta-demo-test-'))
  t.after(() => rm(directory, { recursive: true, force: true }))
  const variables = { DATABASE_URL: database.url }
  await setUpSingleNode({ directory, variables, owned: new Set() }, { language: 'en', progress: () => undefined })
  await using owner = openDatabase(database.url, { role: null, connections: 1 })
  await addAccounts(owner, 'nine lanterns on the pier', 'en')
  const offered = await owner.query(
    sql<{
      name: string
      ids: string[]
    }>`select name, available_notification_channel_ids as ids from package order by id`,
  )
  assert.deepEqual(
    offered.map(({ name, ids }) => [name, ...['telegram', 'ntfy', 'hipchat'].map((id) => ids.includes(id))]),
    [
      ['Standard', true, true, false],
      ['Demo', true, true, false],
    ],
  )
  const ids = async (statement: ReturnType<typeof sql<{ id: number }>>) =>
    (await owner.query(statement)).map(({ id }) => id)
  const sensors = await ids(sql`insert into sensor (name) select 'S' || n from generate_series(1, 3) n returning id`)
  const services = await ids(sql`insert into service (owner_id, group_id, type_id, name, address, interval)
select a.id, g.id, 'http', 'Service ' || n, 'http://127.0.0.1/', 15 from generate_series(1, 3) n, account a
  join service_group g on g.owner_id = a.id where a.username = 'demo' returning id`)
  await owner.query(sql`insert into service_revision (service_id, revision, owner_id, group_id, type_id, effective_from, is_active,
  interval_ms, phase_ms, timeout_ms, spread_ms, error_tolerance, sensor_ids, step_count)
select id, 1, owner_id, group_id, type_id, now(), true, 15000, 0, 7000, 7000, 51, ${sensors}, 1 from service`)
  const now = Date.UTC(2026, 10, 15, 18, 44)
  await addHistory(owner, { services, sensors, now })
  const [found] = await owner.query(sql<Record<string, unknown>>`select
  (select count(*)::int from rollup where size = 'd' and sensor_id = 0) as days,
  (select count(distinct sensor_id)::int from rollup where size = 'h') as sensors,
  (select count(*)::int from rollup where size = 'm') as close,
  (select sum(failures)::int from rollup where size = 'd') as failures_of_days,
  (select count(*)::int from analysis where failure) as failures,
  (select count(*)::int from status_change one join status_change other on other.service_id = one.service_id and other.id > one.id
    where tstzrange(one.start_time, one.end_time) && tstzrange(other.start_time, other.end_time)) as overlapping,
  (select count(*)::int from analysis a left join status_change s on s.service_id = a.service_id and a.time >= s.start_time
    and a.time < s.end_time where s.status is distinct from case when a.failure then 'failure' else 'ok' end) as contradicted`)
  assert.deepEqual(
    { ...found, failures: Number(found?.['failures']) > 0 },
    {
      days: 31 * 3,
      sensors: 4,
      close: 576 * 3,
      failures_of_days: found?.['failures'],
      failures: true,
      overlapping: 0,
      contradicted: 0,
    },
  )
  const [customer] = await owner.query(sql<{ reseller: string }>`select r.username as reseller from account a
  join account r on r.id = a.reseller_account_id where a.username = 'demo'`)
  assert.equal(customer?.reseller, 'harbour')
})

test('the demo configuration refers only to objects that it declares', () => {
  const places = { http: 1, tls: 2, hasCertificate: true, sensor_ids: [1, 2, 3] }
  for (const language of ['en', 'pl'] as const) {
    const { groups, services, events, escalations, contacts } = buildDemoConfiguration(places, language)
    assert.deepEqual([groups.length, services.length], [4, 14])
    const known = (rows: readonly { external_id: string }[]) => new Set(rows.map(({ external_id }) => external_id))
    assert.ok(services.every(({ group }) => known(groups).has(group)))
    assert.ok(
      escalations.every(({ event, contacts: told }) => known(events).has(event) && known(contacts).has(told[0] ?? '')),
    )
  }
})

test('a demo does not start on a port in use, and does not touch its folder', async (t) => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  const { port } = server.address() as AddressInfo
  const directory = join(tmpdir(), `wachta-demo-${port}`)
  // The second port is that of the status pages.
  for (const given of [port, port - 10]) {
    const { code, error } = await runInProcess({}, 'demo', '--data', directory, '--port', String(given))
    assert.equal(code, 1)
    assert.match(error, new RegExp(`Port ${port} is already in use`))
    const [, other] = /--port (\d+)/.exec(error) ?? []
    assert.ok(Math.abs(Number(other) - given) > 10, 'the advice names a port that is not close to it')
  }
  assert.equal((await runInProcess({}, 'demo', '--data', directory, '--port', '65530')).code, 2)
  await assert.rejects(stat(directory), { code: 'ENOENT' })
})

test('the variables of another installation in the shell do not reach the demo', async () => {
  const environment: NodeJS.ProcessEnv = {
    ...{ PATH: '/bin', TZ: 'UTC', LOG_LEVEL: 'warn', NODE_COMPILE_CACHE: '/cache' },
    ...{ HISTORY_URL: 'http://clickhouse', DATABASE_URL: 'postgres://production', SMTP_URL: 'smtp://mail' },
    ...{ API_DATABASE_URL: 'postgres://api@production', PAGES_PORT: '1', SENSOR_TOKEN: 'token' },
  }
  await deleteRoleVariables(environment)
  assert.deepEqual(environment, { PATH: '/bin', TZ: 'UTC', LOG_LEVEL: 'warn', NODE_COMPILE_CACHE: '/cache' })
})
