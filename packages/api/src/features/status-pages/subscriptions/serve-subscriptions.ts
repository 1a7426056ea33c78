import { channel } from '@wachta/channels'
import { type Language, toMailbox } from '@wachta/domain'
import { createGuard } from '@wachta/egress'
import { createIdSigner, type Signer } from '@wachta/runtime/signer'
import type { FastifyInstance } from 'fastify'
import { normalizeAddress } from '../../../platform/authentication/allow-list.ts'
import type { InstallationSettings } from '../../../platform/context.ts'
import { type LinkedPageParts, serveLinkedPage, type Visit } from '../../../platform/http/linked-page.ts'
import type { HtmlPage } from '../../../platform/http/page.ts'
import { readBrowserForm } from './browser-form.ts'
import { answerBrowser, type BrowserParts } from './serve-browsers.ts'
import type { SubscribedPage } from './subscribed-page.ts'
import { readSubscriptionForm } from './subscription-form.ts'
import {
  renderCheckMailboxPage,
  renderClosedPage,
  renderConfirmSubscriptionPage,
  renderManagePage,
  renderSubscribePage,
  renderSubscriptionProblemPage,
  renderUnsubscribePage,
} from './subscription-pages.ts'
import {
  changeState,
  findSubscribablePage,
  findSubscription,
  isConfirmable,
  saveChoices,
  signUp,
} from './subscription-store.ts'

export interface SubscriptionOptions extends LinkedPageParts, Omit<BrowserParts, 'hasPush' | 'guard'> {
  readonly settings: Pick<InstallationSettings, 'pushKey' | 'egressAllow'>
  /** The keys of the installation, from which the keys that sign links are derived. */
  readonly keys: string
}

interface SubscriptionParts extends LinkedPageParts, BrowserParts {
  /** Signs links to change and end a subscription. */
  readonly signer: Signer
  /** Signs links to confirm a subscription. */
  readonly confirmSigner: Signer
}

/** Serves the pages on which visitors subscribe to a status page, without an account and without cookies. */
export function serveSubscriptions(app: FastifyInstance, { keys, settings, ...options }: SubscriptionOptions): void {
  const parts: SubscriptionParts = {
    ...options,
    hasPush: settings.pushKey !== undefined,
    guard: createGuard({ allow: settings.egressAllow ?? [] }),
    signer: createIdSigner(keys, 'subscription'),
    confirmSigner: createIdSigner(keys, 'confirm subscription'),
  }
  const serve = (path: string, show: (visit: Visit) => Promise<HtmlPage | undefined>) =>
    serveLinkedPage(app, parts, {
      path,
      failureMessage: 'a page for subscribers failed',
      renderProblem: renderSubscriptionProblemPage,
      render: show,
    })
  serve('/subscribe', (visit) => subscribe(visit, parts))
  serve('/confirm_subscription', (visit) => confirm(visit, parts))
  serve('/unsubscribe', (visit) => unsubscribe(visit, parts))
  serve('/subscription', (visit) => manage(visit, parts))
}

/** The token in the path is the slug of the page. */
async function subscribe(visit: Visit, parts: SubscriptionParts) {
  const { request, token: slug, language, isPressed } = visit
  const page = await findSubscribablePage(parts.database, slug)
  const form = isPressed ? readBrowserForm(request) : undefined
  if (form) return answerBrowser({ ...visit, form, page }, parts)
  if (!page) return undefined
  if (!isPressed)
    return renderSubscribePage(toForm(page, chooseLanguage(page, language)), chooseLanguage(page, language), false)
  const entered = readSubscriptionForm(request, page)
  if (entered.email.length > 254 || channel('email')?.address.findProblem(entered.email) !== undefined)
    return renderSubscribePage(toForm(page, entered.language, entered.componentIds), entered.language, true)
  const from = normalizeAddress(request.ip)
  const isAccepted = await parts.throttle.subscription({ from, pageId: page.id, recipient: toMailbox(entered.email) })
  if (isAccepted) await signUp(parts, { page, entered, requestId: request.id })
  return renderCheckMailboxPage(entered.language)
}

async function confirm({ request, token, language, isPressed }: Visit, parts: SubscriptionParts) {
  const subscription = await findSubscriptionById(parts, parts.confirmSigner.read(token))
  if (!subscription?.page || !isConfirmable(subscription, parts.now())) return undefined
  if (isPressed)
    await changeState(parts, subscription, {
      operation: 'confirm_subscription',
      requestId: request.id,
      from: ['pending'],
      state: 'confirmed',
    })
  const isDone = isPressed || subscription.state === 'confirmed'
  return renderConfirmSubscriptionPage(subscription.page.title, language ?? subscription.language, isDone)
}

/**
 * Any POST unsubscribes, whatever its body: mail programs send one when the user presses the unsubscribe button of the
 * mail program (RFC 8058).
 */
async function unsubscribe({ request, token, language, isPressed }: Visit, parts: SubscriptionParts) {
  const id = parts.signer.read(token)
  if (id === undefined) return undefined
  const subscription = await findSubscriptionById(parts, id)
  // The subscription was deleted after the link was sent, so there is nothing left to end.
  if (!subscription) return renderUnsubscribePage('', language ?? 'en', true)
  const { state, page } = subscription
  if (isPressed)
    await changeState(parts, subscription, {
      operation: 'unsubscribe',
      requestId: request.id,
      from: ['pending', 'confirmed', 'bounced'],
      state: 'unsubscribed',
    })
  return renderUnsubscribePage(
    page?.title ?? '',
    language ?? subscription.language,
    isPressed || state === 'unsubscribed',
  )
}

async function manage({ request, token, language, isPressed }: Visit, parts: SubscriptionParts) {
  const subscription = await findSubscriptionById(parts, parts.signer.read(token))
  if (subscription?.state !== 'confirmed') return undefined
  const { page } = subscription
  if (!page) return renderClosedPage(`/unsubscribe/${token}`, language ?? subscription.language)
  const entered = isPressed ? readSubscriptionForm(request, page) : undefined
  if (entered) await saveChoices(parts, subscription, { entered, requestId: request.id })
  const chosen = entered ?? subscription
  const form = {
    ...toForm(page, chosen.language, chosen.componentIds),
    unsubscribePath: `/unsubscribe/${token}`,
  }
  return renderManagePage(form, language ?? chosen.language, isPressed)
}

const findSubscriptionById = async ({ database }: SubscriptionParts, id: number | undefined) =>
  id === undefined ? undefined : findSubscription(database, id)

const chooseLanguage = ({ languages }: SubscribedPage, preferred: Language | undefined): Language =>
  languages.find((one) => one === preferred) ?? languages[0] ?? 'en'

const toForm = (
  { title, components, languages }: SubscribedPage,
  chosenLanguage: Language,
  chosenIds: readonly number[] = [],
) => ({
  title,
  languages,
  chosenLanguage,
  components: components.map(({ id, publicId, name }) => ({ publicId, name, isChosen: chosenIds.includes(id) })),
})
