import type { SmsCarrier, WebCarrier } from '../carrier.ts'
import { splitIntoSegments } from '../gsm7.ts'
import { normalizePhoneNumber } from '../telephone-number.ts'
import { sendWithOperatorKey, toDelivery } from '../web-delivery.ts'
import { parseGatewayUrl } from './gateway-url.ts'
import { openSmpp, type SmsLimits } from './smpp.ts'

export interface SmsSettings {
  /**
   * smpp://user:password@host:2775 or smpps://… for an SMS centre; https://token@host/path or http://… for a gateway
   * that takes a POST of {id, to, from, text}.
   */
  readonly url: string
  /** The sender: a number, or up to eleven letters and digits. */
  readonly sender: string
  readonly limits?: Partial<SmsLimits>
}

/** Opens the SMS carrier that the URL selects. */
export function openSms(settings: SmsSettings, gateway: WebCarrier): SmsCarrier & AsyncDisposable {
  const { url, sender } = settings
  if (!/^(?:\+?[0-9]{3,15}|[A-Za-z0-9 ._-]{1,11})$/.test(sender))
    throw new Error('The sender of text messages has to be a number, or up to eleven letters and digits.')
  return /^smpps?:/.test(url) ? openSmpp(settings) : openSmsGateway(url, sender, gateway)
}

function openSmsGateway(url: string, sender: string, gateway: WebCarrier): SmsCarrier & AsyncDisposable {
  const endpoint = parseGatewayUrl(url)
  return {
    async send({ id, number, text }) {
      const body = { id, to: normalizePhoneNumber(number), from: sender, text }
      return {
        ...toDelivery(await sendWithOperatorKey(gateway, { ...endpoint, body })),
        units: splitIntoSegments(text).parts.length,
      }
    },
    async [Symbol.asyncDispose]() {},
  }
}
