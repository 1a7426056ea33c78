import webPush from 'web-push'
import type { PushCarrier, WebCarrier } from '../carrier.ts'
import { DeliveryError } from '../delivery.ts'
import type { Device } from '../message.ts'
import { toDelivery } from '../web-delivery.ts'

export interface PushSettings {
  /** A contact for push services: mailto:… or https://…. */
  readonly subject: string
  /** The key pair that identifies the installation to browsers, in Base64 for URLs. */
  readonly publicKey: string
  readonly privateKey: string
}

/** A device that is offline for a day finds the notification in the web app instead. */
const timeToLiveSeconds = 86_400
/** Push services accept bodies of 4096 bytes, of which encryption needs 103. */
const maxPayloadBytes = 3_993

/**
 * Web Push (RFC 8030, 8291, 8292). The browser chooses the push service, and anyone can claim to be a browser, so the
 * requests pass the egress guard.
 */
export function openPush({ subject, publicKey, privateKey }: PushSettings, web: WebCarrier): PushCarrier {
  const vapidDetails = { subject, publicKey, privateKey }
  checkKeys(vapidDetails)
  return {
    async send({ topic, device, payload, urgency = 'high' }) {
      const text = JSON.stringify(payload)
      if (Buffer.byteLength(text) > maxPayloadBytes)
        throw createPermanentError('the message is too large for a push message')
      if (URL.parse(device.endpoint)?.protocol !== 'https:')
        throw createPermanentError('the device has no valid push endpoint')
      const { headers, body } = encryptMessage(device, text, { vapidDetails, TTL: timeToLiveSeconds, urgency, topic })
      try {
        return toDelivery(await web.send({ url: device.endpoint, headers: toTextHeaders(headers), body }))
      } catch (cause) {
        throw cause instanceof DeliveryError && /^(?:404|410)\b/.test(cause.message)
          ? new DeliveryError({ answer: `${cause.message}: the device is gone`, isAddressGone: true })
          : cause
      }
    },
  }
}

function encryptMessage({ endpoint, p256dh, auth }: Device, text: string, options: webPush.RequestOptions) {
  try {
    return webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, text, options)
  } catch {
    throw createPermanentError('the keys of the device cannot be used')
  }
}

/** Throws if the operator's keys are invalid: better at the start of the process than with the first message. */
function checkKeys(vapidDetails: NonNullable<webPush.RequestOptions['vapidDetails']>): void {
  try {
    webPush.getVapidHeaders(
      'https://push.example',
      vapidDetails.subject,
      vapidDetails.publicKey,
      vapidDetails.privateKey,
      'aes128gcm',
    )
  } catch {
    throw new Error('The subject for push has to be mailto:… or https://…, and its keys a pair of VAPID keys.')
  }
}

/** Converts headers to strings, without the content length, which the web carrier sets. */
function toTextHeaders(headers: object): Record<string, string> {
  const otherHeaders = Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'content-length')
  return Object.fromEntries(otherHeaders.map(([name, value]) => [name, String(value)]))
}

const createPermanentError = (answer: string) => new DeliveryError({ answer, isPermanent: true })
