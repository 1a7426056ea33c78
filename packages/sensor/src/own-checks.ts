import { type BucketShare, findBucket } from '@wachta/domain'

interface OwnChecksOptions {
  /** Without it, this host runs all checks. */
  readonly share: BucketShare | undefined
  readonly now: () => number
  readonly services: () => Iterable<number>
  /** Plans a service that this host has gained or runs from an earlier time on; a start that just passed counts too. */
  readonly plan: (service_id: number) => void
}

/** Decides which checks of the sensor this host runs. */
export interface OwnChecks {
  /** Whether this host runs the check or task with this key that is scheduled for this time. */
  has(key: number | string, at: number): boolean
  /** Changes the share, and plans the services that this host has gained by the change. */
  change(apply: (share: BucketShare) => void): void
}

const never = Number.POSITIVE_INFINITY

export function createOwnChecks({ share, now, services, plan }: OwnChecksOptions): OwnChecks {
  /** The time from which this host holds each of its buckets. */
  let bucketStarts = new Map<number, number>()
  return {
    has: (key, at) => share?.coversStart(findBucket(key), at) ?? true,
    change(apply) {
      if (share === undefined) return
      apply(share)
      const previousStarts = bucketStarts
      bucketStarts = new Map(share.listClaims(now()).map(({ bucket, from }) => [bucket, from]))
      const gainedBuckets = new Set(
        [...bucketStarts].flatMap(([bucket, from]) => (from < (previousStarts.get(bucket) ?? never) ? [bucket] : [])),
      )
      if (gainedBuckets.size === 0) return
      for (const service_id of services()) if (gainedBuckets.has(findBucket(service_id))) plan(service_id)
    },
  }
}
