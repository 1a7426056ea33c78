import { type BucketShare, bucketOf } from '@wachta/domain'

interface OwnChecksOptions {
  /** Without it, this host runs all checks. */
  readonly share: BucketShare | undefined
  readonly now: () => number
  readonly services: () => Iterable<number>
  /** Plans a service that became this host's: its last start may only just have passed. */
  readonly plan: (service_id: number) => void
}

/** Which checks of the sensor this host runs. */
export interface OwnChecks {
  /** Whether it runs what starts at this time by the plan: a service, or something else that one host does. */
  has(key: number | string, at: number): boolean
  /** Changes the share, and plans the services that it has from then on. */
  change(apply: (share: BucketShare) => void): void
}

export function createOwnChecks({ share, now, services, plan }: OwnChecksOptions): OwnChecks {
  let buckets = new Set<number>()
  return {
    has: (key, at) => share?.holds(bucketOf(key), at) ?? true,
    change(apply) {
      if (share === undefined) return
      apply(share)
      const before = buckets
      buckets = new Set(share.claims(now()).map(({ bucket }) => bucket))
      if (buckets.isSubsetOf(before)) return
      for (const service_id of services()) {
        const bucket = bucketOf(service_id)
        if (buckets.has(bucket) && !before.has(bucket)) plan(service_id)
      }
    },
  }
}
