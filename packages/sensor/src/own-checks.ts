import { type BucketShare, bucketOf } from '@wachta/domain'

interface OwnChecksOptions {
  /** Without it, this host runs all checks. */
  readonly share: BucketShare | undefined
  readonly now: () => number
  readonly services: () => Iterable<number>
  /** Plans a service that this host has now, or sooner than before: its last start may only just have passed. */
  readonly plan: (service_id: number) => void
}

/** Which checks of the sensor this host runs. */
export interface OwnChecks {
  /** Whether it runs what starts at this time by the plan: a service, or something else that one host does. */
  has(key: number | string, at: number): boolean
  /** Changes the share, and plans the services that it has gained. */
  change(apply: (share: BucketShare) => void): void
}

const never = Number.POSITIVE_INFINITY

export function createOwnChecks({ share, now, services, plan }: OwnChecksOptions): OwnChecks {
  /** From when on it has each of its buckets. */
  let begins = new Map<number, number>()
  return {
    has: (key, at) => share?.holds(bucketOf(key), at) ?? true,
    change(apply) {
      if (share === undefined) return
      apply(share)
      const before = begins
      begins = new Map(share.claims(now()).map(({ bucket, from }) => [bucket, from]))
      const gained = new Set(
        [...begins].flatMap(([bucket, from]) => (from < (before.get(bucket) ?? never) ? [bucket] : [])),
      )
      if (gained.size === 0) return
      for (const service_id of services()) if (gained.has(bucketOf(service_id))) plan(service_id)
    },
  }
}
