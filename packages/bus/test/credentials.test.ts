import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { encodeUser } from '@nats-io/jwt'
import { type Broker, startBroker } from '@wachta/testing/broker'
import { tryStolenKey } from '@wachta/testing/stolen-key'
import {
  type Bus,
  type BusCredentials,
  createCentreCredentials,
  createInstallationKeys,
  createSensorCredentials,
  createSensorKeys,
  ensureStreams,
  getCellStreams,
  isCurveKey,
  isUserKey,
  type NewInstallation,
  openBus,
  publishResults,
  readAssignments,
  readCredentials,
  readKeys,
  renderServerConfiguration,
  revokeUsers,
  SealError,
  sealFor,
  serveAssignments,
  toPublicCurveKey,
  unseal,
  writeCredentials,
  writeKeys,
} from '../src/index.ts'

const cell = 'one'
const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes)

describe('sensors at a broker with credentials', () => {
  let installation: NewInstallation
  let broker: Broker
  let centre: Bus
  let serving: Disposable
  const tokens = new Map<number, BusCredentials>()
  const users = new Map<number, string>()

  /** Connects with the first token of the sensor, like a thief who stole it. */
  const openSensor = async (sensor_id: number): Promise<Bus> => {
    const credentials = tokens.get(sensor_id) ?? (await newToken(sensor_id))
    tokens.set(sensor_id, credentials)
    return openBus({
      url: broker.url,
      cell,
      name: 'sensor',
      sensor_id,
      credentials,
      retriesFirstConnection: false,
      jitterMs: 100,
    })
  }

  const newToken = async (sensor_id: number): Promise<BusCredentials> => {
    const { userPublic, userSeed } = createSensorKeys()
    users.set(sensor_id, userPublic)
    const jwt = await createSensorCredentials(installation.keys, {
      public_key: userPublic,
      sensor_id,
      cell,
      scope: 'public',
    })
    return { jwt, seed: userSeed }
  }

  before(async () => {
    installation = await createInstallationKeys()
    // If two versions of an account are signed within one second, the broker may keep the first one after a restart.
    await wait(1_100)
    broker = await startBroker(({ port, directory }) =>
      renderServerConfiguration(installation.broker, { port, store: directory }),
    )
    const credentials = await createCentreCredentials(installation.keys, 'centre')
    centre = await openBus({ url: broker.url, cell, name: 'centre', credentials, jitterMs: 100 })
    await ensureStreams(centre)
    serving = serveAssignments(centre)
    for (const sensor_id of [7, 8])
      for (const service_id of [1, 2])
        await centre.jetstream.publish(centre.subjects.assignment(sensor_id, service_id), `${sensor_id}:${service_id}`)
  })

  after(async () => {
    serving[Symbol.dispose]()
    await centre[Symbol.asyncDispose]()
    await broker[Symbol.asyncDispose]()
  })

  test('a connection without credentials is rejected', async () => {
    await assert.rejects(openBus({ url: broker.url, cell, name: 'stranger', retriesFirstConnection: false }))
    const own = createSensorKeys()
    const other = await createInstallationKeys()
    const jwt = await createSensorCredentials(other.keys, {
      public_key: own.userPublic,
      sensor_id: 7,
      cell,
      scope: 'public',
    })
    const credentials = { jwt, seed: own.userSeed }
    await assert.rejects(openBus({ url: broker.url, cell, name: 'x', credentials, retriesFirstConnection: false }))
  })

  test('a sensor does its own', async () => {
    await using sensor = await openSensor(7)
    const stop = new AbortController()
    const reader = await readAssignments(sensor, { sensor_id: 7, signal: stop.signal })
    const seen: string[] = []
    for await (const message of reader) {
      seen.push(text(message.bytes))
      if (seen.length === 2) await centre.jetstream.publish(centre.subjects.assignment(7, 2), 'changed')
      if (seen.length === 3) break
    }
    stop.abort()
    assert.deepEqual(seen, ['7:1', '7:2', 'changed'])

    for (const urgency of ['live', 'backlog'] as const)
      await publishResults(sensor, { urgency, group: 3, sensor_id: 7, id: randomUUID(), bytes: Uint8Array.of(1) })
    await sensor.jetstream.publish(sensor.subjects.artifact(7), 'x')

    const beats = centre.connection.subscribe(centre.subjects.heartbeats(), {
      callback: (_, message) => void message.respond('answer'),
    })
    await centre.connection.flush()
    assert.equal((await sensor.connection.request(sensor.subjects.heartbeat(7), 'beat')).string(), 'answer')
    beats.unsubscribe()

    const commands = sensor.connection.subscribe(sensor.subjects.command(7), { max: 1 })
    await sensor.connection.flush()
    centre.connection.publish(centre.subjects.command(7), 'do')
    for await (const message of commands) assert.equal(message.string(), 'do')
  })

  test('a private sensor reaches the streams of private ones, and a token from before it the public ones', async () => {
    const { userPublic, userSeed } = createSensorKeys()
    const user = { public_key: userPublic, sensor_id: 11, cell }
    const jwt = await createSensorCredentials(installation.keys, { ...user, scope: 'private' })
    await using own = await openBus({
      ...{ url: broker.url, cell, name: 'sensor', sensor_id: 11, retriesFirstConnection: false },
      credentials: { jwt, seed: userSeed },
    })
    assert.deepEqual([own.scope, own.artifact_scope], ['private', 'private'])
    await publishResults(own, { urgency: 'live', group: 3, sensor_id: 11, id: randomUUID(), bytes: Uint8Array.of(1) })
    const { state } = await centre.manager.streams.info(getCellStreams(cell).results('live', 'private'))
    assert.equal(state.messages, 1)
    await own.jetstream.publish(own.subjects.artifact(11, own.artifact_scope), 'x')
    assert.equal((await centre.manager.streams.info(getCellStreams(cell).private_artifacts)).state.messages, 1)
    const public_ = { urgency: 'live', group: 3, sensor_id: 11, id: randomUUID(), bytes: Uint8Array.of(1) } as const
    await assert.rejects(publishResults({ ...own, scope: 'public' }, public_), /permissions/i)
    await using former = await openSensor(7)
    assert.deepEqual([former.scope, former.artifact_scope], ['public', 'public'])
  })

  test('several hosts read the assignments of one sensor, each all of them', async () => {
    await using one = await openSensor(7)
    await using two = await openSensor(7)
    const stop = new AbortController()
    for (const bus of [one, two, one])
      assert.equal((await readAssignments(bus, { sensor_id: 7, signal: stop.signal })).pending, 2)
    stop.abort()
  })

  test('a host that gets no assignments reports why while it tries again', async () => {
    await using hosts = new AsyncDisposableStack()
    const stop = new AbortController()
    const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(10_000)])
    for (let count = 0; count < 8; count += 1)
      await readAssignments(hosts.use(await openSensor(12)), { sensor_id: 12, signal })
    const errors: unknown[] = []
    const onRetry = (error: unknown) => {
      if (errors.push(error) === 2) stop.abort()
    }
    await readAssignments(hosts.use(await openSensor(12)), { sensor_id: 12, signal, onRetry })
    assert.deepEqual(errors.map(String), Array(2).fill('Error: too many hosts of the sensor read their assignments'))
  })

  test('a stolen key has no other permissions', async () => {
    await using sensor = await openSensor(7)
    await using other = await openSensor(8)
    const reading = new AbortController()
    await readAssignments(other, { sensor_id: 8, signal: reading.signal })
    const { tried, succeeded: worked } = await tryStolenKey(sensor, centre, other)
    reading.abort()
    assert.ok(tried >= 200, `${tried}`)
    assert.deepEqual(worked, [])
  })

  test('the control: a key with all permissions is caught by the same script', async () => {
    const own = createSensorKeys()
    const jwt = await encodeUser(
      'wide',
      own.userPublic,
      installation.keys.account,
      { pub: { allow: ['>'] }, sub: { allow: ['>'] } },
      { signer: installation.keys.signing },
    )
    const credentials = { jwt, seed: own.userSeed }
    await using wide = await openBus({
      url: broker.url,
      cell,
      name: 'wide',
      credentials,
      retriesFirstConnection: false,
    })
    await using other = await openSensor(8)
    const { succeeded: worked } = await tryStolenKey(wide, centre, other)
    assert.ok(worked.length > 50, `${worked.length}`)
    await ensureStreams(centre)
  })

  test('a revoked user is disconnected and stays revoked after a restart of the broker', async () => {
    await using sensor = await openSensor(9)
    await using neighbour = await openSensor(10)
    await sensor.connection.flush()
    const lost = new Promise<void>((resolve) => sensor.session.addEventListener('abort', () => resolve()))
    const began = Date.now()
    const revoked = [users.get(9) ?? '']
    const target = { url: broker.url, keys: installation.keys }
    await revokeUsers(target, revoked)
    await lost
    assert.ok(Date.now() - began < 5_000)
    await assert.rejects(openSensor(9), /authorization|authentication/i)
    await neighbour.connection.flush()
    // Another revocation does not undo the first.
    await revokeUsers(target, [createSensorKeys().userPublic])
    await assert.rejects(openSensor(9), /authorization|authentication/i)
    await broker.restart()
    await assert.rejects(openSensor(9), /authorization|authentication/i)
    await using again = await openSensor(10)
    await again.connection.flush()
  })

  test('many are revoked at once, and one after another', async () => {
    const sensors = [20, 21, 22, 23]
    for (const sensor_id of sensors) await (await openSensor(sensor_id))[Symbol.asyncDispose]()
    const target = { url: broker.url, keys: installation.keys }
    const keys = sensors.map((sensor_id) => users.get(sensor_id) ?? '')
    await revokeUsers(target, keys.slice(0, 2))
    for (const key of keys) await revokeUsers(target, [key])
    for (const sensor_id of sensors) await assert.rejects(openSensor(sensor_id), /authorization|authentication/i)
  })
})

