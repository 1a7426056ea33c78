import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import type { Readable } from 'node:stream'
import { after, before, test } from 'node:test'
import { createMailTransport } from '@wachta/api/src/platform/mail/transport.ts'
import { computeStreamLimits, ensureStreams, getCellStreams, openBus } from '@wachta/bus'
import { type Database, openDatabase } from '@wachta/database'
import { jobNames } from '@wachta/queue'
import { createVault } from '@wachta/runtime/vault'
import { startHistoryEngine } from '@wachta/testing/history-engine'
import { addRawJob, deleteAllJobs, setAttempts } from '@wachta/testing/jobs'
import { runInProcess } from '@wachta/testing/processes/command'
import { createTestInstallation, type TestInstallation } from '@wachta/testing/processes/installation'
import { type Smtp, startSmtp } from '@wachta/testing/smtp'
import { sql } from 'kysely'
import { judgeConnections } from '../src/doctor/checks/connections.ts'
import { judgeFreeSpace } from '../src/doctor/checks/disk.ts'
import { healthChecks } from '../src/doctor/checks/index.ts'
import { judgeMemory } from '../src/doctor/checks/memory.ts'
import { createDoctorContext } from '../src/doctor/doctor-context.ts'
import { examine } from '../src/doctor/examine.ts'
import { mailPort } from '../src/doctor/mail-server.ts'
import type { RoleState } from '../src/serve/role-keeper.ts'

let installation: TestInstallation
let owner: Database
let smtp: Smtp
let bus: Awaited<ReturnType<typeof openBus>>
let environment: Record<string, string>
const dayMs = 86_400_000

/** The states that the supervisor returns. */
let states: Partial<RoleState>[] = [{ role: 'api', state: 'running', last_exit: null, restarts: 0 }]
const supervisor = createHttpServer((_request, response) => response.end(JSON.stringify({ roles: states })))

before(async () => {
  installation = await createTestInstallation()
  owner = openDatabase(installation.database.url, { role: null, connections: 2 })
  await owner.query(sql`select partition_days(array(select current_date + n from generate_series(0, 7) n))`)
  smtp = await startSmtp()
  bus = await openBus({ url: installation.environment['NATS_URL'] ?? '', cell: installation.cell, name: 'doctor test' })
  await ensureStreams(bus, computeStreamLimits(Number(installation.environment['NATS_STORE_BYTES'])))
  supervisor.listen(0, '127.0.0.1')
  await once(supervisor, 'listening')
  const { port } = supervisor.address() as AddressInfo
  environment = { ...installation.environment, SMTP_URL: smtp.url, METRICS_PORT: String(port) }
})
after(async () => {
  supervisor.close()
  await bus[Symbol.asyncDispose]()
  await smtp[Symbol.asyncDispose]()
  await owner[Symbol.asyncDispose]()
  await installation[Symbol.asyncDispose]()
})

/** Runs one check and its dependencies, with other variables or another clock. */
async function look(name: string, given: { environment?: Record<string, string>; now?: () => number } = {}) {
  await using around = createDoctorContext({ ...environment, ...given.environment }, given.now)
  const { found } = await examine(
    healthChecks.filter((check) => check.name === name),
    around,
  )
  assert.ok(found.length > 0)
  for (const { level, message, todo } of found) {
    assert.ok(message.en !== '' && message.pl !== '')
    assert.equal(todo === undefined, level === 'ok', 'every problem comes with a fix')
  }
  return { levels: found.map(({ level }) => level), text: found.map(({ message }) => message.en).join('\n') }
}

/** Returns the port that a broker listens on. */
async function listening(from: Readable): Promise<string> {
  let said = ''
  // Keep reading its output, because a broker ends when it cannot write.
  for await (const text of from.iterator({ destroyOnReturn: false })) {
    said += text
    const [, port] = /Listening for client connections on [^\s]+:(\d+)/.exec(said) ?? []
    if (port === undefined) continue
    from.resume()
    return port
  }
  return assert.fail(said)
}

