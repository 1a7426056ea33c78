import { ownerSubscriberChannels } from '@wachta/domain'
import { type Call, type PreparedRow, reject, rejectAny, type Values, type Violation } from '@wachta/resource'
import { sql } from 'kysely'
import { findDestinationViolations } from '../contacts/addresses.ts'
import { findComponentViolations } from './post-rules.ts'

const maxOwnSubscribers = 100

/** Validates a subscriber that the owner of a page adds; it needs no confirmation. */
export async function prepareSubscriber(data: Values, call: Call): Promise<PreparedRow> {
  const { channel_id, address, status_page_id } = data
  const pageId = Number(status_page_id)
  const fields = { channel: 'data.channel_id', address: 'data.address' }
  // `web_push` is not a notification channel, so the usual rules for addresses do not apply.
  if (channel_id === 'web_push') reject('browsers_subscribe_themselves', fields.channel)
  rejectAny([
    ...findChannelViolations(String(channel_id)),
    ...(await findDestinationViolations(
      { channelId: String(channel_id), address: String(address), fields },
      await findOwner(pageId, call),
      call,
    )),
    ...(await findComponentViolations(data, pageId, call)),
  ])
  return { columns: { ...data, state: 'confirmed' }, forCreated: { status_page_id } }
}

/** Rejects the new subscriber if the page now has too many. Visitors who subscribe themselves do not count. */
export async function rejectTooManySubscribers(_id: number, { status_page_id }: Values, { db }: Call): Promise<void> {
  const [counted] = await db.query(sql<{ count: number }>`select count(*)::int as count from status_page_subscriber
where status_page_id = ${status_page_id} and channel_id = any(${ownerSubscriberChannels}::text[])`)
  if (Number(counted?.count) > maxOwnSubscribers) reject('too_many_objects', undefined, { limit: maxOwnSubscribers })
}

/** An e-mail address must be confirmed by its owner, so the owner of the page cannot add it. */
function findChannelViolations(channelId: string): Violation[] {
  const allowed: readonly string[] = ownerSubscriberChannels
  return allowed.includes(channelId) ? [] : [{ symbol: 'subscribers_confirm_email', field: 'data.channel_id' }]
}

async function findOwner(pageId: number, { db }: Call): Promise<number> {
  const [page] = await db.query(sql<{ owner_id: number }>`select owner_id from status_page where id = ${pageId}`)
  return page?.owner_id ?? reject('unknown_reference', 'data.status_page_id')
}
