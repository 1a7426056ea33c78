import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createSensorKeys, readAssignment, writeAssignment } from '@wachta/bus'
import { createVault } from '@wachta/runtime/vault'
import { sql } from 'kysely'
import { planAssignments, toAssignment } from '../src/desired.ts'
import { endUnansweredAndDeleteExpired, storeAnswer, takeDueDiagnostics } from '../src/diagnostics.ts'
import { takeDueForcedAnalyses } from '../src/forced.ts'
import { findRevisionChanges, RevisionEnds, readRevisions } from '../src/revisions.ts'
import { createSealer, createSensorSealer } from '../src/sealing.ts'
import { markSuspended } from '../src/windows.ts'
import { openWorld } from './support/world.ts'

const world = await openWorld()
const { db } = world
after(() => world[Symbol.asyncDispose]())

const flags = async (id: number) => {
  const [row] = await db.query(
    sql<{
      status: string
      is_suspended: boolean
      is_silenced: boolean
    }>`select status, is_suspended, is_silenced from service where id = ${id}`,
  )
  return row
}

test('changed revisions are found, including those of transactions that commit late', async () => {
  const sensor = await world.addSensor()
  const first = await world.addService([sensor])
  const read = async (seen: string | null) => {
    const changes = await findRevisionChanges(db, { seen, now: new Date() })
    return { ...changes, byService: await readRevisions(db, changes.service_ids, new Date()) }
  }
  const all = await read(null)
  assert.deepEqual([...all.byService.keys()], [first])

  const late = await db.pool.connect()
  await late.query('begin')
  await late.query(
    `update service_revision set effective_to = now() + interval '30 seconds' where service_id = ${first}`,
  )
  const second = await world.addService([sensor])
  const early = await read(all.seen)
  assert.ok(early.byService.has(second))
  assert.equal(early.byService.get(first)?.[0]?.effective_to ?? null, null, 'not committed yet')
  await late.query('commit')
  late.release()
  const now = await read(early.seen)
  assert.ok(now.byService.get(first)?.[0]?.effective_to instanceof Date)

  await db.query(sql`delete from service where id = ${first}`)
  const gone = await read(now.seen)
  assert.deepEqual(planAssignments(first, gone.byService.get(first) ?? []), [])
})

test('an ended revision stays published until all sensors have run its last slot, then it is removed', async () => {
  const sensor = await world.addSensor()
  const id = await world.addService([sensor])
  await db.query(
    sql`update service_revision set effective_to = '2026-11-15T12:00:00Z', effective_from = '2026-11-15T00:00:00Z' where service_id = ${id}`,
  )
  const endings = new RevisionEnds()
  const at = async (time: string) => {
    const now = new Date(time)
    const byService = await readRevisions(db, [id], now)
    endings.record(id, byService.get(id) ?? [])
    return planAssignments(id, byService.get(id) ?? []).length
  }
  assert.equal(await at('2026-11-15T12:00:59Z'), 1)
  assert.deepEqual(endings.take(Date.parse('2026-11-15T12:00:59Z')), [])
  assert.deepEqual(endings.take(Date.parse('2026-11-15T12:01:00Z')), [id])
  assert.equal(await at('2026-11-15T12:01:00Z'), 0)
  assert.deepEqual(endings.take(Date.parse('2027-01-01T00:00:00Z')), [])
})

test('a maintenance window pauses a service, and afterwards its checks decide the status', async () => {
  const id = await world.addService([])
  await db.query(
    sql`insert into service_state (service_id, status, since) values (${id}, 'failure', '2026-11-15T00:00:00Z')`,
  )
  await db.query(sql`update service set status = 'failure' where id = ${id}`)
  await db.query(
    sql`insert into suspension (service_id, start_time, end_time) values (${id}, '2026-11-15T10:00:00Z', '2026-11-15T11:00:00Z')`,
  )
  assert.equal(await markSuspended(db, new Date('2026-11-15T09:59:59.999Z')), 0)
  assert.equal(await markSuspended(db, new Date('2026-11-15T10:00:00Z')), 1)
  assert.deepEqual(await flags(id), { status: 'paused', is_suspended: true, is_silenced: true })
  assert.equal(await markSuspended(db, new Date('2026-11-15T10:30:00Z')), 0)
  assert.equal(await markSuspended(db, new Date('2026-11-15T11:00:00Z')), 1)
  assert.deepEqual(await flags(id), { status: 'failure', is_suspended: false, is_silenced: false })
})

