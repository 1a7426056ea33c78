import { confirmationMs, endedSubscriptionMs, subscriberMessageMs } from '@wachta/domain'
import { sql } from 'kysely'

/** Deletes subscriptions to status pages that were not confirmed in time or have ended, and old records of messages. */
export function deleteExpiredSubscriptions(now: Date) {
  const before = (ms: number) => new Date(now.getTime() - ms)
  return [
    sql`delete from status_page_subscriber where state = 'pending' and changed_at < ${before(confirmationMs)}`,
    sql`delete from status_page_subscriber where state in ('unsubscribed', 'bounced') and changed_at < ${before(endedSubscriptionMs)}`,
    sql`delete from status_page_delivery where created_at < ${before(subscriberMessageMs)}`,
  ]
}
