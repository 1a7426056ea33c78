import { setTimeout as wait } from 'node:timers/promises'
import type { Database, Transaction } from '@wachta/database'
import { browserLimits } from '@wachta/domain'
import { addJobs, makeSubscriberTimer, type SubscriberDelivery } from '@wachta/queue'
import { sql } from 'kysely'

/** The data to record about one message. */
export interface DeliveryResult {
  readonly delivery: SubscriberDelivery
  readonly subscriberId: number
  readonly status: 'pending' | 'sent' | 'failed' | 'suppressed'
  readonly answer: string
  readonly isFailure: boolean
  /** When the message is due again; always set while it is pending. */
  readonly retryAt?: Date
  /** Whether the address does not exist any more, which ends the subscription. */
  readonly isAddressGone?: boolean
}

/** A sent message cannot be unsent, so recording it is retried while the database is unavailable. */
const retryDelaysMs = [100, 300, 1_000, 2_000, 3_000, 5_000]

/**
 * Records the outcome of one message, ends the subscription of an address that no longer exists, and plans the retry,
 * all in one transaction.
 */
export async function recordDelivery(
  database: Pick<Database, 'transaction'>,
  result: DeliveryResult,
  now: Date,
): Promise<void> {
  for (const pauseMs of result.status === 'sent' ? retryDelaysMs : []) {
    try {
      return await recordOnce(database, result, now)
    } catch {
      await wait(pauseMs)
    }
  }
  await recordOnce(database, result, now)
}

async function recordOnce(
  database: Pick<Database, 'transaction'>,
  { delivery, subscriberId, status, answer, isFailure, retryAt, isAddressGone = false }: DeliveryResult,
  now: Date,
): Promise<void> {
  await database.transaction(async (tx) => {
    const written =
      await tx.query(sql`update status_page_delivery set status = ${status}, answer = ${answer.slice(0, 300)},
  failures = failures + ${isFailure ? 1 : 0}, sent_at = ${status === 'sent' ? now : null}, claimed_until = null
where id = ${delivery.id} and status = 'pending' returning id`)
    if (written.length === 0) return
    if (isAddressGone)
      await tx.query(sql`update status_page_subscriber set state = 'bounced', reason = ${answer.slice(0, 300)}, changed_at = ${now}, sealed_device = null
where id = ${subscriberId} and state in ('pending', 'confirmed')`)
    if (status === 'failed' && delivery.channel_id === 'web_push') await endBrowserSubscription(tx, subscriberId, now)
    if (retryAt) await addJobs(tx, [makeSubscriberTimer(delivery, retryAt)])
  })
}

/**
 * Ends the subscription of a browser that no message has reached for a long time. Messages rejected at the first
 * attempt never count: our key may be wrong.
 */
async function endBrowserSubscription(tx: Transaction, id: number, now: Date): Promise<void> {
  const { failedMessages, failedMs } = browserLimits
  await tx.query(sql`update status_page_subscriber set state = 'bounced', reason = ${`${failedMessages} messages in a row failed`},
  changed_at = ${now}, sealed_device = null
where id = ${id} and state = 'confirmed' and (select count(*) >= ${failedMessages} and min(d.created_at) <= ${new Date(now.getTime() - failedMs)}
  from status_page_delivery d where d.subscriber_id = ${id} and d.status = 'failed' and d.failures > 1
    and d.id > coalesce((select max(r.id) from status_page_delivery r where r.subscriber_id = ${id} and r.status = 'sent'), 0))`)
}