describe('keys', () => {
  test('a sealed text can be opened only by its recipient and only from its sender', () => {
    const [sensor, centre, other] = [createSensorKeys(), createSensorKeys(), createSensorKeys()]
    const sealed = sealFor(sensor.curvePublic, centre.curveSeed, 'zażółć')
    assert.equal(unseal(sensor.curveSeed, centre.curvePublic, sealed), 'zażółć')
    assert.notEqual(sealFor(sensor.curvePublic, centre.curveSeed, 'zażółć'), sealed)
    assert.throws(() => unseal(other.curveSeed, centre.curvePublic, sealed), SealError)
    assert.throws(() => unseal(sensor.curveSeed, other.curvePublic, sealed), SealError)
    for (const damaged of ['', 'x', sealed.slice(4), `${sealed.slice(0, -6)}AAAA==`, sealed.slice(0, 40)])
      assert.throws(() => unseal(sensor.curveSeed, centre.curvePublic, damaged), SealError)
    assert.equal(toPublicCurveKey(sensor.curveSeed), sensor.curvePublic)
  })

  test('only keys are keys', () => {
    const { userPublic, curvePublic, userSeed } = createSensorKeys()
    assert.ok(isUserKey(userPublic) && isCurveKey(curvePublic))
    const wrong = userPublic.slice(0, -1) + (userPublic.endsWith('A') ? 'B' : 'A')
    for (const one of ['', 'U', userSeed, curvePublic, wrong, `${userPublic}A`]) assert.equal(isUserKey(one), false)
    for (const one of ['', 'X', userPublic]) assert.equal(isCurveKey(one), false)
  })

  test('files of keys and credentials are read as they were written', async () => {
    const { keys } = await createInstallationKeys()
    assert.deepEqual(readKeys(writeKeys(keys)), keys)
    for (const bad of ['{}', JSON.stringify({ ...keys, signing: 'x' }), JSON.stringify({ ...keys, account: 'x' })])
      assert.throws(() => readKeys(bad), /not a file of installation keys/)
    const credentials = await createCentreCredentials(keys, 'centre')
    assert.deepEqual(await readCredentials(writeCredentials(credentials)), credentials)
  })

  test('the streams of a cell have names of their own', () => {
    assert.equal(getCellStreams('eu-1').results('backlog'), 'RESULTS_BACKLOG_EU-1')
  })
})