test('a weekly window for notifications only leaves the status as it is, in the time zone of the account', async () => {
  const id = await world.addService([])
  await db.query(sql`update service set status = 'ok' where id = ${id}`)
  // Sunday 10:00 to 11:00 in Warsaw is 9:00 to 10:00 UTC in winter.
  await db.query(
    sql`insert into weekly_suspension (service_id, start_minute, end_minute, only_notifications) values (${id}, ${6 * 1440 + 600}, ${6 * 1440 + 660}, true)`,
  )
  await markSuspended(db, new Date('2026-11-15T09:30:00Z'))
  assert.deepEqual(await flags(id), { status: 'ok', is_suspended: false, is_silenced: true })
  await markSuspended(db, new Date('2026-11-15T10:30:00Z'))
  assert.deepEqual(await flags(id), { status: 'ok', is_suspended: false, is_silenced: false })
})

test('a service that was deactivated during a maintenance window is unknown when it is activated', async () => {
  const id = await world.addService([])
  await db.query(
    sql`insert into service_state (service_id, status, since) values (${id}, 'ok', '2026-11-15T00:00:00Z')`,
  )
  await db.query(sql`update service set is_suspended = true where id = ${id}`)
  await db.query(sql`update service set is_active = false where id = ${id}`)
  await db.query(sql`update service set is_suspended = false where id = ${id}`)
  assert.equal((await flags(id))?.status, 'paused')
  await db.query(sql`update service set is_active = true where id = ${id}`)
  assert.equal((await flags(id))?.status, 'unknown')
})

test('a forced analysis is sent to sensors once, when it is due', async () => {
  const sensors = [await world.addSensor(), await world.addSensor()]
  const id = await world.addService(sensors)
  const time = new Date('2026-11-15T12:00:00.123Z')
  await db.query(sql`insert into forced_analysis (service_id, time, kind, sensor_ids, revision, error_tolerance, timeout_ms, start_time)
values (${id}, ${time}, 'f', ${sensors}, 1, 51, 7000, ${time})`)
  const take = (now: string) => takeDueForcedAnalyses(db, new Date(now), () => null)
  assert.deepEqual(await take('2026-11-15T11:59:00Z'), [])
  const [together, again] = await Promise.all([take('2026-11-15T12:00:00Z'), take('2026-11-15T12:00:00Z')])
  const told = [...(together ?? []), ...(again ?? [])]
  assert.deepEqual(
    told.map(({ sensor_id, command }) => [
      sensor_id,
      command.slot,
      command.expires_at - time.getTime(),
      command.address,
    ]),
    sensors.map((sensor) => [sensor, time.getTime(), 15_000, 'http://127.0.0.1/']),
  )
})

test('a diagnostic is sent once, only its sensor can answer, and it ends without an answer in time', async () => {
  const [asked, other] = [await world.addSensor(), await world.addSensor()]
  const ids = ['a'.repeat(40), 'b'.repeat(40)]
  for (const id of ids)
    await db.query(sql`insert into diagnostic (id, owner_id, kind, sensor_id, settings, created_at, expires_at) values (${id}, ${world.account}, 'dns', ${asked},
  '{"dns_server":"192.0.2.53","address":"example.com","record_type":"A"}', '2026-11-15T12:00:00Z', '2026-11-16T12:00:00Z')`)
  const questions = await takeDueDiagnostics(db, new Date('2026-11-15T12:00:01Z'))
  assert.deepEqual(
    questions.map(({ sensor_id }) => sensor_id),
    [asked, asked],
  )
  assert.deepEqual(await takeDueDiagnostics(db, new Date('2026-11-15T12:00:02Z')), [])
  const [answered = '', silent = ''] = ids
  await storeAnswer(db, other, { id: answered, status: 'completed', results: 'forged' })
  await storeAnswer(db, asked, { id: answered, status: 'in_progress' })
  await storeAnswer(db, asked, { id: answered, status: 'completed', results: 'dig says' })
  await storeAnswer(db, asked, { id: answered, status: 'completed', results: 'too late' })
  await endUnansweredAndDeleteExpired(db, new Date('2026-11-15T12:02:00Z'))
  const rows = await db.query(
    sql<{ id: string; status: string; results: unknown }>`select id, status, results from diagnostic order by id`,
  )
  assert.deepEqual(rows, [
    { id: answered, status: 'completed', results: 'dig says' },
    { id: silent, status: 'completed', results: 'The sensor did not answer in time.' },
  ])
  await endUnansweredAndDeleteExpired(db, new Date('2026-11-16T12:00:01Z'))
  assert.deepEqual(await db.query(sql`select from diagnostic`), [])
})