const isWell = async (name: string) => assert.deepEqual((await look(name)).levels, ['ok'], name)

test('if all is well, every check reports it and the command exits with 0', async () => {
  const { code, out } = await runInProcess(environment, 'doctor', '--json')
  const { findings, skipped } = JSON.parse(out) as { findings: { check: string; level: string }[]; skipped: string[] }
  assert.deepEqual(
    findings.filter(({ level }) => level !== 'ok'),
    [],
  )
  assert.deepEqual([code, skipped], [0, []])
  assert.deepEqual(
    findings.map(({ check }) => check),
    healthChecks.map(({ name }) => name),
  )
})

test('an unreachable database is one problem, and checks that need it are skipped', async () => {
  const away = { ...environment, DATABASE_URL: 'postgres://127.0.0.1:1/x' }
  const { code, out } = await runInProcess(away, 'doctor', '--language', 'pl')
  assert.equal(code, 3)
  assert.match(out, /^Baza danych: PROBLEM\. Brak połączenia/m)
  assert.match(
    out,
    /^Nie sprawdzono: schema, connections, clock, partitions, history, sensors, browsers, analyses, results, queue, flow, secrets, pages\.$/m,
  )
})

test('an older or newer schema is reported', async () => {
  const [last] = await owner.query(
    sql<{ name: string }>`delete from migration where id = (select max(id) from migration) returning name`,
  )
  const older = await look('schema')
  assert.deepEqual(older.levels, ['problem'])
  assert.match(older.text, new RegExp(last?.name ?? ''))
  await owner.query(sql`insert into migration (name, run_on) values (${last?.name}, now()), ('9998-added', now())`)
  assert.deepEqual((await look('schema')).levels, ['warning'])
  await owner.query(sql`insert into migration (name, run_on) values ('9999-breaking-x', now())`)
  assert.deepEqual((await look('schema')).levels, ['problem'])
  await owner.query(sql`delete from migration where name like '999%'`)
  await isWell('schema')
})

test('an unreachable broker and missing or changed streams are reported', async () => {
  assert.deepEqual((await look('broker', { environment: { NATS_URL: 'nats://127.0.0.1:1' } })).levels, ['problem'])
  const plain = spawn('nats-server', ['-a', '127.0.0.1', '-p', '-1'], { stdio: ['ignore', 'ignore', 'pipe'] })
  try {
    const port = await listening(plain.stderr)
    const without = await look('broker', { environment: { NATS_URL: `nats://127.0.0.1:${port}` } })
    assert.deepEqual(without.levels, ['problem'])
    assert.match(without.text, /JetStream is off/)
  } finally {
    plain.kill()
  }
  const changed = await look('streams', { environment: { NATS_STORE_BYTES: '90000000' } })
  assert.deepEqual(new Set(changed.levels), new Set(['problem']))
  assert.equal(changed.levels.length, 6)
  assert.match(changed.text, /max_bytes/)
  const gone = await look('streams', { environment: { CELL: 'nowhere' } })
  assert.deepEqual(new Set(gone.levels), new Set(['problem']))
  await isWell('streams')
})

test('a socket instead of a host name is no problem, but a name without an address is', async () => {
  const database = (host: string) =>
    look('names', { environment: { DATABASE_URL: `postgres://wachta@${host}/wachta` } })
  assert.deepEqual((await database('%2Fvar%2Frun%2Fpostgresql')).levels, ['ok'])
  assert.deepEqual((await database('nowhere.invalid')).levels, ['problem'])
})

