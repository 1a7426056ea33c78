import type { Database, Transaction } from '@wachta/database'
import {
  confirmationMs,
  isOpenToSubscribers,
  type Language,
  type PageVisibility,
  type SubscriberState,
} from '@wachta/domain'
import { addJobs, makeConfirmationJob } from '@wachta/queue'
import type { Registry } from '@wachta/resource'
import { sql } from 'kysely'
import { writeAudit } from '../../../platform/audit.ts'
import type { SubscribedPage } from './subscribed-page.ts'
import type { EnteredSubscription } from './subscription-form.ts'

interface StoredPage extends SubscribedPage {
  readonly visibility: PageVisibility
  readonly isPublished: boolean
  readonly allowsSubscribers: boolean
}

const pageColumns = sql`p.id, p.owner_id, p.title, p.languages, p.visibility, p.is_published as "isPublished", p.allows_subscribers as "allowsSubscribers",
  (select coalesce(json_agg(json_build_object('id', c.id, 'publicId', c.public_id, 'name', c.name) order by c.position, c.id), '[]')
    from status_page_component c where c.status_page_id = p.id and not c.only_show_if_degraded) as components`
/** The page of an account that was blocked or closed is not served. */
const isServed = sql`not a.is_blocked and a.closed_at is null`

/** Finds a page that visitors may subscribe to; undefined for every other one. */
export async function findSubscribablePage(
  database: Pick<Database, 'query'>,
  slug: string,
): Promise<SubscribedPage | undefined> {
  const [page] =
    await database.query(sql<StoredPage>`select ${pageColumns} from status_page p join account a on a.id = p.owner_id
where p.slug = ${slug} and ${isServed}`)
  return page && isOpenToSubscribers(page) ? page : undefined
}

/** A subscription by e-mail, found by its link. */
export interface StoredSubscription {
  readonly id: number
  readonly state: SubscriberState
  readonly language: Language
  readonly componentIds: readonly number[]
  readonly changedAt: Date
  readonly accountId: number
  /**
   * Undefined while visitors cannot subscribe to it: its content is not shown then, and the subscription can only be
   * ended.
   */
  readonly page: SubscribedPage | undefined
}

export async function findSubscription(
  database: Pick<Database, 'query'>,
  id: number,
): Promise<StoredSubscription | undefined> {
  const [found] = await database.query(sql<
    StoredSubscription & { readonly page: StoredPage; readonly isServed: boolean }
  >`select s.id, s.state, s.language, s.component_ids as "componentIds",
  s.changed_at as "changedAt", s.owner_id as "accountId", ${isServed} as "isServed", (select to_json(q) from (select ${pageColumns}) q) as page
from status_page_subscriber s join status_page p on p.id = s.status_page_id join account a on a.id = p.owner_id
where s.id = ${id} and s.channel_id = 'email'`)
  return found && { ...found, page: found.isServed && isOpenToSubscribers(found.page) ? found.page : undefined }
}

/** Whether the confirmation link still works; it also does for a confirmed subscription, if it is used twice. */
export const isConfirmable = ({ state, changedAt }: StoredSubscription, now: Date): boolean =>
  state === 'confirmed' || (state === 'pending' && now.getTime() - changedAt.getTime() < confirmationMs)

export interface SubscriptionStore {
  readonly database: Database
  readonly registry: Registry
  readonly now: () => Date
}

/** A change of a subscription by a visitor. */
interface SubscriptionChange {
  readonly operation: 'subscribe' | 'confirm_subscription' | 'unsubscribe' | 'change_subscription'
  readonly requestId: string
}

/**
 * Stores a sign-up and queues the e-mail that it causes. A subscription that is confirmed stays as it is, because a
 * stranger can enter any address; only the holder of the address is notified of the attempt.
 */
