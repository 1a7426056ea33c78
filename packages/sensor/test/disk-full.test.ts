import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeSensorHeartbeat } from '@wachta/bus'
import { allowAll, runCheck } from '@wachta/checks'
import {
  createAssignment,
  createReport,
  createTemporaryDirectory,
  eventually,
  minuteStart,
  toSpooled,
} from '@wachta/testing/sensor'
import { createLoadMeter } from '../src/load.ts'
import { createMemorySpool } from '../src/spool/memory-spool.ts'
import type { SpooledResult } from '../src/spool/records.ts'
import { openSpool, type Spool } from '../src/spool/spool.ts'
import { startWatch } from '../src/watch.ts'
import { openCentre } from './centre.ts'
import { hangDeletions, hangSyncs } from './hang-syncs.ts'
import { smallDisk } from './small-disk.ts'

const quick = { gatherMs: 1, segmentBytes: 4_096, storedBytes: 0 }

async function open(directory: string, limits: object = {}) {
  const [durable, volatile]: [SpooledResult[], SpooledResult[]] = [[], []]
  const clock = { now: Date.now() }
  const spool = await openSpool({
    directory,
    now: () => clock.now,
    onDurable: (results) => durable.push(...results),
    onVolatile: (results) => volatile.push(...results),
    onFault: () => undefined,
    limits: { ...quick, ...limits },
  })
  return { spool, durable, volatile, clock }
}

const services = (results: readonly SpooledResult[]) => results.map(({ report: { service_id } }) => service_id)

test('results that a full disk rejects are sent at once, and written when there is room', async () => {
  await using disk = await smallDisk()
  const it = await open(disk.path)
  await using _spool = it.spool
  it.spool.append(1, createReport(1, minuteStart))
  await it.spool.flush()
  await fillUntilRejected(disk, it.spool)
  const lost = services(it.volatile)
  assert.ok(lost.length > 0)
  assert.equal(it.spool.memory.held, lost.length)
  assert.notEqual(it.spool.memory.host, it.spool.host, 'sequences that a restart forgets are not those of the disk')
  it.spool.append(2, createReport(5_000, minuteStart))
  await eventually('the next one', () => services(it.volatile).includes(5_000))
  await disk.free()
  it.clock.now += 120_000
  it.spool.append(2, createReport(5_001, minuteStart))
  await eventually('all of them on the disk', () => services(it.durable).includes(5_001) && !it.spool.hasFault)
  for (const id of [...lost, 5_000, 5_001]) assert.ok(services(it.durable).includes(id), String(id))
  assert.equal(it.spool.memory.held, 0)
  await it.spool.flush()
  const again = await open(disk.path)
  assert.equal(again.spool.held, it.durable.length, 'and they are there after a restart')
  await again.spool[Symbol.asyncDispose]()
})

/** Fills the disk and the rest of its last block, until the spool cannot write a result. */
async function fillUntilRejected(disk: Awaited<ReturnType<typeof smallDisk>>, spool: Spool): Promise<void> {
  await disk.fill()
  for (let id = 2; !spool.hasFault; id += 1) {
    spool.append(1, createReport(id, minuteStart, { words: { error_message: 'x'.repeat(2_000) } }))
    await spool.flush().catch(() => undefined)
    assert.ok(id < 1_000, 'the disk takes everything')
  }
}

test('a disk is tried again in time, even if the clock is set back', async () => {
  await using disk = await smallDisk()
  const it = await open(disk.path)
  await using _spool = it.spool
  await fillUntilRejected(disk, it.spool)
  const rejected = it.spool.memory.held
  await disk.free()
  it.clock.now -= 3_600_000
  it.spool.append(2, createReport(5_000, minuteStart))
  await eventually('all of them on the disk', () => services(it.durable).includes(5_000))
  assert.deepEqual([rejected > 0, it.spool.memory.held], [true, 0])
})

