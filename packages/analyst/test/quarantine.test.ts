import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openDatabase } from '@wachta/database'
import { assessSensor, type CheckResult } from '@wachta/domain'
import { createReceivedReport, start } from '@wachta/testing/analyst/simulated'
import { createTestDatabase } from '@wachta/testing/database'
import { sql } from 'kysely'
import { checkHeartbeat } from '../src/heartbeat.ts'
import { PeerComparator } from '../src/peer-comparator.ts'
import { QuarantinedSensors } from '../src/quarantine-lookup.ts'
import { openSlot, type PendingSlot } from '../src/slots/open-slot.ts'
import { findTarget } from '../src/slots/owner-and-target.ts'
import { readQuarantines, updateQuarantine, writeComparisons } from '../src/store/quarantined.ts'

const minute = 60_000

interface SeenSlot {
  readonly service_id: number
  readonly owner_id?: number
  readonly target?: string
  readonly quarantinedRanks?: Set<number>
}

/** A slot with these results of sensors 1, 2, 3 … By default, each service has its own account and target. */
function slotOf(slot: number, said: readonly CheckResult[], { service_id, ...more }: SeenSlot): PendingSlot {
  const owner_id = more.owner_id ?? service_id
  const ownerAndTarget = { tree_id: owner_id, owner_id, target: more.target ?? `shop-${service_id}.example` }
  const expectation = {
    revision: 1,
    sensor_ids: said.map((_, index) => index + 1),
    error_tolerance: 51,
    ownerAndTarget,
  }
  const open = openSlot(service_id, slot, { kind: 's', deadline: slot, expectation })
  open.quarantinedRanks = more.quarantinedRanks
  for (const [index, result] of said.entries())
    open.reports[index] = createReceivedReport({ service_id, slot, sensor_id: index + 1, result })
  return open
}

function observed(
  services: number,
  said: (service: number) => readonly CheckResult[],
  more: (service: number) => Partial<SeenSlot> = () => ({}),
): PeerComparator {
  const peers = new PeerComparator()
  for (let count = 0; count < 5; count += 1)
    for (let service_id = 1; service_id <= services; service_id += 1)
      peers.observe(slotOf(start + count * minute, said(service_id), { service_id, ...more(service_id) }))
  return peers
}

const now = start + 5 * minute
const third = (peers: PeerComparator, at = now) => assessSensor(peers.takeComparisons(at).get(3) ?? [])

test('a sensor that fails where its peers do not has an excess of errors, and only recent results count', () => {
  const peers = observed(20, (service) => ['ok', 'ok', service % 2 === 0 ? 'error' : 'ok'])
  assert.deepEqual(third(peers), { excess: 0.5, isBroad: true })
  assert.deepEqual(assessSensor(peers.takeComparisons(now).get(1) ?? [])?.isBroad, false)
  assert.equal(third(peers, now + 5 * minute), undefined)
})

test('a sensor in quarantine is compared by its reported results, and is not a peer of others', () => {
  const quarantined = observed(
    20,
    () => ['ok', 'error', 'error'],
    () => ({ quarantinedRanks: new Set([2]) }),
  )
  assert.equal(third(quarantined)?.excess, 0.5)
  assert.equal(assessSensor(quarantined.takeComparisons(now).get(2) ?? [])?.excess, 1, 'the third is no peer of it')
})

test('errors that a sensor of an earlier version hides in quarantine count as errors', () => {
  const peers = new PeerComparator()
  for (let service_id = 1; service_id <= 40; service_id += 1) {
    const open = slotOf(start, ['ok', 'ok', 'unknown'], { service_id, quarantinedRanks: new Set([2]) })
    open.reports[2] = createReceivedReport({
      service_id,
      slot: start,
      sensor_id: 3,
      result: 'unknown',
      reason: 'quarantined',
    })
    peers.observe(open)
  }
  assert.equal(third(peers, start + minute)?.excess, 1)
})

test('an outage that all sensors see, few targets, missing results and a single customer are no reason for quarantine', () => {
  const assessed = [
    observed(20, () => ['error', 'error', 'error']),
    observed(20, (service) => ['ok', 'ok', service % 5 === 0 ? 'error' : 'ok']),
    observed(9, () => ['ok', 'ok', 'error']),
    observed(20, () => ['error']),
    observed(20, () => ['ok', 'ok', 'unknown']),
    // A hundred services of one customer at one target that refuses the sensor; the others are fine.
    observed(
      110,
      (service) => ['ok', 'ok', service <= 100 ? 'error' : 'ok'],
      (service) => (service <= 100 ? { owner_id: 1_000, target: 'hostile.example' } : {}),
    ),
    // The same at a hundred targets, plus another customer whose only sensor it is.
    observed(
      101,
      (service) => (service <= 100 ? ['ok', 'ok', 'error'] : ['unknown', 'unknown', 'ok']),
      (service) => (service <= 100 ? { owner_id: 1_000 } : {}),
    ),
  ].map((peers) => third(peers))
  for (const one of assessed) assert.ok(one === undefined || one.excess <= 0.3 || !one.isBroad, JSON.stringify(one))
})