test('an address without a host is a problem, and a broker needs no scheme', async () => {
  const names = (environment: Record<string, string>) => look('names', { environment })
  assert.deepEqual((await names({ NATS_URL: '127.0.0.1:4222, nats://127.0.0.1:4223' })).levels, ['ok'])
  const broker = await names({ NATS_URL: 'nowhere.invalid:4222' })
  assert.deepEqual(broker.levels, ['problem'])
  assert.match(broker.text, /nowhere\.invalid in NATS_URL/)
  for (const [variable, value] of [
    ['SMTP_URL', 'centre:hush@mail.example.com:587'],
    ['SMTP_URL', 'mail.example.com:587'],
    ['PUBLIC_URL', 'watch.example.com'],
  ] as const) {
    const { levels, text } = await names({ [variable]: value })
    assert.deepEqual(levels, ['problem'], value)
    assert.equal(text, `An address in ${variable} is not a URL with a host.`)
  }
})

test('the password in the URL of a broker is not shown', async () => {
  const { levels, text } = await look('broker', {
    environment: { NATS_URL: 'nats://centre:hush@127.0.0.1:1, hush@127.0.0.1:2' },
  })
  assert.deepEqual(levels, ['problem'])
  assert.match(text, /127\.0\.0\.1:1, 127\.0\.0\.1:2/)
  assert.doesNotMatch(text, /hush/)
})

test('the port of a mail server is the one that mail is sent to', async () => {
  for (const url of ['smtp://127.0.0.1', 'smtps://127.0.0.1', 'smtp://127.0.0.1:2525']) {
    const sender = createMailTransport({ url, from: 'wachta@example.com' })
    const sent = sender.send({ to: 'a@example.com', id: '1', subject: 'S', text: 'T', html: 'H' })
    await assert.rejects(sent, new RegExp(`:${mailPort(new URL(url))}\\b`))
  }
})

test('the doctor stops when asked, even while it waits for an answer', async () => {
  await using around = createDoctorContext(environment)
  const stop = new AbortController()
  const hangs = { name: 'hangs', title: { en: 'H', pl: 'H' }, run: () => new Promise<never>(() => undefined) }
  const began = Date.now()
  setTimeout(() => stop.abort(), 50)
  await assert.rejects(examine([hangs, ...healthChecks], around, { signal: stop.signal }), { name: 'AbortError' })
  assert.ok(Date.now() - began < 5_000)
})

test('a clock that is off by more than a second, or by much more, is reported', async () => {
  assert.deepEqual((await look('clock', { now: () => Date.now() + 3_000 })).levels, ['warning', 'warning'])
  assert.deepEqual((await look('clock', { now: () => Date.now() - 60_000 })).levels, ['problem', 'problem'])
})

test('partitions for fewer than three days, and none for tomorrow, are reported', async () => {
  assert.deepEqual((await look('partitions', { now: () => Date.now() + 5 * dayMs })).levels, ['warning'])
  assert.deepEqual((await look('partitions', { now: () => Date.now() + 8 * dayMs })).levels, ['problem'])
})

test('services without a recent analysis are reported', async () => {
  await owner.query(sql`insert into package (id, name) values (1, 'Basic')`)
  await owner.query(
    sql`insert into account (id, name, username, package_id, email_address) values (1, 'One', 'one', 1, 'a@b.cc')`,
  )
  await owner.query(sql`insert into service_type (id, position, name, description, category_id, address_format, default_interval,
  supports_steps, artifact_type_ids, is_runnable) values ('http', 1, '{}', '{}', 'default', '{}', 60, false, '{}', true) on conflict do nothing`)
  await owner.query(sql`insert into service_group (id, owner_id, name) values (1000, 1, 'Group')`)
  await owner.query(sql`insert into service (id, owner_id, group_id, type_id, name, address, "interval")
values (1, 1, 1000, 'http', 'S', 'http://x', 60)`)
  await owner.query(sql`insert into service_revision (service_id, revision, owner_id, group_id, type_id, effective_from, is_active,
  interval_ms, phase_ms, timeout_ms, spread_ms, error_tolerance, sensor_ids, step_count, configuration)
values (1, 1, 1, 1000, 'http', now() - interval '1 hour', true, 60000, 0, 1000, 1000, 51, '{1}', 1, '{}')`)
  assert.deepEqual((await look('analyses')).levels, ['problem'])
  await owner.query(sql`insert into service_state (service_id, status, since, last_time) values (1, 'ok', now(), now())
on conflict (service_id) do update set last_time = excluded.last_time`)
  await isWell('analyses')
  await owner.query(sql`update service_state set last_time = now() - interval '4 minutes'`)
  assert.deepEqual((await look('analyses')).levels, ['problem'])
  await owner.query(sql`delete from service_revision`)
})

