import { dayMs } from '@wachta/domain'

export interface ByteQuota {
  /** Counts the bytes towards the quota of the sensor. Returns false, and counts nothing, if they would exceed it. */
  take(sensor_id: number, bytes: number, use: QuotaUse): boolean
}

interface QuotaUse {
  /** The quota of the sensor is this many times the quota that is given to `createByteQuota`. */
  readonly factor: number
  /** Whether only half as much may be used at one time, so that evidence of failures always finds room. */
  readonly isReference: boolean
}

/** Creates a daily quota for each sensor. At most a quarter of it can be used at once. */
export function createByteQuota(bytesPerDay: number, now: () => number): ByteQuota {
  const used = new Map<number, { readonly bytes: number; readonly at: number }>()
  return {
    take(sensor_id, bytes, { factor, isReference }) {
      const at = now()
      const before = used.get(sensor_id) ?? { bytes: 0, at }
      const refilledBytes = ((at - before.at) * bytesPerDay * factor) / dayMs
      const after = Math.max(0, before.bytes - Math.max(0, refilledBytes)) + bytes
      if (after > (bytesPerDay * factor) / (isReference ? 8 : 4)) return false
      used.set(sensor_id, { bytes: after, at })
      return true
    },
  }
}
