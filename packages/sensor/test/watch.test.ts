import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { type AddressInfo, connect, createServer } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { allowAll, runCheck } from '@wachta/checks'
import {
  createAssignment,
  createReport,
  createRevision,
  createTemporaryDirectory,
  eventually,
} from '@wachta/testing/sensor'
import { createLoadMeter } from '../src/load.ts'
import { loadState } from '../src/saved-state.ts'
import { openSpool } from '../src/spool/spool.ts'
import { type SensorWatch, startWatch, type WatchOptions } from '../src/watch.ts'
import { type Centre, openCentre, type ReceivedResult } from './centre.ts'
import { hangSyncs } from './hang-syncs.ts'
import { spawnSensor } from './sensor-process.ts'
import { smallDisk } from './small-disk.ts'
import { target } from './target.ts'

const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }

function watch(centre: Centre, directory: string, given: Partial<WatchOptions> = {}): Promise<SensorWatch> {
  return startWatch({
    sensor_id: 1,
    directory,
    bus: { url: centre.url, cell: centre.cell, name: 'sensor' },
    guard: allowAll,
    capacity: 100,
    spoolBytes: 2 ** 30,
    version: '0',
    browser: { able: false, reason: 'not tried' },
    selfCheck: { isWell: null, networks: 0, answered: [], check: async () => undefined, workedSince: async () => true },
    load: createLoadMeter(() => 0),
    runCheck: (order) => runCheck(order, { guard: allowAll }),
    openSecrets: () => undefined,
    log: silent,
    ...given,
  })
}

const nowhere = { url: 'nats://127.0.0.1:9', cell: 'nowhere', name: 'sensor' }
const everySecond = (address: string) => ({ address, interval_ms: 1_000, timeout_ms: 900, phase_ms: 500 })
const slotsOf = (received: readonly ReceivedResult[]) => received.map(({ report }) => report.slot)

test('a sensor checks its assignments and reports to the centre, which confirms', async () => {
  await using centre = await openCentre()
  await using directory = await createTemporaryDirectory()
  await using served = await target()
  await centre.assign(1, createAssignment(11, everySecond(served.url), 2))
  await centre.assign(1, createAssignment(12, everySecond('http://127.0.0.1:9/'), 5))
  await using it = await watch(centre, directory.path)
  await eventually('results of both', () => centre.received.filter(({ group }) => group === 5).length >= 3)
  const [good, bad] = [2, 5].map((group) => centre.received.filter((one) => one.group === group))
  assert.ok(good?.every(({ report }) => report.service_id === 11 && report.result === 'ok'))
  assert.ok(bad?.every(({ report }) => report.service_id === 12 && report.result === 'error'))
  assert.ok(bad?.every(({ report }) => report.words?.error_message !== undefined))
  assert.ok(slotsOf(centre.received).every((slot) => slot % 1_000 === 500))
  assert.ok(centre.received.every(({ urgency, report }) => urgency === 'live' && report.started < 2_100))
  await eventually('the way to it', () => centre.artifacts.some(({ artifact_id }) => artifact_id === 'traceroute'))
  assert.match(String(centre.artifacts.find(({ artifact_id }) => artifact_id === 'traceroute')?.bytes), /127\.0\.0\.1/)
  await eventually('confirmed', () => it.spool.held < 4)

  await centre.assign(1, { v: 1, service_id: 12, group: 5, revisions: [] })
  await eventually('gone', () => it.sensor.assignments.size === 1)
  assert.ok(Math.abs(it.sensor.clock.offset_ms ?? 9_999) < 500)
})

test('a sensor keeps a share that it gets while it still reads its assignments from the disk', async () => {
  await using centre = await openCentre()
  await using directory = await createTemporaryDirectory()
  // Opening this named pipe blocks until something is written to it.
  const assignments = join(directory.path, 'assignments.jsonl')
  execFileSync('mkfifo', [assignments])
  const starting = watch(centre, directory.path)
  const isKept = async () => (await loadState(directory.path))?.share?.isAlone === true
  try {
    await eventually('the share', isKept)
  } finally {
    await writeFile(assignments, '')
    await using _ = await starting
  }
})

