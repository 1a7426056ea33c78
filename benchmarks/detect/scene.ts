import { createHash } from 'node:crypto'

export const intervalMs = 60_000
export const sensor_ids = [1, 2, 3] as const
/** The default of the product: a failure needs a majority of errors. */
export const error_tolerance = 51

/** The services, numbered from 1, and when their monitoring begins: at a multiple of the interval. */
export interface Scene {
  readonly services: number
  readonly from: number
}

/** One request of a sensor: the first of its slot has the index 0. */
export interface Visit {
  readonly service: number
  /** The slot, counted in intervals since 1970. */
  readonly slotNumber: number
  readonly index: number
}

export interface Answer {
  readonly isFailing: boolean
  readonly delayMs: number
}

/** The phases are spread evenly, as those of many services are. */
export const phaseOf = (service: number, { services }: Scene): number =>
  Math.floor(((service - 1) * intervalMs) / services)

/** One in this many services begins an outage every minute: 3.3 %, far fewer than a mass change. */
const outageEvery = 30

/**
 * Plans the answer of a service. In the first slot all services are up. After that, one service in thirty is down for a
 * slot, a different one every minute: for all sensors, or for two of three. Some services must not raise an alert
 * although one sensor always fails (5 %); other services answer randomly (1 %) or slowly (14 %).
 */
export function planAnswer({ service, slotNumber, index }: Visit, { from }: Scene): Answer {
  const draw = (what: string) => drawShare(`${what} ${service} ${slotNumber} ${index}`)
  const delayMs = service % 7 === 3 ? 1_000 + 4_000 * draw('delay') : 0
  if (slotNumber <= from / intervalMs) return { isFailing: false, delayMs }
  return { isFailing: isFailing({ service, slotNumber, index }, draw('result')), delayMs }
}

function isFailing({ service, slotNumber, index }: Visit, share: number): boolean {
  // Sensors take turns in being first, so the failing sensor is always the same one.
  if (service % 20 === 1) return index === (service + slotNumber) % sensor_ids.length
  if (service % 100 === 2) return share < 0.5
  if (service % outageEvery !== slotNumber % outageEvery) return false
  const healthyIndex = (Math.floor(service / outageEvery) % (sensor_ids.length + 1)) - 1
  return index !== healthyIndex
}

/** Returns a share from 0 to 1 that depends on the text alone. */
const drawShare = (text: string): number => createHash('sha256').update(text).digest().readUInt32BE() / 2 ** 32
