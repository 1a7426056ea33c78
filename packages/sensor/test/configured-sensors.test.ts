import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { readConfig } from '@wachta/runtime'
import { Config } from '../src/config.ts'
import { type ConfiguredSensor, readConfiguredSensors } from '../src/configured-sensors.ts'
import { startSensors } from '../src/sensor-set.ts'

const folder = await mkdtemp(join(tmpdir(), 'wachta-test-'))
after(() => rm(folder, { recursive: true }))

const sensorsOf = (variables: NodeJS.ProcessEnv) =>
  readConfiguredSensors(readConfig(Config, { SENSOR_DIRECTORY: folder, ...variables }))
const several = { SENSOR_NAMES: 'gdansk,krakow,2nd.floor' }

test('a sensor alone is in SENSOR_DIRECTORY itself, and its token is taken as it is', () => {
  assert.deepEqual(sensorsOf({ SENSOR_TOKEN: 'one,two', SENSOR_NAME: 'here' }), [
    { name: 'here', directory: folder, token: 'one,two', sensor_id: undefined, isAlone: true },
  ])
})

test('several sensors have a directory each, and the tokens in their order', () => {
  const own = (name: string, token: string | undefined, sensor_id: number) => ({
    ...{ name, directory: join(folder, name), token, sensor_id, isAlone: false },
  })
  assert.deepEqual(sensorsOf({ ...several, SENSOR_TOKEN: 'a,,c', SENSOR_ID: '7,8,9' }), [
    own('gdansk', 'a', 7),
    own('krakow', undefined, 8),
    own('2nd.floor', 'c', 9),
  ])
})

test('names that are no directories, lists that do not match, and a sensor beside the names are refused', async () => {
  for (const SENSOR_NAMES of ['a,', 'a,,b', '../a', 'a/b', '.a', 'a b'])
    assert.throws(() => sensorsOf({ SENSOR_NAMES }), /SENSOR_NAMES: expected/)
  assert.throws(() => sensorsOf({ SENSOR_NAMES: 'a,b,a' }), /the same name twice/)
  assert.throws(() => sensorsOf({ ...several, SENSOR_TOKEN: 'a,b' }), /SENSOR_TOKEN must have one item for each/)
  assert.throws(() => sensorsOf({ ...several, SENSOR_ID: '1' }), /SENSOR_ID must have one item for each/)
  assert.throws(() => sensorsOf({ SENSOR_ID: '0' }), /SENSOR_ID: expected/)
  await writeFile(join(folder, 'identity.json'), '{}')
  assert.throws(() => sensorsOf(several), /move them to its subdirectory for one of SENSOR_NAMES/)
})

const [one, two] = ['one', 'two'].map(
  (name): ConfiguredSensor => ({ name, directory: '/', token: undefined, sensor_id: 1, isAlone: false }),
)
const running = { [Symbol.asyncDispose]: async () => undefined }

test('where no sensor can be started, the process ends; where one can, the others are tried until they can', async () => {
  assert.ok(one && two)
  const none = startSensors([one, two], { start: () => Promise.reject(new Error('no room')), onFault: () => undefined })
  await assert.rejects(none, /no room/)

  const faults: unknown[] = []
  let attempts = 0
  const set = await startSensors([one, two], {
    async start(sensor) {
      attempts += Number(sensor === two)
      if (sensor === two && attempts < 3) throw new Error(`attempt ${attempts}`)
      return running
    },
    onFault: ({ name }, { err, retryMs }) => faults.push([name, (err as Error).message, retryMs]),
    firstRetryMs: 5,
  })
  assert.deepEqual([...set.started.keys()], [one])
  while (set.started.size < 2) await new Promise((resolve) => setTimeout(resolve, 5))
  assert.deepEqual(faults, [
    ['two', 'attempt 1', 5],
    ['two', 'attempt 2', 10],
  ])
  await set[Symbol.asyncDispose]()
})

test('the end does not wait for a sensor that is to be tried again', { timeout: 5_000 }, async () => {
  assert.ok(one && two)
  const set = await startSensors([one, two], {
    start: async (sensor) => (sensor === one ? running : Promise.reject(new Error('no'))),
    onFault: () => undefined,
    firstRetryMs: 60_000,
  })
  await set[Symbol.asyncDispose]()
})

test('a sensor that fails at its end does not cut off the end of another', async () => {
  assert.ok(one && two)
  let isEnded = false
  const set = await startSensors([one, two], {
    start: async (sensor) => ({
      async [Symbol.asyncDispose]() {
        if (sensor === one) throw new Error('the disk is gone')
        await new Promise((resolve) => setTimeout(resolve, 50))
        isEnded = true
      },
    }),
    onFault: () => undefined,
  })
  await assert.rejects(async () => set[Symbol.asyncDispose](), /the disk is gone/)
  assert.equal(isEnded, true)
})
