import { setTimeout as wait } from 'node:timers/promises'
import { encodeUser } from '@nats-io/jwt'
import {
  type Bus,
  type BusCredentials,
  createCentreCredentials,
  createInstallationKeys,
  createSensorCredentials,
  createSensorKeys,
  ensureStreams,
  type NewInstallation,
  openBus,
  readAssignments,
  renderServerConfiguration,
  revokeUsers,
  type SensorKeys,
  sealFor,
  serveAssignments,
  unseal,
} from '@wachta/bus'
import { type Broker, startBroker } from '@wachta/testing/broker'
import { tryStolenKey } from '@wachta/testing/stolen-key'
import type { Tally } from './tally.ts'

const cell = 'one'
const thief = 'a compromised sensor'

interface Sensor {
  readonly keys: SensorKeys
  readonly credentials: BusCredentials
}

/** An attacker has the keys of sensor 7, and tries at a real broker to reach everything that belongs to others. */
export async function tryBroker(tally: Tally, isWide = false): Promise<void> {
  const installation = await createInstallationKeys()
  // If an account is changed in the second in which it was signed, a restart of the broker restores the first version.
  await wait(1_100)
  await using broker = await startBroker(({ port, directory }) =>
    renderServerConfiguration(installation.broker, { port, store: directory }),
  )
  await using centre = await openBus({
    ...{ url: broker.url, cell, name: 'centre', jitterMs: 100 },
    credentials: await createCentreCredentials(installation.keys, 'centre'),
  })
  await ensureStreams(centre)
  using _serving = serveAssignments(centre)
  for (const sensor_id of [7, 8])
    for (const service_id of [1, 2])
      await centre.jetstream.publish(centre.subjects.assignment(sensor_id, service_id), `${sensor_id}:${service_id}`)
  const seven = isWide ? await createWideSensor(installation) : await createSensor(installation, 7)
  const eight = await createSensor(installation, 8)
  await trySubjects(broker, seven, eight, centre, tally)
  await tryCredentials(broker, installation, seven, eight, tally)
  trySecrets(installation, seven, eight, tally)
}

async function createSensor({ keys: installation }: NewInstallation, sensor_id: number): Promise<Sensor> {
  const keys = createSensorKeys()
  const user = { public_key: keys.userPublic, sensor_id, cell, scope: 'public' } as const
  return { keys, credentials: { jwt: await createSensorCredentials(installation, user), seed: keys.userSeed } }
}

/** The negative control: a sensor that may publish and receive everything. */
async function createWideSensor({ keys: { account, signing } }: NewInstallation): Promise<Sensor> {
  const keys = createSensorKeys()
  const everything = { pub: { allow: ['>'] }, sub: { allow: ['>'] } }
  const jwt = await encodeUser('wide', keys.userPublic, account, everything, { signer: signing })
  return { keys, credentials: { jwt, seed: keys.userSeed } }
}

const connect = ({ url }: Broker, credentials?: BusCredentials, sensor_id = 7): Promise<Bus> =>
  openBus({
    url,
    cell,
    name: 'sensor',
    sensor_id,
    ...(credentials && { credentials }),
    retriesFirstConnection: false,
    jitterMs: 100,
  })

/** Tries subjects of others, the broker's own API, and replies sent to subjects that the thief must not reach. */
async function trySubjects(broker: Broker, seven: Sensor, eight: Sensor, centre: Bus, tally: Tally): Promise<void> {
  await using stolen = await connect(broker, seven.credentials)
  await using victim = await connect(broker, eight.credentials, 8)
  const reading = new AbortController()
  await readAssignments(victim, { sensor_id: 8, signal: reading.signal })
  const { tried, succeeded } = await tryStolenKey(stolen, centre, victim)
  reading.abort()
  for (const way of succeeded) tally.count(`${thief}: ${way}`, ['the broker permits it'], 200)
  for (let place = succeeded.length; place < tried; place += 1) tally.count(`${thief}: at the broker`, [])
}

/** Tries credentials that are forged, mixed, of another installation, or revoked. */
async function tryCredentials(
  broker: Broker,
  installation: NewInstallation,
  seven: Sensor,
  eight: Sensor,
  tally: Tally,
): Promise<void> {
  const other = await createInstallationKeys()
  const foreign = await createSensor(other, 7)
  const [head = '', payload = '', signature = ''] = seven.credentials.jwt.split('.')
  const claims = Buffer.from(payload, 'base64url').toString()
  const editToken = (text: string) => `${head}.${Buffer.from(text).toString('base64url')}.${signature}`
  const ownKeys = createSensorKeys()
  const everything = { pub: { allow: ['>'] }, sub: { allow: ['>'] } }
  const seed = seven.credentials.seed
  const forged: Readonly<Record<string, BusCredentials | undefined>> = {
    'without credentials': undefined,
    'of another installation': foreign.credentials,
    'of another sensor, with its own key': { jwt: eight.credentials.jwt, seed },
    'its own, edited to be sensor 8': { jwt: editToken(claims.replaceAll('.7', '.8')), seed },
    'its own, edited to reach everything': {
      jwt: editToken(claims.replaceAll(/"allow":\[[^\]]*\]/g, '"allow":[">"]')),
      seed,
    },
    'signed by another account': {
      jwt: await encodeUser('mine', ownKeys.userPublic, other.keys.account, everything, { signer: other.keys.signing }),
      seed: ownKeys.userSeed,
    },
    'signed by a key unknown to the broker': {
      jwt: await encodeUser('mine', ownKeys.userPublic, installation.keys.account, everything, {
        signer: other.keys.signing,
      }),
      seed: ownKeys.userSeed,
    },
  }
  for (const [way, credentials] of Object.entries(forged)) await tryCredential(broker, way, credentials, tally)
  await revokeUsers({ url: broker.url, keys: installation.keys }, [eight.keys.userPublic])
  await tryCredential(broker, 'its own, after they were revoked', eight.credentials, tally)
}

async function tryCredential(
  broker: Broker,
  way: string,
  credentials: BusCredentials | undefined,
  tally: Tally,
): Promise<void> {
  const connection = await connect(broker, credentials).catch(() => undefined)
  await connection?.[Symbol.asyncDispose]()
  tally.count(`${thief}: credentials ${way}`, connection ? ['the broker accepts them'] : [], connection ? 200 : 403)
}

/** Checks that no other key decrypts what the centre has encrypted for one sensor. */
function trySecrets({ keys }: NewInstallation, seven: Sensor, eight: Sensor, tally: Tally): void {
  const centre = createSensorKeys()
  const sealed = sealFor(eight.keys.curvePublic, keys.encryption, 'canary-of-sensor-8')
  for (const from of [centre.curvePublic, seven.keys.curvePublic, eight.keys.curvePublic]) {
    const opened = tryUnseal(seven.keys.curveSeed, from, sealed)
    tally.count(`${thief}: opens a secret of sensor 8`, opened?.includes('canary') ? ['it can be decrypted'] : [])
  }
}

function tryUnseal(seed: string, from: string, sealed: string): string | undefined {
  try {
    return unseal(seed, from, sealed)
  } catch {
    return undefined
  }
}