export async function signUp(
  store: SubscriptionStore,
  { page, entered, requestId }: { page: SubscribedPage; entered: EnteredSubscription; requestId: string },
): Promise<void> {
  const now = store.now()
  const { email, language, componentIds } = entered
  await store.database.transaction(async (tx) => {
    const [row] = await tx.query(sql<SignUpRow>`insert into status_page_subscriber as s
  (status_page_id, owner_id, channel_id, address, component_ids, language, state, created_at, changed_at)
values (${page.id}, ${page.owner_id}, 'email', ${email}, ${componentIds}::bigint[], ${language}, 'pending', ${now}, ${now})
on conflict (status_page_id, channel_id, (case channel_id when 'email' then lower(address) else address end)) do update
set state = case s.state when 'confirmed' then s.state else 'pending' end, reason = null,
  component_ids = case s.state when 'confirmed' then s.component_ids else excluded.component_ids end,
  language = case s.state when 'confirmed' then s.language else excluded.language end,
  changed_at = case s.state when 'confirmed' then s.changed_at else excluded.changed_at end
returning s.id, s.state, (select f.state from status_page_subscriber f where f.id = s.id) as former`)
    if (!row) throw new Error('a subscriber was not stored')
    const [delivery] = await tx.query(sql<{ id: number }>`insert into status_page_delivery (subscriber_id, created_at)
values (${row.id}, ${now}) returning id`)
    await addJobs(tx, delivery ? [makeConfirmationJob(delivery.id)] : [])
    // Recorded even if the address is subscribed already, so that the response time does not reveal it. The entry omits
    // the address, which would stay in the log after the subscription has ended.
    const commonValues = { status_page_id: page.id, channel_id: 'email' }
    await recordSubscription(tx, store, {
      operation: 'subscribe',
      requestId,
      id: row.id,
      accountId: page.owner_id,
      before: row.former === null ? null : { ...commonValues, state: row.former },
      after: { ...commonValues, state: row.state },
    })
  })
}

interface SignUpRow {
  readonly id: number
  readonly state: SubscriberState
  /** The state before the sign-up; null for an address that was not known. */
  readonly former: SubscriberState | null
}

/** Sets the state of a subscription, if its current state is one of `from`. */
export async function changeState(
  store: SubscriptionStore,
  { id, accountId }: StoredSubscription,
  change: SubscriptionChange & { readonly from: readonly SubscriberState[]; readonly state: SubscriberState },
): Promise<void> {
  await store.database.transaction(async (tx) => {
    const [before] = await tx.query(
      sql<{ state: SubscriberState }>`select state from status_page_subscriber where id = ${id} for update`,
    )
    if (!before || !change.from.includes(before.state)) return
    await tx.query(
      sql`update status_page_subscriber set state = ${change.state}, changed_at = ${store.now()} where id = ${id}`,
    )
    await recordSubscription(tx, store, {
      ...change,
      id,
      accountId,
      before,
      after: { state: change.state },
    })
  })
}

/** Saves the components and the language that a subscriber has chosen. */
export async function saveChoices(
  store: SubscriptionStore,
  { id, accountId, language, componentIds }: StoredSubscription,
  { entered, requestId }: { readonly entered: EnteredSubscription; readonly requestId: string },
): Promise<void> {
  await store.database.transaction(async (tx) => {
    await tx.query(sql`update status_page_subscriber set component_ids = ${entered.componentIds}::bigint[], language = ${entered.language}
where id = ${id} and state = 'confirmed'`)
    const before = { language, component_ids: componentIds }
    const after = { language: entered.language, component_ids: entered.componentIds }
    await recordSubscription(tx, store, {
      operation: 'change_subscription',
      requestId,
      id,
      accountId,
      before,
      after,
    })
  })
}

interface RecordedChange extends SubscriptionChange {
  readonly id: number
  readonly accountId: number
  readonly before: Readonly<Record<string, unknown>> | null
  readonly after: Readonly<Record<string, unknown>>
}

/** For the privacy of visitors, the entry has no IP address. */
export const recordSubscription = (
  tx: Transaction,
  { registry, now }: SubscriptionStore,
  { operation, requestId, id, accountId, before, after }: RecordedChange,
): Promise<void> =>
  writeAudit({ db: tx, registry }, [{ resource: 'status_page_subscriber', id, accountId, before, after }], {
    operation,
    caller: { accountId: null, sessionId: null, scope: 'link' },
    request: { id: requestId, address: null },
    now: now(),
  })
