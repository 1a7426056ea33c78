import type { Carriers } from '@wachta/channels'
import { type CarrierSettings, openCarriers } from '@wachta/channels/carriers'

/** Shorter than for alerts: strangers choose the endpoints, and the next message waits for the answer. */
const subscriberLimits = { connectTimeoutMs: 3_000, responseTimeoutMs: 5_000, totalTimeoutMs: 5_000 }

/** Opens the carriers for messages to subscribers on the web. */
export async function openSubscriberWeb(
  settings: Pick<CarrierSettings, 'push' | 'egressAllow' | 'authorities'>,
): Promise<Pick<Carriers, 'web' | 'push'> & AsyncDisposable> {
  const { push, egressAllow = [], authorities = [] } = settings
  return openCarriers({ egressAllow, authorities, ...(push && { push }), webLimits: subscriberLimits })
}
