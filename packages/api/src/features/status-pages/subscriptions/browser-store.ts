import type { Device } from '@wachta/channels'
import type { Transaction } from '@wachta/database'
import { browserLimits, type SubscriberState } from '@wachta/domain'
import type { Vault } from '@wachta/runtime/vault'
import { sql } from 'kysely'
import { pushDeviceContext } from '../../../platform/secrets/sealed-places.ts'
import { toBrowserAddress } from './browser-form.ts'
import type { SubscribedPage } from './subscribed-page.ts'
import type { EnteredSubscription } from './subscription-form.ts'
import { recordSubscription, type SubscriptionStore } from './subscription-store.ts'

export interface BrowserStore extends SubscriptionStore {
  readonly vault: Pick<Vault, 'seal'>
}

interface BrowserSignUp {
  readonly page: SubscribedPage
  readonly device: Device
  readonly entered: EnteredSubscription
  readonly requestId: string
}

/**
 * Stores the subscription of a browser. It needs no confirmation, because the user has allowed messages in the browser.
 * Only the browser knows its endpoint, so a request with the endpoint may change the subscription. Returns false if the
 * page has too many subscribers.
 */
export async function subscribeBrowser(store: BrowserStore, signUp: BrowserSignUp): Promise<boolean> {
  const { page, device, entered, requestId } = signUp
  const now = store.now()
  const address = toBrowserAddress(device)
  const sealed = store.vault.seal(JSON.stringify(device), pushDeviceContext(page.id, address))
  return store.database.transaction(async (tx) => {
    const [before] = await tx.query(sql<{ state: SubscriberState }>`select state from status_page_subscriber
where status_page_id = ${page.id} and channel_id = 'web_push' and address = ${address} for update`)
    if (before?.state !== 'confirmed' && (await isFull(tx, page))) return false
    const [row] = await tx.query(sql<{ id: number }>`insert into status_page_subscriber as s
  (status_page_id, owner_id, channel_id, address, sealed_device, component_ids, language, state, created_at, changed_at)
values (${page.id}, ${page.owner_id}, 'web_push', ${address}, ${sealed}, ${entered.componentIds}::bigint[], ${entered.language},
  'confirmed', ${now}, ${now})
on conflict (status_page_id, channel_id, (case channel_id when 'email' then lower(address) else address end)) do update
set state = excluded.state, reason = null, sealed_device = excluded.sealed_device, component_ids = excluded.component_ids,
  language = excluded.language, changed_at = case s.state when 'confirmed' then s.changed_at else excluded.changed_at end
returning s.id`)
    if (!row) throw new Error('a subscriber was not stored')
    if (before?.state === 'confirmed') return true
    await recordSubscription(tx, store, {
      ...{ operation: 'subscribe', requestId, id: row.id, accountId: page.owner_id, before: before ?? null },
      // Without the address: it would stay in the log after the subscription has ended.
      after: { status_page_id: page.id, channel_id: 'web_push', state: 'confirmed' },
    })
    return true
  })
}

async function isFull(tx: Transaction, { id }: SubscribedPage): Promise<boolean> {
  const last = await tx.query(sql`select from status_page_subscriber
where status_page_id = ${id} and channel_id = 'web_push' and state = 'confirmed' limit 1 offset ${browserLimits.perPage - 1}`)
  return last.length > 0
}

interface EndedBrowser {
  readonly slug: string
  readonly device: Pick<Device, 'endpoint'>
  readonly requestId: string
}

/**
 * Ends the subscription of a browser and erases its endpoint, also on pages that visitors cannot subscribe to any more.
 */
export async function endBrowserSubscription(
  store: SubscriptionStore,
  { slug, device, requestId }: EndedBrowser,
): Promise<void> {
  await store.database.transaction(async (tx) => {
    const ended = await tx.query(sql<{ id: number; accountId: number }>`update status_page_subscriber s
set state = 'unsubscribed', sealed_device = null, changed_at = ${store.now()} from status_page p
where p.slug = ${slug} and s.status_page_id = p.id and s.channel_id = 'web_push' and s.address = ${toBrowserAddress(device)}
  and s.state = 'confirmed' returning s.id, s.owner_id as "accountId"`)
    for (const { id, accountId } of ended)
      await recordSubscription(tx, store, {
        ...{ operation: 'unsubscribe', requestId, id, accountId },
        ...{ before: { state: 'confirmed' }, after: { state: 'unsubscribed' } },
      })
  })
}
