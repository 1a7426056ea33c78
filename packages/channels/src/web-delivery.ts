import { STATUS_CODES } from 'node:http'
import type { WebAnswer, WebCarrier, WebRequest } from './carrier.ts'
import { type Delivery, DeliveryError } from './delivery.ts'

/** A status as people know it, such as `429 Too Many Requests`: the phrase is ours, never the provider's. */
export function statusLine(status: number): string {
  const phrase = STATUS_CODES[status]
  return phrase === undefined ? String(status) : `${status} ${phrase}`
}

export function toDelivery({ status }: WebAnswer): Delivery {
  return { answer: statusLine(status) }
}

/**
 * A request that the operator's own key or token opens the door to. Where it is not taken, that says nothing about the
 * message: the operator will mend it, and then the message goes.
 */
export async function sendWithOperatorKey(gateway: WebCarrier, request: WebRequest): Promise<WebAnswer> {
  try {
    return await gateway.send(request)
  } catch (cause) {
    const isAboutOperator = cause instanceof DeliveryError && /^401\b/.test(cause.message)
    throw isAboutOperator ? new DeliveryError({ answer: `${cause.message}: the gateway did not let us in` }) : cause
  }
}

/** A place below an address that somebody wrote, which may have a path and a query of its own. The path is encoded. */
export function joinUrl(base: string, path: string, query: Readonly<Record<string, string>> = {}): string {
  const url = new URL(base)
  url.pathname = `${url.pathname.replace(/\/+$/, '')}${path}`
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url.href
}