test('a history that does not answer, is not filled, or is not configured any more, is reported', async () => {
  await isWell('history')
  const away = await look('history', { environment: { HISTORY_URL: 'http://127.0.0.1:9' } })
  assert.deepEqual(away.levels, ['problem'])
  await using engine = await startHistoryEngine()
  const configured = { environment: { HISTORY_URL: engine.url } }
  assert.deepEqual((await look('history', configured)).levels, ['ok'])
  const day = Math.floor(Date.now() / dayMs) * dayMs
  await owner.query(sql`insert into history_progress (copied_from, copied_to, last_service_id, last_time)
values (${new Date(day - 40 * dayMs)}, ${new Date(day - 3 * dayMs)}, 0, ${new Date(0)})`)
  assert.deepEqual((await look('history', configured)).levels, ['ok'])
  assert.deepEqual((await look('history', { ...configured, now: () => Date.now() + 4 * dayMs })).levels, ['warning'])
  assert.deepEqual((await look('history')).levels, ['warning'])
  await owner.query(sql`delete from history_progress`)
})

test('unread results are reported', async () => {
  const stream = getCellStreams(installation.cell).results('live')
  const { seq } = await bus.jetstream.publish(bus.subjects.result({ urgency: 'live', group: 3, sensor_id: 7 }), 'x')
  await isWell('results')
  const late = await look('results', { now: () => Date.now() + 60_000 })
  assert.deepEqual(late.levels, ['warning'])
  assert.deepEqual((await look('results', { now: () => Date.now() + 600_000 })).levels, ['problem'])
  const { created } = await bus.manager.streams.info(stream)
  await owner.query(sql`insert into stream_position (vp_group, stream, stream_created, sequence)
values (3, ${stream}, ${created}, ${seq})`)
  assert.deepEqual((await look('results', { now: () => Date.now() + 60_000 })).levels, ['ok'])
})

test('sensors that are silent, cut off, or without enough reference targets are reported', async () => {
  await isWell('sensors')
  const [row] = await owner.query(sql<{ id: number }>`insert into sensor (name) values ('Gdańsk') returning id`)
  const id = row?.id ?? 0
  const hear = (report: object) =>
    owner.query(sql`insert into sensor_state (sensor_id, last_seen, report) values (${id}, now(), ${JSON.stringify(report)}::jsonb)
on conflict (sensor_id) do update set last_seen = excluded.last_seen, report = excluded.report`)
  const silent = await look('sensors')
  assert.deepEqual(silent.levels, ['problem'], 'the only one')
  assert.match(silent.text, /Gdańsk/)
  await hear({ self_check: true, reference_networks: 3 })
  await isWell('sensors')
  await hear({ self_check: false, reference_networks: 3 })
  assert.deepEqual((await look('sensors')).levels, ['problem'])
  await hear({ disk_fault: true })
  assert.match((await look('sensors')).text, /cannot write results to their disk.*Gdańsk/)
  await hear({ self_check: null, reference_networks: 0 })
  const unsure = await look('sensors')
  assert.deepEqual(unsure.levels, ['warning'])
  assert.match(unsure.text, /fewer than 3 networks.*Gdańsk/)
  await hear({ self_check: null })
  await isWell('sensors')
  await owner.query(sql`delete from sensor where id = ${id}`)
})