test('a service with lists and steps among its settings is assigned', async () => {
  const sensor = await world.addSensor()
  const steps = [{ name: 'Log in', actions: [{ open: '/' }, { fill: { selector: '#user', value: '{{username}}' } }] }]
  const extended_settings = { steps, blocked_hosts: ['*.example.com'], timeout: 30_000 }
  const id = await world.addService([sensor], { address: 'https://shop.example/', extended_settings, secrets: {} })
  const byService = await readRevisions(db, [id], new Date())
  const [assigned] = planAssignments(id, byService.get(id) ?? [])
  assert.deepEqual(assigned?.revisions[0]?.configuration?.extended_settings, extended_settings)
  const message = toAssignment(assigned ?? assert.fail(), () => null)
  assert.deepEqual(readAssignment(writeAssignment(message)), message)
})

const garbage = ['"garbage"', 'null', '-1e300', '[5]', '{"address":{}}', '{"address":"x","extended_settings":["x"]}']

test('an unreadable configuration affects only its own service', async () => {
  const sensor = await world.addSensor()
  const good = await world.addService([sensor])
  const bad: number[] = []
  for (const json of [...garbage, '{"address":"x","secrets":"x"}']) {
    const id = await world.addService([sensor])
    bad.push(id)
    await db.query(sql`update service_revision set configuration = ${json}::jsonb where service_id = ${id}`)
  }
  const byService = await readRevisions(db, [good, ...bad], new Date())
  assert.equal(planAssignments(good, byService.get(good) ?? []).length, 1)
  for (const id of bad) assert.deepEqual(planAssignments(id, byService.get(id) ?? []), [])
})

test('unreadable forced analyses are left out', async () => {
  const sensor = await world.addSensor()
  const time = new Date('2026-11-15T13:00:00Z')
  const add = async (json: string | null) => {
    const id = await world.addService([sensor])
    await db.query(sql`insert into forced_analysis (service_id, time, kind, sensor_ids, revision, error_tolerance, timeout_ms, configuration, start_time)
values (${id}, ${time}, 'c', ${[sensor]}, 1, 51, 7000, ${json}::jsonb, ${time})`)
    return id
  }
  // `null` here is the JSON value; SQL null stands for the revision's own configuration.
  for (const json of garbage) await add(json)
  const sealed = await add('{"address":"x","extended_settings":{},"secrets":{"password":"not sealed"}}')
  const good = await add(null)
  const seal = createSealer(createVault(`test:${Buffer.alloc(32).toString('base64')}`), createSensorKeys().curveSeed)
  const taken = await takeDueForcedAnalyses(
    db,
    time,
    createSensorSealer(new Map([[sensor, createSensorKeys().curvePublic]]), seal),
  )
  assert.deepEqual(
    taken.map(({ command }) => command.service_id),
    [good],
  )
  assert.ok(sealed > 0)
})

test('unreadable diagnostics are left out and end without an answer', async () => {
  const sensor = await world.addSensor()
  const settings = '{"dns_server":"192.0.2.53","address":"example.com","record_type":"A"}'
  const now = new Date('2026-11-15T14:00:00Z')
  for (const [index, json] of [...garbage, '{}', settings].entries())
    await db.query(sql`insert into diagnostic (id, owner_id, kind, sensor_id, settings, created_at, expires_at)
values (${index.toString(16).padStart(40, 'c')}, ${world.account}, 'dns', ${sensor}, ${json}::jsonb, ${now}, '2026-11-16T12:00:00Z')`)
  const taken = await takeDueDiagnostics(db, now)
  assert.deepEqual(
    taken.map(({ command }) => command.id),
    [(garbage.length + 1).toString(16).padStart(40, 'c')],
  )
  await endUnansweredAndDeleteExpired(db, new Date(now.getTime() + 61_000))
  const waiting = await db.query(sql`select from diagnostic where sensor_id = ${sensor} and status <> 'completed'`)
  assert.equal(waiting.length, 0)
})
