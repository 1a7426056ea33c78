import {
  type Carriers,
  createNotConfiguredError,
  type Delivery,
  type Device,
  type Message,
  toPushTopic,
} from '@wachta/channels'
import type { Vault } from '@wachta/runtime/vault'
import { type Bulletin, renderBulletinPush } from '@wachta/status-page'
import type { OutgoingMessage } from '../deliver/send-to-provider.ts'
import type { PendingDelivery } from './load-delivery.ts'

export interface PushParts {
  readonly bulletin: Bulletin
  /** The parts of the message that are the same on all channels, without texts. */
  readonly message: Message
  readonly vault: Pick<Vault, 'open'>
}

/** Renders a push message to a browser. Throws a VaultError if its keys cannot be decrypted. */
export function renderPush(delivery: PendingDelivery, { bulletin, message, vault }: PushParts): OutgoingMessage {
  const { address } = delivery
  const device = openDevice(delivery, vault)
  const payload = renderBulletinPush(bulletin)
  const deliver = ({ id, thread }: Message, { push: carrier }: Carriers): Promise<Delivery> => {
    if (!carrier) throw createNotConfiguredError('keys for push notifications')
    return carrier.send({ id, topic: toPushTopic(thread), device, payload, urgency: 'normal' })
  }
  return {
    channel: { id: 'web_push', deliver },
    message: { ...message, subject: payload.title, text: payload.body, device },
    pending: { address },
    secrets: Object.values(device),
  }
}

function openDevice({ sealed_device, page_id, address }: PendingDelivery, vault: Pick<Vault, 'open'>): Device {
  if (sealed_device === null) throw new Error('a subscribed browser has no device')
  return JSON.parse(vault.open(sealed_device, ['status_page_subscriber', String(page_id), address]))
}
