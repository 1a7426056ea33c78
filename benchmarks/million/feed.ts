import { writePackedResults } from '@wachta/bus'
import { packChecks } from '@wachta/domain'
import { createCheckReport } from '@wachta/testing/analyst/simulated'

/** How often services are checked, and when their results arrive. */
export interface Feed {
  /** The time of the first slot: a multiple of the interval. */
  readonly from: number
  readonly intervalMs: number
  readonly sensors: readonly number[]
  /** The number of services of the installation; their phases are spread evenly over the interval. */
  readonly services: number
  /** The time from a slot to the arrival of its results. */
  readonly delayMs: number
}

export interface FeedMessage {
  readonly sensor_id: number
  readonly bytes: Uint8Array
}

/** A sensor sends the results of each second together, at most this many per message. */
const maxResults = 1000

export const phaseOf = (service_id: number, { services, intervalMs }: Pick<Feed, 'services' | 'intervalMs'>): number =>
  Math.floor(((service_id - 1) * intervalMs) / services)

/**
 * Returns a function that creates the messages of one shard for a second. One check in a thousand fails, on one sensor
 * only.
 */
export function createFeed(service_ids: readonly number[], feed: Feed): (second: number) => FeedMessage[] {
  const { from, intervalMs, sensors } = feed
  const bySecond = Map.groupBy(service_ids, (id) => Math.floor(phaseOf(id, feed) / 1000))
  const nextSequences = new Map<number, number>()
  return (second) => {
    const round = Math.floor((second * 1000) / intervalMs)
    const due = bySecond.get(second % (intervalMs / 1000)) ?? []
    const messages: FeedMessage[] = []
    for (let offset = 0; offset < due.length; offset += maxResults)
      for (const sensor_id of sensors) {
        const part = due.slice(offset, offset + maxResults)
        const first = nextSequences.get(sensor_id) ?? 1
        nextSequences.set(sensor_id, first + part.length)
        const reports = part.map((service_id) => {
          const report = makeReport({
            service_id,
            sensor_id,
            slot: from + round * intervalMs + phaseOf(service_id, feed),
          })
          return { ...report, packed: packChecks([report]) }
        })
        messages.push({ sensor_id, bytes: writePackedResults({ host: 'million', first, reports }) })
      }
    return messages
  }
}

/** The timings differ from check to check as they do in production. */
function makeReport({ service_id, slot, sensor_id }: { service_id: number; slot: number; sensor_id: number }) {
  const noise = ((service_id * 7919 + (slot / 1000) * 104_729 + sensor_id * 1_299_709) % 1_000_003) | 0
  const connect = 5 + (noise % 60)
  const timings = { lookup: noise % 20, connect, tls: connect + (noise % 90), first_byte: connect + (noise % 250) }
  const figures = { started: sensor_id * 300 + (noise % 300), data_size: 12_000 + (noise % 8_000), timings }
  const isError = noise % 1000 === 0
  return createCheckReport({
    ...{ service_id, slot, sensor_id, ...figures, response_time: timings.first_byte + (noise % 70) },
    ...(isError && { result: 'error' as const }),
  })
}