test('what a disk rejected is written at the end, however soon that is', async () => {
  await using disk = await smallDisk()
  const it = await open(disk.path)
  await fillUntilRejected(disk, it.spool)
  const rejected = services(it.volatile)
  await disk.free()
  await it.spool[Symbol.asyncDispose]()
  assert.ok(rejected.length > 0)
  assert.deepEqual(services(it.durable).slice(-rejected.length), rejected)
})

test('a mark of an earlier session removes nothing from memory', () => {
  const spool = createMemorySpool({ limit: 10, onDropped: () => undefined })
  for (let id = 1; id <= 3; id += 1) spool.append([toSpooled(0, createReport(id, minuteStart))])
  spool.applyMarks([[0, 1, '1700000500000.1']])
  spool.applyMarks([[0, 3, '1700000000000.1']])
  assert.deepEqual([...spool.outstanding()], [[0, [2, 3]]])
  spool.applyMarks([[0, 3, '1700000500000.1']])
  assert.equal(spool.held, 0)
})

test('a spool starts on a full disk, and deletes stored results to make room', async () => {
  await using disk = await smallDisk('1m')
  const first = await open(disk.path, { storedBytes: 2 ** 30 })
  for (let id = 1; id <= 400; id += 1) {
    first.spool.append(1, createReport(id, minuteStart, { words: { error_message: 'x'.repeat(500) } }))
    if (id % 40 === 0) await first.spool.flush()
  }
  await first.spool.applyMarks([[1, 400]])
  await disk.fill()
  for (let id = 401; id <= 440; id += 1) {
    first.spool.append(1, createReport(id, minuteStart, { words: { error_message: 'x'.repeat(2_000) } }))
    await first.spool.flush()
  }
  assert.deepEqual([first.volatile.length, first.spool.hasFault], [0, false], 'what the centre has was given up first')
  await first.spool[Symbol.asyncDispose]()
  await disk.fill()
  const second = await open(disk.path)
  second.spool.append(1, createReport(1_000, minuteStart, { words: { error_message: 'x'.repeat(200_000) } }))
  await second.spool.flush().catch(() => undefined)
  assert.ok(second.spool.hasFault)
  assert.deepEqual(services(second.volatile), [1_000])
  await second.spool[Symbol.asyncDispose]()
})

test('results that waited for a hanging disk are written when it recovers, including those rejected meanwhile', async () => {
  await using directory = await createTemporaryDirectory()
  const it = await open(directory.path)
  await using _spool = it.spool
  await using hanging = await hangSyncs(directory.path)
  it.spool.append(1, createReport(1, minuteStart))
  await eventually('the disk hangs', () => hanging.waits)
  it.clock.now += 3_000
  for (let id = 2; id <= 20; id += 1) it.spool.append(1, createReport(id, minuteStart))
  await eventually('they are in memory', () => it.spool.hasFault && it.spool.memory.held === 19)
  hanging.release()
  await eventually('the disk works', () => !it.spool.hasFault)
  assert.equal(it.spool.memory.held, 0)
  assert.deepEqual(
    services(it.durable),
    [...Array(20).keys()].map((index) => index + 1),
  )
})

test('a disk that hangs while stored results are deleted does not hold up new ones', async () => {
  await using directory = await createTemporaryDirectory()
  const it = await open(directory.path, { segmentBytes: 1 })
  await using _spool = it.spool
  for (let id = 1; id <= 3; id += 1) {
    it.spool.append(1, createReport(id, minuteStart))
    await it.spool.flush()
  }
  using hanging = hangDeletions()
  const applied = it.spool.applyMarks([[1, 3]])
  await eventually('the disk hangs', () => hanging.waits)
  it.spool.append(1, createReport(4, minuteStart))
  it.clock.now += 3_000
  it.spool.append(1, createReport(5, minuteStart))
  await eventually('they are in memory', () => it.spool.memory.held === 2)
  assert.deepEqual(services(it.volatile), [4, 5])
  hanging.release()
  await applied
  it.clock.now += 60_000
  await eventually('they are on the disk', () => it.durable.length === 5 && it.spool.memory.held === 0)
  assert.equal(it.spool.hasFault, false)
})

