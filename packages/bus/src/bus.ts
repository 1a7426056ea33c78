import { randomUUID } from 'node:crypto'
import { type JetStreamClient, type JetStreamManager, jetstream, jetstreamManager } from '@nats-io/jetstream'
import { connect, jwtAuthenticator, type NatsConnection, type Status } from '@nats-io/transport-node'
import { artifactScope, sensorScope } from './scope.ts'
import { type BrokerAddress, toServers } from './servers.ts'
import { cellSubjects, inboxPrefix, type SensorScope, type Subjects } from './subjects.ts'

/** A user's token, signed by the installation's account, and the seed of the key that the token is about. */
export interface BusCredentials {
  readonly jwt: string
  readonly seed: string
}

export interface BusOptions extends BrokerAddress {
  readonly cell: string
  /** Shown by the broker's own monitoring. */
  readonly name: string
  readonly credentials?: BusCredentials | undefined
  /** A sensor may hear nothing but its own inbox: it says here who it is. */
  readonly sensor_id?: number
  /** How far apart many of a kind come back after the broker was away. */
  readonly jitter_ms?: number
  /** Whether to go on trying until the broker is there for the first time. */
  readonly waits?: boolean
  readonly onStatus?: (status: Status) => void
}

/** A connection to the broker of one cell. It comes back by itself for as long as it is not closed. */
export interface Bus extends AsyncDisposable {
  readonly cell: string
  readonly subjects: Subjects
  readonly connection: NatsConnection
  readonly jetstream: JetStreamClient
  readonly manager: JetStreamManager
  /** Which sensor this is the connection of, if any. */
  readonly sensor_id: number | undefined
  /** Which subjects its results go to. */
  readonly scope: SensorScope
  /** Which subject its artifacts go to. */
  readonly artifact_scope: SensorScope
  /** Of this connection for as long as it is open, unlike any other. */
  readonly id: string
  /** Whether the broker knows it by credentials, and lets it do no more than they say. */
  readonly is_confined: boolean
  /** Aborted when the connection that is there now is lost, even where the next one comes at once. */
  readonly session: AbortSignal
}

const requestTimeout = 5_000
const leastDelay = 250

/** Connects to the broker, and again whenever the connection is lost. */
export async function openBus(options: BusOptions): Promise<Bus> {
  const { cell, name, credentials, sensor_id, jitter_ms = 2_000, waits = true } = options
  const subjects = cellSubjects(cell)
  const connection = await connect({
    ...toServers(options),
    name,
    maxReconnectAttempts: -1,
    reconnectDelayHandler: () => leastDelay + Math.random() * jitter_ms,
    waitOnFirstConnect: waits,
    // A broker that restarts may not know the account yet: only its owner decides when a connection is given up.
    ignoreAuthErrorAbort: waits,
    // A broker that is gone without a word is noticed within half a minute.
    pingInterval: 10_000,
    maxPingOut: 2,
    ...(sensor_id !== undefined && { inboxPrefix: inboxPrefix(sensor_id) }),
    ...(credentials && {
      authenticator: jwtAuthenticator(credentials.jwt, new TextEncoder().encode(credentials.seed)),
    }),
  })
  let session = new AbortController()
  void tell(connection, (status) => {
    if (status.type === 'disconnect' || status.type === 'close') {
      session.abort()
      session = new AbortController()
    }
    options.onStatus?.(status)
  })
  // One that is shut out for good may end without another word.
  void connection.closed().then(() => session.abort())
  return {
    get session() {
      return session.signal
    },
    cell,
    subjects,
    sensor_id,
    scope: credentials && sensor_id !== undefined ? sensorScope(credentials.jwt, { cell, sensor_id }) : 'public',
    artifact_scope:
      credentials && sensor_id !== undefined ? artifactScope(credentials.jwt, { cell, sensor_id }) : 'public',
    id: randomUUID(),
    is_confined: credentials !== undefined,
    connection,
    jetstream: jetstream(connection, { timeout: requestTimeout }),
    // The check would ask for the account's figures, which are none of a sensor's business.
    manager: await jetstreamManager(connection, { timeout: requestTimeout, checkAPI: false }),
    [Symbol.asyncDispose]: () => close(connection),
  }
}

async function tell(connection: NatsConnection, onStatus: (status: Status) => void): Promise<void> {
  for await (const status of connection.status()) onStatus(status)
}

/**
 * Sends what is on its way first; where the broker is away there is nobody to send it to. A drain that meets a connection
 * which is just coming back may never end, so it is the connection that is waited for.
 */
async function close(connection: NatsConnection): Promise<void> {
  if (connection.isClosed()) return
  const giveUp = () => void connection.close()
  const late = setTimeout(giveUp, requestTimeout)
  connection.drain().catch(giveUp)
  await connection.closed()
  clearTimeout(late)
}
