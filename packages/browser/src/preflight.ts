import { CheckFailure, type CheckSettings, flagSetting, numberSetting, type Probe } from '@wachta/checks'
import { LateError, timeLimitMs, within } from './deadline.ts'

/**
 * Connects to the address as other checks do, while the browser starts: names, connections and certificates fail with
 * the same errors, and their times are those of one connection.
 */
export async function preflight(url: URL, settings: CheckSettings, probe: Probe): Promise<void> {
  const limitMs = timeLimitMs(settings)
  try {
    await within(connect(url, settings, probe), limitMs)
  } catch (cause) {
    if (cause instanceof LateError) throw new CheckFailure(`timeout_${probe.phase}`, `no answer within ${limitMs} ms`)
    throw cause
  }
}

async function connect(url: URL, settings: CheckSettings, { network }: Probe): Promise<void> {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const isSecure = url.protocol === 'https:'
  const endpoint = { host, port: url.port === '' ? (isSecure ? 443 : 80) : Number(url.port) }
  const socket = isSecure
    ? await network.connectSecurely(endpoint, {
        servername: host,
        verify: flagSetting(settings, 'verify_certificate'),
        expiryDays: numberSetting(settings, 'certificate_expiry_days'),
      })
    : await network.connect(endpoint)
  socket.destroy()
}
