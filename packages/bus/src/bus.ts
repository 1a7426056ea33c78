import { randomUUID } from 'node:crypto'
import { type JetStreamClient, type JetStreamManager, jetstream, jetstreamManager } from '@nats-io/jetstream'
import { connect, jwtAuthenticator, type NatsConnection, type Status } from '@nats-io/transport-node'
import { findArtifactScope, findSensorScope } from './scope.ts'
import { type BrokerAddress, toServerOptions } from './server-options.ts'
import { getCellSubjects, getInboxPrefix, type SensorScope, type Subjects } from './subjects.ts'

/** A user's token, signed by the installation's account, and the seed of the key that the token is about. */
export interface BusCredentials {
  readonly jwt: string
  readonly seed: string
}

export interface BusOptions extends BrokerAddress {
  readonly cell: string
  /** The name of the connection in the monitoring of the broker. */
  readonly name: string
  readonly credentials?: BusCredentials | undefined
  /** The sensor that connects; it may subscribe to its own inbox only. */
  readonly sensor_id?: number
  /** The maximum random delay of reconnections, so that not all clients come back at once. */
  readonly jitterMs?: number
  /** Whether to keep trying until the first connection succeeds. */
  readonly retriesFirstConnection?: boolean
  readonly onStatus?: (status: Status) => void
}

/** A connection to the broker of one cell. It reconnects automatically until it is closed. */
export interface Bus extends AsyncDisposable {
  readonly cell: string
  readonly subjects: Subjects
  readonly connection: NatsConnection
  readonly jetstream: JetStreamClient
  readonly manager: JetStreamManager
  /** The sensor that this connection belongs to, if any. */
  readonly sensor_id: number | undefined
  /** Whether results go to the public or the private subjects. */
  readonly scope: SensorScope
  /** Whether artifacts go to the public or the private subject. */
  readonly artifact_scope: SensorScope
  /** A unique id of this connection. */
  readonly id: string
  /** Whether the connection has credentials, whose permissions the broker enforces. */
  readonly is_confined: boolean
  /** Aborted when the current connection is lost, even if it is restored immediately. */
  readonly session: AbortSignal
}

const requestTimeoutMs = 5_000
const minReconnectDelayMs = 250

/** Connects to the broker, and reconnects whenever the connection is lost. */
export async function openBus(options: BusOptions): Promise<Bus> {
  const { cell, name, credentials, sensor_id, jitterMs = 2_000, retriesFirstConnection = true } = options
  const subjects = getCellSubjects(cell)
  const connection = await connect({
    ...toServerOptions(options),
    name,
    maxReconnectAttempts: -1,
    reconnectDelayHandler: () => minReconnectDelayMs + Math.random() * jitterMs,
    waitOnFirstConnect: retriesFirstConnection,
    // A broker that restarts may not know the account yet, so a rejected sign-in does not end the connection.
    ignoreAuthErrorAbort: retriesFirstConnection,
    // A broker that disappears is noticed within half a minute.
    pingInterval: 10_000,
    maxPingOut: 2,
    ...(sensor_id !== undefined && { inboxPrefix: getInboxPrefix(sensor_id) }),
    ...(credentials && {
      authenticator: jwtAuthenticator(credentials.jwt, new TextEncoder().encode(credentials.seed)),
    }),
  })
  let session = new AbortController()
  void followStatus(connection, (status) => {
    if (status.type === 'disconnect' || status.type === 'close') {
      session.abort()
      session = new AbortController()
    }
    options.onStatus?.(status)
  })
  // A connection that the broker rejects for good may close without a status.
  void connection.closed().then(() => session.abort())
  return {
    get session() {
      return session.signal
    },
    cell,
    subjects,
    sensor_id,
    scope: credentials && sensor_id !== undefined ? findSensorScope(credentials.jwt, { cell, sensor_id }) : 'public',
    artifact_scope:
      credentials && sensor_id !== undefined ? findArtifactScope(credentials.jwt, { cell, sensor_id }) : 'public',
    id: randomUUID(),
    is_confined: credentials !== undefined,
    connection,
    jetstream: jetstream(connection, { timeout: requestTimeoutMs }),
    // The check of the API would request account information, which a sensor may not read.
    manager: await jetstreamManager(connection, { timeout: requestTimeoutMs, checkAPI: false }),
    [Symbol.asyncDispose]: () => close(connection),
  }
}

async function followStatus(connection: NatsConnection, onStatus: (status: Status) => void): Promise<void> {
  for await (const status of connection.status()) onStatus(status)
}

/**
 * Closes a connection after sending its pending messages, unless the broker is away. It waits for the connection to
 * close and not for the drain, which may never end while the connection is being restored.
 */
async function close(connection: NatsConnection): Promise<void> {
  if (connection.isClosed()) return
  const giveUp = () => void connection.close()
  const closeTimer = setTimeout(giveUp, requestTimeoutMs)
  connection.drain().catch(giveUp)
  await connection.closed()
  clearTimeout(closeTimer)
}
