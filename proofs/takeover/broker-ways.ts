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

/** A compromised sensor 7 has its keys. With them, everything that does not belong to it is tried at a real broker. */
export async function tryBroker(tally: Tally, isWide = false): Promise<void> {
  const installation = await createInstallationKeys()
  // An account that is changed within the second in which it was signed is, after a restart, what it was at first.
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
  const seven = isWide ? await wideSensor(installation) : await sensor(installation, 7)
  const eight = await sensor(installation, 8)
  await trySubjects(broker, seven, eight, centre, tally)
  await tryEntries(broker, installation, seven, eight, tally)
  trySecrets(installation, seven, eight, tally)
}

async function sensor({ keys: installation }: NewInstallation, sensor_id: number): Promise<Sensor> {
  const keys = createSensorKeys()
  const user = { public_key: keys.userPublic, sensor_id, cell, scope: 'public' } as const
  return { keys, credentials: { jwt: await createSensorCredentials(installation, user), seed: keys.userSeed } }
}

/** The negative control: a sensor that may publish and receive everything. */
async function wideSensor({ keys: { account, signing } }: NewInstallation): Promise<Sensor> {
  const keys = createSensorKeys()
  const everything = { pub: { allow: ['>'] }, sub: { allow: ['>'] } }
  const jwt = await encodeUser('wide', keys.userPublic, account, everything, { signer: signing })
  return { keys, credentials: { jwt, seed: keys.userSeed } }
}

const open = ({ url }: Broker, credentials?: BusCredentials, sensor_id = 7): Promise<Bus> =>
  openBus({ url, cell, name: 'sensor', sensor_id, ...(credentials && { credentials }), waits: false, jitterMs: 100 })

/** Tries subjects of others, the broker's own API, and replies sent to subjects that the thief must not reach. */
async function trySubjects(broker: Broker, seven: Sensor, eight: Sensor, centre: Bus, tally: Tally): Promise<void> {
  await using stolen = await open(broker, seven.credentials)
  await using victim = await open(broker, eight.credentials, 8)
  const reading = new AbortController()
  await readAssignments(victim, { sensor_id: 8, signal: reading.signal })
  const { tried, worked } = await tryStolenKey(stolen, centre, victim)
  reading.abort()
  for (const way of worked) tally.count(`${thief}: ${way}`, ['the broker lets it'], 200)
  for (let place = worked.length; place < tried; place += 1) tally.count(`${thief}: at the broker`, [])
}

/** Tries credentials that are forged, mixed, of another installation, or revoked. */
async function tryEntries(
  broker: Broker,
  installation: NewInstallation,
  seven: Sensor,
  eight: Sensor,
  tally: Tally,
): Promise<void> {
  const other = await createInstallationKeys()
  const foreign = await sensor(other, 7)
  const [head = '', payload = '', signature = ''] = seven.credentials.jwt.split('.')
  const claims = Buffer.from(payload, 'base64url').toString()
  const edited = (text: string) => `${head}.${Buffer.from(text).toString('base64url')}.${signature}`
  const own = createSensorKeys()
  const everything = { pub: { allow: ['>'] }, sub: { allow: ['>'] } }
  const seed = seven.credentials.seed
  const forged: Readonly<Record<string, BusCredentials | undefined>> = {
    'without credentials': undefined,
    'of another installation': foreign.credentials,
    'of another sensor, with its own key': { jwt: eight.credentials.jwt, seed },
    'its own, edited to be sensor 8': { jwt: edited(claims.replaceAll('.7', '.8')), seed },
    'its own, edited to reach everything': {
      jwt: edited(claims.replaceAll(/"allow":\[[^\]]*\]/g, '"allow":[">"]')),
      seed,
    },
    'signed by another account': {
      jwt: await encodeUser('mine', own.userPublic, other.keys.account, everything, { signer: other.keys.signing }),
      seed: own.userSeed,
    },
    'signed by a key unknown to the broker': {
      jwt: await encodeUser('mine', own.userPublic, installation.keys.account, everything, {
        signer: other.keys.signing,
      }),
      seed: own.userSeed,
    },
  }
  for (const [way, credentials] of Object.entries(forged)) await tryEntry(broker, way, credentials, tally)
  await revokeUsers({ url: broker.url, keys: installation.keys }, [eight.keys.userPublic])
  await tryEntry(broker, 'its own, after they were taken away', eight.credentials, tally)
}

async function tryEntry(
  broker: Broker,
  way: string,
  credentials: BusCredentials | undefined,
  tally: Tally,
): Promise<void> {
  const entered = await open(broker, credentials).catch(() => undefined)
  await entered?.[Symbol.asyncDispose]()
  tally.count(`${thief}: credentials ${way}`, entered ? ['the broker lets it in'] : [], entered ? 200 : 403)
}

/** What the centre encrypts for one sensor can be decrypted with no other key. */
function trySecrets({ keys }: NewInstallation, seven: Sensor, eight: Sensor, tally: Tally): void {
  const centre = createSensorKeys()
  const sealed = sealFor(eight.keys.curvePublic, keys.encryption, 'canary-of-sensor-8')
  for (const from of [centre.curvePublic, seven.keys.curvePublic, eight.keys.curvePublic]) {
    const opened = attemptOpen(seven.keys.curveSeed, from, sealed)
    tally.count(`${thief}: opens a secret of sensor 8`, opened?.includes('canary') ? ['it opens'] : [])
  }
}

function attemptOpen(seed: string, from: string, sealed: string): string | undefined {
  try {
    return unseal(seed, from, sealed)
  } catch {
    return undefined
  }
}