test('a host without a planner says once a minute that it runs no checks, not with every heartbeat', async () => {
  await using centre = await openCentre()
  await using directory = await createTemporaryDirectory()
  const [warnings, unanswered]: [string[], object[]] = [[], []]
  const log = {
    ...silent,
    debug: (details: object) => void unanswered.push(details),
    warn: (_: object, message: string) => void warnings.push(message),
  }
  const bus = { url: centre.url, cell: `${centre.cell}-2`, name: 'sensor' }
  await using _ = await watch(centre, directory.path, { bus, log: log as typeof silent })
  await eventually('more heartbeats', () => unanswered.length >= 2)
  assert.equal(warnings.filter((message) => message.includes('does not answer heartbeats')).length, 1)
})

test('results that the centre lost are sent again at once', async () => {
  await using centre = await openCentre()
  await using directory = await createTemporaryDirectory()
  await using served = await target()
  await centre.assign(1, createAssignment(11, everySecond(served.url), 2))
  await using it = await watch(centre, directory.path)
  await eventually('results', () => centre.received.length >= 4)
  await eventually('confirmed', () => it.spool.held < 3)
  const { host } = it.spool
  const again = () => centre.received.filter(({ sequence }) => sequence === 2).length
  assert.equal(again(), 1)
  // A centre that has lost results no longer confirms them.
  centre.settings.isCommitting = false
  centre.command(1, { kind: 'committed', host, marks: [[2, 1, 'after the failover']] })
  await eventually('the second again', () => again() > 1)
})

test('results are packed as long as the analyst of their shard reads packed ones', async () => {
  await using centre = await openCentre()
  await using directory = await createTemporaryDirectory()
  await using served = await target()
  await centre.assign(1, createAssignment(11, everySecond(served.url), 2))
  await using it = await watch(centre, directory.path)
  const last = (isPacked: boolean) => centre.received.at(-1)?.isPacked === isPacked
  await eventually('a result', () => centre.received.length > 0)
  assert.ok(last(false), 'an analyst that has not said so')
  centre.settings.readsPacked = true
  await eventually('a packed result', () => last(true))
  centre.settings.readsPacked = false
  await eventually('a plain result', () => last(false))
  await eventually('confirmed', () => it.spool.held < 3)
  const sequences = centre.received.map(({ sequence }) => sequence)
  assert.deepEqual(
    sequences,
    sequences.toSorted((one, other) => one - other),
  )
})

test('forced checks and diagnostics are answered', async () => {
  await using centre = await openCentre()
  await using directory = await createTemporaryDirectory()
  await using served = await target()
  await using it = await watch(centre, directory.path)
  await eventually('a lease', () => it.sensor.valid_until > Date.now())
  const now = Date.now()
  const force = {
    kind: 'force',
    service_id: 7,
    group: 1,
    slot: now,
    expires_at: now + 15_000,
    ...createRevision({ address: served.url }),
  } as const
  for (let times = 0; times < 3; times++) centre.command(1, force)
  centre.command(1, {
    kind: 'dns',
    id: 'a',
    expires_at: now + 60_000,
    dns_server: '127.0.0.1',
    address: 'example.org',
    record_type: 'A',
  })
  centre.command(1, {
    kind: 'dns',
    id: 'b',
    expires_at: now + 60_000,
    dns_server: '127.0.0.1',
    address: 'example.org',
    record_type: 'MBOXFW',
  })
  centre.command(1, { kind: 'traceroute', id: 'c', expires_at: now + 60_000, address: '127.0.0.1' })
  centre.command(1, { kind: 'traceroute', id: 'd', expires_at: now - 1, address: '127.0.0.1' })
  centre.bus.connection.publish(centre.bus.subjects.command(1), 'nonsense')
  await eventually('answers', () => centre.answers.filter(({ status }) => status === 'completed').length === 3)
  const answered = new Map(centre.answers.flatMap((one) => (one.status === 'completed' ? [[one.id, one.results]] : [])))
  assert.match(String(answered.get('a')), /no servers could be reached|connection refused/i)
  assert.equal(answered.get('b'), 'MBOXFW is not a DNS record type')
  const [hop] = answered.get('c') ?? []
  assert.ok(typeof hop === 'object')
  assert.equal(hop.address, '127.0.0.1')
  assert.equal(hop.times.length, 3)
  await eventually('the forced check', () => centre.received.length > 0)
  assert.deepEqual(slotsOf(centre.received), [now])
  assert.equal(served.requests, 1)
})