test('targets are registered domains or IP addresses, for all check types', () => {
  const addresses = [
    'https://www.shop.example.co.uk:8443/a?b',
    'db.example.co.uk:5432',
    'example.co.uk',
    '192.0.2.7:25',
    '[2001:db8::1]:80',
  ]
  assert.deepEqual(addresses.map(findTarget), [
    'example.co.uk',
    'example.co.uk',
    'example.co.uk',
    '192.0.2.7',
    '2001:db8::1',
  ])
})

test('results from the time of a quarantine do not count when they arrive later', () => {
  const sensors = new QuarantinedSensors()
  sensors.replace([
    { sensor_id: 1, since: 1_000, until: null },
    { sensor_id: 2, since: 1_000, until: 2_000 },
  ])
  assert.equal(sensors.size, 1)
  assert.deepEqual(
    [500, 1_500, 2_500].map((slot) => sensors.has(1, slot)),
    [true, true, true],
  )
  assert.deepEqual(
    [500, 1_500, 2_500].map((slot) => sensors.has(2, slot)),
    [false, true, false],
  )
  assert.equal(sensors.has(3, 1_500), false)
})

test('analysts decide about quarantine from the comparisons of all shards', async () => {
  const { database, addEvidence, judge } = await stage()
  // Each shard has seen too few targets; together they have seen enough.
  await addEvidence(0, 1, [1, 2])
  await addEvidence(1, 1, [3, 4])
  assert.deepEqual(await judge(), { quarantined: [], released: [] })
  await addEvidence(2, 1, [5, 6])
  assert.deepEqual(await judge(), { quarantined: [3], released: [] })
  const [span] = await readQuarantines(database)
  assert.deepEqual([span?.sensor_id, span?.until], [3, null])
  // With unchanged evidence, the sensor stays in quarantine, and no second notification is sent.
  assert.deepEqual(await judge(), { quarantined: [], released: [] })
  await addEvidence(0, 0, [1, 2])
  await addEvidence(1, 0, [3, 4])
  await addEvidence(2, 0, [5, 6])
  assert.deepEqual(await judge(), { quarantined: [], released: [] }, 'to agree once is not enough')
  await database.query(sql`update sensor_state set agrees_since = now() - interval '11 minutes' where sensor_id = 3`)
  assert.deepEqual(await judge(), { quarantined: [], released: [3] })
  await addEvidence(0, 1, [1, 2, 3, 4, 5])
  assert.deepEqual(await judge(), { quarantined: [3], released: [] })
  const [{ strikes } = { strikes: 0 }] = await database.query(
    sql<{ strikes: number }>`select strikes from sensor_state where sensor_id = 3`,
  )
  assert.equal(strikes, 2)
})

test('comparisons of a dead analyst expire, an analyst without its lease writes none, and quarantines with other reasons stay', async () => {
  const { database, addEvidence, judge } = await stage()
  await addEvidence(0, 1, [1, 2, 3, 4])
  await database.query(sql`update sensor_comparison set observed_at = now() - interval '2 minutes'`)
  assert.deepEqual(await judge(), { quarantined: [], released: [] })
  await assert.rejects(writeComparisons(database, { shard: 0, epoch: 6, owner: 'test' }, new Map()), {
    name: 'FencedError',
  })
  await assert.rejects(updateQuarantine(database, { shard: 0, epoch: 6, owner: 'test' }), { name: 'FencedError' })
  await database.query(sql`insert into sensor_state (sensor_id, quarantined, reason, agrees_since)
values (3, true, 'by hand', now() - interval '1 day') on conflict (sensor_id) do update set quarantined = true, reason = 'by hand'`)
  await addEvidence(0, 0, [1, 2, 3, 4])
  assert.deepEqual(await judge(), { quarantined: [], released: [] })
})

/** A database with a sensor, and the leases of all shards. */
async function stage() {
  const server = await createTestDatabase()
  const owner = openDatabase(server.url, { role: null, connections: 1 })
  const database = openDatabase(server.url)
  after(async () => {
    await database[Symbol.asyncDispose]()
    await owner[Symbol.asyncDispose]()
    await server[Symbol.asyncDispose]()
  })
  await owner.query(sql`insert into sensor (id, name) overriding system value values (3, 'third')`)
  await owner.query(sql`insert into analyst_lease (vp_group, owner, epoch, expires_at)
select g, 'test', 7, now() + interval '1 hour' from generate_series(0, 2) g on conflict (vp_group) do update set epoch = 7, owner = 'test'`)
  return {
    database,
    /** Writes the comparisons of one shard for the sensor, with two targets per account. */
    addEvidence: (shard: number, excess: number, owners: readonly number[]) =>
      writeComparisons(
        database,
        { shard, epoch: 7, owner: 'test' },
        new Map([[3, owners.map((owner_id) => ({ tree_id: owner_id, owner_id, targets: 2, excess, checks: 10 }))]]),
      ),
    judge: () => updateQuarantine(database, { shard: 0, epoch: 7, owner: 'test' }),
  }
}

