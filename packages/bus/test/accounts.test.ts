import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { encodeAccount } from '@nats-io/jwt'
import { fromSeed } from '@nats-io/nkeys'
import { type Broker, startBroker } from '@wachta/testing/broker'
import { tryStolenKey } from '@wachta/testing/stolen-key'
import {
  type Bus,
  type BusCredentials,
  createAccountSigner,
  createCentreCredentials,
  createInstallationKeys,
  createSensorCredentials,
  createSensorKeys,
  ensureAccounts,
  ensureStreams,
  getCellStreams,
  type InstallationKeys,
  openBus,
  publishResults,
  readAssignments,
  renderServerConfiguration,
  revokeUsers,
  serveAssignments,
} from '../src/index.ts'

/** An installation from the time when sensors shared the account of the centre, before and after its migration. */
const cell = 'one'
let broker: Broker
let keys: InstallationKeys
const tokens = new Map<number, BusCredentials>()
const users = new Map<number, string>()

before(async () => {
  const made = await createInstallationKeys()
  const { centre: _, ...earlier } = made.keys
  keys = earlier
  const unlimited = { mem_storage: -1, disk_storage: -1, streams: -1, consumer: -1 }
  const account = {
    signing_keys: [fromSeed(new TextEncoder().encode(keys.signing)).getPublicKey()],
    limits: { conn: -1, subs: -1, data: -1, payload: -1, leaf: 0, imports: 0, exports: 0, ...unlimited },
  }
  const jwt = await encodeAccount('wachta', keys.account, account, { signer: keys.operator_signing })
  await wait(1_100)
  broker = await startBroker(({ port, directory }) =>
    renderServerConfiguration({ ...made.broker, accounts: { [keys.account]: jwt } }, { port, store: directory }),
  )
  for (const sensor_id of [7, 8, 9]) {
    const { userPublic, userSeed } = createSensorKeys()
    users.set(sensor_id, userPublic)
    const token = await createSensorCredentials(keys, { public_key: userPublic, sensor_id, cell, scope: 'public' })
    tokens.set(sensor_id, { jwt: token, seed: userSeed })
  }
})

after(() => broker[Symbol.asyncDispose]())

const openSensor = (sensor_id: number) =>
  openBus({
    url: broker.url,
    cell,
    name: 's',
    sensor_id,
    credentials: tokens.get(sensor_id),
    retriesFirstConnection: false,
  })

async function openCentre(): Promise<Bus> {
  const credentials = await createCentreCredentials(keys, 'centre')
  const centre = await openBus({ url: broker.url, cell, name: 'centre', credentials, retriesFirstConnection: false })
  await ensureStreams(centre)
  for (const sensor_id of [7, 8])
    for (const service_id of [1, 2])
      await centre.jetstream.publish(centre.subjects.assignment(sensor_id, service_id), `${sensor_id}:${service_id}`)
  return centre
}

async function steal(centre: Bus) {
  using _ = serveAssignments(centre)
  await using thief = await openSensor(7)
  await using victim = await openSensor(8)
  const reading = new AbortController()
  for (const [sensor_id, bus] of [
    [7, thief],
    [8, victim],
  ] as const)
    await readAssignments(bus, { sensor_id, signal: reading.signal })
  const { succeeded: worked } = await tryStolenKey(thief, centre, victim)
  reading.abort()
  return worked
}

test('the control: in one account for all, an acknowledgement takes the place of an assignment', async () => {
  await using centre = await openCentre()
  const worked = await steal(centre)
  assert.ok(worked.includes(`wrote into ${getCellStreams(cell).assignments}`), worked.join())
  assert.equal(await ensureAccounts({ url: broker.url, keys }), false)
})

test('an installation is taken apart: sensors keep their tokens, and nothing of the centre can be reached', async () => {
  await revokeUsers({ url: broker.url, keys }, [users.get(9) ?? ''])
  await wait(1_100)
  keys = { ...keys, centre: createAccountSigner() }
  assert.equal(await ensureAccounts({ url: broker.url, keys }), true)
  assert.equal(await ensureAccounts({ url: broker.url, keys }), false, 'nothing is left to change')
  await using centre = await openCentre()
  assert.deepEqual(await steal(centre), [])
  await using sensor = await openSensor(7)
  await publishResults(sensor, { urgency: 'live', group: 3, sensor_id: 7, id: 'x', bytes: Uint8Array.of(1) })
  await assert.rejects(openSensor(9), /authorization|authentication/i, 'who was revoked stays so')
})

test('it stays so beyond a restart of the broker', async () => {
  await wait(1_100)
  await broker.restart()
  assert.equal(await ensureAccounts({ url: broker.url, keys }), false)
  await using centre = await openCentre()
  await using sensor = await openSensor(7)
  await publishResults(sensor, { urgency: 'live', group: 3, sensor_id: 7, id: 'y', bytes: Uint8Array.of(1) })
  const { state } = await centre.manager.streams.info(getCellStreams(cell).results('live'))
  assert.ok(state.messages >= 1)
  await assert.rejects(openSensor(9), /authorization|authentication/i)
})

test('the account of the sensors holds no stream, old ones neither', async () => {
  const { centre: _, ...sensors } = keys
  const credentials = await createCentreCredentials(sensors, 'inside')
  await using inside = await openBus({
    url: broker.url,
    cell,
    name: 'inside',
    credentials,
    retriesFirstConnection: false,
  })
  await assert.rejects(inside.manager.streams.info(getCellStreams(cell).results('live')))
  await assert.rejects(inside.jetstream.publish('asg.one.8.1', 'x'))
})
