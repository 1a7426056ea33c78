import { JetStreamApiError } from '@nats-io/jetstream'
import {
  type Bus,
  type CheckReport,
  getShardOfService,
  type OutgoingResults,
  openBus,
  publishResults,
  writeResults,
} from '@wachta/bus'
import { isFailing, world } from './oracle.ts'

/** The number of results in a message: what a sensor collects in one second with 2,000 services a minute. */
export const resultsPerMessage = 4
const maxInFlight = 64

interface Message {
  readonly group: number
  readonly bytes: Uint8Array
  readonly id: string
}

export interface Minute {
  readonly minute: number
  readonly slot: number
  /** The part of the services to simulate, and the number of parts. */
  readonly part?: readonly [index: number, count: number]
}

export interface Sensors extends AsyncDisposable {
  /** Publishes the results of a minute or a part of it; returns their number once the broker has accepted them. */
  publish(minute: Minute): Promise<number>
  /** The number of published messages, and of those that the broker did not accept. */
  readonly published: number
  readonly refused: number
}

/** Opens three sensors that check 2,000 services each minute and publish the results as real ones do. */
export async function openSensors(url: string, cell: string): Promise<Sensors> {
  const buses = await Promise.all(
    world.sensors.map((sensor_id) => openBus({ url, cell, name: `sensor ${sensor_id}`, sensor_id })),
  )
  const ids = Array.from({ length: world.services }, (_, index) => index + 1)
  const groups = [...Map.groupBy(ids, getShardOfService)]
  const lastSequences = new Map<string, number>()
  let [results, published, refused] = [0, 0, 0]
  const createMessages = (sensor_id: number, { minute, slot, part: [part, parts] = [0, 1] }: Minute): Message[] =>
    groups.flatMap(([group, all]) => {
      const partIds = all.filter((_, index) => index % parts === part)
      const key = `${sensor_id} ${group}`
      const messages: Message[] = []
      for (let offset = 0; offset < partIds.length; offset += resultsPerMessage) {
        const reports = partIds
          .slice(offset, offset + resultsPerMessage)
          .map((service_id) => createReport(service_id, { sensor_id, minute, slot }))
        const first = (lastSequences.get(key) ?? 0) + 1
        lastSequences.set(key, first + reports.length - 1)
        results += reports.length
        const bytes = writeResults({ host: `host-${sensor_id}`, first, reports })
        messages.push({ group, bytes, id: `host-${sensor_id}-${group}-${first}-${reports.length}` })
      }
      return messages
    })
  const send = async (bus: Bus, sensor_id: number, messages: readonly Message[]): Promise<void> => {
    let next = 0
    const runWorker = async () => {
      for (let message = messages[next++]; message !== undefined; message = messages[next++])
        if (await isAccepted(bus, { urgency: 'live', sensor_id, ...message })) published += 1
        else refused += 1
    }
    await Promise.all(Array.from({ length: maxInFlight }, runWorker))
  }
  return {
    get published() {
      return published
    },
    get refused() {
      return refused
    },
    publish: async (minute) => {
      const before = results
      await Promise.all(
        world.sensors.map((sensor_id, index) => {
          const bus = buses[index]
          return bus && send(bus, sensor_id, createMessages(sensor_id, minute))
        }),
      )
      return results - before
    },
    [Symbol.asyncDispose]: async () => {
      for (const bus of buses) await bus[Symbol.asyncDispose]()
    },
  }
}

/**
 * Returns whether the broker accepts the message. A message without an answer in time is sent again, as a sensor does.
 */
async function isAccepted(bus: Bus, message: OutgoingResults): Promise<boolean> {
  for (;;)
    try {
      await publishResults(bus, message)
      return true
    } catch (error) {
      if (error instanceof JetStreamApiError) return false
    }
}

/** The timings differ from check to check as they do in production. */
function createReport(
  service_id: number,
  { sensor_id, minute, slot }: { readonly sensor_id: number; readonly minute: number; readonly slot: number },
): CheckReport {
  const noise = (service_id * 7919 + minute * 104_729 + sensor_id * 1_299_709) % 1_000_003
  const isFailure = isFailing(service_id, minute, sensor_id)
  const connect = 5 + (noise % 60)
  return {
    ...{ service_id, slot, sensor_id, revision: 1, started: noise % 1_000, path_step: null, words: null, reason: null },
    result: isFailure ? 'error' : 'ok',
    error_type_id: isFailure ? 301 : null,
    response_time: connect + (noise % 300),
    data_size: 12_000 + (noise % 8_000),
    timings: { lookup: noise % 20, connect, tls: connect + (noise % 90), first_byte: connect + (noise % 250) },
  }
}
