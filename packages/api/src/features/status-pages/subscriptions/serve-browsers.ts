import { isPushDevice } from '@wachta/channels'
import type { Guard } from '@wachta/egress'
import { normalizeAddress } from '../../../platform/authentication/allow-list.ts'
import type { Throttle } from '../../../platform/authentication/throttle.ts'
import type { Visit } from '../../../platform/http/linked-page.ts'
import type { HtmlPage } from '../../../platform/http/page.ts'
import { type BrowserForm, toBrowserAddress } from './browser-form.ts'
import { type BrowserStore, endBrowserSubscription, subscribeBrowser } from './browser-store.ts'
import type { SubscribedPage } from './subscribed-page.ts'
import { readSubscriptionForm } from './subscription-form.ts'
import { buildBrowserAnswer } from './subscription-pages.ts'

export interface BrowserParts extends BrowserStore {
  readonly throttle: Pick<Throttle, 'subscription'>
  /** Whether this installation can send push messages. */
  readonly hasPush: boolean
  /** Decides which addresses push services may have. */
  readonly guard: Guard
}

export interface BrowserVisit extends Visit {
  readonly form: BrowserForm
  /** Undefined if visitors cannot subscribe to it. */
  readonly page: SubscribedPage | undefined
}

/**
 * Handles a form from the script of a status page. The script uses only the status of the response, not its content.
 */
export async function answerBrowser(
  { request, token: slug, form, page }: BrowserVisit,
  parts: BrowserParts,
): Promise<HtmlPage | undefined> {
  const { device, endsSubscription } = form
  if (endsSubscription) {
    await endBrowserSubscription(parts, { slug, device, requestId: request.id })
    return buildBrowserAnswer(200)
  }
  if (!page || !parts.hasPush) return undefined
  if (!isPushDevice(device, parts.guard)) return buildBrowserAnswer(422)
  const from = normalizeAddress(request.ip)
  const recipient = toBrowserAddress(device)
  const isAccepted = await parts.throttle.subscription({ from, pageId: page.id, recipient })
  if (!isAccepted) return buildBrowserAnswer(429)
  const entered = readSubscriptionForm(request, page)
  const isStored = await subscribeBrowser(parts, { page, device, entered, requestId: request.id })
  return buildBrowserAnswer(isStored ? 200 : 429)
}
