import { randomUUID } from 'node:crypto'
import type { ConsumerInfo } from '@nats-io/jetstream'
import { errors } from '@nats-io/nats-core'
import type { Bus } from './bus.ts'
import {
  createConsumer,
  type OpenConsumer,
  openConsumer,
  type ReadOptions,
  readFrom,
  StreamLostError,
} from './read-stream.ts'
import type { StreamMessage } from './stream-message.ts'
import { getCellStreams } from './streams.ts'

export interface AssignmentsReader extends AsyncIterable<StreamMessage> {
  /** The known number of assignments that are still to come; 0 if all were read. */
  readonly pending: number
}

export interface AssignmentsOptions extends Pick<ReadOptions, 'signal' | 'onRetry'> {
  readonly sensor_id: number
}

/**
 * Reads all assignments of a sensor, then each change. After a lost connection or with a new stream all of them come
 * again, which does no harm because the newest one of a service counts. Waits until the centre provides them.
 */
export async function readAssignments(bus: Bus, options: AssignmentsOptions): Promise<AssignmentsReader> {
  const open = () =>
    requestConsumer(bus, options.sensor_id).catch((error: Error) => {
      // A StreamLostError would end the reading, but a sensor has to wait until the stream exists again.
      throw error instanceof StreamLostError ? new Error(error.message, { cause: error }) : error
    })
  return readFrom(bus, open, { ...options, after: 0 })
}

async function requestConsumer(bus: Bus, sensor_id: number): Promise<OpenConsumer> {
  try {
    const answer = await bus.connection.request(bus.subjects.consumerRequest(sensor_id), bus.id, { timeout: 5_000 })
    const info = answer.json<ConsumerInfo | null>()
    if (!info) throw new Error('too many hosts of the sensor read their assignments')
    return openConsumer(bus, info)
  } catch (error) {
    if (bus.is_confined || !isUnanswered(error)) throw error
    // A broker without credentials lets a sensor create the consumer itself.
    const stream = getCellStreams(bus.cell).assignments
    return createConsumer(bus, {
      stream,
      filter: bus.subjects.assignmentsOfSensor(sensor_id),
      after: 0,
      name: `read-${randomUUID()}`,
    })
  }
}

const isUnanswered = (error: unknown): boolean =>
  error instanceof errors.NoRespondersError || (error instanceof errors.RequestError && error.isNoResponders())
