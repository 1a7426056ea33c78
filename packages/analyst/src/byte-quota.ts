const day_ms = 86_400_000

export interface ByteQuota {
  /** Whether so many bytes more of this sensor may be kept; its share is so many times the usual one. */
  take(sensor_id: number, bytes: number, share: number): boolean
}

/** So many bytes a day for each sensor, a quarter of them at once. */
export function createByteQuota(bytesPerDay: number, now: () => number): ByteQuota {
  const used = new Map<number, { readonly bytes: number; readonly at: number }>()
  return {
    take(sensor_id, bytes, share) {
      const at = now()
      const before = used.get(sensor_id) ?? { bytes: 0, at }
      const given = ((at - before.at) * bytesPerDay * share) / day_ms
      const after = Math.max(0, before.bytes - Math.max(0, given)) + bytes
      if (after > (bytesPerDay * share) / 4) return false
      used.set(sensor_id, { bytes: after, at })
      return true
    },
  }
}
