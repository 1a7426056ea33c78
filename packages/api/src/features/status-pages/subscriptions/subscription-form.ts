import type { Language } from '@wachta/domain'
import type { FastifyRequest } from 'fastify'
import { isStorable } from '../../../platform/http/text.ts'
import type { SubscribedPage } from './subscribed-page.ts'

/** The values that a visitor entered. */
export interface EnteredSubscription {
  readonly email: string
  /** One of the languages of the page. */
  readonly language: Language
  /** Ids of components of the page; empty for all. */
  readonly componentIds: readonly number[]
}

/** Reads a form. Unknown components are ignored, so that subscribing also works on an outdated copy of the page. */
export function readSubscriptionForm({ body }: FastifyRequest, page: SubscribedPage): EnteredSubscription {
  const form = new URLSearchParams(Buffer.isBuffer(body) ? body.toString('utf8') : '')
  const email = (form.get('email') ?? '').trim()
  const chosen = new Set(form.getAll('component'))
  return {
    email: isStorable(email) ? email : '',
    language: page.languages.find((one) => one === form.get('language')) ?? page.languages[0] ?? 'en',
    componentIds: page.components.filter(({ publicId }) => chosen.has(publicId)).map(({ id }) => id),
  }
}