test('commands are carried out while the disk hangs', async () => {
  await using centre = await openCentre()
  await using directory = await createTemporaryDirectory()
  await using served = await target()
  await using it = await watch(centre, directory.path)
  await eventually('a lease', () => it.sensor.valid_until > Date.now())
  await using _hanging = await hangSyncs(directory.path)
  const now = Date.now()
  it.spool.append(3, createReport(1, now))
  await delay(500)
  centre.command(1, { kind: 'committed', host: it.spool.host, marks: [[3, 0]] })
  const revision = createRevision({ address: served.url })
  const force = { kind: 'force', service_id: 7, group: 1, slot: now, expires_at: now + 15_000 } as const
  centre.command(1, { ...revision, ...force })
  await eventually('the forced check', () => served.requests === 1, 10_000)
})

test('a sensor starts on a disk from which it cannot delete', async () => {
  await using centre = await openCentre()
  await using disk = await smallDisk()
  for (let times = 0; times < 2; times += 1) await (await watch(centre, disk.path))[Symbol.asyncDispose]()
  execFileSync('mount', ['-o', 'remount,ro', disk.path])
  // The segments of the former processes are too large now.
  await using it = await watch(centre, disk.path, { spoolBytes: 16 })
  assert.ok(it.spool.hasFault)
})

test('assignments are saved one after the other, however slow the disk is', async () => {
  await using centre = await openCentre()
  await using directory = await createTemporaryDirectory()
  const errors: unknown[] = []
  const log = { ...silent, error: (...line: unknown[]) => void errors.push(line.at(-1)) }
  const it = await watch(centre, directory.path, { bus: nowhere, log })
  {
    await using _hanging = await hangSyncs(directory.path)
    await delay(5_000)
  }
  await it[Symbol.asyncDispose]()
  assert.deepEqual(
    errors.filter((message) => message === 'could not save the assignments'),
    [],
  )
})

test('a sensor that ends reports the failures that wait for the self-check', async () => {
  await using centre = await openCentre()
  await using directory = await createTemporaryDirectory()
  await centre.assign(1, createAssignment(11, everySecond('http://127.0.0.1:9/'), 2))
  const slots: number[] = []
  let asked = 0
  const workedSince = async () => {
    asked += 1
    await delay(2_000)
    return true
  }
  const it = await watch(centre, directory.path, {
    onReport: ({ slot }) => void slots.push(slot),
    selfCheck: { isWell: true, networks: 3, answered: [], check: async () => undefined, workedSince },
  })
  await eventually('a failure', () => asked > 0)
  await it[Symbol.asyncDispose]()
  assert.equal(slots.length, asked)
  await using again = await openSpool({ directory: directory.path, now: Date.now, onDurable: () => undefined })
  assert.deepEqual(new Set(again.recovered.map(({ slot }) => slot)), new Set(slots))
})

test('a sensor that is ended while it connects ends', { timeout: 30_000 }, async () => {
  await using centre = await openCentre()
  await using directory = await createTemporaryDirectory()
  const { hostname, port } = new URL(centre.url)
  // The way to the broker takes half a second at the beginning.
  const slow = createServer((socket) => {
    const broker = connect(Number(port), hostname)
    for (const each of [socket, broker]) each.on('error', () => undefined)
    socket.pipe(broker)
    setTimeout(() => broker.pipe(socket), 500)
  })
  slow.listen(0, '127.0.0.1')
  await once(slow, 'listening')
  const url = `nats://127.0.0.1:${(slow.address() as AddressInfo).port}`
  const it = await watch(centre, directory.path, { bus: { url, cell: centre.cell, name: 'sensor' } })
  await delay(100)
  await it[Symbol.asyncDispose]()
  assert.equal((await loadState(directory.path))?.isStopped, true)
  slow.close()
})

test('a sensor that cannot connect says why, but not at each attempt', async () => {
  await using centre = await openCentre()
  await using directory = await createTemporaryDirectory()
  const warnings: unknown[] = []
  const log = { ...silent, warn: (...line: unknown[]) => void warnings.push(line.at(-1)) }
  await using _it = await watch(centre, directory.path, { bus: nowhere, log })
  await delay(4_000)
  assert.equal(warnings.filter((message) => message === 'could not connect to the broker; retrying').length, 1)
})

