import { randomUUID } from 'node:crypto'
import type { ConsumerInfo } from '@nats-io/jetstream'
import { errors } from '@nats-io/nats-core'
import type { Bus } from './bus.ts'
import { createConsumer, type OpenConsumer, openConsumer, readFrom, StreamLostError } from './read-stream.ts'
import type { StreamMessage } from './stream-message.ts'
import { cellStreams } from './streams.ts'

export interface AssignmentsReader extends AsyncIterable<StreamMessage> {
  /** How many assignments are still to come as far as is known: 0 says that all are read. */
  readonly pending: number
}

export interface AssignmentsOptions {
  readonly sensor_id: number
  readonly signal: AbortSignal
}

/**
 * All assignments of a sensor, then each one that changes. After a lost connection or another stream all of them come
 * again: the newest of a service counts, so that reading one twice does no harm. Waits until the centre serves them.
 */
export async function readAssignments(bus: Bus, { sensor_id, signal }: AssignmentsOptions): Promise<AssignmentsReader> {
  const open = () =>
    askForConsumer(bus, sensor_id).catch((error: Error) => {
      // A sensor has nothing to do without its stream but to wait for it.
      throw error instanceof StreamLostError ? new Error(error.message, { cause: error }) : error
    })
  return readFrom(bus, open, { after: 0, signal })
}

async function askForConsumer(bus: Bus, sensor_id: number): Promise<OpenConsumer> {
  try {
    const answer = await bus.connection.request(bus.subjects.wanted(sensor_id), bus.id, { timeout: 5_000 })
    const info = answer.json<ConsumerInfo | null>()
    if (!info) throw new Error('too many hosts of the sensor read their assignments')
    return openConsumer(bus, info)
  } catch (error) {
    if (bus.is_confined || !isUnanswered(error)) throw error
    // At a broker without credentials everybody may help themselves.
    const stream = cellStreams(bus.cell).assignments
    return createConsumer(bus, {
      stream,
      filter: bus.subjects.assignmentsOf(sensor_id),
      after: 0,
      name: `read-${randomUUID()}`,
    })
  }
}

const isUnanswered = (error: unknown): boolean =>
  error instanceof errors.NoRespondersError || (error instanceof errors.RequestError && error.isNoResponders())
