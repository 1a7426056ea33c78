import { createHash } from 'node:crypto'
import type { Device } from '@wachta/channels'
import type { FastifyRequest } from 'fastify'

/** The form that the script of a status page sends for a browser. */
export interface BrowserForm {
  readonly device: Device
  readonly endsSubscription: boolean
}

/** Reads the form that the script of a browser sent; undefined if a person filled in a form. */
export function readBrowserForm({ body }: FastifyRequest): BrowserForm | undefined {
  const form = new URLSearchParams(Buffer.isBuffer(body) ? body.toString('utf8') : '')
  const endpoint = form.get('endpoint')
  if (endpoint === null) return undefined
  const device = { endpoint, p256dh: form.get('p256dh') ?? '', auth: form.get('auth') ?? '' }
  return { device, endsSubscription: form.has('ended') }
}

/**
 * The address of a browser as it is stored and shown: its push service, and a fingerprint of its endpoint. Anyone who
 * knows the endpoint can end the subscription, so the endpoint itself is stored only encrypted.
 */
export const toBrowserAddress = ({ endpoint }: Pick<Device, 'endpoint'>): string =>
  `${URL.parse(endpoint)?.origin}/${createHash('sha256').update(endpoint).digest('base64url').slice(0, 22)}`
