import { CheckFailure, type CheckSettings, type Probe, readFlagSetting, readNumberSetting } from '@wachta/checks'
import { getTimeLimitMs, LateError, withTimeout } from './deadline.ts'
import { listKeysToTrust } from './own-authority.ts'

/**
 * Connects to the address as other checks do, while the browser starts. So DNS, connection and certificate errors are
 * reported in the same way, and the times are those of a single connection. Returns the keys that the browser must
 * trust.
 */
export async function testReachability(url: URL, settings: CheckSettings, probe: Probe): Promise<readonly string[]> {
  const limitMs = getTimeLimitMs(settings)
  try {
    return await withTimeout(connect(url, settings, probe), limitMs)
  } catch (cause) {
    if (cause instanceof LateError) throw new CheckFailure(`timeout_${probe.phase}`, `no answer within ${limitMs} ms`)
    throw cause
  }
}

async function connect(url: URL, settings: CheckSettings, { network }: Probe): Promise<readonly string[]> {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (url.protocol !== 'https:') {
    const socket = await network.connect({ host, port: Number(url.port || 80) })
    socket.destroy()
    return []
  }
  const verify = readFlagSetting(settings, 'verify_certificate')
  const expiryDays = readNumberSetting(settings, 'certificate_expiry_days')
  const endpoint = { host, port: Number(url.port || 443) }
  const socket = await network.connectSecurely(endpoint, { servername: host, verify, expiryDays })
  const keys = verify ? listKeysToTrust(socket) : []
  socket.destroy()
  return keys
}
