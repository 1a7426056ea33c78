import {
  type Carriers,
  channel,
  createNotConfiguredError,
  type Delivery,
  type Message,
  renderMessage,
} from '@wachta/channels'
import { isFinalState, isVisitorChannel } from '@wachta/domain'
import { defaultAccentColour } from '@wachta/domain/brand-colours'
import type { Signer } from '@wachta/runtime/signer'
import type { Vault } from '@wachta/runtime/vault'
import {
  type Bulletin,
  describeForChat,
  type MessagePage,
  renderBulletinJson,
  renderBulletinMail,
  renderConfirmationMail,
  type SubscriberMail,
} from '@wachta/status-page'
import type { OutgoingMessage } from '../deliver/send-to-provider.ts'
import type { PendingDelivery } from './load-delivery.ts'
import { renderPush } from './render-push.ts'

export interface SubscriberLinks {
  /** The public URL of this installation, which serves the pages for subscribers. */
  readonly publicUrl: string
  /** The public URL of status pages. */
  readonly pagesUrl: string
  /** Signs links to change and end a subscription. */
  readonly signer: Signer
  /** Signs links to confirm a subscription. */
  readonly confirmSigner: Signer
}

export interface RenderDeliveryContext extends SubscriberLinks {
  readonly vault: Pick<Vault, 'open'>
  readonly cell: string
}

/** Why a message is not sent after all. */
export type SuppressedReason = 'page_not_served' | 'post_gone' | 'not_subscribed'

/** Returns why a queued message must no longer be sent; undefined if it can be sent. */
export function findSuppressedReason(delivery: PendingDelivery): SuppressedReason | undefined {
  const { channel_id, state, is_served, is_open, is_bulletin, post, is_update_gone } = delivery
  if (!is_served || (isVisitorChannel(channel_id) && !is_open)) return 'page_not_served'
  if (!is_bulletin) return state === 'pending' || state === 'confirmed' ? undefined : 'not_subscribed'
  if (state !== 'confirmed') return 'not_subscribed'
  return post === null || is_update_gone ? 'post_gone' : undefined
}

/** Renders a message for the channel of its subscriber. Throws a VaultError if a signing key cannot be decrypted. */
export function renderDelivery(delivery: PendingDelivery, context: RenderDeliveryContext): OutgoingMessage {
  const { channel_id, address, is_bulletin } = delivery
  if (channel_id === 'email')
    return toMail(delivery, is_bulletin ? writeMail(delivery, context) : writeConfirmation(delivery, context), context)
  const bulletin = toBulletin(delivery, context)
  if (channel_id === 'web_push')
    return renderPush(delivery, { bulletin, message: toMessage(delivery, context), vault: context.vault })
  const chatChannel = channel(channel_id)
  if (!chatChannel) throw new Error(`there is no channel ${channel_id}`)
  const text =
    channel_id === 'webhook'
      ? renderBulletinJson(bulletin)
      : renderMessage(chatChannel, { subject: '', text: chatTemplates[channel_id] }, describeForChat(bulletin)).text
  const signingKeys = channel_id === 'webhook' ? openKeys(delivery, context) : []
  const message = { ...toMessage(delivery, context), text, signingKeys }
  return { channel: chatChannel, message, pending: { address }, secrets: signingKeys }
}

/** Teams joins lines unless there is an empty line between them. */
const chatTemplates = {
  slack: '*{{page}}*: {{title}}\n*{{state}}* · {{when}}\n{{text}}\n{{affected}}\n<{{link}}|{{link_label}}>',
  ms_teams:
    '**{{page}}**: {{title}}\n\n**{{state}}** · {{when}}\n\n{{text}}\n\n{{affected}}\n\n[{{link_label}}]({{link}})',
} as const

function writeMail(delivery: PendingDelivery, context: RenderDeliveryContext): SubscriberMail {
  const { unsubscribeUrl, manageUrl } = getLinks(delivery, context)
  return renderBulletinMail(toBulletin(delivery, context), { unsubscribeUrl, manageUrl })
}

function writeConfirmation(delivery: PendingDelivery, context: RenderDeliveryContext): SubscriberMail {
  const { confirmUrl, manageUrl } = getLinks(delivery, context)
  const isKnown = delivery.state === 'confirmed'
  const page = toPage(delivery, context)
  return renderConfirmationMail({ page, language: delivery.language, isKnown, url: isKnown ? manageUrl : confirmUrl })
}

function toMail(delivery: PendingDelivery, mail: SubscriberMail, context: RenderDeliveryContext): OutgoingMessage {
  const { slug, address, state } = delivery
  const { unsubscribeUrl } = getLinks(delivery, context)
  const { sender: senderName, subject, text, html } = mail
  const message = { ...toMessage(delivery, context), subject, text }
  // A person who has not confirmed yet is not on a mailing list.
  const list = state === 'confirmed' ? { list: { id: slug, unsubscribeUrl } } : {}
  const deliver = ({ id, thread, language, time }: Message, { mail: carrier }: Carriers): Promise<Delivery> => {
    if (!carrier) throw createNotConfiguredError('mail server')
    const content = { subject, text, html, attachments: [], language, date: time, senderName, ...list }
    return carrier.send({ id, thread, isFirst: true, to: address, ...content })
  }
  return { channel: { id: 'email', deliver }, message, pending: { address }, secrets: [] }
}

function toMessage(delivery: PendingDelivery, { cell }: RenderDeliveryContext): Message {
  const { id, created_at, address, language, post } = delivery
  // The same in every attempt. It contains the time, because ids start again in a restored database.
  const messageId = `${cell}-${created_at.getTime().toString(36)}-s${id}`
  return {
    id: messageId,
    thread: post === null ? messageId : `${cell}-p${post.publicId}`,
    // The kind decides the colour of cards.
    kind: post?.kind === 'maintenance' ? 'test' : post && isFinalState(post.state) ? 'end' : 'start',
    repeat_number: 0,
    address,
    subject: '',
    text: '',
    language,
    time: created_at,
    values: {},
    attachments: [],
    signingKeys: [],
  }
}

function toBulletin(delivery: PendingDelivery, context: RenderDeliveryContext): Bulletin {
  const { language, post, update, components } = delivery
  if (post === null) throw new Error('the post of a bulletin is gone')
  return { page: toPage(delivery, context), language, post, update, components }
}

const toPage = (delivery: PendingDelivery, { pagesUrl }: RenderDeliveryContext): MessagePage => ({
  title: delivery.title,
  url: delivery.domain === null ? `${pagesUrl}/${delivery.slug}` : `https://${delivery.domain}`,
  timeZone: delivery.time_zone,
  accentColour: delivery.accent_colour ?? defaultAccentColour,
  brandName: delivery.brand_name,
  footer: delivery.footer,
})

function getLinks({ subscriber_id }: PendingDelivery, { publicUrl, signer, confirmSigner }: SubscriberLinks) {
  const token = signer.sign(subscriber_id)
  return {
    unsubscribeUrl: `${publicUrl}/unsubscribe/${token}`,
    manageUrl: `${publicUrl}/subscription/${token}`,
    confirmUrl: `${publicUrl}/confirm_subscription/${confirmSigner.sign(subscriber_id)}`,
  }
}

const openKeys = ({ sealed_keys, owner_id }: PendingDelivery, { vault }: RenderDeliveryContext): string[] =>
  sealed_keys.map((key) => vault.open(key, ['signing_key', String(owner_id)]))
