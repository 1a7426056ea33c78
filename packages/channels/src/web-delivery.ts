import { STATUS_CODES } from 'node:http'
import type { WebAnswer, WebCarrier, WebRequest } from './carrier.ts'
import { type Delivery, DeliveryError } from './delivery.ts'

/** A status line such as `429 Too Many Requests`; the phrase is standard, never that of the provider. */
export function formatStatusLine(status: number): string {
  const phrase = STATUS_CODES[status]
  return phrase === undefined ? String(status) : `${status} ${phrase}`
}

export function toDelivery({ status }: WebAnswer): Delivery {
  return { answer: formatStatusLine(status) }
}

/**
 * Sends a request with a key or token of the operator. If the gateway rejects the key, the failure is temporary: the
 * operator will fix it.
 */
export async function sendWithOperatorKey(gateway: WebCarrier, request: WebRequest): Promise<WebAnswer> {
  try {
    return await gateway.send(request)
  } catch (cause) {
    const isAboutOperator = cause instanceof DeliveryError && /^401\b/.test(cause.message)
    throw isAboutOperator
      ? new DeliveryError({ answer: `${cause.message}: the gateway rejected our credentials` })
      : cause
  }
}

/** Appends an encoded path to a configured URL, which may already have a path and a query. */
export function joinUrl(base: string, path: string, query: Readonly<Record<string, string>> = {}): string {
  const url = new URL(base)
  url.pathname = `${url.pathname.replace(/\/+$/, '')}${path}`
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url.href
}
