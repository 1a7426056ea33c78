import { createHash } from 'node:crypto'

export const intervalMs = 60_000
export const sensor_ids = [1, 2, 3] as const
/** The default: failures must be a majority. */
export const error_tolerance = 51

/** The services, numbered from 1, and when their monitoring begins: at a multiple of the interval. */
export interface Scene {
  readonly services: number
  readonly from: number
}

/** One request of a sensor: the first of its slot has the place 0. */
export interface Visit {
  readonly service: number
  /** The slot, counted in intervals since 1970. */
  readonly turn: number
  readonly place: number
}

export interface Answer {
  readonly isFailing: boolean
  readonly delayMs: number
}

/** The phases are spread evenly, as those of many services are. */
export const phaseOf = (service: number, { services }: Scene): number =>
  Math.floor(((service - 1) * intervalMs) / services)

/** Of so many services one begins an outage in a minute: 3.3 %, far fewer than a mass change. */
const outageEvery = 30

/**
 * What a service answers. In the first slot all is well. After that one service in thirty is down for a slot, every minute
 * others: for all sensors, or for two of three. Besides there are services that must not alarm, although one sensor always
 * fails (5 %), services whose answers are random (1 %), and slow ones (14 %).
 */
export function planAnswer({ service, turn, place }: Visit, { from }: Scene): Answer {
  const draw = (what: string) => drawShare(`${what} ${service} ${turn} ${place}`)
  const delayMs = service % 7 === 3 ? 1_000 + 4_000 * draw('delay') : 0
  if (turn <= from / intervalMs) return { isFailing: false, delayMs }
  return { isFailing: isFailing({ service, turn, place }, draw('result')), delayMs }
}

function isFailing({ service, turn, place }: Visit, drawn: number): boolean {
  // Sensors take turns in being first, so this is always the same one.
  if (service % 20 === 1) return place === (service + turn) % sensor_ids.length
  if (service % 100 === 2) return drawn < 0.5
  if (service % outageEvery !== turn % outageEvery) return false
  const well = (Math.floor(service / outageEvery) % (sensor_ids.length + 1)) - 1
  return place !== well
}

/** Returns a share from 0 to 1 that depends on the text alone. */
const drawShare = (text: string): number => createHash('sha256').update(text).digest().readUInt32BE() / 2 ** 32
