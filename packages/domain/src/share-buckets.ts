import { bucketCount } from './service-bucket.ts'

/**
 * Divides the buckets of a sensor among its hosts in proportion to their capacities, and moves as few as possible.
 * `holders` has the present host of each bucket; a host without a capacity is gone. Returns the host of each bucket, or
 * undefined for all of them if there is no host.
 */
export function shareBuckets(
  holders: readonly (string | undefined)[],
  capacities: ReadonlyMap<string, number>,
): (string | undefined)[] {
  const remaining = toQuotas(holders, capacities)
  const take = (host: string | undefined): string | undefined => {
    const hostRemaining = host === undefined ? 0 : (remaining.get(host) ?? 0)
    if (host === undefined || hostRemaining === 0) return undefined
    remaining.set(host, hostRemaining - 1)
    return host
  }
  const assigned = Array.from({ length: bucketCount }, (_, bucket) => take(holders[bucket]))
  // Each host, as often as its quota has room for another bucket.
  const freePlaces = [...remaining].flatMap(([host, rest]) => new Array<string>(rest).fill(host)).values()
  return assigned.map((host) => host ?? freePlaces.next().value)
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
  const countHeld = (host: string) => holders.filter((each) => each === host).length
  const quotas = [...capacities].map(([host, capacity]) => ({
    host,
    whole: Math.floor((bucketCount * capacity) / total),
    remainder: (bucketCount * capacity) % total,
    held: countHeld(host),
  }))
  const leftover = bucketCount - quotas.reduce((sum, { whole }) => sum + whole, 0)
  const order = quotas.toSorted(
    (one, other) => other.remainder - one.remainder || other.held - one.held || (one.host < other.host ? -1 : 1),
  )
  return new Map(order.map(({ host, whole }, index) => [host, whole + Number(index < leftover)]))
}
