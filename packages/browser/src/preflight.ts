import { CheckFailure, type CheckSettings, flagSetting, numberSetting, type Probe } from '@wachta/checks'
import { LateError, timeLimitMs, within } from './deadline.ts'
import { keysToTrust } from './own-authority.ts'

/**
 * Connects to the address as other checks do, while the browser starts: names, connections and certificates fail with
 * the same errors, and their times are those of one connection. Returns the keys that the browser must trust.
 */
export async function preflight(url: URL, settings: CheckSettings, probe: Probe): Promise<readonly string[]> {
  const limitMs = timeLimitMs(settings)
  try {
    return await within(connect(url, settings, probe), limitMs)
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
  const verify = flagSetting(settings, 'verify_certificate')
  const expiryDays = numberSetting(settings, 'certificate_expiry_days')
  const endpoint = { host, port: Number(url.port || 443) }
  const socket = await network.connectSecurely(endpoint, { servername: host, verify, expiryDays })
  const keys = verify ? keysToTrust(socket) : []
  socket.destroy()
  return keys
}