test('a sensor without a browser is reported if a service relies on it, with the reason that it gave', async () => {
  await isWell('browsers')
  const [sensor] = await owner.query(sql<{ id: number }>`insert into sensor (name) values ('Gdańsk') returning id`)
  const id = sensor?.id ?? 0
  const hear = (browser: object) =>
    owner.query(sql`insert into sensor_state (sensor_id, last_seen, report) values (${id}, now(), ${JSON.stringify({ browser })}::jsonb)
on conflict (sensor_id) do update set report = excluded.report`)
  await hear({ able: false, reason: 'not installed: bwrap' })
  await isWell('browsers')
  await owner.query(sql`insert into service_type (id, position, name, description, category_id, address_format, default_interval,
  supports_steps, artifact_type_ids, is_runnable) values ('fullpage', 2, '{}', '{}', 'browser', '{}', 600, false, '{}', true) on conflict do nothing`)
  await owner.query(
    sql`insert into service_group (id, owner_id, name, assigned_sensor_ids) values (1001, 1, 'Pages', ${JSON.stringify({ default: [id] })}::jsonb)`,
  )
  await owner.query(sql`insert into service (id, owner_id, group_id, type_id, name, address, "interval")
values (2, 1, 1001, 'fullpage', 'Page', 'http://www.example.com', 600)`)
  const byDefault = await look('browsers')
  assert.deepEqual(byDefault.levels, ['warning'], 'no sensor of its group is able')
  assert.match(byDefault.text, /Gdańsk \(not installed: bwrap\)/)
  await owner.query(sql`update service set sensor_ids = ${[id]} where id = 2`)
  assert.deepEqual((await look('browsers')).levels, ['warning'])
  await hear({ able: true, reason: null })
  assert.match((await look('browsers')).text, /^1 of 1 sensors/)
  for (const table of ['service', 'service_group'])
    await owner.query(sql`delete from ${sql.table(table)} where id in (2, 1001)`)
  await owner.query(sql`delete from sensor where id = ${id}`)
})

test('waiting and abandoned jobs are reported', async () => {
  await addRawJob(owner, jobNames.notify, { delayMs: -60_000 })
  assert.deepEqual((await look('queue')).levels, ['warning'])
  assert.deepEqual((await look('queue', { now: () => Date.now() + 600_000 })).levels, ['problem'])
  await setAttempts(owner, 'all')
  const given = await look('queue')
  assert.deepEqual(given.levels, ['warning'])
  assert.match(given.text, /failed permanently/)
  await deleteAllJobs(owner)
  await isWell('queue')
})

test('services with unknown status and failing notification jobs are reported', async () => {
  await isWell('flow')
  await addRawJob(owner, jobNames.notify, { delayMs: 3_600_000 })
  await setAttempts(owner, 6)
  assert.match((await look('flow')).text, /fail repeatedly/)
  await setAttempts(owner, 'all')
  const given = await look('flow')
  assert.deepEqual([given.levels, /given up/.test(given.text)], [['problem'], true])
  // As the finding recommends.
  await owner.query(
    sql`select graphile_worker.reschedule_jobs(array(select id from graphile_worker._private_jobs), run_at => now(), attempts => 0)`,
  )
  await isWell('flow')
  await owner.query(sql`select graphile_worker.complete_jobs(array(select id from graphile_worker._private_jobs))`)
  await isWell('queue')
})

test('secrets that cannot be decrypted, or that an older key has encrypted, are reported', async () => {
  const key = installation.environment['SECRET_KEYS'] ?? ''
  const other = `other:${Buffer.alloc(32, 7).toString('base64')}`
  const sealed = createVault(other).seal('s', ['signing_key', '1'])
  await owner.query(sql`insert into signing_key (account_id, sealed_key) values (1, ${sealed})`)
  assert.deepEqual((await look('secrets')).levels, ['problem'])
  assert.deepEqual((await look('secrets', { environment: { SECRET_KEYS: `${key},${other}` } })).levels, ['warning'])
  assert.deepEqual((await look('secrets', { environment: { SECRET_KEYS: other } })).levels, ['ok'])
  assert.deepEqual((await look('secrets', { environment: { SECRET_KEYS: '' } })).levels, ['problem'])
  await owner.query(sql`delete from signing_key`)
})

