import { bucketCount } from './service-bucket.ts'

/**
 * Divides the buckets of a sensor among its hosts in proportion to their capacities, and moves as few as possible.
 * `holders` has the present host of each bucket; one without a capacity is gone. Returns the host of each bucket, or
 * undefined for all of them if there is no host.
 */
export function shareBuckets(
  holders: readonly (string | undefined)[],
  capacities: ReadonlyMap<string, number>,
): (string | undefined)[] {
  const left = toQuotas(holders, capacities)
  const take = (host: string | undefined): string | undefined => {
    const rest = host === undefined ? 0 : (left.get(host) ?? 0)
    if (host === undefined || rest === 0) return undefined
    left.set(host, rest - 1)
    return host
  }
  const kept = Array.from({ length: bucketCount }, (_, bucket) => take(holders[bucket]))
  const open = [...left].flatMap(([host, rest]) => new Array<string>(rest).fill(host)).values()
  return kept.map((host) => host ?? open.next().value)
}

/**
 * How many buckets each host has: its proportion, rounded by the largest remainder; with equal remainders, the host
 * that holds more buckets comes first.
 */
function toQuotas(
  holders: readonly (string | undefined)[],
  capacities: ReadonlyMap<string, number>,
): Map<string, number> {
  const total = [...capacities.values()].reduce((sum, capacity) => sum + capacity, 0)
  const held = (host: string) => holders.filter((each) => each === host).length
  const exact = [...capacities].map(([host, capacity]) => ({
    host,
    whole: Math.floor((bucketCount * capacity) / total),
    remainder: (bucketCount * capacity) % total,
    held: held(host),
  }))
  const rest = bucketCount - exact.reduce((sum, { whole }) => sum + whole, 0)
  const order = exact.toSorted(
    (one, other) => other.remainder - one.remainder || other.held - one.held || (one.host < other.host ? -1 : 1),
  )
  return new Map(order.map(({ host, whole }, place) => [host, whole + Number(place < rest)]))
}