test('sequences that a mark skips during a write are not used after it', async () => {
  await using directory = await createTemporaryDirectory()
  const it = await open(directory.path)
  await using _spool = it.spool
  await using hanging = await hangSyncs(directory.path)
  it.spool.append(1, createReport(1, minuteStart))
  await eventually('the disk hangs', () => hanging.waits)
  // The centre has more than a disk that was restored from an old copy.
  const applied = it.spool.applyMarks([[1, 50]])
  hanging.release()
  await applied
  it.spool.append(1, createReport(2, minuteStart))
  await it.spool.flush()
  assert.deepEqual(
    it.durable.map(({ sequence }) => sequence),
    [1, 51],
  )
})

test('memory is limited: the oldest results are dropped and counted', async () => {
  let dropped = 0
  const spool = createMemorySpool({
    limit: 10,
    onDropped: (results) => {
      dropped += results
    },
  })
  for (let id = 1; id <= 25; id += 1) spool.append([toSpooled(id % 2, createReport(id, minuteStart))])
  assert.deepEqual([spool.held, dropped], [10, 15])
  for (const [group, [from, to]] of spool.outstanding()) {
    assert.equal(spool.first(group), from)
    const read = await spool.read(group, from, 100)
    assert.deepEqual(
      read.map(({ sequence }) => sequence),
      Array.from({ length: to - from + 1 }, (_, index) => from + index),
    )
  }
  const [, last] = spool.outstanding().get(0) ?? [0, 0]
  spool.applyMarks([[0, last]])
  assert.equal(spool.outstanding().has(0), false)
  assert.equal(spool.drain().length, spool.held + 5)
})

test('a sensor with a full disk continues to report fresh results, and reports the fault', {
  timeout: 120_000,
}, async () => {
  await using centre = await openCentre()
  await using disk = await smallDisk()
  const from = (host: string) => centre.received.filter((one) => one.host === host)
  const faults: boolean[] = []
  centre.bus.connection.subscribe(centre.bus.subjects.heartbeats(), {
    callback: (_, message) => void faults.push(decodeSensorHeartbeat(message.data).disk_fault),
  })
  const every = { address: 'http://127.0.0.1:9/', interval_ms: 1_000, timeout_ms: 900, phase_ms: 500 }
  await centre.assign(1, createAssignment(11, every, 2))
  const log = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }
  const start = () =>
    startWatch({
      ...{ sensor_id: 1, directory: disk.path, capacity: 100, spoolBytes: 2 ** 30, version: '0', guard: allowAll, log },
      browser: { able: false, reason: 'not tried' },
      bus: { url: centre.url, cell: centre.cell, name: 'sensor' },
      selfCheck: {
        isWell: null,
        networks: null,
        answered: [],
        check: async () => undefined,
        workedSince: async () => true,
      },
      load: createLoadMeter(() => 0),
      runCheck: (order) => runCheck(order, { guard: allowAll }),
      openSecrets: () => undefined,
    })
  {
    await using before = await start()
    await eventually('results', () => centre.received.length >= 2)
    await disk.fill()
    await eventually('results that the disk did not take', () => from(before.spool.memory.host).length >= 2, 60_000)
  }
  await using it = await start()
  const { host } = it.spool.memory
  await eventually('results of one that started on a full disk', () => from(host).length >= 3, 60_000)
  assert.ok(from(host).every(({ urgency }) => urgency === 'live'))
  await eventually('the centre has them', () => it.spool.memory.held <= 2)
  await eventually('a word about it', () => faults.includes(true))
  await disk.free()
  const count = from(it.spool.host).length
  await eventually('the disk again', () => from(it.spool.host).length > count, 90_000)
  const slots = from(host).map(({ report: { slot } }) => slot)
  assert.equal(new Set(slots).size, (Math.max(...slots) - Math.min(...slots)) / 1_000 + 1, 'no slot is missing')
})