test('an unreachable or wrong mail server is reported, and no mail is sent', async () => {
  assert.deepEqual((await look('mail', { environment: { SMTP_URL: 'smtp://127.0.0.1:1' } })).levels, ['problem'])
  const impostor = createServer((socket) => void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))
  impostor.listen(0, '127.0.0.1')
  await once(impostor, 'listening')
  const { port } = impostor.address() as AddressInfo
  const found = await look('mail', { environment: { SMTP_URL: `smtp://127.0.0.1:${port}` } })
  assert.deepEqual(found.levels, ['problem'])
  assert.match(found.text, /HTTP/)
  impostor.close()
  await isWell('mail')
  assert.equal(smtp.received.length, 0)
})

test('names without an address, and ranges that are too large or malformed, are reported', async () => {
  const nowhere = await look('names', { environment: { PUBLIC_URL: 'https://nowhere.invalid' } })
  assert.deepEqual(nowhere.levels, ['problem'])
  assert.match(nowhere.text, /nowhere\.invalid in PUBLIC_URL/)
  assert.deepEqual((await look('egress', { environment: { EGRESS_ALLOW: '10.0.0.0/8' } })).levels, ['ok'])
  const wide = await look('egress', { environment: { SENSOR_ALLOWED_RANGES: '169.254.169.254/32' } })
  assert.deepEqual(wide.levels, ['warning'])
  assert.deepEqual((await look('egress', { environment: { EGRESS_ALLOW: 'everything' } })).levels, ['problem'])
})

test('a public URL without encryption or without an answer is reported', async () => {
  assert.deepEqual((await look('address', { environment: { PUBLIC_URL: 'http://watch.test' } })).levels, ['warning'])
  assert.deepEqual((await look('address', { environment: { PUBLIC_URL: 'https://127.0.0.1:1' } })).levels, [
    'warning',
    'problem',
  ])
  assert.deepEqual((await look('address', { environment: { PUBLIC_URL: 'watch.test/path' } })).levels, ['problem'])
})

test('a status page that is not served, is out of date or has no certificate is reported', async () => {
  await isWell('pages')
  await owner.query(sql`insert into status_page (owner_id, title, slug, is_published) values (1, 'Shop', 'shop', true)`)
  let page: object = {}
  const pages = createHttpServer((request, response) => {
    if (request.url !== '/shop/api/v2/status.json') response.statusCode = 404
    response.end(JSON.stringify({ page }))
  })
  pages.listen(0, '127.0.0.1')
  await once(pages, 'listening')
  const served = { PAGES_URL: `http://127.0.0.1:${(pages.address() as AddressInfo).port}` }
  assert.deepEqual((await look('pages', { environment: served })).levels, ['ok'])
  await owner.query(
    sql`insert into page_certificate (domain, order_at, problem) values ('a.example', now(), 'rejected')`,
  )
  const uncertified = await look('pages', { environment: served })
  assert.deepEqual(uncertified.levels, ['warning'])
  assert.match(uncertified.text, /for: a\.example/)
  await owner.query(sql`delete from page_certificate`)
  page = { stale: true, data_as_of: '2026-11-18T08:00:00Z' }
  const old = await look('pages', { environment: served })
  assert.deepEqual(old.levels, ['warning'])
  assert.match(old.text, /their data is from 2026-11-18T08:00:00Z/)
  pages.close()
  assert.deepEqual((await look('pages', { environment: { PAGES_URL: 'http://127.0.0.1:1' } })).levels, ['problem'])
  await owner.query(sql`delete from status_page`)
})

