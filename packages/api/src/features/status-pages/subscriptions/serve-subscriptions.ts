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
  checkMailboxPage,
  confirmSubscriptionPage,
  managePage,
  renderClosedPage,
  renderSubscriptionProblemPage,
  subscribePage,
  unsubscribePage,
} from './subscription-pages.ts'
import {
  changeChoice,
  changeState,
  findSubscribablePage,
  findSubscription,
  isConfirmable,
  signUp,
} from './subscription-store.ts'

export interface SubscriptionOptions extends LinkedPageParts, Omit<BrowserParts, 'hasPush' | 'guard'> {
  readonly settings: Pick<InstallationSettings, 'pushKey' | 'egressAllow'>
  /** The keys of the installation, from which those that sign links are derived. */
  readonly keys: string
}

interface SubscriptionParts extends LinkedPageParts, BrowserParts {
  /** Signs links to change and end a subscription. */
  readonly signer: Signer
  /** Signs links to confirm one. */
  readonly confirmSigner: Signer
}

/** Serves what visitors of a status page need to subscribe to it, without an account and without cookies. */
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
      failure: 'a page for subscribers failed',
      problem: renderSubscriptionProblemPage,
      show,
    })
  serve('/subscribe', (visit) => subscribe(visit, parts))
  serve('/confirm_subscription', (visit) => confirm(visit, parts))
  serve('/unsubscribe', (visit) => unsubscribe(visit, parts))
  serve('/subscription', (visit) => manage(visit, parts))
}

/** The token is the slug of a page. */
async function subscribe(visit: Visit, parts: SubscriptionParts) {
  const { request, token: slug, language, isPressed } = visit
  const page = await findSubscribablePage(parts.database, slug)
  const form = isPressed ? readBrowserForm(request) : undefined
  if (form) return answerBrowser({ ...visit, form, page }, parts)
  if (!page) return undefined
  if (!isPressed)
    return subscribePage(toForm(page, chooseLanguage(page, language)), chooseLanguage(page, language), false)
  const entered = readSubscriptionForm(request, page)
  if (entered.email.length > 254 || channel('email')?.address.findProblem(entered.email) !== undefined)
    return subscribePage(toForm(page, entered.language), entered.language, true)
  const from = normalizeAddress(request.ip)
  const isAccepted = await parts.throttle.subscription({ from, pageId: page.id, recipient: toMailbox(entered.email) })
  if (isAccepted) await signUp(parts, { page, entered, requestId: request.id })
  return checkMailboxPage(entered.language)
}

async function confirm({ request, token, language, isPressed }: Visit, parts: SubscriptionParts) {
  const subscription = await find(parts, parts.confirmSigner.read(token))
  if (!subscription?.page || !isConfirmable(subscription, parts.now())) return undefined
  if (isPressed)
    await changeState(parts, subscription, {
      operation: 'confirm_subscription',
      requestId: request.id,
      from: ['pending'],
      state: 'confirmed',
    })
  const isDone = isPressed || subscription.state === 'confirmed'
  return confirmSubscriptionPage(subscription.page.title, language ?? subscription.language, isDone)
}

/**
 * Any POST unsubscribes, whatever its body: mail programs send one when the user presses their own button (RFC 8058).
 */
async function unsubscribe({ request, token, language, isPressed }: Visit, parts: SubscriptionParts) {
  const id = parts.signer.read(token)
  if (id === undefined) return undefined
  const subscription = await find(parts, id)
  // A subscription that was deleted since has ended too.
  if (!subscription) return unsubscribePage('', language ?? 'en', true)
  const { state, page } = subscription
  if (isPressed)
    await changeState(parts, subscription, {
      operation: 'unsubscribe',
      requestId: request.id,
      from: ['pending', 'confirmed', 'bounced'],
      state: 'unsubscribed',
    })
  return unsubscribePage(page?.title ?? '', language ?? subscription.language, isPressed || state === 'unsubscribed')
}

async function manage({ request, token, language, isPressed }: Visit, parts: SubscriptionParts) {
  const subscription = await find(parts, parts.signer.read(token))
  if (subscription?.state !== 'confirmed') return undefined
  const { page } = subscription
  if (!page) return renderClosedPage(`/unsubscribe/${token}`, language ?? subscription.language)
  const entered = isPressed ? readSubscriptionForm(request, page) : undefined
  if (entered) await changeChoice(parts, subscription, { entered, requestId: request.id })
  const chosen = entered ?? subscription
  const form = {
    ...toForm(page, chosen.language, chosen.componentIds),
    unsubscribePath: `/unsubscribe/${token}`,
  }
  return managePage(form, language ?? chosen.language, isPressed)
}

const find = async ({ database }: SubscriptionParts, id: number | undefined) =>
  id === undefined ? undefined : findSubscription(database, id)

const chooseLanguage = ({ languages }: SubscribedPage, wanted: Language | undefined): Language =>
  languages.find((one) => one === wanted) ?? languages[0] ?? 'en'

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
