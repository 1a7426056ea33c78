import { dayMs } from '@wachta/domain'

export interface ByteQuota {
  /** Counts the bytes towards the quota of the sensor. Returns false, and counts nothing, if they would exceed it. */
  take(sensor_id: number, bytes: number, use: QuotaUse): boolean
}

interface QuotaUse {
  /** Multiplies the quota of the sensor. */
  readonly share: number
  /** Whether the bytes may use only half of the quota, so that evidence of failures always finds room. */
  readonly isReference: boolean
}

/** Creates a daily quota for each sensor. At most a quarter of it can be used at once. */
export function createByteQuota(bytesPerDay: number, now: () => number): ByteQuota {
  const used = new Map<number, { readonly bytes: number; readonly at: number }>()
  return {
    take(sensor_id, bytes, { share, isReference }) {
      const at = now()
      const before = used.get(sensor_id) ?? { bytes: 0, at }
      const refilledBytes = ((at - before.at) * bytesPerDay * share) / dayMs
      const after = Math.max(0, before.bytes - Math.max(0, refilledBytes)) + bytes
      if (after > (bytesPerDay * share) / (isReference ? 8 : 4)) return false
      used.set(sensor_id, { bytes: after, at })
      return true
    },
  }
}
