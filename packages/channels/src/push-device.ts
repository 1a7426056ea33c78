import { ECDH } from 'node:crypto'
import { isIP } from 'node:net'
import type { Guard } from '@wachta/egress'
import type { Device } from './message.ts'

/** The patterns of the values that a browser sends for a subscription to push messages. */
export const pushDevicePatterns = {
  endpoint: '^https://[A-Za-z0-9.-]+(:[0-9]{1,5})?(/[!-~]*)?$',
  p256dh: '^[A-Za-z0-9_-]{87}=?$',
  auth: '^[A-Za-z0-9_-]{22}(==)?$',
} as const satisfies Record<keyof Device, string>

export const maxPushEndpoint = 2048

/**
 * Whether messages can be sent to a browser. Any client can claim to be one, so its push service must not have an
 * address in a private network; names are checked by the egress guard when it connects to them.
 */
export function isPushDevice(device: Device, guard: Guard): boolean {
  const { endpoint, p256dh } = device
  if (endpoint.length > maxPushEndpoint) return false
  if (patterns.some(([field, pattern]) => !pattern.test(device[field]))) return false
  const url = URL.parse(endpoint)
  return url !== null && isReachable(url.hostname.replace(/\.$/, ''), guard) && isPublicKey(p256dh)
}

const patterns = Object.entries(pushDevicePatterns).map(
  ([field, pattern]) => [field as keyof Device, new RegExp(pattern)] as const,
)

function isReachable(host: string, guard: Guard): boolean {
  if (isIP(host) !== 0) return guard(host)
  return host.length <= 253 && host.includes('.') && !host.endsWith('.localhost')
}

/** Whether the key is a point on the curve P-256; messages cannot be encrypted for other keys. */
function isPublicKey(p256dh: string): boolean {
  try {
    ECDH.convertKey(p256dh, 'prime256v1', 'base64url')
    return true
  } catch {
    return false
  }
}
