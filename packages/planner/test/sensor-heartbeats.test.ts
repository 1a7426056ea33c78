import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { SensorHeartbeat } from '@wachta/bus'
import { sql } from 'kysely'
import { AssignmentTable } from '../src/assignment-table.ts'
import { planAssignments } from '../src/desired.ts'
import { readRevisions } from '../src/revisions.ts'
import { SensorHeartbeats } from '../src/sensor-heartbeats.ts'
import { openWorld } from './support/world.ts'

const world = await openWorld()
after(() => world[Symbol.asyncDispose]())

const beat = (digest: SensorHeartbeat['digest']): SensorHeartbeat => ({
  v: 1,
  host: 'host',
  version: '0.1.0',
  sent: 0,
  clock_offset_ms: 3,
  lag_ms: 5,
  digest,
  self_check: null,
  reference_networks: 3,
  running: 0,
  spooled: 0,
  spooled_bytes: 0,
  complete_until: null,
  dropped_artifacts: 0,
  disk_fault: false,
})

/** An assignment table with one service, which is published to its sensor. */
async function told() {
  const board = new AssignmentTable()
  const sensor = await world.addSensor()
  const service = await world.addService([sensor])
  const byService = await readRevisions(world.db, [service], new Date())
  board.setDesired(service, planAssignments(service, byService.get(service) ?? []))
  for (const post of board.takeDue(10)) board.confirmPost(post)
  const beats = new SensorHeartbeats(board)
  await beats.store(world.db)
  return { board, sensor, service, beats }
}

/** Rereads the services that the planner has to reread, and returns the due posts. */
async function readDue(board: AssignmentTable) {
  for (const [service_id, revisions] of await readRevisions(world.db, board.unread, new Date()))
    board.setDesired(service_id, planAssignments(service_id, revisions))
  return board.takeDue(10)
}

test('a heartbeat is answered with the digest of the published assignments, and stored', async () => {
  const { board, sensor, beats } = await told()
  const answer = beats.answer(sensor, beat(board.digest(sensor)), () => 1_000)
  assert.deepEqual(answer, {
    v: 1,
    received: 1_000,
    sent: 1_000,
    digest: board.digest(sensor),
    valid_until: 1_000 + 86_400_000,
    quarantined: false,
    backlog_credit: 20_000,
  })
  await beats.store(world.db)
  const [stored] = await world.db.query(
    sql`select version, clock_offset_ms, lag_ms from sensor_state where sensor_id = ${sensor}`,
  )
  assert.deepEqual(stored, { version: '0.1.0', clock_offset_ms: 3, lag_ms: 5 })
})

test('an unknown sensor gets no reply, and an inactive one keeps no assignments', async () => {
  const { board, sensor, beats } = await told()
  assert.equal(
    beats.answer(999_999, beat(board.digest(sensor)), () => 0),
    undefined,
  )
  await world.db.query(sql`update sensor set is_active = false where id = ${sensor}`)
  await beats.store(world.db)
  assert.equal(beats.answer(sensor, beat(board.digest(sensor)), () => 5)?.valid_until, 5)
})

test('a sensor whose assignments keep differing gets all of them again, but not before a delay', async () => {
  const { board, sensor, service, beats } = await told()
  const wrong = beat({ count: 1, hash: '0'.repeat(64) })
  for (const now of [0, 60_000, 119_999]) beats.answer(sensor, wrong, () => now)
  assert.deepEqual(await readDue(board), [])
  beats.answer(sensor, wrong, () => 120_000)
  const again = await readDue(board)
  assert.deepEqual(
    again.map(({ service_id }) => service_id),
    [service],
  )
  for (const post of again) board.confirmPost(post)
  // One correct digest restarts the waiting time.
  beats.answer(sensor, beat(board.digest(sensor)), () => 130_000)
  beats.answer(sensor, wrong, () => 250_001)
  assert.deepEqual(await readDue(board), [])
})

test('sensors are counted by the states in their heartbeats', async () => {
  const { board, sensor, beats } = await told()
  const others = beats.sensors.silent - 1
  const tell = (given: Partial<SensorHeartbeat>) =>
    beats.answer(sensor, { ...beat(board.digest(sensor)), ...given }, Date.now)
  const well = { heard: 1, silent: others, differing: 0, cut_off: 0, unsure: 0, disk_fault: 0 }
  tell({ self_check: true })
  assert.deepEqual(beats.sensors, well)
  tell({ self_check: false })
  assert.deepEqual(beats.sensors, { ...well, cut_off: 1 })
  tell({ reference_networks: 2 })
  assert.deepEqual(beats.sensors, { ...well, unsure: 1 })
  tell({ disk_fault: true })
  assert.deepEqual(beats.sensors, { ...well, disk_fault: 1 })
  // Older sensors do not report this, and sensors without configured targets intend it.
  tell({ reference_networks: null })
  assert.deepEqual(beats.sensors, well)
})

