import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import {
  createCentreCredentials,
  createInstallationKeys,
  createSensorCredentials,
  createSensorKeys,
  type NewInstallation,
  renderServerConfiguration,
  revokeUsers,
} from '@wachta/bus'
import { startBroker } from '@wachta/testing/broker'
import { createAssignment, createTemporaryDirectory, eventually } from '@wachta/testing/sensor'
import { type Centre, openCentre } from './centre.ts'
import { spawnSensor, startSensorProcess } from './sensor-process.ts'
import { smallDisk } from './small-disk.ts'
import { target } from './target.ts'

const everySecond = (address: string) => ({ address, interval_ms: 1_000, timeout_ms: 900 })
const from = ({ received }: Centre, sensor_id: number) =>
  received.filter(({ report }) => report.sensor_id === sensor_id)

/** Two sensors of development in one folder, which need no credentials. */
const pair = ({ url, cell }: Centre, folder: string) => ({
  ...{ NATS_URL: url, CELL: cell, SENSOR_DIRECTORY: folder, SENSOR_NAMES: 'one,two', SENSOR_ID: '1,2' },
})

async function assignToBoth(centre: Centre, url: string, count = 3): Promise<void> {
  for (const sensor_id of [1, 2])
    for (let id = 1; id <= count; id++) {
      const phase_ms = Math.floor(((id - 1) * 1_000) / count)
      await centre.assign(
        sensor_id,
        createAssignment(id, { ...everySecond(url), phase_ms, sensor_ids: [1, 2] }, id % 3),
      )
    }
}

test('of two sensors in one process, one is revoked and the other goes on', { timeout: 120_000 }, async () => {
  const installation = await createInstallationKeys()
  // If two versions of an account are signed within one second, the broker may keep the first one after a restart.
  await wait(1_100)
  await using broker = await startBroker(({ port, directory }) =>
    renderServerConfiguration(installation.broker, { port, store: directory }),
  )
  await using centre = await openCentre({
    url: broker.url,
    credentials: await createCentreCredentials(installation.keys, 'centre'),
  })
  await using folder = await createTemporaryDirectory()
  await using served = await target()
  const user = await enrol(installation, centre, { sensor_id: 1, directory: join(folder.path, 'one') })
  await enrol(installation, centre, { sensor_id: 2, directory: join(folder.path, 'two') })
  await assignToBoth(centre, served.url)
  await using sensors = await startSensorProcess({ SENSOR_DIRECTORY: folder.path, SENSOR_NAMES: 'one,two' })
  await eventually('results of both', () => [1, 2].every((id) => from(centre, id).length >= 6))
  assert.deepEqual(await sensors.failing(), [])

  await revokeUsers({ url: broker.url, keys: installation.keys }, [user])
  await eventually('it is said which one', async () => (await sensors.failing())?.join() === 'sensor one')
  assert.equal(await sensors.metric('wachta_sensor_connected{sensor="one"}'), 0)
  assert.equal(await sensors.metric('wachta_sensor_connected{sensor="two"}'), 1)
  const [revoked, other] = [from(centre, 1).length, from(centre, 2).length]
  await eventually('results of the other', () => from(centre, 2).length >= other + 9)
  assert.equal(from(centre, 1).length, revoked)
  const slots = from(centre, 2).flatMap(({ report }) => (report.service_id === 1 ? [report.slot] : []))
  assert.equal(new Set(slots).size, (Math.max(...slots) - Math.min(...slots)) / 1_000 + 1, 'it missed no slot')
})

/** Writes what a sensor has on its disk after its enrolment. Returns its key. */
async function enrol(
  { keys }: NewInstallation,
  { url, cell }: Centre,
  { sensor_id, directory }: { readonly sensor_id: number; readonly directory: string },
): Promise<string> {
  const own = createSensorKeys()
  const jwt = await createSensorCredentials(keys, { public_key: own.userPublic, sensor_id, cell, scope: 'public' })
  await mkdir(directory, { recursive: true })
  const identity = { sensor_id, cell, nats_urls: [url], jwt, centre_key: own.curvePublic, ...own }
  await writeFile(join(directory, 'identity.json'), JSON.stringify(identity))
  return own.userPublic
}

