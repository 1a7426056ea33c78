import type { VoiceCarrier, WebCarrier } from '../carrier.ts'
import { normalizePhoneNumber } from '../telephone-number.ts'
import { sendWithOperatorKey, toDelivery } from '../web-delivery.ts'
import { parseGatewayUrl } from './gateway-url.ts'

export interface VoiceSettings {
  /** Receives a POST of {id, to, text, language} and reads the text to the person who answers the call. */
  readonly url: string
  readonly token?: string
}

/** Opens a carrier that calls through a voice gateway. */
export function openVoice({ url, token }: VoiceSettings, gateway: WebCarrier): VoiceCarrier {
  const endpoint = parseGatewayUrl(url, token)
  return {
    async call({ id, number, text, language }) {
      return toDelivery(
        await sendWithOperatorKey(gateway, {
          ...endpoint,
          body: { id, to: normalizePhoneNumber(number), text, language },
        }),
      )
    },
  }
}