test('hosts of a sensor share its buckets, and each is compared with the published assignments for itself', async () => {
  const { board, sensor, beats } = await told()
  const share = { capacity: 5_000, isLeaving: false, buckets: [] }
  const right = board.digest(sensor)
  const hear = (host: string, now: number, given: Partial<SensorHeartbeat> = {}) =>
    beats.answer(sensor, { ...beat(right), host, share, ...given }, () => now)
  const alone = hear('a', 0)?.share
  assert.deepEqual([alone?.isAlone, alone?.buckets.length], [true, 64])
  assert.deepEqual(hear('b', 1_000)?.share, { leaseMs: 15_000, isAlone: false, buckets: [] })
  assert.ok(beats.findUnsettled(1_000).includes(sensor), 'the first has to give half of them to the second')
  const halved = hear('a', 2_000, { share: { ...share, buckets: alone?.buckets ?? [] } })?.share
  assert.equal(halved?.buckets.filter(({ until }) => until === 14_000).length, 32)
  // A correct digest of one host says nothing about the other.
  const wrong = { count: 1, hash: '0'.repeat(64) }
  for (const now of [0, 60_000, 119_999]) {
    hear('a', now, { digest: wrong })
    hear('b', now)
  }
  assert.deepEqual(await readDue(board), [])
  hear('a', 120_000, { digest: wrong })
  assert.equal((await readDue(board)).length, 1)
})

test('a planner that may not have heard all heartbeats waits for the hosts that it knows', async () => {
  const { board, sensor, beats } = await told()
  const share = { capacity: 5_000, isLeaving: false, buckets: [] }
  const now = Date.now()
  const hear = (host: string, at: number) =>
    beats.answer(sensor, { ...beat(board.digest(sensor)), host, share }, () => at)?.share?.buckets.length
  assert.equal(hear('a', now - 60_000), 64)
  beats.assumeMissedHeartbeats()
  beats.findUnsettled(now + 10_000)
  assert.equal(hear('b', now + 10_000), 0)
  beats.findUnsettled(now + 17_000)
  assert.equal(hear('b', now + 17_000), 64)
})

test('a planner goes on with the kept division, and without one waits for hosts of a sensor that was heard', async () => {
  const { board, sensor, beats } = await told()
  const share = { capacity: 5_000, isLeaving: false, buckets: [] }
  const now = Date.now()
  const hear = (planner: SensorHeartbeats, host: string, at: number) =>
    planner.answer(sensor, { ...beat(board.digest(sensor)), host, share }, () => at)?.share?.buckets.length
  hear(beats, 'a', now)
  const division = beats.takeUnsaved(sensor)
  assert.ok(division)
  assert.equal(beats.takeUnsaved(sensor), undefined)
  const informed = new SensorHeartbeats(board)
  await informed.store(world.db)
  informed.restoreDivisions(new Map([[sensor, division]]))
  assert.equal(hear(informed, 'b', now), 0)
  assert.equal(hear(informed, 'a', now), 32, 'what it did not receive is free')
  await beats.store(world.db)
  const successor = new SensorHeartbeats(board)
  await successor.store(world.db)
  const first = successor.answer(sensor, { ...beat(board.digest(sensor)), share }, () => now + 17_000)
  assert.deepEqual(first?.share?.buckets, [])
})

test('a heartbeat that the database rejects does not affect other sensors', async () => {
  const { board, sensor, beats } = await told()
  const other = await world.addSensor()
  await beats.store(world.db)
  const good = beat(board.digest(sensor))
  // As if the decoder had accepted this value.
  beats.answer(sensor, { ...good, lag_ms: 9e12 }, () => 1_000)
  beats.answer(other, good, () => 1_000)
  const failed = await beats.store(world.db)
  assert.deepEqual([...failed.keys()], [sensor])
  const rows = await world.db.query(
    sql<{ sensor_id: number }>`select sensor_id from sensor_state where sensor_id in (${sensor}, ${other})`,
  )
  assert.deepEqual(
    rows.map(({ sensor_id }) => sensor_id),
    [other],
  )
})
