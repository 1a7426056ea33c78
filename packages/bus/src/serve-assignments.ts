import { type ConsumerInfo, JetStreamApiCodes, JetStreamApiError } from '@nats-io/jetstream'
import type { Msg } from '@nats-io/nats-core'
import type { Bus } from './bus.ts'
import { buildConsumerSettings } from './read-stream.ts'
import { getCellStreams } from './streams.ts'
import { isAllowedReplySubject, parseLastId } from './subjects.ts'

/** How many hosts that run the same sensor can read its assignments at the same time. */
const maxReadersPerSensor = 8

/** Returns the names of the consumers that a sensor may pull from. */
export const listConsumerNames = (sensor_id: number): string[] =>
  Array.from({ length: maxReadersPerSensor }, (_, index) => `sensor-${sensor_id}-${index}`)

const readerIdPattern = /^[0-9a-f-]{36}$/

/**
 * Creates the consumers from which sensors read their assignments, on request. Sensors may not create them, because the
 * creator of a consumer chooses its subject and can create any number. Several processes can serve at the same time.
 */
export function serveAssignments(
  bus: Bus,
  onError: (error: Error, sensor_id?: number) => void = () => undefined,
  /** Whether to answer this request of the sensor: each answer costs the broker several requests. */
  admits: (sensor_id: number) => boolean = () => true,
): Disposable {
  const subscription = bus.connection.subscribe(bus.subjects.consumerRequests(), {
    queue: 'assignments',
    callback: (error, message) => {
      const sensor_id = error ? undefined : parseLastId(message.subject)
      if (error) onError(error)
      else if (sensor_id !== undefined && admits(sensor_id))
        void answerRequest(bus, sensor_id, message).catch((failure) => onError(failure, sensor_id))
    },
  })
  return { [Symbol.dispose]: () => subscription.unsubscribe() }
}

async function answerRequest(bus: Bus, sensor_id: number, message: Msg): Promise<void> {
  const readerId = message.data.length === 36 ? message.string() : ''
  if (!isAllowedReplySubject(sensor_id, message.reply) || !readerIdPattern.test(readerId)) return
  const info = await createReaderConsumer(bus, sensor_id, readerId)
  bus.connection.publish(message.reply, JSON.stringify(info ?? null))
}

/**
 * Creates a consumer for a reader. It replaces the previous one of the same reader; otherwise it takes a free name. The
 * broker frees a name when its consumer was not used for a while. Returns undefined if no name is free.
 */
async function createReaderConsumer(bus: Bus, sensor_id: number, readerId: string): Promise<ConsumerInfo | undefined> {
  const stream = getCellStreams(bus.cell).assignments
  const { consumers } = bus.manager
  const names = listConsumerNames(sensor_id)
  const existing = await Promise.all(names.map((name) => consumers.info(stream, name).catch(ignoreMissing)))
  const ownIndex = existing.findIndex((info) => info?.config.description === readerId)
  const name = names[ownIndex >= 0 ? ownIndex : existing.indexOf(undefined)]
  if (name === undefined) return undefined
  if (ownIndex >= 0) await consumers.delete(stream, name).catch(ignoreMissing)
  const filter = bus.subjects.assignmentsOfSensor(sensor_id)
  const info = await consumers.add(stream, {
    ...buildConsumerSettings({ name, filter, after: 0 }),
    description: readerId,
  })
  return info.config.description === readerId ? info : undefined
}

function ignoreMissing(error: Error): undefined {
  if (error instanceof JetStreamApiError && error.code === JetStreamApiCodes.ConsumerNotFound) return undefined
  throw error
}