test('processes that are not running, or were restarted lately, are reported', async () => {
  const time = new Date().toISOString()
  const last_exit = { time, code: null, signal: 'SIGKILL', was_running: true }
  states = [{ role: 'analyst', state: 'running', since: time, restarts: 2, last_exit }]
  const again = await look('roles')
  assert.deepEqual(again.levels, ['warning'])
  assert.match(again.text, /analyst ended .* with SIGKILL and was restarted; restarts in total: 2/)
  assert.deepEqual((await look('roles', { now: () => Date.now() + 2 * 3_600_000 })).levels, ['ok'])
  states = [
    {
      role: 'api',
      state: 'waiting',
      since: time,
      restarts: 1,
      last_exit: { ...last_exit, code: 1, signal: null, was_running: false },
    },
  ]
  assert.deepEqual((await look('roles')).levels, ['problem'])
  // What listens on all addresses, of both kinds, is asked on the loopback address.
  assert.deepEqual((await look('roles', { environment: { METRICS_HOST: '::' } })).levels, ['problem'])
  assert.deepEqual((await look('roles', { environment: { METRICS_PORT: '1' } })).levels, ['warning'])
})

test('a disk that fills up and connections that run out are reported', async () => {
  const gib = 1024 ** 3
  const level = (free: number, share: number) => judgeFreeSpace({ folder: '/x', free, share }).level
  assert.deepEqual(
    [
      level(100 * gib, 0.5),
      level(100 * gib, 0.1),
      level(5 * gib, 0.1),
      level(1 * gib, 0.5),
      level(gib / 4, 0.9),
      level(2 * gib, 0.01),
    ],
    ['ok', 'ok', 'warning', 'warning', 'problem', 'problem'],
  )
  assert.match((await look('disk')).text, / free\.$/)
  await isWell('connections')
  await using others = openDatabase(installation.database.url, { role: null, connections: 8 })
  await Promise.all(Array.from({ length: 8 }, () => others.query(sql`select pg_sleep(0.2)`)))
  const [, free, most] = /(\d+) of (\d+)/.exec((await look('connections')).text) ?? []
  assert.ok(Number(most) - Number(free) >= 8, 'connections of other logins count')
  assert.deepEqual(
    [judgeConnections(50, 100), judgeConnections(14, 100), judgeConnections(3, 100)].map(({ level: each }) => each),
    ['ok', 'warning', 'problem'],
  )
})

test('the memory of each role is reported, and a heap that is nearly full', async () => {
  const role = { pid: 1, resident: 200 * 1024 ** 2, heap: 20 * 1024 ** 2, heapLimit: 100 * 1024 ** 2 }
  const roles = [
    { ...role, role: 'planner' },
    { ...role, role: 'analyst' },
    { ...role, role: 'api', pid: 2 },
  ]
  const found = [judgeMemory(roles)].flat().map(({ level, message }) => [level, message.en])
  const text = '200 MiB: planner (heap 20 MiB), analyst (heap 20 MiB); 200 MiB: api (heap 20 MiB).'
  assert.deepEqual(found, [['ok', text]])
  const full = [judgeMemory([...roles, { ...role, role: 'notifier', heap: 91 * 1024 ** 2 }])].flat()
  assert.deepEqual(
    full.map(({ level, message }) => [level, message.en]),
    [['warning', 'The heap of notifier is nearly full: 91 MiB of 100 MiB.']],
  )

  const before = states
  const metrics = createHttpServer((_request, response) =>
    response.end(
      'process_resident_memory_bytes 1073741824\nnodejs_heap_size_used_bytes 1048576\nwachta_process_heap_limit_bytes 2097152\n',
    ),
  )
  metrics.listen(0, '127.0.0.1')
  await once(metrics, 'listening')
  const { port } = metrics.address() as AddressInfo
  states = [{ role: 'api', state: 'running', pid: 7, metrics_port: port, last_exit: null, restarts: 0 }]
  try {
    assert.match((await look('memory')).text, /^1\.0 GiB: api \(heap 1\.0 MiB\)\.$/)
  } finally {
    states = before
    metrics.close()
  }
})