const hourlyJob = {
  intervalMs: 60 * minute,
  since: start,
  resumedAt: Number.NEGATIVE_INFINITY,
  extended_settings: { grace: 300 },
}

test('a heartbeat service fails when its job is missing, late, failing or runs too long', () => {
  const plan = { ...hourlyJob, extended_settings: { grace: 300, maximum_run_time: 600 } }
  const at = (minutes: number) => start + minutes * minute
  const none = { started_at: null, finished_at: null, failed_at: null, previous_finished_at: null, message: null }
  const seen = (heartbeat: object | undefined, minutes: number) => {
    const { result, error_type_id } = checkHeartbeat(heartbeat && { ...none, ...heartbeat }, plan, at(minutes)).check
    return error_type_id ?? result
  }
  assert.equal(seen(undefined, 60), 'unknown')
  assert.equal(seen(undefined, 66), 1702)
  assert.equal(seen({ finished_at: at(10) }, 60), 'ok')
  assert.equal(seen({ finished_at: at(10) }, 76), 1701)
  assert.equal(seen({ finished_at: at(10), failed_at: at(20) }, 30), 1703)
  assert.equal(seen({ finished_at: at(30), failed_at: at(20) }, 40), 'ok')
  assert.equal(seen({ finished_at: at(10), started_at: at(20) }, 29), 'ok')
  assert.equal(seen({ finished_at: at(10), started_at: at(20) }, 31), 1704)
  const done = checkHeartbeat({ ...none, started_at: at(8), finished_at: at(10) }, plan, at(60))
  assert.equal(done.check.response_time, 2 * minute)
  const long = checkHeartbeat({ ...none, started_at: at(0) - 30 * 1440 * minute, finished_at: at(10) }, plan, at(60))
  assert.equal(long.check.response_time, 0x7fff_ffff, 'what its column holds')
})

test('the silence of a job is counted from the end of a pause at the earliest', () => {
  const at = (minutes: number) => start + minutes * minute
  const plan = { ...hourlyJob, resumedAt: at(600) }
  const check = (minutes: number, finished: number, previous: number | null = null) => {
    const times = { finished_at: at(finished), previous_finished_at: previous === null ? null : at(previous) }
    const heartbeat = { started_at: null, failed_at: null, message: null, ...times }
    const { check: found, detail } = checkHeartbeat(heartbeat, plan, at(minutes))
    return [found.error_type_id ?? found.result, detail?.metrics?.['heartbeat_delay']]
  }
  assert.deepEqual(check(601, 10), ['unknown', 0], 'nothing was due during the pause')
  assert.deepEqual(check(665, 10), ['unknown', 300])
  assert.deepEqual(check(666, 10), [1701, 360])
  assert.deepEqual(check(601, 590), ['ok', 0], 'a report during the pause counts')
  assert.deepEqual(check(640, 630, 10), ['ok', 0], 'nor is the first report after the pause late')
})

test('a heartbeat check has metrics, and the message of the job with a failure', () => {
  const plan = hourlyJob
  const at = (minutes: number) => start + minutes * minute
  const none = { started_at: null, finished_at: null, failed_at: null, previous_finished_at: null, message: null }
  const late = { ...none, previous_finished_at: at(10), started_at: at(71), finished_at: at(73) }
  assert.deepEqual(checkHeartbeat(late, plan, at(80)).detail, {
    metrics: { heartbeat_delay: 180, job_duration: 2 * minute },
  })
  // While the next heartbeat is overdue, the delay grows.
  assert.deepEqual(checkHeartbeat(late, plan, at(135)).detail?.metrics?.['heartbeat_delay'], 120)
  assert.equal(checkHeartbeat(none, plan, at(10)).detail, null)
  const failed = { ...none, failed_at: at(5), message: 'disk full' }
  const { detail, jobMessage, check } = checkHeartbeat(failed, plan, at(10))
  assert.deepEqual([detail, jobMessage, check.error_type_id], [{ error_message: 'disk full' }, 'disk full', 1703])
  // Only one analysis keeps the report of the job; the next one just repeats its message.
  const next = checkHeartbeat(failed, plan, at(70))
  assert.deepEqual([next.detail, next.jobMessage], [{ error_message: 'disk full' }, undefined])
})
