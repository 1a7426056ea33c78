import type { Random } from './random.ts'

/** A time range in which a service is down. The end is exclusive. */
export interface Outage {
  readonly start: number
  readonly end: number
}

/** The true state of every service at every millisecond. */
export interface World {
  isUp(service_id: number, instant: number): boolean
  wasUp(service_id: number, from: number, to: number): boolean
  outages(service_id: number): readonly Outage[]
}

interface WorldOptions {
  readonly random: Random
  readonly service_ids: readonly number[]
  readonly start: number
  readonly end: number
  /** Times in which many sensors are in trouble: then services are down more often. */
  readonly hardTimes: readonly Outage[]
  /** The shortest outage of a service that must be detected. */
  readonly getDetectableMs: (service_id: number) => number
}

const second = 1_000
const minute = 60 * second
const hour = 60 * minute

export function createWorld(options: WorldOptions): World {
  const { random, service_ids, start, end } = options
  const sharedOutages = [
    ...createMassOutages(random.fork(1), start, end),
    ...createHardOutages(random.fork(2), options.hardTimes),
  ]
  const outagesByService = new Map(
    service_ids.map((id) => {
      const own = random.fork(1000 + id)
      const shared = sharedOutages.flatMap(({ share, ...outage }) => (own.chance(share) ? [outage] : []))
      return [id, mergeOutages([...createOwnOutages(own, options, options.getDetectableMs(id)), ...shared])]
    }),
  )
  const outages = (service_id: number) => outagesByService.get(service_id) ?? []
  const wasUp = (service_id: number, from: number, to: number) => {
    const next = findFirstEndingAfter(outages(service_id), from)
    return next === undefined || next.start > to
  }
  return { outages, wasUp, isUp: (service_id, instant) => wasUp(service_id, instant, instant) }
}

function createMassOutages(random: Random, start: number, end: number): (Outage & { share: number })[] {
  const found: (Outage & { share: number })[] = []
  for (let at = start + random.between(5 * minute, hour); at < end; at += random.between(hour, 4 * hour))
    found.push({ start: at, end: at + random.between(minute, 20 * minute), share: random.pick([0.1, 0.5, 1]) })
  return found
}

/** Returns outages around these times: they begin shortly before or within them, and some last longer. */
function createHardOutages(random: Random, times: readonly Outage[]): (Outage & { share: number })[] {
  return times.flatMap(({ start, end }) =>
    [0.2, 0.2].map((share) => {
      const outageStart = random.between(start - 2 * minute, end)
      return { start: outageStart, end: outageStart + random.between(30 * second, end - start + 2 * minute), share }
    }),
  )
}

function createOwnOutages(random: Random, { start, end }: WorldOptions, detectable: number): Outage[] {
  const found: Outage[] = []
  for (let at = start + random.between(0, hour); at < end; at += random.between(5 * minute, 2 * hour)) {
    const length = random.pick([
      () => random.between(100, 5 * second),
      () => random.between(detectable / 2, detectable),
      () => random.between(detectable, detectable * 1.2),
      () => random.between(detectable, detectable * 1.2),
      () => random.between(5 * minute, 40 * minute),
    ])()
    found.push({ start: at, end: at + Math.floor(length) })
    at += length
  }
  return found
}

function mergeOutages(outages: readonly Outage[]): Outage[] {
  const joined: Outage[] = []
  for (const outage of outages.toSorted((one, other) => one.start - other.start)) {
    const last = joined.at(-1)
    if (last !== undefined && outage.start <= last.end)
      joined[joined.length - 1] = { start: last.start, end: Math.max(last.end, outage.end) }
    else joined.push(outage)
  }
  return joined
}

function findFirstEndingAfter(outages: readonly Outage[], instant: number): Outage | undefined {
  let [low, high] = [0, outages.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((outages[middle]?.end ?? 0) > instant) high = middle
    else low = middle + 1
  }
  return outages[low]
}