test('a process of two sensors that is killed at any time loses no result and checks no slot twice', {
  timeout: 180_000,
}, async () => {
  await using centre = await openCentre()
  await using folder = await createTemporaryDirectory()
  await using served = await target()
  centre.settings.isCommitting = false
  await assignToBoth(centre, served.url, 20)
  for (let round = 1; round <= 3; round++) {
    const child = spawnSensor(pair(centre, folder.path))
    const before = [1, 2].map((id) => from(centre, id).length)
    try {
      await eventually('results of both', () =>
        [1, 2].every((id, at) => from(centre, id).length > (before[at] ?? 0) + 30),
      )
      await wait(100 + round * 130)
    } finally {
      child.kill('SIGKILL')
      await once(child, 'close')
    }
  }
  await using sensors = await startSensorProcess(pair(centre, folder.path))
  const killedAt = Date.now()
  centre.settings.isCommitting = true
  await eventually('the centre has confirmed what was spooled', async () => {
    const held = await Promise.all(
      ['one', 'two'].map((name) => sensors.metric(`wachta_sensor_spooled_results{sensor="${name}"}`)),
    )
    return Date.now() > killedAt + 3_000 && held.every((results) => results < 40)
  })
  for (const sensor_id of [1, 2]) {
    const own = from(centre, sensor_id)
    assert.equal(new Set(own.map(({ host }) => host)).size, 1)
    const places = new Map(own.map(({ group, sequence, report }) => [`${group} ${sequence}`, report]))
    for (const { group, sequence, report } of own) assert.deepEqual(report, places.get(`${group} ${sequence}`))
    const slots = [...places.values()].map(({ service_id, slot }) => `${service_id} ${slot}`)
    assert.equal(new Set(slots).size, slots.length, 'no slot was checked twice')
    for (const group of [0, 1, 2]) {
      const sequences = new Set(own.flatMap((one) => (one.group === group ? one.sequence : [])))
      assert.equal(Math.max(...sequences), sequences.size, `no result of shard ${group} is missing`)
    }
  }
})

test('a sensor whose spool cannot be opened does not keep the other one from starting, and starts when it can', {
  timeout: 120_000,
}, async () => {
  await using centre = await openCentre()
  await using folder = await createTemporaryDirectory()
  await using served = await target()
  await assignToBoth(centre, served.url)
  const blocked = join(folder.path, 'one')
  await writeFile(blocked, 'a file where the directory should be')
  await using sensors = await startSensorProcess(pair(centre, folder.path))
  await eventually('results of the other', () => from(centre, 2).length >= 3)
  assert.deepEqual(await sensors.failing(), ['sensor one'])
  assert.equal(from(centre, 1).length, 0)
  await rm(blocked)
  await eventually('results of both', () => from(centre, 1).length >= 3)
  assert.deepEqual(await sensors.failing(), [])
})

test('where the disk of one sensor is full, it is said which, and the other one writes on', {
  timeout: 120_000,
}, async () => {
  await using centre = await openCentre()
  await using folder = await createTemporaryDirectory()
  await using served = await target()
  await using disk = await smallDisk()
  await symlink(disk.path, join(folder.path, 'one'))
  await assignToBoth(centre, served.url)
  await using sensors = await startSensorProcess(pair(centre, folder.path))
  await eventually('results of both', () => [1, 2].every((id) => from(centre, id).length >= 3))
  await disk.fill()
  await eventually('it is said which one', async () => (await sensors.failing())?.join() === 'sensor one')
  assert.equal(await sensors.metric('wachta_sensor_disk_fault{sensor="one"}'), 1)
  assert.equal(await sensors.metric('wachta_sensor_disk_fault{sensor="two"}'), 0)
  const before = [1, 2].map((id) => from(centre, id).length)
  await eventually('fresh results of both', () =>
    [1, 2].every((id, at) => from(centre, id).length > (before[at] ?? 0) + 6),
  )
})
