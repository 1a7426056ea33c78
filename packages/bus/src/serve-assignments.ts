import { type ConsumerInfo, JetStreamApiCodes, JetStreamApiError } from '@nats-io/jetstream'
import type { Msg } from '@nats-io/nats-core'
import type { Bus } from './bus.ts'
import { consumerSettings } from './read-stream.ts'
import { cellStreams } from './streams.ts'
import { mayAnswer, parseSpeaker } from './subjects.ts'

/** How many hosts of one sensor can read their assignments at a time. */
const readersOfSensor = 8

/** The names of the consumers that a sensor may pull from. */
export const consumerNames = (sensor_id: number): string[] =>
  Array.from({ length: readersOfSensor }, (_, place) => `sensor-${sensor_id}-${place}`)

const readerId = /^[0-9a-f-]{36}$/

/**
 * Makes the consumers that sensors read their assignments from. Sensors may not: whoever makes a consumer decides which
 * subject its messages go to, and how many there are. Any number of processes may serve at once.
 */
export function serveAssignments(
  bus: Bus,
  onError: (error: Error, sensor_id?: number) => void = () => undefined,
  /** Whether the sensor may ask once more: each time costs the broker several requests. */
  admits: (sensor_id: number) => boolean = () => true,
): Disposable {
  const subscription = bus.connection.subscribe(bus.subjects.wantedBy(), {
    queue: 'assignments',
    callback: (error, message) => {
      const sensor_id = error ? undefined : parseSpeaker(message.subject)
      if (error) onError(error)
      else if (sensor_id !== undefined && admits(sensor_id))
        void answer(bus, sensor_id, message).catch((failure) => onError(failure, sensor_id))
    },
  })
  return { [Symbol.dispose]: () => subscription.unsubscribe() }
}

async function answer(bus: Bus, sensor_id: number, message: Msg): Promise<void> {
  const reader = message.data.length === 36 ? message.string() : ''
  if (!mayAnswer(sensor_id, message.reply) || !readerId.test(reader)) return
  const info = await consumerFor(bus, sensor_id, reader)
  bus.connection.publish(message.reply, JSON.stringify(info ?? null))
}

/** A fresh consumer in the reader's own place, or in a free one; a place is free once nobody has read there for a while. */
async function consumerFor(bus: Bus, sensor_id: number, reader: string): Promise<ConsumerInfo | undefined> {
  const stream = cellStreams(bus.cell).assignments
  const { consumers } = bus.manager
  const names = consumerNames(sensor_id)
  const held = await Promise.all(names.map((name) => consumers.info(stream, name).catch(undefinedIfMissing)))
  const own = held.findIndex((info) => info?.config.description === reader)
  const place = own >= 0 ? own : held.indexOf(undefined)
  const name = names[place]
  if (name === undefined) return undefined
  if (own >= 0) await consumers.delete(stream, name).catch(undefinedIfMissing)
  const filter = bus.subjects.assignmentsOf(sensor_id)
  const info = await consumers.add(stream, { ...consumerSettings({ name, filter, after: 0 }), description: reader })
  return info.config.description === reader ? info : undefined
}

function undefinedIfMissing(error: Error): undefined {
  if (error instanceof JetStreamApiError && error.code === JetStreamApiCodes.ConsumerNotFound) return undefined
  throw error
}