test('a sensor that gets no assignments says why, but not at each attempt', async () => {
  await using centre = await openCentre()
  await using directory = await createTemporaryDirectory()
  const warnings: unknown[] = []
  const log = { ...silent, warn: (...line: unknown[]) => void warnings.push(line.at(-1)) }
  await using _it = await watch(centre, directory.path, { bus: { ...nowhere, url: centre.url }, log })
  const count = () => warnings.filter((line) => line === 'could not open the stream of assignments; retrying').length
  await eventually('the first attempt', () => count() > 0)
  await delay(2_000)
  assert.equal(count(), 1)
})

test('without the centre a sensor continues to check, and reports later', async () => {
  await using centre = await openCentre()
  await using directory = await createTemporaryDirectory()
  await using served = await target()
  await centre.assign(1, createAssignment(3, everySecond(served.url)))
  const first = await watch(centre, directory.path)
  await eventually('a result', () => centre.received.length > 0)
  await first[Symbol.asyncDispose]()
  const before = served.requests
  const alone = await watch(centre, directory.path, { bus: nowhere })
  await eventually('checks without the centre', () => served.requests >= before + 3)
  await alone[Symbol.asyncDispose]()
  await using _ = await watch(centre, directory.path)
  await eventually('all of them', () => new Set(slotsOf(centre.received)).size > before + 3)
  // A result may be sent twice, but always with the same position in the spool.
  const bySequence = new Map(centre.received.map(({ sequence, report }) => [sequence, report.slot]))
  for (const { sequence, report } of centre.received) assert.equal(report.slot, bySequence.get(sequence))
  assert.equal(new Set(bySequence.values()).size, bySequence.size)
  assert.deepEqual(
    [...bySequence.keys()].sort((one, other) => one - other),
    [...bySequence].map((_, index) => index + 1),
  )
})

test('after the lease nothing is checked', async () => {
  await using centre = await openCentre()
  await using directory = await createTemporaryDirectory()
  await using served = await target()
  centre.settings.leaseMs = 1_500
  await centre.assign(1, createAssignment(3, everySecond(served.url)))
  const first = await watch(centre, directory.path)
  await eventually('a result', () => centre.received.length > 0)
  await first[Symbol.asyncDispose]()
  await new Promise((resolve) => setTimeout(resolve, 1_600))
  const before = served.requests
  await using _ = await watch(centre, directory.path, { bus: nowhere })
  await new Promise((resolve) => setTimeout(resolve, 2_200))
  assert.equal(served.requests, before)
})

test('a sensor that is killed at any time loses no result and checks no slot twice', async () => {
  await using centre = await openCentre()
  await using directory = await createTemporaryDirectory()
  await using served = await target()
  centre.settings.isCommitting = false
  for (let id = 1; id <= 40; id++)
    await centre.assign(1, createAssignment(id, { ...everySecond(served.url), phase_ms: id * 20 }, id % 3))
  for (let round = 1; round <= 3; round++) {
    const child = spawnSensor({
      NATS_URL: centre.url,
      CELL: centre.cell,
      SENSOR_ID: '1',
      SENSOR_DIRECTORY: directory.path,
    })
    const before = centre.received.length
    try {
      await eventually('results', () => centre.received.length > before + 60)
      await new Promise((resolve) => setTimeout(resolve, 100 + round * 130))
    } finally {
      child.kill('SIGKILL')
      await once(child, 'close')
    }
  }
  await using it = await watch(centre, directory.path)
  const complete = () => {
    const counts = [...it.spool.outstanding()].map(([group, [, to]]) => [group, to] as const)
    return counts.every(([group, to]) => {
      const sequences = new Set(centre.received.flatMap((one) => (one.group === group ? one.sequence : [])))
      return sequences.size >= to - 40
    })
  }
  await eventually('everything that was spooled', complete, 60_000)
  const said = new Map<string, unknown>()
  for (const { group, sequence, report } of centre.received) {
    const place = `${group} ${sequence}`
    assert.deepEqual(report, said.get(place) ?? report)
    said.set(place, report)
  }
  const keys = [...said.values()].map((report) => {
    const { service_id, slot } = report as ReceivedResult['report']
    return `${service_id} ${slot}`
  })
  assert.equal(new Set(keys).size, keys.length)
  assert.equal(new Set(centre.received.map(({ host }) => host)).size, 1)
})
